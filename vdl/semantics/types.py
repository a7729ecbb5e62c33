"""The types of the language, and the symbols that names stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Literal, Union

from vdl import syntax as s
from vdl.records import NamedTuple
from vdl.semantics.domains import Domain
from vdl.semantics.units import NUMBER, Dimension, Unit
from vdl.text.phrases import of, phrase
from vdl.text.source import Source, Span
from vdl.text.written import written


# ------------------------------------------------------------------------------ types
class Quantity(NamedTuple):
    """A magnitude of a dimension. `ratio` ones are shown in percent; `shown` is a chosen unit."""

    dimension: Dimension
    ratio: bool = False
    shown: Unit | None = None


@lru_cache(4096)
def measured(dimension: Dimension) -> Quantity:
    """A quantity of a dimension, of which nothing else is known: one for all figures of that dimension."""
    return Quantity(dimension)


class Plain(NamedTuple):
    """Text, Boolean, Date; and Any, the type of what has already been reported. There is one of each name."""

    name: str

    def __reduce__(self) -> tuple[Callable[[str], Plain], tuple[str]]:
        return _plain, (self.name,)


class Object(NamedTuple):
    kind: Kind


class ListOf(NamedTuple):
    item: Type


class Labels(NamedTuple):
    """Labels of an axis; with `one` exactly one of them."""

    axis: str
    one: bool = False


Type = Union[Quantity, Plain, Object, ListOf, Labels]

PLAIN_NUMBER = Quantity(NUMBER)
RATIO = Quantity(NUMBER, True)
TEXT = Plain("Text")
BOOLEAN = Plain("Boolean")
DATE = Plain("Date")
COUNT = Plain("Count")
"""Of a field: takes any counted quantity and reads as a plain number."""
ANY = Plain("Any")


def _plain(name: str) -> Plain:
    """The one of that name, so that identity survives being written and read."""
    return next(plain for plain in (TEXT, BOOLEAN, DATE, COUNT, ANY) if plain.name == name)


# ------------------------------------------------------------------------------ symbols
MemberForm = Literal[
    "input", "let", "function", "count", "bound", "rule", "object", "place", "expect", "ask", "scenario"
]
KindForm = Literal["kind", "object", "design", "scenario", "option", "question", "file"]
"""What makes it: `option` is a fill of the command line, `question` a question that is typed."""


MemberNode = Union[
    s.Field, s.Let, s.Function, s.Count, s.Bound, s.Require, s.Object, s.Place, s.Expect, s.Ask, s.Sweep,
    s.Scenario,
]
KindNode = Union[s.KindDef, s.DesignDef, s.Object, s.Scenario, s.File, s.DocumentDef, s.Fill, s.Ask, s.Sweep]
"""Of a layer it is its one statement."""


class Member:
    """Something a body declares under a name.

    `type` is what is declared; without a declaration the checker infers it, for all members of a program. `replaces` is
    the member of the same kind whose place one of an `on` block takes.
    """

    __slots__ = ("domain", "form", "kind", "name", "node", "owner", "replaces", "source", "type")

    def __init__(self, name: str, form: MemberForm, node: MemberNode, owner: Kind, source: Source) -> None:
        self.name = name
        self.form = form
        self.node = node
        self.owner = owner
        self.source = source
        self.type: Type | None = None
        self.replaces: Member | None = None
        self.domain: Domain | None = None
        """Of an input that is a quantity: which numbers it may be."""
        self.kind: Kind | None = None
        """Of an object or a scenario: the kind that its body makes."""

    def span(self) -> Span:
        return _named_span(self.node, self.source)

    def doc(self) -> str:
        """What the lines above it say of it."""
        return of(self.source.doc(self.node.start), self.source.is_library)

    def __repr__(self) -> str:
        return f"Member({self.form} {self.owner.name}.{self.name})"


class Filling(NamedTuple):
    """One fill statement: the path below the body it stands in, and what it fills in."""

    path: tuple[str, ...]
    node: s.Fill
    source: Source
    extension: bool
    """Whether it stands in an `on` block, which ranks directly above what it names."""
    cites: tuple[s.Cite, ...]
    """Its own citations, else those behind the body it stands in."""

    def span(self) -> Span:
        return Span(self.source, self.node.start, self.node.end)

    def value_text(self) -> str:
        """What it fills in, as it is written."""
        return written(Span(self.source, self.node.value.start, self.node.value.end))

    def alike(self, other: Filling) -> bool:
        """Whether two say the same in the same words. Names may mean other things in another file."""
        named = any(isinstance(node, (s.Name, s.All, s.Nearest)) for node in s.walk(self.node.value))
        if named and self.source is not other.source:
            return False
        return self.value_text().split() == other.value_text().split()


class Written(NamedTuple):
    """A body of a kind where it is written: its text, whether it is an `on` block, and the citations behind it."""

    body: s.Body
    source: Source
    extension: bool = False
    cites: tuple[s.Cite, ...] = ()


class Kind:
    """A kind, or the anonymous kind that the body of an object, a design or a scenario makes.

    `scope` is the kind whose body encloses this body in the text (None for what stands at the top of a
    file, and for a scenario). `bodies` are its own body and those of the `on` blocks that name it. A file is a kind
    too: it holds what stands at its top.
    """

    __slots__ = (
        "_all", "around", "bodies", "fillings", "form", "members", "name", "node", "parent", "refined", "refines",
        "scope", "source", "title", "waivers",
    )  # fmt: skip

    def __init__(self, name: str, form: KindForm, node: KindNode, source: Source, scope: Kind | None) -> None:
        self.name = name
        self.form = form
        self.node = node
        self.source = source
        self.scope = scope
        self.around: tuple[Kind, ...] = (self,) if scope is None else (self, *scope.around)
        """This body and those around it in the text, whose names it sees; the nearest first."""
        self.parent: Kind | None = None
        self.title = ""
        self.bodies: list[Written] = []
        self.members: dict[str, Member] = {}
        self.fillings: list[Filling] = []
        self.waivers: list[tuple[s.Waive, Source]] = []
        self.refines = False
        """Whether it is what `path { ... }` adds to an object. What it fills ranks with the body that this stands in."""
        self.refined: dict[str, Kind] = {}
        """What this body adds to objects that it inherits or holds, by their names."""
        self._all: dict[str, Member] | None = None

    def all_fillings(self) -> Iterator[tuple[Filling, int]]:
        """What it fills, also in what it adds to objects; and how many objects further in that stands. Paths begin here."""
        for filling in self.fillings:
            yield filling, 0
        for name, kind in self.refined.items():
            for filling, inner in kind.all_fillings():
                yield filling._replace(path=(name, *filling.path)), inner + 1

    def lookup(self, name: str) -> Member | None:
        kind: Kind | None = self
        while kind is not None:
            member = kind.members.get(name)
            if member is not None:
                return member
            kind = kind.parent
        return None

    def all_members(self) -> dict[str, Member]:
        """Members by name, inherited ones first, replaced in place. To be asked once all bodies are read."""
        unknown: list[Kind] = []
        known: Kind | None = self
        while known is not None and known._all is None:
            unknown.append(known)
            known = known.parent
        members = dict(known._all or {}) if known is not None else {}
        kept = next((kind for kind in unknown if kind.form in ("kind", "design")), None)
        for kind in reversed(unknown):
            members.update(kind.members)
            if kind is kept:  # the one that others build on: of a long chain not each
                kind._all = members if kind is self else dict(members)
        return members if self._all is None else self._all

    def chain(self) -> Iterator[Kind]:
        """This kind and its ancestors, the nearest first."""
        kind: Kind | None = self
        while kind is not None:
            yield kind
            kind = kind.parent

    def carrier(self) -> Kind | None:
        """The kind of what its objects are placed on; None of a kind that is not placed."""
        member = self.lookup("placed_on")
        return member.type.kind if member is not None and isinstance(member.type, Object) else None

    def layers(self) -> Iterator[Kind]:
        """What was put on top of a design, the topmost first, and the design itself."""
        for kind in self.chain():
            yield kind
            if kind.form == "design":
                return

    def design(self) -> Kind | None:
        """The design that it is, or on top of which it was put; of one that is derived from another not that one."""
        return next((kind for kind in self.chain() if kind.form == "design"), None)

    def bounds_of(self, count: str) -> Iterator[tuple[Member, s.Bound]]:
        """The bounds of one of its counts, in the order of its members."""
        for member in self.all_members().values():
            if isinstance(member.node, s.Bound) and member.node.count.names == (count,):
                yield member, member.node

    def broken(self) -> bool:
        """Whether what it builds on could not be found, so that not all of its members are known."""
        for kind in self.chain():
            named = [getattr(kind.node, part, None) for part in ("kind", "parent", "base")]
            if kind.parent is None and any(isinstance(path, s.Path) for path in named):
                return True
        return False

    def is_a(self, other: Kind) -> bool:
        return any(kind is other for kind in self.chain())

    def may_be(self, other: Kind) -> bool:
        """Whether it is one of another kind, as far as is known."""
        return self.is_a(other) or self.broken()

    def named(self) -> Kind:
        """The nearest kind with a name that people know."""
        for kind in self.chain():
            if kind.form == "kind":
                return kind
        return self

    @property
    def is_layer(self) -> bool:
        """Whether it was put on top of a design."""
        return self.form in ("scenario", "option", "question")

    def span(self) -> Span:
        return _named_span(self.node, self.source)

    def __repr__(self) -> str:
        return f"Kind({self.form} {self.name})"


def _named_span(node: s.Node, source: Source) -> Span:
    """Where the name stands that a node declares; the whole node where it declares none."""
    name = getattr(node, "name", None)
    where = name if isinstance(name, s.Node) else node
    return Span(source, where.start, where.end)


class Axis(NamedTuple):
    """Labels in the order of the text. `places` are the first that each file gives, by its name."""

    name: str
    kept: bool
    labels: list[str]
    span: Span
    places: dict[str, Span]


def kept_axis_of(value: s.LabelMap, axes: Iterable[Axis]) -> Axis | None:
    """The kept axis by whose labels a value is written; None of one by another axis, or by a quantity."""
    labels = {entry.label.names[-1] for entry in value.entries if entry.label is not None}
    return next((axis for axis in axes if axis.kept and labels and labels <= set(axis.labels)), None)


class SourceSymbol(NamedTuple):
    """A published source with its title and its other facts as text."""

    name: str
    title: str
    facts: dict[str, str]
    span: Span

    @property
    def reference(self) -> str:
        """How a list of references has it: who made it, its title and its date."""
        by = ", ".join([self.facts[key] for key in ("author", "publisher") if key in self.facts])
        return ": ".join(filter(None, (by, ", ".join(filter(None, (self.title, self.facts.get("date", "")))))))


class Module(NamedTuple):
    file: str
    span: Span


class DocumentSymbol(NamedTuple):
    name: str
    node: s.DocumentDef
    source: Source


Symbol = Union[Kind, Member, SourceSymbol, Module, DocumentSymbol, Axis]


def describe(type_: Type, dimension_name: Callable[[Dimension], str]) -> str:
    """A type in words: "a text", "Weight/Box", "an object of kind `cart`"."""
    if isinstance(type_, Quantity):
        return phrase("a ratio") if type_.ratio else dimension_name(type_.dimension)
    if isinstance(type_, Plain):
        return phrase(_PLAIN.get(type_.name, "unknown"))
    if isinstance(type_, Object):
        kind = type_.kind
        if kind.form == "design":
            return phrase("a design `{name}`", name=kind.name)
        return phrase("an object of kind `{name}`", name=kind.named().name)
    if isinstance(type_, ListOf):
        return phrase("a list ({items})", items=describe(type_.item, dimension_name))
    return phrase("a label of {axis}" if type_.one else "labels of {axis}", axis=type_.axis)


_PLAIN = {"Text": "a text", "Boolean": "true or false", "Date": "a date", "Count": "a counted quantity"}
"""What types that nothing is computed with are called."""
