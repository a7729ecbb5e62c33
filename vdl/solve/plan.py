"""A solved graph, ready to be solved again with other values of some inputs: only what they move is computed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from vdl.graph.cells import Cell
from vdl.graph.design import CHOICES, Graph
from vdl.graph.identity import CellId, cell_id, input_id
from vdl.graph.order import cell_needs, reads
from vdl.solve.records import Solution
from vdl.solve.solver import Solver, is_circle
from vdl.values import FAULT, Value

if TYPE_CHECKING:
    from vdl.values.draws import Draw


class Plan:
    """What some inputs move in a solved graph, in order, and the values it reads from outside.

    `watched` are cells that will be read of each solution though no input moves them.
    """

    def __init__(
        self, graph: Graph, kept: Collection[str], solution: Solution, inputs: Collection[Cell], watched: Iterable[Cell] = ()
    ) -> None:
        self.kept = kept
        moved = set(inputs)
        named = {cell_id(cell) for cell in inputs}
        self.order: list[tuple[Cell, ...]] = []
        """Components of cells that the inputs move, in order."""
        for component in graph.order:
            if any(c in moved or input_id(c) in named or any(n in moved for n in cell_needs(c)) for c in component):
                moved.update(component)
                self.order.append(component)
        self.moved = moved
        self._steps = [(component, is_circle(component)) for component in self.order]
        read = {need for component in self.order for cell in component for need in _all_needs(cell)}
        read.update(watched)
        self._outside = {cell: solution.values.get(cell, FAULT) for cell in read if cell not in moved}

    def solve(self, inputs: Mapping[Cell, Value], *, spans: int = 0, draw: Draw | None = None) -> Solver:
        """The graph with other values of its inputs: a solver that has computed what they move."""
        return self.solve_at({cell_id(cell): value for cell, value in inputs.items()}, spans=spans, draw=draw)

    def solve_at(self, inputs: Mapping[CellId, Value], *, spans: int = 0, draw: Draw | None = None) -> Solver:
        """The same, of inputs by what they are called, and with what is drawn for the ranges."""
        solver = Solver(self.kept, inputs, dict(self._outside), spans=spans, draw=draw)
        solver.steps(self._steps)
        return solver


def _all_needs(cell: Cell) -> list[Cell]:
    """What a cell needs; of a count also what its bounds need, which judge it where it is given."""
    found = cell_needs(cell)
    if cell.form == "count" and not cell.is_solved:
        for bound in cell.bounds:
            found += reads(bound.value, bound.when)
    return found


def touched(graph: Graph, plan: Plan) -> frozenset[Cell | str]:
    """What an input moves, also by way of the objects that conditions and choices take: quantities, and rules by their
    paths."""
    moved: set[Cell | str] = set(plan.moved)
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
