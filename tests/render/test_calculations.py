"""Calculations: each number that decides is worked out down to what somebody stated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples import EXAMPLES, NAMES, designs, report, solved
from vdl.graph.cells import Cell, Const, Op
from vdl.report.formula import Quantity
from vdl.report.model import Report, Working, every_block


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
