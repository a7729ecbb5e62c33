"""Where things lie in piles: those that say it at their place, the others in the first gap with room, the highest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from vdl.records import NamedTuple
from vdl.semantics.units import Exact


class Things(NamedTuple):
    """So many things of one height; `at` is where the lowest of them lies, over the piles as if each stood on the one before it;
    None where it may lie anywhere. `others` is what one of them takes of each other room."""

    size: Exact
    number: int
    at: Exact | None
    others: tuple[Exact, ...] = ()


class Lying(NamedTuple):
    """Things of one sort that lie on each other in a pile: which sort it is, how many, how high one is, and how far above the
    foot of the pile the lowest lies."""

    sort: int
    number: int
    size: Exact
    foot: Exact

    @property
    def top(self) -> Exact:
        return self.foot + self.number * self.size


class Laid(NamedTuple):
    """What lies in each pile, from below, and the sorts for which there is no room at the place that they say."""

    piles: list[tuple[Lying, ...]]
    nowhere: set[int]


class _Pile:
    """A pile that is being laid: what lies in it, and how much more it may take."""

    def __init__(self, height: Exact, room: Exact, others: Sequence[Exact]) -> None:
        self.height = height
        self.left = [room, *others]
        self.lying: list[Lying] = []

    def add(self, one: Lying, things: Things) -> None:
        self.lying = sorted([*self.lying, one], key=lambda other: other.foot)
        self.left = [left - one.number * takes for left, takes in zip(self.left, (one.size, *things.others))]

    def takes(self, one: Lying) -> bool:
        """Whether nothing else lies there, and it ends within the pile."""
        return one.top <= self.height and all(other.top <= one.foot or one.top <= other.foot for other in self.lying)

    def gaps(self) -> Iterator[tuple[Exact, Exact]]:
        """From where to where nothing lies, from below."""
        foot: Exact = 0
        for one in self.lying:
            yield foot, one.foot
            foot = one.top
        yield foot, self.height

    def fill(self, sort: int, things: Things, number: int) -> int:
        """Lay as many of the things as there is room for; gives how many that are."""
        before, size = number, things.size
        for foot, top in list(self.gaps()):
            rooms = [(top - foot, size), *zip(self.left, (size, *things.others))]
            here = min([number, *[int(max(room, 0) // takes) for room, takes in rooms if takes]])
            if here:
                self.add(Lying(sort, here, size, foot), things)
                number -= here
        return before - number


def laid(
    sorts: Mapping[int, Things], height: Exact, room: Exact, more: Callable[[int], bool], others: Sequence[Exact] = ()
) -> Laid | None:
    """`height` is how high a pile is, and `room` how much of that may be taken by things with and without a place before nothing
    more is put into it that may lie elsewhere; `others` is how much a pile has of each other room. None of the sorts that say no
    place takes more of any than one pile has.

    `more` is asked before so many piles are begun; None where it says that they are too many.
    """
    piles: list[_Pile] = []
    nowhere: set[int] = set()
    for sort, one, where in _ordered(sorts, lambda things: things.at):
        at, foot = int(where // height), where % height
        begun = max(at + 1 - len(piles), 0)
        if not more(begun):
            return None
        piles += [_Pile(height, room, others) for _ in range(begun)]
        lying = Lying(sort, one.number, one.size, foot)
        if at >= 0 and piles[at].takes(lying):
            piles[at].add(lying, one)
        else:
            nowhere.add(sort)
    for sort, one, _ in _ordered(sorts, lambda things: -things.size if things.at is None else None):
        number = one.number if one.size else 0  # what has no height lies anywhere
        for pile in piles:
            number -= pile.fill(sort, one, number)
        while number > 0:
            if not more(1):
                return None
            piles.append(_Pile(height, room, others))
            number -= piles[-1].fill(sort, one, number)
    return Laid([tuple(pile.lying) for pile in piles], nowhere)


def _ordered(sorts: Mapping[int, Things], by: Callable[[Things], Exact | None]) -> list[tuple[int, Things, Exact]]:
    """The sorts of which there is something to order them by, which it is, and that."""
    known = [(at, one, key) for at, one in sorts.items() if (key := by(one)) is not None]
    return sorted(known, key=lambda each: (each[2], each[0]))
