"""`show rules`: every rule that applies, with what was found and by how much."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.verdict import outcome
from vdl.text.diagnostics import several


def blocks(page: Page) -> list[m.Block]:
    columns = (m.Column("Rule"), m.Column("What it asks"), m.Column("Found"), m.Column("Margin"), m.Column("Verdict"))
    rows = []
    plain = 0
    for rule in page.judged.rules:
        if rule.outcome == "not-applicable":
            continue
        detail = page.words.detail(rule)
        if rule.outcome == "holds" and not detail:
            plain += 1
            continue
        words: m.Prose = (m.Text(rule.text), *page.references.cite(rule.cites))
        severity = "" if rule.severity == "error" else f" ({rule.severity})"
        rows.append(
            m.Row(((m.Code(rule.name), m.Text(severity)), words, (m.Text(detail),), (m.Text(page.words.margin(rule)),),
                   (outcome(rule.outcome),)))
        )  # fmt: skip
    note: m.Prose = ()
    if plain:
        more = several(plain, "rule that holds and compares", "rules that hold and compare")
        note = (m.Text(f"Not listed: {more} no figures, such as that everything is placed."),)
    return [m.Table("", columns, tuple(rows), note=note)] if rows else [m.Paragraph(note)] if note else []
