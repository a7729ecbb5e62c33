"""From a solved design and a document declared in the language to a report model.

What a report contains stands in the document (`stdlib/documents/`); this room evaluates it and
writes values out. It is the last one that knows what a quantity is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal

import vdl
from vdl import syntax as s
from vdl.check import Types
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, Const, Env, Formula, Instance, Op
from vdl.parse.load import DOCUMENTS
from vdl.report import model as m
from vdl.report.parts import Parts
from vdl.report.references import References
from vdl.report.working import working
from vdl.semantics.types import ANY, TEXT, DocumentSymbol, Type
from vdl.semantics.units import Unit
from vdl.solve import Evaluator
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.values import NOT_STATED, Varying
from vdl.words import values as show


class NoDocument(Exception):
    """The document that was asked for does not exist; `known` are those that do."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.known = known


def documents(compilation: Compilation) -> dict[str, DocumentSymbol]:
    """All documents in sight of the entry: the library's, then the design's own and imported ones."""
    found: dict[str, DocumentSymbol] = {}
    scopes = compilation.names.scopes
    for scope in (scopes[f] for f in sorted(scopes, key=lambda f: (not f.startswith(DOCUMENTS), f))):
        found.update({n: d for n, d in scope.items() if isinstance(d, DocumentSymbol)})
    found.update({n: d for n, d in scopes[compilation.program.entry].items() if isinstance(d, DocumentSymbol)})
    return found


def choose_document(compilation: Compilation, name: str = "") -> DocumentSymbol:
    """The document called `name`; without a name the one the design's file declares, else the only one,
    else `reference`.

    Raises NoDocument.
    """
    known = documents(compilation)
    if not name:
        entry = compilation.names.scopes[compilation.program.entry]
        own = [n for n, d in entry.items() if isinstance(d, DocumentSymbol)]
        name = own[0] if len(own) == 1 else next(iter(known)) if len(known) == 1 else "reference"
    if name not in known:
        raise NoDocument(name, sorted(known))
    return known[name]


def build(
    compilation: Compilation, solved: Solved, document: str = "", *, paper: Literal["A4", "Letter"] = "A4",
    found: list[Diagnostic] | None = None,
) -> m.Report:  # fmt: skip
    """The report of one solved design. The compilation must have been made with its documents.

    What is wrong with the document itself (a division by zero in a text) is added to `found`.
    Raises NoDocument.
    """
    symbol = choose_document(compilation, document)
    # Made twice: the first time computes every value that the document prints, so that the second can list all assumptions.
    _Builder(compilation, solved, symbol).report(paper)
    builder = _Builder(compilation, solved, symbol)
    report = builder.report(paper)
    if found is not None:
        found += in_order(builder.faults())
    return report


