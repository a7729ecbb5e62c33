"""What solving gives: the value of every cell, and what each count was solved from."""

from __future__ import annotations

from typing import Any, NamedTuple

from vdl.graph.cells import BoundEntry, Cell, Graph


class BoundValue(NamedTuple):
    """What one bound asks: the largest it comes to, and the label where it does."""

    entry: BoundEntry
    value: Any
    """The bound's own value, by label where it varies; NOT_STATED, FAULT, or None where `when` is false."""
    most: Any
    """The largest number asked for (by kept label where there are any), before rounding up; None if none."""
    label: str
    binding: bool


class CountValue(NamedTuple):
    cell: Cell
    value: Any
    """A whole number, or one for each kept label."""
    given: bool
    bounds: tuple[BoundValue, ...]


class Solution:
    """Values of all cells of a graph, and what each count was solved from."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.values: dict[Cell, Any] = {}
        self.counts: dict[Cell, CountValue] = {}
        self.rounds: dict[Cell, int] = {}
