"""Source to tree. lark enters and leaves here.

A file without faults is parsed in one go. A file with a fault is parsed once more, token by
token: at a fault the parser goes back to the last statement boundary, skips that statement and
goes on, so that one defect gives one error and the rest of the file is still understood.
"""

from __future__ import annotations

import re
from fractions import Fraction
from sys import intern
from typing import Any, Iterable, Iterator

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.utils import TextSlice

from vdl import errors, syntax as s
from vdl.diagnostics import Diagnostic
from vdl.grammar_cache import load_grammar
from vdl.limits import DIGITS, EXPRESSION_DEPTH, LIST_LENGTH, NESTING, SYNTAX_ERRORS
from vdl.source import Source, Span

# Newlines after these do not end a statement, nor do newlines before CONTINUES.
_OPEN = frozenset(
    "COLON EQUAL GE CMP PLUS MINUS STAR SLASH _COMMA LPAR LSQB LBRACE DOT DOTS AT_SIGN OR NOT ON ELSE "
    "_VIA _AND _WHERE _WITH _WITHIN _WHEN _IN _IS _AS _AT _OF _FROM _MINIMIZING _IGNORING _STEP _DIFFERS "
    "_RESTATES _NL".split()
)
_CONTINUES = frozenset(
    "GE CMP PLUS MINUS STAR SLASH RPAR RSQB RBRACE AT_SIGN OR ELSE EQUAL DOT "
    "_VIA _AND _WHERE _WITH _WITHIN _WHEN _AS _MINIMIZING _IGNORING _STEP _DIFFERS _RESTATES _COMMA".split()
)


class _TooDeep(Exception):
    def __init__(self, token: Token) -> None:
        self.token = token


class _Lines:
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
                if pending is None and not inside and previous not in _OPEN:
                    pending = token
                continue
            if pending is not None:
                if kind not in _CONTINUES:
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
                raise _TooDeep(token)
            previous = kind
            yield token


class _Fault(Exception):
    """A limit met while the tree is made; carries where and which."""

    def __init__(self, start: int, end: int, slug: str) -> None:
        self.start, self.end, self.slug = start, end, slug


def _start(part: Any) -> int:
    return part.start_pos if part.__class__ is Token else part.start  # type: ignore[no-any-return]


def _end(part: Any) -> int:
    return part.end_pos if part.__class__ is Token else part.end  # type: ignore[no-any-return]


def _last(parts: list[Any]) -> int:
    for part in reversed(parts):
        if part is not None:
            return _end(part)
    raise AssertionError("a rule without parts")


def _cites(parts: list[Any], first: int) -> tuple[s.Cite, ...]:
    return tuple([p for p in parts[first:] if p.__class__ is s.Cite])


def _deeper(start: int, end: int, *below: Any) -> int:
    depth = 1 + max([b.depth for b in below])
    if depth > EXPRESSION_DEPTH:
        raise _Fault(start, end, "expression-too-deep")
    return depth  # type: ignore[no-any-return]


def _text(token: Token) -> str:
    raw = token[3:-3] if token.type == "LONG_STRING" else token[1:-1]
    if "\\" in raw:
        raw = re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), raw, flags=re.S)
    return " ".join(raw.split()) if token.type == "LONG_STRING" else raw


