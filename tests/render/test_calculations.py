"""Numbers of a document agree: each that decides is worked out down to what somebody stated, and charts say what rules say."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.examples import EXAMPLES, NAMES, designs, report, reports, solved
from tests.suite.case import AS_OF, TestWorld
from vdl.graph.cells import Cell, Const, Op
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.formula import Quantity
from vdl.report.model import Chart, Report, Table, Working, every_block
from vdl.report.titles import Titles
from vdl.words.values import share


def workings(made: Report) -> list[Working]:
    return [one for one in every_block(made.sections) if isinstance(one, Working)]


def derived(cell: Cell) -> bool:
    """Whether a formula computes it, be it by way of quantities that only are another one; one of two fixed numbers is none."""
    while cell.form != "count" and isinstance(cell.formula, Cell):
        cell = cell.formula
    made = cell.formula
    if cell.form == "count" or not isinstance(made, Op):
        return False
    return not (made.op == "if" and all(isinstance(one, Const) for one in made.args[1:]))


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
def test_no_bound_that_decides_ends_at_the_name_of_what_is_derived(path: Path) -> None:
    bare: list[str] = []
    for design in designs(path):
        cells = {cell.path: cell for cell in solved(path, design).solution.values}
        for one in workings(report(path, design)):
            for at, step in enumerate(one.steps):
                of = step.tree
                if not step.decides or not isinstance(of, Quantity) or of.path not in cells or not derived(cells[of.path]):
                    continue
                below = one.steps[at + 1].path if at + 1 < len(one.steps) else ""
                if below != of.path and not one.elsewhere:
                    bare.append(f"{design}, {one.title}: {of.name} = {of.value}")
    assert not bare


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
def test_charts_of_drives_say_of_each_phase_what_the_rule_says(path: Path) -> None:
    for design in designs(path):
        titles = Titles(solved(path, design))
        rules = {
            titles.rule(rule.name).partition(": ")[0]: rule.outcome for rule in solved(path, design).judged.rules
            if rule.name.endswith(".carries_every_phase")
        }  # fmt: skip
        for one in every_block(report(path, design).sections):
            if isinstance(one, Chart) and (said := re.fullmatch(r"Do the drives of (.*) carry every phase\?", one.title)):
                ends = [(Fraction(row.bars[0].most), Fraction(row.marks[0].most)) for row in one.rows]
                exceeded = any(asked > carried for asked, carried in ends)
                assert exceeded == (rules[said[1]] in ("fails", "waived", "part")), (design, one.title, ends)


DESIGN = """edition 2026
kind part { weight: Weight?, height: Length?, number: Box }
design parts "Parts" {
  lid: part "Lid" { weight = 4 kg, height = 0 m, number = 2 boxes }
  rim: part "Rim" { number = 3 boxes }
  scenario more { lid.weight = 6 kg }
}
document bought "Bought" {
  table bill "Parts" for p in all part { "Part": p.title, "Weight": p.weight, "Height": p.height, total "Weight", total "Height" }
  show scenarios
}
"""


def test_sums_that_leave_out_lines_are_lower_bounds_beside_scenarios_too() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error"] == []
    made, said = build(compilation, compilation.designs[0])
    assert not said
    bill, *others = [one for one in every_block(made.sections) if isinstance(one, Table)]
    assert bill.total is not None
    assert [plain(cell) for cell in bill.total.cells] == ["Total", "at least 4", "–"]  # and not "at least 0"
    rows = [[plain(cell) for cell in row.cells] for one in others for row in one.rows]
    # Nobody knows by how much they differ.
    assert [row for row in rows if row[0].startswith("Parts: ")] == [["Parts: Weight (kg)", "at least 4", "at least 6"]]


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
def test_what_fills_something_is_drawn_up_to_what_there_is(path: Path) -> None:
    for made in reports(path):
        for one in every_block(made.sections):
            if isinstance(one, Chart) and one.title.startswith("What fills "):
                for row in one.rows:
                    assert all(bar.most for bar in row.bars), (one.title, row)
                    assert sum(Fraction(bar.most) for bar in row.bars) >= Fraction(row.marks[0].most), (one.title, row)


PUBLISHED = """edition 2026
kind part { number: Box, level: Number }
design parts "Parts" {
  lid: part "Lid" { number = 2 boxes, level = 2 }
  expect lids "Lids": lid.number == 3 boxes differs "one was lost"
  expect few "Few lids": lid.number < 2 boxes differs "one is too many"
  expect level "Level of the lids": lid.level == 1 differs "another way to count"
  scenario more {
    lid.number = 6 boxes
    expect lids "Lids": lid.number == 3 boxes differs "three more"
  }
}
document drawn "Drawn" { show expectations }
"""


def test_figures_of_scenarios_say_so_and_numbers_of_levels_are_no_shares() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": PUBLISHED}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    [drawn] = [one for one in every_block(made.sections) if isinstance(one, Chart)]
    assert [(row.label, row.bars[0].text) for row in drawn.rows] == [
        ("more: Lids", "6 boxes, published 3 boxes"),
        ("Lids", "2 boxes, published 3 boxes"),
        ("Few lids", "2 boxes, published < 2 boxes"),
    ]


def test_a_share_that_is_not_the_whole_does_not_read_as_it() -> None:
    assert [share(Fraction(part)) for part in ("1", "0.9881", "0.9999999919", "1.00000001")] == [
        "100 %", "98.81 %", "99.999999 %", "100.000001 %",
    ]  # fmt: skip


def test_the_numbers_of_few_stand_in_the_order_of_their_names() -> None:
    text = """edition 2026
kind depot { load: Weight, least: Weight, most: Weight
  let kept = min(most, least, load) }
design d "D" { let all_kept = sum((all depot).kept), let high = max([north.load, south.load, north.least])
  north: depot "North" { load = 12 kg, least = 9 kg, most = 20 kg }
  south: depot "South" { load = 13 kg, least = 13 kg, most = 20 kg } }
document drawn "Drawn" { working d.all_kept
  working d.high }
"""
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0], "drawn")
    told = {step.formula: step.numbers for one in workings(made) for step in one.steps if "m" in step.formula}
    assert told["min(most, least, load)"] in ("min(20 kg, 9 kg, 12 kg)", "min(20 kg, 13 kg, 13 kg)")
    assert told["max(north load, south load, north least)"] == "max(12 kg, 13 kg, 9 kg)"
