"""A row of a sweep is what the design comes to with the same values given by `--set`, whichever shapes it takes on the way."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.suite.case import AS_OF
from vdl.compilation import Solved
from vdl.graph.cells import Cell, Const
from vdl.pipeline import compile
from vdl.query.sweeps import Grid, Row, row_of, shown
from vdl.query.varied import Varied, number
from vdl.semantics.units import Exact
from vdl.values import is_exact
from vdl.words import values as show
from vdl.world import Disk

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*/design.vdl"))


def stated(solved: Solved) -> list[Cell]:
    """Inputs of the design's own objects that its author fills with one number."""
    return [
        cell for cell, value in solved.solution.values.items()
        if cell.form == "input" and cell.origin == "given" and isinstance(cell.formula, Const) and is_exact(value)
        and cell.instance is not None and cell.instance.base is None and cell.instance.top() is solved.graph.root and value
    ]  # fmt: skip


def values(random: Random, cell: Cell, value: Exact) -> list[Exact]:
    whole = value.denominator == 1
    by = [random.choice([1, 2, 3]) if whole else random.choice([1, 2]) for _ in range(2)]
    return [value, *[value * factor for factor in by], value * 0 if random.random() < 0.2 else value]


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.parent.name for path in EXAMPLES])
def test_rows_equal_checks(path: Path) -> None:
    random = Random(path.parent.name)
    compilation = compile(Disk(), str(path), as_of=AS_OF)
    solved = random.choice(compilation.designs)
    units = compilation.names.units
    cells = random.sample(stated(solved), 4)
    for pair in (cells[:1], cells[1:2], cells[2:]):
        varied = []
        for cell in pair:
            unit, value = show.unit_of_cell(cell, units), solved.solution.values[cell]
            assert is_exact(value)
            varied.append(Varied(cell.path, unit, tuple([number(cell.path, one, unit) for one in values(random, cell, value)])))
        counts = [shown(solved.types, solved.design, cell.path)[0] for cell in solved.graph.counts]
        grid = Grid(compilation, solved.design, solved.name, varied, [one for one in counts if one is not None])
        for at in random.sample(range(len(grid)), min(len(grid), 3)):
            row = grid.row(at)
            assert row.settings == grid.settings(at)
            compare(row, grid, str(path), solved.name)


def compare(row: Row, grid: Grid, path: str, design: str) -> None:
    """A row with the same by a compilation of its own."""
    sets = [one.fill for one in row.settings]
    compilation = compile(Disk(), path, as_of=AS_OF, design=design, sets=sets)
    if not compilation.designs:  # it is no value that the input may have
        assert row.verdict == "fails" and row.failing, sets
        return
    solved = compilation.designs[0]
    alone = row_of(compilation, solved, row.settings, ())
    assert (row.verdict, sorted(row.failing)) == (alone.verdict, sorted(alone.failing)), sets
    if not any(d.slug in ("out-of-range", "division-by-zero") for d in solved.diagnostics):
        counts = {one.text: found.value for one, found in zip(grid.shown, row.shown)}
        assert counts == {count.cell.path: count.value for count in solved.judged.counts}, sets
        assert sorted(row.open_points) == sorted(alone.open_points), sets
