"""Values by a quantity, `{ 3..5 kg: 1.5, 6.. kg: 1.25 } at load`: ranges of it are the keys."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import fits
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.intervals import Interval, interval_of
from vdl.semantics.types import ANY, BOOLEAN, Quantity, Type
from vdl.text.diagnostics import Diagnostic


def chosen_by(state: CheckState, expr: s.Select, base: s.LabelMap, values: Type, scope: Scope) -> Type:
    """The type of `{ 3..5 kg: 1.5 } at load`, whose entries are of type `values`."""
    written: list[s.Path | s.Expr] = [*expr.labels, *expr.by]
    if len(written) > 1:
        state.diagnostics.append(errors.wrong_type(scope.span(written[1]), "a second one", "one quantity"))
        return ANY
    path = written[0]
    read = s.reading(path) if isinstance(path, s.Path) else path
    by = state.expr(read, scope)
    state.bindings[expr] = ("field", read)
    if not isinstance(by, Quantity):
        if by is not ANY:
            state.refuse(path, by, "a quantity, since the keys are ranges of one", scope)
        return ANY
    numbers = [(entry.key, _numbers_of(state, entry, by, scope)) for entry in base.entries]
    _overlaps(state, [(key, found) for key, found in numbers if key is not None and found is not None], scope)
    if not isinstance(values, Quantity) and values not in (BOOLEAN, ANY):
        state.refuse(base.entries[0].value, values, "a quantity or a condition, which alone have ranges as keys", scope)
        return ANY
    return values


def as_labels(state: CheckState, base: s.LabelMap, scope: Scope, behind: str = "") -> Diagnostic | None:
    """That the keys are labels written as numbers, `2026` for `y2026`, where an axis has such, or stands `behind` at `at`."""
    keys = bare_keys(base)
    if not keys:
        return None
    span = scope.span(next(entry.key for entry in base.entries if entry.key is not None))
    for axis in state.names.axes.values():
        ends = {int(found[0]): label for label in axis.labels if (found := re.search(r"\d+$", label)) is not None}
        labels = [ends[key] for key in keys if key in ends]
        if labels:
            return errors.number_as_label(span, axis.name, labels[:_NAMED], behind)
    named = state.names.axes.get(behind)
    if named is None:
        return None
    labels = named.labels or [f"y{key}" for key in keys]
    return errors.number_as_label(span, behind, labels[:_NAMED], behind, declared=bool(named.labels))


def bare_keys(base: s.LabelMap) -> list[int]:
    """The keys of a value where all of them are whole numbers without a unit, each of which could be meant as a label."""
    keys = [entry.key for entry in base.entries if entry.key is not None]
    numbers = [key.low for key in keys if key.unit is None and key.low is not None and key.low == key.high]
    whole = [int(number) for number in numbers if number == int(number) and number >= 0]
    return whole if len(whole) == len(keys) else []


_NAMED = 8
"""Labels that are listed."""


def _numbers_of(state: CheckState, entry: s.Entry, by: Quantity, scope: Scope) -> Interval | None:
    """The numbers for which an entry stands; None of `else`, and where something is wrong, which is said."""
    key = entry.key
    if key is None:
        if entry.label is not None:
            state.diagnostics.append(errors.mixed_keys(scope.span(entry.label), str(entry.label)))
        return None
    if key.lacks_end:
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
    numbers = interval_of(key, 1 if unit is None else unit.factor)
    if numbers.is_empty():
        state.diagnostics.append(errors.empty_range(scope.span(key), backwards=numbers.is_backwards()))
        return None
    return numbers


def _overlaps(state: CheckState, keys: Sequence[tuple[s.Extent, Interval]], scope: Scope) -> None:
    """Say where two keys have numbers in common."""
    for at, (key, one) in enumerate(keys):
        for before, other in keys[:at]:
            if not one.ends_before(other) and not other.ends_before(one):
                state.diagnostics.append(errors.keys_overlap(scope.span(key), scope.span(before)))
                break
