"""Words whose line ends are settled to lines, each indented as deep as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.format.breaks import CLOSES, OPENS
from vdl.format.columns import Line
from vdl.format.roles import Roles
from vdl.format.words import Word
from vdl.parse.automaton import END

STEP = 2
"""Columns that what stands in brackets is deeper than the line that opens them, and what goes on deeper than its statement."""


def lines_of(words: Sequence[Word], roles: Roles, base: int = 0) -> list[Line]:
    """The lines; `base` is how deep statements stand that are in no brackets."""
    lines: list[Line] = []
    opened: list[tuple[str, int]] = []
    """The brackets that are open, and how deep the lines stand that open them."""
    for word in words:
        inside = _inside(word, opened, roles, base)
        for comment in word.comments:
            if comment.breaks:
                lines.append(Line(inside, comment.breaks > 1, [], comment.text))
            else:
                lines[-1].comment = comment.text
        if word.type == END:
            break
        if word.begins_line:
            closes = word.type in CLOSES and opened
            lines.append(Line(opened[-1][1] if closes else inside, word.breaks > 1, []))
        lines[-1].words.append(word)
        if word.type in CLOSES:
            opened.pop()
        elif word.type in OPENS:
            opened.append((word.type, lines[-1].indent))
    if lines:
        lines[0].blank = False
    return lines


def _inside(word: Word, opened: Sequence[tuple[str, int]], roles: Roles, base: int) -> int:
    """How deep a line stands that begins with a word, or with a comment before it, as what stands in the brackets around it."""
    indent = opened[-1][1] + STEP if opened else base
    braced = not opened or opened[-1][0] == "LBRACE"
    goes_on = braced and word.start not in roles.begins and word.type not in CLOSES and word.type != END
    return indent + STEP if goes_on else indent
