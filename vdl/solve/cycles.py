"""Cycles of cells: the counts in one start at 0 and climb together until no bound forbids them.

That is the least solution as long as no bound asks for less when counts rise, which is watched on the way. It ends:
every round raises a count by one at least, a count has a limit, and so have the rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from vdl import errors
from vdl.graph.cells import BoundEntry, Cell
from vdl.graph.order import cell_needs
from vdl.solve.counts import bound_value, entry_span, marked, smallest
from vdl.solve.records import BoundValue, CountValue
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import COUNT, CYCLE_WORK, ROUNDS
from vdl.values import FAULT, Value, is_exact, scalars

if TYPE_CHECKING:
    from vdl.solve.solver import Solver

Asked = dict[Cell, tuple[BoundValue, ...]]


class _Unsettled(Exception):
    """These counts have no least numbers, or none within the limits."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic


def solve(solver: Solver, cells: tuple[Cell, ...]) -> None:
    """Compute the cells of one cycle."""
    names = [c.path for c in cells if c.form in ("count", "input", "let")]
    counts = [c for c in cells if c.is_solved and not solver.is_input(c)]
    try:
        if solver.spans:
            raise _Unsettled(None)
        order = _broken(solver, cells, set(counts))
        _climb(solver, counts, order, names, len(cells))
    except _Unsettled as unsettled:
        if unsettled.diagnostic is not None:
            solver.evaluation.say(unsettled.diagnostic)
        for cell in cells:
            solver.values[cell] = FAULT
            if cell.form == "count":
                solver.counts[cell] = CountValue(cell, FAULT, False, ())


def _broken(solver: Solver, cells: tuple[Cell, ...], counts: set[Cell]) -> list[Cell]:
    """The other cells of a cycle in order, once its counts are taken as known."""
    inside = set(cells) - counts
    try:
        below = {
            cell: [] if solver.is_input(cell) else [c for c in cell_needs(cell) if c in inside]
            for cell in cells if cell in inside
        }  # fmt: skip
        return list(TopologicalSorter(below).static_order())
    except CycleError as cycle:
        ring: list[Cell] = list(reversed(cycle.args[1][1:]))
        at = ring.index(min(ring, key=lambda c: c.span().key()))
        ring = [c for c in ring[at:] + ring[:at] if c.form != "part"]
        related = [(c.span(), f"`{c.path}`") for c in ring[1:]]
        raise _Unsettled(errors.circular_definition(ring[0].span(), [*[c.path for c in ring], ring[0].path], related)) from None


def _climb(solver: Solver, counts: list[Cell], order: list[Cell], names: list[str], size: int) -> None:
    numbers: dict[Cell, Value] = {c: 0 for c in counts}
    asked: Asked = {}
    for round_ in range(1, min(ROUNDS, CYCLE_WORK // size) + 1):
        solver.values.update(numbers)
        solver.evaluation.forget_corners()
        for cell in order:
            solver.cell(cell)
        changed = False
        for cell in counts:
            bounds = [bound_value(solver.evaluation, cell, entry, solver.kept) for entry in cell.bounds]
            fallen = _fallen(asked.get(cell, ()), bounds)
            if fallen is not None:
                raise _Unsettled(errors.not_monotone(entry_span(fallen), names, fallen.name))
            asked[cell] = tuple(bounds)
            number = smallest(solver.evaluation, bounds)
            if any(x is FAULT for _, x in scalars(number)):
                raise _Unsettled(None)
            if number != numbers[cell]:
                changed = True
                numbers[cell] = number
                if any(x > COUNT for _, x in scalars(number) if is_exact(x)):
                    raise _Unsettled(_endless(cell, names, asked))
        if not changed:
            for cell in counts:
                value = numbers[cell]
                solver.settle(cell, value, CountValue(cell, value, False, marked(list(asked[cell]), value)))
                solver.rounds[cell] = round_
            return
    slow = "these counts did not settle in the rounds they may take"
    raise _Unsettled(_endless(counts[0], names, asked)._replace(message=slow))


def _fallen(before: Iterable[BoundValue], now: list[BoundValue]) -> BoundEntry | None:
    """A bound that asks for less than in the round before, though no count has fallen."""
    for old, new in zip(before, now):
        if old.required is None:
            continue
        if new.required is None:
            return new.entry
        earlier = {key: number for key, number in scalars(old.required) if is_exact(number)}
        for key, number in scalars(new.required):
            if key in earlier and is_exact(number) and number < earlier[key]:
                return new.entry
    return None


def _endless(cell: Cell, names: list[str], asked: Asked) -> Diagnostic:
    related = [
        (entry_span(bound.entry), f"asks for more of `{count.path}` the more there are")
        for count, bounds in asked.items()
        for bound in marked(list(bounds), None)
        if bound.decides
    ]
    return errors.does_not_settle(cell.span(), names, related)



