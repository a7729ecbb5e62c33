"""`show decision`: what the first page says in words: what limits the design, what fails, is open, accepted or assumed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.judge import Verdict
from vdl.report import model as m
from vdl.report.assumed import assumed, by_weight
from vdl.report.page import Page
from vdl.report.titles import Titles, marked, spaced
from vdl.semantics.units import PERCENT
from vdl.text.phrases import joined, phrase
from vdl.words import values as show
from vdl.words.limits import Limit, limits
from vdl.words.verdicts import OPEN

_FEW = 3
"""Things of one sort that are named on the first page; the others are counted."""


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: _facts(page))


def _facts(page: Page) -> list[m.Block]:
    titles = page.titles
    judged = page.judged.rules
    nearest = [limit for limit in limits(page.solved, page.units, spaced) if limit.use < 1]
    points = [point for point in page.solved.open_points if point.sort != "warning-rule"]
    failing = [rule for rule in judged if rule.outcome in ("fails", "part")]
    figures, _ = assumed(page)
    said = {
        "Does not hold": [_rule(page, rule) for rule in failing if rule.severity == "error"],
        "What limits it": [_limit(titles, limit) for limit in nearest[:_FEW]],
        "Open": [_rule(page, rule) for rule in failing if rule.severity == "warning"]
        + [joined("", (titles.point(point), " (", phrase(OPEN[point.sort]), ")")) for point in points if point.accepted is None],
        "Accepted": [_rule(page, rule) for rule in judged if rule.outcome == "waived"]
        + [titles.point(point) for point in points if point.accepted],
        "Noted": [titles.rule(rule.name) for rule in failing if rule.severity == "info"],
        "Assumed": [joined("", (what, " (", titles.objects_named(where), ")")) for (what, _), where in by_weight(page, figures)],
    }  # fmt: skip
    rows = tuple([(phrase(label), marked(_listed(words))) for label, words in said.items() if words])
    return [m.Facts(rows)] if rows else []


def _rule(page: Page, rule: Verdict) -> str:
    """What is asked for, and what was found where figures are compared."""
    found = page.words.found(rule)
    title = page.titles.rule(rule.name)
    return joined("", (title, " (", found, ")")) if found else title


def _limit(titles: Titles, limit: Limit) -> str:
    where = joined(", ", filter(None, (limit.by, limit.place)))
    named = joined("", (titles.limit(limit), " (", where, ")")) if where else titles.limit(limit)
    return phrase("{limit}, {share} in use", limit=named, share=show.scalar(limit.use, PERCENT))


def _listed(words: Sequence[str]) -> str:
    unique: Iterable[str] = dict.fromkeys(words)
    named = list(unique)
    more = len(named) - _FEW
    return joined("; ", named[:_FEW]) + (phrase("; and {rest} more", rest=more) if more > 0 else "") + "."
