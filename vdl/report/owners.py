"""Who answers for what a design accepts."""

from __future__ import annotations

from collections import Counter

from vdl.compilation import Solved
from vdl.text.diagnostics import several
from vdl.text.phrases import counted, joined, phrase

_FEW = 3
"""Owners that are named; the others are counted."""


def owners(solved: Solved) -> str:
    """How many of the accepted exceptions have an owner, and who owns most; "" where nothing is accepted. An exception that
    several waivers accept has one where all of them have."""
    found = _of_each(solved)
    if not found:
        return ""
    exceptions = several(len(found), "accepted exception", "accepted exceptions")
    owned = [names for names in found if all(names)]
    if not owned:
        return phrase("none of {exceptions} has an owner", exceptions=exceptions)
    most = Counter(str(name) for names in owned for name in sorted(filter(None, names))).most_common()
    named = joined("; ", [joined("", (name, " (", counted(number), ")")) for name, number in most[:_FEW]])
    if len(most) > _FEW:
        named = joined("", (named, phrase("; and {rest} more", rest=len(most) - _FEW)))
    if len(owned) == len(found):
        return phrase("{owners}, for {exceptions}", owners=named, exceptions=exceptions)
    rest = len(found) - len(owned)
    return phrase("{owners}; no owner for {rest} of {exceptions}", owners=named, rest=rest, exceptions=exceptions)


def without_owner(solved: Solved) -> int:
    """How many of the accepted exceptions have none."""
    return sum(not all(names) for names in _of_each(solved))


def _of_each(solved: Solved) -> list[set[str]]:
    """The owners of each accepted exception, as its waivers have them."""
    found = [{waiver.node.owner for waiver in rule.waivers} for rule in solved.judged.rules if rule.outcome == "waived"]
    return found + [{point.accepted.node.owner} for point in solved.open_points if point.accepted is not None]


__all__ = ["owners", "without_owner"]
