"""`show defaults`: every default of the library that entered a result."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.assumed import assumed
from vdl.report.page import Page
from vdl.report.titles import marked
from vdl.text.phrases import phrase

_NAMED = 1
"""Objects that are named of those that use a default; the others are counted."""


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: _table(page))


def _table(page: Page) -> list[m.Block]:
    titles = page.titles
    _, defaults = assumed(page)
    columns = tuple([m.Column(phrase(head)) for head in ("Default", "Value", "Of", "Meaning")])
    told = {(name, doc): words for (name, words, doc) in sorted(defaults, reverse=True)}
    """What a default means is said at the first of its values."""
    rows = tuple([
        m.Row(((m.Text(name),), (m.Value(words),), (m.Text(titles.objects_named(where, _NAMED)),),
               marked(doc) if told[name, doc] == words else ()))
        for (name, words, doc), where in sorted(defaults.items())
    ])  # fmt: skip
    return [m.Table("", columns, rows)] if rows else []
