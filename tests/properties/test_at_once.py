"""What structure hangs on is answered while that waits, or, where it would wait for itself, once it was put aside. It comes to
the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn

import pytest

from tests.examples import SMALLER
from tests.suite.case import AS_OF, TESTS, Case, quick
from vdl.compilation import Compilation
from vdl.elaborate import state
from vdl.elaborate.aside import AtOnce, Blocked, Circling
from vdl.pipeline import compile
from vdl.snapshot.take import snapshot
from vdl.text.diagnostics import render
from vdl.text.limits import WAITING
from vdl.world import Disk, Memory

RING = """edition 2026
kind crate { tag: Text, next: crate? }
red: crate { tag = "red" }
blue: crate { tag = "blue" }
design d {
  let first = red if weight > 1 else blue
  let weight = 2 if first.tag == "red" else 3
  require fine: weight > 0
}
"""


def found(compilation: Compilation) -> tuple[object, ...]:
    """All that is found out of designs, and what shaped them. In what order quantities are computed hangs on who asks."""
    said = [render(one) for one in compilation.diagnostics]
    taken = [snapshot(compilation, solved) for solved in compilation.designs]
    shaped = [
        (
            [[(cell.path, cell.origin) for cell in component] for component in solved.graph.order],
            [(one.span.where(), one.form, str(one.taken)) for one in solved.graph.decisions],
            [(one.name, one.taken) for one in solved.graph.choices],
            sorted((cell.path, str(value)) for cell, value in solved.solution.values.items()),
            [rule.path for rule in solved.graph.rules],
        )
        for solved in compilation.designs
    ]
    return said, taken, shaped


def put_aside(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Compilation]) -> Compilation:
    """What is compiled where nothing is answered at once."""

    def circling(*of: object, **more: object) -> NoReturn:
        raise Circling

    with monkeypatch.context() as patched:
        patched.setattr(AtOnce, "__call__", circling)
        return make()


class _Never(Blocked):
    def __init__(self, *of: object) -> None:
        raise AssertionError("put aside")


def test_examples_come_to_the_same_as_by_putting_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of them has to be put aside."""
    for path in SMALLER:
        make = partial(compile, Disk(root=str(TESTS.parent)), str(path), as_of=AS_OF)
        with monkeypatch.context() as patched:
            patched.setattr(state, "Blocked", _Never)
            made = make()
        assert found(made) == found(put_aside(monkeypatch, make)), path


def test_so_do_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seventh of those in which something is decided; which ones changes with each case that is added."""
    compared = 0
    for path in quick()[::7]:
        case = Case(path)
        made = case.compiled()
        if any(solved.graph.decisions for solved in made.designs):
            compared += 1
            assert found(made) == found(put_aside(monkeypatch, case.compile)), path
    assert compared > 6


def chain(length: int) -> str:
    """Objects that are chosen each by a quantity of the one before."""
    links = [
        f"  let c{i} = light if w{i - 1} > {i} else heavy\n  let w{i} = c{i}.weight + w{i - 1}\n" for i in range(1, length)
    ]
    return f"""edition 2026
kind crate {{ weight: Number }}
light: crate {{ weight = 1 }}
heavy: crate {{ weight = 2 }}
design d {{
  let w0 = 1
{"".join(links)}  require fine: w{length - 1} == {length + 1}
}}
"""


@pytest.mark.parametrize("length", [2, WAITING, WAITING + 1, 3 * WAITING])
def test_of_a_chain_longer_than_what_waits(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def make() -> Compilation:
        return compile(Memory({"d.vdl": chain(length)}), "d.vdl", as_of=AS_OF)

    made = make()
    assert [d.message for d in made.diagnostics if d.severity == "error"] == []
    assert found(made) == found(put_aside(monkeypatch, make))


def test_of_a_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    def make() -> Compilation:
        return compile(Memory({"d.vdl": RING}), "d.vdl", as_of=AS_OF)

    made = make()
    assert "circular-definition" in {d.slug for d in made.diagnostics}
    assert found(made) == found(put_aside(monkeypatch, make))
