"""Parsing shares nothing that changes: threads may parse at once, and every text gets its own tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.printer import printed
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


def said(number: int) -> tuple[str, list[str]]:
    tree, found = parse(Source(f"{number}.vdl", text(number)))
    return printed(tree), [render(d) for d in found]


def test_threads_that_parse_at_once_do_not_mix_their_texts() -> None:
    alone = [said(number) for number in range(24)]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3):
            assert list(threads.map(said, range(24))) == alone
