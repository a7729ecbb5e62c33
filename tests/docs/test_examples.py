"""The tables of counts in the pages of the examples: each column a design, or one of its scenarios, each row a quantity.

A head names the design and the scenario in backticks, and the first cell of a row ends with its quantity in backticks.
A dash stands for what is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.examples import PUBLISHED
from tests.reading import value
from tests.suite.case import AS_OF
from vdl.compilation import Compilation
from vdl.pipeline import compile
from vdl.world import Disk

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = re.compile(r"`([^`]+)`")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def counts(page: Path) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Design with its scenario, quantity, and what the page says it is."""
    heads: list[tuple[str, ...]] = []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("| count |"):
            heads = [tuple(NAMES.findall(cell)) for cell in cells(line)[1:]]
        elif heads and line.startswith("| "):
            row, *said = cells(line)
            yield from ((head, NAMES.findall(row)[-1], count) for head, count in zip(heads, said, strict=True))
        elif not line.startswith("|"):
            heads = []


@cache
def compiled(path: str, design: str, scenarios: tuple[str, ...]) -> Compilation:
    return compile(Disk(), path, as_of=AS_OF, design=design, scenarios=scenarios)


CASES = [
    pytest.param(page, *case, id=f"{page.parent.name}: {' '.join(case[0])} {case[1]}")
    for page in sorted(EXAMPLES.glob("*/README.md"))
    for case in counts(page)
    if case[2] != "-"
]


@pytest.mark.parametrize(("page", "design", "name", "said"), CASES)
def test_count(page: Path, design: tuple[str, ...], name: str, said: str) -> None:
    compilation = compiled(str(page.with_name("design.vdl")), design[0], design[1:])
    assert value(compilation, design[0], name).split()[0] == said


def test_tables_are_found() -> None:
    assert CASES


TODAY = [
    pytest.param(str(path), design, id=f"{path.parent.name}: {design}")
    for path in sorted(EXAMPLES.glob("*/design.vdl"))
    for design, text in re.findall(r"(?ms)^design (\w+)(.*?)^}", path.read_text(encoding="utf-8"))
    if "scenario todays_practice" in text
]


@pytest.mark.parametrize(("path", "design"), TODAY)
def test_it_holds_as_one_would_size_it_today(path: str, design: str) -> None:
    """No rule of that scenario fails, though the check of the published design does not look at them."""
    solved = compiled(path, design, ("todays_practice",)).designs[0]
    assert solved.standing in ("holds", "open")


def test_today_is_found() -> None:
    assert len(TODAY) >= len(PUBLISHED)
