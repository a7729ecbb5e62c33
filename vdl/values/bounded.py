"""Ranges of which something is left out, beside numbers of which something is (`Bounded`)."""

from __future__ import annotations

from vdl.semantics.units import Exact
from vdl.text.bounds import Bound
from vdl.values.ranges import Number, Range
from vdl.values.scalars import Bounded


class BoundedRange(Range):
    """A range that leaves out what nobody stated, for those who tell it; like `Bounded`, of both ends."""

    __slots__ = ("bound",)

    def __init__(self, of: Range, bound: Bound) -> None:
        super().__init__(of.low, of.high, of.unknowns, of.tight, of.terms, of.likely)
        self.bound: Bound = bound

    @property
    def range(self) -> Range:
        """The same, of which nothing is to be told."""
        return Range(self.low, self.high, self.unknowns, self.tight, self.terms, self.likely)


def bound_of(value: object) -> Bound | None:
    """On which side of a value the whole is, where it leaves something out."""
    return value.bound if isinstance(value, (Bounded, BoundedRange)) else None


def bounded(value: Number, bound: Bound) -> Bounded | BoundedRange:
    """A number or a range that leaves something out."""
    return BoundedRange(value, bound) if isinstance(value, Range) else Bounded(value, bound)


def exactly(number: Exact, bound: Bound | None) -> Exact:
    """A number that may leave something out."""
    return number if bound is None else Bounded(number, bound)
