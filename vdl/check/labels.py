"""Labels of axes: which label is meant, and values by label."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import condition, conforms
from vdl.check.entries import values_by_label
from vdl.check.inference import type_of
from vdl.check.once import each_once
from vdl.check.one_form import two_forms
from vdl.check.scope import VALUES, Scope, name_span
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, BOOLEAN, Kind, Labels, ListOf, Member, Module, Object, Quantity, Type, describe
from vdl.text.source import Source, Span


def label(state: CheckState, path: s.Path, source: Source) -> str | None:
    """The axis of `winter` or `season.winter`; None where it is no label, which is said."""
    axes = axes_of(state, path, source)
    if not axes:
        return None
    if len(axes) > 1:
        state.diagnostics.append(errors.ambiguous_label(Span(source, path.start, path.end), str(path), axes))
    state.bindings[path] = ("label", (axes[0], declared(state, axes[0], path.names[-1])))
    return axes[0]


def declared(state: CheckState, axis: str, name: str) -> str:
    """A label as its axis declares it, which knows whether it is one of the library."""
    known = state.names.axes.get(axis)
    return next((one for one in known.labels if one == name), name) if known is not None else name


def axes_of(state: CheckState, path: s.Path, source: Source, beside: Sequence[str] = ()) -> Sequence[str]:
    """The axes that have a label `winter`, or the one of `season.winter`; none where it is no label, which is said, with the
    labels of those that what stands `beside` it is of."""
    names, written, axis = state.names, str(path), ""
    if len(path.names) == 2 and path.names[0] in names.axes:
        axis, written = path.names
    axes = [axis] if axis and written in names.axes[axis].labels else [] if axis else names.labels.get(written, [])
    if not axes:
        _unknown(state, Span(source, *path.span_of(-1)) if axis else Span(source, path.start, path.end), written, axis, beside)
    return axes


def _unknown(state: CheckState, span: Span, written: str, axis: str = "", beside: Sequence[str] = ()) -> None:
    """Say that no axis, or not the one that is meant, has a label, and which it has."""
    axes = [axis] if axis else beside
    labels = chain.from_iterable(state.names.axes[one].labels for one in axes) if axes else state.names.labels
    known = state.diagnostics.among(span.source, labels)
    listed = _listed(state, written, axes) if state.diagnostics.searches(span.source) else {}
    said = errors.unknown_label(span, written, known, axis, listed)
    shape = _but_digits(written)
    bare = [one for name, one in state.names.axes.items() if not one.labels and (not axes or name in axes)]
    if bare and shape != written and shape not in map(_but_digits, state.names.labels):
        if (span.source.path, shape) in state.unlabelled:
            return
        state.unlabelled.add((span.source.path, shape))
        declared = f"axis {bare[0].name}{' kept' if bare[0].kept else ''} {{ {written}, ... }}"
        help_ = f"`{bare[0].name}` has no labels yet: declare them at the top of the file, `{declared}`"
        said = said._replace(help=(help_,))
    state.diagnostics.append(said)


def _no_label(state: CheckState, node: s.Node, found: Type, wanted: Labels | None, scope: Scope) -> None:
    """Say that a label is wanted where something else stands, and which there are."""
    state.diagnostics.among(scope.source, ())
    listed = _listed(state, "", [wanted.axis] if wanted is not None else []) if state.diagnostics.searches(scope.source) else {}
    expected = describe(wanted, state.units.name) if wanted is not None else "a label"
    help_ = "; ".join(errors.labels_words(listed))
    state.diagnostics.append(errors.wrong_type(scope.span(node), describe(found, state.units.name), expected, help=help_))


def _listed(state: CheckState, written: str, among: Sequence[str]) -> dict[str, Sequence[str]]:
    """The labels of certain axes; else of each that has one written like this but for its digits, or of every one; where
    these are few."""
    axes: dict[str, Sequence[str]] = {
        name: one.labels for name, one in state.names.axes.items() if one.labels and (not among or name in among)
    }
    like = _but_digits(written)
    alike = {name: labels for name, labels in axes.items() if any(like == _but_digits(label) for label in labels)}
    found = alike or axes
    return found if sum(map(len, found.values())) <= _FEW else {}


def _but_digits(label: str) -> str:
    return re.sub(r"\d", "", label)


_FEW = 16
"""Labels that are listed."""


def label_or_field(state: CheckState, path: s.Path, scope: Scope) -> str | None:
    """The axis of `winter`, `season.winter`, or a field that holds labels; None where it is neither, which is said."""
    first = path.names[0]
    single = len(path.names) == 1
    is_label = single and first in state.names.labels and not _is_field(state, first, scope)
    if _is_qualified(state, path.names, scope) or is_label or (single and not _sees(state, first, scope)):
        return label(state, path, scope.source)
    expr = s.reading(path)
    type_ = state.expr(expr, scope)
    state.bindings[path] = ("field", expr)
    item = type_.item if isinstance(type_, ListOf) else type_
    if isinstance(item, Labels):
        return item.axis
    if type_ is not ANY:
        _no_label(state, path, type_, None, scope)
    return None


def label_set(state: CheckState, expr: s.Expr, wanted: Labels, scope: Scope) -> None:
    """Say where an expression is not made of labels of an axis; or not one of them, where one is wanted."""
    state.types[expr] = wanted
    if isinstance(expr, s.ListOf) and not wanted.one:
        for item in expr.items:
            label_set(state, item, wanted, scope)
        each_once(state, expr.items, scope)
        return
    if isinstance(expr, s.Conditional):
        condition(state, expr.condition, scope)
        label_set(state, expr.then, wanted, scope)
        label_set(state, expr.other, wanted, scope)
        return
    if isinstance(expr, s.Fallback):
        label_set(state, expr.operand, wanted, scope)
        label_set(state, expr.other, wanted, scope)
        return
    if isinstance(expr, s.Name) and not _is_field(state, expr.name, scope):
        known = state.names.axes[wanted.axis].labels
        if expr.name in known:
            state.bindings[expr] = ("label", (wanted.axis, declared(state, wanted.axis, expr.name)))
            state.types[expr] = wanted._replace(one=True)
            return
        if not _is_object(state, expr.name, scope):
            _unknown(state, scope.span(expr), expr.name, wanted.axis)
            return
    type_ = state.expr(expr, scope)
    if not conforms(state, type_, wanted):
        _no_label(state, expr, type_, wanted, scope)


def sides(state: CheckState, left: s.Expr, right: s.Expr, scope: Scope) -> tuple[Type, Type]:
    """The types of two sides that are compared. A label that several axes have is one of the other side's axis."""
    found: list[Type] = [ANY, ANY]
    order = [(0, left), (1, right)]
    if _is_shared(state, left, scope):
        order.reverse()
    for at, expr in order:
        other = found[1 - at]
        if isinstance(other, Labels) and other.one and _is_shared(state, expr, scope):
            label_set(state, expr, other, scope)
            found[at] = other
        else:
            found[at] = state.expr(expr, scope)
    return found[0], found[1]


