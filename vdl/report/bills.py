"""Columns of a bill: plain numbers in one unit, one column for each label and for each end of ranges, and what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from vdl import syntax as s
from vdl.graph.cells import Env, Op
from vdl.report.page import Page
from vdl.report.printing import Printed, figure
from vdl.semantics.units import ONE, Unit, Units
from vdl.values import NOT_STATED, Place, Range, Value, Varying, at_place, is_number, place_text, scalars, total


class Part(NamedTuple):
    """What of a value stands in a column: at some labels, and of a range one end, where `end` says which."""

    place: Place
    end: str = ""

    @property
    def words(self) -> str:
        """What is added to the head of the column."""
        return "".join([f", {word}" for word in (place_text(self.place), self.end) if word])


def parts(cells: Sequence[Printed]) -> list[Part]:
    """The columns that the cells of one take, so that each holds plain numbers."""
    labels: dict[str, dict[str, None]] = {}
    ranges = False
    for cell in cells:
        if cell.unit is None or cell.value is None:
            continue
        if isinstance(cell.value, Varying):
            for axis in cell.value.axes:
                labels.setdefault(axis, {}).update(dict.fromkeys(cell.value.labels(axis)))
        ranges = ranges or any(isinstance(one, Range) for _, one in scalars(cell.value))
    places: list[Place] = [tuple(zip(labels, key)) for key in product(*labels.values())]
    return [Part(place, end) for place in places for end in (("least", "most") if ranges else ("",))]


def part_of(cell: Printed, part: Part) -> Printed:
    """What of a cell stands in a column; nothing is stated where it has no such label."""
    if cell.unit is None or cell.value is None:
        return cell
    value: Value = at_place(cell.value, part.place)
    if isinstance(value, Varying):
        value = NOT_STATED
    if isinstance(value, Range) and part.end:
        value = value.low if part.end == "least" else value.high
    return cell._replace(prose=(figure(value, cell.unit),), value=value)


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
    return cell._replace(prose=(figure(cell.value, unit),), unit=unit)


def _is_nothing(value: Value | None) -> bool:
    """Whether a value is zero or not stated everywhere, and so in any unit."""
    return value is None or all(one is NOT_STATED or one == 0 for _, one in scalars(value))


def added_up(page: Page, cells: Sequence[Printed], node: s.Node, env: Env) -> Printed:
    """What the cells that state something come to; nothing where their units can't be added, which is said."""
    found = [(cell, cell.unit, cell.value) for cell in cells]
    stated = [(cell, unit, value) for cell, unit, value in found if unit is not None and value is not None and is_number(value)]
    telling = [(cell, unit) for cell, unit, value in stated if value != 0]
    formulas = tuple([cell.formula for cell, _ in telling if cell.formula is not None])
    if not stated or not page.reading.elaboration.fits(Op("sum", formulas, node, env.source)):
        return Printed((), NOT_STATED)
    value = total([value for _, _, value in stated])[0]
    unit = telling[0][1] if telling else stated[0][1]
    if any(other != unit for _, other in telling):
        unit = page.units.shown(unit.dimension, unit.made_of)
    return Printed((figure(value, unit),), value, unit)
