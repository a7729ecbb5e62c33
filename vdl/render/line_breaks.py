"""Where a line may be broken, and where it should not be."""

from __future__ import annotations

import re

from vdl.render.figures import JOINER

NO_BREAK = "\u00a0"
"""A space that a line is never broken at."""

ITEM, PHRASE, SHORT = 30, 40, 12
"""A value by label is kept with its label up to so many characters; a value up to so many is kept in one, and with what stands
in brackets behind it up to so many."""

_LIST = re.compile(r"[^;]*\d[^;]*(?:; [^;]*\d[^;]*)+")
_TIMES = re.compile(r"(?<=\d) ×(?= )")
_SEAM = re.compile(r"\.\.|[_/(;]|(?<!\d)\.(?=\w)|\.(?=[^\W\d])")


def all_kept(text: str) -> str:
    """The same text, never broken."""
    return text.replace(" ", NO_BREAK)


def value_kept(text: str) -> str:
    """A value that is not broken, or only between its labels: "early 1..2; late 3"."""
    if "; " in text:
        return "; ".join(map(_item_kept, text.split("; ")))
    if len(text) <= PHRASE:
        first, bracket, rest = text.partition(" (")
        return all_kept(first) + bracket + all_kept(rest) if len(text) > SHORT else all_kept(text)
    return text


def words_kept(text: str) -> str:
    """Plain words, a "%" and a "×" with the figure before it; where they list values by label, each label with its value."""
    if "; " in text and _LIST.fullmatch(text):
        return value_kept(text)
    return _TIMES.sub(f"{NO_BREAK}×", text.replace(" %", f"{NO_BREAK}%")) if "×" in text or "%" in text else text


def pieces(word: str) -> list[str]:
    """A long word in the pieces it may be broken into: after "..", "_", "/" and the points of a name."""
    found: list[str] = []
    start = 0
    for seam in _SEAM.finditer(word):
        if 0 < seam.end() < len(word):
            found.append(word[start : seam.end()])
            start = seam.end()
    found.append(word[start:])
    return found


def _item_kept(text: str) -> str:
    return all_kept(text).replace("/", f"/{JOINER}") if len(text) <= ITEM else text
