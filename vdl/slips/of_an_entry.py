"""Short texts of entries, such as those of catalogs, that say of how many things one is, against the objects that name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Instance
from vdl.graph.design import Graph
from vdl.semantics.types import Quantity
from vdl.semantics.units import NUMBER, ONE, Exact
from vdl.slips.titled import Figure, figures, states_some, texts
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import joined, phrase
from vdl.text.source import Span
from vdl.text.spelt import numbers_said
from vdl.values import Value, high, is_number, low, scalars
from vdl.words.needed import called, is_named, referred
from vdl.words.said import SaidUnits, literals
from vdl.words.values import text as in_words


def entry_otherwise(graph: Graph, solution: Solution, units: SaidUnits) -> Iterator[Diagnostic]:
    """Objects that name an entry which is of so many things ("a box of 10 cups"), and nowhere state that it is."""
    names: Mapping[Instance, str] | None = None
    held = set(graph.instances)
    known: set[s.Node] = set()
    for instance in graph.instances:
        for name, assignment in instance.assigned.items():
            entry = instance.slots.get(name)
            if not isinstance(entry, Instance) or entry in held or assignment.node in known or assignment.env.source.is_library:
                continue
            known.add(assignment.node)
            inputs = _plain_inputs(instance, solution)
            of_many = _of_many(entry, solution, units) if inputs else None
            if of_many is None or _is_stated(of_many[0], instance, inputs, units):
                continue
            figure, place = of_many
            names = referred(graph) if names is None else names
            many = in_words(figure.amounts[0], ONE)
            own = [phrase("`{name}` is {figure}", name=called(instance, names, one), figure=in_words(value, ONE))
                   for one, value in inputs.items()]  # fmt: skip
            which = f", `{next(iter(inputs))} = {many}`," if len(inputs) == 1 else ","
            says = phrase("says {words}", words=figure.words)
            yield errors.said_otherwise(
                assignment.span(), called(instance, names, name), says, joined(phrase(" and "), own),
                is_named(instance, graph, names), [(place, "said here")],
                f"state that one is for {many}{which} or change the text",
            )  # fmt: skip


def _plain_inputs(instance: Instance, solution: Solution) -> dict[str, Value]:
    """The inputs of an object that are plain numbers and have one from the beginning, by their names, with what they are."""
    found: dict[str, Value] = {}
    for name, member in instance.kind.all_members().items():
        filled = [one.node.value for one in member.owner.fillings if tuple(one.path) == (name,)]
        default = filled[0] if filled else member.node.default if isinstance(member.node, s.Field) else None
        plain = isinstance(member.type, Quantity) and member.type.dimension == NUMBER and not member.type.ratio
        if not plain or not isinstance(default, s.Number) or default.unit is not None:
            continue
        cell = instance.slots.get(name)
        value = solution.values.get(cell) if isinstance(cell, Cell) else None
        if value is None and name not in instance.assigned:
            value = default.value
        if value is None or not all(is_number(one) for _, one in scalars(value)):
            return {}  # who knows of how many it is
        found[name] = value
    return found


def _of_many(entry: Instance, solution: Solution, units: SaidUnits) -> tuple[Figure, Span] | None:
    """Of how many counted things an entry says that it is, where it states no figure of that sort; and where it says so."""
    member = entry.member
    node = member.node if member is not None else None
    if member is None or not isinstance(node, s.Object):
        return None
    for text, line in texts(node):
        for dimension, found in figures(text, line is None, numbers_said(text), units, near=True).items():
            if units.units.counts_things(dimension) and not states_some(node, entry, dimension, solution, units):
                span = Span(member.source, line.value.start, line.value.end) if line is not None else member.span()
                several = [one for one in found if not one.said.is_one]
                if several and len(several) == len(found):
                    return several[0], span
    return None


def _is_stated(figure: Figure, instance: Instance, inputs: Mapping[str, Value], units: SaidUnits) -> bool:
    """Whether a plain number of an object is that many: one of these inputs, or what it fills in or works something out with."""
    ends: set[Exact] = set()
    for value in inputs.values():
        for _, number in scalars(value):
            if is_number(number):
                ends.update([low(number), high(number)])
    for assignment in instance.assigned.values():
        alone = list(literals(assignment.expr, "", units.units))
        if not any(one.unit.dimension != NUMBER for one in alone):  # "10 cups" that there are: not how many one is for
            ends.update([one.value for one in s.walk(assignment.expr) if isinstance(one, s.Number)])
    return any(amount in ends for amount in figure.amounts)


__all__ = ["entry_otherwise"]
