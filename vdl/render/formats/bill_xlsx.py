"""The bill of materials as an Excel workbook: a sheet for each table, numbers as numbers, and sums that are formulas.

No text of a design is ever a formula, a link or a number here: what is no figure of the report is written as a text.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from vdl.records import NamedTuple
from vdl.render import Format, Unavailable, versions
from vdl.render.bill_rows import BillRow, figure, rows, words
from vdl.render.plain import plain
from vdl.render.wording import Wording, wording
from vdl.report.model import Report, Table
from vdl.text.safe import printable

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

SUM, COUNT = 9, 2
"""What `SUBTOTAL` is asked for; it leaves out other sums in its range."""
LONGEST = 32_767
"""Characters that a cell can hold."""
WIDEST = 60
"""Characters in a line of a cell at most; longer texts are wrapped."""
DECIMALS = 4
_LONGEST_NAME = 31
"""Characters that the name of a sheet can have."""
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")


def _render(report: Report) -> bytes:
    """The workbook; b"" when there is no bill. Raises `Unavailable`."""
    bills = report.bill()
    if not bills:
        return b""
    try:
        import xlsxwriter
    except ImportError as missing:
        raise Unavailable("XLSX needs the Python package xlsxwriter, which is missing: pip install xlsxwriter") from missing
    made = io.BytesIO()
    workbook = xlsxwriter.Workbook(made, {
        "in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False,
    })  # fmt: skip
    workbook.set_properties({"title": _text(report.cover.title), "created": _dated(report.cover.as_of)})
    said = wording(report)
    names = _names([said.design, *[table.caption for table in bills]], said.bill)
    styles = _Styles(workbook)
    _about(report, workbook.add_worksheet(names[0]), styles)
    for table, name in zip(bills, names[1:]):
        _Sheet(workbook.add_worksheet(name), table, styles, said).write()
    workbook.close()
    return made.getvalue()


class _Styles:
    """The formats of a workbook, each made once."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[tuple[str, object], ...], Any] = {}

    def of(self, **properties: object) -> Any:
        key = tuple(sorted(properties.items()))
        if key not in self._made:
            self._made[key] = self._workbook.add_format({"valign": "top", **properties})
        return self._made[key]


def _about(report: Report, sheet: Worksheet, styles: _Styles) -> None:
    """The first sheet: what the bills are of, whether it holds, and what it was made from."""
    cover, said = report.cover, wording(report)
    judged = [] if cover.verdict is None else [cover.verdict.word, plain(cover.verdict_text)]
    top = [cover.title, cover.subtitle, *judged]
    told = ((said.as_of if judged else said.day_of, said.day), (said.design, cover.files), (said.made_with, cover.made_with))
    sheet.set_column(0, 0, WIDEST * 1.5)
    for at, line in enumerate([*top, *[f"{label}: {text}" for label, text in told]]):
        sheet.write_string(at, 0, _text(line), styles.of(text_wrap=True, bold=at == 0 or (at == 2 and bool(judged))))


class _Lines(NamedTuple):
    """Rows of a sheet that hold lines of the bill, from 0; the last one is among them."""

    first: int
    last: int


