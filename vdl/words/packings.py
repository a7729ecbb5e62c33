"""What lies in each of the containers that are counted, and what the last of them is there for."""

from __future__ import annotations

from collections.abc import Mapping

from vdl.builtins.arrangement import by_most, by_sum, containers
from vdl.builtins.laid import Laid, laid
from vdl.graph.cells import Cell, Op, Things
from vdl.graph.order import operations
from vdl.records import NamedTuple
from vdl.semantics.units import ONE, Exact, Unit, Units, ceiling
from vdl.solve import CountValue
from vdl.text.phrases import joined, phrase
from vdl.values import Value, Varying, place_text
from vdl.words import values as show
from vdl.words.deciding import deciding
from vdl.words.formulas import Numbers


class Alike(NamedTuple):
    """Containers that hold the same: which sorts of things each holds and how many of each, and the room left on each."""

    containers: int
    holds: tuple[tuple[int, int], ...]
    left: str


class Packing(NamedTuple):
    """What is packed where a count is largest: things of the sorts of `detail`, in its order. `split` is how many containers they
    would fill if each could be split; `fewest` whether no arrangement does with fewer than these."""

    detail: Things
    sizes: tuple[Exact, ...]
    alike: tuple[Alike, ...]
    total: int
    split: Exact
    fewest: bool
    place: str = ""
    """The labels at which that is, of a count that differs by label."""

    @property
    def unit(self) -> Unit:
        """What containers are counted in."""
        return self.detail.container or ONE


def packing(count: CountValue, values: Mapping[Cell, Value], units: Units) -> Packing | None:
    """How things are packed in what decides a count; None where none are, or they vary there."""
    for found in sorted(deciding(count), key=lambda one: -(one.asks or 0)):
        numbers = Numbers(values, units, found.place)
        for op in operations([bound.entry.value for bound in found.bounds]):
            made = laid(op, [numbers.here(arg) for arg in op.args]) if op.op == "packed" else None
            if made is not None and made.groups:
                varies = isinstance(count.value, Varying) and found.place
                return _packing(op, made)._replace(place=place_text(found.place) if varies else "")
    return None


def _packing(op: Op, made: Laid) -> Packing:
    assert isinstance(op.detail, Things)
    sorts, room, groups = made
    total, sums = containers(groups), by_sum(sorts, room)
    needed = max(*[int(ceiling(one)) for one in sums], by_most(sorts, room))
    units = op.detail.room or ONE, op.detail.other_room or ONE
    alike = []
    for group in groups:
        left = [show.scalar(free, unit) for free, unit in zip(group.free, units) if free is not None]
        alike.append(Alike(group.containers, group.holds, joined(phrase(" and "), left)))
    return Packing(op.detail, tuple([one.size for one in sorts]), tuple(alike), total, max(sums), needed == total)


__all__ = ["Alike", "Packing", "packing"]
