"""Every fact of the library and of the examples says where it comes from.

A fact is a number that somebody has to know: in a default, in what a kind or a catalog entry fills in, in a derived value,
a bound or a rule, and in a unit. It is cited where it stands, or by the object whose body it is in. 0, 1 and 100 % (in any
unit) are no facts, nor is a unit whose factor is a power of 10 or of 1024. The number of things that a name
speaks of, such as a share of halves, is cited like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from vdl import syntax as s
from vdl.parse import parse
from vdl.text.source import Source

TOP = Path(__file__).resolve().parents[2]
FILES = sorted((TOP / "stdlib").rglob("*.vdl"))
STATEMENTS = (s.Field, s.Fill, s.Let, s.Function, s.Bound, s.Require)


def plain(number: s.Number) -> bool:
    """Whether a number is no fact."""
    percent = number.unit is not None and number.unit.text == "%"
    return number.value in ((0, 100) if percent else (0, 1))


def facts(tree: s.Node) -> Iterator[s.Expr]:
    """The numbers and ranges of an expression that somebody has to know."""
    for node in s.walk(tree):
        if isinstance(node, s.Range) or (isinstance(node, s.Number) and not plain(node)):
            yield node


def statements(tree: s.Node, cited: bool = False) -> Iterator[tuple[s.Statement, bool]]:
    """Every statement that may hold a fact, and whether it is cited, itself or by what it stands in."""
    if isinstance(tree, STATEMENTS):
        yield tree, cited or bool(tree.cites)
        return
    within = cited or bool(getattr(tree, "cites", ()))
    for child in s.children(tree):
        yield from statements(child, within)


def prefix(value: s.Expr) -> bool:
    """Whether a unit is only a power of ten or of 1024 of another, or made of ones."""
    numbers = [n for n in facts(value) if isinstance(n, s.Number)]
    return all(power(n.value, 10) or power(n.value, 1024) for n in numbers)


def power(value: s.Exact, base: int) -> bool:
    value = Fraction(value)
    if value < 1:
        value = 1 / value
    while value > 1 and value.denominator == 1:
        value /= base
    return value == 1


@pytest.mark.parametrize("path", FILES, ids=[p.relative_to(TOP / "stdlib").as_posix() for p in FILES])
def test_every_fact_of_the_library_has_a_source(path: Path) -> None:
    source = Source(path.relative_to(TOP).as_posix(), path.read_text(encoding="utf-8"))
    tree, found = parse(source)
    assert not found
    wrong = []
    for item in tree.items:
        if isinstance(item, s.UnitDef):
            if not item.cites and not prefix(item.value):
                wrong.append((item, "a unit"))
        elif isinstance(item, s.Object) and not item.cites and not any(cited for _, cited in statements(item)):
            wrong.append((item, "a catalog entry"))
        elif not isinstance(item, (s.SourceDef, s.DocumentDef)):
            wrong += [(st, "a fact") for st, cited in statements(item) if not cited and any(facts(st))]
    places = [f"{source.path}:{source.place(node.start)[0]}: {what} without a source: {source.line(source.place(node.start)[0])}"
              for node, what in wrong]  # fmt: skip
    assert not places, "\n" + "\n".join(places)


def test_what_counts_as_a_fact() -> None:
    def wrong(text: str) -> int:
        tree, found = parse(Source("x", f"edition 2026\n{text}\n"))
        assert not found
        return sum(1 for st, cited in statements(tree) if not cited and any(facts(st)))

    assert wrong("kind k { a: Number = 2 }") == 1
    assert wrong("kind k { a: Number = 2 @ book }") == 0
    assert wrong("kind k { a: Number = 1, b: Ratio = 100 %, c: Time = 0 s }") == 0
    assert wrong("kind k { a: Ratio = 1 % }") == 1
    assert wrong("kind k { let a = b * 1.5, let c = { boot: 3 } }") == 2
    assert wrong("kind k { require a: b > 3 s }") == 1
    assert wrong("o: k { a = 3 s } @ book") == 0
    assert wrong("o: k { a = 3 s\n b = 4 s @ book }") == 1
