"""Numbers as they are written: their ends, and their units."""

from __future__ import annotations

from vdl import syntax as s
from vdl.semantics.units import Exact
from vdl.text.source import Source


def literal(expr: s.Expr) -> s.Number | s.Range | None:
    """The number that is written, with or without a minus before it."""
    if isinstance(expr, s.Unary) and expr.op == "-":
        expr = expr.operand
    return expr if isinstance(expr, (s.Number, s.Range)) else None


def is_bare(expr: s.Expr) -> bool:
    """Whether it is a number written without a unit."""
    number = literal(expr)
    return number is not None and number.unit is None


def is_bare_by_label(expr: s.Expr) -> bool:
    """Whether it is numbers by label without a unit, neither behind each nor behind the braces."""
    return isinstance(expr, s.LabelMap) and expr.unit is None and all([is_bare(entry.value) for entry in expr.entries])


def ends_of(expr: s.Expr) -> list[Exact]:
    """The numbers that are written, without their unit, also what is most likely; none for what is no literal."""
    number = literal(expr)
    if number is None:
        return []
    if isinstance(number, s.Number):
        ends = [number.value]
    else:
        ends = [end for end in (number.low, number.likely, number.high) if end is not None]
    return ends if number is expr else [-end for end in ends]


def subtracted(expr: s.Expr) -> tuple[s.Number, s.Number] | None:
    """The numbers of `8-12 kg`, where the first is the smaller as it is written, in the unit of the second or without one: what
    reads as a range in other places. None of all else."""
    if not isinstance(expr, s.Binary) or expr.op != "-" or not isinstance(expr.right, s.Number):
        return None
    less, more = expr.left, expr.right
    if not isinstance(less, s.Number) or less.value >= more.value:
        return None
    alike = less.unit is None or (more.unit is not None and less.unit.text == more.unit.text)
    return (less, more) if alike else None


def as_range(expr: s.Expr, source: Source) -> str:
    """`8-12 kg` as a range, `8..12 kg`; "" of what does not read like one."""
    ends = subtracted(expr)
    if ends is None:
        return ""
    low = ends[0]
    digits = source.text[low.start : low.end if low.unit is None else low.unit.start].strip()
    return f"{digits}..{source.text[ends[1].start : ends[1].end]}"


def unit_of(expr: s.Expr) -> s.UnitName | None:
    """The unit that a figure is written in, also one by label; None of what is no figure, or bare."""
    if isinstance(expr, s.LabelMap):
        return expr.unit or next((unit for entry in expr.entries if (unit := unit_of(entry.value)) is not None), None)
    number = literal(expr)
    return number.unit if number is not None else None
