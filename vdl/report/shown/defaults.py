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


def _listed(values: list[m.Value]) -> m.Prose:
    return tuple([part for value in values for part in (m.Text("; "), value)][1:])


def _table(page: Page) -> list[m.Block]:
    titles = page.titles
    _, defaults = assumed(page)
    columns = tuple([m.Column(phrase(head)) for head in ("Default", "Value", "Of", "Meaning")])
    alike: dict[tuple[str, str], dict[str, list[str]]] = {}
    """By name and meaning the values, each with the objects that use it."""
    for (name, words, doc), where in sorted(defaults.items()):
        alike.setdefault((name, doc), {})[words] = where
    rows = tuple([
        m.Row(((m.Text(name),), _listed([m.Value(words) for words in values]),
               (m.Text(titles.objects_named([path for where in values.values() for path in where], _NAMED)),), marked(doc)))
        for (name, doc), values in alike.items()
    ])  # fmt: skip
    return [m.Table("", columns, rows)] if rows else []
