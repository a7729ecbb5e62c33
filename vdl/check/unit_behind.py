"""A value by label with one unit behind its braces, where one of the values has a unit of its own."""

from __future__ import annotations

from vdl import syntax as s
from vdl.check.literals import unit_of
from vdl.check.scope import Scope


def unit_behind(expr: s.LabelMap, measured: s.Expr, scope: Scope) -> str:
    """What to write: the unit once, or behind each of the plain numbers where what is `measured` is no number with its unit."""
    assert expr.unit is not None
    unit = expr.unit.text
    own = unit_of(measured)
    if own is not None:
        plain = scope.span(measured).text.removesuffix(own.text).rstrip()
        return f"the unit after the braces is that of all values: write it once, and here `{plain}`"
    values = [scope.span(entry.value).text for entry in expr.entries]
    of_all = "the unit after the braces is that of all values"
    if any("\n" in value for value in values):
        return f"{of_all}: write it behind each plain number in its place"
    begins = [scope.span(entry).text.removesuffix(value) for entry, value in zip(expr.entries, values)]
    written = [value + (f" {unit}" if _is_plain(entry.value) else "") for entry, value in zip(expr.entries, values)]
    each = ", ".join([begin + value for begin, value in zip(begins, written)])
    return f"{of_all}, and `{scope.span(measured).text}` has its own: write it behind each plain number, `{{ {each} }}`"


def _is_plain(value: s.Expr) -> bool:
    """Whether a value is a number without a unit."""
    if isinstance(value, s.Unary):
        return _is_plain(value.operand)
    return isinstance(value, (s.Number, s.Range)) and value.unit is None


__all__ = ["unit_behind"]
