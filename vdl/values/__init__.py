"""Values at run time: exact numbers, ranges, and values that vary along axes.

A *scalar* is an int, a Fraction, a bool, NOT_STATED, PART (a condition that holds for part of a
range), FAULT (already reported) or a Range. A `Varying` holds one scalar for each combination of
labels. There are no dimensions here: the checker has proved them.

**Ranges.** A range is owned by the place it is written in: that place is a *source*. A value that
depends on sources is kept as its lowest and highest value, with the direction in which each source
moves it and how (`AFFINE`, `FRACTIONAL`, or `OTHER`).

- A value that is affine in all its sources (sums, differences, multiples) also carries its *terms*: what
  it gains when a source goes from its low to its high end. Sums and differences of such values add up
  the terms, so `x - x` is 0 however many sources x has; their quotients are optimised exactly.
- Other arithmetic on ends is exact as long as the sources that two operands share push the result the
  same way. Where they pull against each other, the operation is tried with those sources at each end
  (a *corner*); that is exact when the result is monotone in each of them for any fixed value of the
  others, which holds for affine functions and their quotients.
- Everything else keeps an enclosing range and is marked as not tight: it may be wider than the truth,
  never narrower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from vdl.semantics.units import Exact, divide
from vdl.text.limits import LABELS


class NotStated:
    """The one value of what nobody stated. It is neither zero nor a pass."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "not stated"


NOT_STATED = NotStated()


class _Word:
    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word

    def __repr__(self) -> str:
        return self.word


class Part(_Word):
    """A condition that holds for a part of a range only; `sources` are what it hangs on.

    Not `tight`: part as far as can be told, since the ranges in it are not tight.
    """

    __slots__ = ("sources", "tight")

    def __init__(self, tight: bool, sources: frozenset[str]) -> None:
        super().__init__("part")
        self.tight = tight
        self.sources = sources


FAULT = _Word("fault")

AFFINE, FRACTIONAL, OTHER = 0, 1, 2
"""How a source enters a value: as a + b * x; as a quotient of such; in some other way."""

Sources = dict[str, tuple[int, int]]
"""Source to (direction, shape). Direction 1 up, -1 down, 0 both ways or unknown."""


class Range:
    """All values from `low` to `high`, and what moves them.

    `terms`, where it is affine in all sources: what it gains from each source's low to its high end.
    """

    __slots__ = ("_sources", "high", "low", "terms", "tight")

    def __init__(
        self, low: Exact, high: Exact, sources: Sources | None, tight: bool = True, terms: dict[str, Exact] | None = None
    ) -> None:
        self.low = low
        self.high = high
        self._sources = sources
        self.tight = tight
        self.terms = terms

    @property
    def sources(self) -> Sources:
        """What moves it, and how. Read from the terms where there are any, since most ranges are affine."""
        if self._sources is not None:
            return self._sources
        assert self.terms is not None
        return {source: (1 if term > 0 else -1, AFFINE) for source, term in self.terms.items()}

    def __repr__(self) -> str:
        return f"{self.low}..{self.high}{'' if self.tight else ' (not tight)'}"


def make_range(low: Exact, high: Exact, source: str) -> Exact | Range:
    """A written range; one of equal ends is a number."""
    return low if low == high else Range(low, high, None, True, {source: high - low})


class Varying:
    """One scalar for each combination of labels of `axes`. Keys are label tuples in the axes' order."""

    __slots__ = ("axes", "cells")

    def __init__(self, axes: tuple[str, ...], cells: dict[tuple[str, ...], Any]) -> None:
        self.axes = axes
        self.cells = cells

    def labels(self, axis: str) -> list[str]:
        """The labels of one axis that have a value, in order."""
        at = self.axes.index(axis)
        return list(dict.fromkeys(key[at] for key in self.cells))

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{'/'.join(k)}: {v}" for k, v in self.cells.items()) + "}"


class TooManyLabels(Exception):
    """Values combined along their axes would have more labels than the limit of the language."""


class MissingLabel(Exception):
    """Two values that vary along an axis do not have the same labels."""

    def __init__(self, axis: str, label: str) -> None:
        super().__init__(axis, label)
        self.axis = axis
        self.label = label


