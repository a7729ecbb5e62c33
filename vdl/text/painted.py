"""Texts in colours: what a colour may be given to, and how such a text is broken at its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Union

from vdl.records import NamedTuple
from vdl.text.safe import width


class Painted(NamedTuple):
    """A text in a colour, such as `error`, `strong` or `weak`. Which colour that is, whoever shows it knows."""

    text: str
    colour: str


Piece = Union[str, Painted]


def plain(pieces: Iterable[Piece]) -> str:
    """The text of pieces without their colours."""
    return "".join([piece if isinstance(piece, str) else piece.text for piece in pieces])


def wrapped(pieces: Sequence[Piece], columns: int, hanging: int = 0) -> list[list[Piece]]:
    """Lines of at most so many columns, broken where blanks stand; those after the first begin with `hanging` blanks.

    A word that is wider stands alone on its line, whole. The pieces are such as can be shown on one line.
    """
    if width(plain(pieces)) <= columns:
        return [list(pieces)]
    lines: list[list[Piece]] = [[]]
    used, empty = 0, True
    for blank, word in _words(pieces):
        taken = sum([width(_text(piece)) for piece in word])
        if not empty and used + width(_text(blank)) + taken > columns:
            lines.append([" " * hanging] if hanging else [])
            used = hanging
        else:
            _add(lines[-1], blank)
            used += width(_text(blank))
        for piece in word:
            _add(lines[-1], piece)
        used, empty = used + taken, False
    return lines


def _text(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.text


def _words(pieces: Sequence[Piece]) -> Iterable[tuple[Piece, list[Piece]]]:
    """Each word, which may be of several pieces, with the blanks before it."""
    blank: Piece = ""
    word: list[Piece] = []
    for piece in pieces:
        for part in re.findall(r" +|[^ ]+", _text(piece)):
            made = part if isinstance(piece, str) else Painted(part, piece.colour)
            if part[0] != " ":
                word.append(made)
                continue
            if word:
                yield blank, word
                blank, word = "", []
            blank = made if not _text(blank) else _text(blank) + part
    if word:
        yield blank, word


def _add(line: list[Piece], piece: Piece) -> None:
    """Put a piece at the end of a line, as one with the last if it has the same colour."""
    if not _text(piece):
        return
    last = line[-1] if line else None
    if isinstance(last, str) and isinstance(piece, str):
        line[-1] = last + piece
    elif isinstance(last, Painted) and isinstance(piece, Painted) and last.colour == piece.colour:
        line[-1] = Painted(last.text + piece.text, last.colour)
    else:
        line.append(piece)


__all__ = ["Painted", "Piece", "plain", "wrapped"]
