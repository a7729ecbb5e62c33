"""What the entries of a value by label are, with the unit behind its braces."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import join_all, thousands_meant
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.resolve import read_unit
from vdl.semantics.types import ANY, RATIO, Quantity, Type
from vdl.semantics.units import NUMBER


def values_by_label(state: CheckState, expr: s.LabelMap, scope: Scope) -> Type:
    """The type that all entries fit, with the unit behind the braces."""
    parts: list[tuple[s.Expr, Type]] = []
    first = expr.entries[0].value
    wanted = state.wanted.get(expr, ANY) if expr.unit is None else ANY
    measured: tuple[s.Expr, Quantity] | None = None
    rest = [entry for entry in expr.entries if entry.label is None and entry.key is None]
    for again in rest[1:]:
        state.diagnostics.append(errors.label_taken(scope.span(again), "else", scope.span(rest[0])))
    for entry in expr.entries:
        if wanted is not ANY:
            state.wanted[entry.value] = wanted
        type_ = state.expr(entry.value, scope)
        if expr.unit is not None:
            thousands_meant(state, entry.value, expr.unit, scope)
        if expr.unit is not None and isinstance(type_, Quantity) and (type_.dimension or type_.ratio):  # said once
            measured = measured or (entry.value, type_)
            continue
        parts.append((entry.value, type_))
    joined = join_all(state, parts, scope, wanted) if parts else ANY
    if expr.unit is None:
        return joined
    unit = read_unit(state.units, expr.unit, scope.source, state.diagnostics)
    if unit is None or (joined is ANY and measured is None):
        return ANY
    if joined is not ANY and not isinstance(joined, Quantity):
        state.refuse(first, joined, "a plain number before a unit", scope)
        return ANY
    if measured is not None:
        from vdl.check.unit_behind import unit_behind  # only where something is wrong

        value, type_ = measured
        name = "Ratio" if type_.ratio else state.units.name(type_.dimension)
        help_ = [unit_behind(expr, value, scope)]
        message = f"expected {state.units.name(NUMBER)}, found {name}"
        state.diagnostics.append(errors.unit_mismatch(scope.span(value), message, name, help=help_))
    return RATIO if expr.unit.text == "%" else Quantity(unit.dimension)


__all__ = ["values_by_label"]
