"""Values by a quantity: which of its keys a range has numbers in."""

from __future__ import annotations

from vdl.graph.details import Keys
from vdl.semantics.intervals import Interval
from vdl.semantics.units import Exact, ceiling, decimal, divide, floor
from vdl.text.phrases import Number, joined
from vdl.values import Range

_SHOWN = 5
"""Keys that are named; of more, the first of them and the last."""

_Border = tuple[Exact, int]
"""Between two numbers that follow each other: just before a number (0), or just after it (1)."""


def met(keys: Keys, by: Range) -> tuple[list[int], bool]:
    """The keys that a range has numbers in, as places among the values; and whether all of it lies in them.

    Between the keys of counted things lies nothing: a range from one whole number to another holds whole numbers only.
    """
    whole = keys.whole and by.low.denominator == 1 and by.high.denominator == 1
    first, last = _before(by.low, False, whole), _after(by.high, False, whole)
    found: list[tuple[_Border, _Border, int]] = []
    for at, one in enumerate(keys.numbers):
        start = _before(one.low, one.low_open, whole) if one.low is not None else first
        end = _after(one.high, one.high_open, whole) if one.high is not None else last
        if start < last and end > first and start < end:
            found.append((start, end, at))
    reached = first
    for start, end, _ in sorted(found):
        if start > reached:
            break
        reached = max(reached, end)
    return sorted([at for _, _, at in found]), reached >= last


def in_its_unit(keys: Keys, *ends: Exact) -> str:
    """A number, or the ends of a range, in the unit that keys are written in: "3..5 boxes"."""
    numbers = joined("..", [Number(decimal(divide(end, keys.unit.factor))) for end in dict.fromkeys(ends)])
    return joined(" ", filter(None, (numbers, keys.unit.plural)))


def defined(keys: Keys) -> str:
    """All keys in words, in the unit that they are written in: "3..5, 7.. boxes", "8, 9, 10, ..., 30"."""
    ordered = sorted(keys.numbers, key=lambda one: (one.low is not None, one.low or 0))
    words = [_key(one, keys) for one in ordered]
    shown = words if len(words) <= _SHOWN else [*words[: _SHOWN - 2], "...", words[-1]]
    return f"{', '.join(shown)} {keys.unit.plural}".rstrip()


def _key(one: Interval, keys: Keys) -> str:
    low, high = ("" if end is None else decimal(divide(end, keys.unit.factor)) for end in (one.low, one.high))
    if one.low == one.high:
        return low
    return f"{low}{'<' if one.low_open else ''}..{'<' if one.high_open else ''}{high}"


def _before(low: Exact, is_open: bool, whole: bool) -> _Border:
    """The border below what begins at a number; of whole numbers the one before the first."""
    if not whole:
        return low, int(is_open)
    return floor(low) + 1 if is_open else ceiling(low), 0


def _after(high: Exact, is_open: bool, whole: bool) -> _Border:
    """The border above what ends at a number; of whole numbers the one after the last."""
    if not whole:
        return high, int(not is_open)
    return (ceiling(high) if is_open else floor(high) + 1), 0
