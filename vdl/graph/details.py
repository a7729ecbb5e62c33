"""What operations on labels and keys need besides their arguments."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.records import NamedTuple
from vdl.semantics.intervals import Interval
from vdl.semantics.units import Exact, Unit


class At(NamedTuple):
    """Of `x at labels`: the labels; `single` where one label is meant and its axis goes; `every` for all of an axis."""

    axis: str
    labels: tuple[str, ...]
    single: bool
    every: bool


class ByLabel(NamedTuple):
    """Of a value by label made of formulas: the label of each."""

    axis: str
    labels: tuple[str, ...]


class Along(NamedTuple):
    """Of what follows the labels of an axis: all of them, in the order of the text."""

    axis: str
    labels: tuple[str, ...]


class Keys(NamedTuple):
    """Of a value by a quantity: the numbers of each key.

    `whole`: between the keys of counted things are whole numbers only. `other`: one more value stands for all outside.
    `unit` is the one that the keys are written in.
    """

    numbers: tuple[Interval, ...]
    whole: bool
    other: bool
    unit: Unit

    def of(self, number: Exact) -> int | None:
        """Which key has a number: its place among the values; None outside of all."""
        outside = len(self.numbers) if self.other else None
        return next((at for at, one in enumerate(self.numbers) if one.holds(number)), outside)


class Found(NamedTuple):
    """Of the objects of a list, at which places each text or object is read from them."""

    objects: Sequence[object]
    places: dict[object, list[int]]
    others: Sequence[int]
    """Places of which something else is read, which is compared when it has a value."""
    hinges: frozenset[int]
