"""Text to tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping


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
        """The tokens between two offsets, every newline among them. Every text has tokens: what means nothing is STRAY."""
        words = self._words
        for match in self._pattern.finditer(text, start, end):
            type = match.lastgroup
            if type is None:  # the end
                return
            known = words.get(type)
            if known is not None:
                type = known.get(match[type], type)
            yield Token(type, match.start(match.lastindex), match.end())  # type: ignore[arg-type]
