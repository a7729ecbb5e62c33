"""`show limits`: how close each limit is, nearest first, drawn as a share of what is there."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.page import Page
from vdl.report.titles import Titles, spaced
from vdl.semantics.units import PERCENT
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase
from vdl.words import values as show
from vdl.words.limits import Limit, limits

NEAREST = 8
"""Limits that are drawn; the others are farther away."""


def blocks(page: Page) -> list[m.Block]:
    found = limits(page.solved, page.units, spaced)
    apart = [limit for limit in found if limit.use != 1]
    titles = page.titles
    rows = tuple([_row(titles, limit) for limit in apart[:NEAREST]])
    made: list[m.Block] = [m.Chart(phrase("How close is each limit?"), PERCENT.plural, rows)] if rows else []
    words = []
    if more := apart[NEAREST:]:
        words.append(several(len(more), "more limit has more to spare.", "more limits have more to spare."))
    if exactly := len(found) - len(apart):
        words.append(several(exactly, "limit is met exactly, such as one of one.", "limits are met exactly, such as one of one."))
    return [*made, m.Paragraph((m.Text(joined(" ", words)),))] if words else made


def _row(titles: Titles, limit: Limit) -> m.Bars:
    at = phrase("at {labels}", labels=limit.place) if limit.place else ""
    label = joined(", ", filter(None, (titles.limit(limit), limit.by, at)))
    bar = share(limit.use, show.scalar(limit.use, PERCENT))
    return m.Bars(joined("", (label, " (", limit.figures, ")")), (bar,), (WHOLE,))
