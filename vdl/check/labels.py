"""Labels of axes: which label is meant, and values by label."""

from __future__ import annotations

from collections.abc import Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import join
from vdl.check.inference import type_of
from vdl.check.scope import VALUES, Scope, path_expr
from vdl.check.state import CheckState
from vdl.resolve import read_unit
from vdl.semantics.types import ANY, BOOLEAN, RATIO, Labels, ListOf, Object, Plain, Quantity, Type
from vdl.semantics.units import NUMBER
from vdl.text.source import Source, Span


def label(state: CheckState, path: s.Path, source: Source) -> str | None:
    """The axis of `winter` or `season.winter`; None where it is no label, which is said."""
    axes = axes_of(state, path, source)
    if not axes:
        return None
    if len(axes) > 1:
        state.diagnostics.append(errors.ambiguous_label(Span(source, path.start, path.end), str(path), axes))
    state.bindings[path] = ("label", (axes[0], path.names[-1]))
    return axes[0]


def axes_of(state: CheckState, path: s.Path, source: Source) -> Sequence[str]:
    """The axes that have a label `winter`, or the one of `season.winter`; none where it is no label, which is said."""
    names, written, axis = state.names, str(path), ""
    if len(path.names) == 2 and path.names[0] in names.axes:
        axis, written = path.names
    axes = [axis] if axis and written in names.axes[axis].labels else [] if axis else names.labels.get(written, [])
    if not axes:
        known = state.diagnostics.among(source, names.axes[axis].labels if axis else names.labels)
        state.diagnostics.append(errors.unknown_label(Span(source, path.start, path.end), written, known, axis))
    return axes


def label_or_field(state: CheckState, path: s.Path, scope: Scope) -> str | None:
    """The axis of `winter`, `season.winter`, or a field that holds labels; None where it is neither, which is said."""
    first = path.names[0]
    single = len(path.names) == 1
    qualified = len(path.names) == 2 and first in state.names.axes
    is_label = single and first in state.names.labels and not _is_field(state, first, scope)
    if qualified or is_label or (single and not _sees(state, first, scope)):
        return label(state, path, scope.source)
    expr = path_expr(path)
    type_ = state.expr(expr, scope)
    state.bindings[path] = ("field", expr)
    if isinstance(type_, Labels):
        return type_.axis
    if type_ is not ANY:
        state.refuse(path, type_, "a label", scope)
    return None


def label_set(state: CheckState, expr: s.Expr, axis: str, scope: Scope) -> None:
    """Say where an expression is not made of labels of an axis."""
    if isinstance(expr, s.ListOf):
        for item in expr.items:
            label_set(state, item, axis, scope)
        return
    if isinstance(expr, s.Name):
        known = state.names.axes[axis].labels
        if expr.name in known:
            state.bindings[expr] = ("label", (axis, expr.name))
            return
        if not _is_field(state, expr.name, scope):
            among = state.diagnostics.among(scope.source, known)
            state.diagnostics.append(errors.unknown_label(scope.span(expr), expr.name, among, axis))
            return
    type_ = state.expr(expr, scope)
    if type_ != Labels(axis) and type_ is not ANY:
        state.refuse(expr, type_, f"labels of {axis}", scope)


def _is_field(state: CheckState, name: str, scope: Scope) -> bool:
    """Whether a name means a member that holds labels."""
    members = (kind.lookup(name) for kind in scope.kinds())
    return any(member is not None and isinstance(type_of(state, member), Labels) for member in members)


def _sees(state: CheckState, name: str, scope: Scope) -> bool:
    """Whether a name can be read in a scope."""
    if name in scope.locals or name in state.names.labels or state.names.find(scope.source.path, name) is not None:
        return True
    members = (kind.lookup(name) for kind in scope.kinds())
    return any(member is not None and member.form in VALUES for member in members)


# ------------------------------------------------------------------------------ expressions
def select(state: CheckState, expr: s.Select, scope: Scope) -> Type:
    """`base at labels`"""
    type_ = state.expr(expr.base, scope)
    for path in expr.labels:
        if label_or_field(state, path, scope) is None:
            return ANY
    if not isinstance(type_, Quantity) and type_ not in (BOOLEAN, ANY):
        state.refuse(expr.base, type_, "a quantity that varies by label", scope)
        return ANY
    return type_


def label_map(state: CheckState, expr: s.LabelMap, scope: Scope) -> Type:
    """`{ winter: 18, else: 8 } kg`"""
    joined: Type = ANY
    first = expr.entries[0].value
    for entry in expr.entries:
        joined = join(state, joined, state.expr(entry.value, scope), first, entry.value, scope)
    _axis_of(state, expr, scope)
    if isinstance(joined, (Object, ListOf, Labels)):
        state.refuse(first, joined, "a quantity", scope)
        return ANY
    if expr.unit is None:
        return joined
    unit = read_unit(state.units, expr.unit, scope.source, state.diagnostics)
    if unit is None:
        return ANY
    if isinstance(joined, Plain) and joined is not ANY:
        state.refuse(first, joined, "a plain number before a unit", scope)
        return ANY
    if isinstance(joined, Quantity) and (joined.dimension != NUMBER or joined.ratio):
        name = "Ratio" if joined.ratio else state.units.name(joined.dimension)
        help_ = ["the unit after the braces is that of all values: write it once"]
        message = f"expected {state.units.name(NUMBER)}, found {name}"
        state.diagnostics.append(errors.unit_mismatch(scope.span(first), message, name, help=help_))
    return RATIO if expr.unit.text == "%" else Quantity(unit.dimension)


def _axis_of(state: CheckState, expr: s.LabelMap, scope: Scope) -> None:
    """Bind a value by label to the one axis that has all its labels."""
    names = state.names
    seen: dict[str, s.Path] = {}
    axes: dict[str, None] = {}
    common: Sequence[str] | None = None
    for entry in expr.entries:
        path = entry.label
        if path is None:
            continue
        before = seen.setdefault(path.names[-1], path)
        if before is not path:
            state.diagnostics.append(errors.label_taken(scope.span(path), path.names[-1], scope.span(before)))
            continue
        known = axes_of(state, path, scope.source)
        if not known:
            continue
        common = known if common is None else [axis for axis in common if axis in known]
        axes.setdefault(known[0], None)
    if common is not None and not common:
        state.diagnostics.append(errors.mixed_labels(scope.span(expr), list(axes)))
    elif common:
        axis = common[0]
        if len(common) > 1:
            first = next(iter(seen.values()))
            state.diagnostics.append(errors.ambiguous_label(scope.span(first), str(first), common))
        state.bindings[expr] = ("axis", axis)
        left_out = [name for name in names.axes[axis].labels if name not in seen]
        if names.axes[axis].kept and left_out and all(entry.label is not None for entry in expr.entries):
            state.diagnostics.append(errors.label_left_out(scope.span(expr), axis, left_out))
