"""A scenario that only gives inputs other numbers is solved in the graph of its design, where nothing is wrong there; what a
check says is what it says of one that is made from the start."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.examples import SMALLER
from tests.suite.case import AS_OF, TESTS, Case, TestWorld, quick
from vdl.compilation import Compilation, Solved
from vdl.pipeline import compile
from vdl.semantics.types import Kind
from vdl.snapshot.take import snapshot
from vdl.text.diagnostics import render
from vdl.variants import same_shape
from vdl.variants.same_shape import is_solved
from vdl.world import Disk, Memory, World

DESIGN = """edition 2026
axis season {{ winter, summer }}
kind cart {{ room: Number, name_of_it: Text }}
small: cart {{ room = 4, name_of_it = "small" }}
large: cart {{ room = 9, name_of_it = "large" }}
kind yard {{ weight: Number, most: Number in 0..1000 = 900, share: Number = 50 % }}
design d {{
  a: yard {{ weight = {{ winter: 7, summer: 3 }} }}
  b: yard {{ weight = 5, share = 40 % }}
  heavy: Number = 20
  let cart = large if peak(b.weight) > heavy else small
  let load = peak(a.weight) / b.weight
  spread: Number = 2
  let each = cart.room / (a.most - 100)
  let left = 1 / (9 - cart.room)
  let kept = size([y for y in all yard if peak(y.weight) > 4])
  require fits: load <= cart.room * b.share
  require many: kept / spread >= each
  require some: left > 0
{scenarios}}}
"""


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Counter[bool]:
    """How many scenarios were found to be solved in the graph of their design, and how many not."""
    found: Counter[bool] = Counter()

    def both(solved: Solved, scenario: Kind, as_of: str) -> bool:
        said = is_solved(solved, scenario, as_of)
        found[said] += 1
        return said

    monkeypatch.setattr(same_shape, "is_solved", both)
    return found


def never(solved: Solved, scenario: Kind, as_of: str) -> bool:
    return False


def said(compilation: Compilation) -> list[str]:
    return [render(one) for one in compilation.diagnostics]


def both_ways(monkeypatch: pytest.MonkeyPatch, world: World, name: str) -> None:
    made = compile(world, name, as_of=AS_OF)
    with monkeypatch.context() as patched:
        patched.setattr(same_shape, "is_solved", never)
        anew = compile(world, name, as_of=AS_OF)
    assert said(made) == said(anew), name
    assert [snapshot(made, one) for one in made.designs] == [snapshot(anew, one) for one in anew.designs], name


def test_of_all_examples(tried: Counter[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    for path in SMALLER:
        both_ways(monkeypatch, Disk(root=str(TESTS.parent)), str(path))
    assert tried[True] >= 2 and tried[False] >= 2


def test_of_all_cases(tried: Counter[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    for path in quick():
        case = Case(path)
        if "scenario" in case.text:
            both_ways(monkeypatch, TestWorld(case.library), case.name)
    assert tried[True] >= 10


FILLS = {
    "a.weight": ("0", "-5", "3", "{ winter: 0, summer: 40 }", "{ winter: 8, summer: 3 }", "10..20", "2 * b.weight"),
    "a.most": ("100", "1000", "1001", "-1", "500"),
    "b.weight": ("0", "6", "21", "2 + 3"),
    "b.share": ("0 %", "100 %"),
    "heavy": ("0", "1", "4.5", "30"),
    "spread": ("0", "3"),
}
"""What inputs are filled with: also what is not allowed, makes others a division by zero, or has another object chosen."""


def test_of_many_scenarios(tried: Counter[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1)
    for _ in range(60):
        scenarios = ""
        for at in range(3):
            filled = random.sample(sorted(FILLS), random.randint(1, 3))
            fills = "".join(f"    {name} = {random.choice(FILLS[name])}\n" for name in filled)
            scenarios += f"  scenario s{at} {{\n{fills}  }}\n"
        both_ways(monkeypatch, Memory({"d.vdl": DESIGN.format(scenarios=scenarios)}), "d.vdl")
    assert tried[True] >= 20 and tried[False] >= 20
