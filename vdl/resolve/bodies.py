"""Kinds: their parents, and what their bodies declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.resolve.addable import adding_to
from vdl.resolve.layers import may_replace
from vdl.resolve.state import ResolveState
from vdl.semantics.types import (
    Filling,
    Kind,
    KindForm,
    Member,
    MemberForm,
    MemberNode,
    Module,
    Object,
    Symbol,
    Written,
    describe,
)  # fmt: skip
from vdl.text.source import Source, Span


def find_kind(state: ResolveState, source: Source, path: s.Path) -> Kind | None:
    """The kind (or design) of that name, or None, which is said."""
    names = state.names
    kind = names.find_path(source.path, path)
    if isinstance(kind, Kind) and kind.form in ("kind", "design"):
        return kind
    modules = names.unimported_module(source.path, path)
    if modules:
        missing = source.path, path.names[0]
        if missing in state.unimported:
            return None
        state.unimported.add(missing)
    known = state.diagnostics.among(source, in_sight(state, source.path, _is_kind))
    state.diagnostics.append(errors.unknown_kind(names.astray(source, path), str(path), known, modules))
    return None


def in_sight(state: ResolveState, file: str, fits: Callable[[Symbol | None], bool]) -> Iterator[str]:
    """The names by which a file may mean something that fits, also in files that it imports."""
    for name in state.names.visible(file):
        symbol = state.names.find(file, name)
        if isinstance(symbol, Module):
            inner = state.names.scopes.get(symbol.file, {})
            yield from (f"{name}.{n}" for n, found in inner.items() if fits(found))
        elif fits(symbol):
            yield name


def _designs_of(state: ResolveState, file: str) -> Iterator[str]:
    yield from state.names.designs(file)  # looked for only where a name is suggested: there may be thousands of faults


def _add_up(before: Member, other: s.Object) -> bool:
    """Whether two objects may be meant for one: they are of one kind, none states what the other states, and the one that is
    there has all that the other one fills."""
    one = before.node
    if not isinstance(one, s.Object) or one.kind.names != other.kind.names:
        return False
    first, second = ({_stated(inner) for inner in node.body.statements} - {""} for node in (one, other))
    fills = [inner.path.names[0] for inner in other.body.statements if isinstance(inner, s.Fill)]
    return first.isdisjoint(second) and before.kind is not None and all(map(before.kind.lookup, fills))


def _stated(node: s.Node) -> str:
    return str(node.path) if isinstance(node, s.Fill) else node.name.name if isinstance(node, s.Object) else ""


def _is_kind(symbol: Symbol | None) -> bool:
    return isinstance(symbol, Kind) and symbol.form == "kind"


def object_kind(state: ResolveState, node: s.Object, source: Source, scope: Kind | None, cites: tuple[s.Cite, ...] = ()) -> Kind:
    """The kind that the body of an object makes, still to be completed; `cites` cover it where it has none of its own."""
    kind = Kind(node.name.name, "object", node, source, scope)
    kind.bodies.append(Written(node.body, source, cites=node.cites or cites))
    state.kinds.append(kind)
    return kind


def complete(state: ResolveState, kind: Kind) -> None:
    """Link the parent and declare what the bodies hold. What the kind needs is complete, or was cut."""
    kind.parent = _parent(state, kind)
    declare(state, kind)


def declare(state: ResolveState, kind: Kind) -> None:
    """Declare what the bodies of a kind hold, whose parent is known."""
    _read([_Body(state, kind, kind, written) for written in kind.bodies])


def _read(bodies: Iterable[_Body]) -> None:
    refined: list[tuple[_Body, s.Refine]] = []
    for reader in bodies:
        for statement in reader.written.body.statements:
            if isinstance(statement, s.Refine):
                refined.append((reader, statement))
            else:
                _DECLARATIONS[statement.__class__](reader, statement)
    for reader, statement in refined:  # once all objects are there, wherever in the text
        reader.refine(statement)


def _parent(state: ResolveState, kind: Kind) -> Kind | None:
    node, source = kind.node, kind.source
    if isinstance(node, s.DesignDef):
        if node.base is None:
            return state.design
        if node in state.cut:
            return None
        base = state.names.find_path(source.path, node.base)
        if isinstance(base, Kind) and base.form == "design":
            return base
        known = state.diagnostics.among(source, _designs_of(state, source.path))
        state.diagnostics.append(errors.unknown_design(state.names.astray(source, node.base), str(node.base), known))
        return None
    assert isinstance(node, (s.KindDef, s.Object))
    path = node.parent if isinstance(node, s.KindDef) else node.kind
    if path is None or node in state.cut:
        return None
    parent = find_kind(state, source, path)
    if parent is not None and (parent.form == "design" or parent is state.design):
        found = f"the design `{parent.name}`" if parent.form == "design" else "the kind of all designs"
        state.diagnostics.append(errors.wrong_kind(path_span(source, path), found, "a kind"))
        return None
    return parent


class _Body:
    """One body of a kind, or a part of it that adds to an object: `outermost` is the kind then, `within` the path to it."""

    def __init__(
        self, state: ResolveState, kind: Kind, outermost: Kind, written: Written, within: tuple[str, ...] = (),
        filled: dict[tuple[str, ...], s.Fill] | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.kind = kind
        self.outermost = outermost
        self.written = written
        self.source = written.source
        self.extension = written.extension
        self.within = within
        self.filled: dict[tuple[str, ...], s.Fill] = {} if filled is None else filled
        """What the whole body fills."""

    def member(self, statement: s.Field | s.Let | s.Function | s.Count | s.Bound | s.Require) -> None:
        self._member(statement.name, _FORMS[statement.__class__], statement)

    def waiver(self, statement: s.Waive) -> None:
        if self._belongs(statement, "a waiver", ("object", "design", "scenario"), "the design that accepts the failure"):
            self.kind.waivers.append((statement, self.source))

    def place(self, statement: s.Place) -> None:
        line = self.source.place(statement.start)[0]
        unnamed = s.Ident(statement.start, statement.start + 5, f"place at {self.source.path}:{line}:{statement.start}")
        self._member(statement.name or unnamed, "place", statement)

    def expect(self, statement: s.Expect) -> None:
        if self._belongs(statement, "an expectation", ("design", "scenario"), "the design"):
            self._member(statement.name, "expect", statement)

    def ask(self, statement: s.Ask | s.Sweep) -> None:
        if self._belongs(statement, "a question", ("design", "scenario"), "the design"):
            self._member(statement.name, "ask", statement)

    def _belongs(self, statement: s.Statement, what: str, homes: tuple[KindForm, ...], home: str) -> bool:
        """Whether a statement may stand in the body of such a kind; where not, it is said."""
        fits = self.kind.form in homes
        if not fits:
            span = Span(self.source, statement.start, statement.end)
            where = "an object" if self.kind.form == "object" else f"a {self.kind.form}"
            self.state.diagnostics.append(errors.not_here(span, what, where, f"write it in {home}"))
        return fits

    def fill(self, statement: s.Fill) -> None:
        path = statement.path
        whole = (*self.within, *path.names)
        before = self.filled.setdefault(whole, statement)
        if before is not statement:
            spans = path_span(self.source, path), path_span(self.source, before.path)
            self.state.diagnostics.append(errors.duplicate_fill(spans[0], str(path), spans[1]))
            return
        filling = Filling(path.names, statement, self.source, self.extension, statement.cites or self.written.cites)
        if self.extension:
            other = self.state.extended.setdefault((self.outermost, whole), filling)
            if other is not filling and not other.alike(filling):
                words = "two `on` blocks", "the object itself"
                self.state.diagnostics.append(errors.conflicting_fills(filling.span(), ".".join(whole), other.span(), *words))
                return
        self.kind.fillings.append(filling)

    def scenario(self, statement: s.Scenario) -> None:
        if not self._belongs(statement, "a scenario", ("design",), "the design"):
            return
        member = self._member(statement.name, "scenario", statement)
        if member is not None:
            inner = member.kind = Kind(statement.name.name, "scenario", statement, self.source, None)
            inner.title = statement.title
            inner.parent = self.kind
            inner.bodies.append(Written(statement.body, self.source))
            self.state.kinds.append(inner)
            self.state.scenarios.append(inner)

    def _member(self, name: s.Ident, form: MemberForm, node: MemberNode) -> Member | None:
        """Declare a member; None where its name is taken, which is said."""
        kind = self.kind
        own = kind.members.get(name.name)
        replaced = None
        if own is not None and self.extension and own not in self.state.from_extensions and may_replace(own, form, kind.form):
            own, replaced = None, own  # an `on` block ranks above the kind itself
        before = own
        if own is None and kind.parent is not None:
            before = kind.parent.lookup(name.name)
            if before is not None and may_replace(before, form, kind.form):
                before = None
        if before is not None:
            self._taken(name, before, node)
            return None
        member = kind.members[name.name] = Member(name.name, form, node, kind, self.source)
        member.replaces = replaced
        if self.extension:
            self.state.from_extensions.add(member)
        self.state.type_member(member)
        return member

    def _taken(self, name: s.Ident, before: Member, node: s.Node) -> None:
        span, help_ = Span(self.source, name.start, name.end), ""
        other = before.node
        if other is not None and before.source.text[other.start : other.end] == self.source.text[node.start : node.end]:
            help_ = "take one of them out: both say the same"
        elif before.form in ("input", "count") and isinstance(node, s.Let) and self.kind.form == "object":
            help_ = f"leave out `let` to fill the one that is there: `{name.name} = ...`"
        elif before.form in ("input", "count") and isinstance(node, s.Field):
            path = node.type.path
            given = path is not None and isinstance(self.state.names.find_path(self.source.path, path), Member)
            value = node.type.text if given or node.type.text in self.state.names.labels else "..."
            help_ = f"it is declared already; to give it a value, write `{name.name} = {value}`"
        elif isinstance(node, s.Object) and _add_up(before, node):
            help_ = f"give one of them another name; to fill the one that is there, write `{name.name} {{ ... }}`"
        self.state.diagnostics.append(errors.name_taken(span, name.name, before.span(), help=help_))

    def object(self, node: s.Object) -> None:
        kind, name = self.kind, node.name.name
        own = kind.members.get(name)
        inherited = kind.parent.lookup(name) if kind.parent is not None else None
        if own is not None:
            self._taken(node.name, own, node)
            return
        if inherited is not None and inherited.form not in ("input", "object"):
            self._taken(node.name, inherited, node)
            return
        member = kind.members[name] = Member(name, "object", node, kind, self.source)
        member.kind = object_kind(self.state, node, self.source, kind, self.written.cites)
        complete(self.state, member.kind)  # bodies nest no deeper than braces may
        if inherited is not None:
            self._fits_inherited(node, member.kind, inherited)

    def _fits_inherited(self, node: s.Object, kind: Kind, inherited: Member) -> None:
        """An object may take the place of an inherited object, or of a field that takes objects, of its own kind."""
        wanted = inherited.kind.parent if inherited.form == "object" and inherited.kind else None
        if inherited.form == "input" and isinstance(inherited.type, Object):
            wanted = inherited.type.kind
        if wanted is None or not kind.may_be(wanted):
            words = "something else" if inherited.type is None else describe(inherited.type, self.state.names.units.name)
            if wanted is not None:
                words = f"an object of kind `{wanted.name}`"
            self.state.diagnostics.append(
                errors.wrong_kind(path_span(self.source, node.kind), f"an object of kind `{node.kind}`", words,
                                  [(inherited.span(), "declared here")])
            )  # fmt: skip

    def refine(self, statement: s.Refine) -> None:
        """`path { ... }`: an anonymous subkind of each object on the way, and the body in the last one."""
        kind, path = self.kind, statement.path
        for index, name in enumerate(path.names):
            inherited = kind.members.get(name) or (kind.parent.lookup(name) if kind.parent is not None else None)
            if inherited is None:
                if not kind.broken():
                    from vdl.resolve.astray import belongs  # only where something is wrong

                    span = Span(self.source, *path.span_of(index))
                    members = (n for k in kind.chain() for n in k.members)
                    known = self.state.diagnostics.among(self.source, members)
                    searches = self.state.diagnostics.searches(self.source)
                    modules = adding_to(self.state.names, self.state.adding, kind, name) if searches else {}
                    answers = belongs(kind, name, statement, self.source)
                    said = errors.unknown_field(span, name, f"`{kind.name}`", known, answers=answers, modules=modules)
                    self.state.diagnostics.append(said)
                return
            if inherited.form != "object" or inherited.kind is None:
                help_ = ""
                if inherited.form == "input" and isinstance(inherited.type, Object):
                    filled = next((str(st.path) for st in statement.body.statements if isinstance(st, s.Fill)), "INPUT")
                    help_ = f"it refers to an object; what is changed in that is filled by its path: `{path}.{filled} = ...`"
                words, span = "no object of this body", Span(self.source, *path.span_of(index))
                self.state.diagnostics.append(errors.not_fillable(span, name, words, inherited.span(), help_))
                return
            kind = kind.refined.get(name) or self._refined(kind, inherited, inherited.kind, statement)
        written = Written(statement.body, self.source, self.extension, statement.cites or self.written.cites)
        kind.bodies.append(written)
        _read([_Body(self.state, kind, self.outermost, written, (*self.within, *path.names), self.filled)])

    def _refined(self, kind: Kind, member: Member, parent: Kind, statement: s.Refine) -> Kind:
        """An anonymous subkind of an object, in its place."""
        ident = s.Ident(statement.path.start, statement.path.end, member.name)
        node = s.Object(statement.start, statement.end, (), ident, statement.path, "", statement.body)
        refined = kind.refined[member.name] = Kind(member.name, "object", node, self.source, kind)
        refined.refines = True
        refined.parent = parent
        self.state.kinds.append(refined)
        replaced = kind.members[member.name] = Member(member.name, "object", member.node, kind, member.source)
        replaced.kind = refined
        return refined


_FORMS: dict[type[s.Statement], MemberForm] = {
    s.Field: "input", s.Let: "let", s.Function: "function", s.Count: "count", s.Bound: "bound", s.Require: "rule",
}  # fmt: skip


_DECLARATIONS: Mapping[type[s.Statement], Callable[[_Body, Any], None]] = {
    s.Field: _Body.member, s.Let: _Body.member, s.Function: _Body.member, s.Count: _Body.member, s.Bound: _Body.member,
    s.Require: _Body.member, s.Fill: _Body.fill, s.Object: _Body.object, s.Waive: _Body.waiver, s.Scenario: _Body.scenario,
    s.Place: _Body.place, s.Expect: _Body.expect, s.Ask: _Body.ask, s.Sweep: _Body.ask,
}  # fmt: skip
"""What notes down each form of statement; what is added to objects (`Refine`) comes after all of them."""


def path_span(source: Source, path: s.Path) -> Span:
    return Span(source, path.start, path.end)
