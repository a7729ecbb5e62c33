"""`show further_scenarios`: all in which scenarios differ from the design, where `show deciding_scenarios` has some."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.shown.deciding_scenarios import further


def blocks(page: Page) -> list[m.Block]:
    return further(page)
