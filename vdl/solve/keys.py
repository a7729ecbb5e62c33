"""Values by a quantity: which of its keys a range has numbers in."""

from __future__ import annotations

from vdl.graph.cells import Keys
from vdl.semantics.units import Exact, ceiling, floor
from vdl.values import Range

_Border = tuple[Exact, int]
"""Between two numbers that follow each other: just before a number (0), or just after it (1)."""


def met(keys: Keys, by: Range) -> tuple[list[int], bool]:
    """The keys that a range has numbers in, as places among the values; and whether all of it lies in them.

    Between the keys of counted things lies nothing: a range from one whole number to another holds whole numbers only.
    """
    whole = keys.whole and by.low.denominator == 1 and by.high.denominator == 1
    first, last = _borders(by.low, by.high, False, False, whole)
    found: list[tuple[_Border, _Border, int]] = []
    for at, (low, high, above, below) in enumerate(keys.ends):
        start, _ = _borders(low, low, above, False, whole) if low is not None else (first, first)
        _, end = _borders(high, high, False, below, whole) if high is not None else (last, last)
        if start < last and end > first and start < end:
            found.append((start, end, at))
    reached = first
    for start, end, _ in sorted(found):
        if start > reached:
            break
        reached = max(reached, end)
    return sorted([at for _, _, at in found]), reached >= last


def _borders(low: Exact, high: Exact, above: bool, below: bool, whole: bool) -> tuple[_Border, _Border]:
    """The borders of what lies between two numbers; of whole numbers those before the first and after the last."""
    if not whole:
        return (low, int(above)), (high, int(not below))
    first = floor(low) + 1 if above else ceiling(low)
    last = ceiling(high) - 1 if below else floor(high)
    return (first, 0), (last + 1, 0)
