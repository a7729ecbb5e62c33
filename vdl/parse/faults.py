"""Why a text can't be parsed as it stands. What is said of it is for `explain`."""

from __future__ import annotations

from vdl.parse.lexer import Token


class SyntaxFault(Exception):
    """Where and why a parse stopped."""


class Unexpected(SyntaxFault):
    """A token that has no place where it stands; `expected` are the types of those that might have one."""

    def __init__(self, token: Token, expected: frozenset[str]) -> None:
        self.token = token
        self.expected = expected


class TooDeep(SyntaxFault):
    """A bracket inside more brackets than the limit of the language."""

    def __init__(self, token: Token) -> None:
        self.token = token


class Malformed(SyntaxFault):
    """What the grammar allows and the language does not; `slug` names the diagnostic."""

    def __init__(self, slug: str, start: int, end: int) -> None:
        self.slug = slug
        self.start = start
        self.end = end
