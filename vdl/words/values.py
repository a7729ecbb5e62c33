"""Values in words, and as the one value object of the machine-readable outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.measure import Measure
from vdl.semantics.types import COUNT, Quantity, Type
from vdl.semantics.units import (
    ONE,
    PERCENT,
    Dimension,
    Exact,
    Rounding,
    Unit,
    Units,
    apart,
    ceiling,
    decimal,
    divide,
    floor,
    nearest,
    plain_decimal,
)
from vdl.text.bounds import BOUNDS, Bound
from vdl.text.phrases import Number, joined, phrase
from vdl.values import (
    FAULT,
    NOT_STATED,
    Bounded,
    BoundedRange,
    Labels,
    Part,
    Range,
    Scalar,
    Value,
    Varying,
    bound_of,
    scalars,
)
from vdl.words import amounts
from vdl.words.runs import in_runs, slashed

if TYPE_CHECKING:
    from vdl.text.machine import Json


def literal_unit(node: object, units: Units) -> Unit | None:
    """The unit an author wrote with a value, or None."""
    if isinstance(node, s.Unary):
        return literal_unit(node.operand, units)
    unit = getattr(node, "unit", None)
    if unit is None and isinstance(node, s.LabelMap):
        for entry in node.entries:
            found = literal_unit(entry.value, units)
            if found is not None:
                return found
    if unit is None:
        return None
    known = units.read(unit.text)
    return None if isinstance(known, str) else known


def unit_of_type(type_: Type, units: Units, made_of: Dimension | None = None) -> Unit:
    """The unit in which values of a type are shown, which are made of certain open units."""
    if isinstance(type_, Quantity):
        if type_.shown is not None and fits(type_.shown, made_of):
            return type_.shown
        return PERCENT if type_.ratio and not made_of else units.shown(type_.dimension, made_of)
    return ONE


def fits(unit: Unit, made_of: Dimension | None) -> bool:
    """Whether what is made of certain open units can be shown in a unit; None stands for what is in none, such as zero."""
    return made_of is None or unit.made_of == made_of


def made_of(formula: Formula, units: Units) -> Dimension | None:
    """The open units that a formula is made of; None where it is in none."""
    scale = formula.scale if isinstance(formula, Cell) else Measure(units).of(formula) if units.open else None
    return scale.made_of if scale is not None else None


def unit_of_cell(cell: Cell, units: Units) -> Unit:
    """The unit its author chose, else its field's, else its dimension's."""
    node = cell.formula.node if isinstance(cell.formula, Const) else getattr(cell.node, "value", None)
    written = literal_unit(node, units)
    nothing = cell.form != "input" and isinstance(cell.formula, Const) and cell.formula.value == 0
    if nothing and cell.source.is_library and written is not None and written.made_of:
        written = None  # where nothing is paid, no author chose a currency
    measured = made_of(cell, units)
    if written is not None and fits(written, measured):
        agrees = isinstance(cell.type, Quantity) and written.dimension == cell.type.dimension
        if agrees or cell.type is COUNT:
            return written
    if cell.type is COUNT and isinstance(cell.formula, Cell):
        return unit_of_cell(cell.formula, units)
    return unit_of_type(cell.type, units, measured)


def chosen_unit(formula: Formula, units: Units) -> Unit | None:
    """The unit that the author of a quantity chose for it, or its field's; None of what is worked out, and has none."""
    if not isinstance(formula, Cell) or not isinstance(formula.type, Quantity):
        return None
    unit = unit_of_cell(formula, units)
    plain = unit_of_type(formula.type._replace(shown=None), units, made_of(formula, units))
    return unit if formula.type.shown is not None or unit != plain else None


def unit_of(formula: Formula, type_: Type, units: Units) -> Unit:
    """The unit in which a formula's value is shown."""
    measured = made_of(formula, units)
    if isinstance(type_, Quantity) and type_.shown is not None and fits(type_.shown, measured):
        return type_.shown
    if isinstance(formula, Cell):
        return unit_of_cell(formula, units)
    if isinstance(formula, Const):
        written = literal_unit(formula.node, units)
        if written is not None:
            return written
    if isinstance(formula, Op) and formula.op == "at":
        return unit_of(formula.args[0], type_, units)
    return unit_of_type(type_, units, measured)


# ------------------------------------------------------------------------------ in words
def scalar(value: Scalar, unit: Unit, places: int | None = None) -> str:
    """One scalar with its unit: "15.3 %", "7..8 kg/box", "not stated"."""
    words = _word(value)
    if words:
        return words
    if isinstance(value, str):
        return value
    if isinstance(value, Bounded):
        return phrase(BOUNDS[value.bound], figure=_exact(value.number, unit, places, TO_THE_SAFE_SIDE[value.bound]))
    if isinstance(value, BoundedRange):
        return phrase(BOUNDS[value.bound], figure=_range(value.range, unit, places, TO_THE_SAFE_SIDE[value.bound]))
    if isinstance(value, Range):
        return _range(value, unit, places)
    assert isinstance(value, (int, Fraction))
    return _exact(value, unit, places)


def _range(value: Range, unit: Unit, places: int | None, by: Rounding = nearest) -> str:
    points = _points(value)
    if places is None:
        places = apart(points, unit)
    loose = "" if value.tight else phrase(" (not tight)")
    ends = joined("..", [_digits(divide(point, unit.factor), unit, places, by) for point in points])
    return joined("", [_with(ends, unit.plural), loose])