def scalars(value: Any) -> Iterable[tuple[tuple[str, ...], Any]]:
    """The scalars of a value with their labels; one without labels for a scalar."""
    if value.__class__ is Varying:
        yield from value.cells.items()
    else:
        yield (), value


def low(value: Exact | Range) -> Exact:
    return value.low if isinstance(value, Range) else value


def high(value: Exact | Range) -> Exact:
    return value.high if isinstance(value, Range) else value


# ------------------------------------------------------------------------------ broadcasting
def broadcast(function: Callable[..., Any], args: list[Any]) -> Any:
    """Apply a function of scalars label by label.

    Raises MissingLabel where arguments vary along one axis with different labels.
    """
    varying = [a for a in args if a.__class__ is Varying]
    if not varying:
        return function(*args)
    axes = varying[0].axes
    keys: Iterable[tuple[str, ...]] = varying[0].cells
    same = True
    for other in varying[1:]:
        if other.axes == axes and other.cells.keys() == varying[0].cells.keys():
            continue
        same = False
    if same:
        plain = [a if a.__class__ is Varying else None for a in args]
        return _varying(
            axes, {k: function(*[p.cells[k] if p is not None else a for p, a in zip(plain, args)]) for k in keys}
        )
    axes, keys = _joined(varying)
    positions = [[axes.index(axis) for axis in a.axes] if a.__class__ is Varying else None for a in args]
    cells = {}
    for key in keys:
        at = [
            a if p is None else a.cells[tuple([key[i] for i in p])] for a, p in zip(args, positions)
        ]
        cells[key] = function(*at)
    return _varying(axes, cells)


def _varying(axes: tuple[str, ...], cells: dict[tuple[str, ...], Any]) -> Any:
    """A value by label; what is silent at every label is simply not stated."""
    if all(value is NOT_STATED for value in cells.values()):
        return NOT_STATED
    return Varying(axes, cells)


