"""What pages say once: the name of what rows lie in, and a unit that the head of a column says; letters with their accents."""

from __future__ import annotations

from dataclasses import replace

from vdl.render.formats.json_model import json_text
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.render.plain import plain
from vdl.render.typeset import typeset
from vdl.report.model import Code, Column, Report, Row, Section, Table, Text, Value

from .sample import SAMPLE


def report(*rows: tuple[str, ...], heads: tuple[Column, ...] = (Column("What"), Column("Leads to"))) -> Report:
    table = Table("Carts", heads, tuple([Row(tuple([(Text(cell),) for cell in row])) for row in rows]))
    return replace(SAMPLE, sections=(Section("1", "One", "one", (table,)),), holders=("North", "North Pole", "South"))


def said(made: Report) -> list[list[str]]:
    (table,) = typeset(made).sections[0].blocks
    assert isinstance(table, Table)
    return [[row.group, *map(plain, row.cells)] for row in table.rows]


def test_what_rows_lie_in_stands_once_above_them() -> None:
    made = report(
        ("North, carts", "North, gate; South, gate"), ("South, carts: boxes", "none"), ("North, gate; North, door", "North"),
        ("South, gate", "2 × South, door; 1 × North, door"),
    )  # fmt: skip
    assert said(made) == [
        ["North", "carts", "gate; South, gate"], ["North", "gate; door", "North"],
        ["South", "carts: boxes", "none"], ["South", "gate", "2 × door; 1 × North, door"],
    ]  # fmt: skip
    assert "North, carts" in json_text(made)


def test_rows_stay_as_they_are_where_one_lies_elsewhere_or_little_would_be_spared() -> None:
    for rows in (
        [("North, carts", ""), ("North, gate", ""), ("carts", ""), ("North, door", "")],
        [("North, carts", ""), ("South, carts", ""), ("North, gate; South, gate", ""), ("South, door", "")],
        [("North, carts", ""), ("South, carts", ""), ("South, gate", "")], [("North, carts", "")],
        [("Northern, carts", ""), ("Northern, gate", ""), ("Northern, door", "")],
    ):  # fmt: skip
        assert said(report(*rows)) == [["", *row] for row in rows]


def test_of_two_names_that_fit_the_longer_one_holds() -> None:
    assert said(report(("North Pole, carts", ""), ("North Pole, gate", "")))[0] == ["North Pole", "carts", ""]


def test_a_unit_that_the_head_says_stands_there_once() -> None:
    units = {"Boxes": "boxes", "Boxes left": "boxes", "Carts": "small_boxes"}
    heads = (Column("Shed"), *[Column(head, unit, True) for head, unit in units.items()])
    rows = (Row(((Text("3 small_boxes of a_b"),), *[(Value("3", "3", "3"),)] * 3)),)
    made = replace(SAMPLE, sections=(Section("1", "One", "one", (Table("", heads, rows),)),))
    page = markdown(made)
    assert "| Shed | Boxes | Boxes left | Carts (small boxes) |" in page and "| 3 small boxes of a\\_b |" in page


def test_letters_and_their_accents_are_one_sign_on_pages() -> None:
    apart, one = "Cafe\u0301 <\u0338b>", "Caf\u00e9"
    cell = (Text(apart), Code(apart))
    made = replace(SAMPLE, sections=(Section("1", apart, "one", (Table(apart, (Column(apart),), (Row((cell,)),)),)),))
    page = html(made)
    assert page.count(one) >= 5 and "Cafe\u0301" not in page
    assert "\u226eb&gt;" in page
