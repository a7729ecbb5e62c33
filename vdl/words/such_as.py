"""What might be filled in where something is not stated: a count of the same things that is sized by what asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.blame import nearest, of_library, read_by
from vdl.graph.cells import Cell, Instance
from vdl.semantics.units import NUMBER, Units
from vdl.solve import Solution
from vdl.words.values import unit_of_cell


def such_as(instance: Instance, path: str, solution: Solution, units: Units) -> str:
    """The count of the design's own whose limits read most of an object and what it holds, for an input of that with things to
    count: `yard.carts`; "" where none does, or two do as much."""
    asked = instance.slots.get(path.removeprefix(f"{instance.path}."))
    mine = unit_of_cell(asked, units).dimension if isinstance(asked, Cell) else NUMBER
    if mine == NUMBER or not isinstance(asked, Cell):
        return ""
    weights: dict[Instance | None, int] = {}
    last: dict[Instance | None, str] = {}
    for cell, weight in _sized_by(instance, solution):
        if _fits(cell, asked, units):  # of the counts of one object the last, which stands on the others
            weights[cell.instance] = max(weight, weights.get(cell.instance, 0))
            last[cell.instance] = cell.path
    first = [owner for owner, weight in weights.items() if weight == max(weights.values()) > 0]
    return last[first[0]] if len(first) == 1 else ""


def _fits(cell: Cell, asked: Cell, units: Units) -> bool:
    return unit_of_cell(cell, units).dimension == unit_of_cell(asked, units).dimension


def _sized_by(instance: Instance, solution: Solution) -> Iterator[tuple[Cell, int]]:
    """The counts of objects that authors declare beside another one and whose limits read of that, each with how many of its
    figures they read."""
    for cell, count in solution.counts.items():
        owner = cell.instance
        if count.given or owner is None or owner.member is None or of_library(owner.member.span()) or _is_in(cell, instance):
            continue
        read = nearest(read_by([bound.value for bound in cell.bounds]), lambda one: _is_in(one, instance))
        weight = sum(_is_in(one, instance) for one in read)
        yield cell, weight


def _is_in(cell: Cell, instance: Instance) -> bool:
    return cell.path.startswith(f"{instance.path}.")


__all__ = ["such_as"]
