"""Documents: their texts, tables and loops."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope, any_design
from vdl.check.statements import Statements
from vdl.semantics.types import (
    ANY,
    DocumentSymbol,
    Kind,
    Object,
    describe,
)  # fmt: skip

SHOWN = (
    "verdict", "findings", "rules", "expectations", "restatements", "assumptions", "references", "files", "counts",
    "asks", "placements", "sources", "scenarios",
)  # fmt: skip
"""What a document can `show` that only the compiler knows."""



class Documents(Statements):
    """One method for documents; they are checked without knowing which design they will print."""

    def _document(self, symbol: DocumentSymbol) -> None:
        scope = Scope(Kind(symbol.name, "file", symbol.node, symbol.source, None), symbol.source, document=True)
        scope.locals = {"design": Object(any_design(symbol.source))}
        self.doc_items(symbol.node.items, scope)

    def doc_items(self, items: Iterable[s.DocItem], scope: Scope) -> None:
        for item in items:
            if isinstance(item, s.Section):
                self._prose(item.title, scope)
                self.doc_items(item.items, scope)
            elif isinstance(item, s.Text):
                self._prose(item.prose, scope)
            elif isinstance(item, s.Table):
                if item.title is not None:
                    self._prose(item.title, scope)
                inner = self.loops(item.loops, scope)
                if item.when is not None:
                    self._condition(item.when, inner)
                for column in item.columns:
                    where = scope if column.total else inner
                    self._column(column, where)
            elif isinstance(item, s.Facts):
                for row in item.rows:
                    self._column(row, scope)
            elif isinstance(item, s.DocFor):
                inner = self.loops(item.loops, scope)
                if item.when is not None:
                    self._condition(item.when, inner)
                self.doc_items(item.items, inner)
            elif isinstance(item, s.DocIf):
                self._condition(item.condition, scope)
                self.doc_items(item.items, scope)
                self.doc_items(item.other, scope)
            elif isinstance(item, s.Working):
                self.types[item.value] = self.expr(item.value, scope)
                if not isinstance(item.value, (s.Attribute, s.Name)):
                    words = "an expression", "a named quantity, such as `thing.count`"
                    self.found.append(errors.wrong_type(scope.span(item.value), *words))
            elif isinstance(item, s.Cover):
                self.doc_items(item.items, scope)
            elif isinstance(item, s.Include):
                other = self.names.find_path(scope.source.path, item.document)
                if not isinstance(other, DocumentSymbol):
                    known = (n for n in self.names.visible(scope.source.path)
                             if isinstance(self.names.find(scope.source.path, n), DocumentSymbol))  # fmt: skip
                    among = self.found.among(scope.source, known)
                    self.found.append(errors.unknown_name(scope.span(item.document), str(item.document), among, " as a document"))
                elif item.section and not any(t == item.section for t in titles(other)):
                    self.found.append(errors.unknown_document_part(scope.span(item), item.section, titles(other)))
            elif isinstance(item, s.Inputs):
                type_ = self.expr(item.value, scope)
                if not isinstance(type_, Object) and type_ is not ANY:
                    words = describe(type_, self.units.name), "an object"
                    self.found.append(errors.wrong_type(scope.span(item.value), *words))
            elif isinstance(item, s.Show):
                if item.what.name not in SHOWN:
                    self.found.append(errors.unknown_document_part(scope.span(item.what), item.what.name, SHOWN))
            elif isinstance(item, s.Callout):
                self._prose(item.title, scope)
                self.doc_items(item.items, scope)

    def _column(self, column: s.Column, scope: Scope) -> None:
        if isinstance(column.value, s.Prose):
            self._prose(column.value, scope)
        else:
            self.types[column.value] = self.expr(column.value, scope)

    def _prose(self, prose: s.Prose, scope: Scope) -> None:
        for part in prose.parts:
            if isinstance(part, s.Expr):
                self.types[part] = self.expr(part, scope)


def titles(document: DocumentSymbol) -> list[str]:
    """The titles of a document's sections, as far as they are plain words."""
    sections = [item for item in document.node.items if isinstance(item, s.Section)]
    return [part for section in sections for part in section.title.parts if isinstance(part, str)]
