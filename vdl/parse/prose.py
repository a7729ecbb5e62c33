"""Texts of documents: words with `{expressions}` in them, where `{{` and `}}` are braces."""

from __future__ import annotations

import re
from collections.abc import Callable

from vdl import syntax as s
from vdl.parse.automaton import END
from vdl.parse.faults import Malformed, Unexpected

_STOP = r"[\\{}]"
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
"""What stands behind a backslash, and what it says."""


def escaped(letter: str, at: int) -> str:
    """What a backslash at an offset says with the letter behind it. Raises Malformed."""
    if letter not in _ESCAPES:
        raise Malformed("unknown-escape", at, at + 1 + len(letter))
    return _ESCAPES[letter]


def prose(text: str, start: int, end: int, quotes: int, expression: Callable[[int, int], s.Expr]) -> s.Prose:
    """What stands in quotes between two offsets of `text`; `quotes` is how many there are at each end.

    `expression` parses what stands between two offsets, and raises as a parse does.
    """
    parts: list[str | s.Expr] = []
    said: list[str] = []
    at, stop = start + quotes, end - quotes
    while at < stop:
        sign = re.compile(_STOP).search(text, at, stop)
        said.append(text[at : sign.start() if sign else stop])
        if sign is None:
            break
        at = sign.start()
        if sign[0] == "\\":
            said.append(escaped(text[at + 1 : min(at + 2, stop)], at))
            at += 2
        elif text[at : min(at + 2, stop)] == sign[0] * 2:
            said.append(sign[0])
            at += 2
        elif sign[0] == "}":
            raise Malformed("open-value", at, at + 1)
        else:
            close = text.find("}", at, stop)
            if close < 0:
                raise Malformed("open-value", at, stop)
            _say(parts, said)
            parts.append(_value(expression, at, close))
            at = close + 1
    _say(parts, said)
    if quotes == 3:
        parts = [re.sub(r"\s+", " ", part) if isinstance(part, str) else part for part in parts]
    return s.Prose(start, end, tuple(parts))


def words(value: s.Expr, read: Callable[[s.String], s.Prose]) -> s.Words:
    """What is printed where a value, or a text with values in it, may stand: such a text as `read` makes it, also where a
    condition takes one of two."""
    if isinstance(value, s.String):
        return read(value) if "{" in value.text else value
    if not isinstance(value, s.Conditional):
        return value
    then, other = words(value.then, read), words(value.other, read)
    if then is value.then and other is value.other:
        return value
    return s.Either(value.start, value.end, then, value.condition, other)


def _say(parts: list[str | s.Expr], words: list[str]) -> None:
    said = "".join(words)
    if said:
        parts.append(said)
    words.clear()


def _value(expression: Callable[[int, int], s.Expr], at: int, close: int) -> s.Expr:
    try:
        return expression(at + 1, close)
    except Unexpected as fault:
        if fault.token.type != END:
            raise
        raise Malformed("unexpected-end", at, close + 1) from None
