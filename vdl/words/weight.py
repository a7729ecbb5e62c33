"""How much each of the figures behind a rule that fails has to say: how much nearer the rule comes to holding where that figure
is halved or doubled, all else as it is."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from vdl.graph.cells import Cell
from vdl.graph.design import Graph
from vdl.graph.order import reads
from vdl.records import NamedTuple
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, ceiling
from vdl.solve import CountValue, Solution, first_violation
from vdl.solve.trials import Moved, Part, Trials, Tried
from vdl.text.limits import WEIGH_CIRCLE, WEIGH_WORK
from vdl.values import (
    MissingLabel,
    Number,
    Place,
    Scalar,
    TooManyLabels,
    Value,
    Varying,
    broadcast,
    high,
    is_exact,
    is_number,
    multiply,
)
from vdl.words.figures import Way

_HALF = Fraction(1, 2)

_FAR = 1000
"""How many times as large, or as small, a figure may become that mends a rule."""

_STEPS = (Fraction(2, 3), Fraction(3, 2), Fraction(4, 5), Fraction(5, 4))
"""What is tried beside that where twice a figure and half of it are both beyond what is wanted."""

_LITTLE = Fraction(1, 10)
"""What is tried of a figure that is 0, and not counted: a tenth, in base units."""


class _Left:
    """What may still be computed, counted like the cost of what an input moves."""

    def __init__(self, left: int) -> None:
        self.left = left


class Scales:
    """Puts the figures behind rules in order; what all of it may compute ends somewhere, and then the order stays. A trial counts
    for each rule like all that the figure moves of what the rule hangs on, whatever is known of that from another rule."""

    def __init__(self, graph: Graph, solution: Solution, kept: Collection[str]) -> None:
        self.trials = Trials(graph, solution, kept, WEIGH_CIRCLE)
        self.left = _Left(WEIGH_WORK)
        self.left_of_digits = _Left(WEIGH_WORK // 2)
        self.slipped: list[Cell] = []
        """What may have a digit too many, as that mends a rule."""

    def of(self, way: Way) -> Scale:
        """What weighs the figures behind one rule."""
        return Scale(self, way)


class Scale:
    """Weighs the figures behind one rule."""

    def __init__(self, scales: Scales, way: Way) -> None:
        self._scales = scales
        self._between = way.between
        self._solution = way.solution
        self._condition = way.rule.condition

    @cached_property
    def _part(self) -> Part:
        return self._scales.trials.part(self._condition)

    @cached_property
    def _asked(self) -> dict[Cell, Value]:
        """What is asked for of the counts that the rule reads, before rounding up."""
        counts = self._between.counts if self._between is not None else []
        return {cell: _unrounded(self._solution.counts[cell]) for cell in counts}

    @cached_property
    def _now(self) -> dict[Cell, Value]:
        """The values at which the rule fails, with counts before rounding up."""
        return self._between.at(self._solution.values, self._asked) if self._between is not None else {}

    @cached_property
    def _short(self) -> Exact:
        """How far the rule is from holding."""
        return self._between.shortfall(self._now) if self._between is not None else 0

    def _value(self, cell: Cell) -> Value | None:
        """That of a figure; None of what the rule does not hang on."""
        return self._solution.values.get(cell) if cell in self._part.cells else None

    def ordered(self, cells: Sequence[Cell]) -> list[Cell]:
        """The figures, those that would bring the rule nearest to holding first; of equal ones the order stays. Those that can't
        mend it, however far they go, are left out where others can."""
        if len(cells) < 2 or self._between is None:
            return list(cells)
        weights = {cell: self._weight(cell) for cell in cells}
        mending = [cell for cell in cells if weights[cell].mends] or [cell for cell in cells if weights[cell].nearer > 0]
        return sorted(mending or cells, key=lambda cell: -weights[cell].nearer)

    def helping(self, cells: Sequence[Cell]) -> list[Cell]:
        """Those that would bring the rule nearer to holding, as far as that is known, in the same order."""
        if self._between is None:
            return list(cells)
        weights = {cell: self._weight(cell) for cell in cells}
        return sorted([cell for cell in cells if weights[cell].nearer > 0], key=lambda cell: -weights[cell].nearer)

    def slips(self, cells: Sequence[Cell], places: Sequence[Place]) -> list[Cell]:
        """Those that authors state and with which alone a rule would hold at the `places` where it fails, at all if none are,
        were they a tenth at the label where they are most, or at all: they may have a digit too many. First those of one label,
        then amounts and shares, and of these what changes least. Those that mend one rule are tried first for the next ones.
        What all of it may compute ends, too."""
        slipped = self._scales.slipped
        known = [cell for cell in slipped if cell in cells]
        found = self._a_digit_mends(known, places)
        if not found and self._between is not None:
            found = self._a_digit_mends(cells, places)
        slipped += [cell for cell in found if cell not in slipped]
        return found

    def _a_digit_mends(self, cells: Sequence[Cell], places: Sequence[Place]) -> list[Cell]:
        left = self._scales.left_of_digits
        found: list[tuple[int, bool, Exact, int, Cell]] = []
        for at, cell in enumerate(cells):
            value = self._value(cell) if left.left > 0 else None
            if value is None or reads(cell.formula):
                continue
            moved = self._part.moved(cell)
            for rank, less in _a_digit_off(cell, value):
                tried = self._tried(moved, ("a digit", rank), less, left) if less != value else None
                short = self._short_at(tried, places) if tried is not None else None
                if short is not None and short <= 0:
                    amount = isinstance(cell.type, Quantity) and (bool(cell.type.dimension) or cell.type.ratio)
                    found.append((rank, not amount, -short, at, cell))
                    break
        return [cell for *_, cell in sorted(found, key=lambda one: one[:4])]

    def _short_at(self, tried: Tried, places: Sequence[Place]) -> Exact:
        """How far the rule is from holding in a trial at some labels, at all if none are named, counts as they are."""
        return self._between.shortfall(tried.values, places) if self._between is not None else 0

    def _weight(self, cell: Cell) -> _Weight:
        """What a figure has to say: where it is halved or doubled, and whether the rule holds there, or far on that way."""
        value = self._value(cell) if self._scales.left.left > 0 else None
        if value is None:
            return _Weight(0, True)  # not known
        moved = self._part.moved(cell)

        def short_at(by: Fraction, *, whole: bool = False) -> Exact | None:
            there = _moved(cell, value, by, whole)
            return None if there is None or there == value else self._short_of(moved, (by, whole), there)

        shorts = {by: short_at(by) for by in (_HALF, Fraction(2))}
        if not any(short is not None for short in shorts.values()):  # such as a key, which is whole
            shorts = {by: short_at(by, whole=True) for by in shorts}
        known = {by: short for by, short in shorts.items() if short is not None}
        if known and all(short > self._short for short in known.values()):
            known.update({by: short for by in _STEPS if (short := short_at(by)) is not None})
        if not known:
            return _Weight(0, False)
        way = min(known, key=lambda by: known[by])
        nearer = max(self._short - known[way], 0)
        if known[way] <= 0 or not nearer:
            return _Weight(nearer, known[way] <= 0)
        far = short_at(Fraction(_FAR) if way > 1 else Fraction(1, _FAR))
        return _Weight(nearer, far is None or far <= 0)

    def _short_of(self, moved: Moved, key: Hashable, value: Value) -> Exact | None:
        """How far the rule is from holding where a figure is another value, counts as they were before rounding up; None where
        the design can't be solved there."""
        tried = self._tried(moved, key, value, self._scales.left)
        if tried is None or self._between is None:
            return None
        asked = {cell: _unrounded(tried.counts[cell]) for cell in self._between.counts if cell in tried.counts}
        return self._between.shortfall(self._between.at(tried.values, {**self._asked, **asked}, self._now))

    def _tried(self, moved: Moved, key: Hashable, value: Value, left: _Left) -> Tried | None:
        trials = self._scales.trials
        before = trials.circled
        tried = self._part.tried(moved, key, value)
        left.left -= moved.cost + trials.circled - before
        return tried


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


def _unrounded(count: CountValue) -> Value:
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


__all__ = ["Scale", "Scales"]
