"""How wide texts will be, in ems of the small face: good enough to choose widths of columns by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from vdl.render.advances import ADVANCES, FURTHER
from vdl.render.isolates import SIGNS
from vdl.render.line_breaks import all_kept, pieces, value_kept, words_kept
from vdl.render.plain import SHAPES, cite_text
from vdl.report.model import Cite, Code, Prose, Value, Verdict
from vdl.text.safe import INVISIBLE, printable

OTHER, WIDE = 0.75, 1.0
"""The width of a character that the small face lacks: on paper that of the box in its place, and a little more; in a browser that
of one that takes a square, as those of Chinese and pictures do."""

_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
    "\U0001f000-\U0001faff\U00020000-\U0003fffd]"
)
_INVISIBLE = re.compile(f"[{INVISIBLE}]")

MONO, SMALLER, BOLD = 0.52, 0.825, 1.03
"""A character of code in ems (0.6 in the face, which `text.css` sets at 0.86 of its surroundings), a citation in sizes
of its surroundings (as in `text.css`), bold in widths of regular (1.02 over the letters of a text, and a little more)."""


def _widths(table: dict[int, tuple[int, ...]]) -> dict[str, float]:
    return {chr(first + index): width / 100 for first, run in table.items() for index, width in enumerate(run)}


FURTHER_WIDTHS = _widths(FURTHER)
"""Those of letters that few documents have, and that are in a file of their own."""

WIDTHS = {**_widths(ADVANCES), **FURTHER_WIDTHS}
"""Of each character of the small face in ems."""

SPACE = WIDTHS[" "]


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
            text = all_kept(text) if len(text) <= CITE else text
            if previous.strip():
                text = " " + text
        elif isinstance(item, Verdict):
            text, factor, mono = all_kept(f"{SHAPES[item.tone]} {item.word}"), BOLD, False
        elif isinstance(item, Code):
            text, factor, mono = item.text, 1.0, True
        elif isinstance(item, Value):
            text, factor, mono = value_kept(item.text), BOLD if strong or item.strong else 1.0, False
        else:
            text, factor, mono = words_kept(item.text), BOLD if strong else 1.0, False
        previous = text[-1:] or previous
        for index, token in enumerate(text.split(" ")):
            if index:
                whole += MONO if mono else SPACE
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
    return sum([WIDTHS[each] if each in WIDTHS else _other(each) for each in text])


def _other(character: str) -> float:
    """The width of what is set in the place of a character that the small face lacks; signs that keep texts apart have none."""
    if character in SIGNS:
        return 0.0
    written = printable(character)
    if written != character:
        return length(written)
    return 0.0 if _INVISIBLE.match(character) else WIDE if _WIDE.match(character) else OTHER
