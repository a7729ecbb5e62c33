"""`show choices`: which option each `choose` took, and what the others came to."""

from __future__ import annotations

from vdl.compilation import OptionOutcome
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import spaced
from vdl.text.phrases import joined, phrase
from vdl.text.written import written
from vdl.words.choices import standing, unit_of


def blocks(page: Page) -> list[m.Block]:
    found: list[m.Block] = []
    for chosen in page.solved.choices:
        columns = (m.Column(phrase("Option")), m.Column(written(chosen.objective), numeric=True), m.Column(phrase("Verdict")))
        rows = [
            m.Row(((m.Code(written(one.option)),), (figure(one.objective, unit_of(one, page.units), strong=one.taken),),
                   (m.Text(_words(one)),)), one.taken)
            for one in chosen.outcomes
        ]  # fmt: skip
        found.append(m.Table(phrase("Chosen for {name}", name=spaced(chosen.name)), columns, tuple(rows)))
    return found


def _words(one: OptionOutcome) -> str:
    return joined(", ", filter(None, [phrase("taken") if one.taken else "", standing(one)]))
