"""`show rules`: every rule that applies, with what was found and by how much."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import marked
from vdl.report.verdict import outcome
from vdl.text.diagnostics import several


def blocks(page: Page) -> list[m.Block]:
    titles = page.titles
    columns = (m.Column("What is asked for"), m.Column("Found"), m.Column("Margin"), m.Column("Verdict"))
    rows = []
    plain = 0
    for rule in page.judged.rules:
        if rule.outcome == "not-applicable":
            continue
        detail = page.words.detail(rule)
        if rule.outcome == "holds" and not detail:
            plain += 1
            continue
        severity = "" if rule.severity == "error" else f" ({rule.severity})"
        words: m.Prose = (*marked(titles.rule(rule.name) + severity), *page.references.cite(rule.cites))
        margin = page.words.margin(rule)
        rows.append(m.Row((words, (m.Text(detail),), (m.Text(margin),), (outcome(rule.outcome),)), path=rule.name))
    note: m.Prose = ()
    if plain:
        more = several(plain, "rule that holds and compares", "rules that hold and compare")
        note = (m.Text(f"Not listed: {more} no figures, such as that everything is placed."),)
    return [m.Table("", columns, tuple(rows), note=note)] if rows else [m.Paragraph(note)] if note else []
