"""Whether a comparison holds a quantity against itself: then that it is met exactly says nothing of a design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from vdl.graph.cells import COMPARISONS, Cell, Const, Formula, Op
from vdl.values import NOT_STATED, Value

_DEEP = 30
"""Quantities that are followed, one made of the other."""


def is_against_itself(condition: Formula, values: Mapping[Cell, Value]) -> bool:
    """Whether both sides come down to the same quantities, added up: what there is, and what its parts are said to be."""
    if not isinstance(condition, Op) or condition.op not in COMPARISONS:
        return False
    left, right = [_made_of(side, values, 0) for side in condition.args]
    return bool(left) and left == right


def _made_of(formula: Formula, values: Mapping[Cell, Value], deep: int) -> Counter[object]:
    """What a formula adds up, each as often as it does; a quantity that is only another one is that one."""
    if isinstance(formula, Cell):
        inside = formula.formula if formula.form != "count" and deep < _DEEP else None
        alone = Counter[object]([formula])
        if inside is None or isinstance(inside, Const):
            return alone
        return _made_of(inside, values, deep + 1) if _is_passed_on(inside) else alone
    if isinstance(formula, Op) and _is_passed_on(formula):
        stated = [one for one in formula.args if not (isinstance(one, Cell) and values.get(one) is NOT_STATED)]
        if formula.op in ("else", "*"):
            return _made_of(formula.args[0], values, deep + 1)
        return sum([_made_of(one, values, deep + 1) for one in stated], Counter[object]())
    return Counter([formula])


def _is_passed_on(formula: Formula) -> bool:
    """Whether a formula adds up quantities, or gives one on as it is."""
    if isinstance(formula, Cell):
        return True
    if not isinstance(formula, Op):
        return False
    if formula.op == "*":
        return isinstance(formula.args[1], Const) and formula.args[1].value == 1
    return formula.op in ("sum", "+", "else", "as") or (formula.op in ("max", "min") and len(formula.args) == 1)


__all__ = ["is_against_itself"]
