"""Where lines end: mostly where the author ended them.

A pass over words that changes `breaks` of each, and of its comments: 0 for none, 1 for a new line, 2 for an empty line as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from vdl.format.roles import Roles
from vdl.format.words import Word
from vdl.parse.automaton import END
from vdl.parse.lines import CONTINUES, OPEN

CLOSES = {"RBRACE": "LBRACE", "RPAR": "LPAR", "RSQB": "LSQB"}
"""The brackets that close, and what each closes."""

OPENS = frozenset(CLOSES.values())


def settled(words: Sequence[Word], roles: Roles) -> list[Word]:
    """The words with settled line ends, without the commas in whose place a line ends."""
    kept = _without_commas(words, roles)
    inside = _open_up(kept)
    for at, (word, braced) in enumerate(zip(kept, inside)):
        apart = word.start in roles.begins and braced
        closing = word.type in CLOSES
        spaced = apart or (closing and braced) or word.type == END
        for comment in word.comments:
            comment.breaks = min(comment.breaks, 2 if spaced else 1)
        word.breaks = min(word.breaks, 2 if apart else 1)
        if word.type == END:
            word.breaks = 1
        if not at:
            _begin(word)
    return kept


def _begin(word: Word) -> None:
    """The first line of a text has none before it."""
    if word.comments:
        word.comments[0].breaks = 1
    else:
        word.breaks = 1


def _without_commas(words: Sequence[Word], roles: Roles) -> list[Word]:
    """Commas end lines and begin none; and where a line ends behind one that divides statements, the line end is enough."""
    kept: list[Word] = []
    for at, word in enumerate(words):
        if word.type != "_COMMA" or word.comments:
            kept.append(word)
            continue
        after = words[at + 1]
        if word.breaks:
            word.breaks = 0
            if not after.comments:
                after.breaks = max(after.breaks, 1)
        needed = after.type in CONTINUES or words[at - 1].type in OPEN
        if needed or after.start not in roles.begins or not after.begins_line:
            kept.append(word)
    return kept


def _open_up(words: Sequence[Word]) -> list[bool]:
    """Ends lines behind `{` and before `}` wherever one ends between them; for each word whether it stands directly in braces,
    or in no brackets."""
    opened: list[int] = []
    partners: dict[int, int] = {}
    broken: set[int] = set()
    braced: list[bool] = []
    for at, word in enumerate(words):
        braced.append(not opened or words[opened[-1]].type == "LBRACE")
        if opened and word.begins_line:
            broken.add(opened[-1])
        if word.type in CLOSES:
            partners[opened.pop()] = at
        elif word.type in OPENS:
            opened.append(at)
    for first, last in partners.items():
        if words[first].type != "LBRACE" or first not in broken:
            continue
        if last == first + 1 and not words[last].comments:
            if words[last + 1].type != "_COMMA":  # else the citation at the end of the line would cover what stands before it
                words[last].breaks = 0
        else:
            for word in (words[first + 1], words[last]):
                word.breaks = max(word.breaks, 1)
    return braced
