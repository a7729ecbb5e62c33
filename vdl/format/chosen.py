"""Only some lines of a text: from the text and its canonical form to the text with the statements formatted that they touch."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.format.breaks import CLOSES
from vdl.format.roles import Roles
from vdl.parse import everything
from vdl.parse.lexer import COMMENT, NEWLINE, SPACE, Token
from vdl.records import NamedTuple
from vdl.text.source import Source


class _Point(NamedTuple):
    """A word or a comment that begins a line in both texts, and where those lines begin."""

    token: Token
    old: int
    new: int


def chosen(text: str, result: str, lines: tuple[int, int], roles: Roles | None) -> str:
    """The text in which the statements that have a part in some lines, from 1, are as in `result`."""
    source = Source("", text)
    points = list(_points(text, result))
    begins = [at for at, point in enumerate(points) if at == 0 or _begins(point.token, roles)]
    pieces: list[str] = []
    for at, after in zip(begins, [*begins[1:], len(points)]):
        end, new_end = (points[after].old, points[after].new) if after < len(points) else (len(text), len(result))
        first, last = source.place(points[at].old)[0], source.place(max(points[at].old, end - 1))[0]
        touched = first <= lines[1] and lines[0] <= last
        pieces.append(result[points[at].new : new_end] if touched else text[points[at].old : end])
    return "".join(pieces)


def _begins(token: Token, roles: Roles | None) -> bool:
    """Whether what begins a line there is no part of the statement above it."""
    return roles is None or token.type == COMMENT or token.type in CLOSES or token.start in roles.begins


def _points(text: str, result: str) -> Iterator[_Point]:
    """Where lines begin in both texts, in order; empty lines belong to what stands below them."""
    new = iter(_words(result))
    behind = new_behind = 0
    counterpart = next(new, None)
    for token in _words(text):
        if counterpart is None or text[token.start : token.end].rstrip() != result[counterpart.start : counterpart.end]:
            behind = token.end  # a comma in whose place a line ends
            continue
        old_line, new_line = text.find("\n", behind, token.start), result.find("\n", new_behind, counterpart.start)
        if behind == 0:
            yield _Point(token, 0, 0)
        elif old_line >= 0 and new_line >= 0:
            yield _Point(token, old_line + 1, new_line + 1)
        behind, new_behind = token.end, counterpart.end
        counterpart = next(new, None)


def _words(text: str) -> Iterator[Token]:
    return (token for token in everything(text) if token.type not in (SPACE, NEWLINE))
