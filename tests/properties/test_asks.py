"""`ask` against trying every step: rules with gaps, counts that jump or are given, objects that a condition or a
`choose` takes, and what a condition places elsewhere.

The first step that does not fit is found here by compiling the design anew for each, with `--set`.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.reading import sizing
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.query.walk import Step, Walk
from vdl.query.what_if import WhatIf
from vdl.solve import Plan
from vdl.text.limits import ASK_REACH, ASK_STEPS

LAST = 24
"""The condition fits up to here."""

KINDS = """edition 2026
axis year kept { early, middle, late }
kind model { limit: Number, room: Number }
little: model { limit = 2, room = 5 }
middle: model { limit = 5, room = 3 }
big: model { limit = 9, room = 1 }
kind store {
  n : Box
  other : Number = 3
  most : Box?
  m : model = MODEL
  count carts: Cart
  bound by_limit: carts >= n / m.limit * 1 cart / 1 box
  bound by_other: carts >= other * 1 cart
  let free = carts * m.limit / 1 cart - n / 1 box
  let cost = carts / 1 cart * m.room + m.limit
}
kind crate { weight: Number, placed_on: shelf? }
kind shelf {
  size: Number
  placed: list of crate
  count boards: Box
  bound by_weight: boards >= sum(c.weight for c in placed) / size * 1 box
}
kind fleet {
  n : Box
  growth : Number = { early: 1, middle: 1.4, late: 1.2 }
  moved : Box = ceil(n * growth)
  lids : Box = moved * 3
  count vans: Cart
  bound by_lids: vans >= lids / 7 * 1 cart / 1 box when lids > 4 boxes
  bound stays: vans >= previous(vans, 1 cart)
  let turns = ceil(max(moved / n, 1), 1) - 1 if n > 0 boxes else 0
}
"""


MODELS = [
    "little", "big", "little if n < 8 boxes else big", "middle if n <= 5 boxes or n > 15 boxes else big",
    "choose [little, big, middle] minimizing cost", "choose [big, middle] minimizing carts",
    "choose [middle, little] minimizing m.room",
]  # fmt: skip
PLACES = ["low", "low if x.n < 7 boxes else high", "high if x.n / x.m.limit < 3 boxes or x.n > 20 boxes else low"]


def design(random: Random, start: int) -> str:
    model = random.choice(MODELS)
    given = random.choice(["", "", f", carts = {random.randint(2, 9)} carts"])
    low = random.randint(2, 20)
    rules = random.sample([
        f"require gap: x.n < {low} boxes or x.n > {low + random.randint(0, 4)} boxes",
        f"require spare: x.free >= {random.randint(0, 2)}",
        f"require few: x.carts <= {random.randint(3, 9)} carts",
        f"require roomy: x.m.room >= {random.choice([1, 3])}",
        f"require warning hint: x.carts <= {random.randint(1, 4)} carts",
        f"require untouched: x.other > {random.choice([2, 4])}",
        "require even: round(x.n / 2, 1 box) * 2 == x.n when x.n > 18 boxes",
        "require unknown: x.n <= x.most",
        f"require boards: low.boards <= {random.randint(2, 8)} boxes",
        f"require upper: high.boards <= {random.randint(2, 4)} boxes",
        f"require vans: some_vans.vans at late <= {random.randint(3, 13)} carts",
        f"require turns: some_vans.turns at early <= 0 when some_vans.lids at late > {random.randint(3, 30)} boxes",
        f"require stands: some.placed_on.size >= {random.choice([2, 5])}",
    ], 5)  # fmt: skip
    lines = [
        f"x: store {{ n = {start} boxes{given} }}", "low: shelf { size = 2 }", "high: shelf { size = 5 }",
        "some: crate { weight = x.n / 1 box }", "other: crate { weight = 3 }", "some_vans: fleet { n = x.n }",
        f"place some on ({random.choice(PLACES)})", "place other on low", *rules,
    ]  # fmt: skip
    return KINDS.replace("MODEL", model) + "design d {\n  " + "\n  ".join(lines) + "\n}\n"


def outcome(text: str, sets: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The verdicts of a design's rules, and the texts of its questions."""
    made = json.loads(sizing(compile(TestWorld(texts={"d.vdl": text}), "d.vdl", as_of=AS_OF, sets=sets)))[1]
    assert made, text
    rules = {rule["name"]: rule["verdict"] for rule in made[0]["rules"] if rule["severity"] == "error"}
    return rules, {one["name"]: " by ".join([one["text"], *sorted(one["stopped_by"])]) for one in made[0]["asks"]}


