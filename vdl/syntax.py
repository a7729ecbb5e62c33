"""The tree of a file, as plain records. Imports no parser library.

Every node has `start` and `end`, offsets in the characters of its file. Nodes are never changed
after the parse: what later passes find out stands in tables of their own, keyed by node.
Type checkers see frozen records; at run time they are slotted classes without the cost of
guarded assignment, since a large design has a million of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
Exact = int | Fraction


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """Make a slotted record of the annotated fields of `cls`, in order, with defaults."""
    fields = {name: None for base in reversed(cls.__mro__) for name in base.__dict__.get("__annotations__", {})}
    own = list(cls.__dict__.get("__annotations__", {}))
    defaults = {name: cls.__dict__[name] for name in own if name in cls.__dict__}
    for base in cls.__mro__[1:]:
        for name, value in getattr(base, "__defaults", {}).items():
            defaults.setdefault(name, value)
    names = list(fields)
    arguments = ", ".join(f"{n}=_default_{n}" if n in defaults else n for n in names)
    body = "; ".join(f"self.{n} = {n}" for n in names) or "pass"
    scope: dict[str, Any] = {f"_default_{n}": value for n, value in defaults.items()}
    exec(f"def __init__(self, {arguments}): {body}", scope)
    members = {k: v for k, v in cls.__dict__.items() if k not in own and k not in ("__dict__", "__weakref__")}
    members.update(__slots__=tuple(own), __init__=scope["__init__"], __match_args__=tuple(names))
    members["__defaults"] = defaults
    made: type[T] = type(cls.__name__, cls.__bases__, members)
    return made


@node
class Node:
    start: int
    end: int


# ------------------------------------------------------------------------------ expressions
@node
class Expr(Node):
    depth: int
    """Nesting below this node; 0 for a leaf."""


@node
class Number(Expr):
    """`16 kg`: `unit` is the text of the unit ("kg/box", "%") or None."""

    value: Exact
    unit: UnitName | None


@node
class UnitName(Node):
    text: str


@node
class Range(Expr):
    low: Exact
    high: Exact
    unit: UnitName | None


@node
class String(Expr):
    text: str


@node
class Date(Expr):
    text: str


@node
class Truth(Expr):
    value: bool


@node
class Name(Expr):
    name: str


@node
class SlashName(Expr):
    """`a/b` without spaces where a value is wanted: almost always a forgotten space."""

    text: str


@node
class Attribute(Expr):
    base: Expr
    name: str


@node
class Select(Expr):
    """`base at labels`"""

    base: Expr
    labels: tuple[Path, ...]


@node
class Call(Expr):
    function: Expr
    arguments: tuple[Expr, ...]


@node
class With(Expr):
    base: Expr
    body: Body


@node
class ListOf(Expr):
    items: tuple[Expr, ...]


@node
class Comprehension(Expr):
    item: Expr
    loops: tuple[Loop, ...]
    when: Expr | None


@node
class LabelMap(Expr):
    """`{ winter: 18, else: 8 } kg`; the entry without a label is `else`."""

    entries: tuple[Entry, ...]
    unit: UnitName | None


@node
class Entry(Node):
    label: Ident | None
    value: Expr


@node
class All(Expr):
    """`all KIND [in PATH]`, or `all AXIS`."""

    kind: Path
    within: Path | None


@node
class Choose(Expr):
    options: tuple[Expr, ...]
    objective: Expr


@node
class Unary(Expr):
    """`-` or `not`"""

    op: str
    operand: Expr


@node
class Binary(Expr):
    """`+ - * / and or`"""

    op: str
    left: Expr
    right: Expr


@node
class Compare(Expr):
    op: str
    left: Expr
    right: Expr


@node
class Given(Expr):
    operand: Expr


@node
class Convert(Expr):
    """`x as tonne`: the same value, shown in that unit."""

    operand: Expr
    unit: UnitName


@node
class Conditional(Expr):
    then: Expr
    condition: Expr
    other: Expr


@node
class Fallback(Expr):
    """`a else b`: b where a is not stated."""

    operand: Expr
    other: Expr


# ------------------------------------------------------------------------------ small parts
@node
class Ident(Node):
    name: str


@node
class Path(Node):
    names: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.names)


@node
class Loop(Node):
    name: str
    items: Expr


@node
class Cite(Node):
    source: Path
    where: str


@node
class TypeRef(Node):
    """`form` is "path", "unit" (`Weight/Box`), "list" or "labels"."""

    form: str
    text: str
    path: Path | None


@node
class Body(Node):
    statements: tuple[Statement, ...]


# ------------------------------------------------------------------------------ statements
@node
class Statement(Node):
    cites: tuple[Cite, ...]


@node
class Field(Statement):
    name: Ident
    type: TypeRef
    optional: bool
    shown: UnitName | None
    default: Expr | None


@node
class Object(Statement):
    name: Ident
    kind: Path
    title: str
    body: Body


@node
class Fill(Statement):
    path: Path
    value: Expr


@node
class Refine(Statement):
    path: Path
    body: Body


@node
class Let(Statement):
    name: Ident
    type: TypeRef | None
    shown: UnitName | None
    value: Expr


@node
class Param(Node):
    name: str
    type: TypeRef


@node
class Function(Statement):
    name: Ident
    params: tuple[Param, ...]
    type: TypeRef | None
    shown: UnitName | None
    value: Expr


@node
class Count(Statement):
    name: Ident
    type: TypeRef


@node
class Bound(Statement):
    severity: str
    name: Ident
    count: Path
    value: Expr
    when: Expr | None
    text: str


@node
class Require(Statement):
    severity: str
    name: Ident
    condition: Expr
    when: Expr | None
    text: str


@node
class Place(Statement):
    name: Ident | None
    demands: tuple[Expr, ...]
    stages: tuple[Expr, ...]
    target: Expr


@node
class Expect(Statement):
    name: Ident
    condition: Expr
    within: Expr | None
    differs: str | None
    restates: str | None


@node
class Ask(Statement):
    name: Ident
    largest: bool
    path: Path
    condition: Expr
    ignoring: tuple[Path, ...]
    step: Expr | None


@node
class Scenario(Statement):
    name: Ident
    title: str
    body: Body


@node
class Waive(Statement):
    path: Path
    labels: tuple[Path, ...]
    reason: str
    owner: str
    until: str


# ------------------------------------------------------------------------------ items of a file
@node
class Edition(Node):
    text: str


@node
class Import(Node):
    """`file` is the written path of `import "x.vdl" as x`, or "" for a dotted path."""

    path: Path | None
    file: str
    name: Ident | None


@node
class SourceDef(Node):
    name: Ident
    title: str
    body: Body


@node
class DimensionDef(Node):
    """A base dimension with its unit names: singular, plural, then others."""

    counted: bool
    name: Ident
    units: tuple[Ident, ...]


@node
class DerivedDef(Node):
    """`dimension A = B/C` or `B * C`, as the text of the right side."""

    name: Ident
    text: str


@node
class UnitDef(Node):
    names: tuple[Ident, ...]
    value: Expr
    cites: tuple[Cite, ...]


@node
class DisplayDef(Node):
    name: Ident
    unit: UnitName


@node
class AxisDef(Node):
    name: Ident
    kept: bool
    labels: tuple[Ident, ...]


@node
class KindDef(Node):
    name: Ident
    parent: Path | None
    body: Body
    cites: tuple[Cite, ...]


@node
class Extension(Node):
    kind: Path
    body: Body


@node
class DesignDef(Node):
    name: Ident
    title: str
    base: Path | None
    body: Body


@node
class DocumentDef(Node):
    name: Ident
    title: str
    items: tuple[DocItem, ...]


# ------------------------------------------------------------------------------ documents
@node
class DocItem(Node):
    pass


@node
class Prose(Node):
    """A text with values in it: strings and expressions in turn."""

    parts: tuple[str | Expr, ...]


@node
class Section(DocItem):
    title: Prose
    items: tuple[DocItem, ...]


@node
class Text(DocItem):
    prose: Prose


@node
class Column(Node):
    head: str
    total: bool
    value: Expr | Prose


@node
class Table(DocItem):
    bill: bool
    title: Prose | None
    loops: tuple[Loop, ...]
    when: Expr | None
    columns: tuple[Column, ...]


@node
class Facts(DocItem):
    rows: tuple[Column, ...]


@node
class DocFor(DocItem):
    loops: tuple[Loop, ...]
    when: Expr | None
    items: tuple[DocItem, ...]


@node
class DocIf(DocItem):
    condition: Expr
    items: tuple[DocItem, ...]
    other: tuple[DocItem, ...]


@node
class Working(DocItem):
    value: Expr


@node
class Inputs(DocItem):
    """A table of what the design fills in for an object, with citations."""

    value: Expr


@node
class Cover(DocItem):
    """What stands on the title page."""

    items: tuple[DocItem, ...]


@node
class Include(DocItem):
    """All items of another document, or its section of that title."""

    document: Path
    section: str


@node
class Show(DocItem):
    what: Ident


@node
class Callout(DocItem):
    severity: str
    title: Prose
    items: tuple[DocItem, ...]


Item = (
    Edition | Import | SourceDef | DimensionDef | DerivedDef | UnitDef | DisplayDef | AxisDef | KindDef
    | Extension | Object | Let | Function | DocumentDef | DesignDef
)  # fmt: skip


@node
class File(Node):
    items: tuple[Item, ...]
