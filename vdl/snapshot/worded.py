"""Single facts of a snapshot in words, as they stand beside others."""

from __future__ import annotations

import re

from vdl.judge.records import FAILING
from vdl.snapshot.records import Expected, Placement, Point, Rule
from vdl.text.phrases import Joined, joined, phrase
from vdl.values import is_exact
from vdl.words.verdicts import DEMANDED, EXPECTATIONS, OPEN, RULES


def point_words(point: Point) -> str:
    return phrase(OPEN[point.sort]) + (phrase(", accepted") if point.state == "accepted" else "")


def placed_words(one: Placement) -> str:
    return phrase("{target} through {stages}", target=one.on, stages=", ".join(one.through)) if one.through else one.on


def rule_words(rule: Rule, first: Rule | None = None) -> str:
    """The outcome, and what was compared; `first` is the same rule where the design is as it was accepted."""
    words = phrase(RULES[rule.outcome][0])
    if first is not None and _is_beyond(rule, first):
        words += phrase(", beyond what is accepted as it stands")
    if rule.severity != "error" and rule.outcome in ("fails", "part"):
        words += joined("", (" (", phrase(rule.severity), ")"))
    wrong = rule.outcome in FAILING
    demanded = wrong and rule.op in DEMANDED
    found = _demanded(rule.detail, rule.op) if demanded else rule.detail
    margin = "" if demanded and DEMANDED[rule.op].startswith(rule.margin) else rule.margin  # "must be less", said already
    detail = joined("; ", filter(None, (found, margin))) if wrong else found
    return joined(": ", (words, detail)) if detail and rule.outcome != "not-applicable" else words


def _demanded(detail: str, op: str) -> str:
    """ "9 buses, must be at most 8 buses" of "9 buses <= 8 buses": what does not hold is not written as if it did."""
    if not isinstance(detail, Joined):
        return detail.replace(f" {op} ", f", {DEMANDED[op]} ", 1)
    pieces = [_demanded(one, op) if isinstance(one, Joined) else one for one in detail.pieces]
    if op in pieces[1:]:
        at = pieces.index(op, 1)
        pieces[at - 1], pieces[at] = ", ", DEMANDED[op]
    return joined("", pieces)


def _is_beyond(rule: Rule, first: Rule) -> bool:
    """Whether one waiver accepts a failure in both, and here is more lacking than there: a reason that was given for little need
    be none for much."""
    if rule.outcome != "waived" or first.outcome != "waived" or rule.waived_by != first.waived_by:
        return False
    room, least = [one.room.value if one.room is not None else None for one in (rule, first)]
    return is_exact(room) and is_exact(least) and room < least


_COMPARED = re.compile(r"==|!=|<=|>=|<|>")


def expected_words(one: Expected) -> str:
    """ "agrees: 5 buses, published 5 buses", "agrees: 38 % > 18 %" where more than a figure was published."""
    op = ([*_COMPARED.findall(one.expression)] or ["=="])[-1]  # the published side, which is the last, compares nothing itself
    figures = joined(" ", (one.computed_words, op, one.published_words))
    if op == "==":
        figures = phrase("{computed}, published {published}", computed=one.computed_words, published=one.published_words)
    return joined(": ", (phrase(EXPECTATIONS[one.outcome][0]), figures))
