"""Names: what every file, kind and body declares, and what units and axes there are."""

from __future__ import annotations

import re

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import PRELUDE, LoadedFile, Program
from vdl.resolve import units_and_axes
from vdl.resolve.addable import Adding, nothing
from vdl.resolve.bodies import complete, declare, object_kind
from vdl.resolve.extended import extended
from vdl.resolve.kind_order import in_order_of_need
from vdl.resolve.layers import layer_of, may_replace, scenario_on
from vdl.resolve.names import Names
from vdl.resolve.state import ResolveState
from vdl.resolve.written import read_unit, type_of
from vdl.semantics.types import DocumentSymbol, Kind, Member, Module, SourceSymbol, Symbol, Written
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span
from vdl.text.web import nearly_web
from vdl.text.written import written

__all__ = ["Names", "layer_of", "may_replace", "read_unit", "resolve", "scenario_on", "type_of"]


def resolve(program: Program, adding: Adding = nothing) -> tuple[Names, list[Diagnostic]]:
    """Declarations of all files; kinds with their members and parents; units worked out. `adding` tells what a file that is not
    imported would add to a kind."""
    state = ResolveState(program, adding)
    files = list(program.files.values())
    for file in files:
        state.scopes[file.name] = {}
    units_and_axes.declare(state, files)
    for file in files:
        _items(state, file)
    for file in files:
        _axes(state, file)
        _imports(state, file)
    for top in state.files.values():
        for member in top.members.values():
            state.type_member(member)
    _kinds(state)
    return state.names, state.diagnostics


def _kinds(state: ResolveState) -> None:
    """Link kinds to their parents, and declare what their bodies hold."""
    for extension, source in state.extensions:
        kind = extended(state, source, extension.path, extension.body)
        if kind is not None:
            kind.bodies.append(Written(extension.body, source, True, extension.cites))
    declared = list(state.kinds)  # the list grows while bodies are read
    for kind in in_order_of_need(state, [kind for kind in declared if kind.form != "object"]):
        complete(state, kind)
    for kind in declared:
        if kind.form == "object":
            complete(state, kind)
    for scenario in state.scenarios:
        declare(state, scenario)


def _declare(state: ResolveState, file: LoadedFile, name: s.Ident, symbol: Symbol) -> bool:
    """Give a name of a file its meaning; False where it has one already, which is said."""
    scope = state.scopes[file.name]
    before = scope.get(name.name)
    if before is None and file.name.startswith(PRELUDE):
        before = state.prelude.get(name.name)
    if before is not None:
        span = Span(file.source, name.start, name.end)
        state.diagnostics.append(errors.name_taken(span, name.name, _span_of(before)))
        return False
    scope[name.name] = symbol
    if file.name.startswith(PRELUDE):
        state.prelude[name.name] = symbol
    return True


def _items(state: ResolveState, file: LoadedFile) -> None:
    """What a file declares at its top, apart from what is measured in what."""
    source = file.source
    top = state.files[file.name] = Kind(file.name, "file", file.tree, source, None)
    for item in file.tree.items:
        if isinstance(item, (s.KindDef, s.DesignDef)):
            kind = Kind(item.name.name, "kind" if isinstance(item, s.KindDef) else "design", item, source, None)
            kind.bodies.append(Written(item.body, source, cites=item.cites if isinstance(item, s.KindDef) else ()))
            if isinstance(item, s.DesignDef):
                kind.title = item.title
            if _declare(state, file, item.name, kind):
                state.kinds.append(kind)
        elif isinstance(item, s.Object):
            member = Member(item.name.name, "object", item, top, source)
            member.kind = object_kind(state, item, source, None)
            if _declare(state, file, item.name, member):
                top.members[member.name] = member
        elif isinstance(item, (s.Let, s.Function)):
            member = Member(item.name.name, "let" if isinstance(item, s.Let) else "function", item, top, source)
            if _declare(state, file, item.name, member):
                top.members[member.name] = member
        elif isinstance(item, s.SourceDef):
            _declare(state, file, item.name, _source(state, source, item))
        elif isinstance(item, s.DocumentDef):
            _declare(state, file, item.name, DocumentSymbol(item.name.name, item, source))
        elif isinstance(item, s.Extension):
            state.extensions.append((item, source))


def _axes(state: ResolveState, file: LoadedFile) -> None:
    """Say where an axis has the name of a kind that its file sees: `all NAME` would be either of them."""
    for item in file.tree.items:
        if isinstance(item, s.AxisDef):
            name = item.name.name
            kind = state.scopes[file.name].get(name) or state.prelude.get(name)
            if isinstance(kind, Kind) and kind.form == "kind":
                span = Span(file.source, item.name.start, item.name.end)
                help_ = f"it is a kind, of which `all {name}` lists the objects: give the axis another name"
                state.diagnostics.append(errors.name_taken(span, name, _span_of(kind), help_))


def _imports(state: ResolveState, file: LoadedFile) -> None:
    scope = state.scopes[file.name]
    for name, (target, item) in file.imports.items():
        span = Span(file.source, item.start, item.end)
        if name in scope:
            before = _span_of(scope[name])
            state.diagnostics.append(errors.name_taken(before, name, span, imported=True))
        elif target in state.scopes:
            scope[name] = Module(target, span)


def _source(state: ResolveState, source: Source, item: s.SourceDef) -> SourceSymbol:
    facts: dict[str, str] = {}
    diagnostics = state.diagnostics
    span = Span(source, item.name.start, item.name.end)
    for statement in item.body.statements:
        where = Span(source, statement.start, statement.end)
        if not isinstance(statement, s.Fill) or len(statement.path.names) != 1:
            diagnostics.append(errors.not_here(where, "this", "a source", f"it fills {', '.join(s.SOURCE_FACTS)}"))
            continue
        key = statement.path.names[0]
        if key not in s.SOURCE_FACTS:
            where = Span(source, statement.path.start, statement.path.end)
            diagnostics.append(errors.unknown_field(where, key, "a source", diagnostics.among(source, s.SOURCE_FACTS)))
        elif isinstance(statement.value, (s.String, s.Date)):
            facts[key] = statement.value.text
            meant = nearly_web(statement.value.text) if key == "address" else ""
            if meant:
                where = Span(source, statement.value.start, statement.value.end)
                diagnostics.append(errors.not_an_address(where, statement.value.text, meant))
        else:
            where = Span(source, statement.value.start, statement.value.end)
            got = "a number" if isinstance(statement.value, s.Number) else "an expression"
            facts[key] = ""
            turned = re.fullmatch(r"(0?[1-9]|1[0-2]) ?[/.-] ?((?:19|20)\d\d)", written(where))
            help_ = f"write `{turned[2]}-{int(turned[1]):02}`" if turned is not None else ""
            diagnostics.append(errors.wrong_type(where, got, "a text or a date with its month (`2012-01`)", help=help_))
    title = item.title or facts.pop("title", "")
    missing = (
        "title" if not title
        else "publisher or author" if not facts.keys() & {"publisher", "author"}
        else "date or address" if not facts.keys() & {"date", "address"}
        else ""
    )  # fmt: skip
    if missing:
        diagnostics.append(errors.source_incomplete(span, item.name.name, missing))
    return SourceSymbol(item.name.name, title, facts, span)


def _span_of(symbol: Symbol) -> Span:
    if isinstance(symbol, (Kind, Member)):
        return symbol.span()
    if isinstance(symbol, DocumentSymbol):
        return Span(symbol.source, symbol.node.name.start, symbol.node.name.end)
    return symbol.span
