"""Waivers: failures that the design accepts, at all labels or at some."""

from __future__ import annotations

from vdl.graph.design import WaiverEntry
from vdl.judge.records import Verdict, WaiverUse
from vdl.judge.rules import told, worst


def accept(rules: list[Verdict], waivers: tuple[WaiverEntry, ...], as_of: str) -> tuple[list[Verdict], tuple[WaiverUse, ...]]:
    """Put waivers over the failures they accept. A label is one of its axis: the same word of another axis is another."""
    rules = list(rules)
    by_name = {rule.name: i for i, rule in enumerate(rules)}
    uses: list[WaiverUse] = []
    for waiver in waivers:
        at = by_name.get(waiver.rule)
        if at is None or rules[at].outcome not in ("fails", "part", "waived"):
            uses.append(WaiverUse(waiver, "unused"))
            continue
        rule = rules[at]
        if waiver.node.until and waiver.node.until < as_of[: len(waiver.node.until)]:
            uses.append(WaiverUse(waiver, "expired"))
            continue
        covered = [
            (place, outcome) for place, outcome in rule.places
            if outcome in ("fails", "part") and (not waiver.labels or set(place) & set(waiver.labels))
        ]  # fmt: skip
        if not covered:
            uses.append(WaiverUse(waiver, "unused"))
            continue
        rule = rule._replace(
            places=tuple([one for one in rule.places if one not in covered]), accepted=(*rule.accepted, *covered),
            waivers=(*rule.waivers, waiver),
        )  # fmt: skip
        outcome = worst(rule.places)
        rules[at] = told(rule._replace(outcome=outcome if outcome in ("fails", "part") else "waived"))
        uses.append(WaiverUse(waiver, "accepts"))
    return rules, tuple(uses)
