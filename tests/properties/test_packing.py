"""Packing in bulk against packing thing by thing and against every arrangement; the largest against sorting them all."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.suite.case import AS_OF, TestWorld
from vdl.builtins.arrangement import Room, Sort, arranged, by_most, by_sum, containers
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate

many = settings(max_examples=300, derandomize=True)
things = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 30)), max_size=6)
most = st.one_of(st.none(), st.integers(1, 3))
sorts_apart = st.lists(st.builds(Sort, st.integers(0, 20), st.integers(0, 30), most), max_size=6)
sorts_beside = st.lists(st.builds(Sort, st.integers(0, 20), st.integers(0, 30), most, st.integers(0, 9)), max_size=5)
few_beside = st.lists(st.builds(Sort, st.integers(0, 12), st.integers(0, 4), most, st.integers(0, 9)), max_size=4)
few_apart = st.lists(st.builds(Sort, st.integers(0, 12), st.integers(0, 5), most), max_size=4)


def one_by_one(sorts: list[Sort], order: list[int], room: Room) -> list[list[int]]:
    """What each container holds, container by container."""
    found: list[list[int]] = []
    free: list[list[int]] = []
    for thing in order:
        one = sorts[thing]
        takes = [one.size, one.other if room.other is not None else 0]
        for _ in range(one.number if any(takes) or one.most else 0):
            at = next((
                i for i, (held, left) in enumerate(zip(found, free))
                if takes[0] <= left[0] and takes[1] <= left[1] and (one.most is None or held.count(thing) < one.most)
            ), len(found))  # fmt: skip
            if at == len(found):
                found.append([])
                free.append([int(room.size), int(room.other or 0)])
            found[at].append(thing)
            free[at] = [left - take for left, take in zip(free[at], takes)]
    return found


def fits(sorts: list[Sort], held: list[int], room: Room) -> list[bool]:
    """Whether one container holds so much of either room, and of each sort."""
    limits = [one.most is None or held.count(i) <= one.most for i, one in enumerate(sorts)]
    other = room.other is None or sum(sorts[i].other for i in held) <= room.other
    return [sum(sorts[i].size for i in held) <= room.size, other, *limits]


def every_way(sorts: list[Sort], room: Room) -> list[list[int]]:
    """The arrangement with the fewest containers: the largest first, first what one container may not hold as it could, first
    what takes most of the other room, or first what takes the largest share of either."""
    there = range(len(sorts))

    def apart(one: Sort) -> Fraction:
        if one.most is None or one.most >= one.number:
            return Fraction(0)
        more = (one.most + 1) * one.size <= room.size
        more = more and (room.other is None or (one.most + 1) * one.other <= room.other)
        return Fraction(one.number, one.most) if more else Fraction(0)

    orders = [sorted(there, key=lambda i: -sorts[i].size), sorted(there, key=lambda i: (-apart(sorts[i]), -sorts[i].size))]
    if room.other is not None:
        share = [max(Fraction(one.size, room.size), Fraction(one.other, room.other)) for one in sorts]
        orders.append(sorted(there, key=lambda i: (-sorts[i].other, -sorts[i].size)))
        orders.append(sorted(there, key=lambda i: (-share[i], -sorts[i].size)))
    return min([one_by_one(sorts, order, room) for order in orders], key=len)


def fewest(sorts: list[Sort], room: Room) -> int:
    """The least number of containers of any arrangement."""
    limits = [one.number if one.most is None else min(one.number, one.most) for one in sorts]
    fit = [
        held for held in product(*[range(limit + 1) for limit in limits])
        if any(held) and all(fits(sorts, [i for i, number in enumerate(held) for _ in range(number)], room))
    ]  # fmt: skip

    @cache
    def needed(left: tuple[int, ...]) -> int:
        if not any(left):
            return 0
        one = next(i for i, number in enumerate(left) if number)
        return 1 + min([needed(tuple([max(0, n - k) for n, k in zip(left, held)])) for held in fit if held[one]])

    return needed(tuple([one.number if one.size or one.most or (one.other and room.other) else 0 for one in sorts]))


@many
@given(things, st.integers(20, 60))
def test_in_bulk_as_thing_by_thing(given_: list[tuple[int, int]], capacity: int) -> None:
    sorts = [Sort(size, number) for size, number in given_]
    order = sorted(range(len(sorts)), key=lambda i: -sorts[i].size)
    assert _held(sorts, Room(capacity)) == one_by_one(sorts, order, Room(capacity))


@many
@given(sorts_apart, st.integers(20, 60))
def test_in_bulk_as_thing_by_thing_where_some_stand_apart(sorts: list[Sort], capacity: int) -> None:
    room = Room(capacity)
    held = _held(sorts, room)
    assert held == every_way(sorts, room)
    assert all(all(fits(sorts, container, room)) for container in held)


@many
@given(sorts_beside, st.integers(20, 60), st.integers(9, 20))
def test_in_bulk_as_thing_by_thing_in_two_rooms(sorts: list[Sort], capacity: int, other: int) -> None:
    room = Room(capacity, other)
    held = _held(sorts, room)
    assert held == every_way(sorts, room)
    assert all(all(fits(sorts, container, room)) for container in held)


def _held(sorts: list[Sort], room: Room) -> list[list[int]]:
    groups = arranged(sorts, room, lambda steps: True)
    assert groups is not None
    for group in groups:
        assert group.free.size == room.size - sum(sorts[i].size * n for i, n in group.holds) >= 0
        if room.other is not None:
            assert group.free.other == room.other - sum(sorts[i].other * n for i, n in group.holds) >= 0
    return [[thing for thing, number in group.holds for _ in range(number)] for group in groups for _ in range(group.containers)]


@many
@given(few_apart, st.integers(12, 20))
def test_near_the_best_of_all_arrangements(sorts: list[Sort], capacity: int) -> None:
    _near_the_best(sorts, Room(capacity))


@many
@given(few_beside, st.integers(12, 20), st.integers(9, 14))
def test_near_the_best_of_all_arrangements_in_two_rooms(sorts: list[Sort], capacity: int, other: int) -> None:
    _near_the_best(sorts, Room(capacity, other))


def _near_the_best(sorts: list[Sort], room: Room) -> None:
    groups, best = arranged(sorts, room, lambda steps: True), fewest(sorts, room)
    assert groups is not None
    assert max(*by_sum(sorts, room), by_most(sorts, room)) <= best <= containers(groups)
    assert containers(groups) <= best + max(1, best // 2)


@many
@given(things, st.integers(0, 40))
def test_the_largest_are_those_that_sorting_puts_first(given_: list[tuple[int, int]], k: int) -> None:
    every = sorted([size for size, number in given_ for _ in range(number)], reverse=True)
    compilation = compile(TestWorld("suite/library", {"d.vdl": "edition 2026\ndesign d { }\n"}), "d.vdl", as_of=AS_OF)
    text = f"largest({k}, {[size for size, _ in given_]}, {[number for _, number in given_]})"
    value, diagnostics = evaluate(compilation, compilation.designs[0], text)
    assert value is not None, diagnostics
    assert value.value == sum(every[:k])
