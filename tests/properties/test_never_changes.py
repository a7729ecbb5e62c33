"""A compilation is only read: by documents and questions in any order, by two threads at once, in another process."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Barrier

import pytest

from tests.reading import Reader, readers, sizing
from tests.suite.case import AS_OF, Case, TestWorld, cases
from vdl.pipeline import Compilation, compile

CARTERS = "golden/documents/carters.vdl"
WAYS = readers(
    "hard",
    documents=("everything", "short", "common"),
    values=("[g.name for g in all goods if g.weight is given]", "sum(g.boxes for g in all goods if peak(g.weight) > 800 kg)",
            "each(3)", "decided_by(bought.carts)", "(small if peak(coal.weight) > 800 kg else large).name",
            "sum((all goods).boxes)"),
    questions=("largest salt.boxes where bought.carts <= 14 carts", "largest salt.bxs where true"),
    names=("bought.carts", "waived", "lot.wear"),
)  # fmt: skip


def carters() -> Compilation:
    return compile(TestWorld(), CARTERS, as_of=AS_OF, design="hard", documents=True)


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def alone() -> dict[str, str]:
    return {name: read(carters()) for name, read in WAYS.items()}


def at_once(jobs: list[Callable[[], str]]) -> list[str]:
    """Each job in a thread of its own; they begin together."""
    start = Barrier(len(jobs))

    def begin(job: Callable[[], str]) -> str:
        start.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(begin, jobs))


def in_turn(ways: dict[str, Reader], order: list[str], compilation: Compilation) -> str:
    return "\f".join(ways[name](compilation) for name in order)


def test_documents_do_not_change_answers() -> None:
    expected = alone()
    for seed in range(4):
        compilation = carters()
        order = [*WAYS, *WAYS]
        Random(seed).shuffle(order)
        for name in order:
            assert WAYS[name](compilation) == expected[name], f"{name}, in the order {order}"


def test_two_threads_read_one_compilation(hasty: None) -> None:
    expected = alone()
    order = list(WAYS)
    other = order[::-1]
    for _ in range(3):
        compilation = carters()
        one, two = at_once([partial(in_turn, WAYS, names, compilation) for names in (order, other)])
        assert one == "\f".join(expected[name] for name in order)
        assert two == "\f".join(expected[name] for name in other)


def test_two_threads_compile(hasty: None) -> None:
    some = [Case(path) for path in cases() if path.parent.name != "limits"][::20]
    expected = [sizing(case.compile()) for case in some]

    def compiled() -> str:
        return "\f".join(sizing(case.compile()) for case in some)

    assert at_once([compiled] * 2) == ["\f".join(expected)] * 2


def test_a_compilation_can_be_sent_elsewhere() -> None:
    compilation = carters()
    copy = pickle.loads(pickle.dumps(compilation))
    assert sizing(copy) == sizing(compilation) == sizing(carters())
    assert {name: read(copy) for name, read in WAYS.items()} == alone()
