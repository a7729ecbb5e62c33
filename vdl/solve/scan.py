"""A circle that one count holds together: the smallest number of it that satisfies all bounds at that number.

With the number held, the other cells of the circle follow one after the other, and what the bounds ask for need not
rise with it. Numbers are passed over at once where computing with the range of them shows that none of them suffices:
because nothing falls in it, or because even the least that is asked for is more. All others are tried one by one. A
number at which something has no value (it is divided by zero, or lies outside all keys) is no answer, and no error
either.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NoReturn

from vdl import errors
from vdl.graph.blame import around, of_library
from vdl.graph.cells import Cell
from vdl.graph.order import cost, formulas_of, operations, reads
from vdl.records import NamedTuple
from vdl.semantics.units import Exact
from vdl.solve.counts import kept_part, nothing, required, smallest
from vdl.solve.faults import zero_at
from vdl.solve.records import BoundValue, First
from vdl.solve.stretch import Stretch
from vdl.solve.view import View
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import COUNT, FORBIDDEN
from vdl.values import (
    FAULT,
    MissingLabel,
    Place,
    Scalar,
    Value,
    Varying,
    at_place,
    broadcast,
    is_exact,
    place_text,
    placed,
    scalars,
)

FORBIDDING = frozenset(["division-by-zero", "impossible-bound", "outside-keys", "fits-nowhere"])
"""What is wrong at one number and may not be at another: such a number is no answer, and nothing is said of it."""

_PROBES = (*range(1, 17), *[2**power for power in range(5, 21)])
"""Numbers at which is looked whether something is asked for, where none is enough."""

Asked = dict[Cell, list[BoundValue]]


class Unsettled(Exception):
    """These counts have no least numbers, or none within the limits; None where what is wrong has been said."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic


class Endless(Exception):
    """The numbers have reached their limit, or after so many `rounds` these. `asked` is what the bounds asked for last."""

    def __init__(self, asked: Asked, rounds: int = 0) -> None:
        self.asked = asked
        self.rounds = rounds


class Tangled(Exception):
    """What falls at one label hangs on the number at another, so that no number is the smallest by itself."""


class Found(NamedTuple):
    """The number that was found, and all counts of the circle at it; in how many rounds; where it first suffices."""

    number: Value
    counts: dict[Cell, Value]
    rounds: int
    firsts: tuple[First, ...]
    rises: bool
    """Whether nothing could fall on the way."""


