"""The bills of a report, row by row, as formats for programs write them: each cell under the head of its column."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from vdl.records import NamedTuple
from vdl.render.plain import plain
from vdl.report.model import Prose, Row, Table, Value

NOT_STATED = "–"

Sort = Literal["line", "together", "total", "stated"]
"""A line of the bill, the sums of a group, the sums of all, and of how many lines these are."""


class BillRow(NamedTuple):
    sort: Sort
    row: Row


def heads(table: Table) -> list[str]:
    """What each column is called, all differently: "Cost", "Cost (2)"."""
    words = [column.head for column in table.columns]
    return [one if one not in words[:at] else f"{one} ({words[:at].count(one) + 1})" for at, one in enumerate(words)]


def rows(table: Table) -> Iterator[BillRow]:
    """The rows in the order of the page, and what stands below them."""
    below = {row.group: row for row in table.subtotals}
    for group, lines in groupby(table.rows, key=lambda row: row.group):
        for line in lines:
            yield BillRow("line", line)
        if group in below:
            yield BillRow("together", below[group])
    if table.total is not None:
        yield BillRow("total", table.total)
    if table.left_out is not None:
        yield BillRow("stated", table.left_out)


def figure(cell: Prose) -> Value | None:
    """The number of a cell, where it is one and says no unit."""
    if len(cell) == 1 and isinstance(cell[0], Value) and cell[0].decimal and not cell[0].unit:
        return cell[0]
    return None


def words(cell: Prose, *, numeric: bool) -> str:
    """What a cell says in words; nothing for a dash among figures."""
    said = plain(cell)
    return "" if numeric and said == NOT_STATED else said
