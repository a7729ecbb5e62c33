"""What a design stands on that nobody published: each `@ assumed`, wherever a citation may stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from vdl.graph.cells import Cell, Cites, Const, Instance, Made
from vdl.graph.design import Graph
from vdl.judge.records import Judged
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Quantity, Type
from vdl.syntax import Cite, Field, Let, Node
from vdl.text.source import Source, Span
from vdl.values import FAULT, NOT_STATED, Value

Form = Literal["figure", "rule", "expectation", "unit", "function", "waiver"]

CitedUnit = tuple[str, str, Cites]
"""A unit that figures are written in: its name, what it is taken as ("1 crown = 2 marks"; "" where it is no factor), and what is
cited for that."""


class Assumption(NamedTuple):
    """Something that is assumed: by its path, in the words of what says so where that has any, and the object that has it.

    `cell` is that of a quantity; `start` where the statement begins, in `source`. A rule is one of an object, or a bound.
    """

    form: Form
    name: str
    text: str
    cites: Cites
    instance: Instance | None
    cell: Cell | None
    source: Source
    start: int

    def reasons(self) -> Iterator[tuple[Span, str, str, str]]:
        """Where it says that it is assumed, why, who is to confirm it, and until when."""
        for cite, source in self.cites:
            if cite.source.names == ("assumed",):
                yield Span(source, cite.start, cite.end), cite.where, cite.owner, cite.until

    @property
    def is_of_library(self) -> bool:
        return self.source.is_library

    @property
    def of(self) -> str:
        """The path of the object that has it: "" of the design, and of what belongs to none."""
        return self.instance.path if self.instance is not None else self.name.rpartition(".")[0] if self.form == "waiver" else ""

    @property
    def last(self) -> str:
        """The last name of its path."""
        return self.name.rpartition(".")[2]

    @property
    def type(self) -> Type | None:
        """That of a figure of an object; None of anything else."""
        member = self.instance.kind.lookup(self.last) if self.instance is not None else None
        return member.type if member is not None else None

    @property
    def is_quantity(self) -> bool:
        return self.cell is not None or isinstance(self.type, Quantity)


def assumptions(graph: Graph, values: Mapping[Cell, Value], judged: Judged, units: Iterable[CitedUnit]) -> Iterator[Assumption]:
    """All that is assumed of a design with these values, and of what it reaches: whatever has a value, and what is filled, read
    or not; rules and bounds that apply, expectations, units that figures are written in, functions that are called, waivers.

    A default, a constant or a function that nothing reads, a scenario that is not on top and an object that is named nowhere are
    none of it: the design does not stand on them.
    """
    found = [
        *_figures(graph, values), *_judged(judged), *_units(units),
        *[Assumption("function", one.name, "", tuple([(cite, one.source) for cite in one.node.cites]), None, None,
                     one.source, one.node.start) for one in graph.called],
        *[Assumption("waiver", one.rule, one.node.reason, one.cites, None, None, one.source, one.node.start)
          for one in graph.waivers],
    ]  # fmt: skip
    yield from [one for one in found if any(True for _ in one.reasons())]


def of_scenario(scenario: Kind) -> Iterator[Assumption]:
    """What a scenario assumes: the design stands on it where the scenario is on top. The text of a figure is what fills it."""
    for filling, _ in scenario.all_fillings():
        cites = tuple([(cite, filling.source) for cite in filling.cites])
        path = ".".join(filling.path)
        yield Assumption("figure", path, filling.value_text(), cites, None, None, filling.source, filling.node.start)
    for member in scenario.members.values():
        cites = tuple([(cite, member.source) for cite in getattr(member.node, "cites", ())])
        said = getattr(member.node, "text", "") or getattr(member.node, "title", "")
        yield Assumption("rule", member.name, said, cites, None, None, member.source, member.node.start)
    for waiver, source in scenario.waivers:
        cites = tuple([(cite, source) for cite in waiver.cites])
        yield Assumption("waiver", str(waiver.path), waiver.reason, cites, None, None, source, waiver.start)


def _figures(graph: Graph, values: Mapping[Cell, Value]) -> Iterator[Assumption]:
    for cell, value in values.items():
        if cell.cites and value is not NOT_STATED and value is not FAULT:
            yield Assumption("figure", cell.path, "", cell.cites, cell.instance, cell, cell.source, cell.node.start)
    for instance in graph.reached:
        for name, node, source, cited in _cited(instance):
            made = instance.slots.get(name)
            if not (isinstance(made, Cell) and made in values) and not _is_silent(made):
                cites = tuple([(cite, source) for cite in cited])
                yield Assumption("figure", instance.path_of(name), "", cites, instance, None, source, node.start)


def _cited(instance: Instance) -> Iterator[tuple[str, Node, Source, tuple[Cite, ...]]]:
    """What is filled in an object, read or not, and what it declares that is no quantity and was looked at; where something is
    cited for it."""
    for name, one in instance.assigned.items():
        if one.cites:
            yield name, one.node, one.env.source, one.cites
    for name, made in instance.slots.items():
        member = instance.kind.lookup(name) if name not in instance.assigned and not isinstance(made, Cell) else None
        if member is not None and isinstance(member.node, (Field, Let)) and member.node.cites:
            yield name, member.node, member.source, member.node.cites


def _is_silent(made: Made | None) -> bool:
    return isinstance(made, Const) and (made.value is NOT_STATED or made.value is FAULT)


def _judged(judged: Judged) -> Iterator[Assumption]:
    for rule in judged.rules:
        if rule.rule is not None and rule.outcome != "not-applicable":
            entry = rule.rule
            yield Assumption("rule", rule.name, rule.text, rule.cites, entry.instance, None, entry.source, entry.node.start)
    for count in judged.counts:
        for bound in count.bounds:
            if bound.value is not None and bound.value is not NOT_STATED and bound.value is not FAULT:
                of = bound.entry
                name = f"{count.cell.path}.{of.name}"
                yield Assumption("rule", name, of.text, of.cites, count.cell.instance, None, of.source, of.node.start)
    for one in judged.expectations:
        said = one.entry
        yield Assumption("expectation", said.full_name, said.node.title, said.cites, None, None, said.source, said.node.start)


def _units(units: Iterable[CitedUnit]) -> Iterator[Assumption]:
    for name, text, cites in units:
        for cite, source in cites[:1]:
            yield Assumption("unit", name, text, cites, None, None, source, cite.start)


__all__ = ["Assumption", "CitedUnit", "assumptions", "of_scenario"]
