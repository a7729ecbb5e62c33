"""From a solved design and a document declared in the language to a report model.

What a report contains stands in the document (`stdlib/documents/`); this room evaluates it and
writes values out. It is the last one that knows what a quantity is. The compilation is only read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

import vdl
from vdl import errors
from vdl import syntax as s
from vdl.brand.records import PLAIN, Brand
from vdl.compilation import Compilation, Solved
from vdl.elaborate.decisions import decides
from vdl.graph.cells import Cell, Env, Instance
from vdl.report import alike, by_label, inputs
from vdl.report import model as m
from vdl.report.by_sums import told_by_sums
from vdl.report.charts import chart
from vdl.report.diagrams import diagram
from vdl.report.filed import Files, filed
from vdl.report.findings import findings
from vdl.report.merged import merged
from vdl.report.named import NoDocument, called_apart, choose_document, document_or_library
from vdl.report.numbered import numbered, with_content, with_numbers
from vdl.report.page import Page
from vdl.report.piles import piles
from vdl.report.printing import plain, prose, short
from vdl.report.shown import shown
from vdl.report.sources import called, of_brand, own
from vdl.report.tables import table
from vdl.report.told import Told
from vdl.report.verdict import headline, sentence
from vdl.report.withheld import document_of, parts_of, silence, withheld
from vdl.report.without import without
from vdl.report.working import working
from vdl.semantics.types import DocumentSymbol
from vdl.snapshot.against import Approved
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.text.phrases import joined, of, phrase
from vdl.text.source import Span
from vdl.text.within import texts


def build(
    compilation: Compilation,
    solved: Solved,
    document: str = "",
    *,
    paper: Literal["A4", "Letter"] = "A4",
    approved: Approved | None = None,
    files: Files | None = None,
    attach: bool = False,
    brand: Brand = PLAIN,
    summary: bool = False,
    leaving_out: Sequence[str] = (),
) -> tuple[m.Report, list[Diagnostic]]:
    """The report of one solved design, and what is wrong with the document itself (a division by zero in a text).

    The compilation must have been made with its documents; `approved` is who approved the design, where that is
    known; `files` are those that tables of other documents of the same build are written as; with `attach` it carries the
    design's own files; `brand` is what it looks like; with `summary` it has what fits on one page, too; what is named in
    `leaving_out` is nowhere in it. Raises NoDocument, and TooMuch where the document goes beyond a limit of the language.
    """
    builder = Builder(compilation, solved, choose_document(compilation, document), approved, files, brand)
    builder.leaving_out = tuple(leaving_out)
    builder.page.without = _without(leaving_out)
    left = [document_of(compilation, name) for name in leaving_out]
    builder.hidden = builder.left_out = parts_of(builder.page, left)
    if left:
        silence(builder.page, left)
    report = builder.report(paper)
    if summary:
        report = replace(report, summary=builder.summary(report))
    if attach:
        report = replace(report, sources=(*own(compilation), *of_brand(compilation, brand)))
    if left:
        report = without(report, withheld(builder.page, left, "\n".join(texts(report, but="brand"))))
    return report, of_design(builder.page.reading.diagnostics)


def name_of(
    compilation: Compilation, solved: Solved, document: DocumentSymbol, leaving_out: Iterable[str] = ()
) -> str:
    """What the report of a solved design is called that this document makes, and from which something is left out."""
    apart, options = called_apart(compilation, document), ["set"] if solved.options else []
    return ".".join([solved.name, *solved.layers, *options, *filter(None, [apart, _without(leaving_out)])])


def _without(leaving_out: Iterable[str]) -> str:
    left = "-".join(sorted(set(leaving_out)))
    return f"without-{left}" if left else ""


def of_design(said: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that are about the design and its document, in order."""
    return in_order([d for d in said if not _is_of_a_shown_sum(d)])


def _is_of_a_shown_sum(said: Diagnostic) -> bool:
    """Whether a warning is about a sum of the library that is only shown: the page says itself that it is not stated, and
    nothing of the design hangs on it."""
    return said.slug == "partly-stated" and any(span.source.is_library for span, _ in said.related)


