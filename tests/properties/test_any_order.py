"""Nothing hangs on an order: of the files that one world compiles, of the threads that compile them, of what is asked of
them, once and again. Snapshots are equal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from tests.examples import SMALLER
from tests.reading import readers
from tests.suite.case import AS_OF, TESTS, TestWorld
from vdl.compilation import Compilation, Solved
from vdl.pipeline import compile
from vdl.query.questions import answers
from vdl.report.build import build
from vdl.report.named import documents
from vdl.snapshot.records import Snapshot
from vdl.snapshot.take import snapshot
from vdl.text.diagnostics import render
from vdl.world import Disk


def compiled(world: Disk, path: Path) -> Compilation:
    return compile(world, str(path), as_of=AS_OF, documents=True)


def taken(compilation: Compilation) -> list[Snapshot]:
    return [snapshot(compilation, solved) for solved in compilation.designs]


@cache
def alone(path: Path) -> list[Snapshot]:
    """What is found of an example by a world of its own, which keeps nothing for others."""
    return taken(compiled(Disk(root=str(TESTS.parent)), path))


def test_of_the_files_of_one_world() -> None:
    """Some twice; another order is that of the threads below."""
    world = Disk(root=str(TESTS.parent))
    order = [*SMALLER, *SMALLER]
    Random(1).shuffle(order)
    for path in order:
        assert taken(compiled(world, path)) == alone(path), f"{path}, in the order {order}"


def test_of_threads_with_one_world() -> None:
    world = Disk(root=str(TESTS.parent))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda path: compiled(world, path), SMALLER[::-1]))
    for path, made in zip(SMALLER[::-1], found):
        assert taken(made) == alone(path), [render(d) for d in made.diagnostics if d.severity == "error"]


def test_of_two_who_ask_for_the_library_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks while another looks it up is told of all of it."""
    world, whole, walk = Disk(), Disk().library(), os.walk
    seen: list[list[str]] = []

    def walked(folder: str) -> Iterator[tuple[str, list[str], list[str]]]:
        for step in walk(folder):
            yield step
            if not seen:
                seen.append([])
                seen[0] = [*world.library()]

    monkeypatch.setattr(os, "walk", walked)
    assert world.library() == whole == seen[0]


def test_of_imports() -> None:
    """Files that add to one kind, in any order of the lines that import them."""
    files = {
        "one.vdl": "on goods { require one: boxes > 0 boxes }\n",
        "two.vdl": 'import "one.vdl"\non goods { require two: weight > 0 kg }\n',
        "three.vdl": "on fleet { require three: carts >= 0 carts }\n",
    }
    body = "design d {\n  a: goods { weight = 250 kg, boxes = 3 boxes }\n  f: fleet { cart = small }\n  place a on f\n}\n"
    found = []
    for order in ["one", "two", "three"], ["three", "two", "one"], ["two", "three", "one"]:
        texts = {"d.vdl": "edition 2026\n" + "".join(f'import "{name}.vdl"\n' for name in order) + body}
        texts |= {name: f"edition 2026\n{text}" for name, text in files.items()}
        world = TestWorld(texts=texts)
        compilation = compile(world, "d.vdl", as_of=AS_OF)
        assert not compilation.failed
        made = taken(compilation)[0]
        found.append((made.values, made.counts, {rule.path: rule for rule in made.rules}))
        assert {"a.one", "a.two", "f.three"} <= found[-1][2].keys()
    assert found[0] == found[1] == found[2]


def reads(compilation: Compilation, solved: Solved) -> list[Callable[[], object]]:
    """All that is asked of a design: its documents, its questions, and the reasons of its counts."""
    ways: list[Callable[[], object]] = [partial(build, compilation, solved, name) for name in documents(compilation)]
    ways.append(partial(answers, compilation, solved))
    counts = tuple(count.cell.path for count in solved.judged.counts)
    ways += [partial(reader, compilation) for reader in readers(solved.name, names=counts).values()]
    return ways


@pytest.mark.parametrize("path", SMALLER, ids=[p.parent.name for p in SMALLER])
def test_of_all_that_is_asked(path: Path) -> None:
    """By two threads, each in an order of its own, while snapshots are taken: all by both, so twice."""
    compilation = compiled(TestWorld("std"), path)
    ways = reads(compilation, compilation.designs[0])
    Random(0).shuffle(ways)
    asked = [ways[:], ways[::-1]]

    def read(thread: int) -> list[Snapshot]:
        for way in asked[thread]:
            way()
        return taken(compilation)

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(read, range(2)))
    assert found == [alone(path), alone(path)]
    assert taken(compilation) == alone(path)
