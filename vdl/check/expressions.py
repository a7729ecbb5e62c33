"""Types of expressions: a table of all forms, and those that need no room of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.added_twice import check_added_twice, check_said_twice
from vdl.check.assignability import (
    condition,
    digits_apart,
    join_all,
    mismatch,
    missing_unit,
    percent_beside,
    proportion,
    thousands_meant,
)
from vdl.check.binding import attribute, first_said, name
from vdl.check.calls import call, with_
from vdl.check.definitions import date
from vdl.check.labels import label_map, select, sides
from vdl.check.literals import as_range, ends_of, is_bare, literal
from vdl.check.once import each_once
from vdl.check.scope import Scope
from vdl.check.state import CheckState, Form
from vdl.check.texts import text
from vdl.check.unknown_units import explained
from vdl.resolve import read_unit
from vdl.semantics.types import (
    ANY,
    BOOLEAN,
    DATE,
    PLAIN_NUMBER,
    RATIO,
    TEXT,
    Kind,
    Labels,
    ListOf,
    Object,
    Plain,
    Quantity,
    Type,
    describe,
    measured,
)  # fmt: skip
from vdl.semantics.units import NUMBER, combine, too_high
from vdl.text.limits import NESTING, POWERS


# ------------------------------------------------------------------------------ literals
def _number(state: CheckState, expr: s.Number | s.Range, scope: Scope) -> Type:
    thousands_meant(state, expr, expr.unit, scope)
    digits_apart(state, expr, scope)
    if expr.unit is None:
        return PLAIN_NUMBER
    unit = read_unit(state.units, expr.unit, scope.source, state.diagnostics)
    if unit is None:
        return ANY
    return RATIO if expr.unit.text == "%" else measured(unit.dimension)


def _range(state: CheckState, expr: s.Range, scope: Scope) -> Type:
    if expr.low > expr.high:
        written = re.fullmatch(_ENDS, scope.span(expr).text)
        turned = f"{written[2]}..{written[1]}{written[3]}" if written else ""
        state.diagnostics.append(errors.range_backwards(scope.span(expr), turned))
    elif expr.likely is not None and not expr.low <= expr.likely <= expr.high:
        state.diagnostics.append(errors.likely_outside(scope.span(expr)))
    return _number(state, expr, scope)


_ENDS = r"([\d_]+(?:\.[\d_]+)?) ?\.\. ?([\d_]+(?:\.[\d_]+)?)(\s*\S*)"
"""The ends of a range as they are written, and its unit."""


def _slash(state: CheckState, expr: s.SlashName, scope: Scope) -> Type:
    state.diagnostics.append(errors.slash_needs_spaces(scope.span(expr), expr.text))
    return ANY


def _proportion(state: CheckState, expr: s.Proportion, scope: Scope) -> Type:
    proportion(state, expr, ANY, scope)
    return ANY


# ------------------------------------------------------------------------------ lists
def _list(state: CheckState, expr: s.ListOf, scope: Scope) -> Type:
    return list_of(state, expr, _joined(state, expr, expr.items, scope) if expr.items else ANY, scope)


def list_of(state: CheckState, expr: s.Expr, item: Type, scope: Scope) -> Type:
    """A list of what an expression gives; lists that are named nest no deeper than written ones may."""
    depth, inner = 1, item
    while isinstance(inner, ListOf):
        depth, inner = depth + 1, inner.item
    if depth > NESTING:
        state.diagnostics.append(errors.too_deep(scope.span(expr), NESTING))
        return ANY
    return ListOf(item)


def _joined(state: CheckState, whole: s.Expr, items: tuple[s.Expr, ...], scope: Scope) -> Type:
    """The type that all items fit."""
    joined = _branches(state, whole, items, scope)
    each_once(state, items, scope)
    return joined


def _branches(state: CheckState, whole: s.Expr, branches: Sequence[s.Expr], scope: Scope) -> Type:
    """The type that all fit which a whole may come to."""
    wanted = state.wanted.get(whole, ANY)
    if wanted is not ANY:
        state.wanted.update(dict.fromkeys(branches, wanted))
    return join_all(state, [(one, state.expr(one, scope)) for one in branches], scope, wanted)


def loops(state: CheckState, loops: Iterable[s.Loop], scope: Scope) -> Scope:
    """The scope within loops, each of which sees the names of those before it."""
    inner = scope.with_locals({})
    for loop in loops:
        type_ = state.expr(loop.items, inner)
        if isinstance(type_, Labels) and not type_.one:
            type_ = ListOf(type_._replace(one=True))
        state.types[loop.items] = type_
        if not isinstance(type_, ListOf) and type_ is not ANY:
            state.refuse(loop.items, type_, "a list", inner)
        inner.locals[loop.name] = type_.item if isinstance(type_, ListOf) else ANY
    return inner


def _comprehension(state: CheckState, expr: s.Comprehension, scope: Scope) -> Type:
    inner = loops(state, expr.loops, scope)
    if expr.when is not None:
        condition(state, expr.when, inner)
    if expr.by is not None:
        by = state.expr(expr.by, inner)
        if not (by in (TEXT, ANY) or isinstance(by, Object) or (isinstance(by, Labels) and by.one)):
            state.refuse(expr.by, by, "a text, an object or a label", inner)
    return list_of(state, expr, state.expr(expr.item, inner), scope)


def _all(state: CheckState, expr: s.All, scope: Scope) -> Type:
    """`all KIND [in PATH]`, or `all AXIS`. Designs declare the labels of an axis of the library, which may read none."""
    names, file = state.names, scope.source.path
    kind = names.find_path(file, expr.kind)
    is_kind = isinstance(kind, Kind) and kind.form == "kind"
    if expr.within is None and len(expr.kind.names) == 1 and expr.kind.names[0] in names.axes and not is_kind:
        state.bindings[expr] = ("axis", expr.kind.names[0])
        answers = scope.document or scope.source.is_library or expr in state.may_be_empty
        if not names.axes[expr.kind.names[0]].labels and not answers:
            state.diagnostics.append(errors.no_labels(scope.span(expr.kind), expr.kind.names[0]))
        return Labels(expr.kind.names[0])
    if not isinstance(kind, Kind) or kind.form != "kind":
        _no_kind(state, expr, scope)
        return ANY
    state.bindings[expr] = ("kind", kind)
    if expr.within is not None:
        within = s.reading(expr.within)
        state.bindings[expr.within] = ("field", within)
        state.object(expr.within, state.expr(within, scope), scope)
    return ListOf(Object(kind))


def _nearest(state: CheckState, expr: s.Nearest, scope: Scope) -> Type:
    """`nearest KIND`: around the object in whose body it stands, so nothing in a document or at the top of a file."""
    kind = state.names.find_path(scope.source.path, expr.kind)
    if not isinstance(kind, Kind) or kind.form != "kind":
        _unknown_kind(state, expr.kind, scope)
        return ANY
    state.bindings[expr] = ("kind", kind)
    return Object(kind)


def _no_kind(state: CheckState, expr: s.All, scope: Scope) -> None:
    """Say that `all` is followed by no kind: by one with a member behind it, by one of a file that is not imported, or else."""
    names, file, path = state.names, scope.source.path, expr.kind
    for end in range(len(path.names) - 1, 0, -1):
        kind = names.find_path(file, path.first(end))
        if isinstance(kind, Kind) and kind.form == "kind":
            within = f" in {expr.within}" if expr.within is not None else ""
            listed = f"(all {'.'.join(path.names[:end])}{within}).{'.'.join(path.names[end:])}"
            state.diagnostics.append(errors.unknown_kind(scope.span(path), str(path), (), listed=listed))
            return
    _unknown_kind(state, path, scope)


def _unknown_kind(state: CheckState, path: s.Path, scope: Scope) -> None:
    names, file = state.names, scope.source.path
    modules = names.unimported_module(file, path)
    if modules and not first_said(state, file, path.names[0]):
        return
    known = state.diagnostics.among(scope.source, (n for n in names.visible(file) if isinstance(names.find(file, n), Kind)))
    state.diagnostics.append(errors.unknown_kind(names.astray(scope.source, path), str(path), known, modules))


# ------------------------------------------------------------------------------ operations
def quantity(state: CheckState, expr: s.Expr, scope: Scope) -> Quantity | None:
    """The type of an expression that must be a quantity; None where it is none, which is said."""
    type_ = state.expr(expr, scope)
    if isinstance(type_, Quantity):
        return type_
    if type_ is not ANY:
        from vdl.check.meant import no_quantity  # only where something is wrong

        no_quantity(state, expr, type_, scope)
    return None


def _unary(state: CheckState, expr: s.Unary, scope: Scope) -> Type:
    if expr.op == "not":
        condition(state, expr.operand, scope)
        return BOOLEAN
    return quantity(state, expr.operand, scope) or ANY


def _binary(state: CheckState, expr: s.Binary, scope: Scope) -> Type:
    op = expr.op
    is_first = expr not in state.joined and not scope.source.is_library
    if op == "and" or op == "or":
        if is_first:
            check_said_twice(state, expr, scope)
        condition(state, expr.left, scope)
        condition(state, expr.right, scope)
        return BOOLEAN
    if op == "+" and is_first:
        check_added_twice(state, expr, scope)
    a = quantity(state, expr.left, scope)
    if op == "^":
        return _power(state, expr, a, scope)
    b = quantity(state, expr.right, scope)
    if op in "+-":
        _explained(state, expr, a or ANY, b or ANY, scope)
    if a is None or b is None:
        return ANY
    if op in "*/":
        if op == "/" and isinstance(literal(expr.right), s.Number) and not any(ends_of(expr.right)):
            state.diagnostics.append(errors.division_by_zero(scope.span(expr.right), written=True))
        dimension = combine(a.dimension, b.dimension, 1 if op == "*" else -1)
        if too_high(dimension):
            state.diagnostics.append(errors.too_many_powers(scope.span(expr), POWERS))
            return ANY
        return Quantity(dimension, op == "*" and not dimension and a.ratio and b.ratio)
    if a.dimension == b.dimension:
        return Quantity(a.dimension, a.ratio or b.ratio, a.shown or b.shown)
    _unequal(state, expr, a, b, "add" if op == "+" else "subtract", scope)
    return ANY


def _power(state: CheckState, expr: s.Binary, base: Quantity | None, scope: Scope) -> Type:
    """`x ^ 3`: the exponent is a whole number that is written, so that the dimension is known."""
    exponent = expr.right
    if not isinstance(exponent, s.Number) or exponent.unit is not None or exponent.value.denominator != 1:
        state.expr(exponent, scope)
        state.diagnostics.append(errors.not_an_exponent(scope.span(exponent)))
        return ANY
    state.types[exponent] = PLAIN_NUMBER
    if base is None:
        return ANY
    times = int(exponent.value)
    if base.dimension and times > POWERS:
        state.diagnostics.append(errors.too_many_powers(scope.span(expr), POWERS))
        return ANY
    dimension = tuple([(name, power * times) for name, power in base.dimension]) if times else NUMBER
    if too_high(dimension):
        state.diagnostics.append(errors.too_many_powers(scope.span(expr), POWERS))
        return ANY
    return Quantity(dimension, base.ratio and times > 0, base.shown if times == 1 else None)


def _unequal(
    state: CheckState, expr: s.Binary | s.Compare, a: Quantity, b: Quantity, verb: str, scope: Scope
) -> None:
    """Say that two sides are of different dimensions, and what would make them equal."""
    from vdl.check.dimension_helps import equating, is_share  # long, and for what is wrong only
    from vdl.check.worked_out import worked_out

    for side, other in ((expr.right, a), (expr.left, b)):
        if is_bare(side) and not is_share(expr.left, expr.right, a, b, scope):
            missing_unit(state, side, other, scope, as_range(expr, scope.source))
            return
    name = state.units.name
    message = f"cannot {verb} {describe(a, name)} and {describe(b, name)}"
    related = [(scope.span(expr.left), describe(a, name)), *worked_out(state, expr.right, scope)]
    related += worked_out(state, expr.left, scope)
    help_ = equating(state, expr.left, expr.right, a, b, expr.op, scope)
    span = scope.span(expr.right)
    state.diagnostics.append(errors.unit_mismatch(span, message, describe(b, name), related, help=help_))


def _explained(state: CheckState, expr: s.Binary | s.Compare, a: Type, b: Type, scope: Scope) -> None:
    """Say of a unit on one side that is not known what the other side tells of it."""
    explained(state, expr.left, a, b, scope)
    explained(state, expr.right, b, a, scope)


def _compare(state: CheckState, expr: s.Compare, scope: Scope) -> Type:
    a, b = sides(state, expr.left, expr.right, scope)
    _explained(state, expr, a, b, scope)
    for side, type_ in ((expr.left, a), (expr.right, b)):
        if isinstance(type_, ListOf) or (isinstance(type_, Labels) and not type_.one):
            from vdl.check.meant import single_help  # only where something is wrong

            state.refuse(side, type_, "a single value", scope, single_help(state, side, type_, scope))
            return BOOLEAN
    if a is ANY or b is ANY:
        return BOOLEAN
    if isinstance(a, Quantity) and isinstance(b, Quantity):
        if a.dimension != b.dimension:
            _unequal(state, expr, a, b, "compare", scope)
        else:
            percent_beside(state, a, b, expr.left, expr.right, scope)
        return BOOLEAN
    for side, type_, beside in ((expr.left, a, b), (expr.right, b, a)):
        if isinstance(type_, Object) and isinstance(beside, Quantity):
            from vdl.check.meant import no_quantity

            no_quantity(state, side, type_, scope, beside)
            return BOOLEAN
    other = isinstance(a, Plain) and a != b
    if isinstance(a, Labels) and isinstance(b, Labels):
        other = a.axis != b.axis
    if type(a) is type(b) and not other and expr.op not in ("==", "!=") and a is not DATE:
        help_ = "they are only compared with `==` and `!=`" if isinstance(a, (Labels, Plain)) else ""
        state.refuse(expr.right, b, "a quantity or a date, which alone have an order", scope, help_)
    elif type(a) is not type(b) or other:
        state.refuse(expr.right, b, describe(a, state.units.name), scope)
    return BOOLEAN


def _given(state: CheckState, expr: s.Given, scope: Scope) -> Type:
    state.expr(expr.operand, scope)
    return BOOLEAN


def _convert(state: CheckState, expr: s.Convert, scope: Scope) -> Type:
    """`x as tonne`"""
    type_ = quantity(state, expr.operand, scope)
    unit = read_unit(state.units, expr.unit, scope.source, state.diagnostics)
    if type_ is None or unit is None:
        return type_ or ANY
    if unit.dimension != type_.dimension:
        mismatch(state, expr.operand, type_, Quantity(unit.dimension), scope)
        return type_
    return Quantity(type_.dimension, expr.unit.text == "%", unit)


def _date(state: CheckState, expr: s.Date, scope: Scope) -> Type:
    date(state, expr, scope.source)
    return DATE


def _conditional(state: CheckState, expr: s.Conditional, scope: Scope) -> Type:
    condition(state, expr.condition, scope)
    return _branches(state, expr, (expr.then, expr.other), scope)


def _fallback(state: CheckState, expr: s.Fallback, scope: Scope) -> Type:
    return _branches(state, expr, (expr.operand, expr.other), scope)


def _choose(state: CheckState, expr: s.Choose, scope: Scope) -> Type:
    """`choose ... minimizing x`: x is read in the outermost body around the choice, that of a design or of a kind.

    The objective may name what is chosen, so its type is looked for when that of the choice is known.
    """
    joined = _joined(state, expr, expr.options, scope)
    function = state.function
    state.choices[expr] = scope.source, function is not None
    top, levels = scope.kind, 0
    while top is not None and top.scope is not None:
        top, levels = top.scope, levels + 1
    state.bindings[expr] = ("member", levels)

    def objective() -> None:
        state.function = function
        quantity(state, expr.objective, Scope(top, scope.source))

    state.later.append(objective)
    return joined


FORMS: Mapping[type[s.Expr], Form] = {
    s.Number: _number, s.Range: _range, s.String: text,
    s.Date: _date, s.Truth: lambda state, expr, scope: BOOLEAN, s.Name: name,
    s.SlashName: _slash, s.Proportion: _proportion,
    s.Attribute: attribute, s.Select: select, s.Call: call, s.With: with_, s.ListOf: _list,
    s.Comprehension: _comprehension, s.LabelMap: label_map, s.All: _all, s.Nearest: _nearest, s.Choose: _choose, s.Unary: _unary,
    s.Binary: _binary, s.Compare: _compare, s.Given: _given, s.Convert: _convert, s.Conditional: _conditional,
    s.Fallback: _fallback,
}  # fmt: skip
"""What gives the type of each form of expression."""
