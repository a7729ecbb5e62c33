"""`show files`: the rules and bounds in force with the files they come from."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import spaced
from vdl.text.source import LIBRARY


def blocks(page: Page) -> list[m.Block]:
    by_file: dict[str, dict[str, None]] = {}
    for rule in page.judged.rules:
        if rule.rule is not None:
            by_file.setdefault(rule.rule.source.path, {}).setdefault(rule.name.rsplit(".", 1)[-1])
        elif rule.bound is not None:
            by_file.setdefault(rule.bound.entry.source.path, {}).setdefault(rule.bound.entry.name)
    for cell in page.solved.graph.counts:
        for bound in cell.bounds:
            by_file.setdefault(bound.source.path, {}).setdefault(f"{bound.name} (bound)")
    rows = []
    for file in page.compilation.program.files:
        if file in by_file:
            where = f"library, {file[len(LIBRARY):]}" if file.startswith(LIBRARY) else file
            rows.append(m.Row(((m.Code(where),), (m.Text(", ".join([spaced(n) for n in by_file[file]])),))))
    return [m.Table("", (m.Column("File"), m.Column("Rules and bounds")), tuple(rows))] if rows else []
