"""`show placements`: what is placed where, and through what."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page


def blocks(page: Page) -> list[m.Block]:
    placements = page.solved.graph.placements
    rows = [
        m.Row(((m.Code(p.demand.path),), (m.Text(", ".join(stage.path for stage in p.stages)),), (m.Code(p.target.path),)))
        for p in placements
    ]
    columns: tuple[m.Column, ...] = (m.Column("What"), m.Column("Through"), m.Column("On"))
    if not any(p.stages for p in placements):
        columns = (columns[0], columns[2])
        rows = [m.Row((row.cells[0], row.cells[2])) for row in rows]
    return [m.Table("", columns, tuple(rows))] if rows else []
