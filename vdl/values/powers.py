"""Numbers and ranges multiplied by themselves, and without their sign: what may turn within a range."""

from __future__ import annotations

from vdl.semantics.units import size_of
from vdl.values.ranges import OTHER, Number, Range, enclosing, negate


def power(a: Number, exponent: int) -> Number:
    """A number multiplied by itself, so many times; 1 where none."""
    if exponent == 0:
        return 1
    if exponent == 1 or not isinstance(a, Range):
        return a**exponent if not isinstance(a, Range) else a
    ends = a.low**exponent, a.high**exponent
    if exponent % 2 or a.low >= 0 or a.high <= 0:
        turn = -1 if exponent % 2 == 0 and a.low < 0 else 1
        return enclosing(min(ends), max(ends), {k: (turn * d, OTHER) for k, (d, _) in a.unknowns.items()}, a.tight)
    continuous = all(shape != OTHER for _, shape in a.unknowns.values())  # as in `absolute`
    return enclosing(0, max(ends), {k: (0, OTHER) for k in a.unknowns}, a.tight and continuous)


def absolute(a: Number) -> Number:
    if not isinstance(a, Range):
        return size_of(a)
    if a.low >= 0:
        return a
    if a.high <= 0:
        return negate(a)
    continuous = all(shape != OTHER for _, shape in a.unknowns.values())  # what moves in steps may leave out zero
    return Range(0, max(-a.low, a.high), {k: (0, OTHER) for k in a.unknowns}, a.tight and continuous)
