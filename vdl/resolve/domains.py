"""What an input may be: the range that stands behind `in`, or that of the declaration it takes the place of."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.resolve.written import read_unit
from vdl.semantics.domains import Domain
from vdl.semantics.intervals import NOT_NEGATIVE, interval_of
from vdl.semantics.types import ANY, COUNT, Member, Quantity, describe
from vdl.semantics.units import ONE, PERCENT, Exact, Unit, Units, size_of
from vdl.text.source import Source, Span


def domain_of(units: Units, member: Member, node: s.Field, diagnostics: errors.Reports) -> Domain | None:
    """Which numbers an input may be, whose type is known; None of what is no quantity."""
    type_, extent, source = member.type, node.within, member.source
    if not isinstance(type_, Quantity) and type_ is not COUNT:
        if extent is not None and type_ is not None and type_ is not ANY:
            span = Span(source, extent.start, extent.end)
            diagnostics.append(errors.wrong_type(span, "a range", f"no range, since this is {describe(type_, units.name)}"))
        return None
    dimension = type_.dimension if isinstance(type_, Quantity) else None
    counted = dimension is None or units.counts_things(dimension)
    if extent is None:
        parent = member.owner.parent
        before = member.replaces or (parent.lookup(member.name) if parent is not None else None)
        if before is not None and before.domain is not None:
            return before.domain
        shown = _shown(units, type_) if isinstance(type_, Quantity) else ONE
        return Domain(NOT_NEGATIVE, counted, False, shown)
    if not isinstance(type_, Quantity):
        span = Span(source, extent.start, extent.end)
        diagnostics.append(errors.wrong_type(span, "a range", "no range, since a field of type Count takes things of all sorts"))
        return None
    if extent.lacks_end:
        diagnostics.append(errors.no_end(Span(source, extent.start, extent.end)))
        return None
    unit = _unit(units, type_, extent, source, diagnostics)
    if unit is None:
        return None
    numbers = interval_of(extent, unit.factor if extent.unit is not None else 1)
    if numbers.is_empty():
        diagnostics.append(errors.empty_range(Span(source, extent.start, extent.end), backwards=numbers.is_backwards()))
        return None
    return Domain(numbers, counted, True, unit)


def _unit(
    units: Units, type_: Quantity, extent: s.Extent, source: Source, diagnostics: errors.Reports
) -> Unit | None:
    """The unit in which the ends are shown: the written one, if any. None where it is wrong or missing, which is said; 0
    needs none."""
    span = Span(source, extent.start, extent.end)
    ends: list[Exact] = [end for end in (extent.low, extent.high) if end]
    if extent.unit is not None:
        unit = read_unit(units, extent.unit, source, diagnostics)
        if unit is not None and unit.dimension != type_.dimension:
            message = f"{extent.unit.text} is not a unit of {units.name(type_.dimension)}"
            diagnostics.append(errors.unit_mismatch(span, message, units.name(unit.dimension)))
            return None
        return unit
    shown = _shown(units, type_)
    per_cent = type_.ratio and any(size_of(end) > 1 for end in ends)  # most likely meant
    if per_cent or (ends and type_.dimension):
        what, name = ("a ratio", "%") if per_cent else (units.name(type_.dimension), shown.plural)
        text, dots = span.text, ""
        if extent.high is None:
            dots = "<.." if extent.low_open else ".."
            text = text.removesuffix(dots).rstrip()
        diagnostics.append(errors.missing_unit(span, what, text, [name + dots]))
        return None
    return shown


def _shown(units: Units, type_: Quantity) -> Unit:
    return type_.shown or (PERCENT if type_.ratio else units.shown(type_.dimension))
