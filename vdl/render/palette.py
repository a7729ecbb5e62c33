"""The colours of the theme by name, for what a style sheet does not reach: drawings have them in their marks, too."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_COLOUR = re.compile(r"--([\w-]+):\s*(#[0-9a-fA-F]{6})\s*;")


@cache
def _colours() -> dict[str, str]:
    text = (files("vdl.render") / "theme" / "colours.css").read_text("utf-8")
    found: dict[str, str] = {}
    for name, value in _COLOUR.findall(text):
        found.setdefault(name, value)  # the first ones are those of paper
    return found


def colour(name: str) -> str:
    """A colour of the theme on paper, "#14506e"."""
    return _colours()[name]
