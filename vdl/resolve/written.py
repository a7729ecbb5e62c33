"""What a written type or unit means."""

from __future__ import annotations

from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.resolve.names import Names
from vdl.semantics.types import (
    ANY,
    BOOLEAN,
    COUNT,
    DATE,
    PLAIN_NUMBER,
    RATIO,
    TEXT,
    Kind,
    Labels,
    ListOf,
    Member,
    Object,
    Quantity,
    Type,
)  # fmt: skip
from vdl.semantics.units import NUMBER, Unit, Units, combine, too_high
from vdl.text.limits import POWERS, RESULT_DIGITS
from vdl.text.source import Source, Span

BUILT_IN_TYPES: dict[str, Type] = {
    "Number": PLAIN_NUMBER, "Ratio": RATIO, "Text": TEXT, "Boolean": BOOLEAN, "Date": DATE, "Count": COUNT,
}  # fmt: skip


def read_unit(units: Units, name: s.UnitName, source: Source, diagnostics: errors.Reports) -> Unit | None:
    """The unit that a text names; None where it names none, which is said."""
    unit = units.read(name.text)
    if not isinstance(unit, str):
        return unit
    span = Span(source, name.start, name.end)
    excess = units.excess(name.text)
    if excess == "digits":
        diagnostics.append(errors.number_too_large(span, RESULT_DIGITS))
    elif excess == "powers":
        diagnostics.append(errors.too_many_powers(span, POWERS))
    elif unit not in units.broken:
        known = diagnostics.among(source, units.names)
        part = next(part for part in name.parts if part.name == unit)
        span = Span(source, part.start, part.end)
        diagnostics.append(errors.unknown_unit(span, unit, known, units.written_like(unit), units.told_apart))
    return None


def type_of(names: Names, ref: s.TypeRef, source: Source, diagnostics: errors.Reports) -> Type:
    """The type that a text names; ANY where it names none, which is said."""
    span = Span(source, ref.start, ref.end)
    units = names.units
    if ref.form == "unit":
        dimension = NUMBER
        for index, part in enumerate(ref.parts):
            one = units.dimensions.get(part.name)
            if one is None:
                if part.name not in units.broken:
                    known = diagnostics.among(source, chain(units.dimensions, BUILT_IN_TYPES))
                    diagnostics.append(errors.unknown_type(Span(source, part.start, part.end), part.name, known))
                return ANY
            dimension = combine(dimension, one, 1 if index == 0 else -1)
            if too_high(dimension):
                diagnostics.append(errors.too_many_powers(span, POWERS))
                return ANY
        return Quantity(dimension)
    assert ref.path is not None
    if ref.form == "labels":
        if ref.text not in names.axes:
            span = Span(source, ref.path.start, ref.path.end)
            diagnostics.append(errors.unknown_axis(span, ref.text, diagnostics.among(source, names.axes)))
            return ANY
        return Labels(ref.text)
    if ref.form == "list":
        inner = s.TypeRef(ref.path.start, ref.path.end, "path", ref.text, ref.path)
        return ListOf(type_of(names, inner, source, diagnostics))
    if ref.text in BUILT_IN_TYPES:
        return BUILT_IN_TYPES[ref.text]
    if ref.text in units.dimensions:
        return Quantity(units.dimensions[ref.text])
    if ref.text in units.broken:
        return ANY
    symbol = names.find_path(source.path, ref.path)
    if isinstance(symbol, Kind) and symbol.form == "kind":
        return Object(symbol)
    if ref.text in names.axes:
        return Labels(ref.text, one=True)
    kinds = (n for n in names.visible(source.path) if isinstance(names.find(source.path, n), Kind))
    known = diagnostics.among(source, chain(units.dimensions, BUILT_IN_TYPES, kinds, names.axes))
    span = names.astray(source, ref.path)
    value = "an object or a constant" if isinstance(symbol, Member) else "a label" if ref.text in names.labels else ""
    diagnostics.append(errors.unknown_type(span, ref.text, known, value))
    return ANY