class Builder:
    """Makes blocks of the items of a document."""

    def __init__(
        self, compilation: Compilation, solved: Solved, document: DocumentSymbol, approved: Approved | None = None,
        files: Files | None = None, brand: Brand = PLAIN,
    ) -> None:  # fmt: skip
        self.document = document
        self.hidden: frozenset[str] = frozenset()
        """What is not shown."""
        self.left_out: frozenset[str] = frozenset()
        """Parts, and documents, that a document for others goes without."""
        self.leaving_out: tuple[str, ...] = ()
        """Their names, as they were asked for."""
        self.shown: set[str] = set()
        self.files = files or Files()
        self.page = Page(compilation, solved, document, approved, brand)
        self.top = Env(solved.graph.root, {"design": solved.graph.root}, document.source)
        self.cover: list[m.Block] = []
        self.unjudged = False
        """Whether a cover asks for a title page without the verdict."""
        self.anchors: dict[str, int] = {}
        self.appendices: set[str] = set()
        """The anchors of the sections that are appendices."""
        self.sections: dict[s.DocumentDef, dict[str, list[s.Section]]] = {}
        """The sections of documents that are included in part, by their titles."""
        self.items: dict[type, Callable[..., list[m.Block]]] = {
            s.Section: self._section, s.Text: self._text, s.Table: self._table, s.Chart: self._chart, s.Diagram: self._diagram,
            s.Facts: self._facts, s.DocFor: self._for,
            s.DocIf: self._if, s.Working: self._working, s.Inputs: self._inputs, s.Cover: self._cover,
            s.Include: self._include, s.Show: self._show, s.Callout: self._callout,
        }  # fmt: skip

    def report(self, paper: Literal["A4", "Letter"]) -> m.Report:
        page, solved = self.page, self.page.solved
        design = solved.design.design() or solved.design  # a derived design has a title of its own
        title = self._about("title") or design.title or design.name
        blocks = self.blocks(self.document.node.items, self.top)
        if not (self.document.source.is_library or self.unjudged):
            blocks += self._always(blocks)
        loose = tuple(b for b in blocks if not isinstance(b, m.Section))
        sections = [b for b in blocks if isinstance(b, m.Section)]
        if loose:
            sections.insert(0, m.Section("", self._named(self.document) or title, self._anchor("text"), loose))
        page.told = Told([*self.cover, *sections])
        there = [one for one in with_content(page.filled(sections)) if isinstance(one, m.Section)]
        filled = with_numbers(there, self.appendices)
        subtitle = self._named(self.document) + self._changed()
        cover = m.Cover(title, subtitle, *self._verdict(), page.filled(self.cover), page.compilation.as_of,
                        phrase("vdl {version}, edition 2026", version=vdl.__version__), called(page.compilation))  # fmt: skip
        made = numbered(filled)
        found = dict if self.unjudged else findings(page)
        name = name_of(page.compilation, solved, self.document, self.leaving_out)
        return m.Report(name, "en", paper, cover, made, tuple(page.files), self._about("author"),
                        components=self._components(), brand=self._brand(), findings=found,
                        holders=page.titles.holders())  # fmt: skip

    def _verdict(self) -> tuple[m.Verdict | None, m.Prose]:
        """What the title page says of whether the design holds, and why."""
        return (None, ()) if self.unjudged else (headline(self.page), (m.Text(sentence(self.page)),))

    def _named(self, document: DocumentSymbol) -> str:
        return of(document.node.title, document.source.is_library)

    def _changed(self) -> str:
        """What is added to the title of a document where scenarios or options change the design."""
        solved = self.page.solved
        words = phrase(", scenario {names}", names=joined(phrase(" and "), solved.layers)) if solved.layers else ""
        return words + (phrase(", with {options}", options=joined(phrase(" and "), solved.options)) if solved.options else "")

    def _always(self, blocks: Sequence[m.Block]) -> list[m.Block]:
        """What every report says, of which an author's own document has nothing: the items of the document `always`, without
        sections whose titles it has, bills where it has some, and what it shows already."""
        other = document_or_library(self.page.compilation, "always")
        if other is None:
            return []
        env = Env(self.top.instance, self.top.locals, other.source)
        every = list(m.every_block(blocks))
        titles = {block.title for block in every if isinstance(block, m.Section)}
        has_bills, has_cover = any(isinstance(block, m.Table) and block.bill for block in every), bool(self.cover)
        before, self.hidden = self.hidden, self.hidden | self.shown
        made: list[m.Block] = []
        for item, within in self._included(other.node.items, env):
            if isinstance(item, s.Cover) and has_cover:
                continue
            if isinstance(item, s.Section):
                bills = has_bills and any(isinstance(node, s.Table) and node.bill for node in s.walk(item))
                if bills or plain(prose(self.page, item.title, within, "section")) in titles:
                    continue
            made += self.blocks([item], within)
        self.hidden = before  # the summary may show it again
        return made

    def _included(self, items: Iterable[s.DocItem], env: Env) -> Iterator[tuple[s.DocItem, Env]]:
        """The items, and those of included documents in the place of these."""
        for item in items:
            if isinstance(item, s.Include):
                inner, of = self._items_of(item, env)
                yield from self._included(inner, of)
            else:
                yield item, env

    def summary(self, report: m.Report) -> m.Report:
        """What the document `summary` says, after all that the report says: both count the same assumptions. Without such a
        document it is what stands on the first page."""
        other = document_or_library(self.page.compilation, "summary")
        if other is None:
            return replace(report, sections=())
        self.cover, self.unjudged = [], False
        blocks = self.blocks(other.node.items, Env(self.top.instance, self.top.locals, other.source))
        loose = [inner for block in blocks for inner in (block.blocks if isinstance(block, m.Section) else (block,))]
        subtitle = self._named(other) + self._changed()
        verdict, why = self._verdict()
        filled = self.page.filled([*self.cover, *loose])
        cover = replace(report.cover, subtitle=subtitle, verdict=verdict, verdict_text=why, blocks=filled)
        return replace(report, cover=cover, sections=(), files=(), components=())

    def _brand(self) -> Brand:
        """The brand, with the revision and the confidentiality that the design itself states; a warning where both state one."""
        brand = self.page.brand
        for key in ("revision", "confidentiality"):
            said = self._about(key)
            if said and (at := brand.places.get(key)) is not None and said != getattr(brand, key):
                self.page.reading.said.append(errors.theme_differs(at, key, said))
            if said:
                brand = brand.stating(key, said)
        return brand

    def _about(self, name: str) -> str:
        """What the design says of itself, such as who has written it: `about.author`."""
        reading, found = self.page.reading, self.page.solved.graph.root
        for step in ("about", name):
            member = found.kind.lookup(step)
            made = reading.slot(found, step) if member is not None else None
            if not isinstance(made, Instance):
                return made if isinstance(made, str) else ""
            found = made
        return ""

    def _components(self) -> tuple[m.Table, ...]:
        """The bills of the document that lists components, where there is one; it adds nothing to the pages."""
        try:
            other = choose_document(self.page.compilation, "components")
        except NoDocument:
            return ()
        blocks = self.blocks(other.node.items, Env(self.top.instance, self.top.locals, other.source))
        return tuple([block for block in m.every_block(blocks) if isinstance(block, m.Table) and block.bill])

    def blocks(self, items: Iterable[s.DocItem], env: Env) -> list[m.Block]:
        found: list[m.Block] = []
        for item in items:
            span = Span(env.source, item.start, item.end)
            self.page.count(0, span)
            with self.page.reading.deciding() as sums:
                made = self.items[item.__class__](item, env)
            made = told_by_sums(self.page, made, sums) if sums else made
            if item.__class__ in _OF_THE_DESIGN:
                for line in m.every_line(made):
                    self.page.count(line, span)
            if isinstance(item, s.Include) and made and found:  # a list of facts goes on in what is included
                last, first = found[-1], made[0]
                if isinstance(last, m.Facts) and isinstance(first, m.Facts) and last.items and first.items:
                    found[-1], made = m.Facts((*last.items, *first.items)), made[1:]
            found += made
        return found

    # ------------------------------------------------------------------ items
    def _section(self, item: s.Section, env: Env) -> list[m.Block]:
        title = plain(prose(self.page, item.title, env, "section"))
        outer, self.page.around = self.page.around, title
        inner = alike.calculations(self.blocks(item.items, env))
        self.page.around = outer
        if not inner or (env.source.is_library and _only_introduces(item, inner)):
            return []
        anchor = self._anchor(title)
        if item.appendix:
            self.appendices.add(anchor)
        return [m.Section("", title, anchor, tuple(inner))]

    def _text(self, item: s.Text, env: Env) -> list[m.Block]:
        words = prose(self.page, item.prose, env)
        return [m.Paragraph(words)] if plain(words).strip() else []

    def _table(self, item: s.Table, env: Env) -> list[m.Block]:
        return table(self.page, item, env) if item.file is None else filed(self.page, item, item.file, env, self.files)

    def _chart(self, item: s.Chart, env: Env) -> list[m.Block]:
        return (piles if item.form == "piled" else chart)(self.page, item, env)

    def _diagram(self, item: s.Diagram, env: Env) -> list[m.Block]:
        return diagram(self.page, item, env)

    def _facts(self, item: s.Facts, env: Env) -> list[m.Block]:
        """What is stated; what differs from label to label in a table behind the rest."""
        printed = [(row.head, short(self.page, row.value, env)) for row in item.rows if row.value is not None]
        stated = [(plain(prose(self.page, head, env)), one) for head, one in printed if not one.says_nothing]
        parts = by_label.places([one for _, one in stated])
        apart = [by_label.Line((), head, one) for head, one in stated if parts and by_label.differs(one)]
        rows = tuple([(head, one.prose) for head, one in stated if not parts or not by_label.differs(one)])
        found: list[m.Block] = [m.Facts(rows)] if rows else []
        if not apart:
            return found
        self.page.spelled |= by_label.told(apart)
        caption = phrase("By {axis}", axis=by_label.axis(parts))
        return [*found, by_label.table(caption, (), phrase("What"), apart, parts)]

    def _for(self, item: s.DocFor, env: Env) -> list[m.Block]:
        rounds = self.page.rounds(item.loops, item.when, env)
        made = [(inner, self.blocks(item.items, inner)) for inner in rounds]
        of = [inner.locals.get(item.loops[0].name) for inner in rounds]
        instances = [one for one in of if isinstance(one, Instance)]
        if len(item.loops) > 1 or len(instances) < len(rounds):
            return [block for _, blocks in made for block in blocks]
        return merged([blocks for _, blocks in made], [self.page.titles.instance(one) for one in instances])

    def _if(self, item: s.DocIf, env: Env) -> list[m.Block]:
        reading = self.page.reading
        holds = reading.settled(lambda: decides(reading.elaboration, item.condition, env))
        return [] if holds is None else self.blocks(item.items if holds else item.other, env)

    def _working(self, item: s.Working, env: Env) -> list[m.Block]:
        made = self.page.reading.settled(lambda: self.page.reading.elaboration.expr(item.value, env))
        block = working(self.page, made) if isinstance(made, Cell) else None
        return [block] if block is not None else []

    def _inputs(self, item: s.Inputs, env: Env) -> list[m.Block]:
        made = self.page.reading.settled(lambda: self.page.reading.elaboration.expr(item.value, env))
        return inputs.blocks(self.page, made) if isinstance(made, Instance) else []

    def _cover(self, item: s.Cover, env: Env) -> list[m.Block]:
        self.unjudged |= item.unjudged
        for block in self.blocks(item.items, env):
            last = self.cover[-1] if self.cover else None
            if isinstance(block, m.Facts) and isinstance(last, m.Facts) and block.items and last.items:
                self.cover[-1] = m.Facts((*last.items, *block.items))
            else:
                self.cover.append(block)
        return []

    def _include(self, item: s.Include, env: Env) -> list[m.Block]:
        return [] if item.document.names[-1] in self.left_out else self.blocks(*self._items_of(item, env))

    def _items_of(self, item: s.Include, env: Env) -> tuple[Sequence[s.DocItem], Env]:
        other = self.page.compilation.names.find_path(env.source.path, item.document)
        if not isinstance(other, DocumentSymbol):
            return (), env
        items: Sequence[s.DocItem] = self._titled(other.node).get(item.section, ()) if item.section else other.node.items
        return items, Env(env.instance, env.locals, other.source)

    def _titled(self, document: s.DocumentDef) -> dict[str, list[s.Section]]:
        if document not in self.sections:
            self.sections[document] = s.titled(document)
        return self.sections[document]

    def _callout(self, item: s.Callout, env: Env) -> list[m.Block]:
        tones: dict[str, m.Tone] = {"error": "bad", "warning": "warn", "info": "neutral"}
        inner = self.blocks(item.items, env)
        return [m.Callout(tones[item.severity], plain(prose(self.page, item.title, env)), tuple(inner))]

    def _show(self, item: s.Show, env: Env) -> list[m.Block]:
        if item.what.name in self.hidden:
            return []
        self.shown.add(item.what.name)
        return shown(item.what.name, self.page)

    def _anchor(self, title: str) -> str:
        base = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"
        name, n = base, self.anchors.get(base, 0) + 1
        while n > 1 and (name := f"{base}-{n}") in self.anchors:
            n += 1
        self.anchors[base] = n
        self.anchors.setdefault(name, 1)
        return name


def _only_introduces(section: s.Section, made: Sequence[m.Block]) -> bool:
    """Whether nothing is there but sentences that lead to what the section is about, of which a design has nothing."""
    texts = sum(isinstance(item, s.Text) for item in section.items)
    return texts < len(section.items) and len(made) <= texts and all(isinstance(block, m.Paragraph) for block in made)


_OF_THE_DESIGN = frozenset([s.Show, s.Working, s.Inputs])
"""Items that print as much as the design holds of something."""


__all__ = ["Builder", "build", "name_of", "of_design"]
