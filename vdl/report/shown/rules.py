"""`show rules`: every rule that applies, with what was found and by how much."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import marked
from vdl.report.verdict import outcome
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase


def blocks(page: Page) -> list[m.Block]:
    titles = page.titles
    columns = tuple([m.Column(phrase(head)) for head in ("What is asked for", "Found", "Margin", "Verdict")])
    rows = []
    plain = 0
    for rule in page.judged.rules:
        if rule.outcome == "not-applicable":
            continue
        detail = page.words.detail(rule)
        if rule.outcome == "holds" and not detail:
            plain += 1
            continue
        severity = "" if rule.severity == "error" else joined("", (" (", phrase(rule.severity), ")"))
        words: m.Prose = (*marked(titles.rule(rule.name) + severity), *page.references.cite(rule.cites))
        margin = page.words.margin(rule)
        rows.append(m.Row((words, (m.Text(detail),), (m.Text(margin),), (outcome(rule.outcome),)), path=rule.name))
    note: m.Prose = ()
    if plain:
        more = several(plain, "rule that holds and compares no figures", "rules that hold and compare no figures")
        note = (m.Text(phrase("Not listed: {rules}, such as that everything is placed.", rules=more)),)
    return [m.Table("", columns, tuple(rows), note=note)] if rows else [m.Paragraph(note)] if note else []