def stopping(text: str, n: int) -> list[str]:
    """What keeps n boxes from fitting; what the number of boxes does not touch keeps nothing."""
    rules, _ = outcome(text, [f"x.n = {n} boxes"])
    failing = {name for name, verdict in rules.items() if verdict == "fails"} - {"untouched"}
    if any(f"m : model = {one}\n" in text for one in ("little", "big")):
        failing -= {"roomy", "x.carts.by_other"} | ({"few"} if "carts = " in text else set())
    if "place some on (low)" in text:
        failing -= {"stands"}
    return sorted(failing | ({"the condition"} if n > LAST else set()))


def boxes(n: int) -> str:
    return f"{n} box{'es' if n != 1 else ''}"


def obstacles(behind: list[list[str]]) -> set[str]:
    """What may be named where nothing fits on a way, of what stops each step on it from the present one on: what always stops
    it; else what does where something holds that does not now."""
    always = [name for name in behind[0] if all(name in names for names in behind)]
    there = [next(names for names in behind if name not in names) for name in behind[0] if name not in always]
    return {" by ".join(names) for names in ([always] if always else there)}


def expected(stops: list[list[str]], start: int, way: int) -> set[str]:
    """The answers that are right, by looking at every step on the way."""
    fails = bool(stops[start])
    at = start
    while fails and stops[at]:
        at -= way
        if not 0 <= at < len(stops):
            none = "nothing smaller fits" if way > 0 else "nothing larger does within 1,000,000,000,000,000 steps"
            behind = stops[start::-1] if way > 0 else stops[start:]
            return {f"{none}; {boxes(start)} planned by {names}" for names in obstacles(behind)}
    while not fails and 0 <= at + way < len(stops) and not stops[at + way]:
        at += way
    if at + way < 0:
        return {f"nothing stops it: {boxes(at)} still does"}
    apart = f"too {'many' if way > 0 else 'few'} by {abs(start - at)}"
    words = f"{boxes(at)}; {boxes(start)} planned: {apart}" if fails else boxes(at)
    return {" by ".join([words, *stops[at + way]])}


@pytest.mark.parametrize("seed", range(16))
def test_of_the_first_step_that_does_not_fit(seed: int) -> None:
    random = Random(seed)
    text = design(random, 0)
    stops = [stopping(text, n) for n in range(LAST + 2)]
    for start in random.sample(range(1, LAST + 1), 4):
        asking = text.replace("n = 0 boxes", f"n = {boxes(start)}").rstrip("}\n") + "\n"
        asking += f"  ask most: largest x.n where x.n <= {LAST} boxes\n"
        asking += f"  ask fewest: smallest x.n where x.n <= {LAST} boxes\n}}\n"
        _, answers = outcome(asking, [])
        assert answers["most"] in expected(stops, start, 1) and answers["fewest"] in expected(stops, start, -1), asking


def looked_at(text: str, steps: list[tuple[int, int]]) -> list[object]:
    """What one question finds out at steps and over stretches of them, in this order, and what that takes."""
    compilation = compile(TestWorld(texts={"d.vdl": text}), "d.vdl", as_of=AS_OF)
    [solved] = compilation.designs
    [entry] = solved.graph.asks
    start = solved.solution.values[entry.cell]
    assert isinstance(start, int)
    what_if = WhatIf(compilation, solved, entry.moved, start, entry.step)
    found: list[object] = []
    for first, last in steps:
        found += [what_if.step(first) if first == last else what_if.stretch(first, last), what_if.work, what_if.lost]
    return found