def _is_shared(state: CheckState, expr: s.Expr, scope: Scope) -> bool:
    """Whether an expression is a label that several axes have, and nothing else in sight."""
    if not isinstance(expr, s.Name) or len(state.names.labels.get(expr.name, ())) < 2:
        return False
    return not _is_object(state, expr.name, scope)


def _is_qualified(state: CheckState, names: Sequence[str], scope: Scope) -> bool:
    """Whether a path of names is `season.winter`, a label with its axis; what has members comes before an axis."""
    return len(names) == 2 and names[0] in state.names.axes and not _has_members(state, names[0], scope)


def _has_members(state: CheckState, name: str, scope: Scope) -> bool:
    """Whether a name means something that can stand before a dot."""
    if name in scope.locals:
        return isinstance(scope.locals[name], (Object, ListOf))
    if any(isinstance(type_of(state, member), (Object, ListOf)) for member in _members(name, scope, itself=True)):
        return True
    symbol = state.names.find(scope.source.path, name)
    return isinstance(symbol, (Member, Module)) or (scope.document and isinstance(symbol, Kind) and symbol.form == "design")


def qualified(state: CheckState, expr: s.Attribute, scope: Scope) -> Labels | None:
    """The type of `season.winter` where a value is wanted; None where the expression is none of that form."""
    base = expr.base
    if not isinstance(base, s.Name) or not _is_qualified(state, (base.name, expr.name), scope):
        return None
    axis = state.names.axes[base.name]
    state.types[base] = Labels(axis.name)
    if expr.name not in axis.labels:
        _unknown(state, name_span(expr, scope), expr.name, axis.name)
    else:
        state.bindings[expr] = ("label", (axis.name, declared(state, axis.name, expr.name)))
    return Labels(axis.name, one=True)