class Scan:
    """One count of a circle, held. `order` are the other cells, each after what it needs."""

    def __init__(self, view: View, held: Cell, order: list[Cell], rounds: int) -> None:
        self.view = view
        self.evaluation = view.solver.evaluation
        self.kept = view.solver.kept
        self.held = held
        self.order = order
        self.asked: Asked = {}
        self._rounds = self._left = rounds
        self._cost = cost([held, *order])
        self._said: list[Diagnostic] = []
        self._widths: dict[Place, int] = {}

    def find(self) -> Found:
        """The smallest number at which all bounds are satisfied. Raises Unsettled, Endless and Tangled."""
        number: Value = 0
        rises = self._rises_from(number)
        steps, tries, forbidden = not rises, 0, 0
        while True:
            needed = self._needed(number)
            before, number = number, self._shaped(number, needed)
            wanting = [p for p, n in placed(number) if _wants_more(at_place(needed, p), n)]
            if not wanting:
                break
            tries += 1
            forbidden = forbidden + 1 if all(at_place(needed, p) is FAULT for p in wanting) else 0
            if forbidden > FORBIDDEN:
                self._give_up()
            if isinstance(number, Varying) and not isinstance(before, Varying):
                rises = self._rises_from(number)
                steps = steps or not rises
            elif not rises and tries & (tries - 1) == 0:  # from here on, too, nothing may fall
                rises = self._rises_from(number)
            if not rises and isinstance(number, Varying) and self._is_tangled():
                raise Tangled
            number = self._jumped(number, needed) if rises else self._passed(number, needed, wanting)
            if any(is_exact(n) and n > COUNT for _, n in scalars(number)):
                raise Endless(self.asked)
        counts = {cell: self.view.part(self.view.solver.values[cell]) for cell in self.asked}
        if steps:
            self._not_under_load(number)
        firsts = self._firsts(number) if steps else ()
        return Found(number, counts, tries + 1, firsts, rises=not steps)

    def _jumped(self, number: Value, needed: Value) -> Value:
        """What is needed, where that is more."""

        def more(place: Place, n: Exact) -> Scalar:
            want = at_place(needed, place)
            return max(n, want) if is_exact(want) else n + 1

        return _each(number, more)

    def _shaped(self, number: Value, needed: Value) -> Value:
        """The number by the labels by which it is needed, too."""
        try:
            return broadcast(lambda n, _: n, [number, needed])
        except MissingLabel as missing:
            self.evaluation.say(errors.missing_label(self.held.span(), "", missing.label, missing.axis))
            raise Unsettled(None) from None

    def _is_tangled(self) -> bool:
        """Whether labels are taken from each other somewhere in the circle."""
        inside = {self.held, *self.order}
        found = operations([formula for cell in inside for formula in formulas_of(cell)])
        return any(not self.view.keeps_labels_apart(op) and not inside.isdisjoint(reads(op)) for op in found)

    # ------------------------------------------------------------------ one number
    def settle(self, number: Value) -> list[BoundValue]:
        """Compute the circle at a number, and say what is wrong there."""
        self.view.solver.trials += self._cost
        self.view.put({self.held: number})
        for cell in self.order:
            asked = self.view.compute(cell)
            if asked is not None:
                self.asked[cell] = asked
        self.asked[self.held] = bounds = self.view.bounds(self.held)
        return bounds

    def _spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            self._give_up()

    def _give_up(self) -> NoReturn:
        for diagnostic in self._said:  # why the last numbers were no answers
            self.evaluation.say(diagnostic)
        raise Unsettled(None) if self._said else Endless(self.asked, self._rounds - max(self._left, 0))

    def _needed(self, number: Value) -> Value:
        """What the bounds ask for at a number, by kept label; FAULT where that number is no answer."""
        self._spend()
        kept = self.kept
        with self.evaluation.trial() as said:
            bounds = self.settle(number)
            wrong = [place for b in bounds if b.value is not None for place in _faults(b.value, kept)]
            needed = smallest(self.evaluation, [_without_faults(b, kept) for b in bounds] if wrong else bounds)
        self._said = [d for d in said if d.severity == "error"] if wrong else []
        if needed is FAULT or (wrong and not (self._said and all(d.slug in FORBIDDING for d in self._said))):
            for diagnostic in said:
                self.evaluation.say(diagnostic)
            raise Unsettled(None)
        return _each(needed, lambda p, n: FAULT if any(set(at) <= set(p) for at in wrong) else n) if wrong else needed

    # ------------------------------------------------------------------ many numbers
    def _stretch(self, first: Value, last: Value) -> Stretch:
        self._spend()
        return Stretch(self.view, self.held, self.order, first, last)

    def _rises_from(self, number: Value) -> bool:
        """Whether nothing falls, whatever number follows."""
        stretch = self._stretch(number, _each(number, lambda p, n: COUNT))
        return all(stretch.rises(place) for place, _ in placed(number))

    def _passed(self, number: Value, needed: Value, wanting: list[Place]) -> Value:
        """The first numbers of which it is not known that they don't suffice."""
        widths: dict[Place, int] = {}
        for place in wanting:
            want, have = at_place(needed, place), at_place(number, place)
            most = int(want - have) - 1 if is_exact(want) and is_exact(have) else 0
            widths[place] = min(most, 2 * self._widths.get(place, most))
        beyond = dict.fromkeys(wanting, 1)
        while any(widths.values()):
            stretch = self._stretch(number, _each(number, lambda p, n: n + widths.get(p, 0)))
            for place, width in widths.items():
                if width and stretch.excludes(place):
                    self._widths[place] = width
                    beyond[place] = 1 + width
                    widths[place] = 0
                elif width:
                    widths[place] = width // 2
                    self._widths[place] = max(width // 2, 1)
        return _each(number, lambda p, n: n + beyond.get(p, 0))

    def _not_under_load(self, number: Value) -> None:
        """Say where none is enough only because there is nothing to ask with. Raises Unsettled."""
        empty = [place for place, n in placed(number) if n == 0]
        if empty:
            stretch = self._stretch(number, _each(number, lambda p, n: 1 if p in empty else n))
            empty = [place for place in empty if not stretch.rises(place)]
        for probe in _PROBES if empty else ():
            needed = self._needed(_each(number, lambda p, n: probe if p in empty else n))  # noqa: B023
            for place in empty:
                for within, want in placed(at_place(needed, place)):  # it may be asked for by more labels than there are at 0
                    if is_exact(want) and want > 0:
                        raise Unsettled(self._blind((*place, *within), probe, want))

    def _blind(self, place: Place, probe: int, want: Exact) -> Diagnostic:
        """What is said where none is enough only because there is nothing to ask with."""
        entry = self._asking(place, want).entry
        at = place_text((*self.view.place, *place))
        author = around(self.held.instance) or self.held.span()
        there = (*self.view.place, *place)
        zeros = zero_at([entry.value], self.view.solver.values, [there]) if there else []
        related = [(entry.span(), "this bound"), *[(cell.span(), f"0 at {at}") for cell in zeros]]
        named = [f"`{cell.path}`" for cell in zeros]
        by_author = not of_library(entry.span())
        return errors.none_under_load(author, self.held.path, entry.name, probe, at, related, named, by_author=by_author)

    def _asking(self, place: Place, want: Scalar) -> BoundValue:
        """The bound that asked for a number at a place, last."""
        asked = [b for b in self.asked[self.held] if b.required is not None]
        return next((b for b in asked if at_place(b.whole(), place) == want), asked[0])

    def _firsts(self, number: Value) -> tuple[First, ...]:
        """What the last number before lacked, by kept label."""
        fewer = _each(number, lambda p, n: n - 1 if is_exact(n) and n > 0 else n)
        needed = self._needed(fewer)
        wrong = {diagnostic.slug for diagnostic in self._said}
        why = next(iter(wrong)) if len(wrong) == 1 else ""
        found = []
        for place, have in placed(fewer):
            want = at_place(needed, place)
            if have == at_place(number, place) or not is_exact(have):
                continue
            if want is FAULT:
                found.append(First(self.held, (*self.view.place, *place), have, None, None, why))
            elif is_exact(want) and want > have:
                bound = self._asking(place, want)
                found.append(First(self.held, (*self.view.place, *place), have, bound.entry, want))
        return tuple(found)


def _wants_more(want: Value, number: Scalar) -> bool:
    return not (is_exact(want) and is_exact(number) and want <= number)


def _each(value: Value, function: Callable[[Place, Exact], Scalar]) -> Value:
    """A number by label, with something made of each."""
    if not isinstance(value, Varying):
        return function((), value) if is_exact(value) else value
    made = {key: function(tuple(zip(value.axes, key)), n) if is_exact(n) else n for key, n in value.cells.items()}
    return Varying(value.axes, made)


def _faults(value: Value, kept: Collection[str]) -> list[Place]:
    """The kept labels at which a value has a fault."""
    return [kept_part(place, kept) for place, one in placed(value) if one is FAULT]


def _without_faults(bound: BoundValue, kept: Collection[str]) -> BoundValue:
    """The bound as if it asked for nothing where it has a fault."""
    if bound.value is None:
        return bound
    value = broadcast(lambda one: 0 if one is FAULT else one, [bound.value])
    return bound._replace(value=value, required=required(value, kept, nothing(bound.entry))[0])
