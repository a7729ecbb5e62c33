"""Values by label that are written in two forms: plain numbers beside small percents, factors beside what is added."""

from __future__ import annotations

from collections.abc import Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.units import decimal, plain_decimal


def two_forms(state: CheckState, expr: s.LabelMap, scope: Scope) -> None:
    """Ask about `{ y1: 1, y2: 6 % }` along a kept axis: there a plain 1 is a factor, and a rise by 6 % is one of 106 %."""
    bound = state.bindings.get(expr)
    if expr.unit is not None or bound is None or bound[0] != "axis" or not state.names.axes[bound[1]].kept:
        return
    written = [entry.value for entry in expr.entries if isinstance(entry.value, s.Number)]
    whole = next((one for one in written if one.unit is None and one.value >= 1), None)
    small = [one for one in written if one.unit is not None and one.unit.text == "%" and 0 < one.value < _SMALL]
    if whole is None or not small:
        _small_factor(state, expr, state.names.axes[bound[1]].labels, scope)
        return
    share, factor = (f"{decimal(number)} %" for number in (small[0].value, small[0].value + 100))
    plain, percent = scope.span(whole).text, f"{decimal(100 * whole.value)} %"
    state.diagnostics.append(errors.two_forms(scope.span(small[0]), plain, share, factor, percent, scope.span(whole)))


def _small_factor(state: CheckState, expr: s.LabelMap, labels: Sequence[str], scope: Scope) -> None:
    """Ask about `{ y1: 1, y2: 1.06, y3: 0.12 }`: what is left of a factor near one, and does not go on falling."""
    factors: dict[str, s.Number] = {}
    for entry in expr.entries:
        value, names = entry.value, entry.label.names if entry.label is not None else ()
        if not isinstance(value, s.Number) or value.unit is not None or not names or names[-1] not in labels:
            return  # `else`, or what is worked out
        factors[names[-1]] = value
    along = [(label, factors[label]) for label in labels if label in factors]
    at = next((at for at, (_, one) in enumerate(along) if one.value * 100 < _SMALL_FACTOR), 0)
    before, after = [one.value for _, one in along[:at]], [one.value for _, one in along[at:]]
    if not before or not all(1 <= one < 2 for one in before) or after[0] * 100 < 1 or after != sorted(after):
        return
    number = along[at][1]
    share, rise = f"{decimal(100 * number.value)} %", plain_decimal(1 + number.value)
    percents = ", ".join(f"{label}: {decimal(100 * one.value)} %" for label, one in along)
    span, beside = scope.span(number), scope.span(along[at - 1][1])
    state.diagnostics.append(errors.small_factor(span, span.text, share, rise, f"{{ {percents} }}", beside))


_SMALL_FACTOR = 30
"""Percent below which a factor after one near 1 is asked about; less than one percent lacks digits, which is asked elsewhere."""

_SMALL = 50
"""Percent below which what stands beside a 1 is asked about."""

__all__ = ["two_forms"]
