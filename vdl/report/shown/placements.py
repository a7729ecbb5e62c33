"""`show placements`: what runs or lies where, through what, as far as no diagram of the document shows it."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.diagrams import shown
from vdl.report.page import Page
from vdl.text.phrases import joined, phrase


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: _table(page)) if page.solved.graph.placements else []


def _table(page: Page) -> list[m.Block]:
    titles = page.titles
    by_target: dict[tuple[str, str], list[str]] = {}
    for one in page.solved.graph.placements:
        if shown(page, (one.demand, *one.stages, one.target)):
            continue
        through = joined(", ", [titles.object(stage.path) for stage in one.stages])
        by_target.setdefault((titles.object(one.target.path), through), []).append(titles.object(one.demand.path))
    rows = [
        m.Row(((m.Text(target),), (m.Text(joined("; ", demands)),), (m.Text(through),)))
        for (target, through), demands in by_target.items()
    ]
    columns: tuple[m.Column, ...] = tuple([m.Column(phrase(head)) for head in ("On", "What", "Through")])
    if not any(through for _, through in by_target):
        columns, rows = columns[:2], [m.Row(row.cells[:2]) for row in rows]
    return [m.Table("", columns, tuple(rows))] if rows else []
