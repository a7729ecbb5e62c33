"""`show gaps`: the limits of counts that nobody looks at, since a figure is not stated, with the figures that they lack; but for
those that lack none where nothing is counted."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import spaced
from vdl.report.working import lacking
from vdl.text.phrases import joined, phrase
from vdl.values import FAULT, anywhere
from vdl.words.deciding import none_asked_for

_HEADS = ("Not looked at", "Limit", "Not stated")


def blocks(page: Page) -> list[m.Block]:
    alike: dict[tuple[str, str], list[str]] = {}
    for count in page.judged.counts:
        for bound in count.bounds:
            if bound.value is None or bound.most() is not None or anywhere(bound.value, FAULT):
                continue
            name, figures = spaced(bound.entry.name, bound.entry.source), joined(", ", lacking(page, bound))
            if figures or not none_asked_for(count):
                alike.setdefault((name, figures), []).append(page.titles.member(count.cell.path))
    rows = tuple([
        m.Row(((m.Text(joined("; ", counts)),), (m.Text(name),), (m.Text(figures),))) for (name, figures), counts in alike.items()
    ])  # fmt: skip
    page.unchecked = True
    columns = tuple([m.Column(phrase(head)) for head in _HEADS])
    return [m.Table(phrase("Limits for which no figure is stated"), columns, rows)] if rows else []
