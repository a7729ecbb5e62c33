"""Waivers: failures that the design accepts, at all labels or at some."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from vdl.graph.design import WaiverEntry
from vdl.judge.records import Verdict, WaiverOutcome, WaiverUse
from vdl.judge.rules import told, worst
from vdl.records import NamedTuple
from vdl.values import Place


class Accepted(NamedTuple):
    """A verdict with waivers put over it, and what became of those, by their numbers."""

    rule: Verdict
    uses: Mapping[int, WaiverOutcome]


class Waivers:
    """The waivers of failures of a graph. A label is one of its axis: the same word of another axis is another."""

    def __init__(self, waivers: Iterable[WaiverEntry], as_of: str) -> None:
        self._all = [waiver for waiver in waivers if not waiver.node.silence]
        self._as_of = as_of
        self._of: dict[str, list[int]] = {}
        """The numbers of those for each rule."""
        for number, waiver in enumerate(self._all):
            self._of.setdefault(waiver.rule, []).append(number)

    def over(self, rule: Verdict) -> Accepted:
        """One verdict with the waivers put over it that accept its failures."""
        if rule.name not in self._of or rule.outcome not in ("fails", "part"):
            return Accepted(rule, {})
        uses: dict[int, WaiverOutcome] = {}
        places: dict[Place, list[int]] = {}
        for number in self._of[rule.name]:
            if expired(self._all[number], self._as_of):
                uses[number] = "expired"
                continue
            covered = Covered(self._all[number].labels)
            for place, outcome in rule.places:
                if outcome in ("fails", "part") and covered.covers(place):
                    places.setdefault(place, []).append(number)
        taken = sorted({number for those in places.values() for number in those})
        if not taken:
            return Accepted(rule, uses)
        for number in taken:
            uses[number] = "repeated" if _covered_by_another(number, places.values()) else "accepts"
        rule = rule._replace(
            places=tuple([one for one in rule.places if one[0] not in places]),
            accepted=tuple([one for one in rule.places if one[0] in places]),
            waivers=tuple([self._all[number] for number in taken]),
        )  # fmt: skip
        outcome = worst(rule.places)
        return Accepted(told(rule._replace(outcome="waived" if outcome == "holds" else outcome)), uses)

    def uses(self, accepted: Iterable[Accepted]) -> tuple[WaiverUse, ...]:
        """What became of each waiver, in the order of the text."""
        found = {number: outcome for one in accepted if one.uses for number, outcome in one.uses.items()}
        return tuple([WaiverUse(waiver, found.get(number, "unused")) for number, waiver in enumerate(self._all)])


class Covered:
    """Where a waiver of some labels accepts something: at one of those of every axis."""

    def __init__(self, labels: Place) -> None:
        self._wanted: dict[str, set[str]] = {}
        for axis, label in labels:
            self._wanted.setdefault(axis, set()).add(label)

    def covers(self, place: Place) -> bool:
        return len(self._wanted) == sum(label in self._wanted.get(axis, ()) for axis, label in place)


def expired(waiver: WaiverEntry, as_of: str) -> bool:
    """Whether it was accepted until a day, a month or a year that is past."""
    return is_past(waiver.node.until, as_of)


def is_past(until: str, as_of: str) -> bool:
    """Whether the day, month or year until which somebody answers for something is past; "" never is."""
    return bool(until) and until < as_of[: len(until)]


def _covered_by_another(index: int, places: Collection[list[int]]) -> bool:
    """Whether one other waiver accepts all that a waiver accepts; of two that accept the same, the later is one too many."""
    mine = [those for those in places if index in those]
    others = set.intersection(*[set(those) for those in mine]) - {index}
    return any(other < index or any(other in those for those in places if index not in those) for other in others)
