"""Flat data gives back what it was made of: the same values, of the same types, and one thing where there was one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from vdl.parse import flat
from vdl.records import NamedTuple


class Pair(NamedTuple):
    one: Any
    other: Any


RECORDS = {"Pair": Pair}

VALUES: list[Any] = [
    (1,), (0, 1), (False, True), (0, False, 1, True), (None, 0, ""), ((), (0,), ((),)),
    (2**31 - 1, -(2**31)), (2**31, 0), (-(2**31) - 1,), (10**40, True),
    (Fraction(1, 3), Fraction(-(10**30), 7), 1), ("", "a", "\0", "\n", "\u20ac\udc80", "tuple", "Pair"),
    Pair(1, 2), Pair(Pair(1, "a"), (Pair(None, 2), Pair(2, None), Pair(3, 4))), tuple(Pair(n, str(n % 3)) for n in range(9)),
]  # fmt: skip


def exactly(value: Any) -> Any:
    """A value with the types of all that is in it."""
    return type(value), [exactly(one) for one in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_a_value_comes_back(value: Any) -> None:
    data = flat.encoded(value)
    again = flat.decoded(data, RECORDS)
    assert exactly(again) == exactly(value)
    assert flat.encoded(again) == data


def test_one_thing_in_several_places_is_one_again() -> None:
    shared, like = Pair(1, "a"), Pair(1, "a")
    first, second, third = flat.decoded(flat.encoded((shared, shared, like)), RECORDS)
    assert first is second is not third == first


def test_a_value_may_be_as_deep_as_it_likes() -> None:
    value: Any = (1,)
    for _ in range(20_000):
        value = (value, None)
    again = flat.decoded(flat.encoded(value), {})
    for _ in range(20_000):
        again, nothing = again
        assert nothing is None
    assert again == (1,)


def test_data_is_the_same_on_every_machine() -> None:
    numbers = [9, 1, len("tuple"), 4, 1, 2, 1, 1, 1, -2]
    assert flat.encoded((1, -2)) == b"".join([n.to_bytes(4, "little", signed=True) for n in numbers]) + b"tuple"
