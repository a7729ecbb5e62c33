"""Sections of many objects of one shape are one, and steps of one formula are told by their results; few rows are not parted."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.table_layout import grid
from vdl.report.build import build
from vdl.report.likewise import likewise
from vdl.report.model import Column, Report, Row, Section, Step, Table, Text, Working, every_block
from vdl.report.printing import plain
from vdl.text.phrases import phrase

DESIGN = """edition 2026
kind depot {
  load: Weight
  crates: Box
  high: Weight = 3 kg
  let filled = load * 2 + high
}
design depots "Depots" {
EACH
  odd: depot "Odd one" { load = 9 kg, crates = 2 boxes }
  let all_loads = sum((all depot).filled)
}
document drawn "Drawn" {
  section "One" {
    for d in all depot {
      section "{d.title}" {
        facts { "Kept in": "the yard", "Load": d.load }
        table "{d.title}" for n in each(1) { "What": "crates", "Number": d.crates }
        if d.load == 9 kg { text "It is another one." }
      }
    }
  }
  section "Two" { working depots.all_loads }
}
"""


def made(number: int) -> Report:
    each = [f'  d{at}: depot "Depot {at}" {{ load = {20 + at} kg, crates = {3 + at} boxes }}' for at in range(number)]
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("EACH", "\n".join(each))})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error"] == []
    report, said = build(compilation, compilation.designs[0], "drawn")
    assert not said
    return report


def inner(report: Report) -> list[Section]:
    [one] = [block for block in report.sections if block.title == "One"]
    return [block for block in one.blocks if isinstance(block, Section)]


def test_many_sections_of_one_shape_are_a_table_with_a_row_for_each() -> None:
    first, odd = inner(made(8))
    assert first.title == "Depot 0; Depot 1; Depot 2; Depot 3; Depot 4; Depot 5; 2 more" and odd.title == "Odd one"
    table, alike = first.blocks
    assert isinstance(table, Table)
    assert [(column.head, column.unit) for column in table.columns][:3] == [("Of", ""), ("Load", "kg"), ("crates", "boxes")]
    assert [[plain(cell) for cell in row.cells[:3]] for row in table.rows] == [
        [f"Depot {at}", str(20 + at), str(3 + at)] for at in range(8)
    ]  # fmt: skip
    assert alike.items == (("Kept in", (Text("the yard"),)),)  # type: ignore[union-attr]


def test_the_same_figures_of_few_stand_as_they_did() -> None:
    assert [one.title for one in inner(made(3))] == ["Depot 0", "Depot 1", "Depot 2", "Odd one"]


def test_very_many_steps_of_one_formula_are_told_by_what_they_come_to() -> None:
    def steps(report: Report) -> list[tuple[str, str]]:
        [working] = [block for block in every_block(report.sections) if isinstance(block, Working)]
        return [(step.note, step.formula) for step in working.steps if "filled" in step.name or "same way" in step.note]

    few, many = steps(made(3)), steps(made(8))
    assert len(few) == 4 and not [note for note, _ in few if note]
    assert len(many) == 3
    note, results = many[-1]
    assert note == "in the same way:"
    assert results.startswith("d2 filled 47 kg; d3 filled 49 kg; ") and results.endswith("odd filled 21 kg")


def test_a_step_is_told_by_the_object_that_its_name_has_not_by_a_word_in_it() -> None:
    names = [phrase("{name} of {object}", name="share of load", object=f"Copy of depot {at}") for at in range(6)]
    steps = [
        Step("", "a + b", "1 + 2", f"{at} kg", name=name, path=f"d{at}.share", follows_up=True) for at, name in enumerate(names)
    ]
    assert likewise(Working("All", tuple(steps), ())).steps[-1].formula == "; ".join(
        f"Copy of depot {at} {at} kg" for at in range(2, 6)
    )


def test_a_table_of_few_rows_is_not_parted() -> None:
    long = (Text("word " * 24),)
    for rows, short in (3, True), (9, False):
        table = Table("", (Column("A"), Column("B")), tuple([Row((long, long)) for _ in range(rows)]))
        assert grid(table).lines > 6 and grid(table).short == short
