"""The bill of materials as CSV (RFC 4180), safe to open in a spreadsheet."""

from __future__ import annotations

from vdl.render import Format
from vdl.render.bill_rows import figure, rows, words
from vdl.report.model import Prose, Report, Table
from vdl.text.spreadsheet import bounded, lines


def bill_csv(report: Report) -> str:
    """All bills of materials of a report in one CSV; "" when there is none.

    A line of heads ("Power (W)"), then the rows, the totals of each group below its rows, the total and of how many lines it
    is; groups, if any, become a column. Several bills stand one below the other, with an empty line between and each with
    heads of its own; a first column, "Table", names the bill of each row, and short lines are filled up with empty cells, so
    that all have as many. What is not stated leaves a cell of figures empty. Lines end
    with CRLF. Figures are the exact numbers, as decimals without grouping, wherever their unit stands in the head of
    the column; what leaves something out stands in words, "at least 18", which no program takes for the whole. What a
    spreadsheet would take for a formula gets an apostrophe in front.
    """
    bills = report.bill()
    if not bills:
        return ""
    made = [_lines(table, named=len(bills) > 1) for table in bills]
    width = max(len(line) for each in made for line in each)
    apart = [[*each, []] for each in made[:-1]]
    return lines([[*line, *[""] * (width - len(line))] if line else line for each in (*apart, made[-1]) for line in each])


def _lines(table: Table, *, named: bool) -> list[list[str]]:
    grouped = any(row.group for row in table.rows)
    heads = [f"{column.head} ({column.unit})" if column.unit else column.head for column in table.columns]
    made = [["Table"] * named + ["Group"] * grouped + heads]
    for sort, row in rows(table):
        said = words if sort == "stated" else _figure
        cells = [said(cell, numeric=column.numeric) for column, cell in zip(table.columns, row.cells)]
        made.append([table.caption] * named + [row.group] * grouped + cells)
    return made


def _figure(cell: Prose, *, numeric: bool) -> str:
    """The number of a cell, where it is one and says no unit; else its words."""
    found = figure(cell)
    if found is None:
        return words(cell, numeric=numeric)
    return bounded(found.decimal, found.bound)


FORMAT = Format("csv", ".bill.csv", "text/csv; charset=utf-8; header=present", lambda report: bill_csv(report).encode())
