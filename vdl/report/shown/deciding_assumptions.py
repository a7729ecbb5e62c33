"""`show deciding_assumptions`: stated factors between units, and the figures without a source on which a count hangs;
`show further_assumptions` has the others."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.shown.assumptions import factors, figures


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: [*factors(page), *figures(page, deciding=True)])
