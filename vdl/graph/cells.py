"""Objects, quantities and formulas: what a design is made of once its kinds and layers are spelt out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Union

from vdl import syntax as s
from vdl.graph.details import Along, At, ByLabel, Keys
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.semantics.domains import Domain
from vdl.semantics.types import Kind, Member, Type
from vdl.semantics.units import NUMBER, Dimension, Unit
from vdl.text.phrases import Joined
from vdl.text.source import Source, Span
from vdl.values import FAULT, NOT_STATED, Value

Cites = tuple[tuple[s.Cite, Source], ...]
"""Citations, each with the file in which its source's name is read."""


# ------------------------------------------------------------------------------ objects
class Env(NamedTuple):
    """Where an expression is read: the object whose body it is in, its file, and parameters and loop names."""

    instance: Instance | None
    locals: Mapping[str, Made]
    source: Source

    def span(self, node: s.Node) -> Span:
        return Span(self.source, node.start, node.end)


NO_LOCALS: Mapping[str, Made] = {}
"""Shared by all environments without parameters: a large design has hundreds of thousands."""

Layer = Literal["library", "given", "override", "scenario", "option", "derived"]
"""Who filled an input: the library, the design (`override` where over its own earlier fill), a scenario, an option
of the command line; `derived` in a copy that a formula makes."""


class Assignment(NamedTuple):
    """What fills an input of an object, with what is cited for it. `written`, in a copy: the place that changes it.

    `inner` is how many objects further in the text stands, whose names it sees: then `env` is to be made there.
    """

    expr: s.Expr
    env: Env
    node: s.Fill
    layer: Layer
    cites: tuple[s.Cite, ...] = ()
    written: str = ""
    inner: int = 0

    def span(self) -> Span:
        return self.env.span(self.node)

    def path_span(self) -> Span:
        """Where it says what it fills."""
        return self.env.span(self.node.path)


class Instance:
    """An object of the design (or a copy that `with`, `sum` or a stage makes of one).

    `assigned` are the inputs filled; `nested` what is filled in the objects it holds: their name to the rest of the
    path and the assignment. `slots` are the members that were looked at. `placed`, `placed_on` and `via` come from
    `place`. `parts` are the objects that a sum adds. `base` is what a copy was made of, `anew` what the copy fills itself,
    `moved` what of that only a question moves there.
    """

    __slots__ = (
        "anew", "assigned", "base", "kind", "member", "moved", "name", "nested", "owner", "parts", "path", "placed",
        "placed_on", "slots", "via",
    )  # fmt: skip

    def __init__(self, kind: Kind, name: str, owner: Instance | None, path: str, member: Member | None = None) -> None:
        self.kind = kind
        self.name = name
        self.owner = owner
        self.path = path
        self.member = member
        self.assigned: dict[str, Assignment] = {}
        self.nested: dict[str, list[tuple[tuple[str, ...], Assignment]]] | None = None
        self.slots: dict[str, Made] = {}
        self.placed: tuple[Instance, ...] = ()
        self.placed_on: Instance | None = None
        self.via: tuple[Instance, ...] = ()
        self.base: Instance | None = None
        self.anew: frozenset[str] = frozenset()
        self.moved: frozenset[str] = frozenset()
        self.parts: tuple[Instance, ...] | None = None

    def path_of(self, name: str) -> str:
        """The path of something that it holds or declares under a name."""
        return f"{self.path}.{name}" if self.path else name

    def follow(self, names: Iterable[str]) -> Made | None:
        """What stands at the end of a path from here, as far as that was looked at."""
        made: Made | None = self
        for name in names:
            made = made.slots.get(name) if isinstance(made, Instance) else None
        return made

    def original(self) -> Instance:
        """What it is a copy of, in the end; itself where it is no copy."""
        instance = self
        while instance.base is not None:
            instance = instance.base
        return instance

    def top(self) -> Instance:
        """The object that holds it and is held by nothing: the design, or the top of a file."""
        instance = self
        while instance.owner is not None:
            instance = instance.owner
        return instance

    def __repr__(self) -> str:
        return f"Instance({self.path})"


# ------------------------------------------------------------------------------ formulas
class Const:
    """A value known without computing. `made_of` are the open units that it is written in; see `Unit`."""

    __slots__ = ("made_of", "node", "source", "value")

    def __init__(
        self, value: Value, node: s.Node | None = None, source: Source | None = None, made_of: Dimension = NUMBER
    ) -> None:
        self.value = value
        self.node = node
        self.source = source
        self.made_of = made_of


class NoneStated(Const):
    """Stands for `stated(list)` where nothing in the list is: its size is 0, its sum is not stated. `items` is the list."""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[Made], node: s.Node, source: Source) -> None:
        super().__init__(NOT_STATED, node, source)
        self.items = tuple(items)


class Counted(Const):
    """How many items of `stated(list)` there are. `silent` are those that are left out."""

    __slots__ = ("silent",)

    def __init__(self, number: int, silent: Sequence[Made], node: s.Node, source: Source) -> None:
        super().__init__(number, node, source)
        self.silent = tuple(silent)


class Unstated(Const):
    """An input that nobody stated; `path` says which, and `domain` what it may be."""

    __slots__ = ("domain", "path")

    def __init__(self, path: str, node: s.Node, source: Source, domain: Domain | None = None) -> None:
        super().__init__(NOT_STATED, node, source)
        self.path = path
        self.domain = domain


class _Poisoned(Const):
    __slots__ = ()

    def __reduce__(self) -> str:
        return "POISON"


POISON = _Poisoned(FAULT)
"""Stands for what has already been reported; everything that needs it stays silent."""


class Label(Joined):
    """One label of an axis. It reads as its name."""

    axis: str

    @staticmethod
    def of(axis: str, name: str) -> Label:
        made = Label(name)
        made.axis, made.pieces = axis, (name,)
        return made


