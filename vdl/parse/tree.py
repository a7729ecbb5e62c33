"""The tree of a file, made while it is parsed: one method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vdl import syntax as s
from vdl.parse.automaton import Parts
from vdl.parse.expressions import Expressions, last
from vdl.parse.faults import Malformed
from vdl.parse.lexer import Token


def _looped(parts: Parts) -> tuple[tuple[s.Loop, ...], s.Expr | None]:
    """The loops of an item of a document, and the condition behind them."""
    return tuple([x for x in parts if x.__class__ is s.Loop]), next((x for x in parts if isinstance(x, s.Expr)), None)


def _shapes(parts: Parts) -> tuple[s.Box | s.Link | s.ShapesFor, ...]:
    return tuple([x for x in parts if x.__class__ in (s.Box, s.Link, s.ShapesFor)])


def _drawings(parts: Parts) -> tuple[s.Drawn | s.DrawnFor, ...]:
    return tuple([x for x in parts if x.__class__ in (s.Drawn, s.DrawnFor)])


def _cites(parts: Parts, first: int) -> tuple[s.Cite, ...]:
    return tuple([p for p in parts[first:] if p.__class__ is s.Cite])


_NEVER_CITED = (s.Count, s.Place, s.Ask, s.Sweep, s.Scenario)
"""Statements that take no citations."""


class Tree(Expressions):
    """One method for each rule of the grammar: parts in, node out."""

    def __init__(self, text: str, expression: Callable[[Tree, int, int], s.Expr]) -> None:
        """`expression` parses what stands between two offsets of the text; it raises as a parse does."""
        super().__init__(text)
        self.values = 0
        """How many expressions inside texts were parsed."""
        self._expression = expression

    # -- types and citations
    def typepath(self, p: Parts) -> s.TypeRef:
        return s.TypeRef(p[0].start, p[0].end, "path", str(p[0]), p[0])

    def unittype(self, p: Parts) -> s.TypeRef:
        return s.TypeRef(p[0].start, p[0].end, "unit", self.word(p[0]), None)

    def listtype(self, p: Parts) -> s.TypeRef:
        return s.TypeRef(p[0].start, p[1].end, "list", str(p[1]), p[1])

    def labelstype(self, p: Parts) -> s.TypeRef:
        path = s.Path(p[1].start, p[1].end, (p[1].name,), ())
        return s.TypeRef(p[0].start, p[1].end, "labels", p[1].name, path)

    def cite(self, p: Parts) -> s.Cite:
        return s.Cite(p[0].start, last(p), p[1], self.said(p[2]), *self.owned(p[3:]))

    def owned(self, p: Parts) -> tuple[str, s.Date | None]:
        """Who answers for something, and until when, as far as `owner` and `until` stand in these parts."""
        owner, ends = "", None
        for key, value in zip(p, p[1:]):
            if key.__class__ is Token and key.type == "OWNER":
                owner = self.reason(value)
            elif key.__class__ is Token and key.type == "UNTIL":
                ends = s.Date(value.start, value.end, 0, self.word(value))
        return owner, ends

    # -- statements
    def body(self, p: Parts) -> s.Body:
        return s.Body(p[0].start, p[-1].end, self._covered([x for x in p[1:-1] if x is not None]))

    def field(self, p: Parts) -> s.Field:
        name, type_, optional, shown, within, default = p[:6]
        return s.Field(name.start, last(p), _cites(p, 6), name, type_, optional is not None, shown, within, default)

    def object(self, p: Parts) -> s.Object:
        title = self.said(p[2])
        return s.Object(p[0].start, last(p), _cites(p, 4), p[0], p[1], title, p[3])

    def fill(self, p: Parts) -> s.Fill:
        return s.Fill(p[0].start, last(p), _cites(p, 2), p[0], p[1])

    def refine(self, p: Parts) -> s.Refine:
        return s.Refine(p[0].start, last(p), _cites(p, 2), p[0], p[1])

    def let(self, p: Parts) -> s.Let:
        return s.Let(p[0].start, last(p), _cites(p, 5), p[1], p[2], p[3], p[4])

    def silent_let(self, p: Parts) -> s.Let:
        return s.Let(p[0].start, last(p), _cites(p, 5), p[1], p[2], p[4], None)

    def function(self, p: Parts) -> s.Function:
        params = tuple([x for x in p if x.__class__ is s.Param])
        rest = [x for x in p[2:] if x.__class__ is not s.Param]
        if not params:
            rest = rest[1:]
        type_, shown, value = rest[:3]
        return s.Function(p[0].start, last(p), _cites(rest, 3), p[1], params, type_, shown, value)

    def param(self, p: Parts) -> s.Param:
        return s.Param(p[0].start, p[1].end, p[0].name, p[1])

    def count(self, p: Parts) -> s.Count:
        return s.Count(p[0].start, last(p), (), p[1], p[2])

    def severity(self, p: Parts) -> str:
        return self.word(p[0])

    def bound(self, p: Parts) -> s.Bound:
        start, load, severity, name, count, op, value, when, text = p[:9]
        return s.Bound(start.start, last(p), _cites(p, 9), load is not None, severity or "error", name, count,
                       self.word(op), value, when, self.said(text))  # fmt: skip

    def require(self, p: Parts) -> s.Require:
        start, severity, name, condition, when, text = p[:6]
        return s.Require(start.start, last(p), _cites(p, 6), severity or "error", name, condition, when,
                         self.said(text))  # fmt: skip

    def when(self, p: Parts) -> s.Expr:
        return p[0]  # type: ignore[no-any-return]

    def place(self, p: Parts) -> s.Place:
        start, name, demands, stages, _, target = p
        return s.Place(start.start, target.end, (), name, demands, stages or (), target)

    def targets(self, p: Parts) -> tuple[s.Expr, ...]:
        return tuple(p)

    def expect(self, p: Parts) -> s.Expect:
        start, name, title, condition, *clauses = p
        found: dict[str, Any] = {"within": None, "differs": None, "restates": None}
        cites = []
        for clause in clauses:
            if clause.__class__ is s.Cite:
                cites.append(clause)
            else:
                key, value, begin, end = clause
                if found[key] is not None:
                    raise Malformed("repeated-clause", begin, end)
                found[key] = value
        ends = [c.end if c.__class__ is s.Cite else c[3] for c in clauses]
        end = ends[-1] if ends else condition.end
        return s.Expect(start.start, end, tuple(cites), name, self.said(title), condition, *found.values())

    def within(self, p: Parts) -> tuple[str, Any, int, int]:
        return "within", p[0], p[0].start, p[0].end

    def differs(self, p: Parts) -> tuple[str, Any, int, int]:
        return "differs", self.reason(p[0]), p[0].start, p[0].end

    def restates(self, p: Parts) -> tuple[str, Any, int, int]:
        return "restates", self.reason(p[0]), p[0].start, p[0].end

    def reason(self, token: Token) -> str:
        """What a text says that has to say something."""
        text = self.quoted(token)
        if not text.strip():
            raise Malformed("blank-reason", token.start, token.end)
        return text

    def ask(self, p: Parts) -> s.Ask:
        start, name, title, which, path, condition, ignoring, step = p
        end = step.end if step is not None else ignoring[-1].end if ignoring else condition.end
        return s.Ask(start.start, end, (), name, self.said(title), which.type == "LARGEST", path, condition, ignoring or (), step)

    def sweep(self, p: Parts) -> s.Sweep:
        start, name, title, value, _, path, values, step = p
        end = step.end if step is not None else values.end
        return s.Sweep(start.start, end, (), name, self.said(title), value, path, values, step)

    def ignoring(self, p: Parts) -> tuple[s.Path, ...]:
        return tuple(p)

    def step(self, p: Parts) -> s.Expr:
        return p[0]  # type: ignore[no-any-return]

    def scenario(self, p: Parts) -> s.Scenario:
        start, name, title, body = p
        return s.Scenario(start.start, body.end, (), name, self.said(title), body)

    def waive(self, p: Parts) -> s.Waive:
        start, silence, path, labels, reason, *rest = p
        text = self.reason(reason)
        return s.Waive(start.start, last(p), _cites(p, 5), silence is not None, path, labels or (), text, *self.owned(rest))

    # -- items
    def file(self, p: Parts) -> s.File:
        items = tuple([x for x in p if x is not None])
        return s.File(0, items[-1].end if items else 0, items)

    def statement(self, p: Parts) -> Any:
        return p[0]

    expression = statement

    def edition(self, p: Parts) -> s.Edition:
        return s.Edition(p[0].start, p[1].end, self.word(p[1]))

    def import_(self, p: Parts) -> s.Import:
        start, what, name = p
        if what.__class__ is Token:
            return s.Import(start.start, last(p), None, self.quoted(what), name)
        return s.Import(start.start, last(p), what, "", name)

    def source(self, p: Parts) -> s.SourceDef:
        start, name, title, body = p
        return s.SourceDef(start.start, body.end, name, self.said(title), body)

    def dimension(self, p: Parts) -> s.DimensionDef:
        return s.DimensionDef(p[0].start, last(p), p[0].type == "COUNTED", p[1], tuple(p[2:]))

    counted = dimension

    def derived(self, p: Parts) -> s.DerivedDef:
        start, name, what = p
        if what.__class__ is Token:
            return s.DerivedDef(start.start, what.end, name, self.word(what), s.quotient(what.start, self.word(what)))
        parts: Parts = [what] if what.__class__ is s.Ident else what
        text = " ".join([x.name if x.__class__ is s.Ident else self.word(x) for x in parts])
        return s.DerivedDef(start.start, last(p[:2] + parts), name, text, tuple([x for x in parts if x.__class__ is s.Ident]))

    def product(self, p: Parts) -> Parts:
        return p

    def unit(self, p: Parts) -> s.UnitDef:
        names = tuple([x for x in p[1:] if x.__class__ is s.Ident])
        return s.UnitDef(p[0].start, last(p), names, p[1 + len(names)], _cites(p, 1))

    def open_unit(self, p: Parts) -> s.OpenUnit:
        names = [x for x in p[1:] if x.__class__ is s.Ident]
        return s.OpenUnit(p[0].start, last(p), tuple(names[:-1]), names[-1], _cites(p, 1))

    def display(self, p: Parts) -> s.DisplayDef:
        return s.DisplayDef(p[0].start, p[2].end, p[1], p[2])

    def axis(self, p: Parts) -> s.AxisDef:
        names = [x for x in p if x.__class__ is s.Ident]
        kept = any(x.__class__ is Token and x.type == "KEPT" for x in p)
        return s.AxisDef(p[0].start, p[-1].end, names[0], kept, tuple(names[1:]))

    def kind(self, p: Parts) -> s.KindDef:
        return s.KindDef(p[0].start, last(p), p[1], p[2], p[3], _cites(p, 4))

    def extension(self, p: Parts) -> s.Extension:
        return s.Extension(p[0].start, last(p), p[1], p[2], _cites(p, 3))

    def design(self, p: Parts) -> s.DesignDef:
        start, name, title, base, body = p
        return s.DesignDef(start.start, body.end, name, self.said(title), base, body)

    # -- documents
    def document(self, p: Parts) -> s.DocumentDef:
        start, name, title, items = p
        return s.DocumentDef(start.start, items[1], name, self.said(title), items[0])

    def docbody(self, p: Parts) -> tuple[tuple[s.DocItem, ...], int]:
        return tuple([x for x in p[1:-1] if x is not None]), p[-1].end

    def section(self, p: Parts) -> s.Section:
        return s.Section(p[0].start, p[2][1], p[0].type == "APPENDIX", self._prose(p[1]), p[2][0])

    appendix = section

    def text(self, p: Parts) -> s.Text:
        return s.Text(p[0].start, p[1].end, self._prose(p[1]))

    def table(self, p: Parts) -> s.Table:
        bill = any(x.__class__ is Token and x.type == "BILL" for x in p)
        columns = tuple([x for x in p if x.__class__ in (s.Column, s.ColumnsFor)])
        group = next((x[0] for x in p if x.__class__ is tuple), None)
        merging = next((x for x in p if x.__class__ is s.Merging), None)
        file = next((x for x in p if x.__class__ is s.Prose), None)
        return s.Table(p[0].start, p[-1].end, bill, self._titled(p), file, *_looped(p), group, merging, columns)

    def _titled(self, p: Parts) -> s.Prose | None:
        """The title of an item of a document that may have one."""
        title = next((x for x in p if x.__class__ is Token and x.type == "STRING"), None)
        return self._prose(title) if title is not None else None

    def filed(self, p: Parts) -> s.Prose:
        return self._prose(p[1])

    def grouping(self, p: Parts) -> tuple[s.Words]:
        return (self._words_or_value(p[1]),)

    def merging(self, p: Parts) -> s.Merging:
        by = self._words_or_value(p[3])
        return s.Merging(p[0].start, by.end, p[1], by)

    def columnsfor(self, p: Parts) -> s.ColumnsFor:
        columns = tuple([x for x in p if x.__class__ in (s.Column, s.ColumnsFor)])
        return s.ColumnsFor(p[0].start, p[-1].end, *_looped(p), columns)

    def column(self, p: Parts) -> s.Column:
        total, head, written = p
        value = self._words_or_value(written)
        start = (total if total is not None else head).start
        return s.Column(start, value.end, self._prose(head), self.quoted(head), total is not None, value)

    def chart(self, p: Parts) -> s.Chart:
        said = {x.type for x in p if x.__class__ is Token}
        form = "stacked" if "STACKED" in said else "piled" if "PILED" in said else ""
        return s.Chart(p[0].start, p[-1].end, form, self._titled(p), *_looped(p), _drawings(p))

    def drawnfor(self, p: Parts) -> s.DrawnFor:
        return s.DrawnFor(p[0].start, p[-1].end, *_looped(p), _drawings(p))

    def drawn(self, p: Parts) -> s.Drawn:
        *said, head, written = p
        words = [x for x in said if x is not None]
        form, room = [*[x.type.lower() for x in words], "", ""][:2] if said else ("at", "")
        value = self._words_or_value(written)
        start = (words[0] if words else head).start
        return s.Drawn(start, value.end, self._prose(head), self.quoted(head), form, value, room)

    def diagram(self, p: Parts) -> s.Diagram:
        return s.Diagram(p[0].start, p[-1].end, self._titled(p), _shapes(p))

    def box(self, p: Parts) -> s.Box:
        start, about, title, note, *within = p
        end = next(x for x in reversed(p) if x is not None).end
        return s.Box(start.start, end, about, self._prose(title), self._prose(note) if note is not None else None,
                     _shapes(within))  # fmt: skip

    def link(self, p: Parts) -> s.Link:
        stops = tuple([x for x in p if isinstance(x, s.Expr)])
        return s.Link(p[0].start, stops[-1].end, stops)

    def shapesfor(self, p: Parts) -> s.ShapesFor:
        return s.ShapesFor(p[0].start, p[-1].end, *_looped(p), _shapes(p))

    def summed(self, p: Parts) -> s.Column:
        total, head = p
        return s.Column(total.start, head.end, self._prose(head), self.quoted(head), True, None)

    def _words_or_value(self, value: s.Expr) -> s.Words:
        if value.__class__ is not s.String and value.__class__ is not s.Conditional:
            return value
        from vdl.parse.prose import words  # only texts of documents are such

        return words(value, lambda text: self._prose_at(text.start, text.end, 1))

    def facts(self, p: Parts) -> s.Facts:
        return s.Facts(p[0].start, p[-1].end, tuple([x for x in p if x.__class__ is s.Column]))

    def docfor(self, p: Parts) -> s.DocFor:
        return s.DocFor(p[0].start, p[-1][1], *_looped(p), p[-1][0])

    def docif(self, p: Parts) -> s.DocIf:
        other = p[4] if len(p) > 4 and p[4] is not None else None
        return s.DocIf(p[0].start, (other or p[2])[1], p[1], p[2][0], other[0] if other else ())

    def working(self, p: Parts) -> s.Working:
        return s.Working(p[0].start, p[1].end, p[1])

    def show(self, p: Parts) -> s.Show:
        return s.Show(p[0].start, p[1].end, p[1])

    def inputs(self, p: Parts) -> s.Inputs:
        return s.Inputs(p[0].start, p[1].end, p[1])

    def cover(self, p: Parts) -> s.Cover:
        return s.Cover(p[0].start, p[2][1], p[1] is not None, p[2][0])

    def include(self, p: Parts) -> s.Include:
        return s.Include(p[0].start, last(p), p[1], self.said(p[2]))

    def callout(self, p: Parts) -> s.Callout:
        start, severity, title, items = p
        return s.Callout(start.start, items[1], severity or "error", self._prose(title), items[0])

    def stray(self, p: Parts) -> None:
        raise AssertionError("no text parses as a stray")

    # -- helpers
    def _covered(self, found: list[s.Statement]) -> tuple[s.Statement, ...]:
        """The statements of a body; those that begin on one line share the citations at its end, where they have none."""
        shared: tuple[s.Cite, ...] = ()
        after = 0
        for at, statement in reversed(list(enumerate(found))):
            if at + 1 == len(found) or self.whole.find("\n", statement.start, after) >= 0:
                shared = statement.cites
            elif shared and not statement.cites and not isinstance(statement, _NEVER_CITED):
                start, end, _, *rest = [getattr(statement, name) for name in statement.__match_args__]
                found[at] = statement.__class__(start, end, shared, *rest)
            after = statement.start
        return tuple(found)

    def _prose(self, token: Token) -> s.Prose:
        return self._prose_at(token.start, token.end, 3 if token.type == "LONG_STRING" else 1)

    def _prose_at(self, start: int, end: int, quotes: int) -> s.Prose:
        from vdl.parse.prose import prose  # only texts of documents are such

        return prose(self.whole, start, end, quotes, lambda begin, stop: self._expression(self, begin, stop))
