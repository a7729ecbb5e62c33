"""The bill of materials as CSV: it reads back, and no cell is a formula."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdl.render.formats.bill_csv import bill_csv
from vdl.report.model import Column, Prose, Report, Row, Section, Table, Text, Value
from vdl.text.safe import printable

from .sample import SAMPLE, n, t, v


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def table(*rows: tuple[str, ...], numeric: bool = False) -> Table:
    count = max(map(len, rows))
    columns = tuple(Column(f"c{index}", numeric=numeric) for index in range(count))
    return Table("T", columns, tuple(Row(tuple(t(cell) for cell in row)) for row in rows), bill=True)


def written(*row: str, numeric: bool = False) -> str:
    """The file of a bill with one row."""
    return bill_csv(report(table(row, numeric=numeric)))


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
    assert lines[-1] == ["", "Total", "", "100", "42", "12696.8", "609.15", "413620", ""]
    assert len(lines) == 9 and {len(line) for line in lines} == {9}


def test_a_sum_that_leaves_out_lines_is_no_number() -> None:
    columns = (Column("Part"), Column("Weight", numeric=True, adds_up=True), Column("Power", numeric=True, adds_up=True))
    lines = (Row((t("Box"), n("4"), n("6"))), Row((t("Lid"), t("–"), n("1"))))
    total = Row((t("Total"), (Value("at least 4", decimal="4", bound="least"),), n("7")))
    stated = Row((t("Lines that state it"), (Value("1 of 2", decimal="1"),), (Value("2 of 2", decimal="2"),)))
    of = Table("T", columns, lines, total, bill=True, left_out=stated)
    assert read(bill_csv(report(of)))[-2:] == [["Total", "at least 4", "7"], ["Lines that state it", "1 of 2", "2 of 2"]]


@pytest.mark.parametrize(
    "cell",
    ["=1+2", "+cmd", "-KIT", "@SUM(A1)", " =1", "\u00a0=1", "＝1", "-2+3", "\ufeff=1", "\u200b=1", "\u2060 \u00ad@A1", '"=1"'],
)
def test_formulas_are_defused(cell: str) -> None:
    assert read(written(cell))[1] == [f"'{cell}"]


@pytest.mark.parametrize(
    ("cell", "harmless"),
    [
        (";=1+1", ";'=1+1"), ("a; =1+1", "a;' =1+1"), ("a\t+cmd", "a\t'+cmd"), ("a\n@SUM(A1)", "a\n'@SUM(A1)"), ("\t=1", "\t'=1"),
        ("=1;=2", "'=1;'=2"), ("summer -2; winter +3", "summer -2; winter +3"), ("1; -2; 3", "1;' -2; 3"), ("a, =b", "a, =b"),
        ("\r=1", r"\u{d}=1"), ("=\x1b", r"'=\u{1b}"), ("a\u202eb", r"a\u{202e}b"),
    ],
)  # fmt: skip
def test_formulas_are_defused_wherever_a_spreadsheet_may_split(cell: str, harmless: str) -> None:
    assert read(written(cell))[1] == [harmless]
    assert read(written("x", cell, "y"))[1] == ["x", harmless, "y"]


FORMULA = re.compile(r"[\s\u00ad\u200b-\u200f\u2060\ufeff\"]*[=+\-@＝＋－＠]")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


@given(st.lists(st.text("=+-@;\t\r\n ,\"'a1.\u200b\ufeff\u00a0＝", max_size=8), min_size=1, max_size=3), st.sampled_from(";\t,"))
def test_no_reader_finds_a_formula(cells: list[str], separator: str) -> None:
    for line in csv.reader(io.StringIO(written("x", *cells), newline=""), delimiter=separator):
        assert not [cell for cell in line if FORMULA.match(cell) and not cell.startswith("'") and not NUMBER.fullmatch(cell)]


@pytest.mark.parametrize("cell", ["12", "-7", "+12.25", "0.5", "-0.5"])
def test_plain_numbers_stay_numbers(cell: str) -> None:
    assert written(cell) == f"c0\r\n{cell}\r\n"


def test_figures_are_the_numbers_and_not_the_words() -> None:
    cells: tuple[Prose, ...] = (
        (Value("1,234.6", "6172839/5000", "1234.5678"),), (Value("-3", "-3", "-3"),),
        (Value("14.2 min", "71/5", "14.2", "min"),), (Value("2..3"),), (Value("3", "3", "3"), Text(" of 4")), t("—"),
    )  # fmt: skip
    bill = Table("T", tuple(Column(f"c{index}", numeric=True) for index in range(len(cells))), (Row(cells),), bill=True)
    assert read(bill_csv(report(bill)))[1] == ["1234.5678", "-3", "14.2 min", "2..3", "3 of 4", "—"]


@pytest.mark.parametrize("numeric", [False, True])
def test_words_that_look_like_figures_stay_words(numeric: bool) -> None:
    assert read(written("1,270", "−4.3", numeric=numeric))[1] == ["1,270", "−4.3"]


def test_quotes_commas_and_line_ends_are_quoted() -> None:
    made = written('say "hi"', "a,b", "a\nb", "a b")
    assert made == 'c0,c1,c2,c3\r\n"say ""hi""","a,b","a\nb",a b\r\n'


