"""Amounts in a currency as people write them: whole where they are large, and with cents where they are not."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.semantics.units import Exact, Unit, divide, size_of
from vdl.values import Value, ends_of, is_exact, scalars

LARGE = 10_000
"""What is as large is written without cents."""


def places(values: Iterable[Value], unit: Unit, *, added_up: bool = False) -> int | None:
    """How many digits stand behind the point of all of these amounts: none where one of them is large, or what they come to; None
    where each has its own, as values have whose unit is not that of a currency."""
    if not unit.is_paid:
        return None
    sizes = [_size(value, unit) for value in values]
    largest = sum(sizes) if added_up else max(sizes, default=0)
    return 0 if largest >= LARGE else None


def is_rounded(value: Value, unit: Unit) -> bool:
    """Whether an amount that is written without cents has some."""
    return any(divide(end, unit.factor).denominator != 1 for end in ends_of(value))


def is_broken(value: Value, unit: Unit) -> bool:
    """Whether some large amounts of a list are no whole number of the smallest coin, so that all are written without it."""
    if not unit.is_paid or _size(value, unit) < LARGE:
        return False
    return any((divide(one, unit.factor) * 100).denominator != 1 for _, one in scalars(value) if is_exact(one))


def _size(value: Value, unit: Unit) -> Exact:
    return max([size_of(divide(end, unit.factor)) for end in ends_of(value)], default=0)


__all__ = ["LARGE", "is_broken", "is_rounded", "places"]
