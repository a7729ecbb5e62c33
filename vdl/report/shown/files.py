"""`show files`: the rules and bounds in force with the files they come from."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import spaced
from vdl.text.phrases import joined, phrase
from vdl.text.source import LIBRARY, Source


def blocks(page: Page) -> list[m.Block]:
    by_file: dict[str, dict[str, None]] = {}
    for rule in page.judged.rules:
        if rule.rule is not None:
            by_file.setdefault(rule.rule.source.path, {}).setdefault(_name(rule.name, rule.rule.source))
        elif rule.bound is not None:
            by_file.setdefault(rule.bound.entry.source.path, {}).setdefault(_name(rule.bound.entry.name, rule.bound.entry.source))
    for cell in page.solved.graph.counts:
        for bound in cell.bounds:
            by_file.setdefault(bound.source.path, {}).setdefault(phrase("{name} (bound)", name=_name(bound.name, bound.source)))
    rows = []
    for file in page.compilation.program.files:
        if file in by_file:
            where = f"library, {file[len(LIBRARY):]}" if file.startswith(LIBRARY) else file
            rows.append(m.Row(((m.Code(where),), (m.Text(joined(", ", by_file[file])),))))
    return [m.Table("", (m.Column(phrase("File")), m.Column(phrase("Rules and bounds"))), tuple(rows))] if rows else []


def _name(path: str, source: Source) -> str:
    return spaced(path.rsplit(".", 1)[-1], source)
