"""`show further_assumptions`: figures without a source on which no count hangs, where `show deciding_assumptions` leaves them."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.shown.assumptions import figures


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: figures(page, deciding=False))
