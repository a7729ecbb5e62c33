"""`show accepted`: what `show risks` leaves of what is accepted, under what follows of it."""

from __future__ import annotations

from dataclasses import replace

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import plain
from vdl.report.shown import findings
from vdl.report.shown.risks import apart, exceptions
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase


def blocks(page: Page) -> list[m.Block]:
    made: list[m.Block] = []
    for block in findings.blocks(page):
        _, others = apart(page, block)
        if others and isinstance(block, m.Table):
            made.append(_together(replace(block, rows=others, note=_note(block.note, others))))
    return made


def _note(note: m.Prose, rows: tuple[m.Row, ...]) -> m.Prose:
    """That of the table, and how many exceptions stand in its rows, where these are fewer: chapters count exceptions."""
    number = exceptions(rows)
    if number == len(rows):
        return note
    said = several(number, "exception; those that say the same of several objects, for the same reason, stand in one row.",
                   "exceptions; those that say the same of several objects, for the same reason, stand in one row.")  # fmt: skip
    return (*note, m.Text(joined("", (" ", said)) if note else said))


def _together(table: m.Table) -> m.Table:
    """The rows of which the same follows in a group, which says that once; the others before these."""
    at = next((index for index, column in enumerate(table.columns) if column.head == phrase("What follows")), None)
    if at is None:
        return table
    groups: dict[str, list[m.Row]] = {"": []}
    for row in table.rows:
        groups.setdefault(plain(row.cells[at]), []).append(row)
    rows: list[m.Row] = []
    for follows, of in sorted(groups.items(), key=lambda pair: len(pair[1]) > 1 and pair[0] != ""):
        several = len(of) > 1 and follows
        rows += [replace(row, group=follows, cells=(*row.cells[:at], (), *row.cells[at + 1:])) if several else row for row in of]
    return replace(table, rows=tuple(rows))
