"""`show restatements`: published figures that only give back an input."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import called
from vdl.text.phrases import phrase


def blocks(page: Page) -> list[m.Block]:
    restated = [(e, page.words.expectation(e)) for e in page.solved.expectations if e.outcome == "restates"]
    columns = tuple([m.Column(phrase(head, context="head")) for head in ("Figure", "Value", "Where", "Why it proves nothing")])
    rows = tuple([
        m.Row(((called(e.entry.name, e.entry.node.title),), (figure(e.computed, f.unit, f.computed),),
               page.references.cite(e.entry.cites), (m.Text(e.entry.node.restates or ""),)))
        for e, f in restated
    ])  # fmt: skip
    return [m.Table(phrase("Figures that only give back an input"), columns, rows)] if rows else []
