"""How wide texts will be, in ems of the small face: good enough to choose widths of columns by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from vdl.render.plain import SHAPES, cite_text
from vdl.render.unbroken import GLUE, broken, glued, pieces
from vdl.report.model import Cite, Code, Prose, Value, Verdict

ADVANCES = (
    24, 29, 37, 52, 51, 92, 72, 18, 35, 35, 45, 53, 30, 32, 30, 34, 52, 52, 52, 52, 52, 52, 52, 52,
    52, 52, 30, 30, 53, 53, 53, 42, 83, 70, 64, 65, 73, 63, 60, 71, 80, 37, 38, 70, 61, 92, 76, 73,
    61, 73, 68, 53, 62, 75, 70, 99, 66, 66, 57, 33, 34, 33, 53, 51, 40, 53, 60, 51, 60, 52, 36, 54,
    63, 32, 29, 58, 32, 94, 63, 57, 61, 59, 44, 46, 35, 61, 55, 81, 56, 56, 48, 35, 29, 35, 53,
)  # fmt: skip
"""Hundredths of an em for the characters from " " to "~" in the small face."""

OTHER, SPACE = 60, 24
"""The same for every other character, and for one space."""

MONO, SMALLER, BOLD = 0.52, 0.825, 1.03
"""A character of code in ems, a citation in sizes of its surroundings, bold in widths of regular."""

_WIDTHS = {chr(32 + index): advance / 100 for index, advance in enumerate(ADVANCES)}
_WIDTHS |= {GLUE: SPACE / 100, "\u2060": 0.0, "\u2007": 0.52, "\u2008": 0.3}


@dataclass(frozen=True, slots=True)
class Extent:
    """`whole` is the width on one line, `word` that of the longest word, `part` that of the longest
    piece when words may also be broken after points, slashes and underscores."""

    whole: float = 0.0
    word: float = 0.0
    part: float = 0.0


def extent(cell: Prose, strong: bool = False) -> Extent:
    """Measure a cell as it will be set. `strong` is that it stands in a row set in bold."""
    whole = word = part = 0.0
    joined = joined_part = 0.0
    previous = " "
    for item in cell:
        if isinstance(item, Cite):
            text, factor, mono = cite_text(item), SMALLER, False
            text = text.replace(" ", GLUE) if len(text) <= CITE else text
            if previous.strip():
                text = " " + text
        elif isinstance(item, Verdict):
            text, factor, mono = f"{SHAPES[item.tone]}{GLUE}{item.word.replace(' ', GLUE)}", BOLD, False
        elif isinstance(item, Code):
            text, factor, mono = item.text, 1.0, True
        elif isinstance(item, Value):
            text, factor, mono = glued(item.text), BOLD if strong or item.strong else 1.0, False
        else:
            text, factor, mono = broken(item.text), BOLD if strong else 1.0, False
        previous = text[-1:] or previous
        for index, token in enumerate(text.split(" ")):
            if index:
                whole += MONO if mono else SPACE / 100
                joined = joined_part = 0.0
            wide = MONO * len(token) if mono else factor * length(token)
            whole += wide
            joined += wide
            word = max(word, joined)
            found = pieces(token) if wide > 3 else [token]
            for number, piece in enumerate(found):
                size = MONO * len(piece) if mono else factor * length(piece)
                joined_part = size if number else joined_part + size
                part = max(part, joined_part)
    return Extent(whole, word, part)


CITE = 22
"""A citation no longer than this stays on one line."""


def words(text: str, factor: float = 1.0) -> Extent:
    """Measure words that are not broken but at spaces, such as the head of a column."""
    longest = max(map(length, text.split()), default=0.0)
    return Extent(factor * length(text), factor * longest, factor * longest)


@lru_cache(maxsize=4096)
def length(text: str) -> float:
    """The width of a text on one line."""
    return sum([_WIDTHS.get(each, OTHER / 100) for each in text])
