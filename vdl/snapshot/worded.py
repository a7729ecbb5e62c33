"""Single facts of a snapshot in words, as they stand beside others."""

from __future__ import annotations

import re

from vdl.snapshot.records import Expected, Placement, Point, Rule
from vdl.text.phrases import joined, phrase
from vdl.words.verdicts import EXPECTATIONS, OPEN, RULES


def point_words(point: Point) -> str:
    return phrase(OPEN[point.sort]) + (phrase(", accepted") if point.state == "accepted" else "")


def placed_words(one: Placement) -> str:
    return phrase("{target} through {stages}", target=one.on, stages=", ".join(one.through)) if one.through else one.on


def rule_words(rule: Rule) -> str:
    words = phrase(RULES[rule.outcome][0])
    if rule.severity != "error" and rule.outcome in ("fails", "part"):
        words += joined("", (" (", phrase(rule.severity), ")"))
    detail = joined("; ", filter(None, (rule.detail, rule.margin))) if rule.outcome == "waived" else rule.detail
    return joined(": ", (words, detail)) if detail and rule.outcome != "not-applicable" else words


_COMPARED = re.compile(r"==|!=|<=|>=|<|>")


def expected_words(one: Expected) -> str:
    """ "agrees: 5 buses, published 5 buses", "agrees: 38 % > 18 %" where more than a figure was published."""
    op = ([*_COMPARED.findall(one.expression)] or ["=="])[-1]  # the published side, which is the last, compares nothing itself
    figures = joined(" ", (one.computed_words, op, one.published_words))
    if op == "==":
        figures = phrase("{computed}, published {published}", computed=one.computed_words, published=one.published_words)
    return joined(": ", (phrase(EXPECTATIONS[one.outcome][0]), figures))