@pytest.mark.parametrize("seed", range(16))
def test_what_stays_what_it_was_is_not_computed_again(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a question finds out at one value does not hang on those that it looked at before, nor does what it counts as work."""
    random = Random(seed)
    start = random.randint(1, LAST)
    text = design(random, start).rstrip("}\n") + f"\n  ask most: largest x.n where x.n <= {LAST} boxes\n}}\n"
    ends = [sorted(random.choices(range(-start, LAST), k=random.choice([1, 2, 2]))) for _ in range(40)]
    steps = [(0, 0), *[(one[0], one[-1]) for one in ends]]
    found = looked_at(text, steps)
    compute_anew(monkeypatch)
    assert looked_at(text, steps) == found, text


def compute_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    again = Plan.solve_after

    def anew(self: Plan, before: object, inputs: Any, draw: Any, lasting: object, *, spans: int = 0) -> Any:
        return again(self, None, inputs, draw, {}, spans=spans)

    monkeypatch.setattr(Plan, "solve_after", anew)


TRIPLED = """edition 2026
kind store {
  n : Box
  factor : Number = 3 if n < 5 boxes else 1
  scaled : Box = factor * n
  stepped : Box = ceil(scaled, 3 boxes)
}
design d {
  x: store { n = 1 box }
  require whole: x.stepped <= x.scaled
  ask most: largest x.n where x.n <= 40 boxes
}
"""


def test_a_range_over_other_steps_is_another_one() -> None:
    """Three times two or three boxes are six to nine, as six to nine boxes are, of which not all are multiples of three."""
    assert looked_at(TRIPLED, [(1, 2)])[0] == "fine"
    assert looked_at(TRIPLED, [(1, 2), (5, 8)])[3] == "unknown"


IN_A_CIRCLE = """edition 2026
kind store {
  n : Box
  tens : Box = ceil(n / 10, 1 box)
  count carts: Cart
  bound by_boxes: carts >= tens * 2 carts / 1 box
  bound by_vans: carts >= vans / 2
  count vans: Cart
  bound by_carts: vans >= carts + 1 cart
}
design d {
  x: store { n = 1 box }
  require few: x.vans <= 7 carts
  ask most: largest x.n where x.n <= 40 boxes
}
"""


def test_a_circle_counts_as_work_also_where_it_stays_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [(k, k) for k in range(30)]
    found = looked_at(IN_A_CIRCLE, steps)
    compute_anew(monkeypatch)
    assert looked_at(IN_A_CIRCLE, steps) == found


# ------------------------------------------------------------------------------ beyond the trials
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize(("first", "leapt"), [(0, None), (1, None), (2, 1), (3, 2), (4, 3), (7, 6), (100, 99)])
def test_only_what_was_leapt_over_is_named(way: int, first: int, leapt: int | None) -> None:
    """Of a walk whose first stop lies so many steps beyond those that are tried one by one."""
    tried = ASK_STEPS // 2  # before each step, a stretch of two is tried
    walk = Walk(
        lambda k: Step(("stop",) if way * k >= tried + first else ()), lambda a, b: "unknown", ASK_REACH, ASK_REACH, lambda: 0
    )
    assert walk.first(way, stops=True) == way * (tried + first)
    assert walk.unsearched == (None if leapt is None else (way * tried, way * (tried + leapt)))


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize(("each", "stop"), [(1, 1), (2, 1), (3, 9), (7, 20), (40, 41), (3, 2_000)])
def test_steps_that_mean_nothing_are_passed_over(way: int, each: int, stop: int) -> None:
    """Of a walk on which only each so-manieth step means anything, and on which what means something stops from a step on."""

    def tried(k: int) -> Step:
        return Step(("not whole",), void=True) if k % each else Step(("stop",) if way * k >= stop else ())

    walk = Walk(tried, lambda a, b: "unknown", ASK_REACH, ASK_REACH, lambda: 0)
    found = walk.first(way, stops=True)
    assert found == way * -(-stop // each) * each
    assert walk.back(found) == found - way * each


def test_among_steps_that_hardly_ever_mean_anything_one_is_known() -> None:
    """Where the last step that holds lies further back than the limits allow to look, it is one that was tried."""
    each = 50 * ASK_STEPS + 1
    walk = Walk(lambda k: Step(("stop",) if k >= 10**9 else ("not whole",) if k % each else (), void=k < 10**9 and k % each > 0),
                lambda a, b: "unknown", ASK_REACH, ASK_REACH, lambda: 0)  # fmt: skip
    assert walk.first(1, stops=True) == 10**9
    assert walk.unsearched is not None and walk.back(10**9) == 0


@pytest.mark.parametrize("way", [1, -1])
def test_a_walk_leaps_once_it_meets_only_designs_that_can_not_be_solved(way: int) -> None:
    tried: list[int] = []

    def broken(k: int) -> Step:
        tried.append(k)
        return Step(("a design that can't be solved",), broken=True) if abs(k) < 5_000 else Step(())

    walk = Walk(broken, lambda a, b: "unknown", ASK_REACH, ASK_REACH, lambda: 0, patience=20)
    assert walk.first(way, stops=False) == way * 5_000
    assert len(tried) < 60 and walk.unsearched is not None and abs(walk.unsearched[0]) == 21


def test_a_walk_ends_where_too_much_was_lost() -> None:
    lost = 0

    def broken(k: int) -> Step:
        nonlocal lost
        lost += 100_000
        return Step(("a design that can't be solved",), broken=True)

    walk = Walk(broken, lambda a, b: "unknown", ASK_REACH, ASK_REACH, lambda: lost, lambda: lost)
    assert walk.first(1, stops=False) is None
    assert lost < 1_000_000 and walk.unsearched is not None and walk.unsearched[1] == ASK_REACH
