"""Who answers for what a design accepts, and who is to confirm what it assumes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from vdl.compilation import Solved
from vdl.text.days import last_day
from vdl.text.diagnostics import several
from vdl.text.phrases import Day, Marked, Person, counted, joined, phrase

if TYPE_CHECKING:
    from vdl.report.assumed import Figure

NOBODY = phrase("no owner stated")

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
    named = _named(Counter(str(name) for names in owned for name in sorted(filter(None, names))))
    if len(owned) == len(found):
        return phrase("{owners}, for {exceptions}", owners=named, exceptions=exceptions)
    rest = len(found) - len(owned)
    return phrase("{owners}; no owner for {rest} of {exceptions}", owners=named, rest=rest, exceptions=exceptions)


def _named(owning: Counter[str]) -> str:
    """The owners of most, each with how many: "Buyer (2); Carter (1)"."""
    most = owning.most_common()
    named = joined("; ", [joined("", (_person(name), " (", counted(number), ")")) for name, number in most[:_FEW]])
    return joined("", (named, phrase("; and {rest} more", rest=len(most) - _FEW))) if len(most) > _FEW else named


def confirming(figures: Collection[Figure]) -> str:
    """Who is to confirm how much of what is assumed, and by when the first; "" where nothing says so of any."""
    asked = [one for one in figures if one.owner or one.until]
    if not asked:
        return ""
    named = _named(Counter(one.owner or NOBODY for one in asked))
    said = phrase("{owners}, for {number} of {all} assumptions", owners=named, number=len(asked), all=len(figures))
    days = sorted([one.until for one in asked if one.until], key=last_day)
    return phrase("{what}; the first by {day}", what=said, day=Day(days[0])) if days else said


def answering(owner: str, until: str) -> str:
    """Who answers for something, and until when."""
    return joined(", ", filter(None, (_person(owner), phrase("until {day}", day=Day(until)) if until else "")))


def _person(owner: str) -> str:
    """A name as a document for others knows it; where nobody is stated, the words that say so."""
    return owner if isinstance(owner, Marked) else Person(owner)


def without_owner(solved: Solved) -> int:
    """How many of the accepted exceptions have none."""
    return sum(not all(names) for names in _of_each(solved))


def _of_each(solved: Solved) -> list[set[str]]:
    """The owners of each accepted exception, as its waivers have them."""
    found = [{waiver.node.owner for waiver in rule.waivers} for rule in solved.judged.rules if rule.outcome == "waived"]
    return found + [{point.accepted.node.owner} for point in solved.open_points if point.accepted is not None]


__all__ = ["NOBODY", "answering", "confirming", "owners", "without_owner"]
