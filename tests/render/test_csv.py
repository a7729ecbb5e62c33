"""The bill of materials as CSV: it reads back, and no cell is a formula."""

from __future__ import annotations

import csv as reader
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdl.render.formats.bill_csv import bill_csv, csv
from vdl.report.model import Column, Report, Row, Section, Table

from .sample import SAMPLE, t, v


def read(text: str) -> list[list[str]]:
    return list(reader.reader(io.StringIO(text, newline=""), strict=True))


def table(*rows: tuple[str, ...], numeric: bool = False) -> Table:
    count = max(map(len, rows))
    columns = tuple(Column(f"c{index}", numeric=numeric) for index in range(count))
    return Table("T", columns, tuple(Row(tuple(t(cell) for cell in row)) for row in rows), bill=True)


def test_the_bill_reads_back() -> None:
    lines = read(bill_csv(SAMPLE))
    assert lines[0] == [
        "Group", "Part", "Number", "Count", "Units (U)", "Power (W)", "Weight (kg)", "Price (€)",
        "Asked for by",
    ]  # fmt: skip
    assert lines[4] == [
        "Hosts", "Host, 2 processors of 16 cores, 512 GB", "HX-216-512", "15", "30", "9750", "412.5",
        "183300", "by memory",
    ]  # fmt: skip
    assert len(lines) == 8 and {len(line) for line in lines} == {9}


@pytest.mark.parametrize("cell", ["=1+2", "+cmd", "-KIT", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "-2+3"])
def test_formulas_are_defused(cell: str) -> None:
    assert read(csv(table((cell,))))[1] == [f"'{cell}"]


@pytest.mark.parametrize("cell", ["12", "-7", "+12.25", "0.5", "-0.5"])
def test_plain_numbers_stay_numbers(cell: str) -> None:
    assert csv(table((cell,))) == f"c0\r\n{cell}\r\n"


def test_numeric_columns_lose_what_a_spreadsheet_cannot_read() -> None:
    written = csv(table(("1,234.5", "−4.3", "−1,234", "—", "14.2 min"), numeric=True))
    assert read(written)[1] == ["1234.5", "-4.3", "-1234", "—", "14.2 min"]


def test_quotes_commas_and_line_ends_are_quoted() -> None:
    written = csv(table(('say "hi"', "a,b", "a\nb", "a b")))
    assert written == 'c0,c1,c2,c3\r\n"say ""hi""","a,b","a\nb",a b\r\n'


@given(st.lists(st.text(max_size=12), min_size=1, max_size=4))
def test_every_cell_reads_back_but_for_the_apostrophe(cells: list[str]) -> None:
    written = csv(table(tuple(cells)))
    back = read(written)[1] if any(cells) or len(cells) > 1 else [""]
    assert [cell.removeprefix("'") for cell in back] == [cell.removeprefix("'") for cell in cells]


def test_several_bills_become_one_file() -> None:
    first = replace(table(("x", "1")), caption="First")
    second = Table("Second", (Column("c1"), Column("new")), (Row((t("y"), v("2"))),), bill=True)
    report = _report(first, second)
    assert read(bill_csv(report)) == [
        ["Table", "c0", "c1", "new"],
        ["First", "x", "1", ""],
        ["Second", "", "y", "2"],
    ]


def test_no_bill_gives_no_file() -> None:
    assert bill_csv(_report()) == ""


def _report(*tables: Table) -> Report:
    return replace(SAMPLE, sections=(Section("1", "S", "s", tables),))


