"""What words are in a text, by the grammar: where statements begin, and of which sort they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from vdl.format.words import Word, fed
from vdl.parse import tables
from vdl.parse.automaton import Automaton
from vdl.parse.lexer import Token
from vdl.parse.lines import lines

Parts = list[Any]


class _Others(type):
    """Gives every rule of the grammar that is not of interest the same method."""

    def __getattr__(cls, name: str) -> Callable[[Roles, Parts], Token | None]:
        return _first


def _first(roles: Roles, parts: Parts) -> Token | None:
    """What a rule stands for here: its first word."""
    for part in parts:
        if part is not None:
            return part  # type: ignore[no-any-return]
    return None


class Roles(metaclass=_Others):
    """What the words at some offsets are. A maker of "trees" for the automaton, whose methods are called after rules."""

    def __init__(self) -> None:
        self.sorts: dict[int, str] = {}
        """Of which sort a statement is that begins here: the name of its rule, for those of `SORTS`."""
        self.begins: set[int] = set()
        """Where statements, entries, labels and rows begin: what lines or commas divide in braces, and in the file."""
        self.names: set[int] = set()
        """Words of the language among them, where they are names."""
        self.between: set[int] = set()
        """Signs that stand between two operands."""
        self.shares: set[int] = set()
        """The right sides of proportions."""

    def file(self, parts: Parts) -> Token | None:
        self.begins.update(part.start for part in parts if part is not None)  # none in an empty file
        return _first(self, parts)

    def name(self, parts: Parts) -> Token:
        token: Token = parts[0]
        self.names.add(token.start)
        return token

    def binary(self, parts: Parts) -> Token | None:
        self.between.add(parts[1].start)
        return _first(self, parts)

    def proportion(self, parts: Parts) -> Token | None:
        self.shares.add(parts[1].start)
        return _first(self, parts)


def _divided(roles: Roles, parts: Parts) -> Token | None:
    """The method of a rule with braces between which lines or commas divide."""
    inside = False
    for part in parts:
        if part is not None:
            inside = inside and part.type != "RBRACE"
            if inside:
                roles.begins.add(part.start)
            inside = inside or part.type == "LBRACE"
    return _first(roles, parts)


def _sort(name: str) -> Callable[[Roles, Parts], Token | None]:
    def method(roles: Roles, parts: Parts) -> Token | None:
        token = _first(roles, parts)
        if token is not None:
            roles.sorts[token.start] = name
        return token

    return method


SORTS = "field fill object refine bound".split()
for _name in SORTS:
    setattr(Roles, _name, _sort(_name))
for _name in "body docbody axis map table columnsfor chart drawnfor diagram box shapesfor facts".split():
    setattr(Roles, _name, _divided)


@cache
def _automaton() -> Automaton:
    kept = tables.load()
    return Automaton(kept.states, kept.rules, kept.start, Roles)


def roles_of(words: Sequence[Word], around: str = "") -> Roles:
    """The roles of words that are a whole file, or all that stands in a body: of a `design` or of a `document`.

    Raises SyntaxFault.
    """
    roles = Roles()
    state = _automaton().begin(roles, "file")
    before = [Token(around.upper(), -3, -3), Token("NAME", -2, -2), Token("LBRACE", -1, -1)] if around else []
    state.feed(before)
    state.feed(lines(fed(words)))
    end = words[-1].end
    state.feed([Token("RBRACE", end, end)] if around else [])
    state.finish(end)
    return roles
