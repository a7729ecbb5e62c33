"""Where a line may be broken, and where it should not be."""

from __future__ import annotations

import re

from vdl.render.figures import JOINER
from vdl.text.phrases import Joined, Number, Phrase, filled, joined

NO_BREAK = "\u00a0"
"""A space that a line is never broken at."""

ITEM, PHRASE, SHORT = 30, 40, 12
"""A value by label is kept with its label up to so many characters; a value up to so many is kept in one, and with what stands
in brackets behind it up to so many."""

_LIST = re.compile(r"[^;]*\d[^;]*(?:; [^;]*\d[^;]*)+")
_TIMES = re.compile(r"(?<=\d) × ")
_LABEL = re.compile(r"(?<![\w/])([\w/–]{1,12}:) (?=[\d−])")
"""A short label before its figure: "FY27: 300"."""
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
    """Plain words with `figures_kept`; where they list values by label, each label with its value."""
    text = figures_kept(text)
    return value_kept(text) if "; " in text and _LIST.fullmatch(text) else text


def figures_kept(text: str) -> str:
    """Words in which "%" stands with the figure before it, "4 ×" with what it counts, and a short label with its figure."""
    if "×" in text or "%" in text:
        text = _TIMES.sub(f"{NO_BREAK}×{NO_BREAK}", text.replace(" %", f"{NO_BREAK}%"))
    return _LABEL.sub(rf"\1{NO_BREAK}", text) if ": " in text else text


def with_units(text: str) -> str:
    """A text in which a number that is marked as one stands on one line with its unit, the word behind it."""
    if isinstance(text, Phrase) and text.given:
        given = {name: with_units(one) for name, one in text.given.items()}
        return filled(text.key, given, text.many, text.number, text.context, free=text.free) if given != text.given else text
    if isinstance(text, Joined):
        pieces = [with_units(piece) for piece in text.pieces]
        for at, piece in enumerate(pieces[:-1]):
            if piece == " " and at and isinstance(pieces[at - 1], (Number, Joined)) and pieces[at - 1][-1:].isdigit():
                pieces[at] = NO_BREAK
        return joined("", pieces) if "".join(pieces) != text else text
    return text


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
