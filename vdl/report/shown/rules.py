"""`show rules`: every rule that applies, with what was found and by how much."""

from __future__ import annotations

from collections import Counter

from vdl.graph.cells import Cites
from vdl.judge import Outcome
from vdl.judge.records import FAILING
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import plain
from vdl.report.titles import marked
from vdl.report.verdict import noted, outcome
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase


def blocks(page: Page) -> list[m.Block]:
    titles = page.titles
    columns = tuple([m.Column(phrase(head)) for head in ("What is asked for", "Found", "Margin", "Verdict")])
    rows = []
    alike: dict[tuple[str, str, Cites, str, str, Outcome], list[str]] = {}
    """The rules that say the same of several objects, with the same figures."""
    silent = elsewhere = 0
    told = {rule.name for rule in noted(page)}
    for rule in page.judged.rules:
        if rule.outcome == "not-applicable":
            continue
        if page.has_findings and (rule.outcome in FAILING or rule.name in told):
            elsewhere += 1
            continue
        detail = page.words.detail(rule, demanded=rule.outcome in FAILING or rule.outcome == "not-evaluated")
        if rule.outcome == "holds" and not detail:
            silent += 1
            continue
        key = (rule.text or rule.name, rule.severity, rule.cites, detail, page.words.margin(rule), rule.outcome)
        alike.setdefault(key, []).append(rule.name)
    sentences = Counter([key[:3] for key, names in alike.items() if all(map(titles.around, names))])
    once = [pair for pair in alike.items() if sentences[pair[0][:3]] < 2]
    again = [pair for of in sentences for pair in alike.items() if pair[0][:3] == of and sentences[of] > 1]
    for (text, level, cites, detail, margin, came), names in [*once, *again]:
        severity = "" if level == "error" else joined("", (" (", phrase(level), ")"))
        together = sentences[text, level, cites] > 1
        group = plain(marked(text + severity)) if together else ""
        of = joined("; ", dict.fromkeys(map(titles.around, names))) if together else titles.rules(names) + severity
        words: m.Prose = (*marked(of), *page.references.cite(cites))
        cells = (words, (m.Text(detail),), (m.Text(margin),), (outcome(came),))
        rows.append(m.Row(cells, group=group, path=", ".join(names)))
    notes = []
    if elsewhere:
        notes.append(several(elsewhere, "rule that fails, is accepted or only noted stands among the findings.",
                             "rules that fail, are accepted or only noted stand among the findings."))  # fmt: skip
    if silent:
        more = several(silent, "rule that holds and compares no figures", "rules that hold and compare no figures")
        notes.append(phrase("Not listed: {rules}, such as that everything is placed.", rules=more))
    note: m.Prose = (m.Text(joined(" ", notes)),) if notes else ()
    return [m.Table("", columns, tuple(rows), note=note)] if rows else [m.Paragraph(note)] if note else []
