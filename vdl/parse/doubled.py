"""Lines that open a body and stand twice: of a text with too many opening braces, one of two may be a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vdl.parse.lexer import Token
from vdl.parse.rows import NAMES, Line

_DECLARE = frozenset("KIND DESIGN DOCUMENT SCENARIO".split())
_COMPARED = 40
"""Lines of two bodies that are compared."""


class Doubled:
    """Which lines of a text declare something and open its body with the same words."""

    def __init__(self, text: str, tokens: Sequence[Token], lines: Sequence[Line], not_deeper: Sequence[int]) -> None:
        self._text = text
        self._tokens = tokens
        self._lines = lines
        self._not_deeper = not_deeper
        self._twins: dict[int, int] = {}
        self._other = self._found()

    def twin(self, number: int) -> int | None:
        """Another line that declares something in the same words, wherever it stands; best one that takes the name."""
        return self._other.get(number, self._twins.get(number))

    def other(self, number: int) -> int | None:
        """The line that declares the same as a line, where the name of the one is taken by the other."""
        return self._other.get(number)

    def name(self, number: int) -> Token:
        """What a line declares."""
        first, second = self._tokens[self._lines[number].first : self._lines[number].first + 2]
        return first if second.type == "COLON" else second

    def says_the_same(self, number: int) -> bool:
        """Whether the body of a line begins as that of its other one does and states nothing else: the whole stands twice."""
        other = self._other.get(number)
        own, theirs = self._stated(number), self._stated(other) if other is not None else []
        return bool(own) and own[:1] == theirs[:1] and set(own) <= set(theirs)

    def _found(self) -> Mapping[int, int]:
        """For each line another one of the same words, whose name is in the same body or in one around it."""
        groups: dict[tuple[str, ...], list[int]] = {}
        for number, line in enumerate(self._lines):
            if self._declares(line):
                words = tuple([self._text[token.start : token.end] for token in self._tokens[line.first : line.end]])
                groups.setdefault(words, []).append(number)
        homes = self._homes() if any(len(group) > 1 for group in groups.values()) else []
        found: dict[int, int] = {}
        for group in groups.values():
            for one, after in zip(group, group[1:]):
                self._twins[after] = one
                self._twins.setdefault(one, after)
                if self._is_seen(one, after, homes):
                    found[after] = one
                if self._is_seen(after, one, homes):
                    found.setdefault(one, after)
        return found

    def _declares(self, line: Line) -> bool:
        first, last = self._tokens[line.first], self._tokens[line.end - 1]
        if last.type != "LBRACE" or line.end - line.first < 3:
            return False
        second = self._tokens[line.first + 1].type
        return (first.type in NAMES and second == "COLON") or (first.type in _DECLARE and second in NAMES)

    def _homes(self) -> list[int]:
        """For each line the one before that is less deep, whose body it is in; -1 where there is none."""
        found: list[int] = []
        around: list[int] = []
        for number, line in enumerate(self._lines):
            while around and self._lines[around[-1]].indent >= line.indent:
                around.pop()
            found.append(around[-1] if around else -1)
            around.append(number)
        return found

    def _is_seen(self, one: int, number: int, homes: Sequence[int]) -> bool:
        """Whether a line stands in the body that declares another one, also deeper in it."""
        home = homes[one]
        return home < 0 or home < number <= self._not_deeper[home]

    def _stated(self, number: int) -> list[str]:
        """What the first lines of a body begin with."""
        inner = self._lines[number + 1 : min(self._not_deeper[number], number + 1 + _COMPARED)]
        firsts = [self._tokens[line.first] for line in inner]
        return [self._text[token.start : token.end] for token in firsts if token.type in NAMES]
