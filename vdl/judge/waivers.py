"""Waivers: failures that the design accepts, at all labels or at some."""

from __future__ import annotations

from collections.abc import Collection

from vdl.graph.design import WaiverEntry
from vdl.judge.records import Verdict, WaiverUse
from vdl.judge.rules import told, worst
from vdl.values import Place


def accept(rules: list[Verdict], waivers: tuple[WaiverEntry, ...], as_of: str) -> tuple[list[Verdict], tuple[WaiverUse, ...]]:
    """Put waivers over the failures they accept. A label is one of its axis: the same word of another axis is another."""
    rules = list(rules)
    by_name = {rule.name: i for i, rule in enumerate(rules)}
    waivers = tuple([waiver for waiver in waivers if not waiver.node.silence])
    uses = [WaiverUse(waiver, "unused") for waiver in waivers]
    accepting: dict[int, dict[Place, list[int]]] = {}
    for index, waiver in enumerate(waivers):
        at = by_name.get(waiver.rule, -1)
        if at < 0 or rules[at].outcome not in ("fails", "part"):
            continue
        if expired(waiver, as_of):
            uses[index] = WaiverUse(waiver, "expired")
            continue
        covered = Covered(waiver)
        for place, outcome in rules[at].places:
            if outcome in ("fails", "part") and covered.covers(place):
                accepting.setdefault(at, {}).setdefault(place, []).append(index)
    for at, places in accepting.items():
        rule = rules[at]
        taken = sorted({index for those in places.values() for index in those})
        for index in taken:
            repeated = _covered_by_another(index, places.values())
            uses[index] = WaiverUse(waivers[index], "repeated" if repeated else "accepts")
        rule = rule._replace(
            places=tuple([one for one in rule.places if one[0] not in places]),
            accepted=tuple([one for one in rule.places if one[0] in places]),
            waivers=tuple([waivers[index] for index in taken]),
        )  # fmt: skip
        outcome = worst(rule.places)
        rules[at] = told(rule._replace(outcome="waived" if outcome == "holds" else outcome))
    return rules, tuple(uses)


class Covered:
    """Where a waiver accepts something: at one of the labels that it names of every axis."""

    def __init__(self, waiver: WaiverEntry) -> None:
        self._wanted: dict[str, set[str]] = {}
        for axis, label in waiver.labels:
            self._wanted.setdefault(axis, set()).add(label)

    def covers(self, place: Place) -> bool:
        return len(self._wanted) == sum(label in self._wanted.get(axis, ()) for axis, label in place)


def expired(waiver: WaiverEntry, as_of: str) -> bool:
    """Whether it was accepted until a day, a month or a year that is past."""
    return bool(waiver.node.until) and waiver.node.until < as_of[: len(waiver.node.until)]


def _covered_by_another(index: int, places: Collection[list[int]]) -> bool:
    """Whether one other waiver accepts all that a waiver accepts; of two that accept the same, the later is one too many."""
    mine = [those for those in places if index in those]
    others = set.intersection(*[set(those) for those in mine]) - {index}
    return any(other < index or any(other in those for those in places if index not in those) for other in others)
