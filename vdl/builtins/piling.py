"""Where things lie in piles: those that say it at their place, the others in the first gap with room, the highest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from vdl.records import NamedTuple
from vdl.semantics.units import Exact


class Things(NamedTuple):
    """So many things of one height; `at` is where the lowest of them lies, over the piles as if each stood on the one before it;
    None where it may lie anywhere."""

    size: Exact
    number: int
    at: Exact | None


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

    def __init__(self, height: Exact, room: Exact) -> None:
        self.height = height
        self.left = room
        self.lying: list[Lying] = []

    def add(self, one: Lying) -> None:
        self.lying = sorted([*self.lying, one], key=lambda other: other.foot)
        self.left -= one.number * one.size

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

    def fill(self, sort: int, size: Exact, number: int) -> int:
        """Lay as many of the things as there is room for; gives how many that are."""
        before = number
        for foot, top in list(self.gaps()):
            here = min(number, int((top - foot) // size), int(max(self.left, 0) // size))
            if here:
                self.add(Lying(sort, here, size, foot))
                number -= here
        return before - number


def laid(sorts: Mapping[int, Things], height: Exact, room: Exact, more: Callable[[int], bool]) -> Laid | None:
    """`height` is how high a pile is, and `room` how much of that may be taken by things with and without a place before nothing
    more is put into it that may lie elsewhere. None of the sorts that say no place is higher than `room`.

    `more` is asked before so many piles are begun; None where it says that they are too many.
    """
    piles: list[_Pile] = []
    nowhere: set[int] = set()
    for sort, one, where in _ordered(sorts, lambda things: things.at):
        at, foot = int(where // height), where % height
        begun = max(at + 1 - len(piles), 0)
        if not more(begun):
            return None
        piles += [_Pile(height, room) for _ in range(begun)]
        lying = Lying(sort, one.number, one.size, foot)
        if at >= 0 and piles[at].takes(lying):
            piles[at].add(lying)
        else:
            nowhere.add(sort)
    for sort, one, _ in _ordered(sorts, lambda things: -things.size if things.at is None else None):
        number = one.number if one.size else 0  # what has no height lies anywhere
        for pile in piles:
            number -= pile.fill(sort, one.size, number)
        while number > 0:
            if not more(1):
                return None
            piles.append(_Pile(height, room))
            number -= piles[-1].fill(sort, one.size, number)
    return Laid([tuple(pile.lying) for pile in piles], nowhere)


def _ordered(sorts: Mapping[int, Things], by: Callable[[Things], Exact | None]) -> list[tuple[int, Things, Exact]]:
    """The sorts of which there is something to order them by, which it is, and that."""
    known = [(at, one, key) for at, one in sorts.items() if (key := by(one)) is not None]
    return sorted(known, key=lambda each: (each[2], each[0]))
