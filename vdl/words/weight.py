"""How much each of the figures behind a rule that fails has to say: how much nearer the rule comes to holding where that figure
is halved or doubled, all else as it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction

from vdl.graph.blame import nearest
from vdl.graph.cells import Cell, Formula, lesser_first
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.identity import input_id
from vdl.graph.order import cell_needs, cost, reads
from vdl.records import NamedTuple
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, ceiling
from vdl.solve import CountValue, Evaluation, Plan, Solution, first_violation
from vdl.text.diagnostics import failed
from vdl.text.limits import WEIGH_CIRCLE, WEIGH_WORK
from vdl.values import (
    MissingLabel,
    Number,
    Place,
    Scalar,
    TooManyLabels,
    Value,
    Varying,
    at_places,
    broadcast,
    high,
    is_exact,
    is_number,
    low,
    multiply,
    on_numbers,
    scalars,
)

_HALF = Fraction(1, 2)

_FAR = 1000
"""How many times as large, or as small, a figure may become that mends a rule."""

_STEPS = (Fraction(2, 3), Fraction(3, 2), Fraction(4, 5), Fraction(5, 4))
"""What is tried beside that where twice a figure and half of it are both beyond what is wanted."""

_LITTLE = Fraction(1, 10)
"""What is tried of a figure that is 0, and not counted: a tenth, in base units."""


class Scales:
    """Puts the figures behind rules in order; what all of it may compute ends somewhere, and then the order stays."""

    def __init__(self, graph: Graph, solution: Solution, kept: Collection[str]) -> None:
        self._graph = graph
        self._solution = solution
        self._kept = kept
        self._left = WEIGH_WORK
        self._left_of_digits = WEIGH_WORK // 2
        self._slipped: list[Cell] = []
        self._places: dict[Cell, int] = {}

    def ordered(self, rule: RuleEntry, cells: Sequence[Cell]) -> list[Cell]:
        """The figures, those that would bring the rule nearest to holding first; of equal ones the order stays. Those that can't
        mend it, however far they go, are left out where others can."""
        if len(cells) < 2 or lesser_first(rule.condition) is None:
            return list(cells)
        weights = self._weights(rule, cells)
        mending = [cell for cell in cells if weights[cell].mends] or [cell for cell in cells if weights[cell].nearer > 0]
        return sorted(mending or cells, key=lambda cell: -weights[cell].nearer)

    def helping(self, rule: RuleEntry, cells: Sequence[Cell]) -> list[Cell]:
        """Those that would bring the rule nearer to holding, as far as that is known, in the same order."""
        if not cells or lesser_first(rule.condition) is None:
            return list(cells)
        weights = self._weights(rule, cells)
        return sorted([cell for cell in cells if weights[cell].nearer > 0], key=lambda cell: -weights[cell].nearer)

    def slips(self, rule: RuleEntry, cells: Sequence[Cell], places: Sequence[Place]) -> list[Cell]:
        """Those that authors state and with which alone a rule would hold at the `places` where it fails, at all if none are,
        were they a tenth at the label where they are most, or at all: they may have a digit too many. First those of one label,
        then amounts and shares, and of these what changes least. Those that mend one rule are tried first for the next ones.
        What all of it may compute ends, too."""
        known = [cell for cell in self._slipped if cell in cells]
        found = self._a_digit_mends(rule, known, places) if known else []
        if not found and lesser_first(rule.condition) is not None:
            found = self._a_digit_mends(rule, cells, places)
        self._slipped += [cell for cell in found if cell not in self._slipped]
        return found

    def _a_digit_mends(self, rule: RuleEntry, cells: Sequence[Cell], places: Sequence[Place]) -> list[Cell]:
        condition, before = rule.condition, self._left
        part, solution = self._around(condition)
        found: list[tuple[int, bool, Exact, int, Cell]] = []
        for at, cell in enumerate(cells):
            value = solution.values.get(cell)
            if value is None or reads(cell.formula) or self._left_of_digits + self._left <= before:
                continue
            plan = Plan(part, self._kept, solution, [cell], reads(condition))
            for rank, moved in _a_digit_off(cell, value):
                short = self._short_at(plan, solution, condition, cell, moved, value, whole_at=places)
                if short is not None and short <= 0:
                    amount = isinstance(cell.type, Quantity) and (bool(cell.type.dimension) or cell.type.ratio)
                    found.append((rank, not amount, -short, at, cell))
                    break
        self._left_of_digits, self._left = self._left_of_digits - (before - self._left), before
        return [cell for *_, cell in sorted(found, key=lambda one: one[:4])]

    def _around(self, condition: Formula) -> tuple[Graph, Solution]:
        """The part of the design, and of what was solved, that a condition hangs on: all of it would be copied at each trial."""
        read = beneath(condition)
        return self._graph._replace(order=self._part(read)), restricted(self._solution, read)

    def _weights(self, rule: RuleEntry, cells: Sequence[Cell]) -> dict[Cell, _Weight]:
        """What each of them has to say."""
        condition = rule.condition
        graph, solution = self._around(condition)
        now = _short(condition, solution)
        return {cell: self._weight(graph, solution, condition, cell, now) for cell in cells}

    def _part(self, cells: Collection[Cell]) -> tuple[tuple[Cell, ...], ...]:
        """The components in which these cells are, in their order."""
        if not self._places:
            self._places = {cell: at for at, component in enumerate(self._graph.order) for cell in component}
        places = {self._places[cell] for cell in cells if cell in self._places}
        return tuple([self._graph.order[at] for at in sorted(places)])

    def _weight(self, graph: Graph, solution: Solution, condition: Formula, cell: Cell, now: Exact) -> _Weight:
        """What a figure has to say: where it is halved or doubled, and whether the rule holds there, or far on that way."""
        value = solution.values.get(cell)
        if value is None or self._left <= 0:
            return _Weight(0, True)  # not known
        plan = Plan(graph, self._kept, solution, [cell], reads(condition))

        def short_at(by: Fraction, *, whole: bool = False) -> Exact | None:
            return self._short_at(plan, solution, condition, cell, _moved(cell, value, by, whole), value)

        shorts = {by: short_at(by) for by in (_HALF, Fraction(2))}
        if not any(short is not None for short in shorts.values()):  # such as a key, which is whole
            shorts = {by: short_at(by, whole=True) for by in shorts}
        known = {by: short for by, short in shorts.items() if short is not None}
        if known and all(short > now for short in known.values()):
            known.update({by: short for by in _STEPS if (short := short_at(by)) is not None})
        if not known:
            return _Weight(0, False)
        way = min(known, key=lambda by: known[by])
        nearer = max(now - known[way], 0)
        if known[way] <= 0 or not nearer:
            return _Weight(nearer, known[way] <= 0)
        far = short_at(Fraction(_FAR) if way > 1 else Fraction(1, _FAR))
        return _Weight(nearer, far is None or far <= 0)

    def _short_at(
        self, plan: Plan, solution: Solution, condition: Formula, cell: Cell, moved: Value | None, value: Value, *,
        whole_at: Sequence[Place] | None = None,
    ) -> Exact | None:  # fmt: skip
        """How far a comparison is from holding where a figure is `moved` from its value, with counts as they were before
        rounding up, or as they are at some labels, at all if none are named; None where it can't be, or the design can't be
        solved there."""
        if moved is None or moved == value:
            return None
        self._left -= cost(one for component in plan.order for one in component)
        solver = plan.solve_at({input_id(cell): moved}, circling=WEIGH_CIRCLE)
        self._left -= solver.trials
        if failed(solver.diagnostics):
            return None
        values, counts = {**solution.values, **solver.values}, {**solution.counts, **solver.counts}
        if whole_at is not None:
            return shortfall(condition, Evaluation(values, draw=solution.draw), whole_at)
        return _short(condition, Solution(values, counts, {}, draw=solution.draw))


class _Weight(NamedTuple):
    """How much nearer a figure brings a rule to holding, and whether it can make it hold, as far as that is known."""

    nearer: Exact
    mends: bool


def _moved(cell: Cell, value: Value, by: Exact, whole: bool) -> Value | None:
    """An input so many times as large, or as far on that way as it may be, also a `whole` number of it; None where it may not
    move there."""
    domain = cell.domain

    def moved(one: Scalar) -> Scalar:
        if not is_number(one):
            return one
        if one == 0 and by > 1:  # no multiple of which is more
            return 1 if domain is None or domain.whole else _LITTLE
        there: Number = multiply(one, by)[0]
        if is_exact(one) and is_exact(there) and domain is not None:
            there = ceiling(there) if domain.whole else there
            if domain.high is not None and there >= domain.high:
                there = (one + domain.high) * _HALF
            if domain.low is not None and there <= domain.low:
                there = (one + domain.low) * _HALF
            there = ceiling(there) if whole else there
        return there

    found = broadcast(moved, [value])
    return None if domain is not None and first_violation(domain, found) is not None else found


_TENTH = Fraction(1, 10)


def _a_digit_off(cell: Cell, value: Value) -> Iterator[tuple[int, Value]]:
    """What an input would be with a digit less, at the label where it is most or at all, as far as it may be that, each with
    which of these is tried first."""
    tried: list[tuple[int, Value]] = []
    if isinstance(value, Varying):
        numbers = [key for key, one in value.cells.items() if is_number(one)]
        most = max(numbers, key=lambda key: _size(value.cells[key]), default=None)
        if most is not None:
            less = {key: multiply(one, _TENTH)[0] if key == most and is_number(one) else one for key, one in value.cells.items()}
            tried.append((0, Varying(value.axes, less)))
    tried.append((1, broadcast(lambda one: multiply(one, _TENTH)[0] if is_number(one) else one, [value])))
    for rank, moved in tried:
        if cell.domain is None or first_violation(cell.domain, moved) is None:
            yield rank, moved


def _size(one: Scalar) -> Exact:
    return high(one) if is_number(one) else 0


def _short(condition: Formula, solution: Solution) -> Exact:
    """How far a comparison is from holding, at the label where it is farthest, counts as they were before rounding up."""
    solved = {cell: count for cell, count in solution.counts.items() if not count.given}
    counted = [cell for cell in nearest(reads(condition), lambda cell: cell in solved) if cell in solved]
    values = {**solution.values, **{cell: unrounded(solved[cell]) for cell in counted}}
    evaluation = Evaluation(values, draw=solution.draw)
    for cell in up_to(condition, lambda cell: cell in solved):
        if any(values.get(one) is not solution.values.get(one) for one in reads(cell.formula)):
            values[cell] = evaluation.evaluate(cell.formula)
    return shortfall(condition, evaluation)


def unrounded(count: CountValue) -> Value:
    """What the bounds of a count ask for before rounding up, but for those that keep what it was one label earlier."""
    asked = [
        bound.required for bound in count.bounds if bound.required is not None and count.cell not in reads(bound.entry.value)
    ]
    if not asked:
        return count.value
    try:
        return broadcast(_most, asked)
    except (MissingLabel, TooManyLabels):
        return count.value


def _most(*numbers: Scalar) -> Scalar:
    return max([high(one) for one in numbers if is_number(one)], default=0)


def shortfall(condition: Formula, evaluation: Evaluation, places: Sequence[Place] = ()) -> Exact:
    """How far a comparison is from holding, at the label where it is farthest, of some `places` if there are any; 0 of what is
    none."""
    sides = lesser_first(condition)
    if sides is None:
        return 0
    less, more = map(evaluation.evaluate, sides)
    gaps = at_places(broadcast(on_numbers(lambda a, b: high(a) - low(b)), [less, more]), places)
    found = [one for _, one in scalars(gaps) if is_exact(one)]
    return max(found, default=0)


def up_to(formula: Formula, ends: Callable[[Cell], bool]) -> list[Cell]:
    """What a formula is computed from, beginning with what others are computed from, down to where it ends."""
    found: dict[Cell, None] = {}
    waiting = [(cell, False) for cell in reads(formula)]
    while waiting:
        cell, is_read = waiting.pop()
        if is_read:
            found[cell] = None
        elif cell not in found and not ends(cell):
            waiting += [(cell, True), *[(one, False) for one in reads(cell.formula) if one not in found]]
    return list(found)


def restricted(solution: Solution, cells: Collection[Cell]) -> Solution:
    """What was solved of these cells."""
    values = {cell: solution.values[cell] for cell in cells if cell in solution.values}
    counts = {cell: solution.counts[cell] for cell in cells if cell in solution.counts}
    return Solution(values, counts, {}, draw=solution.draw)


def beneath(formula: Formula) -> set[Cell]:
    """All that a formula hangs on."""
    waiting = reads(formula)
    found = set(waiting)
    while waiting:
        for cell in cell_needs(waiting.pop()):
            if cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found


__all__ = ["Scales", "beneath", "restricted", "shortfall", "unrounded", "up_to"]