class _Builder:
    def __init__(self, compilation: Compilation, solved: Solved, document: DocumentSymbol) -> None:
        self.compilation = compilation
        self.solved = solved
        self.document = document
        self.names = compilation.names
        self.units = compilation.names.units
        self.types: Types = compilation.types
        self.elaborator = solved.elaborator
        self.references = References(compilation)
        self.parts = Parts(compilation, solved, self.references)
        self.anchors: set[str] = set()
        self.cover: list[m.Block] = []
        self.elaborator.printing = True

    def faults(self) -> list[Diagnostic]:
        """What came up while the document was made, beyond what the design itself had."""
        known = set(self.solved.found)
        evaluator = self.elaborator.decide
        found = [*self.elaborator.found, *(evaluator.found if isinstance(evaluator, Evaluator) else [])]
        return [d for d in found if d not in known]

    def report(self, paper: Literal["A4", "Letter"]) -> m.Report:
        design = Instance(self.solved.design, self.solved.name, None, self.solved.name)
        title = self._title()
        design.slots["name"] = self.solved.name
        design.slots["title"] = title
        env = Env(self.solved.graph.root, {"design": design}, self.document.source)
        blocks = self.blocks(self.document.node.items, env)
        loose = tuple(b for b in blocks if not isinstance(b, m.Section))
        sections = [b for b in blocks if isinstance(b, m.Section)]
        if loose:
            sections.insert(0, m.Section("", self.document.node.title or title, self._anchor("text"), loose))
        numbered = tuple(_numbered(section, f"{i}") for i, section in enumerate(sections, 1))
        verdict, words = self.parts.verdict()
        layers = [k.name for k in self.solved.design.chain() if k.form == "scenario" and k.name != "--set"]
        subtitle = self.document.node.title + (f", scenario {' and '.join(reversed(layers))}" if layers else "")
        cover = m.Cover(title, subtitle, verdict, words, tuple(self.cover), self.compilation.as_of,
                        f"vdl {vdl.__version__}, edition 2026", _readable(self.compilation.program.entry))  # fmt: skip
        name = ".".join([self.solved.name, *reversed(layers)])
        return m.Report(name, "en", paper, cover, self.references.completed(numbered))

    def _title(self) -> str:
        for kind in self.solved.design.chain():
            if kind.form == "design":
                return kind.title or kind.name
        return self.solved.name

    # ---------------------------------------------------------------- items
    def blocks(self, items: Iterable[s.DocItem], env: Env) -> list[m.Block]:
        found: list[m.Block] = []
        for item in items:
            found += self._item(item, env)
        return found

    def _item(self, item: s.DocItem, env: Env) -> list[m.Block]:
        if isinstance(item, s.Section):
            title = _plain(self.prose(item.title, env))
            inner = self.blocks(item.items, env)
            return [m.Section("", title, self._anchor(title), tuple(inner))] if inner else []
        if isinstance(item, s.Text):
            prose = self.prose(item.prose, env)
            return [m.Paragraph(prose)] if _plain(prose).strip() else []
        if isinstance(item, s.Table):
            return self._table(item, env)
        if isinstance(item, s.Facts):
            rows = tuple((row.head, self.value(row.value, env)) for row in item.rows)
            rows = tuple((head, prose) for head, prose in rows if _plain(prose) not in ("", "not stated"))
            return [m.Facts(rows)] if rows else []
        if isinstance(item, s.DocFor):
            found: list[m.Block] = []
            for inner_env in self.elaborator.loop(item.loops, item.when, env):
                found += self.blocks(item.items, inner_env)
            return found
        if isinstance(item, s.DocIf):
            holds = self._evaluate(self.elaborator.formula(item.condition, env)) is True
            return self.blocks(item.items if holds else item.other, env)
        if isinstance(item, s.Working):
            made = self.elaborator.expr(item.value, env)
            if not isinstance(made, Cell):
                return []
            block = working(made, self.solved, self.units, self.references, self._evaluate)
            return [block] if block is not None else []
        if isinstance(item, s.Inputs):
            made = self.elaborator.expr(item.value, env)
            return self.parts.inputs(made) if isinstance(made, Instance) else []
        if isinstance(item, s.Cover):
            self.cover += self.blocks(item.items, env)
            return []
        if isinstance(item, s.Include):
            other = self.names.find_path(env.source.path, item.document)
            if not isinstance(other, DocumentSymbol):
                return []
            items = other.node.items
            if item.section:
                items = tuple(i for i in items if isinstance(i, s.Section) and i.title.parts == (item.section,))
            return self.blocks(items, Env(env.instance, env.locals, other.source))
        if isinstance(item, s.Show):
            return self.parts.shown(item.what.name)
        assert isinstance(item, s.Callout)
        inner = self.blocks(item.items, env)
        tone: m.Tone = {"error": "bad", "warning": "warn", "info": "neutral"}[item.severity]  # type: ignore[assignment]
        return [m.Callout(tone, _plain(self.prose(item.title, env)), tuple(inner))]

    def _table(self, item: s.Table, env: Env) -> list[m.Block]:
        caption = _plain(self.prose(item.title, env)) if item.title is not None else ""
        columns = [c for c in item.columns if not c.total]
        totals = [c for c in item.columns if c.total]
        cells: list[list[tuple[Any, Unit | None, m.Prose]]] = []
        for inner in self.elaborator.loop(item.loops, item.when, env):
            cells.append([self._cell(c.value, inner) for c in columns])
        if not cells:
            return []
        heads: list[m.Column] = []
        keep = [i for i in range(len(columns)) if any(_plain(row[i][2]) not in ("", "not stated") for row in cells)]
        rows: list[list[m.Prose]] = [[_in_table(row[i][2]) for i in keep] for row in cells]
        for at, i in enumerate(keep):
            units = {row[i][1] for row in cells if row[i][1] is not None}
            numeric = any(row[i][1] is not None for row in cells)
            unit = next(iter(units)) if len(units) == 1 else None
            if unit is not None and unit.plural:
                for row, written in zip(cells, rows):
                    written[at] = _in_table(_without_unit(row[i][2], unit))
            heads.append(m.Column(columns[i].head, unit.plural if unit is not None else "", numeric))
        total = self._total(columns, totals, keep, heads, env)
        return [m.Table(caption, tuple(heads), tuple(m.Row(tuple(r)) for r in rows), total, bill=item.bill)]

    def _total(
        self, columns: list[s.Column], totals: list[s.Column], keep: list[int], heads: list[m.Column], env: Env
    ) -> m.Row | None:
        """The row of totals; each stands in the column of its head."""
        if not totals:
            return None
        by_head = {c.head: self._cell(c.value, env) for c in totals}
        if all(value is NOT_STATED for value, _, _ in by_head.values()):
            return None
        cells: list[m.Prose] = []
        for at, i in enumerate(keep):
            found = by_head.get(columns[i].head)
            if found is None:
                cells.append((m.Text("Total"),) if at == 0 else ())
            else:
                unit = found[1]
                same = unit is not None and unit.plural == heads[at].unit
                cells.append(_without_unit(found[2], unit) if same and unit is not None else found[2])
        return m.Row(tuple(cells))

    # ---------------------------------------------------------------- values
    def prose(self, prose: s.Prose, env: Env) -> m.Prose:
        found: list[m.Inline] = []
        for part in prose.parts:
            if isinstance(part, str):
                found.append(m.Text(part))
            else:
                found += self.value(part, env)
        return tuple(found)

    def value(self, expr: s.Expr | s.Prose, env: Env) -> m.Prose:
        return self._cell(expr, env)[2]

    def _cell(self, expr: s.Expr | s.Prose, env: Env) -> tuple[Any, Unit | None, m.Prose]:
        """A value, its unit where it is a quantity, and how it is printed."""
        if isinstance(expr, s.Prose):
            prose = self.prose(expr, env)
            words = _plain(prose).strip()
            return words, None, (m.Text(words),)
        made = self.elaborator.expr(expr, env)
        type_ = self.types.types.get(expr, ANY)
        return self._print(made, type_, expr)

    def _print(self, made: Any, type_: Type, expr: s.Expr) -> tuple[Any, Unit | None, m.Prose]:
        if isinstance(made, str):
            return made, None, (m.Text(made),)
        if isinstance(made, Instance):
            return made, None, (m.Text(made.path or made.name),)
        if isinstance(made, (list, tuple)):
            parts = [self._print(item, ANY, expr)[2] for item in made]
            joined: list[m.Inline] = []
            for index, part in enumerate(parts):
                if index:
                    joined.append(m.Text(", "))
                joined += part
            return made, None, tuple(joined) if parts else (m.Text("none"),)
        formula: Formula = made
        value = self._evaluate(formula)
        if value is NOT_STATED:
            return value, None, (m.Text("" if type_ is TEXT else "not stated"),)
        if isinstance(value, str):
            return value, None, (m.Text(value),)
        if isinstance(value, bool):
            return value, None, (m.Text("yes" if value else "no"),)
        unit = self._unit(expr, formula, type_)
        if value.__class__ is Varying:  # a list of figures, which may be set over several lines
            return value, unit, (m.Text(show.text(value, unit)),)
        exact = str(show.as_object(value, unit)["exact"] or "")
        return value, unit, (m.Value(show.text(value, unit), exact),)

    def _unit(self, expr: s.Expr, formula: Formula, type_: Type) -> Unit:
        if isinstance(expr, s.Convert):
            found = self.units.read(expr.unit.text)
            if not isinstance(found, str):
                return found
        if isinstance(formula, (Cell, Const)) or (isinstance(formula, Op) and formula.op == "at"):
            return show.unit_of(formula, type_, self.units)
        return show.unit_of_type(type_, self.units)

    def _evaluate(self, formula: Formula) -> Any:
        assert self.elaborator.decide is not None
        return self.elaborator.decide(formula)

    def _anchor(self, title: str) -> str:
        base = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"
        name, n = base, 1
        while name in self.anchors:
            n += 1
            name = f"{base}-{n}"
        self.anchors.add(name)
        return name


def _readable(name: str) -> str:
    """A file's name as text, whatever bytes it is made of."""
    return name.encode("utf-8", "replace").decode()


def _numbered(section: m.Section, number: str) -> m.Section:
    blocks: list[m.Block] = []
    count = 0
    for block in section.blocks:
        if isinstance(block, m.Section):
            count += 1
            block = _numbered(block, f"{number}.{count}")
        blocks.append(block)
    return m.Section(number, section.title, section.anchor, tuple(blocks))


def _plain(prose: m.Prose) -> str:
    return "".join(p.text for p in prose if isinstance(p, (m.Text, m.Value, m.Code)))


def _in_table(prose: m.Prose) -> m.Prose:
    return (m.Text("–"),) if _plain(prose) == "not stated" else prose


def _without_unit(prose: m.Prose, unit: Unit) -> m.Prose:
    """The same value without the unit that stands in the head of its column."""
    if len(prose) == 1 and isinstance(prose[0], m.Value):
        value = prose[0]
        for name in (unit.plural, unit.singular):
            if name and value.text.endswith(f" {name}"):
                return (m.Value(value.text[: -len(name) - 1], value.exact, value.strong),)
    return prose


__all__ = ["NoDocument", "build", "choose_document", "documents"]
