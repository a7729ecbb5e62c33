"""Which rows of long tables of scenarios stand in a chapter, and that the appendix has all."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Section, Table, every_block

DESIGN = """edition 2026
kind shed {{
  load : Weight
  count carts: Cart
  bound by_load: carts >= load / (10 kg/cart)
  require light: carts <= 30 carts "the shed has room"
}}
design sheds "Sheds" {{
  many: Weight = 100 kg
{sheds}
  scenario fair "The fair" {{ many = 200 kg, s7.load = 400 kg }}
}}
document drawn "Drawn" {{
  section "Compared" {{ show deciding_scenarios }}
  appendix "In full" {{ show further_scenarios }}
}}
"""


def sections(count: int) -> tuple[Section, ...]:
    sheds = "\n".join([f'  s{at}: shed "Shed {at}" {{ load = many + {at} kg }}' for at in range(count)])
    made = compile(TestWorld("suite/library", {"a.vdl": DESIGN.format(sheds=sheds)}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in made.diagnostics if one.severity == "error"] == []
    return build(made, made.designs[0], "drawn")[0].sections


def rows(section: Section) -> list[tuple[str, list[str]]]:
    found = [one for one in every_block([section]) if isinstance(one, Table) and one.columns[0].head == "What"]
    return [(plain(one.note), [plain(row.cells[0]) for row in one.rows]) for one in found]


def test_of_a_long_table_a_chapter_has_what_weighs_most_and_the_appendix_all() -> None:
    compared, in_full = sections(20)
    [(note, said)] = rows(compared)
    assert note == "Of 23 rows these weigh most; the appendix has all."
    assert len(said) == 12 and said[:3] == ["verdict", "open points", "Shed 7: the shed has room"]
    assert "Shed 7: carts" in said
    [(note, whole)] = rows(in_full)
    assert note == "Where a cell is empty, it is as the design stands."
    assert len(whole) == 23 and set(said) < set(whole)


def test_a_short_table_stays_whole_and_no_appendix_repeats_it() -> None:
    compared, *others = sections(10)
    [(note, said)] = rows(compared)
    assert note == "" and len(said) == 13 and not any(map(rows, others))
