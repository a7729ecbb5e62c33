"""Names: what every file, kind and body declares, and what units and axes there are."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import errors
from vdl import syntax as s
from vdl.diagnostics import Diagnostic
from vdl.load import PRELUDE, LoadedFile, Program
from vdl.source import Source, Span
from vdl.types import (
    ANY,
    BOOLEAN,
    COUNT,
    DATE,
    PLAIN_NUMBER,
    RATIO,
    TEXT,
    Axis,
    DocumentSymbol,
    Filling,
    Kind,
    Labels,
    ListOf,
    Member,
    Module,
    Object,
    Quantity,
    SourceSymbol,
    Symbol,
    Type,
)  # fmt: skip
from vdl.units import NUMBER, Dimension, Exact, Unit, Units, combine, divide

_BUILT_IN: dict[str, Type] = {
    "Number": PLAIN_NUMBER, "Ratio": RATIO, "Text": TEXT, "Boolean": BOOLEAN, "Date": DATE, "Count": COUNT,
}  # fmt: skip


class Names:
    """The outcome of this pass. Scopes are by file name; `kinds` is in order of the text."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.units = Units()
        self.axes: dict[str, Axis] = {}
        self.labels: dict[str, list[str]] = {}
        self.scopes: dict[str, dict[str, Symbol]] = {}
        self.prelude: dict[str, Symbol] = {}
        self.kinds: list[Kind] = []
        self.files: dict[str, Kind] = {}
        """For each file the pseudo-kind that holds its objects and constants."""
        self.unit_cites: dict[str, tuple[tuple[s.Cite, ...], Source]] = {}

    def find(self, file: str, name: str) -> Symbol | None:
        """A name in a file: its own declarations and imports, then the prelude."""
        found = self.scopes[file].get(name)
        return found if found is not None else self.prelude.get(name)

    def visible(self, file: str) -> list[str]:
        return [*self.scopes[file], *self.prelude]

    def find_path(self, file: str, path: s.Path) -> Symbol | None:
        """`name` or `module.name`."""
        found = self.find(file, path.names[0])
        for name in path.names[1:]:
            if not isinstance(found, Module):
                return None
            found = self.scopes.get(found.file, {}).get(name)
        return found

    def designs(self, file: str) -> dict[str, Kind]:
        return {n: k for n, k in self.scopes.get(file, {}).items() if isinstance(k, Kind) and k.form == "design"}

    def source_of(self, file: str, cite: s.Cite) -> SourceSymbol | None:
        found = self.find_path(file, cite.source)
        return found if isinstance(found, SourceSymbol) else None


def resolve(program: Program) -> tuple[Names, list[Diagnostic]]:
    """Declarations of all files; kinds with their members and parents; units worked out."""
    resolver = _Resolver(program)
    resolver.run()
    return resolver.names, resolver.found


