"""The records of the graph: objects, quantities, formulas, and what judges them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Union

from vdl import syntax as s
from vdl.semantics.types import Kind, Member, Type
from vdl.semantics.units import Exact
from vdl.text.source import Source, Span


class Env(NamedTuple):
    """Where an expression is read: the object whose body it is in, its file, and parameters and loop names."""

    instance: Instance | None
    locals: Mapping[str, Any]
    source: Source


NO_LOCALS: Mapping[str, Any] = {}
"""Shared by all environments without parameters: a large design has hundreds of thousands."""


class Supply(NamedTuple):
    """What fills an input. `layer`: given, library, override, scenario or option."""

    expr: s.Expr
    env: Env
    node: s.Fill
    layer: str


class Instance:
    """An object of the design (or a copy that `with`, `sum` or a stage makes of one).

    `fills` are the inputs filled, `deep` what is filled in its nested objects, `slots` what has been
    looked at. `placed`, `placed_on` and `path` come from `place`. `parts` are the objects that a sum adds.
    """

    __slots__ = (
        "base", "deep", "fills", "kind", "member", "name", "owner", "parts", "path", "placed", "placed_on", "slots", "via",
    )  # fmt: skip

    def __init__(self, kind: Kind, name: str, owner: Instance | None, path: str, member: Member | None = None) -> None:
        self.kind = kind
        self.name = name
        self.owner = owner
        self.path = path
        self.member = member
        self.fills: dict[str, Supply] = {}
        self.deep: dict[str, list[tuple[tuple[str, ...], Supply]]] | None = None
        self.slots: dict[str, Any] = {}
        self.placed: tuple[Instance, ...] = ()
        self.placed_on: Instance | None = None
        self.via: tuple[Instance, ...] = ()
        self.base: Instance | None = None
        self.parts: tuple[Instance, ...] | None = None

    def __repr__(self) -> str:
        return f"Instance({self.path})"


class Const:
    """A value known without computing."""

    __slots__ = ("node", "source", "value")

    def __init__(self, value: Any, node: s.Node | None = None, source: Source | None = None) -> None:
        self.value = value
        self.node = node
        self.source = source


class Op:
    """An operation on formulas. `node` and `source` say where it stands in the text."""

    __slots__ = ("args", "extra", "node", "op", "source")

    def __init__(self, op: str, args: tuple[Formula, ...], node: s.Node, source: Source, extra: Any = None) -> None:
        self.op = op
        self.args = args
        self.node = node
        self.source = source
        self.extra = extra

    def span(self) -> Span:
        return Span(self.source, self.node.start, self.node.end)


class Cell:
    """One quantity: an input, a derived value, a count, or a named part of a formula.

    `origin` is given, default, library, override, scenario, option, derived or solved.
    `formula` is None until the graph has reached the cell; for a count that is not given it stays None
    and `bounds` say what it is solved from. `node` is the text it comes from.
    """

    __slots__ = (
        "bounds", "cites", "env", "expr", "form", "formula", "instance", "name", "node", "origin", "source", "type", "waiting",
    )  # fmt: skip

    def __init__(self, instance: Instance | None, name: str, form: str, type_: Type, source: Source, node: s.Node) -> None:
        self.instance = instance
        self.name = name
        self.form = form
        self.type = type_
        self.source = source
        self.node = node
        self.origin = "derived"
        self.formula: Formula | None = None
        self.expr: s.Expr | None = None
        self.env: Env | None = None
        self.bounds: tuple[BoundEntry, ...] = ()
        self.cites: tuple[tuple[s.Cite, Source], ...] = ()
        self.waiting = True

    @property
    def path(self) -> str:
        return f"{self.instance.path}.{self.name}" if self.instance is not None and self.instance.path else self.name

    def span(self) -> Span:
        return Span(self.source, self.node.start, self.node.end)

    def __repr__(self) -> str:
        return f"Cell({self.path})"


Formula = Union[Cell, Op, Const]


class BoundEntry(NamedTuple):
    """One lower bound of a count."""

    name: str
    severity: str
    value: Formula
    when: Formula | None
    text: str
    node: s.Bound
    source: Source
    cites: tuple[tuple[s.Cite, Source], ...]


class RuleEntry(NamedTuple):
    """One rule of one object. `path` is "vdi.within_tests"."""

    path: str
    severity: str
    condition: Formula
    when: Formula | None
    text: str
    node: s.Require
    source: Source
    instance: Instance
    cites: tuple[tuple[s.Cite, Source], ...]


class ExpectEntry(NamedTuple):
    name: str
    left: Formula
    right: Formula
    within: Formula | None
    relative: bool
    op: str
    node: s.Expect
    source: Source
    type: Type
    scenario: str
    cites: tuple[tuple[s.Cite, Source], ...]


class AskEntry(NamedTuple):
    name: str
    cell: Cell
    largest: bool
    condition: Formula
    ignoring: tuple[str, ...]
    step: Exact
    node: s.Ask
    source: Source


class WaiverEntry(NamedTuple):
    rule: str
    labels: tuple[tuple[str, str], ...]
    """(axis, label); empty for all."""
    own: bool
    """Whether the layer that is compiled wrote it; one that is inherited may find nothing to waive."""
    node: s.Waive
    source: Source
    cites: tuple[tuple[s.Cite, Source], ...]


class PlacementEntry(NamedTuple):
    demand: Instance
    stages: tuple[Instance, ...]
    target: Instance
    node: s.Place
    source: Source


class Graph:
    """A design made concrete. `order` lists the components of cells, each after what it needs."""

    def __init__(self, design: Kind, root: Instance) -> None:
        self.design = design
        self.root = root
        self.instances: list[Instance] = []
        self.counts: list[Cell] = []
        self.rules: list[RuleEntry] = []
        self.expects: list[ExpectEntry] = []
        self.asks: list[AskEntry] = []
        self.waivers: list[WaiverEntry] = []
        self.placements: list[PlacementEntry] = []
        self.order: list[tuple[Cell, ...]] = []
        self.choices: dict[str, int] = {}
        """Key of each `choose` to its number of options."""
        self.objectives: dict[str, Formula] = {}
