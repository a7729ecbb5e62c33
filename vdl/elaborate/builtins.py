"""The built-in functions, as they are put into formulas."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from vdl import errors
from vdl import syntax as s
from vdl.elaborate.settled import POISON, Items
from vdl.graph.cells import (
    Cell,
    Const,
    Env,
    Instance,
    Op,
)  # fmt: skip
from vdl.semantics.types import Object
from vdl.text.limits import EACH
from vdl.text.source import Span
from vdl.values import FAULT, NOT_STATED

if TYPE_CHECKING:
    from vdl.elaborate.expressions import Expressions


def _items(el: Expressions, expr: s.Call, env: Env) -> Any:
    return el.expr(expr.arguments[0], env) if expr.arguments else Items()


def _sum(el: Expressions, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    if not isinstance(items, list):
        return items if isinstance(items, Const) else POISON
    type_ = el.types.types.get(expr)
    objects = [i for i in items if isinstance(i, Instance)]
    if isinstance(type_, Object):
        where = el.settling[-1] if el.settling else (env.instance, "sum")
        path = f"{where[0].path}.{where[1]}" if where[0] is not None and where[0].path else where[1]
        made = Instance(type_.kind, "sum", env.instance, path)
        made.parts = tuple(objects)
        return made
    formulas = tuple([i for i in items if isinstance(i, (Cell, Op, Const))])
    stated = isinstance(items, Items) and items.stated
    return Op("sum_stated" if stated else "sum", formulas, expr, env.source, items if len(items) == len(formulas) else None)


def _extreme(el: Expressions, expr: s.Call, env: Env) -> Any:
    items: Any = [el.expr(a, env) for a in expr.arguments]
    if len(items) == 1 and isinstance(items[0], list):
        items = items[0]
    formulas = tuple([i for i in items if isinstance(i, (Cell, Op, Const))])
    assert isinstance(expr.function, s.Name)
    if not formulas:
        return Const(NOT_STATED, expr, env.source)
    stated = isinstance(items, Items) and items.stated
    return Op(expr.function.name, formulas, expr, env.source, stated)


def _rounding(el: Expressions, expr: s.Call, env: Env) -> Any:
    value = el.formula(expr.arguments[0], env)
    step = el.formula(expr.arguments[1], env) if len(expr.arguments) > 1 else Const(1)
    assert isinstance(expr.function, s.Name)
    return Op(expr.function.name, (value, step), expr, env.source)


def _one(el: Expressions, expr: s.Call, env: Env) -> Any:
    assert isinstance(expr.function, s.Name)
    return Op(expr.function.name, (el.formula(expr.arguments[0], env),), expr, env.source)


def _first(el: Expressions, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    if isinstance(items, list):
        return items[0] if items else Const(NOT_STATED, expr, env.source)
    return items


def _size(el: Expressions, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    return Const(len(items), expr, env.source) if isinstance(items, list) else items


def _stated(el: Expressions, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    if not isinstance(items, list):
        return items
    left = Items([i for i in items if not (isinstance(i, Const) and i.value is NOT_STATED)])
    left.stated = True
    if isinstance(items, Items) and items.of is not None:
        objects, name = items.of
        named = zip(objects, items, strict=False)
        left.of = [o for o, i in named if not (isinstance(i, Const) and i.value is NOT_STATED)], name
    return left if left or not items else Const(NOT_STATED, expr, env.source)


def _decided_by(el: Expressions, expr: s.Call, env: Env) -> Any:
    """Which bound decided a count: "by weight", or "given"."""
    formula: Any = el.formula(expr.arguments[0], env)
    while isinstance(formula, Cell) and formula.form != "count":
        el.complete(formula)
        formula = formula.formula
    if not isinstance(formula, Cell):
        return "given"
    if formula.formula is not None:
        return "given"
    if el.decide is None:
        return ""
    el.decide(formula)
    return el.decide.decider(formula)


def _each(el: Expressions, expr: s.Call, env: Env) -> Any:
    formula = el.formula(expr.arguments[0], env)
    value = formula.value if isinstance(formula, Const) else el.decide(formula) if el.decide else NOT_STATED
    if value is NOT_STATED or value is FAULT:
        return Items()
    if not isinstance(value, (int, Fraction)) or value.denominator != 1 or not 0 <= value <= EACH:
        span = Span(env.source, expr.arguments[0].start, expr.arguments[0].end)
        el.found.append(errors.wrong_type(span, "no such number", f"a whole number from 0 to {EACH:,}"))
        return Items()
    return Items([Const(i + 1, expr, env.source) for i in range(int(value))])


BUILT_INS: dict[str, Callable[[Expressions, s.Call, Env], Any]] = {
    "sum": _sum, "max": _extreme, "min": _extreme, "ceil": _rounding, "floor": _rounding, "round": _rounding,
    "abs": _one, "peak": _one, "lowest": _one, "number": lambda el, e, env: el.expr(e.arguments[0], env),
    "size": _size, "first": _first, "stated": _stated, "each": _each, "decided_by": _decided_by,
}  # fmt: skip
