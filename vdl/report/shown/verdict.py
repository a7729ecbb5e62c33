"""`show verdict`: whether the design holds, in a box."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.verdict import headline, sentence


def blocks(page: Page) -> list[m.Block]:
    verdict = headline(page)
    return page.later(lambda: [m.Callout(verdict.tone, verdict.word, (m.Paragraph((m.Text(sentence(page)),)),))])