class _Tree:
    """One method for each rule of the grammar: parts in, node out."""

    def __init__(self) -> None:
        self.whole = Source("", "")

    # -- numbers, names and other leaves
    def _number(self, token: Token) -> s.Exact:
        if len(token) > DIGITS:
            raise _Fault(token.start_pos, token.end_pos, "number-too-long")
        text = token.replace("_", "")
        return Fraction(text) if "." in text else int(text)

    def number(self, p: list[Any]) -> s.Number:
        digits, unit = p
        return s.Number(digits.start_pos, (unit or digits).end_pos if unit is None else unit.end, 0,
                        self._number(digits), unit)  # fmt: skip

    def range(self, p: list[Any]) -> s.Range:
        low, _, high, unit = p
        end = unit.end if unit is not None else high.end_pos
        return s.Range(low.start_pos, end, 0, self._number(low), self._number(high), unit)

    def unitname(self, p: list[Any]) -> s.UnitName:
        return s.UnitName(p[0].start_pos, p[0].end_pos, intern(str(p[0])))

    def string(self, p: list[Any]) -> s.String:
        return s.String(p[0].start_pos, p[0].end_pos, 0, _text(p[0]))

    def date(self, p: list[Any]) -> s.Date:
        return s.Date(p[0].start_pos, p[0].end_pos, 0, str(p[0]))

    def truth(self, p: list[Any]) -> s.Truth:
        return s.Truth(p[0].start_pos, p[0].end_pos, 0, p[0] == "true")

    def name(self, p: list[Any]) -> s.Ident:
        return s.Ident(p[0].start_pos, p[0].end_pos, intern(str(p[0])))

    def nameref(self, p: list[Any]) -> s.Name:
        return s.Name(p[0].start, p[0].end, 0, p[0].name)

    def slashname(self, p: list[Any]) -> s.SlashName:
        return s.SlashName(p[0].start_pos, p[0].end_pos, 0, str(p[0]))

    def path(self, p: list[Any]) -> s.Path:
        return s.Path(p[0].start, p[-1].end, tuple([i.name for i in p]))

    # -- expressions
    def group(self, p: list[Any]) -> s.Expr:
        return p[1]  # type: ignore[no-any-return]

    def attribute(self, p: list[Any]) -> s.Attribute:
        start, end = p[0].start, p[1].end
        return s.Attribute(start, end, _deeper(start, end, p[0]), p[0], p[1].name)

    def select(self, p: list[Any]) -> s.Select:
        start, end = p[0].start, p[1][-1].end
        return s.Select(start, end, _deeper(start, end, p[0]), p[0], p[1])

    def labels(self, p: list[Any]) -> tuple[s.Path, ...]:
        return tuple([s.Path(x.start, x.end, (x.name,)) if x.__class__ is s.Ident else x for x in p])

    def call(self, p: list[Any]) -> s.Call:
        function, arguments, closing = p
        start, end = function.start, closing.end_pos
        given = arguments or ()
        return s.Call(start, end, _deeper(start, end, function, *given), function, given)

    def args(self, p: list[Any]) -> tuple[s.Expr, ...]:
        self._short(p)
        return tuple(p)

    def comprehension(self, p: list[Any]) -> s.Comprehension:
        loops = tuple([x for x in p if x.__class__ is s.Loop])
        when = p[-1] if p[-1].__class__ is not s.Loop else None
        start, end = p[0].start, _last(p)
        below = [p[0], *[x.items for x in loops]]
        return s.Comprehension(start, end, _deeper(start, end, *below), p[0], loops, when)

    def loop(self, p: list[Any]) -> s.Loop:
        return s.Loop(p[0].start, p[1].end, p[0].name, p[1])

    def docwhen(self, p: list[Any]) -> s.Expr:
        return p[1]  # type: ignore[no-any-return]

    def with_(self, p: list[Any]) -> s.With:
        start, end = p[0].start, p[1].end
        return s.With(start, end, _deeper(start, end, p[0]), p[0], p[1])

    def list(self, p: list[Any]) -> s.ListOf:
        start, end = p[0].start_pos, p[-1].end_pos
        items = [x for x in p[1:-1] if x is not None]
        self._short(items)
        return s.ListOf(start, end, _deeper(start, end, *items) if items else 0, tuple(items))

    def listcomp(self, p: list[Any]) -> s.Comprehension:
        return p[1]  # type: ignore[no-any-return]

    def map(self, p: list[Any]) -> s.LabelMap:
        entries = tuple([x for x in p if x.__class__ is s.Entry])
        unit = p[-1]
        end = unit.end if unit is not None else p[-2].end_pos
        start = p[0].start_pos
        below = [x.value for x in entries]
        return s.LabelMap(start, end, _deeper(start, end, *below), entries, unit)

    def entry(self, p: list[Any]) -> s.Entry:
        label = p[0] if p[0].__class__ is s.Ident else None
        return s.Entry(_start(p[0]), p[1].end, label, p[1])

    def all(self, p: list[Any]) -> s.All:
        return s.All(p[0].start_pos, _last(p), 0, p[1], p[2])

    def choose(self, p: list[Any]) -> s.Choose:
        options = [x for x in p[2:-1] if x.__class__ is not Token]
        start, end = p[0].start_pos, p[-1].end
        return s.Choose(start, end, _deeper(start, end, *options, p[-1]), tuple(options), p[-1])

    def unary(self, p: list[Any]) -> s.Unary:
        start, end = p[0].start_pos, p[1].end
        return s.Unary(start, end, _deeper(start, end, p[1]), str(p[0]), p[1])

    def binary(self, p: list[Any]) -> s.Binary:
        left, op, right = p
        start, end = left.start, right.end
        depth = 1 + (left.depth if left.depth > right.depth else right.depth)
        if depth > EXPRESSION_DEPTH:
            raise _Fault(start, end, "expression-too-deep")
        return s.Binary(start, end, depth, str(op), left, right)

    def and_(self, p: list[Any]) -> s.Binary:
        start, end = p[0].start, p[1].end
        return s.Binary(start, end, _deeper(start, end, *p), "and", p[0], p[1])

    def compare(self, p: list[Any]) -> s.Compare:
        left, op, right = p
        start, end = left.start, right.end
        return s.Compare(start, end, _deeper(start, end, left, right), str(op), left, right)

    def given(self, p: list[Any]) -> s.Given:
        start, end = p[0].start, p[1].end_pos
        return s.Given(start, end, _deeper(start, end, p[0]), p[0])

    def convert(self, p: list[Any]) -> s.Convert:
        start, end = p[0].start, p[1].end
        return s.Convert(start, end, _deeper(start, end, p[0]), p[0], p[1])

    def conditional(self, p: list[Any]) -> s.Conditional:
        then, _, condition, _, other = p
        start, end = then.start, other.end
        return s.Conditional(start, end, _deeper(start, end, then, condition, other), then, condition, other)

    def fallback(self, p: list[Any]) -> s.Fallback:
        start, end = p[0].start, p[2].end
        return s.Fallback(start, end, _deeper(start, end, p[0], p[2]), p[0], p[2])

    # -- types and citations
    def typepath(self, p: list[Any]) -> s.TypeRef:
        return s.TypeRef(p[0].start, p[0].end, "path", str(p[0]), p[0])

    def unittype(self, p: list[Any]) -> s.TypeRef:
        return s.TypeRef(p[0].start_pos, p[0].end_pos, "unit", str(p[0]), None)

    def listtype(self, p: list[Any]) -> s.TypeRef:
        return s.TypeRef(p[0].start_pos, p[1].end, "list", str(p[1]), p[1])

    def labelstype(self, p: list[Any]) -> s.TypeRef:
        path = s.Path(p[1].start, p[1].end, (p[1].name,))
        return s.TypeRef(p[0].start_pos, p[1].end, "labels", p[1].name, path)

    def cite(self, p: list[Any]) -> s.Cite:
        return s.Cite(p[0].start_pos, _last(p), p[1], _text(p[2]) if p[2] is not None else "")

    # -- statements
    def body(self, p: list[Any]) -> s.Body:
        return s.Body(p[0].start_pos, p[-1].end_pos, tuple([x for x in p[1:-1] if x is not None]))

    def field(self, p: list[Any]) -> s.Field:
        name, type_, optional, shown, default = p[:5]
        return s.Field(name.start, _last(p), _cites(p, 5), name, type_, optional is not None, shown, default)

    def object(self, p: list[Any]) -> s.Object:
        return s.Object(p[0].start, _last(p), _cites(p, 3), p[0], p[1], p[2])

    def fill(self, p: list[Any]) -> s.Fill:
        return s.Fill(p[0].start, _last(p), _cites(p, 2), p[0], p[1])

    def refine(self, p: list[Any]) -> s.Refine:
        return s.Refine(p[0].start, _last(p), _cites(p, 2), p[0], p[1])

    def let(self, p: list[Any]) -> s.Let:
        return s.Let(p[0].start_pos, _last(p), _cites(p, 5), p[1], p[2], p[3], p[4])

    def function(self, p: list[Any]) -> s.Function:
        params = tuple([x for x in p if x.__class__ is s.Param])
        rest = [x for x in p[2:] if x.__class__ is not s.Param]
        if not params:
            rest = rest[1:]
        type_, shown, value = rest[:3]
        return s.Function(p[0].start_pos, _last(p), _cites(rest, 3), p[1], params, type_, shown, value)

    def param(self, p: list[Any]) -> s.Param:
        return s.Param(p[0].start, p[1].end, p[0].name, p[1])

    def count(self, p: list[Any]) -> s.Count:
        return s.Count(p[0].start_pos, _last(p), (), p[1], p[2])

    def severity(self, p: list[Any]) -> str:
        return str(p[0])

    def bound(self, p: list[Any]) -> s.Bound:
        start, severity, name, count, value, when, text = p[:7]
        return s.Bound(start.start_pos, _last(p), _cites(p, 7), severity or "error", name, count, value, when,
                       _text(text) if text is not None else "")  # fmt: skip

    def require(self, p: list[Any]) -> s.Require:
        start, severity, name, condition, when, text = p[:6]
        return s.Require(start.start_pos, _last(p), _cites(p, 6), severity or "error", name, condition, when,
                         _text(text) if text is not None else "")  # fmt: skip

    def when(self, p: list[Any]) -> s.Expr:
        return p[0]  # type: ignore[no-any-return]

    def place(self, p: list[Any]) -> s.Place:
        start, name, demands, stages, _, target = p
        return s.Place(start.start_pos, target.end, (), name, demands, stages or (), target)

    def targets(self, p: list[Any]) -> tuple[s.Expr, ...]:
        return tuple(p)

    def expect(self, p: list[Any]) -> s.Expect:
        start, name, condition, *clauses = p
        found: dict[str, Any] = {"within": None, "differs": None, "restates": None}
        cites = []
        for clause in clauses:
            if clause.__class__ is s.Cite:
                cites.append(clause)
            else:
                key, value, begin, end = clause
                if found[key] is not None:
                    raise _Fault(begin, end, "repeated-clause")
                found[key] = value
        ends = [c.end if c.__class__ is s.Cite else c[3] for c in clauses]
        end = ends[-1] if ends else condition.end
        return s.Expect(start.start_pos, end, tuple(cites), name, condition, *found.values())

    def within(self, p: list[Any]) -> tuple[str, Any, int, int]:
        return "within", p[0], p[0].start, p[0].end

    def differs(self, p: list[Any]) -> tuple[str, Any, int, int]:
        return "differs", _text(p[0]), p[0].start_pos, p[0].end_pos

    def restates(self, p: list[Any]) -> tuple[str, Any, int, int]:
        return "restates", _text(p[0]), p[0].start_pos, p[0].end_pos

    def ask(self, p: list[Any]) -> s.Ask:
        start, name, which, path, condition, ignoring, step = p
        end = step.end if step is not None else ignoring[-1].end if ignoring else condition.end
        return s.Ask(start.start_pos, end, (), name, which == "largest", path, condition, ignoring or (), step)

    def ignoring(self, p: list[Any]) -> tuple[s.Path, ...]:
        return tuple(p)

    def step(self, p: list[Any]) -> s.Expr:
        return p[0]  # type: ignore[no-any-return]

    def scenario(self, p: list[Any]) -> s.Scenario:
        start, name, title, body = p
        return s.Scenario(start.start_pos, body.end, (), name, _text(title) if title is not None else "", body)

    def waive(self, p: list[Any]) -> s.Waive:
        start, path, labels, reason, *rest = p
        owner, until = "", ""
        for key, value in zip(rest, rest[1:]):
            if key.__class__ is Token and key.type == "OWNER":
                owner = _text(value)
            elif key.__class__ is Token and key.type == "UNTIL":
                until = str(value)
        return s.Waive(start.start_pos, _last(p), _cites(p, 4), path, labels or (), _text(reason), owner, until)

    # -- items
    def file(self, p: list[Any]) -> s.File:
        items = tuple([x for x in p if x is not None])
        return s.File(0, items[-1].end if items else 0, items)

    def statement(self, p: list[Any]) -> Any:
        return p[0]

    expression = statement

    def edition(self, p: list[Any]) -> s.Edition:
        return s.Edition(p[0].start_pos, p[1].end_pos, str(p[1]))

    def import_(self, p: list[Any]) -> s.Import:
        start, what, name = p
        if what.__class__ is Token:
            return s.Import(start.start_pos, _last(p), None, _text(what), name)
        return s.Import(start.start_pos, _last(p), what, "", name)

    def source(self, p: list[Any]) -> s.SourceDef:
        start, name, title, body = p
        return s.SourceDef(start.start_pos, body.end, name, _text(title) if title is not None else "", body)

    def dimension(self, p: list[Any]) -> s.DimensionDef:
        return s.DimensionDef(p[0].start_pos, _last(p), p[0].type == "COUNTED", p[1], tuple(p[2:]))

    counted = dimension

    def derived(self, p: list[Any]) -> s.DerivedDef:
        start, name, what = p
        text = what if what.__class__ is str else what.name if what.__class__ is s.Ident else str(what)
        end = start.end_pos if what.__class__ is str else _end(what)
        return s.DerivedDef(start.start_pos, end, name, text)

    def product(self, p: list[Any]) -> str:
        return " ".join([x.name if x.__class__ is s.Ident else str(x) for x in p])

    def unit(self, p: list[Any]) -> s.UnitDef:
        names = tuple([x for x in p[1:] if x.__class__ is s.Ident])
        return s.UnitDef(p[0].start_pos, _last(p), names, p[1 + len(names)], _cites(p, 1))

    def display(self, p: list[Any]) -> s.DisplayDef:
        return s.DisplayDef(p[0].start_pos, p[2].end, p[1], p[2])

    def axis(self, p: list[Any]) -> s.AxisDef:
        names = [x for x in p if x.__class__ is s.Ident]
        kept = any(x.__class__ is Token and x.type == "KEPT" for x in p)
        return s.AxisDef(p[0].start_pos, p[-1].end_pos, names[0], kept, tuple(names[1:]))

    def kind(self, p: list[Any]) -> s.KindDef:
        return s.KindDef(p[0].start_pos, _last(p), p[1], p[2], p[3], _cites(p, 4))

    def extension(self, p: list[Any]) -> s.Extension:
        return s.Extension(p[0].start_pos, p[2].end, p[1], p[2])

    def design(self, p: list[Any]) -> s.DesignDef:
        start, name, title, base, body = p
        return s.DesignDef(start.start_pos, body.end, name, _text(title) if title is not None else "", base, body)

    # -- documents
    def document(self, p: list[Any]) -> s.DocumentDef:
        start, name, title, items = p
        return s.DocumentDef(start.start_pos, items[1], name, _text(title) if title is not None else "", items[0])

    def docbody(self, p: list[Any]) -> tuple[tuple[s.DocItem, ...], int]:
        return tuple([x for x in p[1:-1] if x is not None]), p[-1].end_pos

    def section(self, p: list[Any]) -> s.Section:
        return s.Section(p[0].start_pos, p[2][1], self._prose(p[1]), p[2][0])

    def text(self, p: list[Any]) -> s.Text:
        return s.Text(p[0].start_pos, p[1].end_pos, self._prose(p[1]))

    def table(self, p: list[Any]) -> s.Table:
        bill = any(x.__class__ is Token and x.type == "BILL" for x in p)
        title = next((x for x in p if x.__class__ is Token and x.type == "STRING"), None)
        loops = tuple([x for x in p if x.__class__ is s.Loop])
        columns = tuple([x for x in p if x.__class__ is s.Column])
        when = next((x for x in p if isinstance(x, s.Expr)), None)
        return s.Table(p[0].start_pos, p[-1].end_pos, bill, self._prose(title) if title is not None else None,
                       loops, when, columns)  # fmt: skip

    def column(self, p: list[Any]) -> s.Column:
        total, head, value = p
        return s.Column(_start(total if total is not None else head), value.end, _text(head), total is not None, value)

    def facts(self, p: list[Any]) -> s.Facts:
        return s.Facts(p[0].start_pos, p[-1].end_pos, tuple([x for x in p if x.__class__ is s.Column]))

    def docfor(self, p: list[Any]) -> s.DocFor:
        loops = tuple([x for x in p if x.__class__ is s.Loop])
        when = next((x for x in p if isinstance(x, s.Expr)), None)
        return s.DocFor(p[0].start_pos, p[-1][1], loops, when, p[-1][0])

    def docif(self, p: list[Any]) -> s.DocIf:
        other = p[4] if len(p) > 4 and p[4] is not None else None
        return s.DocIf(p[0].start_pos, (other or p[2])[1], p[1], p[2][0], other[0] if other else ())

    def working(self, p: list[Any]) -> s.Working:
        return s.Working(p[0].start_pos, p[1].end, p[1])

    def show(self, p: list[Any]) -> s.Show:
        return s.Show(p[0].start_pos, p[1].end, p[1])

    def inputs(self, p: list[Any]) -> s.Inputs:
        return s.Inputs(p[0].start_pos, p[1].end, p[1])

    def cover(self, p: list[Any]) -> s.Cover:
        return s.Cover(p[0].start_pos, p[1][1], p[1][0])

    def include(self, p: list[Any]) -> s.Include:
        return s.Include(p[0].start_pos, p[1].end, p[1])

    def callout(self, p: list[Any]) -> s.Callout:
        start, severity, title, items = p
        return s.Callout(start.start_pos, items[1], severity or "error", self._prose(title), items[0])

    def stray(self, p: list[Any]) -> None:
        raise AssertionError("no text parses as a stray")

    # -- helpers
    def _short(self, items: list[Any]) -> None:
        if len(items) > LIST_LENGTH:
            raise _Fault(items[0].start, items[-1].end, "list-too-long")

    def _prose(self, token: Token) -> s.Prose:
        """A text with `{expressions}` in it; `{{` and `}}` are braces."""
        edge = 3 if token.type == "LONG_STRING" else 1
        begin, end = token.start_pos + edge, token.end_pos - edge
        text = self.whole.text
        parts: list[str | s.Expr] = []
        words = ""
        at = begin
        while at < end:
            char = text[at]
            if char == "\\" and at + 1 < end:
                words += {"n": "\n", "t": "\t"}.get(text[at + 1], text[at + 1])
                at += 2
            elif char in "{}" and text[at : at + 2] == char * 2:
                words += char
                at += 2
            elif char == "{":
                close = text.find("}", at, end)
                if close < 0:
                    raise _Fault(at, end, "open-value")
                if words:
                    parts.append(words)
                    words = ""
                parts.append(_PARSER.expression(self.whole, at + 1, close))
                at = close + 1
            elif char == "}":
                raise _Fault(at, at + 1, "open-value")
            else:
                words += char
                at += 1
        if words:
            parts.append(words)
        if token.type == "LONG_STRING":
            parts = [re.sub(r"\s+", " ", part) if isinstance(part, str) else part for part in parts]
        return s.Prose(token.start_pos, token.end_pos, tuple(parts))


