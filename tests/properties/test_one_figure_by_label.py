"""A figure that is the same at all labels may be written by label: nothing of the library asks for one number to decide what it
takes, keeps or prints."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.examples import SMALLER
from tests.properties.test_set_or_edit import given
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile

MOST = 4
SAID = {"missing-label", "objective-varies"}
"""Other figures have fewer labels than the whole axis; and what a `choose` weighs is one number."""


@pytest.mark.parametrize("path", SMALLER, ids=[p.parent.name for p in SMALLER])
def test_of_the_examples(path: Path) -> None:
    beside = {str(file): file.read_text(encoding="utf-8") for file in path.parent.glob("*.vdl")}
    text = beside[str(path)]
    ways = list(given(text))
    Random(path.parent.name).shuffle(ways)
    assert len(ways) >= MOST
    for one in ways[:MOST]:
        figure = text[one.start : one.end]
        by_label = f"{text[: one.start]}{{ boot: {figure}, else: {figure} }}{text[one.end :]}"
        found = compile(TestWorld("std", {**beside, str(path): by_label}), str(path), as_of=AS_OF, design=one.design).diagnostics
        for each in found:
            assert each.severity != "error" or each.slug in SAID, f"{one.design}: {one.path} = {figure}: {each}"
