"""A row of a sweep is what the design comes to with the same values given by `--set`, whichever shapes it takes on the way."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.examples import SMALLER
from tests.suite.case import AS_OF, Case, quick
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, Const
from vdl.graph.identity import cell_id
from vdl.pipeline import compile
from vdl.query.odds import unknowns
from vdl.query.sweeps import Grid, Row, row_of, shown, sweep, sweeps
from vdl.query.varied import Varied, number
from vdl.semantics.units import Exact
from vdl.values import is_exact
from vdl.values.draws import Draw
from vdl.variants.shapes import Shapes
from vdl.words import values as show
from vdl.world import Disk


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


@pytest.mark.parametrize("path", SMALLER, ids=[path.parent.name for path in SMALLER])
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


@pytest.mark.parametrize("path", SMALLER, ids=[path.parent.name for path in SMALLER])
def test_what_is_kept_from_one_solution_to_the_next_is_what_it_would_be(path: Path) -> None:
    random = Random(f"again {path.parent.name}")
    compilation = compile(Disk(), str(path), as_of=AS_OF)
    solved = random.choice(compilation.designs)
    for _ in range(2):
        kept_as_anew(random, compilation, solved, random.sample(stated(solved), 2), 0.3)


@pytest.mark.parametrize("seed", range(2))
def test_so_it_is_in_circles_by_label_and_where_something_is_said(seed: int) -> None:
    """Of designs of the suite, which have all that the language has."""
    random = Random(f"suite {seed}")
    for path in random.sample(quick(), 16):
        compilation = Case(path).compiled()
        for solved in compilation.designs:
            cells = stated(solved)
            if cells and not any(d.severity == "error" for d in solved.diagnostics):
                kept_as_anew(random, compilation, solved, random.sample(cells, min(len(cells), 2)), 1)


def test_questions_at_the_same_values_are_answered_together_as_they_are_alone() -> None:
    alike = 0
    for path in [path for path in quick() if " in " in path.read_text() and "  ask " in path.read_text()]:
        compilation = Case(path).compiled()
        for solved in compilation.designs:
            if not any(d.severity == "error" for d in solved.diagnostics):
                entries = solved.graph.sweeps
                assert sweeps(compilation, solved) == tuple([sweep(compilation, solved, entry) for entry in entries]), path
                at = {(one.cell, one.number, one.listed, one.first, one.step) for one in entries}
                alike += len(entries) - len(at)
    assert alike


def kept_as_anew(random: Random, compilation: Compilation, solved: Solved, cells: list[Cell], often: float) -> None:
    """Solve a design at several values of some cells, one after the other; so often, compare with what it is there alone."""
    first = {cell_id(cell): _exact(solved, cell) for cell in cells}
    at = [{cell_id(cell): random.choice(values(random, cell, first[cell_id(cell)])) for cell in cells} for _ in range(6)]
    # Also one thing at a time, and back to where it was: what is kept differs.
    at += [{**one, cell_id(cells[0]): first[cell_id(cells[0])]} for one in at] + at[:2]
    drawn = bool(unknowns(compilation, solved, [])) and random.random() < 0.5
    again = shapes(solved)
    if random.random() < 0.5:
        again.first()  # which is then the first shape
    for k, one in enumerate(at):
        draw = Draw(1, k) if drawn else None
        found = again.at(one, draw)
        if random.random() < often:
            assert facts(found) == facts(shapes(solved).at(one, draw)), (solved.name, one)


def shapes(solved: Solved) -> Shapes:
    return Shapes(solved.types, solved.design, solved.name, AS_OF)


def _exact(solved: Solved, cell: Cell) -> Exact:
    value = solved.solution.values[cell]
    assert is_exact(value)
    return value


def facts(solved: Solved) -> object:
    """All that was found of a design, in terms that know nothing of which graph it was found in."""
    solution, judged = solved.solution, solved.judged
    return (
        {cell_id(cell): value for cell, value in solution.values.items() if cell.form != "part"},
        [
            (one.name, one.outcome, one.places, one.accepted, [each.rule for each in one.waivers], one.sides, one.margin)
            for one in judged.rules
        ],
        [(use.entry.rule, use.outcome) for use in judged.waivers],
        [(one.entry.name, one.outcome, one.computed, one.published) for one in solved.expectations],
        [(one.cell.path, one.value, one.given, [tuple(each)[1:] for each in one.bounds]) for one in judged.counts],
        sorted([(one.sort, one.name, one.text, one.accepted is None) for one in solved.open_points]),  # in any order
        [(one.slug, one.message, one.notes, one.help) for one in solved.diagnostics],
        solved.standing,
    )


def compare(row: Row, grid: Grid, path: str, design: str) -> None:
    """A row with the same by a compilation of its own."""
    sets = [one.fill for one in row.settings]
    compilation = compile(Disk(), path, as_of=AS_OF, design=design, sets=sets)
    if not compilation.designs:  # it is no value that the input may have
        assert row.verdict == "fails" and row.failing, sets
        return
    solved = compilation.designs[0]
    alone = row_of(solved, row.settings, ())
    assert (row.verdict, sorted(row.failing)) == (alone.verdict, sorted(alone.failing)), sets
    if not any(d.slug in ("out-of-range", "division-by-zero") for d in solved.diagnostics):
        counts = {one.text: found.value for one, found in zip(grid.shown, row.shown)}
        assert counts == {count.cell.path: count.value for count in solved.judged.counts}, sets
        assert sorted(row.open_points) == sorted(alone.open_points), sets
