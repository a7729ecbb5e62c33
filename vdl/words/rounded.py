"""Figures with no more digits than they carry: what is worked out is shown with three, or as a whole number."""

from __future__ import annotations

from fractions import Fraction

from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.semantics.units import PERCENT, Exact, Rounding, Unit, divide, nearest
from vdl.values import Bounded, BoundedRange, Range, Scalar, Value, Varying, bound_of, exactly
from vdl.words import values as show
from vdl.words.amounts import LARGE

DIGITS = 3
"""Digits that a figure is shown with at least: one that is stated in trade papers seldom carries more."""


def rounded(value: Value, unit: Unit) -> Value:
    """The value as it is shown in a unit. Whole numbers stay as they are, and so does what would come to 100 and is not."""
    if isinstance(value, Varying):
        return Varying(value.axes, {key: _scalar(one, unit) for key, one in value.cells.items()})
    return _scalar(value, unit)


def in_use(share: Exact) -> str:
    """How much of a limit, or of what is bought, is in use: in per cent, with no more digits than that carries."""
    side = bound_of(share)
    number = _number(share, PERCENT) if side is None else _number(share, PERCENT, show.TO_THE_SAFE_SIDE[side])
    return show.share(exactly(number, side))


def is_written(formula: Formula | None) -> bool:
    """Whether somebody wrote a figure, which stands as it is: a number, or one for each label."""
    while isinstance(formula, Cell):
        formula = formula.formula
    if isinstance(formula, Op):
        return formula.op == "map" and all(map(is_written, formula.args))
    return isinstance(formula, Const)


def _scalar(value: Scalar, unit: Unit) -> Scalar:
    if isinstance(value, Bounded):
        return Bounded(_number(value.number, unit, show.TO_THE_SAFE_SIDE[value.bound]), value.bound)
    if isinstance(value, Range):
        low, high = _number(value.low, unit), _number(value.high, unit)
        made = Range(low, high, {}, value.tight, likely=value.likely) if low < high else value
        return BoundedRange(made, value.bound) if isinstance(value, BoundedRange) else made
    return _number(value, unit) if isinstance(value, (int, Fraction)) and not isinstance(value, bool) else value


def _number(value: Exact, unit: Unit, by: Rounding = nearest) -> Exact:
    number = Fraction(divide(value, unit.factor))
    size = abs(number)
    if number.denominator == 1:
        return value
    if unit.is_paid:
        return Fraction(by(number) if size >= LARGE else Fraction(by(number * 100), 100)) * unit.factor
    places = 0
    while size * 10**places < 10 ** (DIGITS - 1) and places < _FEW:
        places += 1
    shown = Fraction(by(number * 10**places), 10**places)
    return value if abs(shown) == _WHOLE or places == _FEW else shown * unit.factor


_WHOLE, _FEW = 100, 9
"""Nothing seems to be all of something that is not; and what is this small is shown as numbers like it are."""