def _is_field(state: CheckState, name: str, scope: Scope) -> bool:
    """Whether a name means a member, a parameter or the name of a loop that holds labels."""
    if name in scope.locals:
        return isinstance(scope.locals[name], Labels)
    return any(isinstance(type_of(state, member), Labels) for member in _members(name, scope, itself=False))


def _is_object(state: CheckState, name: str, scope: Scope) -> bool:
    """Whether a name means anything but a label."""
    if name in scope.locals or any(member.form in VALUES for member in _members(name, scope, itself=False)):
        return True
    return state.names.find(scope.source.path, name) is not None


def _sees(state: CheckState, name: str, scope: Scope) -> bool:
    """Whether a name can be read in a scope."""
    if name in scope.locals or name in state.names.labels or state.names.find(scope.source.path, name) is not None:
        return True
    return any(member.form in VALUES for member in _members(name, scope, itself=True))


def _members(name: str, scope: Scope, *, itself: bool) -> Iterator[Member]:
    """The members of that name that a scope sees; without `itself`, but for the one that the expression defines."""
    for level, kind in enumerate(scope.kinds()):
        member = kind.lookup(name)
        if member is not None and (itself or level or name != scope.defining):
            yield member


def along(state: CheckState, call: s.Call, values: int, scope: Scope) -> bool:
    """Bind a call to the kept axis that it follows: the one that is named behind its values, else the only one with labels."""
    axes = state.names.axes
    kept = [axis.name for axis in axes.values() if axis.kept]
    function = scope.span(call.function).text
    if len(call.arguments) > values:
        named = call.arguments[values]
        name = scope.span(named).text
        if not isinstance(named, s.Name) or name not in axes:
            state.diagnostics.append(errors.unknown_axis(scope.span(named), name, state.diagnostics.among(scope.source, kept)))
            return False
        if not axes[name].kept:
            state.diagnostics.append(errors.which_axis(scope.span(named), function, kept, name))
            return False
        axis = axes[name]
        state.types[named] = Labels(name)
        state.bindings[named] = ("axis", name)
    else:
        with_labels = [name for name in kept if axes[name].labels]
        if len(with_labels) != 1:
            written = ", ".join(scope.span(value).text for value in call.arguments)
            there = {state.bindings[one][1] for one in call.arguments if isinstance(one, s.LabelMap) and one in state.bindings}
            with_labels.sort(key=lambda name: name not in there)  # that of a value by label which stands there comes first
            state.diagnostics.append(errors.which_axis(scope.span(call), function, with_labels, written=written))
            return False
        axis = axes[with_labels[0]]
    if len(axis.places) > 1:
        spans = [scope.span(call), *axis.places.values()]
        own = next((span for span in spans if not span.source.is_library), spans[0])
        places = [(span, "labels here") for span in axis.places.values() if span is not own]
        state.diagnostics.append(errors.labels_in_several_files(own, axis.name, function, places))
        return False
    state.bindings[call] = ("axis", axis.name)
    return True