@given(st.lists(st.text(max_size=12), min_size=1, max_size=4))
def test_every_cell_reads_back_but_for_the_apostrophe(cells: list[str]) -> None:
    back = read(written(*cells))[1]
    assert [cell.replace("'", "") for cell in back] == [printable(cell).replace("'", "") for cell in cells]


def test_totals_stand_below_their_rows_and_say_what_they_leave_out() -> None:
    def rows(group: str, *numbers: str) -> tuple[Row, ...]:
        return tuple(Row((t("x"), v(n) if n else t("–")), group=group) for n in numbers)

    bill = Table(
        "T", (Column("c0"), Column("c1", numeric=True)), (*rows("a", "1", "2"), *rows("b", "")), Row((t("Total"), v("3"))),
        bill=True, subtotals=(Row((t("Together"), v("3")), group="a"),), left_out=Row((t("Silent"), v("1"))),
    )  # fmt: skip
    assert read(bill_csv(report(bill))) == [
        ["Group", "c0", "c1"], ["a", "x", "1"], ["a", "x", "2"], ["a", "Together", "3"], ["b", "x", ""], ["", "Total", "3"],
        ["", "Silent", "1"],
    ]  # fmt: skip


def test_several_bills_become_one_file() -> None:
    first = replace(table(("x", "1")), caption="First")
    second = Table("Second", (Column("c1"), Column("new")), (Row((t("y"), v("2"))),), bill=True)
    assert read(bill_csv(report(first, second))) == [
        ["Table", "c0", "c1"],
        ["First", "x", "1"],
        [],
        ["Table", "c1", "new"],
        ["Second", "y", "2"],
    ]


def test_bills_of_one_file_have_as_many_cells_in_each_line() -> None:
    narrow = replace(table(("x",)), caption="Narrow")
    grouped = Table("Wide", (Column("c0"), Column("c1")), (Row((t("y"), v("2")), group="a"),), bill=True)
    assert read(bill_csv(report(narrow, grouped, narrow))) == [
        ["Table", "c0", "", ""], ["Narrow", "x", "", ""], [],
        ["Table", "Group", "c0", "c1"], ["Wide", "a", "y", "2"], [],
        ["Table", "c0", "", ""], ["Narrow", "x", "", ""],
    ]  # fmt: skip


def test_no_bill_gives_no_file() -> None:
    assert bill_csv(report()) == ""


def report(*tables: Table) -> Report:
    return replace(SAMPLE, sections=(Section("1", "S", "s", tables),))


