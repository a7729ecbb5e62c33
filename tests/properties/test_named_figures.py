"""What a rule of the author's own that fails is said to hang on moves it: with another figure there, other sides are compared."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.properties.test_mends import depots
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic

FIGURES = {"boxes": ("1 box", "900 boxes"), "vans": ("1 cart", "900 carts")}
OTHERS = ("0.01", "900")
"""Two figures far from those that stand there."""


def failing(world: TestWorld, sets: tuple[str, ...] = ()) -> dict[str, Diagnostic]:
    """What is said of rules that fail, by name."""
    found = compile(world, "d.vdl", as_of=AS_OF, sets=sets).diagnostics
    return {name[1]: one for one in found if one.slug.startswith("rule-") and (name := re.match(r"rule `(\w+)`", one.message))}


@pytest.mark.parametrize("seed", range(25))
def test_what_is_named_moves_the_rule(seed: int) -> None:
    world = TestWorld(texts={"d.vdl": depots(Random(seed))})
    for rule, said in failing(world).items():
        help_ = next(one for one in said.help if one.startswith("it hangs on"))
        names = re.findall(r"`([\w.]+)`", help_.partition(":")[0])
        assert 1 <= len(names) <= 3, help_
        for name in names:
            figures = FIGURES.get(name.rpartition(".")[2], OTHERS)
            moved = [failing(world, (f"{name}={figure}",)).get(rule) for figure in figures]
            assert any(one is None or (one.label, one.notes) != (said.label, said.notes) for one in moved), (rule, name)