class LabelSet(tuple[str, ...]):
    """Labels of one axis."""

    axis: str

    @staticmethod
    def of(axis: str, labels: Iterable[str]) -> LabelSet:
        made = LabelSet(labels)
        made.axis = axis
        return made

    def each(self) -> Items:
        """Its labels one by one."""
        return Items([Label.of(self.axis, name) for name in self])


class Things(NamedTuple):
    """Of `packed` and `largest`: how many sorts of things there are, and how they and their containers are written."""

    sorts: int
    size: Unit | None
    thing: Unit | None
    room: Unit | None
    container: Unit | None
    names: tuple[str, ...]
    """Of each size and of each number, where they are members of objects; "" where not."""
    of: tuple[Made, ...] = ()
    """The objects of which the sizes are."""
    left_out: tuple[Made, ...] = ()
    """The objects whose sizes were dropped for not being stated."""
    other_size: Unit | None = None
    """Of what each takes of the other room, and of that room."""
    other_room: Unit | None = None


Detail = Union[At, ByLabel, Along, Keys, Items, Things, Unit, bool, None]
"""What an operation needs besides its arguments: labels; the items of a sum, for their names; the unit of
`x as unit`; whether `max` and `min` leave out what is not stated."""


class Op:
    """An operation on formulas. `node` and `source` say where it stands in the text."""

    __slots__ = ("args", "detail", "node", "op", "source")

    def __init__(self, op: str, args: tuple[Formula, ...], node: s.Node, source: Source, detail: Detail = None) -> None:
        self.op = op
        self.args = args
        self.node = node
        self.source = source
        self.detail = detail

    @property
    def leaves_out(self) -> bool:
        """Whether it is an operation on what is stated of its items."""
        return isinstance(self.detail, Items) and self.detail.stated

    @property
    def misses(self) -> bool:
        """Whether it misses what of its items is not stated: `sum(at_least(list))`."""
        return isinstance(self.detail, Items) and self.detail.least

    def span(self) -> Span:
        return Span(self.source, self.node.start, self.node.end)


COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">="])
"""The operations that compare two sides."""


def lesser_first(condition: Formula) -> tuple[Formula, Formula] | None:
    """The side of a comparison that is to be the smaller one, and the other; None where it is no such comparison."""
    if not isinstance(condition, Op) or condition.op not in ("<=", "<", ">=", ">"):
        return None
    first, second = condition.args
    return (first, second) if condition.op in ("<=", "<") else (second, first)


class Scale(NamedTuple):
    """The open units that a value is made of, and a figure that brings them in; see `measure`."""

    made_of: Dimension
    figure: Const | None = None


PLAIN = Scale(NUMBER)


CellForm = Literal["input", "let", "count", "sum", "part", "rule"]
"""`sum` is an input of a sum of objects, `part` an argument of a function, or a large item of a list, `rule` a rule where it is
drawn beside quantities: no graph that is solved holds one."""

Origin = Literal["given", "default", "library", "override", "scenario", "option", "derived", "solved"]


class Cell:
    """One quantity: an input, a derived value, a count, or a named part of a formula.

    `formula` is None until elaboration has reached the cell; of a count that is not given it stays None, and
    `bounds` say what it is solved from. `node` is the text it comes from. `scale` is None of a zero: that is in no unit.
    """

    __slots__ = (
        "bounds", "cites", "domain", "form", "formula", "instance", "name", "needed", "node", "origin", "scale", "source", "type",
    )  # fmt: skip

    def __init__(
        self, instance: Instance | None, name: str, form: CellForm, type_: Type, source: Source, node: s.Node,
        origin: Origin = "derived", cites: Cites = (),
    ) -> None:  # fmt: skip
        self.instance = instance
        self.name = name
        self.form = form
        self.type = type_
        self.source = source
        self.node = node
        self.origin = origin
        self.cites = cites
        self.formula: Formula | None = None
        self.bounds: tuple[BoundEntry, ...] = ()
        self.domain: Domain | None = None
        """Of an input: what it may be."""
        self.scale: Scale | None = PLAIN
        self.needed: tuple[Formula | None, tuple[BoundEntry, ...], tuple[Cell, ...]] | None = None  # see `order.cell_needs`

    @property
    def path(self) -> str:
        return self.instance.path_of(self.name) if self.instance is not None else self.name

    @property
    def is_solved(self) -> bool:
        """Whether it is a count that its bounds decide."""
        return self.form == "count" and self.formula is None

    def span(self) -> Span:
        return Span(self.source, self.node.start, self.node.end)

    def figure(self) -> Span:
        """Its place without what cites it, and the blanks before that."""
        value = getattr(self.node, "value", None) or getattr(self.node, "default", None)
        return Span(self.source, self.node.start, value.end if isinstance(value, s.Node) else self.node.end)

    def doc(self) -> str:
        """What the lines above the member say of it; "" of what is no member."""
        member = self.instance.kind.lookup(self.name) if self.instance is not None and self.form != "part" else None
        return member.doc() if member is not None else ""

    def __repr__(self) -> str:
        return f"Cell({self.path})"


Formula = Union[Cell, Op, Const]

Made = Union[Cell, Op, Const, Instance, Items, LabelSet, str]
"""What an expression stands for once it is elaborated."""


class BoundEntry(NamedTuple):
    """One lower bound of a count."""

    name: str
    severity: str
    value: Formula
    when: Formula | None
    text: str
    node: s.Bound
    source: Source
    cites: Cites

    @property
    def op(self) -> str:
        """How the count stands to the value: ">=", or ">" of a strict bound."""
        return self.node.op

    def span(self) -> Span:
        return Span(self.source, self.node.start, self.node.end)
