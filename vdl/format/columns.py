"""Columns: what stands one below the other in neighbouring lines."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.format.breaks import CLOSES, OPENS
from vdl.format.gaps import apart
from vdl.format.roles import Roles
from vdl.format.words import Word
from vdl.records import NamedTuple
from vdl.text.safe import width

BESIDE = 2
"""Blanks before what stands beside the code, at least."""

FURTHEST = 120
"""Columns of code behind which nothing is put in line: what is longer has its citation right behind it."""

_SPREAD, _SPREAD_BESIDE = 12, 30
"""Columns by which the code before a column may be longer than what is next shorter, where that is half of the lines or more.
One long name or long line does not move all the others."""


class Line:
    """A line: some words, or a comment alone."""

    __slots__ = ("blank", "comment", "indent", "pads", "words")

    def __init__(self, indent: int, blank: bool, words: list[Word], comment: str = "") -> None:
        self.indent = indent
        self.blank = blank
        """Whether an empty line stands before it."""
        self.words = words
        self.comment = comment
        self.pads: dict[int, int] = {}
        """Blanks before some of the words, by their places; those of the comment under the number of words."""

    def text(self, roles: Roles, until: int | None = None) -> str:
        """What is written, without what stands before the first word; up to a word, where one is named."""
        words, pads = self.words, self.pads
        pieces: list[str] = []
        end = len(words) if until is None else until
        for at in range(end):
            if at:
                pad = pads.get(at)
                if pad is None:
                    pad = 1 if apart(words[at - 1], words[at], roles) else 0
                if pad:
                    pieces.append(" " * pad)
            pieces.append(words[at].text)
        if until is None and self.comment:
            pieces.append(" " * (pads.get(end, BESIDE) if words else 0) + self.comment)
        return "".join(pieces)


class _Mark(NamedTuple):
    """A place in a line that is put in a column: before which word, and how wide what stands before it is."""

    line: Line
    at: int
    width: int


def align(lines: Sequence[Line], roles: Roles) -> None:
    """Puts what belongs together in columns."""
    _align_names(lines, roles)
    _align_beside(lines, roles)


# ------------------------------------------------------------------------------ names
SIGNS = {"field": "COLON", "fill": "EQUAL", "object": "LBRACE", "refine": "LBRACE", "bound": "COLON"}
"""What is put in a column in statements of these sorts; of a bound what stands behind the sign."""


def _align_names(lines: Sequence[Line], roles: Roles) -> None:
    run: list[_Mark] = []
    sort, indent = "", -1
    for line, after in zip(lines, _words_behind(lines)):
        if not line.words and not line.blank and line.comment.startswith("///"):
            continue  # what documents a line stands within a run
        found = _named(line, after, roles) if line.words else None
        before = sort, indent
        sort, indent = (roles.sorts[line.words[0].start], line.indent) if found is not None else ("", -1)
        if line.blank or found is None or before != (sort, indent):
            _put(run, 1, _SPREAD)
            run = []
        if found is not None:
            run.append(found)
    _put(run, 1, _SPREAD)


def _words_behind(lines: Sequence[Line]) -> list[Word | None]:
    """For each line the first word of those behind it."""
    found: list[Word | None] = []
    word: Word | None = None
    for line in reversed(lines):
        found.append(word)
        word = line.words[0] if line.words else word
    return found[::-1]


def _named(line: Line, after: Word | None, roles: Roles) -> _Mark | None:
    """The place that is put in a column in a line that is one statement, if it has one; `after` stands behind the line."""
    words = line.words
    sort = roles.sorts.get(words[0].start, "")
    if not sort or words[0].start not in roles.begins:
        return None
    depth = 0
    for word in words[1:]:
        if not depth and word.start in roles.begins:
            return None
        depth += (word.type in OPENS) - (word.type in CLOSES)
    if depth or not (after is None or after.start in roles.begins or after.type in CLOSES):
        return None
    at = next((at for at, word in enumerate(words) if word.type == SIGNS[sort]), None)
    if at is None or (sort == "object" and words[at - 1].type == "STRING"):
        return None
    at += sort == "bound"
    return _Mark(line, at, line.indent + width(line.text(roles, at)))


def _put(run: Sequence[_Mark], least: int, spread: int) -> None:
    """Puts places in one column, with the least blanks behind the longest of what stands before them.

    What is longer than half of the lines or more, by more than `spread`, does not count and has the least.
    """
    widths = sorted([mark.width for mark in run if mark.width <= FURTHEST])
    for shorter, (one, next) in enumerate(zip(widths, widths[1:]), 1):
        if next - one > spread and shorter * 2 >= len(widths):
            del widths[shorter:]
            break
    column = max(widths, default=0) + least
    for mark in run:
        mark.line.pads[mark.at] = max(column - mark.width, least)


# ------------------------------------------------------------------------------ citations and comments
def _align_beside(lines: Sequence[Line], roles: Roles) -> None:
    run: list[_Mark] = []
    for line in lines:
        if line.blank or (line.words and (line.words[0].type in CLOSES or line.words[-1].type in OPENS)):
            _put(run, BESIDE, _SPREAD_BESIDE)
            run = []
        at = _beside(line, roles) if line.words else None
        if at is not None:
            run.append(_Mark(line, at, line.indent + width(line.text(roles, at))))
    _put(run, BESIDE, _SPREAD_BESIDE)


def _beside(line: Line, roles: Roles) -> int | None:
    """The place of the citation or the comment beside the code of a line."""
    words = line.words
    if words[0].type in CLOSES or words[0].type == "AT_SIGN":
        return None
    depth, found = 0, None
    for at, word in enumerate(words):
        if not depth:
            if word.type == "AT_SIGN":
                found = at if found is None else found
            elif word.start in roles.begins:
                found = None
        depth += (word.type in OPENS) - (word.type in CLOSES)
    if depth:
        return None
    return found if found is not None else len(words) if line.comment else None
