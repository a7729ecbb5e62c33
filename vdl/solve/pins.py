"""Unknowns that are held at parts of their ranges, mostly at one end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from vdl.semantics.units import Exact
from vdl.values import Number, Opposed, Range, Value, make_range, scalars, unknowns_of

Stretch = tuple[Exact, Exact]
"""A part of a range: from and to which share of the way from its low to its high end."""

WHOLE: Stretch = 0, 1

Pins = dict[str, Stretch]
"""At which parts of their ranges unknowns are held."""


def pinned(written: Range, pins: Pins) -> Number:
    """A written range at the part of it that its unknown is held at."""
    unknown = next(iter(written.unknowns))
    held = pins.get(unknown)
    if held is None:
        return written
    return make_range(_at(written, held[0]), _at(written, held[1]), unknown)


def _at(written: Range, share: Exact) -> Exact:
    if share in WHOLE:
        return written.high if share else written.low
    return written.low + (written.high - written.low) * share


def is_whole(value: Value) -> bool:
    """Whether no number in a value has a broken part."""
    return not any(isinstance(one, Fraction) and one.denominator != 1 for _, one in scalars(value))


def apart(values: list[Value], opposed: Opposed) -> list[Sequence[int]]:
    """The numbers of values, those together that share unknowns which pull both ways."""
    group = list(range(len(values)))
    first: dict[str, int] = {}

    def lead(i: int) -> int:
        while group[i] != i:
            group[i] = i = group[group[i]]
        return i

    for i, value in enumerate(values):
        for name in {name for _, one in scalars(value) for name in unknowns_of(one) if name in opposed}:
            group[lead(i)] = lead(first.setdefault(name, i))
    found: dict[int, list[int]] = {}
    for i in range(len(values)):
        found.setdefault(lead(i), []).append(i)
    return [*found.values()]


__all__ = ["WHOLE", "Pins", "Stretch", "apart", "is_whole", "pinned"]
