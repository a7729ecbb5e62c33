"""Types of the built-in functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope, text_of
from vdl.semantics.types import (
    ANY,
    PLAIN_NUMBER,
    TEXT,
    ListOf,
    Object,
    Quantity,
    Type,
    describe,
)  # fmt: skip

if TYPE_CHECKING:
    from vdl.check.expressions import Expressions


def _arguments(checker: Expressions, expr: s.Call, scope: Scope, least: int, most: int) -> list[Type] | None:
    types = [checker.expr(a, scope) for a in expr.arguments]
    if least <= len(types) <= most:
        return types
    wanted = f"{least} value{'' if least == 1 else 's'}" if least == most else f"{least} or more values"
    if most - least == 1:
        wanted = f"{least} or {most} values"
    checker.found.append(errors.wrong_arguments(scope.span(expr), text_of(expr.function), wanted))
    return None


def _refuse(checker: Expressions, place: s.Node, type_: Type, wanted: str, scope: Scope) -> None:
    checker.found.append(errors.wrong_type(scope.span(place), describe(type_, checker.units.name), wanted))


def _only_list(checker: Expressions, expr: s.Call, scope: Scope) -> ListOf | None:
    """The type of the one argument if it is a list; None if not, which has been said."""
    types = _arguments(checker, expr, scope, 1, 1)
    given = ANY if types is None else types[0]
    if isinstance(given, ListOf):
        return given
    if given is not ANY:
        _refuse(checker, expr.arguments[0], given, "a list", scope)
    return None


def _sum(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
    summed = _only_list(checker, expr, scope)
    if summed is None:
        return ANY
    item = summed.item
    if isinstance(item, (Quantity, Object)) or item is ANY:
        checker.types[expr] = item
        return item
    words = f"a list ({describe(item, checker.units.name)})", "a list of quantities or objects"
    checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
    return ANY


def _extreme(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 10_000)
    if types is None:
        return ANY
    if len(types) == 1 and isinstance(types[0], ListOf):
        types = [types[0].item]
    joined = types[0]
    for argument, type_ in zip(expr.arguments[1:], types[1:]):
        joined = checker._join(joined, type_, expr.arguments[0], argument, scope)
    if not isinstance(joined, Quantity) and joined is not ANY:
        _refuse(checker, expr, joined, "quantities", scope)
        return ANY
    return joined


def _rounding(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 2)
    if types is None or not isinstance(types[0], Quantity):
        if types is not None and types[0] is not ANY:
            _refuse(checker, expr.arguments[0], types[0], "a quantity", scope)
        return ANY
    if len(types) == 2:
        checker.fits(expr.arguments[1], types[1], types[0], scope)
    elif types[0].dimension and not checker.units.countable(types[0].dimension):
        name = checker.units.name(types[0].dimension)
        checker.found.append(errors.step_needed(scope.span(expr), text_of(expr.function), name))
    return types[0]


def _same_quantity(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 1)
    if types is None or types[0] is ANY:
        return ANY
    if not isinstance(types[0], Quantity):
        _refuse(checker, expr.arguments[0], types[0], "a quantity", scope)
        return ANY
    return types[0]


def _bare_number(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
    type_ = _same_quantity(checker, expr, scope)
    if isinstance(type_, Quantity) and type_.dimension and not checker.units.countable(type_.dimension):
        _refuse(checker, expr.arguments[0], type_, "a quantity of counted things", scope)
    return PLAIN_NUMBER


def _of_list(result: Callable[[ListOf], Type]) -> Callable[[Expressions, s.Call, Scope], Type]:
    def function(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
        given = _only_list(checker, expr, scope)
        return ANY if given is None else result(given)

    return function


def _decided_by(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 1)
    if not scope.document:
        checker.found.append(errors.only_in_documents(scope.span(expr), "decided_by"))
    if types is not None and not isinstance(types[0], Quantity) and types[0] is not ANY:
        _refuse(checker, expr.arguments[0], types[0], "a quantity", scope)
    return TEXT


def _each(checker: Expressions, expr: s.Call, scope: Scope) -> Type:
    _same_quantity(checker, expr, scope)
    if not scope.document:
        checker.found.append(errors.only_in_documents(scope.span(expr), "each"))
    return ListOf(PLAIN_NUMBER)


BUILT_INS: dict[str, Callable[[Expressions, s.Call, Scope], Type]] = {
    "sum": _sum, "max": _extreme, "min": _extreme, "ceil": _rounding, "floor": _rounding, "round": _rounding,
    "abs": _same_quantity, "peak": _same_quantity, "lowest": _same_quantity, "number": _bare_number,
    "size": _of_list(lambda t: PLAIN_NUMBER), "first": _of_list(lambda t: t.item), "stated": _of_list(lambda t: t),
    "each": _each, "decided_by": _decided_by,
}  # fmt: skip
