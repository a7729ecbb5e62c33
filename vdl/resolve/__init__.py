"""Names: what every file, kind and body declares, and what units and axes there are."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import PRELUDE, LoadedFile, Program
from vdl.resolve.kinds import Kinds
from vdl.resolve.measures import read_unit
from vdl.resolve.names import Names, type_of
from vdl.semantics.types import DocumentSymbol, Kind, Member, Module, SourceSymbol, Symbol
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span

__all__ = ["Names", "read_unit", "resolve", "type_of"]


def resolve(program: Program) -> tuple[Names, list[Diagnostic]]:
    """Declarations of all files; kinds with their members and parents; units worked out."""
    resolver = _Resolver(program)
    resolver.run()
    return resolver.names, resolver.found


class _Resolver(Kinds):
    """All files of a program."""

    def run(self) -> None:
        files = list(self.program.files.values())
        for file in files:
            self.names.scopes[file.name] = {}
        for file in files:
            self._measures(file)
        self._work_out_units(files)
        for file in files:
            self._items(file)
        for file in files:
            self._imports(file)
        for top in self.names.files.values():
            for member in top.members.values():
                if isinstance(member.node, (s.Let, s.Function)) and member.node.type is not None:
                    member.type = self._declared(member.node.type, member.node.shown, member.source)
        for top in self.names.files.values():
            for member in top.members.values():
                if isinstance(member.node, (s.Let, s.Function)) and member.node.type is not None:
                    member.type = self._declared(member.node.type, member.node.shown, member.source)
        for extension, source in self.extensions:
            kind = self._kind(source, extension.kind)
            if kind is not None:
                kind.bodies.append((extension.body, source, True))
        for kind in self.names.kinds:  # grows while bodies are read
            self._complete(kind)

    def _declare(self, file: LoadedFile, name: s.Ident, symbol: Symbol) -> bool:
        scope = self.names.scopes[file.name]
        before = scope.get(name.name)
        span = Span(file.source, name.start, name.end)
        if before is None and file.name.startswith(PRELUDE):
            before = self.names.prelude.get(name.name)
        if before is not None:
            self.found.append(errors.name_taken(span, name.name, _span_of(before)))
            return False
        scope[name.name] = symbol
        if file.name.startswith(PRELUDE):
            self.names.prelude[name.name] = symbol
        return True

    def _items(self, file: LoadedFile) -> None:
        source = file.source
        top = Kind(file.name, "file", file.tree, source, None)
        top.state = 2
        self.names.files[file.name] = top
        for item in file.tree.items:
            if isinstance(item, s.KindDef):
                kind = Kind(item.name.name, "kind", item, source, None)
                kind.bodies.append((item.body, source, False))
                kind.cites = item.cites
                if self._declare(file, item.name, kind):
                    self.names.kinds.append(kind)
            elif isinstance(item, s.DesignDef):
                kind = Kind(item.name.name, "design", item, source, None)
                kind.bodies.append((item.body, source, False))
                kind.title = item.title
                if self._declare(file, item.name, kind):
                    self.names.kinds.append(kind)
            elif isinstance(item, s.Object):
                member = Member(item.name.name, "object", item, top, source)
                member.kind = self._object_kind(item, source, None)
                if self._declare(file, item.name, member):
                    top.members[member.name] = member
            elif isinstance(item, (s.Let, s.Function)):
                form = "let" if isinstance(item, s.Let) else "function"
                member = Member(item.name.name, form, item, top, source)
                if self._declare(file, item.name, member):
                    top.members[member.name] = member
            elif isinstance(item, s.SourceDef):
                self._declare(file, item.name, self._source(source, item))
            elif isinstance(item, s.DocumentDef):
                self._declare(file, item.name, DocumentSymbol(item.name.name, item, source))
            elif isinstance(item, s.Extension):
                self.extensions.append((item, source))

    def _imports(self, file: LoadedFile) -> None:
        scope = self.names.scopes[file.name]
        for name, (target, item) in file.imports.items():
            span = Span(file.source, item.start, item.end)
            if name in scope:
                self.found.append(errors.name_taken(_span_of(scope[name]) or span, name, span, " by an import"))
                continue
            if target in self.names.scopes:
                scope[name] = Module(target, span)

    def _source(self, source: Source, item: s.SourceDef) -> SourceSymbol:
        facts: dict[str, str] = {}
        span = Span(source, item.name.start, item.name.end)
        known = ("publisher", "author", "date", "address", "title")
        for statement in item.body.statements:
            where = Span(source, statement.start, statement.end)
            if not isinstance(statement, s.Fill) or len(statement.path.names) != 1:
                self.found.append(errors.not_here(where, "this", "a source"))
                continue
            key = statement.path.names[0]
            if key not in known:
                where = Span(source, statement.path.start, statement.path.end)
                self.found.append(errors.unknown_field(where, key, "a source", self.found.among(source, known)))
            elif isinstance(statement.value, (s.String, s.Date)):
                facts[key] = statement.value.text
            else:
                where = Span(source, statement.value.start, statement.value.end)
                got = "a number" if isinstance(statement.value, s.Number) else "an expression"
                facts[key] = ""
                self.found.append(errors.wrong_type(where, got, "a text or a date with its month (`2012-01`)"))
        title = item.title or facts.pop("title", "")
        missing = (
            "title" if not title
            else "publisher or author" if not facts.keys() & {"publisher", "author"}
            else "date or address" if not facts.keys() & {"date", "address"}
            else ""
        )  # fmt: skip
        if missing:
            self.found.append(errors.source_incomplete(span, item.name.name, missing))
        return SourceSymbol(item.name.name, title, facts, span)


def _span_of(symbol: Symbol) -> Span | None:
    if isinstance(symbol, (Kind, Member)):
        return symbol.span()
    if isinstance(symbol, DocumentSymbol):
        return Span(symbol.source, symbol.node.name.start, symbol.node.name.end)
    return symbol.span
