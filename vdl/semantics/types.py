"""The types of the language, and the symbols that names stand for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Union

from vdl import syntax as s
from vdl.semantics.units import NUMBER, Dimension, Unit
from vdl.text.source import Source, Span


# ------------------------------------------------------------------------------ types
class Quantity(NamedTuple):
    """A magnitude of a dimension. `ratio` ones are shown in percent; `shown` is a chosen unit."""

    dimension: Dimension
    ratio: bool = False
    shown: Unit | None = None


class Plain(NamedTuple):
    """Text, Boolean, Date; and Any, the type of what has already been reported."""

    name: str


class Object(NamedTuple):
    kind: Kind


class ListOf(NamedTuple):
    item: Type


class Labels(NamedTuple):
    axis: str


Type = Union[Quantity, Plain, Object, ListOf, Labels]

PLAIN_NUMBER = Quantity(NUMBER)
RATIO = Quantity(NUMBER, True)
TEXT = Plain("Text")
BOOLEAN = Plain("Boolean")
DATE = Plain("Date")
COUNT = Plain("Count")
"""Of a field: takes any counted quantity and reads as a plain number."""
ANY = Plain("Any")


# ------------------------------------------------------------------------------ symbols
class Member:
    """Something a body declares under a name.

    `form` is input, let, function, count, bound, rule, object, place, expect, ask or scenario.
    `type` is filled in when it is first asked for (lets are inferred by the checker).
    """

    __slots__ = ("form", "kind", "name", "node", "owner", "source", "type")

    def __init__(self, name: str, form: str, node: Any, owner: Kind, source: Source) -> None:
        self.name = name
        self.form = form
        self.node = node
        self.owner = owner
        self.source = source
        self.type: Type | None = None
        self.kind: Kind | None = None
        """Of an object or a scenario: the kind that its body makes."""

    def span(self) -> Span:
        name = getattr(self.node, "name", None)
        where = name if isinstance(name, s.Node) else self.node
        return Span(self.source, where.start, where.end)

    def __repr__(self) -> str:
        return f"Member({self.form} {self.owner.name}.{self.name})"


class Filling(NamedTuple):
    """One fill statement: the path below the body it stands in, and what it fills in."""

    path: tuple[str, ...]
    node: s.Fill
    source: Source
    extension: bool
    """Whether it stands in an `on` block, which ranks above the kind it extends."""


class Kind:
    """A kind, or the anonymous kind that the body of an object, a design or a scenario makes.

    `form` is kind, object, design, scenario or file. `scope` is the kind whose body encloses this
    body in the text (None for what stands at the top of a file). `bodies` are its own body and
    those of the `on` blocks, each with its source.
    """

    __slots__ = (
        "_all", "bodies", "cites", "fillings", "form", "members", "name", "node", "parent", "scope", "source", "state",
        "title", "waivers",
    )  # fmt: skip

    def __init__(self, name: str, form: str, node: Any, source: Source, scope: Kind | None) -> None:
        self.name = name
        self.form = form
        self.node = node
        self.source = source
        self.scope = scope
        self.parent: Kind | None = None
        self.title = ""
        self.bodies: list[tuple[s.Body, Source, bool]] = []
        self.members: dict[str, Member] = {}
        self.fillings: list[Filling] = []
        self.waivers: list[tuple[s.Waive, Source]] = []
        self.cites: tuple[s.Cite, ...] = ()
        self.state = 0
        self._all: dict[str, Member] | None = None

    def lookup(self, name: str) -> Member | None:
        kind: Kind | None = self
        while kind is not None:
            found = kind.members.get(name)
            if found is not None:
                return found
            kind = kind.parent
        return None

    def all_members(self) -> dict[str, Member]:
        """Members by name, inherited ones first, replaced in place."""
        if self._all is not None:
            return self._all
        found = dict(self.parent.all_members()) if self.parent is not None else {}
        found.update(self.members)
        if self.form in ("kind", "design"):
            self._all = found
        return found

    def chain(self) -> Iterator[Kind]:
        """This kind and its ancestors, the nearest first."""
        kind: Kind | None = self
        while kind is not None:
            yield kind
            kind = kind.parent

    def broken(self) -> bool:
        """Whether what it builds on could not be found, so that not all of its members are known."""
        for kind in self.chain():
            named = [getattr(kind.node, part, None) for part in ("kind", "parent", "base")]
            if kind.parent is None and any(isinstance(path, s.Path) for path in named):
                return True
        return False

    def is_a(self, other: Kind) -> bool:
        return any(kind is other for kind in self.chain())

    def named(self) -> Kind:
        """The nearest kind with a name that people know."""
        for kind in self.chain():
            if kind.form == "kind":
                return kind
        return self

    def span(self) -> Span:
        name = getattr(self.node, "name", None)
        where = name if isinstance(name, s.Node) else self.node
        return Span(self.source, where.start, where.end)

    def __repr__(self) -> str:
        return f"Kind({self.form} {self.name})"


class Axis(NamedTuple):
    name: str
    kept: bool
    labels: list[str]
    span: Span


class SourceSymbol(NamedTuple):
    """A published source with its title and its other facts as text."""

    name: str
    title: str
    facts: dict[str, str]
    span: Span


class Module(NamedTuple):
    file: str
    span: Span


class DocumentSymbol(NamedTuple):
    name: str
    node: s.DocumentDef
    source: Source


Symbol = Union[Kind, Member, SourceSymbol, Module, DocumentSymbol, Axis]


def describe(type_: Type, name: Any) -> str:
    """A type in words; `name` writes a dimension."""
    if isinstance(type_, Quantity):
        words = "a ratio" if type_.ratio else name(type_.dimension)
        return str(words)
    if isinstance(type_, Plain):
        return {"Text": "a text", "Boolean": "true or false", "Date": "a date", "Count": "a counted quantity"}.get(
            type_.name, "unknown"
        )
    if isinstance(type_, Object):
        kind = type_.kind
        return f"a design `{kind.name}`" if kind.form == "design" else f"an object of kind `{kind.named().name}`"
    if isinstance(type_, ListOf):
        return f"a list ({describe(type_.item, name)})"
    return f"labels of {type_.axis}"
