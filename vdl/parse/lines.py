"""Newlines: which of them end a statement. Also the guard of nested brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lark import Token

from vdl.text.limits import NESTING

# Newlines after these do not end a statement, nor do newlines before CONTINUES.
OPEN = frozenset(
    "COLON EQUAL GE CMP PLUS MINUS STAR SLASH _COMMA LPAR LSQB LBRACE DOT DOTS AT_SIGN OR NOT ON ELSE "
    "_VIA _AND _WHERE _WITH _WITHIN _WHEN _IN _IS _AS _AT _OF _FROM _MINIMIZING _IGNORING _STEP _DIFFERS "
    "_RESTATES _NL".split()
)
CONTINUES = frozenset(
    "GE CMP PLUS MINUS STAR SLASH RPAR RSQB RBRACE AT_SIGN OR ELSE EQUAL DOT "
    "_VIA _AND _WHERE _WITH _WITHIN _WHEN _AS _MINIMIZING _IGNORING _STEP _DIFFERS _RESTATES _COMMA".split()
)


class TooDeep(Exception):
    def __init__(self, token: Token) -> None:
        self.token = token


class Lines:
    """Drops the newlines that end nothing, and guards the nesting of brackets."""

    always_accept = ()

    def process(self, stream: Iterable[Token]) -> Iterator[Token]:
        pending: Token | None = None
        previous = "_NL"
        brackets: list[str] = []
        inside = 0  # how many of the innermost brackets are ( or [
        for token in stream:
            kind = token.type
            if kind == "_NL":
                if pending is None and not inside and previous not in OPEN:
                    pending = token
                continue
            if pending is not None:
                if kind not in CONTINUES:
                    yield pending
                pending = None
            if kind == "LBRACE":
                brackets.append("{")
                inside = 0
            elif kind == "LPAR" or kind == "LSQB":
                brackets.append("(")
                inside = 1
            elif kind == "RBRACE" or kind == "RPAR" or kind == "RSQB":
                if brackets:
                    brackets.pop()
                inside = 1 if brackets and brackets[-1] == "(" else 0
            if len(brackets) > NESTING:
                raise TooDeep(token)
            previous = kind
            yield token
