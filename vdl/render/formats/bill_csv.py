"""The bill of materials as CSV (RFC 4180), safe to open in a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from vdl.render import Format
from vdl.render.plain import plain
from vdl.report.model import Prose, Report, Row, Table, Value
from vdl.text.spreadsheet import lines

_NOT_STATED = "–"


def bill_csv(report: Report) -> str:
    """All bills of materials of a report in one CSV; "" when there is none.

    A line of heads ("Power (W)"), then the rows, the totals of each group below its rows, the total and how many lines it
    leaves out. Where there are several bills, a first column names each, and columns of two bills with the same head are one;
    groups, if any, become a column, too. What is not stated leaves a cell of figures empty. Lines end
    with CRLF. Figures are the exact numbers, as decimals without grouping, wherever their unit stands in the head of
    the column. What a spreadsheet would take for a formula gets an apostrophe in front.
    """
    bills = report.bill()
    if not bills:
        return ""
    return lines(_lines(bills))


def _lines(tables: Sequence[Table]) -> list[list[str]]:
    named = len(tables) > 1
    grouped = any(row.group for table in tables for row in table.rows)
    heads = list(dict.fromkeys(head for table in tables for head in _heads(table)))
    made = [["Table"] * named + ["Group"] * grouped + [words for words, _ in heads]]
    for table in tables:
        for row in _rows(table):
            found = zip(_heads(table), table.columns, row.cells)
            cells = {head: _figure(cell, numeric=column.numeric) for head, column, cell in found}
            lead = [table.caption] * named + [row.group] * grouped
            made.append([*lead, *[cells.get(head, "") for head in heads]])
    return made


def _heads(table: Table) -> list[tuple[str, int]]:
    """The head of each column, and how many columns of its table before it have the same."""
    words = [f"{column.head} ({column.unit})" if column.unit else column.head for column in table.columns]
    return [(one, words[:at].count(one)) for at, one in enumerate(words)]


def _rows(table: Table) -> Iterator[Row]:
    """The rows in the order of the page, and what stands below them."""
    below = {row.group: row for row in table.subtotals}
    for group, rows in groupby(table.rows, key=lambda row: row.group):
        yield from rows
        if group in below:
            yield below[group]
    yield from (row for row in (table.total, table.left_out) if row is not None)


def _figure(cell: Prose, *, numeric: bool) -> str:
    """The number of a cell, where it is one and says no unit; else its words, and nothing for a dash among figures."""
    if numeric and plain(cell) == _NOT_STATED:
        return ""
    if len(cell) == 1 and isinstance(cell[0], Value) and cell[0].decimal and not cell[0].unit:
        return cell[0].decimal
    return plain(cell)


FORMAT = Format("csv", ".bill.csv", "text/csv; charset=utf-8; header=present", lambda report: bill_csv(report).encode())
