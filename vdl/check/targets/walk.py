"""The walk over a tree that finds what its names stand for, and what that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from vdl import syntax as s
from vdl.check.state import Types
from vdl.records import NamedTuple
from vdl.resolve import Names
from vdl.semantics.types import DocumentSymbol, Kind, ListOf, Member, Module, Object, SourceSymbol, Symbol, Type
from vdl.text.source import Source, Span

Form = Literal[
    "member", "kind", "local", "file", "module", "source", "document", "axis", "label", "dimension", "unit", "built-in",
]  # fmt: skip
"""`local` is the name of a loop or a parameter, `module` what a file is called where it is imported. A design and a scenario
are members of `kind` and `member`; `built-in` is a word that no text declares."""


class Target(NamedTuple):
    """What a name stands for.

    `span` is where its declaration names it, None of a built-in word; of a file it is the beginning. `symbol` is what is known
    of it, None of locals, labels, dimensions, units and built-in words.
    """

    form: Form
    name: str
    span: Span | None
    symbol: Symbol | None = None


Targets = Mapping[s.Node, tuple[Target | None, ...]]
"""For each node that bears names (`names_of` in `syntax/places`) what each of them stands for; None of one that stands for
nothing, in a program with errors. What declares a name is bound to itself: its `span` is where the name stands, but for an
axis or a unit that is declared once more, which is bound to its first place."""


class _Declared:
    """Where labels, axes, dimensions and units are declared; what is declared again in the same words keeps its first place."""

    def __init__(self, names: Names) -> None:
        files = list(names.program.files.values())
        self.measures: dict[str, Target] = {}
        self.axes: dict[str, Target] = {}
        self.labels: dict[tuple[str, str], Target] = {}
        for file in files:
            for item in file.tree.items:
                if isinstance(item, (s.DimensionDef, s.DerivedDef)):
                    self._measure("dimension", [item.name], file.source)
                if isinstance(item, s.DimensionDef):
                    self._measure("unit", item.units, file.source)
                elif isinstance(item, s.OpenUnit):
                    self._measure("unit", item.names, file.source)
                elif isinstance(item, s.AxisDef):
                    self.axes.setdefault(item.name.name, own("axis", item.name, file.source))
                    for label in item.labels:
                        self.labels.setdefault((item.name.name, label.name), own("label", label, file.source))
        for file in files:  # `unit` may also state the factor of a unit that is declared anywhere
            for item in file.tree.items:
                if isinstance(item, s.UnitDef):
                    self._measure("unit", item.names, file.source)

    def _measure(self, form: Form, names: Iterable[s.Ident], source: Source) -> None:
        for name in names:
            self.measures.setdefault(name.name, own(form, name, source))


class Place(NamedTuple):
    """Where a node stands: its file, the kind of the body around it, and the loops and parameters that it sees."""

    source: Source
    kind: Kind | None
    locals: Mapping[str, Target]

    def among(self, names: Iterable[Target]) -> Place:
        """The same, where more names of loops and parameters are seen."""
        return self._replace(locals={**self.locals, **{one.name: one for one in names}})


Inner = Iterable[tuple[s.Node, Place]]
"""What is to be looked at within a node."""


Forms = Mapping[type[s.Node], "Callable[[Walk, Any, Place], Inner | None]"]
"""For forms of nodes that bear names, or say what the names in them are: what writes that down, and gives what is to be looked at
within the node; None is all of it. Of other nodes all that is in them is looked at."""


class Walk:
    """One walk over some files. `forms` say for each form of node what the names in it stand for."""

    def __init__(self, types: Types, forms: Forms) -> None:
        self.forms = forms
        self.types = types
        self.names = types.names
        self.declared = _Declared(types.names)
        self.bodies = {written.body: kind for kind in types.names.kinds for written in kind.bodies}
        self.found: dict[s.Node, tuple[Target | None, ...]] = {}

    def look(self, node: s.Node, place: Place) -> None:
        """Write down what the names in a node stand for."""
        waiting: list[tuple[s.Node, Place]] = [(node, place)]
        while waiting:
            node, place = waiting.pop()
            inner = self.forms.get(node.__class__)
            below = inner(self, node, place) if inner is not None else None
            waiting += [(child, place) for child in s.children(node)] if below is None else below

    # -- what symbols are
    def symbol(self, symbol: Symbol | None, name: str, file: str) -> Target | None:
        """The target of what a name of a file stands for."""
        if isinstance(symbol, Member):
            return of_member(symbol)
        if isinstance(symbol, Kind):
            return built_in(name) if symbol is self.names.design else Target("kind", symbol.name, symbol.span(), symbol)
        if isinstance(symbol, SourceSymbol):
            return Target("source", symbol.name, symbol.span, symbol)
        if isinstance(symbol, DocumentSymbol):
            return own("document", symbol.node.name, symbol.source, symbol)
        if isinstance(symbol, Module):
            return self.module(symbol, name, file)
        return None

    def module(self, module: Module, name: str, file: str) -> Target | None:
        """What a file is called in another one that imports it."""
        importing = self.names.program.files.get(file)
        if importing is None or name not in importing.imports:
            return None
        item, source = importing.imports[name][1], importing.source
        if item.name is not None:
            return own("module", item.name, source, module)
        where = item.path.span_of(-1) if item.path is not None else (item.start, item.end)
        return Target("module", name, Span(source, *where), module)

    def path(self, path: s.Path, place: Place) -> None:
        """`name` or `module.name`, what a file sees."""
        file, found, symbol = place.source.path, list[Target | None](), None
        for index, name in enumerate(path.names):
            if index and not isinstance(symbol, Module):
                symbol = None
            elif isinstance(symbol, Module):
                file = symbol.file
                symbol = self.names.scopes.get(file, {}).get(name)
            else:
                symbol = self.names.find(file, name)
            found.append(self.symbol(symbol, name, file))
        self.found[path] = tuple(found)

    def along(self, path: s.Path, kind: Kind | None) -> None:
        """A path below a body: through its objects to a member, or to a bound of a count."""
        found: list[Target | None] = []
        count = ""
        for name in path.names:
            member = None
            if kind is not None and count:
                member = next((bound for bound, _ in kind.bounds_of(count) if bound.name == name), None)
            elif kind is not None:
                member = kind.lookup(name)
            found.append(of_member(member) if member is not None else None)
            count = name if member is not None and member.form == "count" else ""
            if not count:
                kind = _held(member)
        self.found[path] = tuple(found)

    def labels(self, path: s.Path, axis: str) -> None:
        """`winter` or `season.winter`; a name that is none of an axis stands before a label that is known all the same."""
        label = self.declared.labels.get((axis, path.names[-1]))
        named = self.declared.axes.get(axis)
        named = named if named is not None and named.name == path.names[0] else None
        self.found[path] = (label,) if len(path.names) == 1 else (named, label)

    def read(self, path: s.Path, expr: s.Expr, place: Place) -> None:
        """A path that is read as an expression: each of its names is what the part is that ends with it."""
        self.look(expr, place)
        found: list[Target | None] = []
        part = expr
        while isinstance(part, s.Attribute):
            found += self.found.pop(part)
            part = part.base
        found += self.found.pop(part)
        self.found[path] = tuple(reversed(found))

    def name(self, ident: s.Ident | s.Loop | s.Param | None, form: Form, place: Place, symbol: Symbol | None = None) -> None:
        """A name that is declared where it stands. Another declaration may have taken it, whose `symbol` this is then."""
        if ident is None:
            return
        known = self.symbol(symbol, ident.name, place.source.path)
        here = Span(place.source, ident.start, ident.start + len(ident.name))
        same = known is not None and known.span is not None and known.span.key() == here.key()
        self.found[ident] = (known if same else Target(form, ident.name, here),)


def own(form: Form, ident: s.Ident | s.Loop | s.Param, source: Source, symbol: Symbol | None = None) -> Target:
    """What is declared by a name of a source."""
    return Target(form, ident.name, Span(source, ident.start, ident.start + len(ident.name)), symbol)


def of_member(member: Member) -> Target:
    return Target("member", member.name, member.span(), member)


def built_in(name: str) -> Target:
    return Target("built-in", name, None)


def _held(member: Member | None) -> Kind | None:
    """The kind of the object that a member holds or refers to."""
    if member is None:
        return None
    return member.kind if member.kind is not None else kind_of(member.type)


def kind_of(type_: Type | None) -> Kind | None:
    """The kind of an object, or of the objects of a list."""
    while isinstance(type_, ListOf):
        type_ = type_.item
    return type_.kind if isinstance(type_, Object) else None


def bodies(walk: Walk, node: s.Node, place: Place) -> Inner:
    """What is in a node; the bodies in it make kinds of their own, but for those of what could not be understood."""
    for child in s.children(node):
        yield child, place._replace(kind=walk.bodies.get(child)) if isinstance(child, s.Body) else place


def name_of(node: Any) -> str:
    """The name that a node declares, "" of one that declares none."""
    name = getattr(node, "name", None)
    return name.name if isinstance(name, s.Ident) else ""