class _Parser:
    """Holds lark's parser, made on first use."""

    def __init__(self) -> None:
        self.tree = _Tree()
        self._lark: Any = None

    @property
    def lark(self) -> Any:
        if self._lark is None:
            self._lark = load_grammar(transformer=self.tree, postlex=_Lines())
        return self._lark

    def expression(self, source: Source, start: int, end: int) -> s.Expr:
        """The expression in a stretch of a text; lark's and our own faults go through."""
        return self.lark.parse(TextSlice(source.text, start, end), start="expression")  # type: ignore[no-any-return]


_PARSER = _Parser()


def parse(source: Source) -> tuple[s.File, list[Diagnostic]]:
    """The tree of a file; on faults the part of it that was understood, and the faults."""
    tree = _PARSER.tree
    outer, tree.whole = tree.whole, source
    try:
        return _PARSER.lark.parse(source.text, start="file"), []
    except (UnexpectedInput, _Fault, _TooDeep):
        return _Recovery(source, "file").run()
    finally:
        tree.whole = outer


def parse_expression(source: Source) -> tuple[s.Expr | None, list[Diagnostic]]:
    """One expression, as given on a command line."""
    return _parse_small(source, "expression")


def parse_statement(source: Source) -> tuple[s.Statement | None, list[Diagnostic]]:
    """One statement, as given on a command line."""
    return _parse_small(source, "statement")


