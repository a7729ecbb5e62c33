"""Values by label that are written in two forms: plain numbers beside small percents."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.units import decimal


def two_forms(state: CheckState, expr: s.LabelMap, scope: Scope) -> None:
    """Ask about `{ y1: 1, y2: 6 % }` along a kept axis: there a plain 1 is a factor, and a rise by 6 % is one of 106 %."""
    bound = state.bindings.get(expr)
    if expr.unit is not None or bound is None or bound[0] != "axis" or not state.names.axes[bound[1]].kept:
        return
    written = [entry.value for entry in expr.entries if isinstance(entry.value, s.Number)]
    whole = next((one for one in written if one.unit is None and one.value >= 1), None)
    small = [one for one in written if one.unit is not None and one.unit.text == "%" and 0 < one.value < _SMALL]
    if whole is None or not small:
        return
    share, factor = (f"{decimal(number)} %" for number in (small[0].value, small[0].value + 100))
    plain, percent = scope.span(whole).text, f"{decimal(100 * whole.value)} %"
    state.diagnostics.append(errors.two_forms(scope.span(small[0]), plain, share, factor, percent, scope.span(whole)))


_SMALL = 50
"""Percent below which what stands beside a 1 is asked about."""

__all__ = ["two_forms"]
