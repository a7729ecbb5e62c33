"""Parsing shares nothing that changes: threads may parse at once, and every text gets its own tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.trees import same
from vdl import syntax as s
from vdl.parse import parse
from vdl.text.diagnostics import render
from vdl.text.source import Source


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    """Threads take turns after a few steps, so that what they share is met."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def text(number: int) -> str:
    """Texts with values in prose, which are looked up in the text that is parsed; every third has a fault."""
    fault = "design broken { x = = 1 }\n" if number % 3 == 0 else ""
    rows = "".join(f'  text "of {number}: {{a{number} + {row}}}"\n' for row in range(30))
    return f"edition 2026\n{fault}document d{number} {{\n{rows}}}\nlet a{number} = {number}\n" + "\n" * number


def parsed(number: int) -> tuple[s.File, list[str]]:
    tree, found = parse(Source(f"{number}.vdl", text(number)))
    return tree, [render(d) for d in found]


def test_threads_that_parse_at_once_do_not_mix_their_texts() -> None:
    alone = [parsed(number) for number in range(24)]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3):
            for (tree, found), (own, own_found) in zip(threads.map(parsed, range(24)), alone):
                assert same(tree, own)
                assert found == own_found
