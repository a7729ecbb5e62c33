"""How a whole design stands: whether it holds, and what is open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from vdl.judge.records import Expectation, Verdict
from vdl.text.source import Span

Standing = Literal["holds", "open", "fails"]

Sort = Literal[
    "not-sized", "not-evaluated", "warning-rule", "unused", "nothing-found", "half-stated", "not-tight", "warning"
]  # fmt: skip


class OpenPoint(NamedTuple):
    """Something that nobody may take for sound: what it is about, in the author's words, and where that stands."""

    sort: Sort
    name: str
    text: str
    span: Span


def open_points(rules: Iterable[Verdict]) -> tuple[OpenPoint, ...]:
    """Rules that apply and could not be judged, and warning rules that fail and are not accepted."""
    found: list[OpenPoint] = []
    for rule in rules:
        if rule.outcome == "not-evaluated":
            found.append(OpenPoint("not-evaluated", rule.name, rule.text, rule.span))
        elif rule.outcome in ("fails", "part") and rule.severity == "warning":
            found.append(OpenPoint("warning-rule", rule.name, rule.text, rule.span))
    return tuple(found)


def standing(rules: Iterable[Verdict], expectations: Iterable[Expectation]) -> Standing:
    """`fails` where an error rule or a given count fails or a figure differs; else `open` where a point is open."""
    rules = list(rules)
    if any(rule.outcome in ("fails", "part") and rule.severity == "error" for rule in rules):
        return "fails"
    if any(one.outcome in ("differs", "no-longer-differs") for one in expectations):
        return "fails"
    return "open" if open_points(rules) else "holds"
