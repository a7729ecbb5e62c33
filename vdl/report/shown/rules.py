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
    plain = elsewhere = 0
    for rule in page.judged.rules:
        if rule.outcome == "not-applicable":
            continue
        if page.has_findings and rule.outcome in ("fails", "part", "waived"):
            elsewhere += 1
            continue
        detail = page.words.detail(rule)
        if rule.outcome == "holds" and not detail:
            plain += 1
            continue
        severity = "" if rule.severity == "error" else f" ({rule.severity})"
        words: m.Prose = (*marked(titles.rule(rule.name) + severity), *page.references.cite(rule.cites))
        margin = page.words.margin(rule)
        rows.append(m.Row((words, (m.Text(detail),), (m.Text(margin),), (outcome(rule.outcome),)), path=rule.name))
    notes = []
    if elsewhere:
        told = several(elsewhere, "rule that fails, or is accepted, stands", "rules that fail, or are accepted, stand")
        notes.append(f"{told} among the findings.")
    if plain:
        more = several(plain, "rule that holds and compares", "rules that hold and compare")
        notes.append(f"Not listed: {more} no figures, such as that everything is placed.")
    note: m.Prose = (m.Text(" ".join(notes)),) if notes else ()
    return [m.Table("", columns, tuple(rows), note=note)] if rows else [m.Paragraph(note)] if note else []
