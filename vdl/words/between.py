"""What lies between a comparison and the counts that are solved: how far it is from holding at other numbers of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from vdl.graph.blame import nearest
from vdl.graph.cells import Cell, Formula
from vdl.graph.order import reads
from vdl.semantics.units import Exact
from vdl.solve import Evaluation, Solution
from vdl.values import FAULT, Place, Value, at_places, broadcast, high, is_exact, low, on_numbers, same, scalars


class Between:
    """A comparison, of whose two `sides` the first is to be the smaller one; the solved counts that it reads itself, not by way
    of the bounds of others; and what is worked out between."""

    def __init__(self, comparison: Formula, sides: tuple[Formula, Formula], solution: Solution) -> None:
        def is_solved(cell: Cell) -> bool:
            return cell in solution.counts and not solution.counts[cell].given

        read = reads(comparison)
        self.counts = [cell for cell in nearest(read, is_solved) if is_solved(cell)]
        self._sides = sides
        self._draw = solution.draw
        self._cells: list[tuple[Cell, list[Cell]]] = []
        """What is worked out of these counts, each with what it reads."""
        self._read = set(read)
        of_counts = set(self.counts)
        for cell in _up_to(read, is_solved):
            below = reads(cell.formula)
            self._read.update(below)
            if not of_counts.isdisjoint(below):
                of_counts.add(cell)
                self._cells.append((cell, below))

    def at(
        self, values: Mapping[Cell, Value], others: Mapping[Cell, Value], before: Mapping[Cell, Value] = MappingProxyType({})
    ) -> dict[Cell, Value]:
        """The values of all that the comparison and what lies between read, where some counts are `others` and what is worked out
        of them comes of that. What reads nothing that has another value than `before` is what it was then."""
        there = {cell: values.get(cell, FAULT) for cell in self._read}
        there.update(others)
        evaluation = Evaluation(there, draw=self._draw)
        for cell, read in self._cells:
            if any(there[one] is not values.get(one, FAULT) for one in read):
                is_as_before = cell in before and all(there[one] is before[one] for one in read)
                value = before[cell] if is_as_before else evaluation.evaluate(cell.formula)
                there[cell] = before[cell] if cell in before and same(value, before[cell]) else value
        return there

    def shortfall(self, values: Mapping[Cell, Value], places: Sequence[Place] = ()) -> Exact:
        """How far the comparison is from holding at such values, at the label where it is farthest, of some `places` if there are
        any."""
        evaluation = Evaluation(values, draw=self._draw)
        less, more = map(evaluation.evaluate, self._sides)
        gaps = at_places(broadcast(on_numbers(lambda a, b: high(a) - low(b)), [less, more]), places)
        return max([one for _, one in scalars(gaps) if is_exact(one)], default=0)


def _up_to(cells: Sequence[Cell], ends: Callable[[Cell], bool]) -> list[Cell]:
    """Some quantities and what they are computed from, beginning with what others are computed from, down to where it ends."""
    found: dict[Cell, None] = {}
    waiting = [(cell, False) for cell in cells]
    while waiting:
        cell, is_read = waiting.pop()
        if is_read:
            found[cell] = None
        elif cell not in found and not ends(cell):
            waiting += [(cell, True), *[(one, False) for one in reads(cell.formula) if one not in found]]
    return list(found)


__all__ = ["Between"]
