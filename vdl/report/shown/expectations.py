"""`show expectations`: published figures beside computed ones."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import called, spaced
from vdl.report.verdict import outcome
from vdl.text.diagnostics import several


def blocks(page: Page) -> list[m.Block]:
    found = [e for e in page.solved.expectations if e.outcome != "restates"]
    columns = (m.Column("Figure"), m.Column("Computed"), m.Column("Published"), m.Column("Where"), m.Column("Verdict"))
    rows = []
    for e in found:
        scenario = (m.Code(spaced(e.entry.scenario)), m.Text(": ")) if e.entry.scenario else ()
        sign = "" if e.entry.op == "==" else f"{e.entry.op} "
        figures = page.words.expectation(e)
        verdict: list[m.Inline] = [outcome(e.outcome)]
        if e.entry.node.differs:
            verdict.append(m.Text(f": {e.entry.node.differs}"))
        rows.append(
            m.Row(((*scenario, called(e.entry.name, e.entry.node.title)), (figure(e.computed, figures.unit, figures.computed),),
                   (figure(e.published, figures.unit, sign + figures.published),),
                   page.references.cite(e.entry.cites), tuple(verdict)))
        )  # fmt: skip
    if not rows:
        return []
    agree = sum(e.outcome in ("agrees", "inside-range") for e in found)
    differ = sum(e.outcome == "differs-as-stated" for e in found)
    text = f"Of {several(len(found), 'published figure', 'published figures')}, {agree} come out as published"
    text += f" and {differ} differ for a stated reason." if differ else "."
    return [m.Paragraph((m.Text(text),)), m.Table("", columns, tuple(rows))]
