"""`show scenario_inputs`: what each scenario fills otherwise than the design."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.shown.scenarios import filled


def blocks(page: Page) -> list[m.Block]:
    return filled(page)
