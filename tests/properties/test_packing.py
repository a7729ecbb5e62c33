"""Packing in bulk against packing thing by thing and against every arrangement; the largest against sorting them all."""

from __future__ import annotations

from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.suite.case import AS_OF, TestWorld
from vdl.builtins.arrangement import Sort, arranged, by_most, by_sum, containers
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate

many = settings(max_examples=300, derandomize=True, deadline=None)
things = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 30)), max_size=6)
most = st.one_of(st.none(), st.integers(1, 3))
sorts_apart = st.lists(st.builds(Sort, st.integers(0, 20), st.integers(0, 30), most), max_size=6)
few_apart = st.lists(st.builds(Sort, st.integers(0, 12), st.integers(0, 5), most), max_size=4)


def one_by_one(sorts: list[Sort], order: list[int], capacity: int) -> list[list[int]]:
    """What each container holds, container by container."""
    found: list[list[int]] = []
    for thing in order:
        size, number, limit = sorts[thing]
        for _ in range(number if size or limit else 0):
            room = next(
                (
                    held for held in found
                    if sum(sorts[i].size for i in held) + size <= capacity and (limit is None or held.count(thing) < limit)
                ),
                None,
            )  # fmt: skip
            if room is None:
                found.append([thing])
            else:
                room.append(thing)
    return found


def both_ways(sorts: list[Sort], capacity: int) -> list[list[int]]:
    """The arrangement with fewer containers: the largest first, or first what one container may not hold as it could."""
    apart = [
        one.number / one.most if one.most and one.most < one.number and (one.most + 1) * one.size <= capacity else 0
        for one in sorts
    ]  # fmt: skip
    largest = sorted(range(len(sorts)), key=lambda i: -sorts[i].size)
    first = sorted(range(len(sorts)), key=lambda i: (-apart[i], -sorts[i].size))
    return min([one_by_one(sorts, order, capacity) for order in (largest, first)], key=len)


def fewest(sorts: list[Sort], capacity: int) -> int:
    """The least number of containers of any arrangement."""
    limits = [one.number if one.most is None else min(one.number, one.most) for one in sorts]
    fit = [
        held for held in product(*[range(limit + 1) for limit in limits])
        if any(held) and sum(number * one.size for number, one in zip(held, sorts)) <= capacity
    ]  # fmt: skip

    @cache
    def needed(left: tuple[int, ...]) -> int:
        if not any(left):
            return 0
        one = next(i for i, number in enumerate(left) if number)
        return 1 + min([needed(tuple([max(0, n - k) for n, k in zip(left, held)])) for held in fit if held[one]])

    return needed(tuple([one.number if one.size or one.most else 0 for one in sorts]))


@many
@given(things, st.integers(20, 60))
def test_in_bulk_as_thing_by_thing(given_: list[tuple[int, int]], capacity: int) -> None:
    sorts = [Sort(size, number) for size, number in given_]
    order = sorted(range(len(sorts)), key=lambda i: -sorts[i].size)
    assert _held(sorts, capacity) == one_by_one(sorts, order, capacity)


@many
@given(sorts_apart, st.integers(20, 60))
def test_in_bulk_as_thing_by_thing_where_some_stand_apart(sorts: list[Sort], capacity: int) -> None:
    held = _held(sorts, capacity)
    assert held == both_ways(sorts, capacity)
    assert all(one.most is None or container.count(i) <= one.most for container in held for i, one in enumerate(sorts))


def _held(sorts: list[Sort], capacity: int) -> list[list[int]]:
    groups = arranged(sorts, capacity, lambda steps: True)
    assert groups is not None
    assert all(group.free == capacity - sum(sorts[i].size * n for i, n in group.holds) >= 0 for group in groups)
    return [[thing for thing, number in group.holds for _ in range(number)] for group in groups for _ in range(group.containers)]


@many
@given(few_apart, st.integers(12, 20))
def test_near_the_best_of_all_arrangements(sorts: list[Sort], capacity: int) -> None:
    groups, best = arranged(sorts, capacity, lambda steps: True), fewest(sorts, capacity)
    assert groups is not None
    assert max(by_sum(sorts, capacity), by_most(sorts, capacity)) <= best <= containers(groups)
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
