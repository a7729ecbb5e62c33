"""Expressions of the tree, made while it is parsed: one method for each of their rules."""

from __future__ import annotations

import re
from fractions import Fraction
from sys import intern
from typing import Any

from vdl import syntax as s
from vdl.parse.automaton import Parts
from vdl.parse.faults import Malformed
from vdl.parse.lexer import Token
from vdl.text.limits import DIGITS, EXPRESSION_DEPTH, LIST_LENGTH


def last(parts: Parts) -> int:
    """Where the last part ends that is there."""
    return next(part.end for part in reversed(parts) if part is not None)  # type: ignore[no-any-return]


def _deeper(start: int, end: int, *below: Any) -> int:
    depth = 1 + max([b.depth for b in below])
    if depth > EXPRESSION_DEPTH:
        raise Malformed("expression-too-deep", start, end)
    return depth  # type: ignore[no-any-return]


def _as_path(node: s.Path | s.Expr) -> s.Path | None:
    """`a.b.c` as a path; None of what is none."""
    if node.__class__ is s.Path:
        return node
    parts: list[Any] = [node]
    while parts[-1].__class__ is s.Attribute:
        parts.append(parts[-1].base)
    if parts[-1].__class__ is not s.Name:
        return None
    parts.reverse()
    return _path(parts[0].start, node.end, tuple([part.name for part in parts]), [part.name_start for part in parts])


def _path(start: int, end: int, names: tuple[str, ...], starts: list[int]) -> s.Path:
    """A path of names that begin somewhere, which is written down only where more than dots stands between them."""
    apart = end - start >= sum(map(len, names)) + len(names)
    return s.Path(start, end, names, tuple(starts) if apart else ())


