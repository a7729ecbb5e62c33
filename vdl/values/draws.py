"""Draws: one number for each unknown, the same whoever asks, in whatever order."""

from __future__ import annotations

from math import floor, isqrt

from vdl.records import NamedTuple
from vdl.semantics.units import Exact, divide, whole
from vdl.values.ranges import Range

_STEPS = 1_000_000
"""Into how many steps the way from one end of a range to the other is cut: figures stay short."""


class Draw(NamedTuple):
    """One draw of all unknowns. A range is even between its ends; one that says what is most likely is triangular.

    What an unknown comes to hangs on the seed, its name and the number of the draw alone, so that another unknown, another
    order or another process changes nothing.
    """

    seed: int
    number: int

    def of(self, written: Range) -> Exact:
        """The number that is drawn for a range that an author wrote."""
        way = self._way(written.unknowns, _at(written.low, written.high, written.likely))
        return whole(written.low + divide((written.high - written.low) * way, _STEPS))

    def whole_of(self, written: Range) -> Exact:
        """The same of whole things: each number from end to end has its part of the way."""
        if written.low.denominator != 1 or written.high.denominator != 1:
            return self.of(written)
        number = written.high - written.low + 1
        likely = None if written.likely is None else written.likely + divide(1, 2)
        way = self._way(written.unknowns, _at(written.low, written.low + number, likely))
        return min(int(written.high), floor(written.low + divide(number * way, _STEPS)))

    def _way(self, unknowns: dict[str, tuple[int, int]], likely: Exact | None) -> int:
        """How far it is from the low end, of so many steps; `likely` is a share of the way."""
        from hashlib import sha256  # loads OpenSSL, and most checks draw nothing

        (name,) = unknowns
        drawn = int.from_bytes(sha256(f"{self.seed}\0{name}\0{self.number}".encode()).digest()[:8], "big")
        even = drawn * (_STEPS + 1) >> 64
        if likely is None:
            return even
        if even <= likely * _STEPS:
            return isqrt(floor(even * _STEPS * likely))
        return _STEPS - isqrt(floor((_STEPS - even) * _STEPS * (1 - likely)))


def _at(low: Exact, high: Exact, likely: Exact | None) -> Exact | None:
    return None if likely is None else divide(likely - low, high - low)
