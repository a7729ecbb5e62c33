"""`show findings`: failures first, then what is waived, then warnings, then what is open or accepted to be."""

from __future__ import annotations

from vdl.graph.design import WaiverEntry
from vdl.judge import OpenPoint, Verdict
from vdl.report import model as m
from vdl.report.page import Page
from vdl.words.verdicts import OPEN, waived_at

_ORDER = {"fails": 0, "part": 0, "waived": 1}
_WORDS = {"fails": "fails", "part": "holds only for part of the range", "waived": "fails, and is waived"}


def blocks(page: Page) -> list[m.Block]:
    rules = [rule for rule in page.judged.rules if rule.outcome in _ORDER]
    rules.sort(key=lambda rule: (_ORDER[rule.outcome], rule.severity != "error"))
    points = sorted([p for p in page.solved.open_points if p.sort != "warning-rule"], key=lambda p: p.accepted is not None)
    return [*[_finding(page, rule) for rule in rules], *[_point(page, point) for point in points]]


def _point(page: Page, point: OpenPoint) -> m.Block:
    """What is open, or accepted as it is."""
    facts: list[tuple[str, m.Prose]] = [("Open", (m.Text(point.text),))] if point.text else []
    if point.accepted is not None:
        facts += _waiver(page, point.accepted)
    title = f"{point.name} {OPEN[point.sort]}".strip()
    return m.Callout("warn", f"{title}, and accepted" if point.accepted else title, (m.Facts(tuple(facts)),) if facts else ())


def _finding(page: Page, rule: Verdict) -> m.Block:
    tone: m.Tone = "warn" if rule.outcome == "waived" or rule.severity != "error" else "bad"
    facts: list[tuple[str, m.Prose]] = []
    if rule.text:
        facts.append(("Rule", (m.Text(rule.text), *page.references.cite(rule.cites))))
    detail, margin = page.words.detail(rule), page.words.margin(rule)
    if detail:
        facts.append(("Found", (m.Text(f"{detail}; {margin}" if margin else detail),)))
    for waiver in rule.waivers:
        facts += _waiver(page, waiver)
    return m.Callout(tone, f"{rule.name} {_WORDS[rule.outcome]}", (m.Facts(tuple(facts)),) if facts else ())


def _waiver(page: Page, waiver: WaiverEntry) -> list[tuple[str, m.Prose]]:
    node = waiver.node
    covers = f" (at {waived_at(waiver.labels)})" if waiver.labels else ""
    facts: list[tuple[str, m.Prose]] = [
        (f"Waived{covers}", (m.Text(node.reason), *page.references.cite(waiver.cites)))
    ]
    if node.owner or node.until:
        words = ", ".join(w for w in (node.owner, f"until {node.until}" if node.until else "") if w)
        facts.append(("Accepted by", (m.Text(words),)))
    return facts
