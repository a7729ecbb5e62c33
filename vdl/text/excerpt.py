"""The line of a source that a diagnostic is of, with carets below it; of a long line the part around them."""

from __future__ import annotations

from vdl.text.painted import Painted, Piece
from vdl.text.safe import shown, width
from vdl.text.source import Span

_LONGEST = 160
"""Characters of a line of a source that are shown, so that one does not fill the screen."""

_BEFORE = 40
"""Those of them that stand before what is marked, where the line does not begin with them."""

_WORD = 30
"""Letters that a word may have and is still not cut in two."""

_CUT = "..."


def excerpt(span: Span, label: str, margin: int, mark: tuple[str, str]) -> list[list[Piece]]:
    """The line on which a place begins, and below it a sign in a colour under each of its letters, with a label. What is left
    out of the line, and what is marked and not shown, has dots."""
    line, column = span.source.place(span.start)
    raw = span.source.line(line)
    start = min(column - 1, len(raw))
    end = min(start + max(1, span.end - span.start), len(raw))
    left, right = _stretch(raw, start, end)
    before = (f"{_CUT} " if left else "") + _plain(raw[left:start])
    marked = _plain(raw[start : min(end, right)])
    after = _plain(raw[min(end, right) : right]) + (f" {_CUT}" if right < len(raw) else "")
    beyond = end > right or (span.end - span.start > end - start and "\n" in span.text.rstrip())
    sign, colour = mark
    under = sign * max(1, width(marked)) + (_CUT if beyond else "") + (f" {shown(label)}" if label else "")
    blank = " " * width(before)
    return [[f"{line:>{margin}} | {before}{marked}{after}"], [f"{' ' * margin} | {blank}", Painted(under, colour)]]


def _stretch(raw: str, start: int, end: int) -> tuple[int, int]:
    """Which part of a line is shown, between words where they are not too long: all of a short one, else one that holds what is
    marked, or its beginning where even that is too long."""
    if len(raw) <= _LONGEST:
        return 0, len(raw)
    left = 0
    if min(end, start + _LONGEST - _BEFORE) > _LONGEST - _WORD:
        left = max(start - _BEFORE, 0)
        blank = raw.rfind(" ", left, start)
        first = raw.find(" ", left, min(left + _WORD, start))
        left = (first if first >= 0 else blank if blank >= start - _WORD else left - 1) + 1
    right = left + _LONGEST
    if right >= len(raw):
        return left, len(raw)
    blank = raw.rfind(" ", max(right - _WORD, min(end, right), start + 1), right + 1)
    return left, blank if blank >= 0 else right


def _plain(text: str) -> str:
    return shown(text.replace("\t", "    "))
