"""Values by label that are written in two forms: plain numbers beside small percents, factors beside what is added."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.units import decimal, plain_decimal
from vdl.text.phrases import Number


def two_forms(state: CheckState, expr: s.LabelMap, scope: Scope) -> None:
    """Ask about `{ y1: 1, y2: 6 % }` along a kept axis: there a plain 1 is a factor, and a rise by 6 % is one of 106 %."""
    bound = state.bindings.get(expr)
    if expr.unit is not None or bound is None or bound[0] != "axis" or not state.names.axes[bound[1]].kept:
        return
    written = [entry.value for entry in expr.entries if isinstance(entry.value, s.Number)]
    whole = next((one for one in written if one.unit is None and one.value >= 1), None)
    small = [one for one in written if one.unit is not None and one.unit.text == "%" and 0 < one.value < _SMALL]
    if whole is None or not small:
        along = _factors(expr, state.names.axes[bound[1]].labels)
        _small_factor(state, along, scope)
        _small_rise(state, along, scope)
        _large_factors(state, along, scope)
        return
    share, factor = (f"{decimal(number)} %" for number in (small[0].value, small[0].value + 100))
    plain, percent = scope.span(whole).text, Number(decimal(100 * whole.value)) + " %"
    state.diagnostics.append(errors.two_forms(scope.span(small[0]), plain, share, factor, percent, scope.span(whole)))


def _factors(expr: s.LabelMap, labels: Sequence[str]) -> list[tuple[str, s.Number]]:
    """Plain numbers in the order of their labels; none where one is written otherwise."""
    factors: dict[str, s.Number] = {}
    for entry in expr.entries:
        value, names = entry.value, entry.label.names if entry.label is not None else ()
        if not isinstance(value, s.Number) or value.unit is not None or not names or names[-1] not in labels:
            return []  # `else`, or what is worked out
        factors[names[-1]] = value
    return [(label, factors[label]) for label in labels if label in factors]


def _small_factor(state: CheckState, along: Sequence[tuple[str, s.Number]], scope: Scope) -> None:
    """Ask about `{ y1: 1, y2: 1.06, y3: 0.12 }`: what is left of a factor near one, and does not go on falling."""
    at = next((at for at, (_, one) in enumerate(along) if one.value * 100 < _SMALL_FACTOR), 0)
    before, after = [one.value for _, one in along[:at]], [one.value for _, one in along[at:]]
    if not before or not all(1 <= one < 2 for one in before) or after[0] == 0 or after != sorted(after):
        return
    number = along[at][1]
    share, rise = Number(decimal(100 * number.value)) + " %", plain_decimal(1 + number.value)
    span, beside = scope.span(number), scope.span(along[at - 1][1])
    state.diagnostics.append(errors.small_factor(span, span.text, share, share, rise, _in_percent(along), beside))


def _small_rise(state: CheckState, along: Sequence[tuple[str, s.Number]], scope: Scope) -> None:
    """Ask about `{ y1: 1, y2: 1.05, y3: 1.10, y4: 1.015 }`: among factors that rise one of a tenth of the next rise, and with a
    digit more than each of the others. Rates that fall are written as the others are."""
    values = [Fraction(one.value) for _, one in along]
    at = next((at for at in range(1, len(values)) if values[at] < values[at - 1]), 0)
    if at < 2 or values[0] != 1 or values[at] <= 1:
        return
    meant = 1 + 10 * (values[at] - 1)
    others = [*values[:at], meant, *values[at + 1 :]]
    steps = [behind - before for before, behind in pairwise(others)]
    decimals = [len(scope.span(one).text.partition(".")[2]) for _, one in along]
    is_longer = decimals[at] > max([digits for place, digits in enumerate(decimals) if place != at])
    if min(steps) < 0 or not is_longer or steps[at - 1] > 2 * max(steps[: at - 1]):
        return
    number = along[at][1]
    share, rise = Number(decimal(100 * number.value)) + " %", f"{decimal(100 * (meant - 1))} %"
    span, beside = scope.span(number), scope.span(along[at - 1][1])
    written = plain_decimal(meant)
    state.diagnostics.append(errors.small_factor(span, span.text, share, rise, written, _in_percent(along), beside))


def _large_factors(state: CheckState, along: Sequence[tuple[str, s.Number]], scope: Scope) -> None:
    """Ask about `{ y1: 1, y2: 10.6, y3: 1.10 }`: what is far more than the factors near one on both sides of it."""
    values = [one.value for _, one in along]
    large = [at for at in range(1, len(values) - 1) if values[at] >= _FAR_MORE * max(values[at - 1], values[at + 1])]
    others = [one for at, one in enumerate(values) if at not in large]
    if not all(_NEAR_ONE <= one < 2 for one in others) or all(one.denominator == 1 for one in values):
        return  # whole numbers count something
    for at in large:
        number, sides = along[at][1], sorted((values[at - 1], values[at + 1]))
        shifted = [Fraction(number.value) / 10**digits for digits in range(1, 4)]
        near = dict.fromkeys(one for one in (*shifted, 1 + Fraction(number.value) / 100) if _NEAR_ONE <= one < 2 and one != 1)
        meant = [one for one in near if sides[0] <= one <= sides[1]] or list(near)
        changes = [f"{'rise' if one > 1 else 'fall'} by {decimal(abs(100 * one - 100))} %" for one in meant]
        written = [(change, plain_decimal(one)) for change, one in zip(changes, meant, strict=True)]
        span, beside = scope.span(number), [scope.span(along[one][1]) for one in (at - 1, at + 1)]
        times, share = decimal(number.value), f"{decimal(100 * number.value)} %"
        state.diagnostics.append(errors.large_factor(span, span.text, times, written, share, _in_percent(along), beside))


def _in_percent(along: Sequence[tuple[str, s.Number]]) -> str:
    return f"{{ {', '.join(f'{label}: {plain_decimal(100 * one.value)} %' for label, one in along)} }}"


_FAR_MORE = 4
"""How many times both of its neighbours a factor is that is asked about."""

_NEAR_ONE = Fraction(1, 2)
"""What lies between this and 2 is a factor near one."""

_SMALL_FACTOR = 30
"""Percent below which a factor after one near 1 is asked about."""

_SMALL = 50
"""Percent below which what stands beside a 1 is asked about."""

__all__ = ["two_forms"]
