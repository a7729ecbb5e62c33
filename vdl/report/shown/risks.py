"""`show risks`: findings, of what is accepted only what is beyond a limit; `show accepted` has the rest."""

from __future__ import annotations

from dataclasses import replace

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.shown import findings
from vdl.text.diagnostics import several
from vdl.text.phrases import phrase
from vdl.words.limits import standing_limits

FEW = 8
"""So many exceptions stand together, be they beyond a limit or not."""


def blocks(page: Page) -> list[m.Block]:
    made: list[m.Block] = []
    for block in findings.blocks(page):
        beyond, others = apart(page, block)
        if not others:
            made.append(block)
            continue
        assert isinstance(block, m.Table)
        if beyond:
            made.append(replace(block, caption=phrase("Exceeded and accepted"), rows=beyond))
        more = several(exceptions(others), "more exception is accepted, beyond no limit: the appendix has it with the reason.",
                       "more exceptions are accepted, beyond no limit: the appendix has them with their reasons.")  # fmt: skip
        made.append(m.Paragraph((m.Text(more),)))
    return made


def apart(page: Page, block: m.Block) -> tuple[tuple[m.Row, ...], tuple[m.Row, ...]]:
    """The rows of a table of what is accepted: those of limits that are exceeded, and the others; no others of anything else,
    and none where there are few."""
    if not isinstance(block, m.Table) or block.caption != phrase("Accepted as it is") or len(block.rows) <= FEW:
        return (), ()
    exceeded = {limit.path for standing, limit in standing_limits(page.solved, page.units) if standing == "accepted"}
    beyond = tuple([row for row in block.rows if not exceeded.isdisjoint(row.path.split(", "))])
    return beyond, tuple([row for row in block.rows if row not in beyond])


def exceptions(rows: tuple[m.Row, ...]) -> int:
    """So many exceptions stand in these rows: in each those that say the same of several objects, for the same reason."""
    return sum([len(row.path.split(", ")) for row in rows])
