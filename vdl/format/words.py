"""The words of a text with what stands before each: line ends and comments. Blanks are left out, they are the formatter's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl.parse.automaton import END
from vdl.parse.lexer import COMMENT, NEWLINE, SPACE, Token


class Comment:
    """A comment, and how many lines end between it and what stands before it: none where it is beside code."""

    __slots__ = ("breaks", "text")

    def __init__(self, text: str, breaks: int) -> None:
        self.text = text
        self.breaks = breaks


class Word(Token):
    """A terminal of the grammar, with the comments before it, and how many lines end between the last of them and it."""

    __slots__ = ("breaks", "comments", "text")

    def __init__(self, type: str, text: str, start: int, end: int, breaks: int, comments: list[Comment]) -> None:
        super().__init__(type, start, end)
        self.text = text
        self.breaks = breaks
        self.comments = comments

    @property
    def begins_line(self) -> bool:
        """Whether a line ends before it."""
        return self.breaks > 0 or bool(self.comments)


def words_of(text: str, tokens: Iterable[Token]) -> list[Word]:
    """The words of some tokens; the last one is the end, and holds the comments behind the others."""
    words: list[Word] = []
    breaks = end = 0
    comments: list[Comment] = []
    for token in tokens:
        type, end = token.type, token.end
        if type == SPACE:
            continue
        if type == NEWLINE:
            breaks += 1
        elif type == COMMENT:
            comments.append(Comment(text[token.start : end].rstrip(), breaks))
            breaks = 0
        else:
            words.append(Word(type, text[token.start : end], token.start, end, breaks, comments))
            breaks, comments = 0, []
    words.append(Word(END, "", end, end, breaks, comments))
    return words


def fed(words: Iterable[Word]) -> Iterator[Token]:
    """Words as a parse takes them, with a newline wherever a line ends; without the end."""
    for word in words:
        if word.type == END:
            return
        if word.begins_line:
            yield Token("_NL", word.start, word.start)
        yield word
