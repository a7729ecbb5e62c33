"""Text to tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from vdl.parse.faults import TooManyWords
from vdl.text.limits import WORDS

SPACE, NEWLINE, COMMENT = "SPACE", "NEWLINE", "COMMENT"
"""The types of what stands between the terminals that a parse sees."""

_LITTLE = r"(?P<NEWLINE>\r?\n)|(?P<COMMENT>//(?:[^\r\n]|\r(?!\n))*)|(?P<SPACE>(?:[ \t\f]|\r(?!\n))+)"
"""What stands between terminals; compiled where it is asked for, which no check does."""


class Token:
    """A terminal of the grammar in a text; `start` and `end` are offsets in characters, as in the nodes of the tree."""

    __slots__ = ("end", "start", "type")

    def __init__(self, type: str, start: int, end: int) -> None:
        self.type = type
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.start}, {self.end})"


class Lexer:
    """All terminals as one regular expression. Holds nothing that changes."""

    def __init__(self, pattern: str, words: Mapping[str, Mapping[str, str]]) -> None:
        self._pattern = re.compile(pattern)
        self._words = words

    def tokens(self, text: str, start: int, end: int) -> Iterator[Token]:
        """The tokens between two offsets, every newline among them; what means nothing is a STRAY. Raises TooManyWords."""
        words = self._words
        matches = self._pattern.finditer(text, start, end)
        for match in islice(matches, WORDS):
            type = match.lastgroup
            if type is None:  # the end
                return
            known = words.get(type)
            if known is not None:
                type = known.get(match[type], type)
            yield Token(type, match.start(match.lastindex), match.end())  # type: ignore[arg-type]
        last = next(matches)
        if last.lastgroup is not None:
            raise TooManyWords("words and signs", WORDS, last.start(last.lastgroup), last.end())

    def everything(self, text: str) -> Iterator[Token]:
        """All tokens of a text, also of a faulty one: what they cover, joined, is the text itself.

        What stands between terminals is a SPACE, a COMMENT or one NEWLINE each: there is no `_NL` here, so that each comment is a
        token of its own. Nothing is raised, however long the text.
        """
        words = self._words
        behind = 0
        for match in self._pattern.finditer(text):
            type = match.lastgroup
            start = match.start(match.lastindex) if match.lastindex is not None else match.end()
            end = match.end()
            if type == "_NL":
                start = end
            yield from _between(text, behind, start)
            behind = start
            if type is None or type == "_NL":
                continue
            known = words.get(type)
            yield Token(known.get(match[type], type) if known is not None else type, start, end)
            behind = end


def _between(text: str, start: int, end: int) -> Iterator[Token]:
    """Spaces, newlines and comments between two offsets."""
    for match in re.compile(_LITTLE).finditer(text, start, end):
        yield Token(match.lastgroup or SPACE, match.start(), match.end())
