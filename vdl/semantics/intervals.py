"""Intervals: the numbers between two ends. Inputs may be in one, and values are chosen by them."""

from __future__ import annotations

from vdl import syntax as s
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, whole


class Interval(NamedTuple):
    """The numbers from `low` to `high`, in base units; None where there is no end, and an `open` end is left out."""

    low: Exact | None
    high: Exact | None
    low_open: bool = False
    high_open: bool = False

    def holds(self, number: Exact) -> bool:
        """Whether a number lies between the ends."""
        return not self.below(number) and not self.above(number)

    def below(self, number: Exact) -> bool:
        """Whether a number lies below all of it."""
        return self.low is not None and (number < self.low or (self.low_open and number == self.low))

    def above(self, number: Exact) -> bool:
        """Whether a number lies above all of it."""
        return self.high is not None and (number > self.high or (self.high_open and number == self.high))

    def is_backwards(self) -> bool:
        """Whether it ends before it begins."""
        return self.low is not None and self.high is not None and self.low > self.high

    def is_empty(self) -> bool:
        """Whether no number lies between the ends."""
        return self.is_backwards() or (self.low is not None and self.low == self.high and (self.low_open or self.high_open))

    def ends_before(self, other: Interval) -> bool:
        """Whether all of it lies below all of another one."""
        if self.high is None or other.low is None:
            return False
        return self.high < other.low or (self.high == other.low and (self.high_open or other.low_open))

    def widens(self, other: Interval) -> bool:
        """Whether a number lies in it and not in the other one."""
        if other.low is not None:
            both_open = self.low == other.low and self.low_open
            if self.low is None or (other.below(self.low) and not both_open):
                return True
        if other.high is not None:
            both_open = self.high == other.high and self.high_open
            return self.high is None or (other.above(self.high) and not both_open)
        return False


def interval_of(extent: s.Extent, factor: Exact) -> Interval:
    """The numbers that are written, in a unit of so many base units."""
    low, high = [None if end is None else whole(end * factor) for end in (extent.low, extent.high)]
    return Interval(low, high, extent.low_open, extent.high_open)


NOT_NEGATIVE = Interval(0, None)
