"""Things that are called after a figure of theirs, with a digit more or less, or two in turn: "Shed 25" of `room = 250 kg`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Instance
from vdl.graph.design import Graph
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Member
from vdl.semantics.units import Exact, Unit, divide
from vdl.slips.titled import texts
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.words.needed import called, is_named, referred
from vdl.words.said import Literal, SaidUnits, literals, written

_ALONE = r"(?<![\w.,\u2013/+x-])\d{2,5}(?![\w\u2013/+-]|[.,]\d| ?(?:[x\u00d7%/]|to\b))"
"""A number of a title that no letter, no sign and no further number touches."""

_SLIPS = (Fraction(1, 100), Fraction(1, 10), Fraction(10), Fraction(100))
"""So many times what is meant, a digit or two are too many, or lack."""

_SAME = (1, 1000)
"""So many times a number, a figure is that number: "Shed 25" holds 25,000."""

_CALENDAR = range(1900, 2101)

_FEW_WORDS = 3
"""Words of a text that is a name, such as that of a model."""

_TELLING = 3
"""Digits, without zeros at the end, that hardly two numbers have by accident; two where a number has no others."""


class _Figure(NamedTuple):
    """What a thing states of something, in numbers."""

    fill: s.Fill
    numbers: Sequence[Literal]


class _Named(NamedTuple):
    """A thing at the top of a file whose names have one number in them, and its figures by what they fill."""

    member: Member
    node: s.Object
    kind: Kind
    number: int
    figures: Mapping[str, _Figure]


def digits_of_a_name(graph: Graph, solution: Solution, units: SaidUnits) -> Iterator[Diagnostic]:
    """What is asked of things at the top of a file, as those of a catalog are, of which one figure has the digits of the number
    that they are called after, and not its size. What like things beside them are called after is looked at, too: where that is
    this figure, fewer digits tell enough, and where it is another one or none, this number is that of a model."""
    within = [cell.instance for cell in solution.values if cell.instance is not None]
    names: Mapping[Instance, str] | None = None
    known: set[s.Node] = set()
    for instance in dict.fromkeys([*graph.instances, *within]):
        if instance.member is None or instance.member.node in known:
            continue
        known.add(instance.member.node)
        one = _named(instance.member, units)
        path = _slipped(one, units) if one is not None else ""
        if one is None or not path:
            continue
        likes = [like for each in one.member.owner.members.values() if (like := _named(each, units)) is not None]
        alike = [like for like in likes if like.kind is one.kind and like.node is not one.node and path in like.figures]
        others = [_is_after(like, path, units) for like in alike]
        if all(others) and (others or _is_telling(one.number)):
            names = referred(graph) if names is None else names
            value = one.figures[path].fill.value
            span = Span(one.member.source, value.start, value.end)
            figure, has_name = phrase("states {figure}", figure=written(span)), is_named(instance, graph, names)
            said = phrase("it is called after {number}", number=one.number)
            yield errors.said_otherwise(span, called(instance, names), figure, said, has_name)


def _named(member: Member, units: SaidUnits) -> _Named | None:
    node = member.node
    of_file = member.owner.form == "file" and not member.source.is_library
    if not of_file or not isinstance(node, s.Object) or member.kind is None:
        return None
    number = _number_of(node)
    return _Named(member, node, member.kind.named(), number, _figures(node, units)) if number else None


def _number_of(node: s.Object) -> int:
    """The one number of two digits or more that the name of a thing, its title and its other names have; 0 where there is none.
    Zeros at its end are no digits: everything has a hundred of something."""
    names = [str(text) for text, _ in texts(node) if len(text.split()) <= _FEW_WORDS]
    found = {int(one.group()) for name in names for one in re.finditer(_ALONE, name)}
    found |= {int(word) for word in node.name.name.split("_") if word.isdecimal() and word.isascii() and len(word) > 1}
    return found.pop() if len(found) == 1 and not found.intersection(_CALENDAR) else 0


def _figures(node: s.Object, units: SaidUnits) -> dict[str, _Figure]:
    """What a thing states in numbers, but for amounts in open units."""
    found: dict[str, _Figure] = {}
    for fill in [one for one in s.walk(node.body) if isinstance(one, s.Fill)]:
        numbers = [one for one in literals(fill.value, "", units.units) if not one.unit.made_of]
        if numbers:
            found[f"{fill.path}"] = _Figure(fill, numbers)
    return found


def _slipped(one: _Named, units: SaidUnits) -> str:
    """What the one figure fills that has the digits of the number; "" where one is as much, in whichever unit, or several have
    them."""
    if any(_is_after(one, path, units) for path in one.figures):
        return ""
    found = [path for path, figure in one.figures.items()
             if any(_is_a_slip_of(one.number, literal.value) for literal in figure.numbers)]  # fmt: skip
    return found[0] if len(found) == 1 else ""


def _is_a_slip_of(number: int, value: Exact) -> bool:
    """Whether a value has the digits of a number, and one or two more or less, or two side by side in turn."""
    if value and divide(value, number) in _SLIPS:
        return True
    digits = str(number)
    turned = {f"{digits[:at]}{digits[at + 1]}{digits[at]}{digits[at + 2 :]}" for at in range(len(digits) - 1)}
    return value != number and value in {int(each) for each in turned if each[0] != "0"}


def _is_after(one: _Named, path: str, units: SaidUnits) -> bool:
    """Whether a figure is the number that a thing is called after, in whichever unit."""
    for literal in one.figures[path].numbers:
        amount = literal.value * literal.unit.factor
        if literal.value in [one.number * times for times in _SAME]:
            return True
        if any(one.number * unit.factor == amount for unit in _family(literal, units)):
            return True
    return False


def _is_telling(number: int) -> bool:
    digits = len(str(number).rstrip("0"))
    return digits >= _TELLING or digits == len(str(number))


def _family(literal: Literal, units: SaidUnits) -> Sequence[Unit]:
    """The units in which a figure may be told: those of what it is so much of."""
    dimensions = {one.dimension for one in units.numerators(literal.name)}
    return [one for one in units.units.names.values() if one.dimension in dimensions]


__all__ = ["digits_of_a_name"]
