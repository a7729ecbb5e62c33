"""`show assumptions`: stated factors between units, and every figure that is marked as assumed or has no source."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.report import model as m
from vdl.report.assumed import assumed, decides
from vdl.report.inputs import sourced
from vdl.report.page import Page
from vdl.text.phrases import joined, phrase

_FEW = 2
"""Counts that are named of those that hang on a figure."""


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: _tables(page))


def _tables(page: Page) -> list[m.Block]:
    titles = page.titles
    found: list[m.Block] = []
    factors = page.compilation.factors(page.reading.elaboration.written_in)
    if factors:
        rows = tuple([
            m.Row(((m.Value(f"1 {stated.unit}"),), (m.Value(stated.value),), sourced(page, cites))) for stated, cites in factors
        ])  # fmt: skip
        heads = tuple([m.Column(phrase(head)) for head in ("Unit", "Taken as", "Source")])
        found.append(m.Table(phrase("Units in other units"), heads, rows))
    figures, _ = assumed(page)
    if figures:
        moved = decides(page, figures)
        heads = tuple([m.Column(phrase(head)) for head in ("Assumed", "Of", "Why", "What hangs on it")])
        rows = tuple([
            m.Row(((m.Text(what),), (m.Text(titles.objects_named(where)),), (m.Text(why),),
                   (m.Text(_counts(page, moved.get((what, why), ()))),)))
            for (what, why), where in sorted(figures.items(), key=lambda pair: (pair[0] not in moved, pair[0]))
        ])  # fmt: skip
        found.append(m.Table(phrase("Figures without a published source"), heads, rows))
    return found


def _counts(page: Page, paths: Sequence[str]) -> str:
    """The counts that a figure decides, or helps to; a few of them by name."""
    named = [page.titles.member(path) for path in paths[:_FEW]]
    more = [phrase("{rest} more", rest=len(paths) - _FEW)] if len(paths) > _FEW else []
    return joined("; ", [*named, *more]) if named else phrase("no count")
