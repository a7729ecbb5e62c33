"""`show asks`: the questions of the design, and their answers."""

from __future__ import annotations

from vdl.query.questions import answers
from vdl.report import model as m
from vdl.report.page import Page, spaced
from vdl.words import answers as words


def blocks(page: Page) -> list[m.Block]:
    rows = []
    for answer in answers(page.compilation, page.solved):
        rows.append(m.Row(((m.Code(spaced(answer.entry.name)),), (m.Code(words.question(answer)),),
                           (m.Value(words.text(answer, page.units), strong=True),),
                           (m.Text(", ".join(answer.stopped_by)),))))  # fmt: skip
    if not rows:
        return []
    columns = (m.Column("Question"), m.Column("Asked"), m.Column("Answer"), m.Column("One more is stopped by"))
    text = "Each answer is the last step at which every rule holds that the input moves, except those that the question ignores."
    return [m.Paragraph((m.Text(text),)), m.Table("", columns, tuple(rows))]
