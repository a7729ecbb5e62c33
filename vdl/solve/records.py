"""What solving gives: the value of every cell, and what each count was solved from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vdl.graph.cells import BoundEntry, Cell, Formula
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, ceiling, floor
from vdl.values import Place, Scalar, Value, Varying, broadcast, high, is_exact, is_number, scalars

if TYPE_CHECKING:
    from vdl.values.draws import Draw


def least(entry: BoundEntry, number: Exact) -> int:
    """The smallest whole number that a bound admits where its value is `number`."""
    return int(floor(number)) + 1 if entry.op == ">" else int(ceiling(number))


def is_below_zero(value: Value) -> bool:
    """Whether a value is less than nothing, at some label at least."""
    return any(is_number(one) and high(one) < 0 for _, one in scalars(value))


class BoundValue(NamedTuple):
    """What one bound asks of a count."""

    entry: BoundEntry
    value: Value | None
    """The bound's own value, by label where it varies; None where its `when` is false."""
    required: Value | None
    """The largest number asked for (by kept label where there are any), before rounding up; None where it says nothing."""
    place: Place
    """Where it asks for most."""
    decides: bool = False
    """Whether no other bound asks for more."""
    without: tuple[str, ...] = ()
    """The objects that state nothing of what it adds up, which it leaves out."""
    undecided: bool = False
    """Whether its condition is not stated, so that nobody knows whether it applies."""
    nowhere: frozenset[tuple[str, ...]] = frozenset()
    """The labels of what is required at which it does not apply, since its `when` is false there."""
    before: Value | None = None
    """What is asked for before the formula itself rounds it up, where other bounds ask for something, too; None where it does
    not round, or leaves room since things are whole."""

    @property
    def claim(self) -> Value | None:
        """What orders it among others: what is required, before any rounding up."""
        return self.required if self.before is None else self.before

    def most(self) -> Exact | None:
        """The largest number that it asks for at any label."""
        return self._most(self.required)

    def most_claimed(self) -> Exact | None:
        """The same before any rounding up."""
        return self._most(self.claim)

    def _most(self, asked: Value | None) -> Exact | None:
        if asked is None:
            return None
        return max([number for _, number in scalars(asked) if is_exact(number)], default=None)

    def lacking(self) -> Formula:
        """What keeps a bound that states nothing from doing so: its condition, or what it asks for."""
        return self.entry.when if self.undecided and self.entry.when is not None else self.entry.value

    def asks(self) -> Value | None:
        """What it asks for, without the labels at which it does not apply, or a strict one asks for nothing: there it is
        below zero."""
        asked = self.required
        if not isinstance(asked, Varying):
            return asked
        cells = {key: one for key, one in asked.cells.items() if key not in self.nowhere}
        if self.entry.op == ">":
            cells = {key: one for key, one in cells.items() if not is_exact(one) or one >= 0}
        return Varying(asked.axes, cells) if cells else asked

    def rank(self) -> tuple[Exact, bool] | None:
        """What orders bounds by what they ask for: of equal numbers, a strict bound asks for more."""
        most = self.most_claimed()
        return None if most is None else (most, self.entry.op == ">")

    def whole(self) -> Value:
        """The smallest whole number that it admits, by kept label where there are any; 0 where it says nothing."""

        def up(number: Scalar) -> Scalar:
            return least(self.entry, number) if is_exact(number) else number

        return 0 if self.required is None else broadcast(up, [self.required])


class First(NamedTuple):
    """Where the number of a count that was searched first suffices: what the last number before it lacked.

    `bound` asked for `asked` there; both are None where something had no value. `place` is a kept label.
    """

    of: Cell
    place: Place
    before: Exact
    bound: BoundEntry | None
    asked: Exact | None
    wrong: str = ""
    """The slug of why something had no value; "" where there are several reasons."""


class CountValue(NamedTuple):
    """A count. `value` is a whole number, or one for each kept label; of a given one the bounds judge it."""

    cell: Cell
    value: Value
    given: bool
    bounds: tuple[BoundValue, ...]
    firsts: tuple[First, ...] = ()
    """Where it first suffices, of one that was searched for in a circle in which a bound may fall."""


class Solution(NamedTuple):
    """Values of all cells of a graph, what each count was solved from, and in how many rounds those of cycles were."""

    values: Mapping[Cell, Value]
    counts: Mapping[Cell, CountValue]
    rounds: Mapping[Cell, int]
    unsure: tuple[Cell, ...] = ()
    """Inputs that may not be what they may be: an end of a range that is not tight is not."""
    draw: Draw | None = None
    """What was drawn for the ranges; None where they are computed with as ranges."""
