"""Values by a quantity, `{ 3..5 kg: 1.5, 6.. kg: 1.25 } at load`: ranges of it are the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import fits
from vdl.check.scope import Scope, path_expr
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, BOOLEAN, Quantity, Type
from vdl.semantics.units import Exact


def is_keyed(expr: s.Expr) -> bool:
    """Whether it is a value by a quantity."""
    return isinstance(expr, s.LabelMap) and any(entry.key is not None for entry in expr.entries)


def chosen_by(state: CheckState, expr: s.Select, base: s.LabelMap, values: Type, scope: Scope) -> Type:
    """The type of `{ 3..5 kg: 1.5 } at load`, whose entries are of type `values`."""
    written: list[s.Path | s.Expr] = [*expr.labels, *expr.by]
    if len(written) > 1:
        state.diagnostics.append(errors.wrong_type(scope.span(written[1]), "a second one", "one quantity"))
        return ANY
    path = written[0]
    read = path_expr(path) if isinstance(path, s.Path) else path
    by = state.expr(read, scope)
    state.bindings[expr] = ("field", read)
    if not isinstance(by, Quantity):
        if by is not ANY:
            state.refuse(path, by, "a quantity, since the keys are ranges of one", scope)
        return ANY
    state.types[read] = by
    ranges = [found for entry in base.entries if (found := _range_of(state, entry, by, scope)) is not None]
    _overlaps(state, ranges, scope)
    if not isinstance(values, Quantity) and values not in (BOOLEAN, ANY):
        state.refuse(base.entries[0].value, values, "a quantity or a condition, which alone have ranges as keys", scope)
        return ANY
    return values


class _Range(NamedTuple):
    """A key in base units."""

    key: s.Extent
    low: Exact | None
    high: Exact | None


def _range_of(state: CheckState, entry: s.Entry, by: Quantity, scope: Scope) -> _Range | None:
    key = entry.key
    if key is None:
        if entry.label is not None:
            state.diagnostics.append(errors.mixed_keys(scope.span(entry.label), str(entry.label)))
        return None
    if (key.low_open and key.low is None) or (key.high_open and key.high is None):
        state.diagnostics.append(errors.no_end(scope.span(key)))
        return None
    end = key.high if key.high is not None else key.low
    assert end is not None
    number = s.Number(key.start, key.end, 0, end, key.unit)
    found = state.expr(number, scope)
    fits(state, number, found, by, scope)
    unit = state.units.read(key.unit.text) if key.unit is not None else None
    if isinstance(unit, str) or found is ANY:
        return None
    factor = 1 if unit is None else unit.factor
    low, high = [None if end is None else end * factor for end in (key.low, key.high)]
    if low is not None and high is not None and (low > high or (low == high and (key.low_open or key.high_open))):
        state.diagnostics.append(errors.empty_range(scope.span(key), backwards=low > high))
        return None
    return _Range(key, low, high)


def _overlaps(state: CheckState, ranges: Sequence[_Range], scope: Scope) -> None:
    """Say where two keys have numbers in common."""
    for at, one in enumerate(ranges):
        for other in ranges[:at]:
            if _before(one, other) or _before(other, one):
                continue
            state.diagnostics.append(errors.keys_overlap(scope.span(one.key), scope.span(other.key)))
            break


def _before(one: _Range, other: _Range) -> bool:
    """Whether a key ends before another begins."""
    if one.high is None or other.low is None:
        return False
    return one.high < other.low or (one.high == other.low and (one.key.high_open or other.key.low_open))
