"""How much of each limit is used in each year, and in which it is exceeded first."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.report.model import Paragraph, Table, every_block
from vdl.report.printing import plain

DESIGN = """edition 2026
axis age kept { y1, y2, y3 }
axis mood { calm, busy }
kind depot {
  load: Weight, floor: Weight, most: Weight?
  require light: load <= floor "the floor bears it"
  require below: load < most when most is given "it is less than that"
}
design depots "Depots" {
  north: depot "North" { load = { y1: 5, y2: 8, y3: 12 } kg, floor = 10 kg }
  south: depot "South" { load = { y1: 5, y2: 6, y3: 9 } kg, floor = 10 kg }
  east: depot "East" { load = { y1: 1, y2: 2, y3: 3 } kg, floor = 10 kg }
  west: depot "West" { load = 9 kg, floor = 10 kg }
  last: depot "Last" { load = { y1: 3, y2: 6, y3: 5 } kg, floor = 1000 kg, most = 6 kg }
MORE}
document told "Told" { section "One" { show limits_over_time } }
"""


def told(more: str = "") -> tuple[Table, list[str]]:
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("MORE", more)})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error" and one.slug != "rule-failed"] == []
    blocks = list(every_block(build(compilation, compilation.designs[0], "told")[0].sections))
    [table] = [block for block in blocks if isinstance(block, Table)]
    return table, [plain(block.prose) for block in blocks if isinstance(block, Paragraph)]


def test_each_limit_that_is_used_otherwise_from_year_to_year() -> None:
    table, more = told()
    assert [column.head for column in table.columns] == ["Limit", "y1", "y2", "y3", "Exceeded first in"]
    assert [[plain(cell) for cell in row.cells] for row in table.rows] == [
        ["Last: it is less than that", "50", "100", "83.3", "y2"],
        ["North: the floor bears it", "50", "80", "120", "y3"],
        ["South: the floor bears it", "50", "60", "90", "none of them"],
    ]
    assert not more


def test_of_very_many_those_that_have_most_used_in_the_end() -> None:
    like = "  {name}: depot {{ load = {{ y1: 5, y2: 6, y3: {last} }} kg, floor = 10 kg }}\n"
    table, more = told("".join([like.format(name=f"d{at}", last=5.5 + at / 10) for at in range(1, 14)]))
    assert len(table.rows) == 12 and more == ["4 more limits have less used in the end."]


def test_the_most_of_other_labels_counts() -> None:
    table, _ = told("  both: depot \"Both\" { load = { calm: 1, busy: 2 } * { y1: 3, y2: 4, y3: 4.5 } * 1 kg, floor = 10 kg }\n")
    [both] = [row for row in table.rows if plain(row.cells[0]).startswith("Both")]
    assert [plain(cell) for cell in both.cells[1:4]] == ["60", "80", "90"]
