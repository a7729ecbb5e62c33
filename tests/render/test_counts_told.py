"""How a document says what decides a count: what of it is used, what follows from what, and what confirms nothing."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Chart, Paragraph, Report, Table, every_block

DESIGN = """edition 2026
kind crate {
  size   : Weight/Box
  number : Box
}
kind shed {
  large  : Box
  volume : Box
  each   : Box/Cart
  big: crate { size = 6 kg/box, number = large }
  let crates = all crate
  count needed: Cart
  count carts: Cart
  count vans: Cart
  bound by_size: needed >= packed(crates.size, crates.number, 10 kg/cart)
  bound by_weight: needed >= sum(c.size * c.number for c in crates) / (10 kg/cart)
  bound with_spares: carts >= needed + 1 cart
  bound by_volume: vans >= volume / each
  /// What is said to stand in the shed.
  said   : Box = large
  let crates_there = sum(crates.number)
  floor  : Box
  require all_said: crates_there <= said "all crates are told of"
  require room: crates_there <= floor "the floor holds all crates"
}
source paper "A paper" { author = "Its author", date = 2025-01 }
design sheds "Sheds" {
  north: shed "North" { large = 5 boxes, volume = 630 boxes, each = 80 boxes/cart, floor = 5 boxes }
  expect vans "Vans of the north": north.vans == 8 carts @ paper "Table 5"
    restates "the 80 boxes in each are 630 over 8, rounded up"
  expect carts "Carts of the north": north.carts == 6 carts @ paper "Table 5"
  expect each "Boxes in each": north.each == 80 boxes/cart @ paper "Table 6"
    restates "given above"
}
document drawn "Drawn" { section "One" { show limits, show counts } }
"""


@pytest.fixture(scope="module")
def report() -> Report:
    compilation = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one for one in compilation.diagnostics if one.severity == "error"] == []
    made, said = build(compilation, compilation.designs[0])
    assert not said
    return made


def counts(report: Report) -> Table:
    blocks = every_block(report.sections)
    return next(one for one in blocks if isinstance(one, Table) and "With one fewer" in [column.head for column in one.columns])


def test_counts_that_were_published_and_decided_by_what_was_worked_out_from_them_are_told_with_them(report: Report) -> None:
    assert plain(counts(report).note) == (
        "Taken over from what was published, and so no check of it: "
        "North: vans (the 80 boxes in each are 630 over 8, rounded up)."
    )


def test_what_is_packed_is_used_by_what_could_be_split(report: Report) -> None:
    rows = {plain(row.cells[0]): [plain(cell) for cell in row.cells[2:]] for row in counts(report).rows}
    assert rows["North: needed"] == ["by size", "60 % (by weight)", "does not fit", "by weight, 3"]
    assert rows["North: carts"][1:3] == ["50 %", "60 %; with spares: 0 of 1"]
    assert rows["North: vans"][1:3] == ["98.4 %", "113 %"]


def test_what_is_packed_stands_among_the_limits(report: Report) -> None:
    chart = next(one for one in every_block(report.sections) if isinstance(one, Chart))
    assert "North: needed, by weight (3 of 5 carts; by size asks for all of them)" in [row.label for row in chart.rows]


def test_a_quantity_that_is_held_against_itself_is_no_limit_that_is_met_exactly(report: Report) -> None:
    told = [plain(one.prose) for one in every_block(report.sections) if isinstance(one, Paragraph)]
    exactly = next(one for one in told if "met exactly" in one)
    assert "North: the floor holds all crates" in exactly
    assert "all crates are told of" not in exactly


def test_counts_of_which_there_are_none_have_no_rows() -> None:
    """Nothing asks for any: a sentence below the table names them."""
    south = '  south: shed "South" { large = 0 boxes, volume = 0 boxes, each = 80 boxes/cart, floor = 0 boxes }\n  expect vans'
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("  expect vans", south, 1)})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    report, _ = build(compilation, compilation.designs[0])
    counts = next(one for one in every_block(report.sections) if isinstance(one, Table) and one.columns[0].head == "Count")
    assert [plain(row.cells[0]) for row in counts.rows] == ["North: needed", "North: carts", "North: vans", "South: carts"]
    assert plain(counts.note).startswith("0, since nothing asks for any: South: needed; South: vans. Taken over from")
