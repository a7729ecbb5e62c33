"""lark makes the tables and we walk them: both read every text alike, and stop at the same token of a faulty one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import lark
import pytest

from vdl.parse import grammar, tables
from vdl.parse.automaton import Automaton
from vdl.parse.faults import TooDeep, Unexpected
from vdl.parse.lexer import Lexer, Token
from vdl.parse.lines import lines

TOP = Path(__file__).resolve().parents[2]
PATHS = [path for folder in ("stdlib", "examples", "tests") for path in sorted((TOP / folder).rglob("*.vdl"))]
DAMAGED = 10_000

Outcome = tuple[Any, ...]
"""Nested tuples: ("rule", part, ...) and ("TERMINAL", start, end), or what stopped the parse."""


class OurLines:
    """Our rule of newlines as lark wants it."""

    always_accept = ()

    def process(self, stream: Iterable[lark.Token]) -> Iterator[lark.Token]:
        return lines(stream)  # type: ignore[arg-type, return-value]


@cache
def by_lark() -> lark.Lark:
    text = (TOP / "grammar" / "vdl.lark").read_text(encoding="utf-8")
    return lark.Lark(text, parser="lalr", lexer="basic", start=grammar.START, postlex=OurLines())


def method(name: str) -> Callable[[object, list[Any]], Outcome]:
    return lambda _, parts: (name, *[(p.type, p.start, p.end) if isinstance(p, Token) else p for p in parts])


@cache
def by_us() -> tuple[Lexer, Automaton]:
    kept = tables.load()
    methods = {rule.method: method(rule.method) for rule in kept.rules}
    return Lexer(kept.pattern, kept.words), Automaton(kept.states, kept.rules, kept.start, type("Plain", (), methods))


def plain(part: Any) -> Any:
    if isinstance(part, lark.Tree):
        return (part.data, *[plain(child) for child in part.children])
    return (part.type, part.start_pos, part.end_pos) if isinstance(part, lark.Token) else part


def larks(text: str, start: str) -> Outcome:
    try:
        outcome: Outcome = plain(by_lark().parse(text, start=start))
        return outcome
    except lark.UnexpectedToken as fault:
        at_end = fault.token.type == "$END"
        return "unexpected", fault.token.type, len(text) if at_end else fault.token.start_pos, sorted(fault.accepts)
    except TooDeep as fault:
        return "too deep", fault.token.start_pos  # type: ignore[attr-defined]


def ours(text: str, start: str) -> Outcome:
    lexer, automaton = by_us()
    try:
        state = automaton.begin(None, start)
        state.feed(lines(lexer.tokens(text, 0, len(text))))
        outcome: Outcome = state.finish(len(text))
        return outcome
    except Unexpected as fault:
        return "unexpected", fault.token.type, fault.token.start, fault.expected
    except TooDeep as fault:
        return "too deep", fault.token.start


@pytest.mark.parametrize("folder", ["stdlib", "examples", "tests"])
def test_every_text_of_the_repository(folder: str) -> None:
    for path in (p for p in PATHS if p.is_relative_to(TOP / folder)):
        text = path.read_text(encoding="utf-8")
        assert ours(text, "file") == larks(text, "file"), path


def test_damaged_texts() -> None:
    random = Random(1)
    stopped = 0
    for _ in range(DAMAGED):
        text = random.choice(PATHS).read_text(encoding="utf-8")
        text = text[(at := random.randrange(max(1, len(text)))) : at + 400]
        at = random.randrange(max(1, len(text)))
        change = random.choice(["", text[at : at + 1] * 2, *'{}()[]"@=:,.%/-+?\n\t\r\\x0é…', "//", '"""', "else:", " \r\n"])
        text = text[:at] + change + text[at + random.randrange(2) :]
        start = random.choice(["file", "file", "expression", "statement"])
        mine = ours(text, start)
        stopped += mine[0] in ("unexpected", "too deep")
        assert mine == larks(text, start), text
    assert 0.5 * DAMAGED < stopped < DAMAGED


EXPRESSIONS = [
    "1 + 2 * f(3 GB, x) at (a.b, c)", "{ a: 1, else: 2 } kg/box", "-1..1 kg", "[x for y in all k in d if y > 2]", "((((1))))",
    "not a is given and b else c", "1 +", "", "a b", '"\\""', '"""a"b"""', "2026-01-31", "else: 2", "a/b/c", "% 3",
]  # fmt: skip


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text: str) -> None:
    assert ours(text, "expression") == larks(text, "expression")
