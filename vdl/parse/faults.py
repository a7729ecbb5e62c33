"""Why a text can't be parsed as it stands. What is said of it is for `explain`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vdl.parse.lexer import Token


class SyntaxFault(Exception):
    """Where and why a parse stopped."""


class Unexpected(SyntaxFault):
    """A token that has no place where it stands; `symbols` gives the types of those that have one."""

    def __init__(self, token: Token, symbols: Callable[[], Iterable[str]]) -> None:
        self.token = token
        self._symbols = symbols

    @property
    def expected(self) -> list[str]:
        """The types of tokens that might have stood there, sorted."""
        return sorted(self._symbols())


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


class TooManyWords(Exception):
    """A text beyond a limit of the language, which is not parsed at all; from the first word that is too much."""

    def __init__(self, what: str, limit: int, start: int, end: int) -> None:
        self.what = what
        self.limit = limit
        self.start = start
        self.end = end
