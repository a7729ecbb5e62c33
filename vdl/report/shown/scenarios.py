"""`show scenarios`: the scenarios of the design, and what they are."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page


def blocks(page: Page) -> list[m.Block]:
    rows = [
        m.Row(((m.Code(member.name),), (m.Text(member.kind.title or member.doc()),)))
        for member in page.solved.design.all_members().values()
        if member.form == "scenario" and member.kind is not None
    ]
    return [m.Table("", (m.Column("Scenario"), m.Column("What changes")), tuple(rows))] if rows else []
