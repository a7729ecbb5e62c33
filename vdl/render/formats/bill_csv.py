"""The bill of materials as CSV (RFC 4180), safe to open in a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vdl.render import Format
from vdl.render.bill_rows import figure, rows, words
from vdl.report.model import Bound, Prose, Report, Table
from vdl.text.spreadsheet import lines


def bill_csv(report: Report) -> str:
    """All bills of materials of a report in one CSV; "" when there is none.

    A line of heads ("Power (W)"), then the rows, the totals of each group below its rows, the total and of how many lines it
    is. Where there are several bills, a first column names each, and columns of two bills with the same head are one;
    groups, if any, become a column, too. What is not stated leaves a cell of figures empty. Lines end
    with CRLF. Figures are the exact numbers, as decimals without grouping, wherever their unit stands in the head of
    the column; what leaves something out stands in words, "at least 18", which no program takes for the whole. What a
    spreadsheet would take for a formula gets an apostrophe in front.
    """
    bills = report.bill()
    if not bills:
        return ""
    return lines(_lines(bills))


def _lines(tables: Sequence[Table]) -> list[list[str]]:
    named = len(tables) > 1
    grouped = any(row.group for table in tables for row in table.rows)
    heads = list(dict.fromkeys(head for table in tables for head in _heads(table)))
    made = [["Table"] * named + ["Group"] * grouped + [said for said, _ in heads]]
    for table in tables:
        for sort, row in rows(table):
            cells = {}
            for head, column, cell in zip(_heads(table), table.columns, row.cells):
                cells[head] = _figure(cell, numeric=column.numeric)
                if sort == "stated":
                    cells[head] = words(cell, numeric=column.numeric)
            lead = [table.caption] * named + [row.group] * grouped
            made.append([*lead, *[cells.get(head, "") for head in heads]])
    return made


def _heads(table: Table) -> list[tuple[str, int]]:
    """The head of each column, and how many columns of its table before it have the same."""
    said = [f"{column.head} ({column.unit})" if column.unit else column.head for column in table.columns]
    return [(one, said[:at].count(one)) for at, one in enumerate(said)]


def _figure(cell: Prose, *, numeric: bool) -> str:
    """The number of a cell, where it is one and says no unit; else its words."""
    found = figure(cell)
    if found is None:
        return words(cell, numeric=numeric)
    return _BOUNDS[found.bound].format(found.decimal) if found.bound is not None else found.decimal


_BOUNDS: Mapping[Bound, str] = {"least": "at least {}", "most": "at most {}", "neither": "{} by what is stated"}
"""What is said of a number that leaves something out, in which no program takes it for the whole."""


FORMAT = Format("csv", ".bill.csv", "text/csv; charset=utf-8; header=present", lambda report: bill_csv(report).encode())
