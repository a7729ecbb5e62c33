"""What is used of a count is told at the label at which that is most, also where it only stays as it was."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Chart, Paragraph, Report, Table, every_block

DESIGN = """edition 2026
axis term kept { first_term, second_term, third_term }
kind shed {
  load : Weight
  number: Box
  seats : Number
  count carts: Cart
  count vans: Cart
  bound by_weight: carts >= load / (10 kg/cart)
  bound there_before: carts >= previous(carts, 0 carts)
  bound by_size: vans >= packed([6 kg/box], [number], 10 kg/cart)
  bound by_seats: vans >= seats * 1 cart
  least : Cart = 2 carts
  count handcarts: Cart
  bound at_least: handcarts >= max([least, 1 cart])
}
design sheds "Sheds" {
  north: shed "North" {
    load = { first_term: 25, second_term: 12, third_term: 29 } kg, number = 3 boxes
    seats = { first_term: 1.5, second_term: 3, third_term: 2.5 }
  }
}
document drawn "Drawn" { section "One" { show limits, show counts } }
"""


@pytest.fixture(scope="module")
def report() -> Report:
    compilation = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one for one in compilation.diagnostics if one.severity == "error"] == []
    return build(compilation, compilation.designs[0])[0]


def rows(report: Report) -> dict[str, list[str]]:
    blocks = every_block(report.sections)
    table = next(one for one in blocks if isinstance(one, Table) and "With one fewer" in [column.head for column in one.columns])
    return {plain(row.cells[0]): [plain(cell) for cell in row.cells] for row in table.rows}


def test_what_only_stays_is_used_by_what_is_asked_for_then(report: Report) -> None:
    """In autumn nothing is added, and more is carried than in spring."""
    assert rows(report)["North: carts"][3:] == ["96.7 % (third term)", "145 %", ""]


def test_what_could_be_split_and_asks_for_all_uses_all(report: Report) -> None:
    """Three boxes need three vans each; in summer the seats do, too."""
    assert rows(report)["North: vans"][3] == "100 % (second term)"


def test_a_least_number_as_it_is_stated_is_no_limit_that_is_met(report: Report) -> None:
    assert rows(report)["North: handcarts"][3:] == ["", "", ""]
    told = [plain(one.prose) for one in every_block(report.sections) if isinstance(one, Paragraph)]
    exactly = next(one for one in told if "met exactly" in one)
    assert "North: vans (by size and by seats, second_term)" in exactly and "handcarts" not in exactly


def test_a_count_is_drawn_once_where_it_is_nearest_to_its_limit(report: Report) -> None:
    chart = next(one for one in every_block(report.sections) if isinstance(one, Chart))
    assert [row.label for row in chart.rows] == ["North: carts, by weight, at third_term (2.9 of 3 carts)"]
