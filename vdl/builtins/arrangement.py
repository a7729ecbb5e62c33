"""Things of several sorts in containers that are alike: which lie where."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdl.records import NamedTuple
from vdl.semantics.units import Exact, ceiling, divide


class Sort(NamedTuple):
    """Things that are alike: the size of one, how many there are, how many of them one container may hold, and what each
    takes of the other room."""

    size: Exact
    number: int
    most: int | None = None
    other: Exact = 0


class Room(NamedTuple):
    """What one container has room for: sizes, and where `other` is one, what things take beside them."""

    size: Exact
    other: Exact | None = None


class Group(NamedTuple):
    """Containers that hold the same: what is left of their rooms, which things each holds, and how many of each."""

    containers: int
    free: Room
    holds: tuple[tuple[int, int], ...]


def arranged(sorts: Sequence[Sort], room: Room, spend: Callable[[int], bool]) -> list[Group] | None:
    """First-fit decreasing, in the order of the text where equal; equal things go in at once, into alike containers at once.

    Where one container may not hold all of a sort that it has room for, also with such sorts first, that which needs the
    most containers before the others: larger things may have filled those in which they could stand. Where there are two
    rooms, also with those first that take most of the other one, and with those that take the largest share of either.
    The first of the arrangements that take the fewest.

    Every thing fits into an empty container. `spend` counts the steps, in each of the orders for each sort of things the
    sorts of containers and what they hold; None where it says that they are too many.
    """
    best: list[Group] | None = None
    for order in dict.fromkeys(_orders(sorts, room)):
        found = _first_fit(sorts, order, room, spend)
        if found is None:
            return None
        if best is None or containers(found) < containers(best):
            best = found
    return best


def _orders(sorts: Sequence[Sort], room: Room) -> list[tuple[int, ...]]:
    """In which orders things are put into containers; each falls."""

    def falling(key: Callable[[Sort], tuple[Exact, ...]]) -> tuple[int, ...]:
        keys = [key(one) for one in sorts]
        return tuple(sorted(range(len(sorts)), key=lambda i: tuple([-part for part in keys[i]])))

    found = [falling(lambda one: (one.size,))]
    if by_most(sorts, room):
        found.append(falling(lambda one: (divide(one.number, most) if (most := _apart(one, room)) else 0, one.size)))
    if room.other is not None:
        found += [falling(lambda one: (one.other, one.size)), falling(lambda one: (max(shares(one, room)), one.size))]
    return found


def shares(one: Sort, room: Room) -> tuple[Exact, Exact]:
    """What one thing takes of each room."""
    other = divide(one.other, room.other) if room.other and one.other else 0
    return divide(one.size, room.size) if one.size else 0, other


def containers(groups: Sequence[Group]) -> int:
    """How many containers an arrangement takes."""
    return sum([group.containers for group in groups])


def by_most(sorts: Sequence[Sort], room: Room) -> int:
    """The containers that a sort needs at least for what one may hold of it; 0 where the room says so for each sort."""
    return max([int(ceiling(divide(one.number, most))) for one in sorts if (most := _apart(one, room))], default=0)


def by_sum(sorts: Sequence[Sort], room: Room) -> tuple[Exact, Exact]:
    """The containers that all things would fill if they could be split, by each of the rooms."""
    load, other = sum([one.size * one.number for one in sorts]), sum([one.other * one.number for one in sorts])
    return divide(load, room.size) if load else 0, divide(other, room.other) if other and room.other else 0


def _apart(one: Sort, room: Room) -> int | None:
    """How many of a sort one container may hold, where there are more and it has room for more."""
    if one.most is None or one.most >= one.number:
        return None
    more = _each(one._replace(most=None), room)
    return one.most if more is None or more > one.most else None


def _each(one: Sort, room: Room) -> int | None:
    """How many of a sort such a room takes; None where there is no end."""
    each = [] if one.most is None else [one.most]
    if one.size:
        each.append(int(room.size // one.size))
    if one.other and room.other is not None:
        each.append(int(room.other // one.other))
    return min(each, default=None)


def _first_fit(sorts: Sequence[Sort], order: Sequence[int], room: Room, spend: Callable[[int], bool]) -> list[Group] | None:
    """Each sort after the other, into the first containers that take some of it."""
    groups: list[Group] = []
    for thing in order:
        one = sorts[thing]
        left = one.number
        if not left or _each(one, room) is None:
            continue  # what has no size stands anywhere
        if not spend(1 + sum([1 + len(group.holds) for group in groups])):
            return None
        following: list[Group] = []
        for group in groups:
            left = _fill(group, thing, one, left, following)
        _fill(Group(left, room, ()), thing, one, left, following, new=True)
        groups = following
    return groups


def _fill(group: Group, thing: int, one: Sort, left: int, into: list[Group], *, new: bool = False) -> int:
    """Put as many things into alike containers as they take, the first ones first; how many things are left."""
    each = _each(one, group.free) or 0
    full = min(group.containers, left // each) if each else 0
    if full:
        into.append(_with(group, full, thing, one, each))
        left -= full * each
    rest = group.containers - full
    if each and rest and left:
        into.append(_with(group, 1, thing, one, left))
        rest, left = rest - 1, 0
    if rest and not new:
        into.append(group._replace(containers=rest))
    return left


def _with(group: Group, number: int, thing: int, one: Sort, each: int) -> Group:
    """So many of a group's containers with so many more things in each."""
    size, other = group.free
    free = Room(size - each * one.size, None if other is None else other - each * one.other)
    return Group(number, free, (*group.holds, (thing, each)))
