"""A circle over a range of numbers of the count that is held: what its bounds ask for anywhere in it."""

from __future__ import annotations

from vdl.graph.cells import Cell
from vdl.solve.counts import kept_part
from vdl.solve.records import BoundValue, least
from vdl.solve.view import View
from vdl.values import (
    FAULT,
    OTHER,
    Number,
    Part,
    Place,
    Range,
    Scalar,
    Unknowns,
    Value,
    Varying,
    anywhere,
    at_place,
    high,
    is_number,
    low,
    moves,
    placed,
    scalars,
)


class Stretch:
    """The bounds of a count at all numbers from one to another, by label each from its first to its last."""

    def __init__(self, view: View, held: Cell, order: list[Cell], first: Value, last: Value) -> None:
        self.view = view
        self.kept = view.solver.kept
        self.last = last
        self.names: set[str] = set()
        """The unknowns that stand for the number; one for each label."""
        solver = view.solver
        with solver.evaluation.trial():
            solver.fixed.add(held)
            view.put({held: self._between(held, first, last)})
            for cell in order:
                if solver.solves(cell):
                    view.put({cell: self._count(cell)})
                else:
                    solver.cell(cell, trying=True)
            self.bounds = view.bounds(held)
            self.known = not any(self._is_unclear(bound) for bound in self.bounds)
            """Whether the bounds have a value, and apply or not, at all of the numbers alike."""
            solver.fixed.discard(held)

    def _between(self, held: Cell, first: Value, last: Value) -> Value:
        made: dict[tuple[str, ...], Scalar] = {}
        for place, begin in placed(first):
            end = at_place(last, place)
            assert isinstance(begin, int) and isinstance(end, int)
            labels = tuple([label for _, label in place])
            name = f"number of {' '.join([held.path, *labels])}"
            self.names.add(name)
            made[labels] = begin if begin == end else Range(begin, end, None, True, {name: end - begin})
        return Varying(first.axes, made) if isinstance(first, Varying) else made[()]

    def _is_unclear(self, bound: BoundValue) -> bool:
        if bound.value is not None and anywhere(bound.value, FAULT):
            return True
        when = self.view.solver.evaluation.evaluate(bound.entry.when) if bound.entry.when is not None else True
        found = [one for _, one in scalars(self.view.part(when))]
        return any(one is FAULT or (isinstance(one, Part) and not self.names.isdisjoint(one.unknowns)) for one in found)

    def _ways(self, number: Number) -> dict[str, int]:
        """The directions in which the number that is held moves what hangs on it."""
        if not isinstance(number, Range):
            return {}
        return {name: way for name, (way, _) in number.unknowns.items() if name in self.names}

    def _count(self, cell: Cell) -> Value:
        """Another count of the circle: from the least to the most that it can come to, by kept label."""
        bounds = self.view.bounds(cell)
        if any(self._is_unclear(bound) for bound in bounds):
            return FAULT
        ends: dict[Place, tuple[int, int]] = {}
        ways: dict[Place, Unknowns] = {}
        for bound in bounds:
            for place, one in placed(bound.value) if bound.value is not None else ():
                if not is_number(one):
                    continue
                at = kept_part(place, self.kept)
                first, last = ends.get(at, (0, 0))
                ends[at] = max(first, least(bound.entry, low(one))), max(last, least(bound.entry, high(one)))
                known = ways.setdefault(at, {})
                for name, way in self._ways(one).items():
                    moves(known, name, way, OTHER)
        if len({tuple([axis for axis, _ in at]) for at in ends}) > 1:
            return FAULT  # by label in one bound and not in another
        made: dict[tuple[str, ...], Scalar] = {}
        axes: tuple[str, ...] = ()
        for at, (first, last) in ends.items():
            axes = tuple([axis for axis, _ in at])
            made[tuple([label for _, label in at])] = first if first == last else Range(first, last, ways[at], False)
        return Varying(axes, made) if axes else made.get((), 0)

    def rises(self, place: Place) -> bool:
        """Whether what is asked for at some labels nowhere falls while the numbers rise."""
        return self.known and all(way == 1 for _, _, one in self._asked(place) for way in self._ways(one).values())

    def excludes(self, place: Place) -> bool:
        """Whether no number but the first, of which that is known, suffices at some labels."""
        if not self.known:
            return False
        end, asked = at_place(self.last, place), self._asked(place)
        spots = {at for _, at, _ in asked} or {place}  # what asks by more labels than the number has must exclude it at each
        most = [max([least(bound.entry, low(one)) for bound, at, one in asked if _meet(at, spot)], default=0) for spot in spots]
        return (isinstance(end, int) and min(most) > end) or self.rises(place)

    def _asked(self, place: Place) -> list[tuple[BoundValue, Place, Number]]:
        """What the bounds ask for at some kept labels, each with its own."""
        found = [
            (bound, kept_part(at, self.kept), one) for bound in self.bounds if bound.value is not None
            for at, one in placed(bound.value) if is_number(one)
        ]  # fmt: skip
        return [(bound, at, one) for bound, at, one in found if _meet(at, place)]


def _meet(a: Place, b: Place) -> bool:
    """Whether two places have no axis at which their labels differ."""
    known = dict(a)
    return all(known.get(axis, label) == label for axis, label in b)
