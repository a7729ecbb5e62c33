"""`--set a.b = 5 boxes` does what writing 5 boxes into the text does."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.examples import SMALLER
from tests.reading import sizing
from tests.suite.case import AS_OF, TESTS, TestWorld
from vdl import syntax as s
from vdl.parse import parse
from vdl.pipeline import compile
from vdl.text.source import Source

CARTERS = TESTS / "golden" / "documents" / "carters.vdl"
LITERAL = re.compile(r"(\d[\d_]*(?:\.\d+)?)((?: [^\d\W][\w/]*| %)?)")


WRITTEN = ("flattened", "said-otherwise")
"""Slugs of what is asked about a text alone: where a scenario is written, and the words beside a figure."""


class Given(NamedTuple):
    """A literal that a design fills in: where it stands, and what it is twice over."""

    design: str
    path: str
    start: int
    end: int
    other: str


def given(text: str) -> Iterator[Given]:
    """The literals that the designs of a file fill in, each once, and none that a body around it fills again."""
    tree, _ = parse(Source("text", text))
    for design in tree.items:
        if isinstance(design, s.DesignDef):
            found = list(_given(text, design.name.name, "", design.body))
            times = Counter(one.path for one in found)
            yield from (one for one in found if times[one.path] == 1)


def _given(text: str, design: str, owner: str, body: s.Body) -> Iterator[Given]:
    for statement in body.statements:
        if isinstance(statement, s.Object):
            yield from _given(text, design, f"{owner}{statement.name.name}.", statement.body)
        elif isinstance(statement, s.Fill):
            start, end = statement.value.start, statement.value.end
            literal = LITERAL.fullmatch(text, start, end)
            if literal is not None:
                number = literal[1].replace("_", "")
                twice = f"{2 * int(number)}" if number.isdigit() else f"{2 * float(number):g}"
                yield Given(design, f"{owner}{statement.path}", start, end, twice + literal[2])


def outcome(library: str, path: Path, text: str, one: Given, sets: list[str], asks: bool) -> Any:
    """What a design comes to, without the words on where that was said.

    Expectations and scenarios do not speak of layers above, and a waiver from below may find nothing there.
    """
    world = TestWorld(library, {str(path): text})
    compilation = compile(world, str(path), as_of=AS_OF, design=one.design, sets=sets)
    found, designs = json.loads(sizing(compilation))
    of_scenarios = {d["message"] for d in found if d["slug"] in WRITTEN}
    for design in designs:
        del design["verdict"], design["left_out"]  # to which expectations belong
        points = [one for one in design["open_points"] if not one["text"].startswith("expectation ")]
        design["open_points"] = [one for one in points if one["text"] not in of_scenarios]
        if not asks:
            del design["asks"]
    said = [(d["slug"], d["severity"], d["message"], d["label"]) for d in found]
    return sorted(one for one in said if not one[0].startswith(("expectation-", "waiver-", *WRITTEN))), plain(designs)


WHERE = {"expectations", "layers", "file", "line", "column"}


def plain(tree: Any) -> Any:
    """JSON without what says where something was written, or in which layer."""
    if isinstance(tree, dict):
        return {key: plain(value) for key, value in tree.items() if key not in WHERE}
    return [plain(item) for item in tree] if isinstance(tree, list) else tree


def check(library: str, path: Path, most: int, *, asks: bool) -> int:
    text = path.read_text(encoding="utf-8")
    ways = list(given(text))
    Random(path.parent.name).shuffle(ways)
    for one in ways[:most]:
        edited = outcome(library, path, text[: one.start] + one.other + text[one.end :], one, [], asks)
        with_option = outcome(library, path, text, one, [f"{one.path} = {one.other}"], asks)
        assert with_option == edited, f"{one.design}: {one.path} = {one.other}"
    return len(ways[:most])


def test_of_the_carters() -> None:
    assert check("suite/library", CARTERS, 100, asks=True) >= 10


@pytest.mark.parametrize("path", SMALLER, ids=[p.parent.name for p in SMALLER])
def test_of_the_examples(path: Path) -> None:
    assert check("std", path, 3, asks=False) == 3
