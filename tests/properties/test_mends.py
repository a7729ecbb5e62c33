"""What would mend a rule, against trying every step: the design is compiled anew with `--set` for each.

A value that mends is the first on its way at which the rule holds, what it breaks is what fails there and does not now, and
where none is found there is none among the first steps.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.properties.test_asks import LAST, design
from tests.suite.case import AS_OF, TestWorld
from vdl import errors
from vdl.pipeline import Compilation, Solved, compile
from vdl.query.hanging import judged
from vdl.query.mending import Change, Mending, Unmended, holds, mend
from vdl.query.moves import filling
from vdl.world import Disk
from vdl.world.shipped import LIBRARY

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

FAR = 10
"""So many steps are tried on each way."""

MENDED = ("holds", "not-applicable")

KINDS = """edition 2026
axis site { leeds, york }
axis shift { day, night }
kind depot {
  boxes   : Box
  each    : Number = 2.5
  spare   : Ratio in 0..<100 % = 10 %
  load    : Number
  demand  : Number
  staff   : Person?
  count vans: Cart
  bound by_boxes: vans >= boxes * each / 10 * 1 cart / 1 box
  bound by_load : vans >= load / 9 * 1 cart
  let free = vans * 10 / 1 cart * (1 - spare) - boxes * each / 1 box
  let lacking = demand - boxes / 2 boxes
}
"""


def depots(random: Random) -> str:
    boxes = random.randint(3, 25)
    load = random.choice(["8", "12.5", f"7..{random.randint(8, 20)}", "5..6..9"])
    a, b, c, d = [random.randint(2, 12) for _ in range(4)]
    demand = random.choice([
        str(a), f"{{ leeds: {a}, york: {b} }}", f"{{ leeds: {a}..{a + 1}, york: {b} }}",
        f"{{ leeds: {{ day: {a}, night: {b} }}, york: {{ day: {c}, night: {d} }} }}",
    ])  # fmt: skip
    given = random.choice(["", f", vans = {random.randint(2, 6)} carts"])
    rules = random.sample([
        f"require few: a.vans <= {random.randint(1, 6)} carts",
        f"require gap: a.boxes < {boxes - 1} boxes or a.boxes > {boxes + random.randint(0, 3)} boxes",
        f"require roomy: a.free >= {random.randint(0, 9)}",
        f"require light: a.load * a.each <= {random.randint(9, 40)}",
        f"require warning many: a.boxes >= {boxes + random.randint(0, 5)} boxes",
        f"require exact: a.each * 4 == {random.randint(7, 13)}",
        f"require watched: a.load / a.boxes * 1 box <= {random.choice(['1', '0.5', '2'])}",
    ], 4)  # fmt: skip
    rules.append(f"require enough: a.lacking <= {random.randint(0, 3)} when a.boxes > {random.choice([0, 9])} boxes")
    lines = [f"a: depot {{ boxes = {boxes} boxes, load = {load}, demand = {demand}{given} }}", *rules]
    return KINDS + "design d {\n  " + "\n  ".join(lines) + "\n}\n"


def tried(world: TestWorld, file: str, name: str, sets: list[str]) -> dict[str, str] | None:
    """The verdicts of a design's rules; None where it can't be solved."""
    compilation = compile(world, file, as_of=AS_OF, sets=sets, design=name)
    broken = any(d.severity == "error" and d.slug not in errors.FINDINGS for d in compilation.diagnostics)
    if broken or not compilation.designs:
        return None
    return {rule.name: rule.outcome for rule in compilation.designs[0].judged.rules}


def outcome(world: TestWorld, file: str, design: str, rule: str, filled: str) -> str:
    found = tried(world, file, design, [filled])
    return "broken" if found is None else found.get(rule, "not-applicable")


def of_walk(found: Mending, answer: Change | Unmended) -> dict[int, int | None]:
    """The steps at which it is mended, by the way."""
    steps = [one.steps for one in found.changes if one.move == answer.move]
    return {way: next((one for one in steps if one * way > 0), None) for way in (-1, 1)}


def check(world: TestWorld, file: str, compilation: Compilation, solved: Solved, rule: str) -> None:
    """Compare what would mend a rule with the first steps of each walk."""
    found, _ = mend(compilation, solved, rule)
    assert found is not None
    for answer in {one.move: one for one in [*found.changes, *found.unmended]}.values():
        if not filling(answer.move, 1):  # of an object of the file, which `--set` does not fill
            continue
        for way, steps in of_walk(found, answer).items():
            down, up = answer.move.reach()
            for k in range(1, min(FAR, down if way < 0 else up) + 1):
                filled = filling(answer.move, way * k)
                mended = outcome(world, file, solved.name, rule, filled) in MENDED
                assert mended == (steps == way * k), (rule, filled, steps)
                if mended:
                    break
    for change in found.changes:
        there = tried(world, file, solved.name, [filling(change.move, change.steps)])
        assert there is not None and there.get(rule, "not-applicable") == change.outcome
        compare_failing(solved, rule, change, there)


def compare_failing(solved: Solved, rule: str, change: Change, there: dict[str, str]) -> None:
    """What an answer says of other rules, with the verdicts over them at that value."""
    severe = {one.name for one in solved.judged.rules if one.severity == "error"}
    now = {one.name for one in solved.judged.rules if one.outcome in ("fails", "part")}
    failing = {name for name, one in there.items() if one in ("fails", "part") and name in severe and name != rule}
    assert failing - now == {name for name, one in change.breaks if one in ("fails", "part")}, (rule, change)
    assert set(change.still) <= failing & now


@pytest.mark.parametrize("seed", range(10))
def test_of_small_designs(seed: int) -> None:
    world = TestWorld(texts={"d.vdl": depots(Random(seed))})
    compilation = compile(world, "d.vdl", as_of=AS_OF)
    (solved,) = compilation.designs
    failing = [name for name, one in judged(solved).items() if not holds(one)]
    assert failing
    for rule in failing:
        check(world, "d.vdl", compilation, solved, rule)


@pytest.mark.parametrize("seed", range(5))
def test_of_designs_that_choose_their_objects(seed: int) -> None:
    random = Random(100 + seed)
    world = TestWorld(texts={"d.vdl": design(random, random.randint(1, LAST))})
    compilation = compile(world, "d.vdl", as_of=AS_OF)
    (solved,) = compilation.designs
    for rule in [name for name, one in judged(solved).items() if not holds(one)][:2]:
        check(world, "d.vdl", compilation, solved, rule)


# ------------------------------------------------------------------------------ the examples
@pytest.mark.parametrize(("example", "name", "rule"), [
    ("ilio-xenapp", "one_server", "workers.swap_stated"),
    ("intellicache-xendesktop", "half_enclosure", "pool_a.page_file_fits"),
])  # fmt: skip
def test_of_the_examples(example: str, name: str, rule: str) -> None:
    """Of a rule that fails or is accepted: at a value that mends it, and one step before."""
    file = str(EXAMPLES / example / "design.vdl")
    world = Disk(LIBRARY, root=str(EXAMPLES))
    compilation = compile(world, file, as_of=AS_OF, design=name)
    (solved,) = compilation.designs
    found, _ = mend(compilation, solved, rule)
    assert found is not None and found.changes
    for change in Random(rule).sample(found.changes, min(2, len(found.changes))):
        there = tried(world, file, name, [filling(change.move, change.steps)])
        assert there is not None and there.get(rule, "not-applicable") == change.outcome
        compare_failing(solved, rule, change, there)
        before = change.steps - (1 if change.steps > 0 else -1)
        assert not before or outcome(world, file, name, rule, filling(change.move, before)) not in MENDED
