"""Newlines: which of them end a statement. Also the guard of nested brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl.parse.faults import TooDeep
from vdl.parse.lexer import Token
from vdl.text.limits import NESTING

# Newlines after these do not end a statement, nor do newlines before CONTINUES.
OPEN = frozenset(
    "COLON EQUAL GE GT CMP PLUS MINUS STAR SLASH CARET _COMMA LPAR LSQB LBRACE DOT AT_SIGN OR NOT ON ELSE "
    "_VIA _AND _WHERE _WITH _WITHIN _WHEN _IN _IS _AS _AT _OF _FROM _MINIMIZING _IGNORING _STEP _DIFFERS "
    "_RESTATES _NL".split()
)
CONTINUES = frozenset(
    "GE GT CMP PLUS MINUS STAR SLASH CARET RPAR RSQB RBRACE AT_SIGN OR ELSE EQUAL DOT "
    "_VIA _AND _WHERE _WITH _WITHIN _WHEN _AS _IN _MINIMIZING _IGNORING _STEP _DIFFERS _RESTATES _COMMA".split()
)


BRACKETS = frozenset("LBRACE LPAR LSQB RBRACE RPAR RSQB".split())


def lines(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens without the newlines that end nothing. Raises TooDeep where brackets are nested too deep."""
    pending: Token | None = None
    previous = "_NL"
    brackets: list[str] = []
    inside = False  # the innermost bracket is ( or [
    for token in tokens:
        type = token.type
        if type == "_NL":
            if pending is None and not inside and previous not in OPEN:
                pending = token
            continue
        if pending is not None:
            if type not in CONTINUES:
                yield pending
            pending = None
        if type in BRACKETS:
            if type == "LBRACE" or type == "LPAR" or type == "LSQB":
                brackets.append(type)
                if len(brackets) > NESTING:
                    raise TooDeep(token)
            elif brackets:
                brackets.pop()
            inside = bool(brackets) and brackets[-1] != "LBRACE"
        previous = type
        yield token
