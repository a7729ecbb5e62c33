"""The colours of the theme by name, for what a style sheet does not reach: drawings have them in their marks, too."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_COLOUR = re.compile(r"--([\w-]+):\s*(#[0-9a-fA-F]{6})\s*;")


@cache
def colours() -> dict[str, str]:
    """All colours of the shipped theme on paper, by their names."""
    return dict(named_in((files("vdl.render") / "theme" / "colours.css").read_text("utf-8")))


def named_in(text: str) -> list[tuple[str, str]]:
    """The colours of a style sheet by their names, of each the first one: that of paper."""
    found: dict[str, str] = {}
    for name, value in _COLOUR.findall(text):
        found.setdefault(name, value)
    return list(found.items())


def colour(name: str) -> str:
    """A colour of the theme on paper, "#14506e"."""
    return colours()[name]
