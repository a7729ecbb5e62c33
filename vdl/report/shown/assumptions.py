"""`show assumptions`: stated factors between units, and every figure that is marked as assumed or has no source."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.assumed import assumed
from vdl.report.inputs import sourced
from vdl.report.page import Page


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
        found.append(m.Table("Units in other units", (m.Column("Unit"), m.Column("Taken as"), m.Column("Source")), rows))
    figures, _ = assumed(page)
    if figures:
        heads = (m.Column("Assumed"), m.Column("Of"), m.Column("Why"))
        rows = tuple([
            m.Row(((m.Text(what),), (m.Text(titles.objects_named(where)),), (m.Text(why),)))
            for (what, why), where in sorted(figures.items())
        ])  # fmt: skip
        found.append(m.Table("Figures without a published source", heads, rows))
    return found
