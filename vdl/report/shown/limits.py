"""`show limits`: how close each limit is, nearest first, drawn as a share of what is there."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.page import Page
from vdl.report.titles import Titles, spaced
from vdl.semantics.units import PERCENT
from vdl.text.diagnostics import several
from vdl.words import values as show
from vdl.words.limits import Limit, limits

NEAREST = 8
"""Limits that are drawn; the others are farther away."""


def blocks(page: Page) -> list[m.Block]:
    found = limits(page.solved, page.units)
    apart = [limit for limit in found if limit.use != 1]
    titles = page.titles
    rows = tuple([_row(titles, limit) for limit in apart[:NEAREST]])
    made: list[m.Block] = [m.Chart("How close is each limit?", PERCENT.plural, rows)] if rows else []
    words = []
    if more := apart[NEAREST:]:
        words.append(f"{several(len(more), 'more limit has', 'more limits have')} more to spare.")
    if exactly := len(found) - len(apart):
        words.append(f"{several(exactly, 'limit is', 'limits are')} met exactly, such as one of one.")
    return [*made, m.Paragraph((m.Text(" ".join(words)),))] if words else made


def _row(titles: Titles, limit: Limit) -> m.Bars:
    label = ", ".join(filter(None, (titles.limit(limit), spaced(limit.by), f"at {limit.place}" if limit.place else "")))
    bar = share(limit.use, show.scalar(limit.use, PERCENT))
    return m.Bars(f"{label} ({limit.figures})", (bar,), (WHOLE,))
