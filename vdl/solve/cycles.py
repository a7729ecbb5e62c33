"""Cycles of cells: the counts in one start at 0 and climb together until no bound forbids them.

That is the least solution as long as no bound asks for less when counts rise, which is watched on the way. It ends:
every round raises a count by one at least, a count has a limit, and so have the rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Protocol

from vdl import errors
from vdl.graph.cells import BoundEntry, Cell
from vdl.graph.order import cell_needs
from vdl.solve.counts import bound_value, entry_span, marked, smallest
from vdl.solve.label_by_label import Label, Steps, chosen_within, reads_itself, steps
from vdl.solve.records import BoundValue, CountValue
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import COUNT, CYCLE_WORK, ROUNDS
from vdl.values import FAULT, Value, is_exact, scalars, stacked

if TYPE_CHECKING:
    from vdl.solve.solver import Solver

Asked = dict[Cell, tuple[BoundValue, ...]]


class View(Protocol):
    """The counts of a cycle as they are looked at: as a whole, or at one label of an axis."""

    @property
    def axis(self) -> str | None: ...

    def put(self, numbers: Mapping[Cell, Value]) -> None: ...

    def seen(self, bounds: Iterable[BoundValue]) -> list[BoundValue]: ...


class _Whole:
    axis = None

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def put(self, numbers: Mapping[Cell, Value]) -> None:
        self.solver.values.update(numbers)
        self.solver.evaluation.forget_corners()

    def seen(self, bounds: Iterable[BoundValue]) -> list[BoundValue]:
        return list(bounds)


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
        in_steps = steps(cells)
        if in_steps is not None:
            _in_steps(solver, in_steps, counts, order, names)
            return
        numbers, asked, rounds = _climb(solver, counts, order, names, len(cells), _Whole(solver))
        for cell in counts:
            _settle(solver, cell, numbers[cell], asked[cell])
            solver.rounds[cell] = rounds
        for cell in order:
            if not solver.is_input(cell):
                solver.checked(cell)
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


def _settle(solver: Solver, cell: Cell, value: Value, asked: Iterable[BoundValue]) -> None:
    solver.settle(cell, value, CountValue(cell, value, False, marked(list(asked), value)))


def _asked(solver: Solver, cell: Cell) -> list[BoundValue]:
    return [bound_value(solver.evaluation, cell, entry, solver.kept) for entry in cell.bounds]


def _in_steps(solver: Solver, found: Steps, counts: Collection[Cell], order: list[Cell], names: list[str]) -> None:
    """Solve a circle label by label; then compute its cells once more, as a whole."""
    earlier: dict[Cell, dict[str, Value]] = {cell: {} for cell in counts}
    nothing = stacked(found.along.axis, dict.fromkeys(found.along.labels, FAULT))
    solver.values.update(dict.fromkeys(order, nothing))
    for label in found.along.labels:
        view = Label(solver, found.along, label, earlier)
        view.put(dict.fromkeys(counts, FAULT))
        for group in found.groups:
            solved = [cell for cell in group if cell in earlier]
            if len(group) > 1 or reads_itself(group[0], found.along.axis):
                inner = [cell for cell in order if cell in group]
                work = _EACH * len(group) * len(found.along.labels)
                numbers = _climb(solver, solved, inner, names, work, view)[0]
            elif solved:
                number = view.number(_asked(solver, group[0]))
                if any(one is FAULT for _, one in scalars(number)):
                    raise _Unsettled(None)
                numbers = {group[0]: number}
            else:
                solver.cell(group[0], rising=True)
                continue
            view.put(numbers)
            for cell, number in numbers.items():
                earlier[cell][label] = number
    for cell in order:
        solver.cell(cell)
    for cell in counts:
        asked = _asked(solver, cell)
        _settle(solver, cell, smallest(solver.evaluation, asked), asked)


_EACH = 4
"""What a round costs for each quantity and label, where a circle is solved label by label."""


def _climb(
    solver: Solver, counts: list[Cell], order: list[Cell], names: list[str], size: int, view: View
) -> tuple[dict[Cell, Value], Asked, int]:
    """The least numbers of some counts, what their bounds ask at them, and the rounds it took. Raises _Unsettled."""
    chosen = chosen_within({*counts, *order}, view.axis)
    if chosen is not None:
        op, by = chosen
        raise _Unsettled(errors.key_is_solved(op.span(), by.path))
    numbers: dict[Cell, Value] = {c: 0 for c in counts}
    asked: Asked = {}
    for round_ in range(1, min(ROUNDS, CYCLE_WORK // size) + 1):
        view.put(numbers)
        for cell in order:
            solver.cell(cell, rising=True)
        changed = False
        for cell in counts:
            bounds = view.seen(_asked(solver, cell))
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
            return numbers, asked, round_
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



