"""`show references`: the sources that the document cites."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: [page.references.listed()])
