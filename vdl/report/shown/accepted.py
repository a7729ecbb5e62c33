"""`show accepted`: what `show risks` leaves of what is accepted, under what follows of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import plain
from vdl.report.shown import findings
from vdl.report.shown.risks import apart, exceptions
from vdl.report.titles import marked
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase


def blocks(page: Page) -> list[m.Block]:
    made: list[m.Block] = []
    for block in findings.blocks(page):
        _, others = apart(page, block)
        if others and isinstance(block, m.Table):
            made.append(_together(page, replace(block, rows=others, note=_note(block.note, others))))
    return made


def _note(note: m.Prose, rows: tuple[m.Row, ...]) -> m.Prose:
    """That of the table, and how many exceptions stand in its rows, where these are fewer: chapters count exceptions."""
    number = exceptions(rows)
    if number == len(rows):
        return note
    said = several(number, "exception; those that say the same of several objects, for the same reason, stand in one row.",
                   "exceptions; those that say the same of several objects, for the same reason, stand in one row.")  # fmt: skip
    return (*note, m.Text(joined("", (" ", said)) if note else said))


def _alike(page: Page, rows: list[m.Row]) -> Iterator[list[m.Row]]:
    """The rows of a group, those of one rule under its sentence: each of them says of what it is."""
    found: dict[str, list[m.Row]] = {}
    for row in rows:
        found.setdefault(page.titles.sentences.get(row.path.partition(", ")[0], row.path), []).append(row)
    for sentence, of in found.items():
        names = [row.path.split(", ") for row in of]
        if len(of) < 2 or not all(page.titles.around(name) for each in names for name in each):
            yield of
            continue
        cites = [tuple([part for part in row.cells[0] if isinstance(part, m.Cite)]) for row in of]
        said = joined(": ", (of[0].group.rstrip("."), plain(marked(sentence))))
        around = [joined("; ", dict.fromkeys(map(page.titles.around, each))) for each in names]
        yield [
            replace(row, group=said, cells=((m.Text(words), *cite), *row.cells[1:]))
            for row, words, cite in zip(of, around, cites)
        ]


def _together(page: Page, table: m.Table) -> m.Table:
    """The rows of which the same follows in a group, which says that once; the others before these."""
    at = next((index for index, column in enumerate(table.columns) if column.head == phrase("What follows")), None)
    if at is None:
        return table
    groups: dict[str, list[m.Row]] = {"": []}
    for row in table.rows:
        groups.setdefault(plain(row.cells[at]), []).append(row)
    rows: list[m.Row] = []
    for follows, of in sorted(groups.items(), key=lambda pair: len(pair[1]) > 1 and pair[0] != ""):
        if len(of) > 1 and follows:
            of = [replace(row, group=follows, cells=(*row.cells[:at], (), *row.cells[at + 1:])) for row in of]
            of = [each for rows_alike in _alike(page, of) for each in rows_alike]
        rows += of
    return replace(table, rows=tuple(rows))
