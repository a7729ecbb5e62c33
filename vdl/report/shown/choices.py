"""`show choices`: which option each `choose` took, and what the others came to."""

from __future__ import annotations

from vdl.compilation import OptionOutcome
from vdl.graph.cells import Instance
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import CALLED_BY
from vdl.text.phrases import joined, phrase
from vdl.text.written import written
from vdl.words.choices import standing, unit_of


def blocks(page: Page) -> list[m.Block]:
    found: list[m.Block] = []
    for chosen in page.solved.choices:
        small = page.titles.quantity_written(written(chosen.objective))
        columns = (m.Column(phrase("Option")), m.Column(small, numeric=True), m.Column(phrase("Verdict")))
        rows = [m.Row(_cells(page, one), one.taken) for one in chosen.outcomes]
        found.append(m.Table(phrase("Chosen for {name}", name=page.titles.member(chosen.name)), columns, tuple(rows)))
    return found


def _cells(page: Page, one: OptionOutcome) -> tuple[m.Prose, ...]:
    came_to = figure(one.objective, unit_of(one, page.units), strong=one.taken)
    return (m.Text(called(page, written(one.option))),), (came_to,), (m.Text(_words(one)),)


def came_to(page: Page, one: OptionOutcome) -> str:
    """An option in words, with what it comes to: "small (360 kg)"."""
    return joined("", (called(page, written(one.option)), " (", figure(one.objective, unit_of(one, page.units)).text, ")"))


def called(page: Page, text: str) -> str:
    """An option in words. What stands in a file is read for that, though only another option was: all are called alike."""
    path = text.partition(" with ")[0]
    file, _, name = path.partition(".")
    for top in page.solved.graph.files.values():
        if top.path == file and top.kind.lookup(name) is not None:
            found = page.reading.slot(top, name)
            model = page.reading.slot(found, CALLED_BY) if isinstance(found, Instance) and found.kind.lookup(CALLED_BY) else None
            if isinstance(model, str):
                return page.titles.written(text, model)
    return page.titles.written(text)


def _words(one: OptionOutcome) -> str:
    return joined(", ", filter(None, [phrase("taken") if one.taken else "", standing(one)]))
