"""What solving gives: the value of every cell, and what each count was solved from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vdl.graph.cells import BoundEntry, Cell
from vdl.semantics.units import Exact
from vdl.values import Place, Value, is_exact, scalars


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

    def most(self) -> Exact | None:
        """The largest number that it asks for at any label."""
        if self.required is None:
            return None
        return max([number for _, number in scalars(self.required) if is_exact(number)], default=None)


class CountValue(NamedTuple):
    """A count. `value` is a whole number, or one for each kept label; of a given one the bounds judge it."""

    cell: Cell
    value: Value
    given: bool
    bounds: tuple[BoundValue, ...]


class Solution(NamedTuple):
    """Values of all cells of a graph, what each count was solved from, and in how many rounds those of cycles were."""

    values: Mapping[Cell, Value]
    counts: Mapping[Cell, CountValue]
    rounds: Mapping[Cell, int]
    unsure: tuple[Cell, ...] = ()
    """Inputs that may lie outside of what they may be: an end of a range that is not tight does."""
