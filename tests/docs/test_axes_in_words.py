"""Axes that a page offers in the middle of a sentence can be declared as they are written there."""

from __future__ import annotations

import re

import pytest

from tests.suite.case import TESTS, TestWorld
from vdl.pipeline import compile

_INLINE = re.compile(r"`(axis \w+ (?:kept )?\{ [\w, ]*\})`")
_PAGES = sorted((TESTS.parent / "docs" / "guide").rglob("*.md"))
OFFERED = sorted({found for page in _PAGES for found in _INLINE.findall(page.read_text("utf-8"))})


@pytest.mark.parametrize("text", OFFERED)
def test_an_axis_that_is_offered_can_be_declared(text: str) -> None:
    world = TestWorld("std", {"offered.vdl": f"edition 2026\n\n{text}\n\ndesign one {{ }}\n"})
    said = [one.slug for one in compile(world, "offered.vdl", as_of="2026-01-01").diagnostics if one.severity == "error"]
    assert not said
