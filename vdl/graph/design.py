"""The graph of a design: its objects and quantities, what judges them, and what was decided to get there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Union

from vdl import syntax as s
from vdl.graph.cells import Cell, Cites, Formula, Instance
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Member, Type
from vdl.semantics.units import Exact
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span
from vdl.values import Place, Value


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
    cites: Cites

    def is_met_by_placing(self) -> bool:
        """Whether it is met once its object is placed, whatever else it says."""
        asked = [self.node.condition]
        for one in asked:  # grows while it is read
            if isinstance(one, s.Binary) and one.op == "or":
                asked += [one.left, one.right]
        said = [one.operand for one in asked if isinstance(one, s.Given)]
        return any(isinstance(one, s.Name) and one.name == "placed_on" for one in said)


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
    cites: Cites

    @property
    def full_name(self) -> str:
        """Its name in the design: that of a scenario is "growth.buses"."""
        return f"{self.scenario}.{self.name}" if self.scenario else self.name

    def span(self) -> Span:
        """Where it says what is expected."""
        return Span(self.source, self.node.condition.start, self.node.condition.end)


class Moved(NamedTuple):
    """What a question moves, and what it looks at: conditions that must hold, or a quantity that is shown."""

    name: str
    cell: Cell
    looked_at: Formula
    ignoring: tuple[str, ...]


class AskEntry(NamedTuple):
    name: str
    cell: Cell
    largest: bool
    condition: Formula
    ignoring: tuple[str, ...]
    step: Exact
    node: s.Ask
    source: Source

    @property
    def moved(self) -> Moved:
        return Moved(self.name, self.cell, self.condition, self.ignoring)


class SweepEntry(NamedTuple):
    """A quantity at so many values of an input: those of a list, or steps from a first one on."""

    name: str
    cell: Cell
    value: Formula
    type: Type
    number: int
    listed: tuple[Exact, ...]
    first: Exact
    step: Exact
    node: s.Sweep
    source: Source

    def at(self, k: int) -> Exact:
        """The value that comes after so many others."""
        return self.listed[k] if self.listed else self.first + k * self.step

    @property
    def moved(self) -> Moved:
        return Moved(self.name, self.cell, self.value, ())


def asked_in(questions: Iterable[s.Ask | s.Sweep]) -> dict[str, frozenset[str]]:
    """The paths of objects in which questions move something, or on the way there; and the names of what they move."""
    found: dict[str, frozenset[str]] = {}
    for question in questions:
        names = question.path.names
        for depth in range(1, len(names)):
            path = ".".join(names[:depth])
            found[path] = found.get(path, frozenset()) | (frozenset(names[depth:]) if depth == len(names) - 1 else frozenset())
    return found


WaiverRank = Literal["own", "below", "inherited"]
"""Who wrote a waiver: the layer that is compiled, another layer of the design, or one that the design is derived from. Only
its own must find something to waive."""


class WaiverEntry(NamedTuple):
    rule: str
    labels: Place
    """Empty for all."""
    rank: WaiverRank
    node: s.Waive
    source: Source
    cites: Cites


class PlacementEntry(NamedTuple):
    demand: Instance
    stages: tuple[Instance, ...]
    target: Instance
    node: s.Place
    source: Source


class Decision(NamedTuple):
    """A condition on which the structure hangs: which object is taken, which items a list keeps."""

    number: int
    """Equal conditions on the same quantities are one decision."""
    form: Literal["if", "filter"]
    condition: Formula
    span: Span
    taken: Value
    """True or False; anything else has been reported."""


class Choice(NamedTuple):
    """A `choose`: which option this graph was made with, and what is to be small."""

    name: str
    """The path of what is chosen."""
    options: tuple[Span, ...]
    objective: Formula
    type: Type
    span: Span
    objective_span: Span
    taken: int


CHOICES = -1
"""The number that all choices together go by in `Graph.hanging`."""


Hanging = Union[Cell, str, tuple[Instance, str]]


class Graph(NamedTuple):
    """A design made concrete.

    `order` lists the components of cells, each after what it needs. `hanging` says of cells, of rules by their
    paths, and of members of objects, which decisions have shaped them (by number). `unasked` are cells that nothing asks for
    and that could not be made, with why: whoever asks for one is told. `written` names ranges and choices by the places
    where they stand. `compared_below` is what expectations of lower layers are made of, which this design does not judge.
    `written_in` are the units of its figures; `measured` is whether some are open ones.
    `answers` are questions whose answers are read; their values are known once the rest is. `missing` are the lists that lack
    what is not stated of them. `reached` are the objects of the design and those that these refer to, `called` the functions that
    are cited from somewhere and put into formulas.
    """

    design: Kind
    root: Instance
    files: dict[str, Instance]
    instances: tuple[Instance, ...]
    counts: tuple[Cell, ...]
    rules: tuple[RuleEntry, ...]
    expects: tuple[ExpectEntry, ...]
    asks: tuple[AskEntry, ...]
    sweeps: tuple[SweepEntry, ...]
    waivers: tuple[WaiverEntry, ...]
    placements: tuple[PlacementEntry, ...]
    order: tuple[tuple[Cell, ...], ...]
    decisions: tuple[Decision, ...]
    choices: tuple[Choice, ...]
    hanging: dict[Hanging, frozenset[int]]
    unasked: dict[Cell, tuple[Diagnostic, ...]]
    written: dict[str, dict[object, str]]
    compared_below: tuple[Formula, ...]
    written_in: frozenset[str]
    measured: bool
    answers: tuple[Cell, ...]
    missing: tuple[Items, ...]
    reached: tuple[Instance, ...]
    called: tuple[Member, ...]

    @property
    def questions(self) -> list[AskEntry | SweepEntry]:
        return [*self.asks, *self.sweeps]

    def moved(self, name: str) -> Moved | None:
        """What a question of the design moves."""
        return next((entry.moved for entry in self.questions if entry.name == name), None)
