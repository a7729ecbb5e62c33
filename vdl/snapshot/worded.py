"""Single facts of a snapshot in words, as they stand beside others."""

from __future__ import annotations

from vdl.snapshot.records import Expected, Placement, Point, Rule
from vdl.words.verdicts import EXPECTATIONS, OPEN, RULES


def point_words(point: Point) -> str:
    return OPEN[point.sort] + (", accepted" if point.state == "accepted" else "")


def placed_words(one: Placement) -> str:
    return f"{one.on} through {', '.join(one.through)}" if one.through else one.on


def rule_words(rule: Rule) -> str:
    words = RULES[rule.outcome][0]
    if rule.severity != "error" and rule.outcome in ("fails", "part"):
        words += f" ({rule.severity})"
    return f"{words}: {rule.detail}" if rule.detail and rule.outcome != "not-applicable" else words


def expected_words(one: Expected) -> str:
    return f"{EXPECTATIONS[one.outcome][0]}: {one.computed_words}, published {one.published_words}"