# ------------------------------------------------------------------------------ expressions
def select(state: CheckState, expr: s.Select, scope: Scope) -> Type:
    """`base at labels`"""
    if isinstance(expr.base, s.LabelMap) and expr.base.is_keyed:
        from vdl.check.keys import as_labels, chosen_by  # few values are chosen by a quantity

        values = state.types[expr.base] = values_by_label(state, expr.base, scope)
        read = expr.labels[0] if expr.labels and not expr.by else None
        if read is not None and len(read.names) == 1 and not _sees(state, read.names[0], scope):
            meant = as_labels(state, expr.base, scope, str(read))
            if meant is not None:
                state.diagnostics.append(meant)
                return ANY
        return chosen_by(state, expr, expr.base, values, scope)
    if expr.by:
        by = expr.by[0]
        type_ = state.expr(by, scope)
        if type_ is not ANY:
            help_ = "by a quantity values are chosen whose keys are ranges of it: `{ 3..5 kg: 1.5, 6.. kg: 1 } at load`"
            if isinstance(type_, (Labels, ListOf)):
                help_ = f"give it a name, and write that: `let NAME = {scope.span(by).text}`, `at NAME`"
            found = describe(type_, state.units.name)
            state.diagnostics.append(errors.wrong_type(scope.span(by), found, "the name of a label", help=help_))
        return ANY
    axes = [label_or_field(state, path, scope) for path in expr.labels]
    each_once(state, expr.labels, scope)
    preferred = [axis for axis in axes if axis is not None]
    base = expr.base
    if expr in state.wanted:
        state.wanted[base] = state.wanted[expr]
    type_ = label_map(state, base, scope, preferred) if isinstance(base, s.LabelMap) else state.expr(base, scope)
    state.types[base] = type_
    if len(preferred) < len(axes):
        return ANY
    if isinstance(base, (s.Number, s.Range, s.Truth)):
        state.diagnostics.append(errors.same_at_all_labels(scope.span(expr.base)))
    elif not isinstance(type_, Quantity) and type_ not in (BOOLEAN, ANY):
        state.refuse(expr.base, type_, "a quantity that varies by label", scope)
        return ANY
    return type_


def label_map(state: CheckState, expr: s.LabelMap, scope: Scope, preferred: Sequence[str] = ()) -> Type:
    """`{ winter: 18, else: 8 } kg`; where its labels are those of several axes, of a preferred one."""
    if expr.is_keyed:
        from vdl.check.keys import as_labels, bare_keys  # only where something is wrong

        values_by_label(state, expr, scope)
        like = next((f"y{key}" for key in bare_keys(expr)), "")
        state.diagnostics.append(as_labels(state, expr, scope) or errors.keys_without_at(scope.span(expr), like))
        return ANY
    values = values_by_label(state, expr, scope)
    _axis_of(state, expr, scope, preferred)
    two_forms(state, expr, scope)
    if isinstance(values, (Labels, ListOf, Object)):
        state.refuse(expr.entries[0].value, values, "a quantity, a condition, a date or a text, which alone vary by label", scope)
        return ANY
    return values


_LITERALS = (s.Number, s.Range, s.Truth)
"""What never varies by a label of another axis."""


def _axes_beside(state: CheckState, expr: s.LabelMap) -> Sequence[str]:
    """The axes of which some label of a value by label is."""
    written = [entry.label.names[-1] for entry in expr.entries if entry.label is not None]
    return list(dict.fromkeys(axis for name in written for axis in state.names.labels.get(name, ())))


def _axis_of(state: CheckState, expr: s.LabelMap, scope: Scope, preferred: Sequence[str]) -> None:
    """Bind a value by label to the one axis that has all its labels, and is preferred where any is."""
    names = state.names
    seen: dict[str, s.Path] = {}
    axes: dict[str, None] = {}
    common: Sequence[str] | None = None
    misnamed = False
    beside = _axes_beside(state, expr)
    for entry in expr.entries:
        path = entry.label
        if path is None:
            continue
        before = seen.setdefault(path.names[-1], path)
        if before is not path:
            state.diagnostics.append(errors.label_taken(scope.span(path), path.names[-1], scope.span(before)))
            continue
        known = axes_of(state, path, scope.source, preferred or beside)
        if not known:
            misnamed = True
            continue
        common = known if common is None else [axis for axis in common if axis in known]
        axes.setdefault(known[0], None)
    if common is not None and not common:
        state.diagnostics.append(errors.mixed_labels(scope.span(expr), list(axes)))
    elif common:
        axis = next((a for a in preferred if a in common), common[0])
        if preferred and axis not in preferred and all(isinstance(entry.value, _LITERALS) for entry in expr.entries):
            state.diagnostics.append(errors.mixed_labels(scope.span(expr), [axis, *preferred]))
            return
        if axis not in preferred and len(common) > 1:
            first = next(iter(seen.values()))
            state.diagnostics.append(errors.ambiguous_label(scope.span(first), str(first), common))
        state.bindings[expr] = ("axis", axis)
        left_out = [name for name in names.axes[axis].labels if name not in seen]
        if names.axes[axis].kept and left_out and not misnamed and all(entry.label is not None for entry in expr.entries):
            state.diagnostics.append(errors.label_left_out(scope.span(expr), axis, left_out))
