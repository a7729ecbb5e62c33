"""The bill of materials as a workbook: numbers are numbers, sums are formulas, and no text is one."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from vdl.render import Unavailable
from vdl.render.formats.bill_xlsx import FORMAT
from vdl.report.model import Column, Report, Row, Section, Table, Value

from .sample import SAMPLE, t

pytest.importorskip("xlsxwriter")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def n(text: str) -> tuple[Value]:
    return (Value(text, text, text),)


def report(*tables: Table) -> Report:
    return replace(SAMPLE, sections=(Section("1", "S", "s", tables),))


def at_least(number: str) -> tuple[Value]:
    return (Value(f"at least {number}", number, number, bound="least"),)


BILL = Table(
    "Boxes", (Column("Line"), Column("Box"), Column("Weight", "kg", True, True)),
    (Row((t("B1"), t("=1+2"), n("2.5")), group="north"), Row((t("B2"), t("12"), t("–")), group="north"),
     Row((t("B3"), t("http://x.test"), n("4")), group="south")),
    Row(((), t("Total"), at_least("6.5"))), bill=True,
    subtotals=(Row(((), t("Together"), at_least("2.5")), group="north"), Row(((), t("Together"), n("4")), group="south")),
    left_out=Row(((), t("Lines that state it"), (Value("2 of 3", "2", "2"),))),
)  # fmt: skip


def parts(made: Report) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(FORMAT.render(made))) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        return {name: archive.read(name) for name in archive.namelist()}


def sheets(made: Report) -> Iterator[tuple[str, list[list[tuple[str, str | float | None]]]]]:
    """The name of each sheet, and its rows: of each cell its formula, and what stands in it."""
    found = parts(made)
    shared = [
        "".join(text.text or "" for text in one.iter(f"{MAIN}t"))
        for one in ElementTree.fromstring(found["xl/sharedStrings.xml"])
    ]
    for at, sheet in enumerate(ElementTree.fromstring(found["xl/workbook.xml"]).iter(f"{MAIN}sheet"), start=1):
        tree = ElementTree.fromstring(found[f"xl/worksheets/sheet{at}.xml"])
        rows = []
        for row in tree.iter(f"{MAIN}row"):
            cells: list[tuple[str, str | float | None]] = []
            for cell in row.iter(f"{MAIN}c"):
                value = cell.findtext(f"{MAIN}v")
                text = shared[int(value)] if cell.get("t") == "s" and value is not None else None
                held = text if text is not None else float(value) if value is not None else None
                cells.append((cell.findtext(f"{MAIN}f") or "", held))
            rows.append(cells)
        yield sheet.get("name", ""), rows


def test_numbers_are_numbers_and_sums_are_formulas() -> None:
    (_, about), (name, rows) = sheets(report(BILL))
    assert about[0][0][1] == SAMPLE.cover.title and name == "Boxes"
    assert [value for _, value in rows[0]] == ["Group", "Line", "Box", "Weight (kg)"]
    assert [row[-1] for row in rows[1:]] == [
        ("", 2.5), ("", "12"), ("SUBTOTAL(9,D2:D3)", 2.5), ("", 4), ("SUBTOTAL(9,D5:D5)", 4), ("SUBTOTAL(9,D2:D5)", 6.5),
        ("SUBTOTAL(2,D2:D5)", 2),
    ]  # fmt: skip


def test_no_text_is_a_formula_a_number_or_a_link() -> None:
    awkward = ["=1+2", "+1", "-KIT", "@SUM(A1)", "12", "{=1}", "\ufeff=1", "\u200b=1", "a\r=1", "http://x.test", "file:///x"]
    bill = Table("T", (Column("c"),), tuple(Row((t(one),)) for one in awkward), bill=True)
    _, (_, rows) = sheets(report(bill))
    assert [row[0][1] for row in rows[1:]] == [re.sub("\r", r"\\u{d}", one) for one in awkward]
    assert not any(formula for row in rows for formula, _ in row)
    assert b"hyperlink" not in b"".join(parts(report(bill)).values())


def test_a_lower_bound_says_so_and_stays_a_number() -> None:
    styles = parts(report(BILL))["xl/styles.xml"].decode()
    assert "&quot;at least &quot;#,##0.0" in styles
    total = Row(((), t("Total"), n("6.5")))
    whole = replace(BILL, rows=(BILL.rows[0], BILL.rows[2]), left_out=None, total=total, subtotals=BILL.subtotals[1:])
    assert "at least" not in parts(report(whole))["xl/styles.xml"].decode()


def test_heads_stay_in_sight() -> None:
    sheet = parts(report(BILL))["xl/worksheets/sheet2.xml"].decode()
    assert 'ySplit="1"' in sheet and 'state="frozen"' in sheet


def test_sheets_have_names_that_a_workbook_can_hold() -> None:
    captions = ["a/b: [c]?", "A B   C", "history", "'x'", "", "very " * 20, "very " * 20]
    made = [name for name, _ in sheets(report(*[replace(BILL, caption=one) for one in captions]))]
    assert len({one.casefold() for one in made}) == len(made) == 8
    assert all(0 < len(one) <= 31 and not re.search(r"[\[\]:*?/\\]|^'|'$", one) for one in made)
    assert "history" not in {one.casefold() for one in made}


def test_names_of_sheets_end_behind_a_word() -> None:
    captions = ["What is to be ordered in the first year", "What is to be ordered in the last year",
                "Kapazitätsplanungsübersichtstabelle"]
    made = [name for name, _ in sheets(report(*[replace(BILL, caption=one) for one in captions]))]
    assert made[-3:] == ["What is to be ordered in the", "What is to be ordered in the 2", "Kapazitätsplanungsübersichtstab"]


def test_the_same_report_gives_the_same_bytes() -> None:
    assert FORMAT.render(report(BILL)) == FORMAT.render(report(BILL))


def test_no_bill_gives_no_file() -> None:
    assert FORMAT.render(report()) == b""


def test_without_its_library_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(Unavailable, match="pip install xlsxwriter"):
        FORMAT.render(report(BILL))
