"""The LALR(1) automaton: tokens in, what their rules stand for out. It walks the parser's tables and changes nothing in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from vdl.parse.faults import Unexpected
from vdl.parse.lexer import Token
from vdl.records import NamedTuple

Parts = list[Any]
"""What a rule was made of: tokens, nodes, and None for what is absent."""

Make = Callable[[Any, Parts], Any]
"""From the maker of the tree and the parts of a rule to what the rule stands for."""


Row = Mapping[str, int]
"""Of a state where each symbol leads: to a state, or to the complement of a rule that ends there."""

States = Mapping[int, Row]

Rules = Sequence[tuple[str, int, Make | None]]
"""The symbol of each rule, how many parts it has, and what makes it."""


Kept = tuple[int, bool, int]
"""A part that is kept: its place, whether it is a list whose items are taken, how many absent parts come before."""


class Rule(NamedTuple):
    """A rule of the grammar, and what becomes of its parts."""

    symbol: str
    size: int
    """How many parts it has."""
    method: str
    """Which method takes the parts; "" for a list whose items another rule takes."""
    alone: bool
    """Whether a part that is left alone stands for the rule, without the method."""
    kept: tuple[Kept, ...] | None
    """The parts that are kept, None for all."""
    absent: int
    """How many absent parts come last."""


class Automaton:
    """The tables, with the methods of a class that makes trees. Any number of states may walk it at once."""

    def __init__(self, states: States, rules: Iterable[Rule], start: Mapping[str, int], methods: type) -> None:
        self._states = states
        self._rules = [(rule.symbol, rule.size, _make(rule, methods)) for rule in rules]
        self._start = start

    def begin(self, maker: object, start: str) -> State:
        """The state before the first token of a `start`; `maker` is an instance of the class of the methods."""
        return State(self._states, self._rules, maker, [self._states[self._start[start]]], [])


class State:
    """How far a text is understood."""

    __slots__ = ("_maker", "_rules", "_stack", "_states", "_values")

    def __init__(self, states: States, rules: Rules, maker: object, stack: list[Row], values: Parts) -> None:
        self._states = states
        self._rules = rules
        self._maker = maker
        self._stack = stack
        self._values = values

    def feed(self, tokens: Iterable[Token]) -> None:
        """Go on over some tokens. Raises Unexpected at one that has no place, and what the methods raise."""
        states, rules, maker, stack, values = self._states, self._rules, self._maker, self._stack, self._values
        for token in tokens:
            type = token.type
            while True:
                action = stack[-1].get(type)
                if action is None:
                    raise Unexpected(token, partial(_accepted, states, rules, list(stack)))
                if action >= 0:
                    stack.append(states[action])
                    values.append(token)
                    break
                symbol, size, make = rules[~action]
                if make is None:
                    stack[-1] = states[stack[-2][symbol]]
                    continue
                if size:
                    parts = values[-size:]
                    del stack[-size:], values[-size:]
                else:
                    parts = []
                values.append(make(maker, parts))
                stack.append(states[stack[-1][symbol]])

    def finish(self, end: int) -> Any:
        """What the whole text stands for, if it may end here; `end` is where it does. Raises as `feed`."""
        self.feed((Token(END, end, end),))
        return self._values[0]

    def accepts(self, type: str) -> bool:
        """Whether a token of this type has a place here."""
        return _accepts(self._states, self._rules, self._stack, type)


    def mark(self) -> Mark:
        """This state, to go back to any number of times."""
        return list(self._stack), list(self._values), [(v, len(v)) for v in self._values if v.__class__ is list]

    def back(self, mark: Mark) -> None:
        """Go back to a state that was marked, also by way of lists that have grown since."""
        stack, values, lists = mark
        self._stack, self._values = list(stack), list(values)
        for items, length in lists:
            del items[length:]


def _accepted(states: States, rules: Rules, stack: list[Row]) -> list[str]:
    """The types of tokens that have a place in a state: fewer than its row names, which tells what may be reduced."""
    return [type for type in stack[-1] if type.isupper() and _accepts(states, rules, stack, type)]


def _accepts(states: States, rules: Rules, stack: list[Row], type: str) -> bool:
    stack = list(stack)
    while True:
        action = stack[-1].get(type)
        if action is None or action >= 0:
            return action is not None
        symbol, size, _ = rules[~action]
        del stack[len(stack) - size :]
        stack.append(states[stack[-1][symbol]])


Mark = tuple[list[Row], Parts, list[tuple[Parts, int]]]
"""The two stacks of a state, and how long the lists in it were."""

END = "$END"
"""The type of the token behind the last one."""


def _make(rule: Rule, methods: type) -> Make | None:
    """How a rule turns its parts into what it stands for; None where it has one part, which stands for it as it is."""
    kept, absent, alone = rule.kept, rule.absent, rule.alone
    if kept is None and alone:
        return None
    made: Make = getattr(methods, rule.method) if rule.method else _as_they_are
    if kept is None:
        return made

    def make(maker: object, parts: Parts) -> Any:
        chosen: Parts = []
        for place, taken, before in kept:
            if before:
                chosen += [None] * before
            if not taken:
                chosen.append(parts[place])
            elif chosen:
                chosen += parts[place]
            else:
                chosen = parts[place]  # a list that grows is not copied at each step
        if absent:
            chosen += [None] * absent
        return chosen[0] if alone and len(chosen) == 1 else made(maker, chosen)

    return make


def _as_they_are(maker: object, parts: Parts) -> Parts:
    return parts
