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
    read = _Parts(values)
    left, right = [read.of(side, 0) for side in condition.args]
    return bool(left) and left == right


class _Parts:
    """What formulas add up. Each is looked into once: one may stand in another many times over."""

    def __init__(self, values: Mapping[Cell, Value]) -> None:
        self._values = values
        self._known: dict[Formula, Counter[object]] = {}

    def of(self, formula: Formula, deep: int) -> Counter[object]:
        """The quantities, each as often as it is added; one that is only another one is that one."""
        if isinstance(formula, Const):
            return Counter([formula])
        if formula not in self._known:
            self._known[formula] = self._looked_into(formula, deep)
        return self._known[formula]

    def _looked_into(self, formula: Formula, deep: int) -> Counter[object]:
        if isinstance(formula, Cell):
            inside = formula.formula if formula.form != "count" and deep < _DEEP else None
            if inside is None or isinstance(inside, Const) or not _is_passed_on(inside):
                return Counter([formula])
            return self.of(inside, deep + 1)
        if not isinstance(formula, Op) or not _is_passed_on(formula) or deep >= _DEEP:
            return Counter([formula])
        if formula.op in ("else", "*"):
            return self.of(formula.args[0], deep + 1)
        found: Counter[object] = Counter()
        for one in formula.args:
            if not (isinstance(one, Cell) and self._values.get(one) is NOT_STATED):
                found.update(self.of(one, deep + 1))
        return found


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
