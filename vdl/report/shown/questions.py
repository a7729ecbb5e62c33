"""`show questions`: the questions of the design as they are written there, by their titles."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import called
from vdl.text.phrases import phrase
from vdl.words import answers as words

_HEADS = ("Question", "As it is written")


def blocks(page: Page) -> list[m.Block]:
    graph = page.solved.graph
    asked = [(one.name, one.node.title, words.asked(one)) for one in graph.asks]
    asked += [(one.name, one.node.title, words.swept(one)) for one in graph.sweeps]
    rows = tuple([m.Row(((called(name, title),), (m.Code(text),))) for name, title, text in asked])
    columns = tuple([m.Column(phrase(head)) for head in _HEADS])
    return [m.Table("", columns, rows)] if rows else []
