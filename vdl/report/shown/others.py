"""`show others`: figures that the design states of an object and that stand nowhere else in the document."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.inputs import inputs_of
from vdl.report.page import Page
from vdl.report.titles import marked
from vdl.text.phrases import joined, phrase


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: _table(page))


def _table(page: Page) -> list[m.Block]:
    rows = []
    for instance in page.solved.graph.instances:
        for one in inputs_of(page, instance):
            if one.cell is not None and one.cell not in page.spelled and not page.told.has(one.value):
                what = joined(": ", (page.titles.object(instance.path), one.name)) if instance.path else one.name
                rows.append(m.Row(((m.Text(what),), (one.value,), marked(one.doc), one.source)))
    columns = tuple([m.Column(phrase(head)) for head in ("Figure", "Value", "Meaning", "Source")])
    return [m.Table("", columns, tuple(rows))] if rows else []
