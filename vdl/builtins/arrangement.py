"""Things of several sorts in containers that are alike: which lie where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vdl.semantics.units import Exact, ceiling, divide


class Sort(NamedTuple):
    """Things that are alike: the size of one, how many there are, and how many of them one container may hold."""

    size: Exact
    number: int
    most: int | None = None


class Group(NamedTuple):
    """Containers that hold the same; what each holds: which things, and how many of each."""

    containers: int
    free: Exact
    holds: tuple[tuple[int, int], ...]


def arranged(sorts: Sequence[Sort], room: Exact, spend: Callable[[int], bool]) -> list[Group] | None:
    """First-fit decreasing, in the order of the text where equal; equal things go in at once, into alike containers at once.

    Where one container may not hold all of a sort that it has room for, also with such sorts first, that which needs the
    most containers before the others: larger things may have filled those in which they could stand. The first of two
    arrangements that take as many.

    Every thing fits into an empty container. `spend` counts the steps, in each of the two orders for each sort of things the
    sorts of containers and what they hold; None where it says that they are too many.
    """
    found = _first_fit(sorts, sorted(range(len(sorts)), key=lambda i: -sorts[i].size), room, spend)
    if found is None or not by_most(sorts, room):
        return found
    apart = [divide(one.number, most) if (most := _apart(one, room)) else 0 for one in sorts]
    other = _first_fit(sorts, sorted(range(len(sorts)), key=lambda i: (-apart[i], -sorts[i].size)), room, spend)
    return other if other is None or containers(other) < containers(found) else found


def containers(groups: Sequence[Group]) -> int:
    """How many containers an arrangement takes."""
    return sum([group.containers for group in groups])


def by_most(sorts: Sequence[Sort], room: Exact) -> int:
    """The containers that a sort needs at least for what one may hold of it; 0 where the room says so for each sort."""
    return max([int(ceiling(divide(one.number, most))) for one in sorts if (most := _apart(one, room))], default=0)


def by_sum(sorts: Sequence[Sort], room: Exact) -> Exact:
    """The containers that all things would fill if they could be split."""
    load = sum([one.size * one.number for one in sorts])
    return divide(load, room) if load else 0


def _apart(one: Sort, room: Exact) -> int | None:
    """How many of a sort one container may hold, where there are more and it has room for more."""
    return one.most if one.most is not None and one.most < one.number and (one.most + 1) * one.size <= room else None


def _each(one: Sort, room: Exact) -> int | None:
    """How many of a sort such a room takes; None where there is no end."""
    if not one.size:
        return one.most
    each = int(room // one.size)
    return each if one.most is None else min(each, one.most)


def _first_fit(sorts: Sequence[Sort], order: Sequence[int], room: Exact, spend: Callable[[int], bool]) -> list[Group] | None:
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
        into.append(Group(full, group.free - each * one.size, (*group.holds, (thing, each))))
        left -= full * each
    rest = group.containers - full
    if each and rest and left:
        into.append(Group(1, group.free - left * one.size, (*group.holds, (thing, left))))
        rest, left = rest - 1, 0
    if rest and not new:
        into.append(group._replace(containers=rest))
    return left
