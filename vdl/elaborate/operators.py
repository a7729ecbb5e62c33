"""Operators: arithmetic, logic, comparisons."""

from __future__ import annotations

from fractions import Fraction

from vdl import syntax as s
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Cell, Const, Env, Formula, Instance, LabelSet, Made, Op
from vdl.graph.items import Items
from vdl.values import NOT_STATED, is_exact


def unary(el: Elaboration, expr: s.Unary, env: Env) -> Formula:
    operand = el.formula(expr.operand, env)
    if isinstance(operand, Const):
        if expr.op == "not" and isinstance(operand.value, bool):
            return Const(not operand.value, expr, env.source)
        if expr.op != "not" and is_exact(operand.value):
            assert isinstance(operand.value, (int, Fraction))
            return Const(-operand.value, expr, env.source, operand.made_of)
    return Op("not" if expr.op == "not" else "neg", (operand,), expr, env.source)


def binary(el: Elaboration, expr: s.Binary, env: Env) -> Formula:
    left = el.formula(expr.left, env)
    op = expr.op
    if op in ("and", "or"):
        deciding = op == "or"
        if isinstance(left, Const) and isinstance(left.value, bool):
            return left if left.value is deciding else el.formula(expr.right, env)
        return Op(op, (left, el.formula(expr.right, env)), expr, env.source)
    return Op(op, (left, el.formula(expr.right, env)), expr, env.source)


def compare(el: Elaboration, expr: s.Compare, env: Env) -> Formula:
    """Objects, texts and labels are compared here; numbers and dates when they have values."""
    left, right = el.expr(expr.left, env), el.expr(expr.right, env)
    if isinstance(left, (Op, Cell, Const)) and isinstance(right, (Op, Cell, Const)):
        return Op(expr.op, (left, right), expr, env.source)
    if isinstance(left, (str, Instance)) and isinstance(right, (str, Instance)):
        equal = left is right or (not isinstance(left, Instance) and left == right)
        return Const(equal if expr.op == "==" else not equal, expr, env.source)
    formulas: list[Formula] = []
    for made in (left, right):
        if isinstance(made, (Cell, Op, Const)):
            formulas.append(made)
        elif isinstance(made, str):
            formulas.append(Const(made))
        else:  # an object: the other side is none, which is not stated or has been told
            other = right if made is left else left
            return Const(NOT_STATED, expr, env.source) if isinstance(other, Const) and other is not POISON else POISON
    return Op(expr.op, tuple(formulas), expr, env.source)


def convert(el: Elaboration, expr: s.Convert, env: Env) -> Made:
    """`x as kg`: the same value. Into an open unit it is an operation, which needs a factor."""
    made = el.expr(expr.operand, env)
    unit = el.unit(expr.unit)
    if unit.made_of and isinstance(made, (Cell, Op, Const)):
        return Op("as", (made,), expr, env.source, unit)
    return made


def given(el: Elaboration, expr: s.Given, env: Env) -> Formula:
    made = el.expr(expr.operand, env)
    if isinstance(made, (Instance, str, Items, LabelSet)):
        return Const(True, expr, env.source)
    if isinstance(made, Const):
        return POISON if made is POISON else Const(made.value is not NOT_STATED, expr, env.source)
    return Op("given", (made,), expr, env.source)
