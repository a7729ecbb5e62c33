"""Tables as CSV (RFC 4180), safe to open in a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vdl.render import Format
from vdl.render.plain import plain
from vdl.report.model import Column, Prose, Report, Table

_PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_GROUPED_NUMBER = re.compile(r"[-−+]?\d{1,3}(,\d{3})+(\.\d+)?|−\d+(\.\d+)?")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def csv(table: Table) -> str:
    """One table: a line of heads ("Power (W)"), then its rows; the total is left to the reader.

    Lines end with CRLF. Figures lose their thousands separators. A cell that a spreadsheet would
    take for a formula gets an apostrophe in front. Groups, if any, become a first column.
    """
    return _written([table])


def bill_csv(report: Report) -> str:
    """All bills of materials of a report in one CSV; "" when there is none.

    Where there are several, a first column names each, and columns with the same head are one.
    """
    bills = report.bill()
    return _written(bills) if bills else ""


def _written(tables: Sequence[Table]) -> str:
    named = len(tables) > 1
    grouped = any(row.group for table in tables for row in table.rows)
    heads: list[str] = []
    for table in tables:
        heads.extend(head for head in map(_head, table.columns) if head not in heads)
    lead = ["Table"] * named + ["Group"] * grouped
    lines = [_record([*lead, *heads])]
    for table in tables:
        places = [heads.index(_head(column)) for column in table.columns]
        for row in table.rows:
            cells = [""] * len(heads)
            for place, column, cell in zip(places, table.columns, row.cells, strict=False):
                cells[place] = _cell(cell, column)
            lines.append(_record([*[table.caption] * named, *[row.group] * grouped, *cells]))
    return "".join(lines)


def _head(column: Column) -> str:
    return f"{column.head} ({column.unit})" if column.unit else column.head


def _cell(cell: Prose, column: Column) -> str:
    text = plain(cell)
    if column.numeric and _GROUPED_NUMBER.fullmatch(text):
        return text.replace(",", "").replace("−", "-")
    return text


def _record(cells: Iterable[str]) -> str:
    return ",".join(_quoted(_defused(cell)) for cell in cells) + "\r\n"


def _defused(cell: str) -> str:
    """The cell, made harmless unless it is a plain number. Leading blanks do not hide a formula."""
    if _PLAIN_NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}" if cell.startswith(_FORMULA) or cell.lstrip().startswith(_FORMULA) else cell


def _quoted(cell: str) -> str:
    if any(char in cell for char in ',"\r\n') or cell != cell.strip():
        return '"' + cell.replace('"', '""') + '"'
    return cell


FORMAT = Format("csv", ".bill.csv", "text/csv; charset=utf-8; header=present", lambda report: bill_csv(report).encode())