def _parse_small(source: Source, start: str) -> tuple[Any, list[Diagnostic]]:
    tree = _PARSER.tree
    outer, tree.whole = tree.whole, source
    try:
        return _PARSER.lark.parse(source.text.strip("\r\n") or " ", start=start), []
    except (UnexpectedInput, _Fault, _TooDeep) as fault:
        return None, [_explain(source, fault, [])]
    finally:
        tree.whole = outer


class _Recovery:
    """Parses token by token and skips the statements that can't be understood."""

    def __init__(self, source: Source, start: str) -> None:
        self.source = source
        self.found: list[Diagnostic] = []
        self.state = _PARSER.lark.parse_interactive(" ", start=start).parser_state

    def run(self) -> tuple[s.File, list[Diagnostic]]:
        tokens, limit = self._tokens()
        if limit is not None:
            return s.File(0, 0, ()), [limit]
        end = Token("$END", "", len(self.source.text), 0, 0, 0, 0, len(self.source.text))
        at = 0
        # One boundary for each open brace: where its present statement begins, and the parser there.
        boundaries: list[tuple[int, Any]] = [(0, self.state.copy(deepcopy_values=False))]
        braces: list[Token] = []
        while at < len(tokens):
            token = tokens[at]
            if token.type == "_NL" and not self._in_value(boundaries):
                boundaries[-1] = (at + 1, self.state.copy(deepcopy_values=False))
            fault = self._closes_all(tokens, at, braces) or self._feed(token)
            if fault is None:
                if token.type == "LBRACE":
                    braces.append(token)
                    # The braces of a value by label hold no statements: a fault in them skips the whole value.
                    in_value = tokens[at - 1].type in _OPEN
                    boundaries.append(boundaries[-1] if in_value else (at + 1, self.state.copy(deepcopy_values=False)))
                elif token.type == "RBRACE" and braces:
                    braces.pop()
                    boundaries.pop()
                at += 1
                continue
            self.found.append(_explain(self.source, fault, tokens[max(0, at - 3) : at]))
            while self._in_value(boundaries):
                braces.pop()
                boundaries.pop()
            if len(self.found) >= SYNTAX_ERRORS:
                return s.File(0, 0, ()), self.found
            if isinstance(fault, _Unclosed):
                while braces:
                    braces.pop()
                    boundaries.pop()
                begin, state = boundaries[-1]
                self.state = state.copy(deepcopy_values=False)
                self._feed(Token("_NL", "\n", token.start_pos, 0, 0, 0, 0, token.start_pos))
                boundaries[-1] = (at, self.state.copy(deepcopy_values=False))
                continue
            if token.type == "RBRACE" and not braces:
                at += 1  # one brace too many
                continue
            begin, state = boundaries[-1]
            self.state = state.copy(deepcopy_values=False)
            at = self._statement_end(tokens, begin, at)
            if at < len(tokens) and tokens[at].type == "_NL" and not self._accepts(tokens[at]):
                at += 1
                boundaries[-1] = (at, state)
        if braces:
            self.found.append(errors.unclosed_brace(_span(self.source, braces[-1])))
            return s.File(0, 0, ()), self.found
        try:
            return self.state.feed_token(end, True), self.found
        except (UnexpectedInput, _Fault) as fault:
            if not self.found:
                self.found.append(_explain(self.source, fault, tokens[-3:]))
            begin, state = boundaries[0]
            try:
                return state.feed_token(end, True), self.found
            except (UnexpectedInput, _Fault):
                return s.File(0, 0, ()), self.found

    @staticmethod
    def _in_value(boundaries: list[tuple[int, Any]]) -> bool:
        return len(boundaries) > 1 and boundaries[-1] is boundaries[-2]

    def _tokens(self) -> tuple[list[Token], Diagnostic | None]:
        try:
            return list(_PARSER.lark.lex(self.source.text)), None
        except _TooDeep as fault:
            return [], errors.too_deep(_span(self.source, fault.token), NESTING)

    def _closes_all(self, tokens: list[Token], at: int, braces: list[Token]) -> Exception | None:
        """An item that can only stand at the top of a file, inside braces: one was not closed."""
        if not braces or tokens[at].type not in ("IMPORT", "DESIGN", "KIND", "DOCUMENT", "SOURCE", "EDITION"):
            return None
        if tokens[at - 1].type != "_NL" and tokens[at - 1].type != "LBRACE":
            return None
        after = tokens[at + 1].type if at + 1 < len(tokens) else ""
        if after not in ("NAME", "NUMBER"):
            return None
        line_start = self.source.text.rfind("\n", 0, tokens[at].start_pos) + 1
        return _Unclosed(braces[-1]) if line_start == tokens[at].start_pos else None

    def _feed(self, token: Token) -> Exception | None:
        try:
            self.state.feed_token(token)
            return None
        except (UnexpectedInput, _Fault) as fault:
            return fault

    def _accepts(self, token: Token) -> bool:
        trial = self.state.copy(deepcopy_values=False)
        try:
            trial.feed_token(token)
            return True
        except (UnexpectedInput, _Fault):
            return False

    def _statement_end(self, tokens: list[Token], begin: int, fault: int) -> int:
        depth = 0
        for at in range(begin, len(tokens)):
            kind = tokens[at].type
            if at >= fault and depth <= 0 and (kind == "_NL" or kind == "RBRACE"):
                return at
            if kind == "LBRACE":
                depth += 1
            elif kind == "RBRACE":
                depth -= 1
        return len(tokens)


