"""Cycles of cells: the counts in one that can be held alone are searched for; else all climb together.

One count of which holding it leaves no cycle is the smallest number that satisfies its bounds at that number (see
`scan`). In other cycles the counts start at 0 and climb until no bound forbids them. That is the least solution as
long as no bound asks for less when counts rise, which is watched on the way. It ends: every round raises a count by
one at least, a count has a limit, and so have the rounds. Where counts reach themselves through earlier labels of an
axis, both are done at each of its labels (see `label_by_label`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from vdl import errors
from vdl.graph.cells import BoundEntry, Cell
from vdl.graph.order import cell_needs, cost, formulas_of, lasting
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, ceiling, decimal
from vdl.solve.counts import marked, smallest
from vdl.solve.fed_back import at_the_filling
from vdl.solve.label_by_label import Label, Steps, chosen_within, steps
from vdl.solve.records import BoundValue, CountValue, First
from vdl.solve.scan import Asked, Endless, Found, Scan, Tangled, Unsettled
from vdl.solve.view import Standing, View
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import COUNT, CYCLE_WORK, ROUNDS
from vdl.values import FAULT, Labels, Value, anywhere, is_exact, scalars, stacked

if TYPE_CHECKING:
    from vdl.solve.solver import Solver


class Circle(NamedTuple):
    """What is solved together: its counts, its other cells in order once those are known, and what it is called."""

    counts: list[Cell]
    order: list[Cell]
    names: list[str]
    work: int
    """What a round costs."""
    most: int
    """What all rounds may cost."""

    @property
    def rounds(self) -> int:
        """So many it may take."""
        return min(ROUNDS, self.most // self.work)


class Settled(NamedTuple):
    """The numbers of counts, what their bounds ask for at them, and in how many rounds they were found."""

    numbers: dict[Cell, Value]
    asked: Asked
    rounds: int
    firsts: dict[Cell, tuple[First, ...]]
    """Of a count that was searched for: where it first suffices."""


def solve(solver: Solver, cells: tuple[Cell, ...]) -> None:
    """Compute the cells of one cycle."""
    names = [c.path for c in cells if c.form in ("count", "input", "let")]
    counts = [c for c in cells if solver.solves(c)]
    try:
        in_steps = steps(cells)
        if solver.spans and (in_steps is None or any(group.circle for group in in_steps.groups)):
            raise Unsettled(None)
        circle = Circle(counts, _broken(solver, cells, set(counts)), names, len(cells), solver.circling)
        if in_steps is not None:
            _in_steps(solver, in_steps, circle)
            return
        settled = _together(circle, View(solver, Standing(cells)))
        for cell in counts:
            _settle(solver, cell, settled.numbers[cell], settled.asked[cell], settled.firsts.get(cell, ()))
            solver.rounds[cell] = settled.rounds
        for cell in circle.order:
            if not solver.is_input(cell):
                solver.checked(cell)
    except Unsettled as unsettled:
        if unsettled.diagnostic is not None:
            solver.evaluation.at = counts[0].instance if counts else cells[0].instance
            solver.evaluation.say(at_the_filling(unsettled.diagnostic, cells))
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
        raise Unsettled(errors.circular_definition(ring[0].span(), [*[c.path for c in ring], ring[0].path], related)) from None


def _settle(solver: Solver, cell: Cell, value: Value, asked: list[BoundValue], firsts: tuple[First, ...]) -> None:
    bounds = solver.told(asked, value)
    solver.settle(cell, value, CountValue(cell, value, False, bounds, firsts))


def _in_steps(solver: Solver, found: Steps, circle: Circle) -> None:
    """Solve a circle label by label; then compute its cells once more, as a whole."""
    axis, labels = found.along
    earlier: dict[Cell, dict[str, Value]] = {cell: {} for cell in circle.counts}
    firsts: dict[Cell, tuple[First, ...]] = {}
    standing = Standing([*circle.counts, *circle.order])
    solver.values.update(dict.fromkeys(circle.order, stacked(axis, dict.fromkeys(labels, FAULT))))
    for label in labels:
        view, said = Label(solver, standing, found.along, label, earlier), list[Diagnostic]()
        try:
            with solver.evaluation.trial() as said:
                for cell, new in _at_label(found, circle, view).items():
                    firsts[cell] = (*firsts.get(cell, ()), *new)
        except Unsettled:
            for diagnostic in said:
                if diagnostic.severity == "error":
                    solver.evaluation.say(diagnostic)
            raise
        for cell in circle.counts:
            earlier[cell][label] = view.part(solver.values[cell])
    for cell in circle.order:
        solver.cell(cell)
    for cell in circle.counts:
        asked = View(solver, standing).bounds(cell)
        # One that was searched for may be more than its bounds ask for at it.
        number = solver.values[cell] if cell in firsts else solver.number(cell, asked)
        _settle(solver, cell, number, asked, firsts.get(cell, ()))


def _at_label(found: Steps, circle: Circle, view: Label) -> dict[Cell, tuple[First, ...]]:
    """Solve a circle at one label. Where counts that were searched for first suffice. Raises Unsettled."""
    solver, firsts = view.solver, dict[Cell, tuple[First, ...]]()
    view.put(dict.fromkeys(circle.counts, FAULT))
    for group in found.groups:
        solved = [cell for cell in group.cells if solver.solves(cell)]
        if group.circle:
            inner = [cell for cell in circle.order if cell in group.cells]
            work = _EACH * len(group.cells) * len(found.along.labels)
            settled = _together(Circle(solved, inner, circle.names, work, circle.most), view)
            view.put(settled.numbers)
            firsts.update(settled.firsts)
        else:
            view.compute(group.cells[0])
        if any(anywhere(view.part(solver.values[cell]), FAULT) for cell in solved):
            raise Unsettled(None)
    return firsts


_EACH = 4
"""What a round costs for each quantity and label, where a circle is solved label by label."""


def _together(circle: Circle, view: View) -> Settled:
    """The least numbers of counts that hang on each other. What hangs on none of the circle is computed once for all numbers
    that are tried. Raises Unsettled."""
    evaluation, cells = view.solver.evaluation, [*circle.counts, *circle.order]
    found = lasting([formula for cell in cells for formula in formulas_of(cell)], frozenset(cells), drawn=False)
    outer = evaluation.lasting
    evaluation.lasting = inner = {op: outer.get(op) for op in found}
    try:
        return _scanned(circle, view) or _climbed(circle, view)
    finally:
        outer.update({op: inner[op] for op in found if op in outer})
        evaluation.lasting = outer


def _scanned(circle: Circle, view: View) -> Settled | None:
    """Search for the count that holds a circle together; None where there is none.

    Where several counts do, and something may fall, each is held in turn, and all must lead to the same numbers.
    """
    answers: list[tuple[Scan, Found]] = []
    alone = len(circle.counts) == 1
    for held, below in [(circle.counts[0], circle.order)] if alone else _holding(circle, view):
        scan = Scan(view, held, below, circle.rounds)
        try:
            found = scan.find()
        except Tangled:
            return None
        except Endless as endless:
            if not alone:
                return None
            raise Unsettled(_endless(held, circle.names, endless.asked, endless.rounds)) from None
        answers.append((scan, found))
        if found.rises or found.counts != answers[0][1].counts:
            break
    if not answers or answers[-1][1].counts != answers[0][1].counts:
        return None
    scan, found = answers[0]
    scan.settle(found.number)
    return Settled(found.counts, scan.asked, found.rounds, {scan.held: found.firsts})


def _holding(circle: Circle, view: View) -> Iterator[tuple[Cell, list[Cell]]]:
    """The counts of which holding each alone leaves no cycle, with the other cells in order. Each is on every cycle."""
    cells = [*circle.counts, *circle.order]
    inside = set(cells)
    needs = {cell: [c for c in view.needs(cell) if c in inside] for cell in cells}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as cycle:
        ring = set(cycle.args[1])
        for count in [c for c in circle.counts if c in ring][: CYCLE_WORK // circle.work]:
            below = {cell: [c for c in found if c is not count] for cell, found in needs.items() if cell is not count}
            try:
                yield count, list(TopologicalSorter(below).static_order())
            except CycleError:
                continue


def _climbed(circle: Circle, view: View) -> Settled:
    """The least numbers of some counts that climb together. Raises Unsettled."""
    chosen = chosen_within([*circle.counts, *circle.order], view.axis)
    if chosen is not None:
        op, by = chosen
        raise Unsettled(errors.key_is_solved(op.span(), by.path))
    numbers: dict[Cell, Value] = {c: 0 for c in circle.counts}
    asked: Asked = {}
    circle_cost = cost([*circle.counts, *circle.order])
    for round_ in range(1, circle.rounds + 1):
        view.solver.trials += circle_cost
        view.put(numbers)
        for cell in circle.order:
            view.compute(cell)
        changed = False
        for cell in circle.counts:
            bounds = view.bounds(cell)
            number = smallest(view.solver.evaluation, bounds)
            fall = _fall(asked.get(cell, ()), bounds)
            if fall is not None:
                bound, *both = fall
                raise Unsettled(errors.not_monotone(bound.span(), circle.names, bound.name, _design(cell), round_, *both))
            asked[cell] = bounds
            if anywhere(number, FAULT):
                raise Unsettled(None)
            if number != numbers[cell]:
                changed = True
                numbers[cell] = number
                if any(x > COUNT for _, x in scalars(number) if is_exact(x)):
                    raise Unsettled(_endless(cell, circle.names, asked))
        if not changed:
            return Settled(numbers, asked, round_, {})
    raise Unsettled(_endless(circle.counts[0], circle.names, asked, circle.rounds))


def _fall(before: Iterable[BoundValue], now: list[BoundValue]) -> tuple[BoundEntry, str, str] | None:
    """A bound that asks for less than in the round before, though no count has fallen; and both, in words."""
    for old, new in zip(before, now):
        earlier, later = _numbers(old), _numbers(new)
        for key, number in earlier.items():
            if key in later and later[key] < number:
                return new.entry, decimal(number), decimal(later[key])
            if key not in later:
                return new.entry, decimal(number), "nothing"
    return None


def _numbers(bound: BoundValue) -> dict[Labels, Exact]:
    asked = bound.asks()
    return {key: number for key, number in scalars(asked) if is_exact(number)} if asked is not None else {}


def _design(cell: Cell) -> str:
    """The name of the design that a count belongs to; "" of one of a file."""
    design = cell.instance.top().kind.design() if cell.instance is not None else None
    return design.name if design is not None else ""


def _endless(cell: Cell, names: list[str], asked: Asked, rounds: int = 0) -> Diagnostic:
    """What is said of counts that pass their limit, or do not settle in so many rounds."""
    related = [
        (bound.entry.span(), f"asks for more of `{count.path}` the more there are")
        for count, bounds in asked.items()
        for bound in marked(bounds, None)
        if bound.decides
    ]
    last = max([most for bound in asked.get(cell, ()) if (most := bound.most()) is not None], default=None)
    most = int(ceiling(last)) if last is not None else None
    return errors.does_not_settle(cell.span(), names, related, COUNT, rounds, most)
