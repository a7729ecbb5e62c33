"""Where nodes and their names stand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vdl import parse
from vdl import syntax as s
from vdl.parse import tables
from vdl.parse.automaton import Automaton
from vdl.parse.lexer import Lexer, Token
from vdl.parse.lines import lines
from vdl.parse.tree import Tree
from vdl.syntax.places import around, names_of
from vdl.text.source import Source

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("stdlib/**/*.vdl"), *ROOT.glob("examples/**/*.vdl"), *ROOT.glob("tests/suite/**/*.vdl")])

APART = """edition 2026
import std . crates // a
  as c
dimension A = B /
  C * D // not E
dimension F = G/H
kind k: c . box { w: A/F as kg/box in 0.. kg = 3 kg/box, l: labels of season = [ winter ], m: list of c .crate? }
on c.\tbox { load { a . b = 3 } @ c . s "1" }
design d from c.\r
  big {
  let f(x: A, y : k): A/F = x.n . m + (y . o) . p ( 3 ) at season . winter
  let g = { season . winter: 1, else : 2 } at ((a) . b , c(x . y))
  ask q: largest a . b where x > 1 ignoring r . t and u
  waive o . fits at (season . winter, summer) "why"
  n = sum(x.n * i for x in all k in o . p, i in all j if x . o)
  ask w: o . n for p . q in [ 1 ]
  let v = x . y with { z . a = 1 } else nearest c . k
}
document t "a {b . c}" { text "{ x . y as kg }", include u . v "w" }
"""


def tree(text: str) -> s.File:
    return parse.parse(Source("x", text))[0]


def texts() -> list[str]:
    return [APART, *[file.read_text() for file in FILES]]


def lies_beyond(node: s.Node, child: s.Node) -> bool:
    """Whether it is a citation at the end of a line, which covers the statements before it."""
    return isinstance(node, s.Statement) and isinstance(child, s.Cite) and child.start >= node.end


def test_the_text_of_this_file_has_no_faults() -> None:
    assert not parse.parse(Source("x", APART))[1]


def test_nodes_lie_in_what_they_are_part_of() -> None:
    for text in texts():
        for node in s.walk(tree(text)):
            for child in s.children(node):
                inside = node.start <= child.start <= child.end <= node.end
                assert inside or lies_beyond(node, child), (text[node.start : node.end], text[child.start : child.end])


def test_a_name_stands_where_its_node_says() -> None:
    for text in texts():
        for node in s.walk(tree(text)):
            for start, end in names_of(node):
                assert node.start <= start < end <= node.end
            written = [text[start:end] for start, end in names_of(node)]
            given: Any = node
            match node:
                case s.Path():
                    assert written == list(node.names)
                case s.UnitName():
                    assert "/".join(written) == node.text
                case s.TypeRef():
                    assert written == (node.text.split("/") if node.form == "unit" else [])
                case s.Ident() | s.Name() | s.Attribute() | s.Loop() | s.Param():
                    assert written == [given.name] or text[node.start : node.end] == "place"
                case _:
                    assert written == []


class _Names(Tree):
    """A tree that notes down which words the grammar takes for names."""

    def __init__(self, text: str, machine: tuple[Lexer, Automaton], found: set[tuple[int, int]]) -> None:
        super().__init__(text, lambda tree, start, end: self.stretch("expression", start, end))
        self.machine, self.found = machine, found

    def stretch(self, what: str, start: int, end: int) -> Any:
        lexer, automaton = self.machine
        state = automaton.begin(self, what)
        state.feed(lines(lexer.tokens(self.whole, start, end)))
        return state.finish(end)

    def _note(self, token: Token) -> None:
        at = token.start
        for name in self.word(token).split("/"):
            self.found.add((at, at + len(name)))
            at += len(name) + 1

    def name(self, p: list[Any]) -> s.Ident:
        self._note(p[0])
        return super().name(p)

    def unitname(self, p: list[Any]) -> s.UnitName:
        self._note(p[0])
        return super().unitname(p)

    def unittype(self, p: list[Any]) -> s.TypeRef:
        self._note(p[0])
        return super().unittype(p)

    def derived(self, p: list[Any]) -> s.DerivedDef:
        if isinstance(p[2], Token):
            self._note(p[2])
        return super().derived(p)


@cache
def _machine() -> tuple[Lexer, Automaton]:
    kept = tables.load()
    return Lexer(kept.pattern, kept.words), Automaton(kept.states, kept.rules, kept.start, _Names)


def words_that_are_names(text: str) -> set[tuple[int, int]]:
    """Where the grammar takes a word of a text for a name."""
    found: set[tuple[int, int]] = set()
    _Names(text, _machine(), found).stretch("file", 0, len(text))
    return found


def test_every_word_that_is_a_name_stands_in_some_node() -> None:
    found = 0
    for text in texts():
        source = Source("x", text)
        file, faults = parse.parse(source)
        if faults:
            continue
        words = words_that_are_names(text)
        found += len(words)
        assert {span for node in s.walk(file) for span in names_of(node)} == words
        plain = {(t.start, t.end) for t in parse.everything(text) if t.type == "NAME"}
        assert plain <= words
    assert found > 20_000


@pytest.mark.parametrize("text", [APART, *[file.read_text() for file in FILES[::60]]])
def test_a_position_finds_its_nodes(text: str) -> None:
    file = tree(text)
    every = list(s.walk(file))
    ends: dict[int, s.Node] = {start: node for node in every for start, _ in names_of(node)}
    for offset in range(-1, len(text) + 2):
        chain = around(file, offset)
        assert chain[0] is file
        for outer, inner in zip(chain, chain[1:]):
            assert inner in list(s.children(outer)) and outer.start <= inner.start <= offset < inner.end <= outer.end
        assert not any(child.start <= offset < child.end for child in s.children(chain[-1]))
        if offset in ends:
            assert chain[-1] is ends[offset]


def test_a_path_can_be_cut() -> None:
    path = next(node for node in s.walk(tree(APART)) if isinstance(node, s.Path) and node.names == ("season", "winter"))
    assert APART[path.first(1).start : path.first(1).end] == "season"
    contiguous = next(node for node in s.walk(tree("edition 2026\non ab.cd.ef {}")) if isinstance(node, s.Path))
    assert contiguous.apart == () and contiguous.span_of(1) == (19, 21) == contiguous.span_of(-2)
    assert (contiguous.first(2).start, contiguous.first(2).end, str(contiguous.first(2))) == (16, 21, "ab.cd")
