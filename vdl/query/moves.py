"""How an input is moved: by which step, at which label."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from vdl.query.hanging import Input
from vdl.query.varied import exactly
from vdl.query.what_if import asked_of
from vdl.records import NamedTuple
from vdl.semantics.types import COUNT
from vdl.semantics.units import PERCENT, Exact, Unit, Units, decimal, divide, plain_decimal, size_of
from vdl.text.limits import ASK_REACH
from vdl.values import Labels, Number, Range, Scalar, Value, Varying, add, high, is_exact, is_number, low, multiply, scalars
from vdl.words import values as show

By = Literal["amount", "share"]

_PLACES = 9
"""Decimals of a number that its step has, too; of one with more, those that are shown."""


class Move(NamedTuple):
    """An input that is moved by the same amount at each step, or by a hundredth of what it is; at one label, or as a whole."""

    input: Input
    labels: Labels | None
    by: By
    step: Exact
    """In base units; a part of what the input is where it is moved by shares."""
    unit: Unit

    @property
    def now(self) -> Value:
        """What is moved, as it is."""
        return self.part(self.input.value)

    def part(self, value: Value) -> Value:
        """What is moved of a value of the input."""
        return value.cells[self.labels] if isinstance(value, Varying) and self.labels is not None else value

    def value(self, k: Number) -> Value:
        """The input after so many steps, or over a stretch of them."""
        value = self.input.value
        if not isinstance(value, Varying):
            return self._moved(value, k)
        cells = {key: self._moved(one, k) if self.labels in (None, key) else one for key, one in value.cells.items()}
        return Varying(value.axes, cells)

    def _moved(self, one: Scalar, k: Number) -> Scalar:
        if not is_number(one):
            return one
        by = multiply(k, self.step)[0]
        moved = add(one, by)[0] if self.by == "amount" else multiply(one, add(1, by)[0])[0]
        if isinstance(one, Range) and one.likely is not None and isinstance(moved, Range) and is_exact(by):
            moved.likely = one.likely + by if self.by == "amount" else one.likely * (1 + by)
        return moved

    def reach(self) -> tuple[int, int]:
        """How many steps it goes down and up before it leaves what it may be, at most; ASK_REACH where nothing ends it."""
        domain = asked_of(self.input.cell)
        numbers = [one for _, one in scalars(self.now) if is_number(one)]
        if self.by == "share":
            return int(1 / Fraction(self.step)), ASK_REACH
        down = ASK_REACH if domain.low is None else min(low(one) - domain.low for one in numbers) // self.step
        up = ASK_REACH if domain.high is None else min(domain.high - high(one) for one in numbers) // self.step
        return max(int(down), 0), max(int(up), 0)

    def change(self, value: Value) -> tuple[Exact | None, Exact | None]:
        """By how much what is moved differs from what it is now, and by which part of that; None where there is no one number."""
        now = self.now
        if is_exact(now) and is_exact(value):
            return value - now, divide(value - now, size_of(now)) if now else None
        return None, None


def moves(one: Input, units: Units) -> tuple[list[Move], Move | None]:
    """How an input is moved: each of its numbers by itself; and all of its labels together, where it has several."""
    cell, value = one.cell, one.value
    unit = show.unit_of_cell(cell, units)
    whole = asked_of(cell).whole or cell.type is COUNT
    if not isinstance(value, Varying):
        return [_move(one, None, value, unit, whole=whole)], None
    each = [_move(one, key, number, unit, whole=whole) for key, number in value.cells.items() if is_number(number)]
    return each, _together(one, None, unit, whole=whole) if len(each) > 1 else None


def _move(one: Input, labels: Labels | None, value: Value, unit: Unit, *, whole: bool) -> Move:
    if whole or not is_exact(value):
        return _together(one, labels, unit, whole=whole)
    return Move(one, labels, "amount", step_of(value, unit), unit)


def _together(one: Input, labels: Labels | None, unit: Unit, *, whole: bool) -> Move:
    """Several numbers at once, such as the ends of a range: whole ones by 1, others by a hundredth."""
    return Move(one, labels, "amount", 1, unit) if whole else Move(one, labels, "share", PERCENT.factor, unit)


def step_of(value: Exact, unit: Unit) -> Exact:
    """One in the last place of a number as it is written: 1 % of 10 %, 0.1 GHz of 3.2 GHz."""
    number = divide(value, unit.factor)
    text = plain_decimal(number)
    if Fraction(text) != number or len(text.partition(".")[2]) > _PLACES:
        text = decimal(number, grouped=False)
    return divide(unit.factor, 10 ** len(text.partition(".")[2]))


def filling(move: Move, k: int) -> str:
    """What `--set` takes to fill the input with what it is after so many steps; "" of what it can't fill, or not write."""
    texts = fillings(move, k)
    return texts[0] if len(texts) == 1 else ""


def fillings(move: Move, k: int) -> list[str]:
    """The same of an input that is to be filled in several places: what `--set` takes for each of them."""
    text = _text(move, k)
    return [f"{path} = {text}" for path in move.input.uses] if text else []


def _text(move: Move, k: int) -> str:
    value = move.value(k)
    if not isinstance(value, Varying):
        return _literal(value, move.unit)
    texts = {key: _literal(one, move.unit) for key, one in value.cells.items()}
    return _map(texts) if all(texts.values()) else ""


def _map(texts: Mapping[Labels, str]) -> str:
    """Texts by label: "{ a: 1 kg, b: 2 kg }", along several axes inside each other."""
    if () in texts:
        return texts[()]
    inner: dict[str, dict[Labels, str]] = {}
    for (first, *rest), text in texts.items():
        inner.setdefault(first, {})[tuple(rest)] = text
    return f"{{ {', '.join([f'{label}: {_map(below)}' for label, below in inner.items()])} }}"


def _literal(value: Value, unit: Unit) -> str:
    if is_exact(value):
        return exactly(value, unit)
    if not isinstance(value, Range):
        return ""
    ends = [divide(end, unit.factor) for end in (value.low, value.high)]
    texts = [plain_decimal(end) for end in ends]
    return f"{'..'.join(texts)} {unit.plural}".rstrip() if all(Fraction(t) == end for t, end in zip(texts, ends)) else ""


__all__ = ["Move", "filling", "fillings", "moves", "step_of"]