class Expressions:
    """One method for each rule of expressions: parts in, node out."""

    def __init__(self, text: str) -> None:
        self.whole = text

    def word(self, token: Token) -> str:
        return self.whole[token.start : token.end]

    def said(self, token: Token | None) -> str:
        """What a text in quotes says; nothing where there is none."""
        return self.quoted(token) if token is not None else ""

    def quoted(self, token: Token) -> str:
        """What a text in quotes says."""
        long = token.type == "LONG_STRING"
        quotes = 3 if long else 1
        raw = self.whole[token.start + quotes : token.end - quotes]
        if "\\" in raw:
            from vdl.parse.prose import escaped

            raw = re.sub(r"\\(.)", lambda m: escaped(m[1], token.start + quotes + m.start()), raw, flags=re.S)
        return " ".join(raw.split()) if long else raw

    # -- numbers, names and other leaves
    def _number(self, token: Token) -> s.Exact:
        if token.end - token.start > DIGITS:
            raise Malformed("number-too-long", token.start, token.end)
        text = self.word(token).replace("_", "")
        return Fraction(text) if "." in text else int(text)

    def number(self, p: Parts) -> s.Number:
        digits, unit = p
        return s.Number(digits.start, (unit or digits).end if unit is None else unit.end, 0,
                        self._number(digits), unit)  # fmt: skip

    def range(self, p: Parts) -> s.Range:
        low, _, minus, high, unit = p
        return s.Range(low.start, last(p), 0, self._number(low), None, self._signed(minus, high), unit)

    def three_points(self, p: Parts) -> s.Range:
        low, _, minus, likely, _, sign, high, unit = p
        middle, top = self._signed(minus, likely), self._signed(sign, high)
        return s.Range(low.start, last(p), 0, self._number(low), middle, top, unit)

    def _signed(self, minus: Token | None, digits: Token) -> s.Exact:
        number = self._number(digits)
        return number if minus is None else -number

    def unitname(self, p: Parts) -> s.UnitName:
        return s.UnitName(p[0].start, p[0].end, intern(self.word(p[0])))

    def string(self, p: Parts) -> s.String:
        return s.String(p[0].start, p[0].end, 0, self.quoted(p[0]))

    def date(self, p: Parts) -> s.Date:
        return s.Date(p[0].start, p[0].end, 0, self.word(p[0]))

    def truth(self, p: Parts) -> s.Truth:
        return s.Truth(p[0].start, p[0].end, 0, p[0].type == "TRUE")

    def name(self, p: Parts) -> s.Ident:
        return s.Ident(p[0].start, p[0].end, intern(self.word(p[0])))

    def nameref(self, p: Parts) -> s.Name:
        return s.Name(p[0].start, p[0].end, 0, p[0].name)

    def slashname(self, p: Parts) -> s.SlashName:
        return s.SlashName(p[0].start, p[0].end, 0, self.word(p[0]))

    def proportion(self, p: Parts) -> s.Proportion:
        return s.Proportion(p[0].start, p[-1].end, 0, self._number(p[0]), self._number(p[-1]))

    def path(self, p: Parts) -> s.Path:
        first = p[0]
        if len(p) == 1:
            return s.Path(first.start, first.end, (first.name,), ())
        return _path(first.start, p[-1].end, tuple([i.name for i in p]), [i.start for i in p])

    # -- expressions
    def group(self, p: Parts) -> s.Expr:
        return p[1]  # type: ignore[no-any-return]

    def attribute(self, p: Parts) -> s.Attribute:
        start, end = p[0].start, p[1].end
        return s.Attribute(start, end, _deeper(start, end, p[0]), p[0], p[1].name)

    def select(self, p: Parts) -> s.Select:
        base, behind = p
        paths = tuple([x for x in behind if x.__class__ is s.Path])
        by = tuple([x for x in behind if x.__class__ is not s.Path])
        start, end = base.start, behind[-1].end
        return s.Select(start, end, _deeper(start, end, base, *by), base, paths, by)

    def labels(self, p: Parts) -> tuple[s.Path | s.Expr, ...]:
        return tuple([_as_path(x) or x for x in p])

    def called(self, p: Parts) -> tuple[s.Call]:
        path, arguments, closing = p
        return (self.call([s.reading(path), arguments, closing]),)

    def places(self, p: Parts) -> tuple[s.Path, ...]:
        return tuple(p)

    def call(self, p: Parts) -> s.Call:
        function, arguments, closing = p
        start, end = function.start, closing.end
        given = arguments or ()
        return s.Call(start, end, _deeper(start, end, function, *given), function, given)

    def args(self, p: Parts) -> tuple[s.Expr, ...]:
        self._short(p)
        return tuple(p)

    def comprehension(self, p: Parts) -> s.Comprehension:
        item, *found, when, by = p
        loops = tuple([x for x in found if x.__class__ is s.Loop])
        start, end = item.start, last(p)
        below = [item, *[x.items for x in loops], *[x for x in (when, by) if x is not None]]
        return s.Comprehension(start, end, _deeper(start, end, *below), item, loops, when, by)

    def once(self, p: Parts) -> s.Expr:
        return p[2]  # type: ignore[no-any-return]

    def loop(self, p: Parts) -> s.Loop:
        return s.Loop(p[0].start, p[1].end, p[0].name, p[1])

    def docwhen(self, p: Parts) -> s.Expr:
        return p[1]  # type: ignore[no-any-return]

    def with_(self, p: Parts) -> s.With:
        start, end = p[0].start, p[1].end
        return s.With(start, end, _deeper(start, end, p[0]), p[0], p[1])

    def list(self, p: Parts) -> s.ListOf:
        start, end = p[0].start, p[-1].end
        items = [x for x in p[1:-1] if x is not None]
        self._short(items)
        return s.ListOf(start, end, _deeper(start, end, *items) if items else 0, tuple(items))

    def listcomp(self, p: Parts) -> s.Comprehension:
        return p[1]  # type: ignore[no-any-return]

    def map(self, p: Parts) -> s.LabelMap:
        entries = tuple([x for x in p if x.__class__ is s.Entry])
        unit = p[-1]
        end = unit.end if unit is not None else p[-2].end
        start = p[0].start
        below = [x.value for x in entries]
        return s.LabelMap(start, end, _deeper(start, end, *below), entries, unit)

    def entry(self, p: Parts) -> s.Entry:
        label = p[0] if p[0].__class__ is s.Path else None
        key = p[0] if p[0].__class__ is s.Extent else None
        return s.Entry(p[0].start, p[1].end, label, key, p[1])

    def between(self, p: Parts) -> s.Extent:
        return self._extent(p, p[2], self._signed(p[0], p[1]), self._signed(p[3], p[4]), p[5])

    def at_least(self, p: Parts) -> s.Extent:
        return self._extent(p, p[2], self._signed(p[0], p[1]), None, p[3])

    def at_least_of(self, p: Parts) -> s.Extent:
        return self._extent(p, p[3], self._signed(p[0], p[1]), None, p[2])

    def at_most(self, p: Parts) -> s.Extent:
        return self._extent(p, p[0], None, self._signed(p[1], p[2]), p[3])

    def anything(self, p: Parts) -> s.Extent:
        return self._extent(p, p[0], None, None, None)

    def exactly(self, p: Parts) -> s.Extent:
        number = self._signed(p[0], p[1])
        return self._extent(p, None, number, number, p[2])

    def _extent(
        self, p: Parts, dots: Token | None, low: s.Exact | None, high: s.Exact | None, unit: s.UnitName | None
    ) -> s.Extent:
        start = next(part.start for part in p if part is not None)
        word = self.word(dots) if dots is not None else ""
        return s.Extent(start, last(p), low, high, word.startswith("<"), word.endswith("<"), unit)

    def all(self, p: Parts) -> s.All:
        return s.All(p[0].start, last(p), 0, p[1], p[2])

    def nearest(self, p: Parts) -> s.Nearest:
        return s.Nearest(p[0].start, last(p), 0, p[1])

    def choose(self, p: Parts) -> s.Choose:
        options = [x for x in p[2:-1] if x.__class__ is not Token]
        start, end = p[0].start, p[-1].end
        return s.Choose(start, end, _deeper(start, end, *options, p[-1]), tuple(options), p[-1])

    def unary(self, p: Parts) -> s.Unary | s.Range:
        start, end = p[0].start, p[1].end
        begins = p[1].__class__ is s.Range and p[0].type == "MINUS" and p[1].start == p[0].end
        if begins and self.whole[p[1].start].isdigit():  # -1..1 begins at -1, and --1..1 is the range on the other side
            return s.Range(start, end, 0, -p[1].low, p[1].likely, p[1].high, p[1].unit)
        return s.Unary(start, end, _deeper(start, end, p[1]), self.word(p[0]), p[1])

    def binary(self, p: Parts) -> s.Binary:
        left, op, right = p
        start, end = left.start, right.end
        depth = 1 + (left.depth if left.depth > right.depth else right.depth)
        if depth > EXPRESSION_DEPTH:
            raise Malformed("expression-too-deep", start, end)
        many = left.__class__ is s.Range or (left.__class__ is s.Number and left.unit is not None)
        if op.type == "CARET" and many and ")" not in self.whole[left.end : op.start]:
            raise Malformed("raised-unit", start, end)
        if right.start == op.end and op.type == "PLUS" and self.whole[right.start] == "-":  # 5 kg +- 1 kg is not meant for 4 kg
            raise Malformed("unexpected-word", start, end)
        return s.Binary(start, end, depth, self.word(op), left, right)

    def and_(self, p: Parts) -> s.Binary:
        start, end = p[0].start, p[1].end
        return s.Binary(start, end, _deeper(start, end, *p), "and", p[0], p[1])

    def compare(self, p: Parts) -> s.Compare:
        left, op, right = p
        start, end = left.start, right.end
        return s.Compare(start, end, _deeper(start, end, left, right), self.word(op), left, right)

    def given(self, p: Parts) -> s.Given:
        start, end = p[0].start, p[1].end
        return s.Given(start, end, _deeper(start, end, p[0]), p[0])

    def convert(self, p: Parts) -> s.Convert:
        start, end = p[0].start, p[1].end
        return s.Convert(start, end, _deeper(start, end, p[0]), p[0], p[1])

    def conditional(self, p: Parts) -> s.Conditional:
        then, _, condition, _, other = p
        start, end = then.start, other.end
        return s.Conditional(start, end, _deeper(start, end, then, condition, other), then, condition, other)

    def fallback(self, p: Parts) -> s.Fallback:
        start, end = p[0].start, p[2].end
        return s.Fallback(start, end, _deeper(start, end, p[0], p[2]), p[0], p[2])

    def _short(self, items: Parts) -> None:
        if len(items) > LIST_LENGTH:
            raise Malformed("list-too-long", items[0].start, items[-1].end)
