"""Kinds: their parents, and what their bodies declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.resolve.measures import Measures, read_unit
from vdl.resolve.names import type_of
from vdl.semantics.types import (
    Filling,
    Kind,
    Member,
    Module,
    Object,
    Quantity,
    Type,
)  # fmt: skip
from vdl.text.source import Source, Span


class Kinds(Measures):
    """Completes kinds: links the parent, then declares what the bodies hold."""

    def _kind(self, source: Source, path: s.Path) -> Kind | None:
        """The kind (or design) of that name, or None with an error."""
        found = self.names.find_path(source.path, path)
        if isinstance(found, Kind) and found.form in ("kind", "design"):
            return found
        span = Span(source, path.start, path.end)
        first = path.names[0]
        modules = self.names.importable(first) if len(path.names) > 1 and self.names.find(source.path, first) is None else []
        known = self.found.among(source, self._kinds_in_sight(source.path))
        self.found.append(errors.unknown_kind(span, str(path), known, modules))
        return None

    def _kinds_in_sight(self, file: str) -> Iterator[str]:
        for name in self.names.visible(file):
            symbol = self.names.find(file, name)
            if isinstance(symbol, Kind) and symbol.form == "kind":
                yield name
            elif isinstance(symbol, Module):
                inner = self.names.scopes.get(symbol.file, {})
                yield from (f"{name}.{n}" for n, x in inner.items() if isinstance(x, Kind) and x.form == "kind")

    def _object_kind(self, item: s.Object, source: Source, scope: Kind | None) -> Kind:
        kind = Kind(item.name.name, "object", item, source, scope)
        kind.bodies.append((item.body, source, False))
        kind.cites = item.cites
        self.names.kinds.append(kind)
        return kind

    def _complete(self, kind: Kind, ring: tuple[Kind, ...] = ()) -> None:
        """Link the parent (completed first) and declare what the bodies hold."""
        if kind.state == 2:
            return
        if kind.state == 1:
            names = [k.name for k in ring[ring.index(kind) :]] if kind in ring else [kind.name]
            self.found.append(errors.circular_kind(kind.span(), [*names, kind.name]))
            kind.parent = None
            return
        kind.state = 1
        if kind.parent is None:
            self._link(kind, ring)
        if kind.parent is not None:
            self._complete(kind.parent, (*ring, kind))
        for body, source, extension in kind.bodies:
            self._body(kind, body, source, extension)
        kind.state = 2

    def _link(self, kind: Kind, ring: tuple[Kind, ...]) -> None:
        node = kind.node
        path: s.Path | None = None
        if isinstance(node, s.KindDef):
            path = node.parent
        elif isinstance(node, s.Object):
            path = node.kind
        elif isinstance(node, s.DesignDef):
            path = node.base
        if path is None:
            return
        if kind.form == "design":
            found = self.names.find_path(kind.source.path, path)
            if isinstance(found, Kind) and found.form == "design":
                parent: Kind | None = found
            else:
                known = self.found.among(kind.source, self.names.designs(kind.source.path))
                self.found.append(errors.unknown_design(Span(kind.source, path.start, path.end), str(path), known))
                parent = None
        else:
            parent = self._kind(kind.source, path)
            if parent is not None and parent.form == "design":
                span = Span(kind.source, path.start, path.end)
                self.found.append(errors.wrong_kind(span, f"the design `{parent.name}`", "a kind"))
                parent = None
        if parent is not None and (parent is kind or parent.state == 1):
            chain = [k.name for k in ring[ring.index(parent) :]] if parent in ring else []
            self.found.append(errors.circular_kind(kind.span(), [*chain, kind.name, parent.name]))
            parent = None
        kind.parent = parent
        if parent is not None and kind.form == "object" and kind.scope is not None:
            self._endless(kind, parent)

    def _endless(self, kind: Kind, parent: Kind) -> None:
        """A kind that holds an object of its own kind would never end."""
        outer = kind.scope
        ring = [kind.name]
        while outer is not None:
            ring.append(outer.name)
            if outer.form == "kind":
                if any(k is outer for k in parent.chain()) or self._holds(parent, outer, set()):
                    kind.parent = None
                    if parent.name in self.endless:  # said from the other side
                        return
                    self.endless.add(outer.name)
                    self.found.append(errors.circular_kind(kind.span(), [outer.name, parent.name, outer.name]))
                return
            outer = outer.scope

    def _holds(self, kind: Kind, wanted: Kind, seen: set[int]) -> bool:
        if id(kind) in seen:
            return False
        seen.add(id(kind))
        for ancestor in kind.chain():
            for body, source, _ in ancestor.bodies:
                for path in _object_kinds(body):
                    found = self.names.find_path(source.path, path)
                    if isinstance(found, Kind) and (found is wanted or self._holds(found, wanted, seen)):
                        return True
        return False

    def _body(self, kind: Kind, body: s.Body, source: Source, extension: bool) -> None:
        filled: dict[tuple[str, ...], s.Fill] = {}
        for st in body.statements:
            span = Span(source, st.start, st.end)
            if isinstance(st, s.Fill):
                before = filled.get(st.path.names)
                if before is not None:
                    self.found.append(errors.duplicate_fill(_path_span(source, st.path), str(st.path),
                                                            _path_span(source, before.path)))  # fmt: skip
                    continue
                filled[st.path.names] = st
                kind.fillings.append(Filling(st.path.names, st, source, extension))
            elif isinstance(st, s.Refine):
                self._refine(kind, st, source, extension)
            elif isinstance(st, s.Waive):
                if kind.form == "kind":
                    self.found.append(errors.not_here(span, "a waiver", "a kind"))
                else:
                    kind.waivers.append((st, source))
            elif isinstance(st, s.Object):
                self._object(kind, st, source, extension)
            elif isinstance(st, s.Scenario):
                if kind.form != "design":
                    self.found.append(errors.not_here(span, "a scenario", "anything but a design"))
                    continue
                member = self._member(kind, st.name, "scenario", st, source, extension)
                if member is not None:
                    inner = Kind(st.name.name, "scenario", st, source, None)
                    inner.title = st.title
                    inner.parent = kind
                    inner.bodies.append((st.body, source, False))
                    member.kind = inner
                    self.names.kinds.append(inner)
            elif isinstance(st, s.Place):
                name = st.name or s.Ident(st.start, st.start + 5, f"place at {source.place(st.start)[0]}:{st.start}")
                self._member(kind, name, "place", st, source, extension)
            elif isinstance(st, (s.Expect, s.Ask)):
                if kind.form not in ("design", "scenario"):
                    what = "an expectation" if isinstance(st, s.Expect) else "a question"
                    self.found.append(errors.not_here(span, what, "anything but a design or a scenario"))
                    continue
                self._member(kind, st.name, "expect" if isinstance(st, s.Expect) else "ask", st, source, extension)
            else:
                form = _FORMS[type(st)]
                name = st.name  # type: ignore[attr-defined]
                self._member(kind, name, form, st, source, extension)


    def _member(
        self, kind: Kind, name: s.Ident, form: str, node: s.Statement, source: Source, extension: bool
    ) -> Member | None:
        span = Span(source, name.start, name.end)
        own = kind.members.get(name.name)
        if own is not None and extension and own not in self.extended and _replaces(own, form, kind):
            own = None  # an `on` block ranks above the kind itself
        before = own
        if own is None and kind.parent is not None:
            before = kind.parent.lookup(name.name)
            if before is not None and _replaces(before, form, kind):
                before = None
        if before is not None:
            self.found.append(errors.name_taken(span, name.name, before.span()))
            return None
        member = kind.members[name.name] = Member(name.name, form, node, kind, source)
        if extension:
            self.extended.add(member)
        if isinstance(node, (s.Field, s.Count)) or (isinstance(node, (s.Let, s.Function)) and node.type is not None):
            assert node.type is not None
            member.type = self._declared(node.type, getattr(node, "shown", None), source)
        return member

    def _object(self, kind: Kind, st: s.Object, source: Source, extension: bool) -> None:
        inherited = kind.parent.lookup(st.name.name) if kind.parent is not None else None
        own = kind.members.get(st.name.name)
        if own is not None or (inherited is not None and inherited.form not in ("input", "object")):
            before = own or inherited
            assert before is not None
            span = Span(source, st.name.start, st.name.end)
            self.found.append(errors.name_taken(span, st.name.name, before.span()))
            return
        member = Member(st.name.name, "object", st, kind, source)
        member.kind = self._object_kind(st, source, kind)
        kind.members[st.name.name] = member
        self._complete(member.kind, (kind,))
        if inherited is not None:
            wanted = inherited.kind.parent if inherited.form == "object" and inherited.kind else None
            if inherited.form == "input" and isinstance(inherited.type, Object):
                wanted = inherited.type.kind
            if wanted is None or not member.kind.is_a(wanted):
                span = _path_span(source, st.kind)
                words = f"an object of kind `{wanted.name}`" if wanted is not None else "something else"
                self.found.append(
                    errors.wrong_kind(span, f"an object of kind `{st.kind}`", words, [(inherited.span(), "declared here")])
                )

    def _refine(self, kind: Kind, st: s.Refine, source: Source, extension: bool) -> None:
        first, rest = st.path.names[0], st.path.names[1:]
        member = kind.members.get(first)
        inherited = member or (kind.parent.lookup(first) if kind.parent is not None else None)
        span = _path_span(source, st.path)
        if inherited is None:
            if not kind.broken():
                known = self.found.among(source, kind.all_members())
                self.found.append(errors.unknown_field(span, first, f"`{kind.name}`", known))
            return
        if inherited.form != "object" or inherited.kind is None:
            self.found.append(errors.not_fillable(span, first, "no object of this body", inherited.span()))
            return
        body = st.body
        if rest:
            inner = s.Refine(st.start, st.end, (), s.Path(st.path.start, st.path.end, rest), st.body)
            body = s.Body(st.body.start, st.body.end, (inner,))
        node = s.Object(st.start, st.end, (), s.Ident(st.path.start, st.path.end, first), st.path, "", body)
        refined = Kind(first, "object", node, source, kind)
        refined.parent = inherited.kind
        refined.bodies.append((body, source, False))
        self.names.kinds.append(refined)
        replaced = Member(first, "object", inherited.node, kind, inherited.source)
        replaced.kind = refined
        kind.members[first] = replaced
        self._complete(refined, (kind,))

    def _declared(self, ref: s.TypeRef, shown: s.UnitName | None, source: Source) -> Type:
        type_ = type_of(self.names, ref, source, self.found)
        if shown is None or not isinstance(type_, Quantity):
            return type_
        unit = read_unit(self.names.units, shown, source, self.found)
        span = Span(source, shown.start, shown.end)
        if unit is None:
            return type_
        if unit.dimension != type_.dimension:
            name = self.names.units.name
            self.found.append(errors.unit_mismatch(span, f"{shown.text} is not a unit of {name(type_.dimension)}"))
            return type_
        return Quantity(type_.dimension, type_.ratio, unit)


_FORMS = {
    s.Field: "input", s.Let: "let", s.Function: "function", s.Count: "count", s.Bound: "bound", s.Require: "rule",
}  # fmt: skip


def _replaces(before: Member, form: str, kind: Kind) -> bool:
    """Whether a later layer may declare this name again: the same sort of statement, named again."""
    if before.form != form:
        return before.form in ("expect", "ask") and form in ("expect", "ask")
    if form == "input":
        return kind.form == "kind"  # a subkind may narrow an input
    return form in ("let", "function", "bound", "rule", "place", "expect", "ask", "scenario")


def _object_kinds(body: s.Body) -> Iterable[s.Path]:
    for st in body.statements:
        if isinstance(st, s.Object):
            yield st.kind
            yield from _object_kinds(st.body)


def _path_span(source: Source, path: s.Path) -> Span:
    return Span(source, path.start, path.end)