class _Resolver:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = Names(program)
        self.found: list[Diagnostic] = []
        self.extensions: list[tuple[s.Extension, Source]] = []
        self.unit_defs: dict[str, tuple[s.UnitDef, Source]] = {}
        self.spans: dict[str, Span] = {}
        self.endless: set[str] = set()

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

    # ---------------------------------------------------------------- dimensions, units, axes
    def _taken(self, source: Source, name: s.Ident) -> bool:
        span = Span(source, name.start, name.end)
        before = self.spans.get(name.name)
        if before is not None or name.name in _BUILT_IN:
            self.found.append(errors.unit_taken(span, name.name, before))
            return True
        self.spans[name.name] = span
        return False

    def _measures(self, file: LoadedFile) -> None:
        units = self.names.units
        for item in file.tree.items:
            if isinstance(item, s.DimensionDef):
                if self._taken(file.source, item.name):
                    continue
                dimension: Dimension = ((item.name.name, 1),)
                units.dimensions[item.name.name] = dimension
                if item.counted:
                    units.counted.add(item.name.name)
                singular = item.units[0].name
                plural = item.units[1].name if len(item.units) > 1 else singular
                unit = Unit(singular, plural, 1, dimension)
                units.base_units[item.name.name] = unit
                for name in item.units:
                    if not self._taken(file.source, name):
                        units.names[name.name] = unit
            elif isinstance(item, s.UnitDef):
                for name in item.names:
                    if not self._taken(file.source, name):
                        self.unit_defs[name.name] = (item, file.source)
            elif isinstance(item, s.AxisDef):
                self._axis(file.source, item)

    def _axis(self, source: Source, item: s.AxisDef) -> None:
        axis = self.names.axes.get(item.name.name)
        if axis is None:
            span = Span(source, item.name.start, item.name.end)
            axis = self.names.axes[item.name.name] = Axis(item.name.name, item.kept, [], span)
        for label in item.labels:
            if label.name in axis.labels:
                self.found.append(errors.unit_taken(Span(source, label.start, label.end), label.name, axis.span))
                continue
            axis.labels.append(label.name)
            self.names.labels.setdefault(label.name, []).append(axis.name)

    def _work_out_units(self, files: list[LoadedFile]) -> None:
        units = self.names.units
        derived = [(item, f.source) for f in files for item in f.tree.items if isinstance(item, s.DerivedDef)]
        waiting = derived
        while waiting:
            left = [(item, source) for item, source in waiting if not self._derive(item, source)]
            if len(left) == len(waiting):
                for item, source in left:
                    span = Span(source, item.name.start, item.name.end)
                    self.found.append(errors.circular_unit(span, item.name.name))
                    units.dimensions[item.name.name] = NUMBER
                break
            waiting = left
        for name in list(self.unit_defs):
            self._unit(name, [])
        for file in files:
            for other in file.tree.items:
                if isinstance(other, s.DisplayDef):
                    self._display(file.source, other)

    def _derive(self, item: s.DerivedDef, source: Source) -> bool:
        words = item.text.replace("/", " / ").replace("*", " * ").split()
        dimension = NUMBER
        sign = 1
        for word in words:
            if word in "*/":
                sign = 1 if word == "*" else -1
                continue
            known = self.names.units.dimensions.get(word)
            if known is None:
                return False
            dimension = combine(dimension, known, sign)
        if not self._taken(source, item.name):
            self.names.units.dimensions[item.name.name] = dimension
        return True

    def _unit(self, name: str, ring: list[str]) -> Unit | None:
        units = self.names.units
        if name in units.names:
            return units.names[name]
        if name not in self.unit_defs or name in ring:
            return None
        item, source = self.unit_defs[name]
        worked = self._constant(item.value, source, [*ring, name])
        if worked is None:
            span = Span(source, item.start, item.end)
            if not any(d.span is not None and d.span.start >= item.start and d.span.source is source
                       and d.span.end <= item.end for d in self.found):  # fmt: skip
                self.found.append(errors.circular_unit(span, name))
            worked = (1, NUMBER)
        singular = item.names[0].name
        plural = item.names[1].name if len(item.names) > 1 else singular
        unit = Unit(singular, plural, *worked)
        for ident in item.names:
            units.names[ident.name] = unit
        self.names.unit_cites[singular] = (item.cites, source)
        return unit

    def _constant(self, expr: s.Expr, source: Source, ring: list[str]) -> tuple[Exact, Dimension] | None:
        if isinstance(expr, s.Number):
            if expr.unit is None:
                return expr.value, NUMBER
            factor: Exact = expr.value
            dimension = NUMBER
            for index, part in enumerate(expr.unit.text.split("/")):
                unit = self._unit(part, ring)
                if unit is None:
                    if part not in self.unit_defs:
                        span = Span(source, expr.unit.start, expr.unit.end)
                        self.found.append(errors.unknown_unit(span, part, [*self.names.units.names, *self.unit_defs]))
                    return None
                factor = factor * unit.factor if index == 0 else divide(factor, unit.factor)
                dimension = combine(dimension, unit.dimension, 1 if index == 0 else -1)
            return factor, dimension
        if isinstance(expr, s.Binary) and expr.op in "*/":
            left = self._constant(expr.left, source, ring)
            right = self._constant(expr.right, source, ring)
            if left is None or right is None or (expr.op == "/" and right[0] == 0):
                return None
            if expr.op == "*":
                return left[0] * right[0], combine(left[1], right[1])
            return divide(left[0], right[0]), combine(left[1], right[1], -1)
        return None

    def _display(self, source: Source, item: s.DisplayDef) -> None:
        units = self.names.units
        dimension = units.dimensions.get(item.name.name)
        span = Span(source, item.name.start, item.name.end)
        if dimension is None:
            self.found.append(errors.unknown_type(span, item.name.name, units.dimensions))
            return
        unit = units.read(item.unit.text)
        where = Span(source, item.unit.start, item.unit.end)
        if isinstance(unit, str):
            self.found.append(errors.unknown_unit(where, unit, units.names))
        elif unit.dimension != dimension:
            message = f"{item.unit.text} is a unit of {units.name(unit.dimension)}, not of {item.name.name}"
            self.found.append(errors.unit_mismatch(where, message))
        else:
            units.display[dimension] = unit

    # ---------------------------------------------------------------- items of files
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
                self.found.append(errors.unknown_field(where, key, "a source", known))
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

    # ---------------------------------------------------------------- kinds
    def _kind(self, source: Source, path: s.Path) -> Kind | None:
        """The kind (or design) of that name, or None with an error."""
        found = self.names.find_path(source.path, path)
        if isinstance(found, Kind) and found.form in ("kind", "design"):
            return found
        span = Span(source, path.start, path.end)
        scope: dict[str, Symbol] = {**self.names.prelude, **self.names.scopes[source.path]}
        known = [n for n, x in scope.items() if isinstance(x, Kind) and x.form == "kind"]
        for name, symbol in scope.items():
            if isinstance(symbol, Module):
                inner = self.names.scopes.get(symbol.file, {})
                known += [f"{name}.{n}" for n, x in inner.items() if isinstance(x, Kind) and x.form == "kind"]
        self.found.append(errors.unknown_kind(span, str(path), known))
        return None

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
                known = self.names.designs(kind.source.path)
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
        before = own
        if own is None and kind.parent is not None:
            before = kind.parent.lookup(name.name)
            if before is not None and _replaces(before, form, kind):
                before = None
        if before is not None:
            self.found.append(errors.name_taken(span, name.name, before.span()))
            return None
        member = kind.members[name.name] = Member(name.name, form, node, kind, source)
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
                self.found.append(errors.unknown_field(span, first, f"`{kind.name}`", kind.all_members()))
            return
        if inherited.form != "object" or inherited.kind is None:
            self.found.append(errors.not_fillable(span, first, "no object of this body", inherited.span()))
            return
        body = st.body
        if rest:
            inner = s.Refine(st.start, st.end, (), s.Path(st.path.start, st.path.end, rest), st.body)
            body = s.Body(st.body.start, st.body.end, (inner,))
        node = s.Object(st.start, st.end, (), s.Ident(st.path.start, st.path.end, first), st.path, body)
        refined = Kind(first, "object", node, source, kind)
        refined.parent = inherited.kind
        refined.bodies.append((body, source, False))
        self.names.kinds.append(refined)
        replaced = Member(first, "object", inherited.node, kind, inherited.source)
        replaced.kind = refined
        kind.members[first] = replaced
        self._complete(refined, (kind,))

    # ---------------------------------------------------------------- types
    def _declared(self, ref: s.TypeRef, shown: s.UnitName | None, source: Source) -> Type:
        type_ = self.type_of(ref, source)
        if shown is None or not isinstance(type_, Quantity):
            return type_
        unit = self.names.units.read(shown.text)
        span = Span(source, shown.start, shown.end)
        if isinstance(unit, str):
            self.found.append(errors.unknown_unit(span, unit, self.names.units.names))
            return type_
        if unit.dimension != type_.dimension:
            name = self.names.units.name
            self.found.append(errors.unit_mismatch(span, f"{shown.text} is not a unit of {name(type_.dimension)}"))
            return type_
        return Quantity(type_.dimension, type_.ratio, unit)

    def type_of(self, ref: s.TypeRef, source: Source) -> Type:
        span = Span(source, ref.start, ref.end)
        units = self.names.units
        if ref.form == "unit":
            dimension = NUMBER
            for index, part in enumerate(ref.text.split("/")):
                known = units.dimensions.get(part)
                if known is None:
                    self.found.append(errors.unknown_type(span, part, [*units.dimensions, *_BUILT_IN]))
                    return ANY
                dimension = combine(dimension, known, 1 if index == 0 else -1)
            return Quantity(dimension)
        assert ref.path is not None
        if ref.form == "labels":
            if ref.text not in self.names.axes:
                self.found.append(errors.unknown_axis(span, ref.text, self.names.axes))
                return ANY
            return Labels(ref.text)
        if ref.form == "list":
            inner = s.TypeRef(ref.path.start, ref.path.end, "path", ref.text, ref.path)
            return ListOf(self.type_of(inner, source))
        if ref.text in _BUILT_IN:
            return _BUILT_IN[ref.text]
        if ref.text in units.dimensions:
            return Quantity(units.dimensions[ref.text])
        found = self.names.find_path(source.path, ref.path)
        if isinstance(found, Kind) and found.form == "kind":
            return Object(found)
        known_names = [*units.dimensions, *_BUILT_IN]
        known_names += [n for n in self.names.visible(source.path) if isinstance(self.names.find(source.path, n), Kind)]
        self.found.append(errors.unknown_type(span, ref.text, known_names))
        return ANY


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


def _span_of(symbol: Symbol) -> Span | None:
    if isinstance(symbol, (Kind, Member)):
        return symbol.span()
    if isinstance(symbol, DocumentSymbol):
        return Span(symbol.source, symbol.node.name.start, symbol.node.name.end)
    return symbol.span


