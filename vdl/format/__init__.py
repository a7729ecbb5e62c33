"""The canonical form of a text, as the language reference describes it.

Pure functions from text to text: nothing is resolved or checked, and no other file is read. Words and comments stay what they
are and where they are among each other; what changes are blanks, some line ends, and commas in whose place a line ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl.format.roles import Roles, roles_of
from vdl.format.words import Word, words_of
from vdl.format.written import written
from vdl.parse import everything
from vdl.parse.faults import SyntaxFault
from vdl.text.limits import WORDS


def formatted(text: str, lines: tuple[int, int] | None = None) -> str:
    """The text in its canonical form, or only the statements that some lines have a part in: the first and the last, from 1.

    Of a text with faults, the statements that can be understood by themselves; the rest is left as it is, and so is a text that
    is too long to parse.
    """
    words = words_of(text, everything(text))
    if len(words) > WORDS:
        return text
    said = list(_said(words))
    roles: Roles | None = None
    try:
        roles = roles_of(words)
        result = written(words, roles)
    except SyntaxFault:
        from vdl.format.sound import in_parts

        result = in_parts(text, words)
    if said != list(_said(words_of(result, everything(result)))):
        raise RuntimeError("formatting would change what the text says")
    if lines is None:
        return result
    from vdl.format.chosen import chosen

    return chosen(text, result, lines, roles)


def _said(words: Iterable[Word]) -> Iterator[str]:
    """What no formatting may change: all words but commas, and all comments."""
    for word in words:
        for comment in word.comments:
            yield comment.text
        if word.type != "_COMMA":
            yield word.text
