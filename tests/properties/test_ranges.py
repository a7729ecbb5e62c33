"""Ranges against brute force: nothing lies outside, and where "not tight" is not said, both ends are reached.

Small expressions are drawn at random over a few ranges that they share, and computed twice: by the compiler, and
here, point by point, at the corners and inside.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor
from random import Random
from typing import NamedTuple

import pytest

from tests.reading import quantity, sizing
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import Compilation, compile

Point = dict[str, Fraction]
"""The value of each unknown."""


class Term(NamedTuple):
    """An expression: its text, its value at a point, ends that it surely keeps between, and the unknowns it reads."""

    text: str
    at: Callable[[Point], Fraction]
    low: Fraction
    high: Fraction
    reads: frozenset[str]


class Ranges(NamedTuple):
    """Three ranges x, y and z, and w, which varies by label and moves with t."""

    ends: dict[str, tuple[int, int]]
    labels: dict[str, tuple[int, int]]

    def text(self) -> str:
        lets = "".join(f"  let {name} = {low}..{high}\n" for name, (low, high) in self.ends.items() if name != "t")
        by = ", ".join(f"{label}: {low}..{high}" for label, (low, high) in self.labels.items())
        return f"{lets}  let w = {{ {by} }}\n"

    def leaves(self) -> list[Term]:
        def named(name: str) -> Callable[[Point], Fraction]:
            return lambda point: point[name]

        found = [Term(n, named(n), Fraction(a), Fraction(b), frozenset(n)) for n, (a, b) in self.ends.items() if n != "t"]
        winter, summer = (self._label(label) for label in self.labels)
        found.append(winter)
        low, high = min(winter.low, summer.low), max(winter.high, summer.high)
        found.append(Term("peak(w)", lambda p: max(winter.at(p), summer.at(p)), low, high, winter.reads))
        found.append(Term("lowest(w)", lambda p: min(winter.at(p), summer.at(p)), low, high, winter.reads))
        return found

    def _label(self, label: str) -> Term:
        a, b = self.labels[label]
        return Term(f"(w at {label})", lambda point: a + (b - a) * point["t"], Fraction(a), Fraction(b), frozenset("t"))

    def points(self, random: Random, reads: frozenset[str]) -> Iterator[Point]:
        """Corners, whole numbers, and a few points inside, of the unknowns that are read."""
        names = sorted(reads)
        axes = []
        for name in names:
            low, high = self.ends[name]
            inside = {Fraction(random.randint(low * 12, high * 12), 12) for _ in range(2)}
            inside |= {Fraction(n, 6) for n in range(2, 5)} if name == "t" else set()  # where w is a whole number
            axes.append(sorted({*map(Fraction, range(low, high + 1)), *inside}))
        for values in product(*axes):
            yield dict(zip(names, values))


def drawn(random: Random) -> Ranges:
    ends = {}
    for name in "xyz":
        low = random.randint(-4, 4)
        ends[name] = (low, low + random.randint(1, 3))
    ends["t"] = (0, 1)
    labels = {}
    for label in "winter", "summer":
        low = random.randint(-3, 3)
        labels[label] = (low, low + random.randint(1, 3))
    return Ranges(ends, labels)


BINARY: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip
CALLED: dict[str, Callable[..., Fraction]] = {
    "max": max, "min": min, "abs": abs, "ceil": lambda a: Fraction(ceil(a)), "floor": lambda a: Fraction(floor(a)),
}  # fmt: skip


def term(random: Random, leaves: list[Term], size: int) -> Term:
    """An expression of about `size` operations."""
    if size == 0:
        return constant(number(random)) if random.random() < 0.2 else random.choice(leaves)
    left = term(random, leaves, (size - 1) // 2)
    right = term(random, leaves, size - 1 - (size - 1) // 2)
    name = random.choice(["+", "-", "*", "+", "-", "*", "/", "/", "max", "min", "abs", "ceil", "floor", "neg", "if"])
    if name in BINARY:
        return binary(name, left, above_zero(random, right) if name == "/" else right)
    if name == "neg":
        return Term(f"(-{left.text})", lambda p: -left.at(p), -left.high, -left.low, left.reads)
    if name == "if":
        return conditional(random, leaves, left, right)
    called = CALLED[name]
    if name in ("max", "min"):
        low, high = called(left.low, right.low), called(left.high, right.high)
        reads = left.reads | right.reads
        return Term(f"{name}({left.text}, {right.text})", lambda p: called(left.at(p), right.at(p)), low, high, reads)
    ends = [called(left.low), called(left.high)]
    if name == "abs" and left.low < 0 < left.high:
        ends.append(Fraction(0))
    text = f"{name}({left.text}{'' if name == 'abs' else ', 1'})"
    return Term(text, lambda p: called(left.at(p)), min(ends), max(ends), left.reads)


def number(random: Random) -> str:
    return random.choice(["1", "2", "3", "5", "0.5", "0.2"])


def constant(number: str) -> Term:
    value = Fraction(number)
    return Term(number, lambda _: value, value, value, frozenset())


def above_zero(random: Random, of: Term) -> Term:
    """A divisor: the same, moved so far that it is nowhere zero."""
    if not of.low <= 0 <= of.high:
        return of
    return binary("+", of, constant(f"{floor(-of.low) + random.randint(1, 3)}"))


def binary(name: str, left: Term, right: Term) -> Term:
    function = BINARY[name]
    ends = [function(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    text = f"({left.text} {name} {right.text})"
    return Term(text, lambda p: function(left.at(p), right.at(p)), min(ends), max(ends), left.reads | right.reads)


def conditional(random: Random, leaves: list[Term], left: Term, right: Term) -> Term:
    one, other = random.choice(leaves), random.choice(leaves)
    word, joined = random.choice([("and", all), ("or", any)])
    text = f"({left.text} if {one.text} > 1 {word} not {other.text} > 0 else {right.text})"
    reads = left.reads | right.reads | one.reads | other.reads

    def at(point: Point) -> Fraction:
        return (left if joined([one.at(point) > 1, not other.at(point) > 0]) else right).at(point)

    return Term(text, at, min(left.low, right.low), max(left.high, right.high), reads)


def shared(random: Random, leaves: list[Term]) -> Term:
    """A product or quotient of sums that share an unknown, and that unknown once more."""
    one, other, third = (random.choice(leaves) for _ in range(3))
    above = binary(random.choice("+-"), one, binary("*", constant(number(random)), other))
    below = above_zero(random, binary(random.choice("+-"), random.choice([one, other]), third))
    made = binary(random.choice("/*"), above, below)
    again = random.choice([one, other, third])
    return binary(random.choice("+-*"), made, again) if random.random() < 0.7 else conditional(random, leaves, made, again)


def compiled(ranges: Ranges, more: str = "") -> Compilation:
    text = f"edition 2026\ndesign d {{\n{ranges.text()}{more}}}\n"
    return compile(TestWorld(texts={"d.vdl": text}), "d.vdl", as_of=AS_OF)


def nearest(of: Term, ranges: Ranges, start: Point, wanted: Fraction) -> Fraction:
    """How near to a value one gets from a point, in ever smaller steps; for ends that lie between the points tried."""
    best, gap = start, abs(of.at(start) - wanted)
    step = Fraction(1, 2)
    while gap and step > Fraction(1, 2**16):
        moved = False
        for moves in product((-step, 0, step), repeat=len(start)):
            trial = {}
            for (name, value), move in zip(best.items(), moves):
                low, high = ranges.ends[name]
                trial[name] = min(Fraction(high), max(Fraction(low), value + move))
            if abs(of.at(trial) - wanted) < gap:
                best, gap, moved = trial, abs(of.at(trial) - wanted), True
        if not moved:
            step /= 2
    return gap


def faults(of: Term, ranges: Ranges, compilation: Compilation, random: Random) -> str:
    """What is wrong with the range that the compiler gives an expression; "" if nothing is."""
    made = quantity(compilation, "d", of.text)
    if "low" in made:
        low, high, tight = Fraction(made["low"]["exact"]), Fraction(made["high"]["exact"]), made["tight"]
    else:
        low = high = Fraction(made["exact"])
        tight = True
    tried = {tuple(point.items()): of.at(point) for point in ranges.points(random, of.reads)}
    first, last = min(tried, key=lambda p: tried[p]), max(tried, key=lambda p: tried[p])
    if tried[first] < low or tried[last] > high:
        return f"{low}..{high} leaves out {tried[first]}..{tried[last]}"
    if tight:
        for end, start in (low, first), (high, last):
            if tried[start] != end and nearest(of, ranges, dict(start), end) > Fraction(1, 1000):
                return f"{low}..{high} is said to be tight, and is {tried[first]}..{tried[last]}"
    return ""


@pytest.mark.parametrize(("size", "exact"), [(0, 60), (1, 155), (2, 140), (3, 125), (4, 110), (5, 98)])
def test_nothing_lies_outside_and_tight_ends_are_reached(size: int, exact: int) -> None:
    random = Random(size)
    tight = 0
    for _ in range(16):
        ranges = drawn(random)
        first, second = (term(random, ranges.leaves(), 2) for _ in range(2))
        compilation = compiled(ranges, f"  let m = {first.text}\n  let n = {second.text}\n")
        leaves = [*random.sample(ranges.leaves(), 3), first._replace(text="m"), second._replace(text="n")]
        for _ in range(12):
            of = term(random, leaves, size) if size else shared(random, ranges.leaves())
            wrong = faults(of, ranges, compilation, random)
            assert not wrong, f"{of.text}: {wrong}, with m = {first.text}, n = {second.text} and\n{ranges.text()}"
            tight += quantity(compilation, "d", of.text).get("tight", True)
    assert tight >= exact, "less is exact than was once"


TESTS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def test_rules_and_counts_are_those_of_every_point() -> None:
    random = Random("rules")
    seen = {"holds": 0, "fails": 0, "part": 0, "not-evaluated": 0}
    for _ in range(12):
        ranges = drawn(random)
        pairs = [(term(random, ranges.leaves(), 2), random.choice([*TESTS]), term(random, ranges.leaves(), 1)) for _ in range(8)]
        rules = "".join(f"  require r{i}: {a.text} {op} {b.text}\n" for i, (a, op, b) in enumerate(pairs))
        counts = "".join(f"  count c{i}: Box\n  bound b{i}: c{i} >= {a.text} * 1 box\n" for i, (a, _, _) in enumerate(pairs))
        compilation = compiled(ranges, rules + counts)
        made = json.loads(sizing(compilation))[1][0]
        verdicts = {rule["name"]: rule["verdict"] for rule in made["rules"]}
        numbers = {count["name"]: int(count["value"]["exact"]) for count in made["counts"]}
        for i, (a, op, b) in enumerate(pairs):
            said, which = verdicts[f"r{i}"], f"{a.text} {op} {b.text}, with\n{ranges.text()}"
            found = {TESTS[op](a.at(p), b.at(p)) for p in ranges.points(random, a.reads | b.reads)}
            difference = quantity(compilation, "d", f"{a.text} - {b.text}")
            ends = [difference[end]["exact"] for end in ("low", "high") if end in difference] or [difference["exact"]]
            low, high = Fraction(ends[0]), Fraction(ends[-1])
            if found == {True, False}:
                assert said == "part", which
            elif said in ("part", "not-evaluated"):  # what nobody can tell is no failure
                zero = Fraction(0)
                both = low <= 0 <= high if op in ("==", "!=") else TESTS[op](low, zero) != TESTS[op](high, zero)
                assert low < high and both, f"{which}: nothing speaks for more than {found}"
            else:
                assert found == {said == "holds"}, which
            seen[said] += 1
            most = quantity(compilation, "d", a.text)
            assert numbers[f"c{i}"] == max(0, ceil(Fraction((most.get("high") or most)["exact"]))), which
    assert seen.pop("not-evaluated") < 5, "more is unknown than once was"
    assert min(seen.values()) >= 10, seen
