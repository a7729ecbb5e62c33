"""Text to tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from vdl.parse.faults import TooManyWords
from vdl.text.limits import WORDS


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
