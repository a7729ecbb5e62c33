"""The figures that authors write in the inputs of a design."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Instance
from vdl.graph.design import Graph
from vdl.records import NamedTuple
from vdl.semantics.types import Axis
from vdl.semantics.units import Exact, Units
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.values import Value, Varying, high, is_exact, is_number, low, scalars
from vdl.words.needed import called, is_named, referred
from vdl.words.values import literal_unit


class Figure(NamedTuple):
    """An input that an author fills with a figure, by the name that the design has for it, and its lowest and highest number."""

    cell: Cell
    name: str
    written: Const
    low: Exact
    high: Exact
    is_named: bool
    """Whether the design comes to it by a path, so that it can accept what is asked about it."""

    def span(self) -> Span:
        node, source = self.written.node, self.written.source
        assert node is not None and source is not None
        return Span(source, node.start, node.end)

    def counts_things(self) -> bool:
        """Whether it is a number of whole things: there may be hardly any of them in a first year, or at one place."""
        return self.cell.domain is not None and self.cell.domain.whole


def figures_stated(graph: Graph, cells: Iterable[Cell]) -> Iterator[Figure]:
    """The figures that the authors of a design write in inputs, in the order of the cells."""
    names: dict[Instance, str] | None = None
    for cell in cells:
        made = cell.formula
        if cell.form != "input" or not isinstance(made, Const) or not isinstance(made.node, (s.Number, s.Range, s.LabelMap)):
            continue
        numbers = [one for _, one in scalars(made.value) if is_number(one)]
        if numbers and made.source is not None and not made.source.is_library:
            names = referred(graph) if names is None else names
            name = called(cell.instance, names, cell.name) if cell.instance is not None else cell.path
            has_name = cell.instance is None or is_named(cell.instance, graph, names)
            yield Figure(cell, name, made, min(map(low, numbers)), max(map(high, numbers)), has_name)


def stretch(least: str, most: str) -> str:
    """Two figures as the ends of what lies between them: "3 kg to 5 kg", "3 kg"."""
    return phrase("{least} to {most}", least=least, most=most) if least != most else least


def at_label(figure: str, label: str) -> str:
    """ "3 kg at y2026" """
    return phrase("{name} at {labels}", name=figure, labels=label)


def numbers_by_label(node: s.LabelMap, units: Units) -> Iterator[tuple[Exact, s.Entry]]:
    """Each plain figure, which is compared with those at other labels."""
    for entry in node.entries:
        unit = literal_unit(entry.value, units) or (literal_unit(node, units) if node.unit is not None else None)
        if isinstance(entry.value, s.Number) and entry.key is None:
            yield entry.value.value * (unit.factor if unit is not None else 1), entry


def by_label(value: s.Expr, axis: Axis, units: Units) -> dict[str, Exact] | None:
    """The number at each label of an axis, where a value is written by these labels and in numbers alone."""
    if not isinstance(value, s.LabelMap) or value.is_keyed:
        return None
    whole = literal_unit(value, units) if value.unit is not None else None
    found: dict[str, Exact] = {}
    rest: Exact | None = None
    for entry in value.entries:
        if not isinstance(entry.value, s.Number):
            return None
        unit = whole or literal_unit(entry.value, units)
        number = entry.value.value * (unit.factor if unit is not None else 1)
        if entry.label is None:
            rest = number
        elif entry.label.names[-1] in axis.labels:
            found[entry.label.names[-1]] = number
        else:
            return None
    of_all = {label: found.get(label, rest) for label in axis.labels}
    return {label: number for label, number in of_all.items() if number is not None} if found else None


def number_at(value: Value, label: str) -> Exact | None:
    """A value at a label, where it is one number there."""
    if isinstance(value, Varying):
        there = [one for labels, one in value.cells.items() if label in labels]
        value = there[0] if len(there) == 1 else False
    return value if is_exact(value) and not isinstance(value, bool) else None


__all__ = ["Figure", "at_label", "by_label", "figures_stated", "number_at", "numbers_by_label"]
