"""A solved graph, ready to be solved again with other values of some inputs: only what they move is computed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from vdl.graph.cells import Cell, Formula
from vdl.graph.design import CHOICES, Graph
from vdl.graph.identity import CellId, cell_id, input_ids
from vdl.graph.order import cell_needs, formulas_of, lasting, reads
from vdl.records import NamedTuple
from vdl.solve.evaluation import Lasting
from vdl.solve.records import Solution
from vdl.solve.solver import Solver, Step, step_of
from vdl.values import FAULT, Range, Value, same, scalars

if TYPE_CHECKING:
    from vdl.values.draws import Draw


class Again(NamedTuple):
    """A graph that was solved once more, and the cells of which the value may not be what it was the time before."""

    solver: Solver
    changed: Collection[Cell]


class Plan:
    """What some inputs move in a solved graph, in order, and the values it reads from outside.

    `watched` are cells that will be read of each solution though no input moves them.
    """

    def __init__(
        self, graph: Graph, kept: Collection[str], solution: Solution, inputs: Collection[Cell], watched: Iterable[Cell] = ()
    ) -> None:
        self.kept = kept
        self._steps = list(_steps(graph, inputs))
        self.order = [step.cells for step in self._steps]
        """Components of cells that the inputs move, in order."""
        self.moved = {*inputs, *[cell for component in self.order for cell in component]}
        read = {need for component in self.order for cell in component for need in _all_needs(cell)}
        read.update(watched)
        # Also what lies beneath what is read: words about what can't be solved look there, and name it.
        self._outside = dict(solution.values)
        for cell in self.moved:
            self._outside.pop(cell, None)
        self._outside.update({cell: FAULT for cell in read if cell not in self.moved and cell not in self._outside})

    def solve(self, inputs: Mapping[Cell, Value], *, spans: int = 0, draw: Draw | None = None) -> Solver:
        """The graph with other values of its inputs: a solver that has computed what they move."""
        return self.solve_at({cell_id(cell): value for cell, value in inputs.items()}, spans=spans, draw=draw)

    def solve_at(self, inputs: Mapping[CellId, Value], *, spans: int = 0, draw: Draw | None = None) -> Solver:
        """The same, of inputs by what they are called, and with what is drawn for the ranges."""
        solver = Solver(self.kept, inputs, dict(self._outside), spans=spans, draw=draw)
        solver.steps(self._steps)
        return solver

    def solve_after(
        self, before: Solver | None, inputs: Mapping[CellId, Value], draw: Draw | None, lasting: Lasting, *, spans: int = 0
    ) -> Again:
        """The same, where it was solved before: what reads nothing that has another value now is what it was.

        What had something said of it is computed anew, so that it is said again; so is all where a limit was passed, or where
        only one of the two is over a stretch of steps.
        """
        solver = Solver(self.kept, inputs, dict(self._outside), spans=spans, draw=draw, lasting=lasting)
        if before is None or before.evaluation.exhausted or bool(before.spans) != bool(spans):
            solver.steps(self._steps)
            return Again(solver, self.moved)
        same_steps = before.spans == spans  # else what is made of a range may be another one than of the same range before
        changed: set[Cell] = set()
        for step in self._steps:
            if step.needs is None or step.cells in before.loud or not changed.isdisjoint(step.needs):
                solver.step(step)
                changed.update([
                    cell for cell in step.cells if not same(value := solver.values[cell], before.values[cell])
                    or not (same_steps or _is_free_of_ranges(value))
                ])  # fmt: skip
            else:
                solver.keep(step.cells, before)
        return Again(solver, changed)

    def lasting(self, judged: Iterable[Formula | None], *, drawn: bool) -> Lasting:
        """The operations that the inputs do not move, of quantities that they do move and of formulas that are judged; where
        ranges are `drawn`, without those that hold one. None of them has been computed."""
        formulas = [one for component in self.order for cell in component for one in formulas_of(cell)]
        return dict.fromkeys(lasting([*formulas, *judged], self.moved, drawn=drawn))


def _is_free_of_ranges(value: Value) -> bool:
    return not any(isinstance(one, Range) for _, one in scalars(value))


def _steps(graph: Graph, inputs: Collection[Cell]) -> Iterator[Step]:
    given, named, names = frozenset(inputs), {cell_id(cell) for cell in inputs}, {cell.name for cell in inputs}
    moved = set(inputs)

    def is_input(cell: Cell) -> bool:
        return cell.name in names and (cell in given or not named.isdisjoint(input_ids(cell)))

    for component in graph.order:
        holds_input = any(map(is_input, component))
        needs = frozenset([need for cell in component for need in cell_needs(cell) if need in moved])
        if holds_input or needs:
            moved.update(component)
            yield step_of(component, None if holds_input else needs)


def _all_needs(cell: Cell) -> list[Cell]:
    """What a cell needs; of a count also what its bounds need, which judge it where it is given."""
    found = [*cell_needs(cell)]
    if cell.form == "count" and not cell.is_solved:
        for bound in cell.bounds:
            found += reads(bound.value, bound.when)
    return found


def moved_by(graph: Graph, inputs: Collection[Cell]) -> set[Cell]:
    """What some inputs move, by way of formulas."""
    return {*inputs, *[cell for step in _steps(graph, inputs) for cell in step.cells]}


def touched(graph: Graph, cells: Collection[Cell]) -> frozenset[Cell | str]:
    """What is moved with these cells, also by way of the objects that conditions and choices take: quantities, and rules by
    their paths."""
    moved: set[Cell | str] = {*cells}
    while True:
        numbers = {d.number for d in graph.decisions if any(c in moved for c in reads(d.condition))}
        if graph.choices:
            numbers.add(CHOICES)
        hanging = (key for key, of in graph.hanging.items() if of & numbers)
        more: set[Cell | str] = {key for key in hanging if not isinstance(key, tuple)} - moved
        if not more:
            return frozenset(moved)
        moved |= more
        for component in graph.order:
            if any(c in moved or any(n in moved for n in cell_needs(c)) for c in component):
                moved.update(component)
