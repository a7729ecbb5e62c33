"""Whether a number follows whole things one for one, as seals follow crates: then that all of it is used says nothing of a
design, however its figures stand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm

from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, divide
from vdl.values import FAULT, NOT_STATED, Value, is_exact, scalars

_DEEP = 40
"""Quantities that are followed, one made of the other."""


class _Made(NamedTuple):
    """A number that is always a multiple of `step`; 0 of one that is nothing. `whole`: whatever figures it is made of, since it
    is counted or rounded."""

    step: Fraction
    whole: bool


_NOTHING = _Made(Fraction(0), False)


def follows(formula: Formula, values: Mapping[Cell, Value]) -> bool:
    """Whether a formula is a whole number for no other reason than that what it is made of is counted, or rounded."""
    made = _Of(values).made(formula, 0)
    return made is not None and made.whole and made.step.denominator == 1


def is_as_stated(formula: Formula) -> bool:
    """Whether a formula is a figure as it was stated, or the largest of some: a least number, that no figure comes near to."""
    waiting, seen = [formula], set[Cell]()
    while waiting:
        one = waiting.pop()
        if isinstance(one, Cell):
            if one.form == "count" or one.formula is None:
                return False
            if one.form != "input" and one not in seen:
                waiting.append(one.formula)
            seen.add(one)
        elif isinstance(one, Op):
            if one.op not in _TAKEN:
                return False
            waiting += one.args
    return bool(seen)


class _Of:
    """How formulas are made, over the values of a solved design."""

    def __init__(self, values: Mapping[Cell, Value]) -> None:
        self.values = values
        self.known: dict[Cell, _Made | None] = {}

    def made(self, formula: Formula, deep: int) -> _Made | None:
        """None of what may come out as any number."""
        if isinstance(formula, Const):
            return _figure(formula.value)
        if isinstance(formula, Cell):
            if formula not in self.known:
                self.known[formula] = None  # of a circle nothing is known
                self.known[formula] = self._cell(formula, deep)
            return self.known[formula]
        return self._op(formula, deep)

    def _cell(self, cell: Cell, deep: int) -> _Made | None:
        if cell.form == "count":
            return _Made(Fraction(1), True)
        if cell.formula is None or deep > _DEEP:
            return None
        if cell.form == "input" and isinstance(cell.formula, Const):
            return _figure(self.values.get(cell, cell.formula.value))
        return self.made(cell.formula, deep + 1)

    def _op(self, op: Op, deep: int) -> _Made | None:
        if op.op in _ROUNDED:
            step = self.made(op.args[1], deep) if len(op.args) > 1 else _Made(Fraction(1), False)
            return _Made(step.step, True) if step is not None else None
        if op.op in _FIRST:
            return self.made(op.args[0], deep)
        if op.op not in ("*", "/", "if", *_ADDED):
            return None
        said = [one for one in op.args[op.op == "if":] if self._value(one) is not NOT_STATED]
        args = [self.made(one, deep) for one in said]
        known = [one for one in args if one is not None]
        if len(known) < len(args) or not known:
            return None
        if op.op == "*":
            return _product(known)
        if op.op == "/":
            by = self._value(said[-1])
            alone = len(known) == 2 and is_exact(by) and by != 0 and not known[1].whole
            return _Made(abs(Fraction(divide(known[0].step, by))), known[0].whole) if alone and is_exact(by) else None
        return _sum(known)

    def _value(self, formula: Formula) -> Value:
        """Of what has one by itself."""
        if isinstance(formula, Const):
            return formula.value
        return self.values.get(formula, FAULT) if isinstance(formula, Cell) else FAULT


_ROUNDED = frozenset(["ceil", "floor", "round", "packed", "piled"])
_FIRST = frozenset(["as", "at", "peak", "lowest", "running_sum", "number"])
_TAKEN = frozenset(["max", "min", "as", "peak"])
_ADDED = frozenset(["+", "-", "sum", "max", "min", "map", "else", "previous"])


def _figure(value: Value) -> _Made | None:
    numbers = [one for _, one in scalars(value)]
    exact = [one for one in numbers if is_exact(one)]
    return _Made(_common([Fraction(one) for one in exact]), False) if len(exact) == len(numbers) else None


def _sum(parts: list[_Made]) -> _Made:
    """What is always a multiple of what its parts are."""
    some = [one for one in parts if one.step]
    return _Made(_common([one.step for one in some]), all(one.whole for one in some) or _is_beside(some)) if some else _NOTHING


def _is_beside(parts: list[_Made]) -> bool:
    """Whether figures that are whole stand beside what is counted: a least number of them, spare ones."""
    return any(one.whole for one in parts) and all(one.step.denominator == 1 for one in parts)


def _product(parts: list[_Made]) -> _Made:
    step = Fraction(1)
    for one in parts:
        step *= one.step
    return _Made(step, any(one.whole for one in parts))


def _common(steps: list[Exact]) -> Fraction:
    """The largest number of which all are multiples."""
    found = [abs(Fraction(one)) for one in steps if one]
    if not found:
        return Fraction(0)
    below = lcm(*[one.denominator for one in found])
    return Fraction(gcd(*[int(one * below) for one in found]), below)


__all__ = ["follows", "is_as_stated"]
