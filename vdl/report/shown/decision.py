"""`show decision`: what the first page says in words: what limits the design, what fails, is open, accepted or assumed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.judge import Verdict
from vdl.report import model as m
from vdl.report.assumed import assumed, by_weight
from vdl.report.page import Page
from vdl.report.titles import Titles, marked, spaced
from vdl.semantics.units import PERCENT
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
    nearest = [limit for limit in limits(page.solved, page.units) if limit.use < 1]
    points = [point for point in page.solved.open_points if point.sort != "warning-rule"]
    failing = [rule for rule in judged if rule.outcome in ("fails", "part")]
    figures, _ = assumed(page)
    said = {
        "Does not hold": [_rule(page, rule) for rule in failing if rule.severity == "error"],
        "What limits it": [_limit(titles, limit) for limit in nearest[:_FEW]],
        "Open": [_rule(page, rule) for rule in failing if rule.severity == "warning"]
        + [f"{titles.point(point)} ({OPEN[point.sort]})" for point in points if point.accepted is None],
        "Accepted": [_rule(page, rule) for rule in judged if rule.outcome == "waived"]
        + [titles.point(point) for point in points if point.accepted],
        "Noted": [titles.rule(rule.name) for rule in failing if rule.severity == "info"],
        "Assumed": [f"{what} ({titles.objects_named(where)})" for (what, _), where in by_weight(page, figures)],
    }  # fmt: skip
    rows = tuple([(label, marked(_listed(words))) for label, words in said.items() if words])
    return [m.Facts(rows)] if rows else []


def _rule(page: Page, rule: Verdict) -> str:
    """What is asked for, and what was found where figures are compared."""
    found = page.words.found(rule)
    return page.titles.rule(rule.name) + (f" ({found})" if found else "")


def _limit(titles: Titles, limit: Limit) -> str:
    where = ", ".join(filter(None, (spaced(limit.by), limit.place)))
    return f"{titles.limit(limit)}{f' ({where})' if where else ''}, {show.scalar(limit.use, PERCENT)} in use"


def _listed(words: Sequence[str]) -> str:
    unique: Iterable[str] = dict.fromkeys(words)
    named = list(unique)
    more = len(named) - _FEW
    return "; ".join(named[:_FEW]) + (f"; and {more} more" if more > 0 else "") + "."
