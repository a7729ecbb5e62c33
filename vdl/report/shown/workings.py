"""`show workings`: the calculations of all counts that the document has not worked out so far."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.working import working


def blocks(page: Page) -> list[m.Block]:
    made = [working(page, count.cell) for count in page.judged.counts]
    return [block for block in made if block is not None]
