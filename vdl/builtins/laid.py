"""How things that are `packed` lie in their containers, for those who tell it."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.builtins.arrangement import Group, Room, Sort, arranged, by_sum
from vdl.builtins.packable import is_thing, other_of, rest_of, split
from vdl.graph.cells import Op
from vdl.records import NamedTuple
from vdl.semantics.units import Exact
from vdl.values import Number, Value, Varying, high, is_number, low


class Laid(NamedTuple):
    """The sorts of things in the order of the text, what one container has room for, and what lies in each of them."""

    sorts: list[Sort]
    room: Room
    groups: list[Group]


def laid(op: Op, values: Sequence[Value]) -> Laid | None:
    """How things lie for these values of the operation's arguments; None where one varies or is not stated, or a thing
    does not fit."""
    most, others, other_room = limits_of(op, values)
    numbers = [one for one in values[: other_of(op) + 1] if is_number(one)]
    if any(isinstance(value, Varying) for value in values) or len(numbers) <= other_of(op):
        return None
    things = split(op, numbers[:-1])
    if not all(map(is_thing, things)):
        return None
    sorts, room = at_most(things, most, others), Room(low(numbers[-1]), None if other_room is None else low(other_room))
    if any(one.number and (one.size > room.size or one.other > (room.other or one.other) or one.most == 0) for one in sorts):
        return None
    return Laid(sorts, room, arranged(sorts, room, lambda steps: True) or [])


def filled(op: Op, values: Sequence[Value]) -> Exact | None:
    """The containers that the things would fill if each could be split; None where something is not stated."""
    most, others, other_room = limits_of(op, values)
    numbers = [one for one in values[: other_of(op) + 1] if is_number(one)]
    if len(numbers) <= other_of(op) or low(numbers[-1]) <= 0 or (other_room is not None and low(other_room) <= 0):
        return None
    room = Room(low(numbers[-1]), None if other_room is None else low(other_room))
    things = split(op, numbers[:-1])
    return max(by_sum(at_most(things, most, others), room)) if all(map(is_thing, things)) else None


def limits_of(op: Op, given: Sequence[Value]) -> tuple[list[Number | None], list[Number], Number | None]:
    """How many of each sort one container may hold, what one takes of the other room, and that room: without a limit, or of
    nothing, where not stated."""
    most, others, other_room = rest_of(op, given)
    limits = [one if is_number(one) else None for one in most]
    return limits, [one if is_number(one) else 0 for one in others], other_room if is_number(other_room) else None


def at_most(things: Sequence[tuple[Number, Number]], most: Sequence[Number | None], others: Sequence[Number]) -> list[Sort]:
    """What asks for the most containers: the largest and the most things, of which one container may hold the fewest."""
    return [
        Sort(high(size), int(high(n)), None if one is None else int(low(one)), high(other))
        for (size, n), one, other in zip(things, most, others)
    ]


__all__ = ["Laid", "at_most", "filled", "laid", "limits_of"]