class _Sheet:
    def __init__(self, sheet: Worksheet, table: Table, styles: _Styles, said: Wording) -> None:
        self.said = said
        self.sheet = sheet
        self.table = table
        self.styles = styles
        self.lead = 1 if any(row.group for row in table.rows) else 0
        """The columns before those of the table: groups, if there are any."""
        self.rows = list(rows(table))
        self.decimals = [_decimals(self.rows, at) for at in range(len(table.columns))]

    def write(self) -> None:
        head = self.styles.of(bold=True, bottom=1, text_wrap=True)
        titles = [f"{column.head} ({column.unit})" if column.unit else column.head for column in self.table.columns]
        for at, title in enumerate([*[self.said.group] * self.lead, *titles]):
            self.sheet.write_string(0, at, _text(title), head)
        for at in range(len(titles)):
            self.sheet.set_column(at + self.lead, at + self.lead, self._width(at, titles[at]))
        if self.lead:
            self.sheet.set_column(0, 0, min(WIDEST, max(12, *[len(one.row.group) + 2 for one in self.rows])))
        for at, one in enumerate(self.rows, start=1):
            self._row(at, one)
        self.sheet.freeze_panes(1, 0)
        self.sheet.repeat_rows(0)
        self.sheet.set_landscape()
        self.sheet.set_paper(9)  # A4
        self.sheet.fit_to_pages(1, 0)

    def _row(self, at: int, one: BillRow) -> None:
        below = one.sort != "line"
        style: dict[str, object] = {"bold": True} if below else {}
        if one.sort == "total":
            style["top"] = 1
        if self.lead:
            self.sheet.write_string(at, 0, _text(one.row.group), self.styles.of(**style))
        for index, (column, cell) in enumerate(zip(self.table.columns, one.row.cells)):
            found = figure(cell)
            where = index + self.lead
            if found is None:
                text = words(cell, numeric=column.numeric)
                if text or below:
                    self.sheet.write_string(at, where, _text(text), self.styles.of(text_wrap=True, **style))
                continue
            number, form = float(found.decimal), _form(0 if one.sort == "stated" else self.decimals[index])
            span = self._span(at, one)
            if found.bound is not None:
                before, behind = [f'"{words}"' if words else "" for words in self.said.bounded(found.bound)]
                form = f"{before}{form}{behind}"
            if below and column.adds_up and span is not None:
                self.sheet.write_formula(at, where, _formula(one, where, span), self.styles.of(num_format=form, **style), number)
            else:
                self.sheet.write_number(at, where, number, self.styles.of(num_format=form, **style))

    def _span(self, at: int, one: BillRow) -> _Lines | None:
        """The rows that a row of sums is about; those of its group stand right above it."""
        lines = [row for row, each in enumerate(self.rows[: at - 1], start=1) if each.sort == "line"]
        if one.sort == "together":
            lines = [row for row in lines if self.rows[row - 1].row.group == one.row.group]
        return _Lines(lines[0], lines[-1]) if lines else None

    def _width(self, at: int, title: str) -> float:
        """As wide as the longest line of the column, heads broken at their words."""
        longest = max((len(line) for one in self.rows for line in plain(one.row.cells[at]).split("\n")), default=0)
        return float(min(WIDEST, max(longest + 2, *[len(word) + 2 for word in title.split()], 8)))


def _formula(one: BillRow, column: int, span: _Lines) -> str:
    from xlsxwriter.utility import xl_rowcol_to_cell

    ends = [xl_rowcol_to_cell(row, column) for row in span]
    return f"=SUBTOTAL({COUNT if one.sort == 'stated' else SUM},{ends[0]}:{ends[1]})"


def _decimals(found: Iterable[BillRow], at: int) -> int:
    """How many decimals the figures of a column have, up to a few."""
    numbers = [figure(one.row.cells[at]) for one in found if one.sort != "stated"]
    parts = [one.decimal.partition(".")[2] for one in numbers if one is not None]
    return min(max(map(len, parts), default=0), DECIMALS)


def _form(decimals: int) -> str:
    return f"#,##0.{'0' * decimals}" if decimals else "#,##0"


def _names(captions: Sequence[str], word: str = "Bill") -> list[str]:
    """What the sheets are called: not too long, without some signs, all different whatever their capitals."""
    made: list[str] = []
    for caption in captions:
        base = _FORBIDDEN.sub(" ", _text(caption)).replace("\n", " ").strip("' ") or word
        number, name = 1, _cut(base, _LONGEST_NAME)
        while name.casefold() in {one.casefold() for one in made} or name.casefold() == "history":
            number += 1
            name = f"{_cut(base, _LONGEST_NAME - 1 - len(str(number)))} {number}"
        made.append(name)
    return made


def _cut(name: str, most: int) -> str:
    """A name of no more characters than that, which ends behind a word where it has several."""
    if len(name) <= most:
        return name
    whole = name[: most + 1].rpartition(" ")[0]
    return (whole if len(whole) > most // 2 else name[:most]).rstrip("' ,;:-\u2013(")


def _text(words: str) -> str:
    """A text as a cell can hold it."""
    return printable(words)[:LONGEST]


def _dated(as_of: str) -> datetime:
    """When the workbook says it was made: the day of the report, or the first one that such files know."""
    try:
        return datetime.fromisoformat(as_of).replace(tzinfo=None)
    except ValueError:
        return datetime(1980, 1, 1)


def _laid_out_by() -> dict[str, str]:
    import zlib

    return {**versions("xlsxwriter"), "zlib": zlib.ZLIB_RUNTIME_VERSION}


FORMAT = Format("xlsx", ".bill.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _render, _laid_out_by,
                for_people=True)  # fmt: skip
