"""Titles of objects, and other short texts that say what they are, against the figures that stand in the same body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Instance
from vdl.graph.design import Graph
from vdl.records import NamedTuple
from vdl.semantics.types import Quantity
from vdl.semantics.units import NUMBER, Dimension, Exact, divide, size_of
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.text.spelt import Said, numbers_said
from vdl.values import high, is_number, low, scalars
from vdl.words.needed import called, referred
from vdl.words.said import BEHIND, SaidUnits, literals, written

_SAME = divide(3, 100)
"""Figures of a thing and in its title may be so far apart: one of them is rounded."""

_NOT_ALONE = re.compile(
    r"(?:[x\u00d7*+/]|\.\.|\d[ \u00a0]?[-\u2013]|\d (?:to|or|and)|\b(?:up to|over|under|above|below|than|least|most|about))"
    r"[ \u00a0]?\Z", re.I
)  # fmt: skip
"""Before a number: it is one of several, the end of a range, or only a limit."""

_GOES_ON = re.compile(r"[ \u00a0]?(?:[x\u00d7*+]|\.\.|-\d|\u2013|to \d|or \d)(?![a-z])", re.I)
"""Behind a number and its unit: it is one of several, or the beginning of a range."""

class _Figure(NamedTuple):
    """A number with a unit in a text, as it stands there, and how much it may be."""

    said: Said
    words: str
    amounts: Sequence[Exact]


def titled_otherwise(graph: Graph, solution: Solution, units: SaidUnits) -> Iterator[Diagnostic]:
    """Objects whose title, or another text that says what they are, has a figure that is none of theirs."""
    names: Mapping[Instance, str] | None = None
    known: set[s.Object] = set()
    within = [cell.instance for cell in solution.values if cell.instance is not None]  # entries of catalogs among them
    for instance in dict.fromkeys([*graph.instances, *within]):
        member = instance.member
        node = member.node if member is not None else None
        if member is None or member.source.is_library or not isinstance(node, s.Object) or node in known:
            continue
        known.add(node)
        for text, its in _texts(node):
            other = _other_figure(text, node, instance, solution, units)
            if other is not None:
                said, fill = other
                names = referred(graph) if names is None else names
                span = Span(member.source, fill.value.start, fill.value.end)
                figure = f"states {written(span)}"
                yield errors.said_otherwise(span, called(instance, names), figure, its, said)


def _texts(node: s.Object) -> Iterator[tuple[str, str]]:
    """The title of an object, and what its body says in few words, with what each is called."""
    if node.title:
        yield str(node.title), "its title"
    for one in node.body.statements:
        if isinstance(one, s.Fill) and isinstance(one.value, s.String) and not re.search(r"[.!?](?:\s|\Z)", one.value.text):
            yield one.value.text, f"`{one.path}`"


def _other_figure(
    text: str, node: s.Object, instance: Instance, solution: Solution, units: SaidUnits
) -> tuple[str, s.Fill] | None:  # fmt: skip
    """What a text says with a unit, where an object states figures of that sort and none that agrees; and the first of them."""
    said = numbers_said(text)
    by_dimension: dict[Dimension, list[_Figure]] = {}
    for one in said:
        of_a_name = one.in_digits and text[one.end - 1].isalpha()  # "15K crates"
        unit = units.behind(text, one) if one.sort == "number" and not of_a_name else None
        found = BEHIND.match(text, one.end)
        if unit is None or found is None or unit.dimension == NUMBER:
            continue
        if not _NOT_ALONE.search(text, 0, one.start) and not _GOES_ON.match(text, found.end(1)):
            amounts = [reading * factor for reading in one.readings for factor in units.meant(unit)]
            by_dimension.setdefault(unit.dimension, []).append(_Figure(one, units.with_unit(text, one), amounts))
    for dimension, figures in by_dimension.items():
        stated = list(_stated(node, dimension, units))
        own = [value for _, values in stated for value in values]
        own += _worked_out(node, instance, dimension, solution, units) if stated else []
        things = list(_things(node, dimension, units))
        times = [(one, [*things, *_beside(one.said, said)]) for one in figures]
        if stated and not any(_agree(amount, value, beside) for one, beside in times for amount in one.amounts for value in own):
            return figures[0].words, stated[0][0]
    return None


def _beside(said: Said, all_said: Iterable[Said]) -> list[Exact]:
    """The other numbers of a text."""
    return [reading for one in all_said if one is not said for reading in one.readings]


def _things(node: s.Object, dimension: Dimension, units: SaidUnits) -> Iterator[Exact]:
    """Of how many things an object speaks, each of which may be what a figure is of."""
    for one in s.walk(node.body):
        if isinstance(one, s.Number):
            unit = next((unit for unit in units.numerators(one.unit) if units.units.counts_things(unit.dimension)), None)
            if one.unit is None or (unit is not None and unit.dimension != dimension):
                yield one.value


def _stated(node: s.Object, dimension: Dimension, units: SaidUnits) -> Iterator[tuple[s.Fill, list[Exact]]]:
    """What an object states in numbers, of so much of something, each as how much."""
    for one in node.body.statements:
        if not isinstance(one, s.Fill):
            continue
        values: list[Exact] = []
        for literal in literals(one.value, "", units.units):
            for unit in units.numerators(literal.name):
                if unit.dimension == dimension:
                    values.append(literal.value * unit.factor)
        if values:
            yield one, values


def _worked_out(
    node: s.Object, instance: Instance, dimension: Dimension, solution: Solution, units: SaidUnits
) -> Iterator[Exact]:  # fmt: skip
    """What an object states with a formula, or in what it holds."""
    for one in s.walk(node.body):
        if not isinstance(one, s.Fill):
            continue
        made = instance.follow(one.path.names)
        value = solution.values.get(made) if isinstance(made, Cell) else None
        if not isinstance(made, Cell) or not isinstance(made.type, Quantity) or value is None:
            continue
        left = tuple([(name, power) for name, power in made.type.dimension if power > 0 or name not in units.units.counted])
        numbers = [number for _, number in scalars(value) if is_number(number)] if left == dimension else []
        yield from [end for number in numbers for end in (low(number), high(number))]
    for nested in s.walk(node.body):
        if isinstance(nested, s.Object):
            yield from [value for _, values in _stated(nested, dimension, units) for value in values]


def _agree(figure: Exact, value: Exact, others: Iterable[Exact]) -> bool:
    """Whether two figures are the same, as they are rounded; or one is so many times the other as a number beside them says."""
    times = [factor for one in [Fraction(1), *others] if one for factor in (one, divide(1, one))]
    return any(size_of(figure * factor - value) <= _SAME * size_of(value) for factor in times)


__all__ = ["titled_otherwise"]