def _joined(varying: list[Varying]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The axes of all, and the label combinations that every one has."""
    axes: list[str] = []
    labels: dict[str, list[str]] = {}
    for value in varying:
        for axis in value.axes:
            own = value.labels(axis)
            if axis not in labels:
                axes.append(axis)
                labels[axis] = own
                continue
            for label in own:
                if label not in labels[axis]:
                    raise MissingLabel(axis, label)
            for label in labels[axis]:
                if label not in own:
                    raise MissingLabel(axis, label)
    axes.sort()
    combinations = 1
    for axis in axes:
        combinations *= len(labels[axis])
    if combinations > LABELS:
        raise TooManyLabels
    keys: list[tuple[str, ...]] = [()]
    for axis in axes:
        keys = [(*key, label) for key in keys for label in labels[axis]]
    for value in varying:
        at = [axes.index(axis) for axis in value.axes]
        keys = [key for key in keys if tuple([key[i] for i in at]) in value.cells]
    return tuple(axes), keys


# ------------------------------------------------------------------------------ arithmetic on ends
Conflict = set[str]
"""Sources that pull a result both ways at once."""


def _merge(a: Sources, b: Sources, flip: int, both_affine: bool) -> tuple[Sources, Conflict]:
    """Sources of a sum (flip 1) or a difference (flip -1), and those that pull both ways."""
    merged = dict(a)
    conflict: Conflict = set()
    for source, (direction, shape) in b.items():
        direction *= flip
        before = merged.get(source)
        if before is None:
            merged[source] = (direction, shape)
            continue
        same = before[0] == direction and direction != 0
        joined = AFFINE if both_affine and before[1] == AFFINE and shape == AFFINE else OTHER
        merged[source] = (direction if same else 0, joined)
        if not same:
            conflict.add(source)
    return merged, conflict


_NONE: Sources = {}


def sources_of(value: Any) -> Sources:
    return value.sources if value.__class__ is Range else _NONE


def tight(value: Any) -> bool:
    return value.tight if value.__class__ is Range else True


Affine = tuple[Exact, dict[str, Exact]]
"""The value with all sources at their low ends, and its terms."""


def _affine(value: Any) -> Affine | None:
    if value.__class__ is not Range:
        return value, {}
    terms = value.terms
    if terms is None:
        return None
    return value.low - sum([t for t in terms.values() if t < 0]), terms


def _of_affine(base: Exact, terms: dict[str, Exact]) -> Any:
    terms = {source: term for source, term in terms.items() if term != 0}
    if not terms:
        return base
    first = base + sum([t for t in terms.values() if t < 0])
    last = base + sum([t for t in terms.values() if t > 0])
    return Range(first, last, None, True, terms)


def total(values: Iterable[Any]) -> tuple[Any, Conflict]:
    """The sum of numbers and ranges."""
    parts = list(values)
    if all(v.__class__ is not Range for v in parts):
        return sum(parts), set()
    affine = [_affine(v) for v in parts]
    if None not in affine:
        base: Exact = 0
        merged: dict[str, Exact] = {}
        for part in affine:
            assert part is not None
            base += part[0]
            for source, term in part[1].items():
                merged[source] = merged.get(source, 0) + term
        return _of_affine(base, merged), set()
    result, conflict = parts[0], set()
    for part in parts[1:]:
        result, pulled = add(result, part)
        conflict |= pulled
    return result, conflict


def add(a: Any, b: Any) -> tuple[Any, Conflict]:
    if a.__class__ is not Range and b.__class__ is not Range:
        return a + b, set()
    left, right = _affine(a), _affine(b)
    if left is not None and right is not None:
        return total([a, b])
    sources, conflict = _merge(sources_of(a), sources_of(b), 1, True)
    return Range(low(a) + low(b), high(a) + high(b), sources, tight(a) and tight(b)), conflict


def subtract(a: Any, b: Any) -> tuple[Any, Conflict]:
    if a.__class__ is not Range and b.__class__ is not Range:
        return a - b, set()
    if _affine(a) is not None and _affine(b) is not None:
        return total([a, negate(b)])
    sources, conflict = _merge(sources_of(a), sources_of(b), -1, True)
    return Range(low(a) - high(b), high(a) - low(b), sources, tight(a) and tight(b)), conflict


def _sign(value: Any) -> int:
    """1 where it is nowhere negative, -1 where nowhere positive, 0 where both."""
    return 1 if low(value) >= 0 else -1 if high(value) <= 0 else 0


def multiply(a: Any, b: Any) -> tuple[Any, Conflict]:
    if a.__class__ is not Range:
        return (a * b, set()) if b.__class__ is not Range else (_scaled(b, a), set())
    if b.__class__ is not Range:
        return _scaled(a, b), set()
    return _product(a, b, 1)


def quotient(a: Any, b: Any) -> tuple[Any, Conflict]:
    """a / b; the caller has seen to it that b is not zero and does not change its sign."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return divide(a, b), set()
    if b.__class__ is not Range:
        return _scaled(a, divide(1, b)), set()
    left, right = _affine(a), _affine(b)
    if left is not None and right is not None and left[1].keys() & right[1].keys():
        return _of_quotient(left, right, a, b), set()
    return _product(a, b, -1)


def _scaled(value: Range, by: Exact) -> Any:
    if by == 0:
        return 0
    ends = value.low * by, value.high * by
    if value.terms is not None:
        return Range(min(ends), max(ends), None, value.tight, {s: t * by for s, t in value.terms.items()})
    sources = value.sources if by > 0 else {s: (-d, shape) for s, (d, shape) in value.sources.items()}
    return Range(min(ends), max(ends), sources, value.tight)


def _of_quotient(left: Affine, right: Affine, a: Any, b: Any) -> Any:
    """A quotient of two affine values that share sources, exactly.

    A quotient of affine functions is largest at some corner. From any value q of the quotient, the
    corner that makes left - q * right largest gives a larger quotient, until none does (Dinkelbach
    1967); each step settles at least one source, so there are few.
    """
    names = sorted(left[1].keys() | right[1].keys())

    def best(sign: int) -> Exact:
        q = divide(left[0], right[0])
        positive = low(b) > 0
        while True:
            top, bottom = left[0], right[0]
            for name in names:
                gain = left[1].get(name, 0) - q * right[1].get(name, 0)
                if (gain if positive else -gain) * sign > 0:
                    top += left[1].get(name, 0)
                    bottom += right[1].get(name, 0)
            following = divide(top, bottom)
            if following == q:
                return q
            q = following

    first, last = best(-1), best(1)
    if first == last:
        return first
    sources: Sources = {}
    for name in names:
        # The sign of the derivative is that of the numerator left' * right - right' * left.
        rising, falling = left[1].get(name, 0), right[1].get(name, 0)
        ends = [rising * y - falling * x for x in (low(a), high(a)) for y in (low(b), high(b))]
        direction = 1 if min(ends) >= 0 else -1 if max(ends) <= 0 else 0
        sources[name] = (direction, FRACTIONAL)
    return Range(first, last, sources, True)


def _product(a: Any, b: Any, power: int) -> tuple[Any, Conflict]:
    ends_a, ends_b = (low(a), high(a)), (low(b), high(b))
    ends = [x * y if power == 1 else divide(x, y) for x in ends_a for y in ends_b]
    sign_a, sign_b = _sign(a), _sign(b)
    sources: Sources = {}
    conflict: Conflict = set()
    in_a, in_b = sources_of(a), sources_of(b)
    for source in {**in_a, **in_b}:
        da, sa = in_a.get(source, (0, AFFINE))
        db, sb = in_b.get(source, (0, AFFINE))
        from_a = da * sign_b
        from_b = db * sign_a * power
        if source in in_a and source in in_b:
            direction = from_a if from_a == from_b else 0
            shape = FRACTIONAL if power == -1 and sa == AFFINE and sb == AFFINE else OTHER
        elif source in in_a:
            direction, shape = from_a, sa
        else:
            direction = from_b
            shape = sb if power == 1 else FRACTIONAL if sb in (AFFINE, FRACTIONAL) else OTHER
        sources[source] = (direction, shape)
        if direction == 0:
            conflict.add(source)
    return Range(min(ends), max(ends), sources, tight(a) and tight(b)), conflict


def negate(a: Any) -> Any:
    if a.__class__ is not Range:
        return -a
    return _scaled(a, -1)


def monotone(function: Callable[[Exact], Exact], a: Any) -> Any:
    """A function that never falls, such as rounding up."""
    if a.__class__ is not Range:
        return function(a)
    first, last = function(a.low), function(a.high)
    if first == last and a.tight:
        return first
    return Range(first, last, {k: (d, OTHER) for k, (d, _) in a.sources.items()}, a.tight)


def extreme(choose: Callable[[Exact, Exact], Exact], a: Any, b: Any) -> tuple[Any, Conflict]:
    """The larger or smaller of two."""
    if a.__class__ is not Range and b.__class__ is not Range:
        return choose(a, b), set()
    sources, conflict = _merge(sources_of(a), sources_of(b), 1, False)
    sources = {k: (d, OTHER) for k, (d, _) in sources.items()}
    return Range(choose(low(a), low(b)), choose(high(a), high(b)), sources, tight(a) and tight(b)), conflict


def hull(values: Iterable[Any], *, is_tight: bool) -> Any:
    """The smallest range around all values."""
    values = list(values)
    first, last = min(low(v) for v in values), max(high(v) for v in values)
    sources: Sources = {}
    for value in values:
        for source, (direction, shape) in sources_of(value).items():
            before = sources.get(source, (direction, shape))
            sources[source] = (direction if before[0] == direction else 0, max(before[1], shape))
    if first == last:
        return first
    return Range(first, last, sources, is_tight and all(tight(v) for v in values))


def absolute(a: Any) -> Any:
    if a.__class__ is not Range:
        return abs(a)
    if a.low >= 0:
        return a
    if a.high <= 0:
        return negate(a)
    sources = {k: (0, OTHER) for k in a.sources}
    return Range(0, max(-a.low, a.high), sources, a.tight)


def loosened(value: Any, conflict: Conflict) -> Any:
    """The value, marked as not tight where one of these sources is in it."""
    if value.__class__ is not Range or not (conflict & value.sources.keys()):
        return value
    return Range(value.low, value.high, value.sources, False)
