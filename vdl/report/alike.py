"""Rows of a table that say the same of several things, as one row that names them all."""

from __future__ import annotations

from dataclasses import replace

from vdl.report import model as m
from vdl.report.printing import plain


def alike(table: m.Table) -> m.Table:
    """The table with one row for those that differ in their first cell alone, which says of figures that they are of each.

    Rows that are added up, or lead to something by their names, stay as they are; so do those that say nothing but a name.
    """
    fixed = table.bill or table.total is not None or table.subtotals or any(row.path or row.decides for row in table.rows)
    if fixed or len(table.columns) < _NAME_AND_MORE or table.columns[0].numeric:
        return table
    found: dict[tuple[str, tuple[m.Prose, ...]], list[m.Row]] = {}
    for row in table.rows:
        found.setdefault((row.group, tuple(map(_said, row.cells[1:]))), []).append(row)
    if len(found) == len(table.rows):
        return table
    return replace(table, rows=tuple([made for rows in found.values() for made in _one(rows)]))


_NAME_AND_MORE = 2


def _said(prose: m.Prose) -> m.Prose:
    """What a reader sees: words that lead to several calculations are the same words."""
    return tuple([m.Text(part.text) if isinstance(part, m.Link) else part for part in prose])


def _one(rows: list[m.Row]) -> list[m.Row]:
    first, *others = rows
    if not others or not all(plain(row.cells[0]).strip() for row in rows) or not any(map(plain, first.cells[1:])):
        return rows
    names: list[m.Inline] = list(first.cells[0])
    for row in others:
        if row.cells[0] != first.cells[0]:
            names += [m.Text("; "), *row.cells[0]]
    if len(names) > len(first.cells[0]) and any(isinstance(part, m.Value) for cell in first.cells[1:] for part in cell):
        names.append(m.Text(" (each)"))
    return [replace(first, cells=(tuple(names), *first.cells[1:]))]