class _Unclosed(Exception):
    def __init__(self, brace: Token) -> None:
        self.brace = brace


def _span(source: Source, part: Any) -> Span:
    return Span(source, _start(part), _end(part))


_KEYWORDS = (
    "let count bound require place expect ask scenario waive import source dimension counted unit display axis kind "
    "design document edition section text table facts for if working show callout"
).split()


def _explain(source: Source, fault: Exception, before: list[Token]) -> Diagnostic:
    """What to say of a fault that the parser or the tree met."""
    if isinstance(fault, _Unclosed):
        return errors.unclosed_brace(_span(source, fault.brace))
    if isinstance(fault, _TooDeep):
        return errors.too_deep(_span(source, fault.token), NESTING)
    if isinstance(fault, _Fault):
        span = Span(source, fault.start, fault.end)
        if fault.slug == "number-too-long":
            return errors.number_too_long(span, DIGITS)
        if fault.slug == "list-too-long":
            return errors.list_too_long(span, LIST_LENGTH)
        if fault.slug == "open-value":
            return errors.open_value(span)
        if fault.slug == "repeated-clause":
            return errors.repeated_clause(span)
        return errors.expression_too_deep(span, EXPRESSION_DEPTH)
    assert isinstance(fault, UnexpectedToken)
    token = fault.token
    if token.type == "$END":
        return errors.unexpected_end(Span(source, len(source.text), len(source.text)))
    span = _span(source, token)
    if token.type == "OPEN_STRING":
        return errors.open_text(span)
    if token.type == "STRAY":
        return errors.stray_character(span, str(token))
    if token.type == "_NL":
        last = before[-1] if before else token
        return errors.unfinished_statement(Span(source, last.end_pos - 1, last.end_pos), _wanted(fault.expected))
    if token.type in ("EQUAL", "COLON") and len(before) > 1 and before[-2].type in _OPEN:
        if "\n" in source.text[before[-2].end_pos : before[-1].start_pos] and before[-2].type != "_NL":
            return errors.unfinished_statement(_span(source, before[-2]), ["a value"])
    suggestion = ""
    if before and before[-1].type == "NAME" and (len(before) < 2 or before[-2].type in ("_NL", "LBRACE")):
        suggestion = errors.nearest(str(before[-1]), _KEYWORDS)
    return errors.unexpected_word(span, str(token), _wanted(fault.expected), suggestion)


_WORDS = {
    "COLON": "`:`", "EQUAL": "`=`", "LBRACE": "`{`", "RBRACE": "`}`", "RPAR": "`)`", "RSQB": "`]`", "_NL": "the end of the line",
    "_COMMA": "`,`", "NAME": "a name", "NUMBER": "a number", "STRING": "a text in quotes", "GE": "`>=`", "ON": "`on`",
    "DATE": "a date", "_WHERE": "`where`", "_IN": "`in`", "_MINIMIZING": "`minimizing`", "ELSE": "`else`", "LSQB": "`[`",
}  # fmt: skip


def _wanted(expected: Iterable[str]) -> list[str]:
    """What could have stood here, in words; empty where the list would say nothing."""
    names = sorted(set(expected))
    if "NAME" in names and "NUMBER" in names:
        return ["a value"]
    words = [_WORDS[name] for name in names if name in _WORDS]
    return words if 0 < len(words) <= 5 else []
