"""Columns of a bill: plain numbers in one unit, one column for each label and for each end of ranges, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from vdl import syntax as s
from vdl.graph.cells import Cell, Env, Instance, Op
from vdl.graph.items import Items
from vdl.graph.order import parts as parts_of
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import Printed, figure, plain, with_value
from vdl.semantics.types import COUNT, Quantity
from vdl.semantics.units import ONE, Unit, Units
from vdl.text.bounds import Bound
from vdl.text.phrases import joined, phrase
from vdl.values import (
    NOT_STATED,
    Bounded,
    Labels,
    Number,
    Place,
    Range,
    Scalar,
    Value,
    Varying,
    at_place,
    bound_of,
    bounded,
    is_number,
    low,
    place_text,
    scalars,
    total,
)


class Part(NamedTuple):
    """What of a value stands in a column: at some labels, and of a range one end, where `end` says which."""

    place: Place
    end: str = ""

    @property
    def words(self) -> str:
        """What is added to the head of the column: "winter", "winter, least"."""
        return joined(", ", [word for word in (place_text(self.place), phrase(self.end)) if word])


def parts(cells: Sequence[Printed]) -> list[Part]:
    """The columns that the cells of one take, so that each holds plain numbers."""
    values = _values(cells)
    ranges = any(isinstance(one, Range) for value in values for _, one in scalars(value))
    return [Part(place, end) for place in places(cells) for end in (("least", "most") if ranges else ("",))]


def places(cells: Iterable[Printed]) -> list[Place]:
    """The combinations of labels at which cells vary; the one without any where none does."""
    axes = labels(_values(cells))
    return [tuple(zip(axes, key)) for key in product(*axes.values())]


def _values(cells: Iterable[Printed]) -> list[Value]:
    return [cell.value for cell in cells if cell.unit is not None and cell.value is not None]


def labels(values: Iterable[Value | None]) -> dict[str, dict[str, None]]:
    """The axes along which values vary, each with all labels that they have, in order."""
    found: dict[str, dict[str, None]] = {}
    for value in values:
        if isinstance(value, Varying):
            for axis in value.axes:
                found.setdefault(axis, {}).update(dict.fromkeys(value.labels(axis)))
    return found


def part_of(cell: Printed, part: Part) -> Printed:
    """What of a cell stands in a column; nothing is stated where it has no such label."""
    if cell.unit is None or cell.value is None:
        return cell
    value = _at(cell.value, part.place)
    if isinstance(value, Range) and part.end:
        end, bound = value.low if part.end == "least" else value.high, bound_of(value)
        value = Bounded(end, bound) if bound is not None else end
    return with_value(cell, value)


def _at(value: Value, place: Place) -> Scalar:
    """The value at a label of each axis; nothing is stated where it has no such label."""
    found = at_place(value, place)
    return NOT_STATED if isinstance(found, Varying) else found


def is_plain_number(type_: object) -> bool:
    """Whether what is of a type has no unit in tables: a number, or a count of whatever it is."""
    return type_ is COUNT or (isinstance(type_, Quantity) and not type_.dimension and not type_.ratio)


def in_one_unit(cells: Sequence[Printed], units: Units, *, plain_number: bool) -> list[Printed]:
    """The cells of a column in one unit, where what they are made of allows it; numbers of things without the things."""
    telling = [cell.unit for cell in cells if cell.unit is not None and not _is_nothing(cell.value)]
    known = telling or [cell.unit for cell in cells if cell.unit is not None]
    kinds = {(unit.dimension, unit.made_of) for unit in known}
    if plain_number:
        unit = ONE
    elif len(kinds) != 1:
        return list(cells)
    else:
        unit = known[0] if len(set(known)) == 1 else units.shown(*next(iter(kinds)))
    return [_in(cell, unit) for cell in cells]


def _in(cell: Printed, unit: Unit) -> Printed:
    if cell.unit is None or cell.value is None or cell.unit == unit:
        return cell
    return with_value(cell, cell.value, unit)


def _is_nothing(value: Value | None) -> bool:
    """Whether a value is zero or not stated everywhere, and so in any unit."""
    return value is None or all(one is NOT_STATED or one == 0 for _, one in scalars(value))


def led(columns: Sequence[Sequence[Printed]]) -> list[m.Prose]:
    """The cells of the first column; the words of each lead to the calculation of the count that its line is bought by."""
    return [_led(first.prose, line) for first, *line in zip(*columns)]


def _led(words: m.Prose, line: Sequence[Printed]) -> m.Prose:
    formulas = [cell.formula for cell in line if cell.unit is not None]
    found = parts_of(formulas, lambda cell: cell.form != "count")
    count = next((part for part in found if isinstance(part, Cell) and part.form == "count"), None)
    if count is None or len(words) != 1 or type(words[0]) is not m.Text:
        return words
    return (m.Link(words[0].text, count.path),)


def named(page: Page, item: s.Table, rows: Iterable[Env], first: tuple[s.Column, Sequence[Printed]]) -> None:
    """Remember what the rows are called in their `first` column, by the objects that they are of, where it numbers them."""
    column, cells = first
    if column.value is None or not any(isinstance(one, s.Name) and one.name == s.ROW for one in s.walk(column.value)):
        return
    over = item.merging.name.name if item.merging is not None else item.loops[-1].name
    for row, cell in zip(rows, cells):
        made = row.locals[over]
        objects = [one for one in (made if isinstance(made, Items) else [made]) if isinstance(one, Instance)]
        page.reading.elaboration.rows.update(dict.fromkeys(objects, plain(cell.prose)))


def added_up(page: Page, cells: Sequence[Printed], node: s.Node, env: Env) -> Printed:
    """What the cells that state something come to; nothing where their units can't be added, which is said."""
    stated = [cell for cell in cells if cell.unit is not None and cell.value is not None and cell.value is not NOT_STATED]
    telling = [cell for cell in stated if not _is_nothing(cell.value)]
    formulas = tuple([cell.formula for cell in telling if cell.formula is not None])
    if not stated or not page.reading.elaboration.fits(Op("sum", formulas, node, env.source)):
        return Printed((), NOT_STATED)
    units = [cell.unit for cell in telling or stated if cell.unit is not None]
    unit = units[0] if len(set(units)) == 1 else page.units.shown(units[0].dimension, units[0].made_of)
    value = _sum([cell.value for cell in cells if cell.value is not None])
    return Printed((figure(value, unit),), value, unit)


def _sum(values: Sequence[Value]) -> Value:
    """What values come to that state something, label by label: a bound, where others state nothing or are bounds."""
    axes = labels(values)
    sums: dict[Labels, Scalar] = {}
    for key in product(*axes.values()):
        found = [_at(value, tuple(zip(axes, key))) for value in values]
        numbers = [one for one in found if is_number(one)]
        sums[key] = _bounded(total(numbers)[0], found) if numbers else NOT_STATED
    return Varying(tuple(axes), sums) if axes else sums[()]


def _bounded(added: Number, found: Sequence[Scalar]) -> Scalar:
    """What some values come to, as it is told. What is not stated may be below zero where others are."""
    bounds: set[Bound] = {bound for one in found if (bound := bound_of(one)) is not None}
    if NOT_STATED in found:
        bounds.add("neither" if any(low(one) < 0 for one in found if is_number(one)) else "least")
    return bounded(added, bounds.pop() if len(bounds) == 1 else "neither") if bounds else added
