"""Titles of objects, and other short texts that say what they are, against the figures that stand in the same body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Instance
from vdl.graph.design import Graph
from vdl.graph.order import parts
from vdl.records import NamedTuple
from vdl.semantics.types import Quantity
from vdl.semantics.units import NUMBER, Dimension, Exact, Unit, combine, divide, size_of
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.spelt import Said, numbers_said
from vdl.values import high, is_number, low, scalars
from vdl.words.needed import called, is_named, referred
from vdl.words.said import Literal, SaidUnits, literals, written
from vdl.words.values import unit_of_cell

_SAME = divide(3, 100)
"""Figures of a thing and in its title may be so far apart: one of them is rounded."""

_SHORT = 80
"""Letters of a text that says what something is; a longer one tells of it, and of other things."""

_SENTENCE = r"[.!?](?:\s|\Z)"
_NOT_ALONE = (
    r"(?i)(?:[x\u00d7*+/]|\.\.|\d[ \u00a0]?[-\u2013]|\d (?:to|or|and)|\b(?:up to|over|under|above|below|than|least|most|about))"
    r"[ \u00a0]?\Z"
)  # fmt: skip
"""Before a number: it is one of several, the end of a range, or only a limit."""

_GOES_ON = r"(?i)[ \u00a0]?(?:[x\u00d7*+]|\.\.|-\d|\u2013|to \d|or \d)(?![a-z])"
"""Behind a number and its unit: it is one of several, or the beginning of a range."""

_THINGS_OF = r"(?: [\w-]+){1,3} (?:of|with|at)(?: up to)? "
"""Between how many things there are and how much each of them is."""

_TIMES = r"[ \u00a0]?[x\u00d7*][ \u00a0]?"
"""Between two numbers of a product."""


class Figure(NamedTuple):
    """A number with a unit in a text, as it stands there, and how much it may be; of a product also its factors."""

    said: Said
    words: str
    amounts: Sequence[Exact]
    factors: tuple[Said, ...] = ()


class _Stated(NamedTuple):
    """A figure in the body of an object: what it fills, how much it is, and the name of what each one of has that much."""

    fill: s.Fill
    amount: Exact
    each: str


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
        for text, line in texts(node):
            other = _other_figure(text, line is None, node, instance, solution, units) or _other_product(text, node, units)
            if other is not None:
                said, fill = other
                names = referred(graph) if names is None else names
                span = Span(member.source, fill.value.start, fill.value.end)
                says = phrase("its title says {words}", words=said)
                if line is not None:
                    says = phrase("`{line}` says {words}", line=str(line.path), words=said)
                figure, has_name = phrase("states {figure}", figure=written(span)), is_named(instance, graph, names)
                yield errors.said_otherwise(span, called(instance, names), figure, says, has_name)


def texts(node: s.Object) -> Iterator[tuple[str, s.Fill | None]]:
    """The title of an object, and what its body says in few words, with the line where that stands."""
    if node.title:
        yield str(node.title), None
    for one in node.body.statements:
        said = one.value.text if isinstance(one, s.Fill) and isinstance(one.value, s.String) else ""
        if isinstance(one, s.Fill) and 0 < len(said) <= _SHORT and not re.search(_SENTENCE, said):
            yield said, one


def figures(
    text: str, is_title: bool, said: Sequence[Said], units: SaidUnits, *, near: bool = False, in_times: bool = False
) -> dict[Dimension, list[Figure]]:  # fmt: skip
    """What a text says with a unit, that is no part of a product, no end of a range and no limit. The unit stands directly
    behind a number, or `near` it, of what counts something: "10 smaller boxes". Titles have times only with `in_times`."""
    by_dimension: dict[Dimension, list[Figure]] = {}
    for at, one in enumerate(said):
        of_a_name = one.in_digits and text[one.end - 1].isalpha()  # "15K crates"
        place = _place(text, one, units, near) if one.sort == "number" and not of_a_name else None
        if place is None or place[0].dimension == NUMBER or (is_title and units.is_of_time(place[0]) and not in_times):
            continue
        unit, end = place
        if _is_alone(text, one, end) and not _of_other_things(text, said, at, units):
            amounts = [reading * factor for reading in one.readings for factor in units.meant(unit)]
            by_dimension.setdefault(unit.dimension, []).append(Figure(one, text[one.start : end], amounts))
    return by_dimension


def _of_other_things(text: str, said: Sequence[Said], at: int, units: SaidUnits) -> bool:
    """Whether so much is each of a number of things that the language does not count: "2 planks of 3 kg" says nothing of a whole
    that has more parts, or is part of one."""
    before = said[at - 1] if at else None
    if before is None or re.compile(_THINGS_OF).fullmatch(text, before.end, said[at].start) is None:
        return False
    return units.near(text, before) is None


def _place(text: str, said: Said, units: SaidUnits, near: bool) -> tuple[Unit, int] | None:
    """The unit of a number in a text, and where it ends there."""
    place = units.place_behind(text, said)
    if place is not None:
        return place
    return units.place_near(text, said) if near and units.counts(text, said) else None


def _is_alone(text: str, said: Said, end: int) -> bool:
    """Whether a number, with what it is of up to here, is no part of a product, no end of a range and no limit."""
    return not re.compile(_NOT_ALONE).search(text, 0, said.start) and not re.compile(_GOES_ON).match(text, end)


def _products(text: str, said: Sequence[Said], units: SaidUnits) -> Iterator[tuple[Dimension, Figure]]:
    """The products of counted things that a text says, "2 x 16 boxes": all of them, or what one of the numbers is alone. What is
    measured is left out: "2 x 480 kg" may be a part beside those of which the object states the whole."""
    factors: list[Said] = []
    for one in said:
        joined = bool(factors) and re.compile(_TIMES).fullmatch(text, factors[-1].end, one.start) is not None
        factors = [*factors, one] if joined else [one]
        unit, end = units.place_behind(text, one) or (None, 0)
        if unit is None or len(factors) < 2 or not units.units.counts_things(unit.dimension):
            continue
        clear = all(each.sort == "number" and len(each.readings) == 1 for each in factors)
        if clear and _is_alone(text, factors[0], end):
            numbers = [each.readings[0] for each in factors]
            amounts = [number * unit.factor for number in (prod(numbers), *numbers)]
            yield unit.dimension, Figure(one, text[factors[0].start : end], amounts, tuple(factors))


def _other_figure(
    text: str, is_title: bool, node: s.Object, instance: Instance, solution: Solution, units: SaidUnits
) -> tuple[str, s.Fill] | None:  # fmt: skip
    """What a text says with a unit, where an object states figures of that sort and none that agrees; and the first of them."""
    said = numbers_said(text)
    by_dimension = figures(text, is_title, said, units, in_times=True)
    for dimension, product in _products(text, said, units):
        by_dimension.setdefault(dimension, []).append(product)
    for dimension, found in by_dimension.items():
        stated = list(_stated(node, dimension, units))
        if is_title:
            stated = [one for one in stated if not _in_another_time(one, found, text, units)]
        timed = is_title and any((unit := units.behind(text, one.said)) is not None and units.is_of_time(unit) for one in found)
        itself = [] if timed else list(_itself(node, instance, dimension, solution))
        fills = [*[fill for fill, _ in itself], *[one.fill for one in stated]]
        if not fills or _is_of_a_count(instance, fills, dimension, units):
            continue
        own = [(one.amount, list(_times(one, node, dimension, units))) for one in stated]
        own += [(amount, []) for amount in _worked_out(node, instance, dimension, solution, units)]
        own += [(amount, []) for _, cell in itself for amount in _read_by(cell, dimension, solution)]
        beside = [(figure, _beside(figure, text, said, dimension, units)) for figure in found]
        if not any(_agree(figure, value, [*_left(times, figure), *others]) for figure, others in beside for value, times in own):
            return found[0].words, fills[0]
    return None


def _itself(node: s.Object, instance: Instance, dimension: Dimension, solution: Solution) -> Iterator[tuple[s.Fill, Cell]]:
    """What an object fills that is of a sort itself, and not so much of each of something."""
    for one in node.body.statements:
        cell = instance.follow(one.path.names) if isinstance(one, s.Fill) else None
        if not isinstance(one, s.Fill) or not isinstance(cell, Cell) or not isinstance(cell.type, Quantity):
            continue
        value = solution.values.get(cell) if cell.form == "input" and cell.type.dimension == dimension else None
        if value is not None and any(is_number(number) for _, number in scalars(value)):
            yield one, cell


def _read_by(cell: Cell, dimension: Dimension, solution: Solution) -> Iterator[Exact]:
    """The amounts of a sort of which a formula makes another one: "14 boxes" of `grow(14 boxes, rate)`."""
    for part in parts([cell.formula], lambda one: False):
        if isinstance(part, Const):
            value = part.value
        elif isinstance(part, Cell) and isinstance(part.type, Quantity) and part.type.dimension == dimension:
            value = solution.values.get(part, False)
        else:
            continue
        numbers = [one for _, one in scalars(value) if is_number(one)]
        yield from [end for number in numbers for end in (low(number), high(number))]


def _other_product(text: str, node: s.Object, units: SaidUnits) -> tuple[str, s.Fill] | None:
    """A product of something measured, "16 x 32 GB", that is a part or a multiple of what an object states in the unit that this
    one is written for, `1024 GiB`, where nothing in the text is as much: one of the two was changed. Of what is written in one
    unit a part may well be half of the whole, or twice what is left of it."""
    said = numbers_said(text)
    measured = list(_measured(text, said, units))
    there = {*[number for _, number, _ in measured], *[reading for one in said for reading in one.readings]}
    for line in node.body.statements if measured else ():
        for literal in literals(line.value, "", units.units) if isinstance(line, s.Fill) else ():
            for words, number, unit in measured:
                written_for = _written_for(unit, literal, units) and literal.value and literal.value not in there
                if isinstance(line, s.Fill) and written_for and divide(number, literal.value) in _PARTS:
                    return words, line
    return None


def _measured(text: str, said: Sequence[Said], units: SaidUnits) -> Iterator[tuple[str, Exact, Unit]]:
    """The products of two numbers of something measured that a text says."""
    for first, second in pairwise(said):
        unit, end = units.place_behind(text, second) or (None, 0)
        if unit is None or units.units.counts_things(unit.dimension) or len(first.readings) + len(second.readings) > 2:
            continue
        if re.compile(_TIMES).fullmatch(text, first.end, second.start) and _is_alone(text, first, end):
            yield text[first.start : end], first.readings[0] * second.readings[0], unit


def _written_for(unit: Unit, literal: Literal, units: SaidUnits) -> bool:
    """Whether a unit is written for another one, in which a figure stands."""
    stated = next((one.factor for one in units.numerators(literal.name) if one.dimension == unit.dimension), unit.factor)
    return stated != unit.factor and stated in units.meant(unit)


_PARTS = frozenset(divide(*pair) for one in ((1, 2), (1, 4), (2, 3), (3, 4)) for pair in (one, one[::-1]))
"""What is left of a product of which a factor was changed, or what it has become."""


def _in_another_time(stated: _Stated, found: Sequence[Figure], text: str, units: SaidUnits) -> bool:
    """Whether a time is stated otherwise than a title says one: an object that is called "Three days" may well count by the day,
    or by the hour; one of 3 days is not called "Five days"."""
    written = [one.unit for one in literals(stated.fill.value, "", units.units)]
    said = [unit for one in found if (unit := units.behind(text, one.said)) is not None]
    if not any(units.is_of_time(unit) for unit in said):
        return False
    return stated.each != "" or stated.amount in {unit.factor for unit in written} or not any(unit in said for unit in written)


def states_some(node: s.Object, instance: Instance, dimension: Dimension, solution: Solution, units: SaidUnits) -> bool:
    """Whether an object states a figure of a sort, in a number or with a formula."""
    stated, worked_out = _stated(node, dimension, units), _worked_out(node, instance, dimension, solution, units)
    return next(stated, None) is not None or next(worked_out, None) is not None


def _beside(figure: Figure, text: str, said: Sequence[Said], dimension: Dimension, units: SaidUnits) -> list[Exact]:
    """The other numbers of a text, but for products of something else: of "2 x 16 kg, 1 box" none has to do with the last."""
    others = [one for one in said if one is not figure.said and one not in figure.factors]
    for one, next_one in pairwise(said):
        if re.compile(_TIMES).fullmatch(text, one.end, next_one.start):
            unit = units.behind(text, next_one)
            if unit is None or unit.dimension != dimension:
                others = [other for other in others if other is not one and other is not next_one]
    return [reading for one in others for reading in one.readings]


def _left(times: Iterable[Exact], figure: Figure) -> list[Exact]:
    """How many things an object has, but for those by which a product of its text is made: "2 x 16 boxes" in 2 drawers."""
    return [one for one in times if not any(one == each.readings[0] for each in figure.factors)]


def _times(stated: _Stated, node: s.Object, dimension: Dimension, units: SaidUnits) -> Iterator[Exact]:
    """How many things an object has of which each has so much; of counted things also of how many others they are parts."""
    for one in s.walk(node.body):
        for unit in units.numerators(one.unit) if isinstance(one, s.Number) else ():
            each = (stated.each, 1) in unit.dimension or units.units.counts_things(dimension)
            if isinstance(one, s.Number) and each and units.units.counts_things(unit.dimension) and unit.dimension != dimension:
                yield one.value


def _is_of_a_count(instance: Instance, fills: Iterable[s.Fill], dimension: Dimension, units: SaidUnits) -> bool:
    """Whether an object has a count of that sort, of which a title may speak, and only states something else of it."""
    counts = {name for name, cell in instance.slots.items() if isinstance(cell, Cell) and cell.form == "count"
              and unit_of_cell(cell, units.units).dimension == dimension}  # fmt: skip
    return bool(counts) and not any(str(one.path) in counts for one in fills)


def _stated(node: s.Object, dimension: Dimension, units: SaidUnits) -> Iterator[_Stated]:
    """What an object states in numbers, of so much of something."""
    for one in node.body.statements:
        if isinstance(one, s.Fill):
            for literal in literals(one.value, "", units.units):
                for unit in units.numerators(literal.name):
                    if unit.dimension == dimension:
                        below = combine(literal.unit.dimension, dimension, -1)
                        yield _Stated(one, literal.value * unit.factor, below[0][0] if len(below) == 1 else "")


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
            yield from [one.amount for one in _stated(nested, dimension, units)]


def _agree(figure: Figure, value: Exact, times: Iterable[Exact]) -> bool:
    """Whether two figures are the same, as they are rounded; or one is so many times the other."""
    factors = [factor for one in [Fraction(1), *times] if one for factor in (one, divide(1, one))]
    return any(size_of(amount * one - value) <= _SAME * size_of(value) for amount in figure.amounts for one in factors)


__all__ = ["Figure", "figures", "states_some", "texts", "titled_otherwise"]
