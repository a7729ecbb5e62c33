"""Packing in bulk against packing thing by thing, and the sum of the largest against sorting them all."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.suite.case import AS_OF, TestWorld
from vdl.builtins.containers import arranged
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate

many = settings(max_examples=300, derandomize=True, deadline=None)
things = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 30)), max_size=6)


def one_by_one(sizes: list[int], numbers: list[int], capacity: int) -> list[list[int]]:
    """What each container holds, container by container."""
    found: list[list[int]] = []
    for thing in sorted(range(len(sizes)), key=lambda i: -sizes[i]):
        for _ in range(numbers[thing] if sizes[thing] else 0):
            room = next((held for held in found if sum(sizes[i] for i in held) + sizes[thing] <= capacity), None)
            if room is None:
                found.append([thing])
            else:
                room.append(thing)
    return found


@many
@given(things, st.integers(20, 60))
def test_in_bulk_as_thing_by_thing(given_: list[tuple[int, int]], capacity: int) -> None:
    sizes, numbers = [size for size, _ in given_], [number for _, number in given_]
    groups = arranged(sizes, numbers, capacity, lambda steps: True)
    assert groups is not None
    held = [[thing for thing, number in group.holds for _ in range(number)] for group in groups for _ in range(group.containers)]
    assert held == one_by_one(sizes, numbers, capacity)
    assert all(group.free == capacity - sum(sizes[i] * n for i, n in group.holds) >= 0 for group in groups)


@many
@given(things, st.integers(0, 40))
def test_the_largest_are_those_that_sorting_puts_first(given_: list[tuple[int, int]], k: int) -> None:
    every = sorted([size for size, number in given_ for _ in range(number)], reverse=True)
    compilation = compile(TestWorld("suite/library", {"d.vdl": "edition 2026\ndesign d { }\n"}), "d.vdl", as_of=AS_OF)
    text = f"largest({k}, {[size for size, _ in given_]}, {[number for _, number in given_]})"
    value, diagnostics = evaluate(compilation, compilation.designs[0], text)
    assert value is not None, diagnostics
    assert value.value == sum(every[:k])