def _exact(value: Exact, unit: Unit, places: int | None, by: Rounding = nearest) -> str:
    number = divide(value, unit.factor)
    return _with(_digits(number, unit, places, by), unit.singular if number == 1 else unit.plural)


TO_THE_SAFE_SIDE: Mapping[Bound, Rounding] = {"least": floor, "most": ceiling, "neither": nearest}
"""How a number that leaves something out is rounded, so that it stays a bound."""



def _digits(number: Exact, unit: Unit, places: int | None, by: Rounding = nearest) -> Number:
    """A number as it is written: of what is paid never with one digit behind the point, since the second is the smallest coin."""
    written = decimal(number, places, by=by)
    if written[-2:-1] != "." or not unit.is_paid:
        return Number(written)
    exact = decimal(number, 2, by=by)
    return Number(f"{exact}0" if exact[-2:-1] == "." else exact)


def share(of: Exact) -> str:
    """A part of something, in per cent, with enough digits that what is not the whole does not read as it."""
    return scalar(of, PERCENT, apart([of, 1], PERCENT))


def _with(number: str, unit: str) -> str:
    """A number and its unit, if it has any."""
    return joined(" ", [number, unit]) if unit else number


def _points(value: Range) -> list[Exact]:
    """The ends of a range, and between them what is most likely, where an author wrote it."""
    return [value.low, value.high] if value.likely is None else [value.low, value.likely, value.high]


def _word(value: Scalar) -> str:
    if value is NOT_STATED:
        return phrase("not stated")
    if value is FAULT:
        return phrase("not known")
    if value is True:
        return phrase("true")
    if value is False:
        return phrase("false")
    if isinstance(value, Part):
        return phrase("for part of the range")
    return ""


_LABELS = 500
"""Labels of which the values are said; the others are counted."""


def text(value: Value, unit: Unit, places: int | None = None) -> str:
    """A value in words; by label: "winter 16..18; summer 11..13 kg"."""
    return _said(value, unit, places, " ", slashed)


def told(value: Value, unit: Unit, places: int | None = None) -> str:
    """The same as a document tells it: "y1–y3: 5; y4: 6 boxes"."""
    return _said(value, unit, places, ": ", in_runs)


def _said(value: Value, unit: Unit, places: int | None, behind: str, listed: Callable[[Sequence[str]], str]) -> str:
    if not isinstance(value, Varying):
        return scalar(value, unit, places)
    if places is None and amounts.is_broken(value, unit):
        places = 0
    groups: dict[str, list[str]] = {}
    worded: set[str] = set()
    rest = 0
    cells: Iterable[tuple[Labels, Scalar]] = value.cells.items()
    if len(value.cells) > _LABELS and len(set(value.cells.values())) > 1:
        cells, rest = islice(cells, _LABELS), len(value.cells) - _LABELS
    for key, one in cells:
        bare = scalar(one, unit.unnamed(), places)
        groups.setdefault(bare, []).append(joined("/", key))
        if _word(one):
            worded.add(bare)
    if len(groups) == 1 and len(value.cells) > 1 and not rest:
        bare = next(iter(groups))
        return _with(bare, unit.singular if bare == "1" else unit.plural)
    parts = [joined(behind, [listed(labels), bare]) for bare, labels in groups.items()]
    more = phrase(", and {rest} more", rest=rest) if rest else ""
    numbers = [at for at, bare in enumerate(groups) if bare not in worded]
    last = numbers[-1] + 1 if numbers else len(parts)  # the unit stands behind the last number, not behind "not stated"
    measured = _with(joined("; ", parts[:last]), unit.singular if set(groups) == {"1"} else unit.plural)
    return joined("", [joined("; ", [measured, *parts[last:]]), more])


def together(values: list[Value], unit: Unit, said: Callable[[Value, Unit, int | None], str] = text) -> list[str]:
    """Several values in one unit, with enough digits that unequal ones print unequal."""
    numbers: list[Exact] = []
    for value in values:
        for _, one in scalars(value):
            if isinstance(one, Range):
                numbers += _points(one)
            elif isinstance(one, (int, Fraction)) and not isinstance(one, bool):
                numbers.append(one)
    places = apart(numbers, unit)
    return [said(v, unit, places) for v in values]


# ------------------------------------------------------------------------------ for machines
def as_object(value: Value | None, unit: Unit, words: str = "") -> Mapping[str, Json]:
    """The value object: exact, decimal, unit, text; `by` label; low, high and what is most likely of a range; the
    `bound` that a number is of what it leaves out something of."""
    found: dict[str, Json] = {"exact": None, "decimal": None, "unit": unit.plural, "text": words}
    if not words and value is not None:
        found["text"] = text(value, unit)
    if isinstance(value, Varying):
        found["by"] = {"/".join(key): as_object(one, unit) for key, one in value.cells.items()}
    elif isinstance(value, Range):
        found["low"] = as_object(value.low, unit)
        found["high"] = as_object(value.high, unit)
        if value.likely is not None:
            found["likely"] = as_object(value.likely, unit)
        found["tight"] = value.tight
    elif isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        number = divide(value, unit.factor)
        found["exact"] = str(number)
        found["decimal"] = plain_decimal(number)
    elif isinstance(value, bool):
        found["exact"] = "true" if value else "false"
    if (bound := bound_of(value)) is not None:
        found["bound"] = bound
    return found
