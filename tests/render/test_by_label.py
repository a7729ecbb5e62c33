"""Tables of what differs from label to label, and figures with no more digits than they carry."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.examples import reports
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Block, Facts, Section, Table, Value, every_block
from vdl.semantics.units import ONE
from vdl.words.rounded import rounded
from vdl.words.runs import in_runs
from vdl.words.values import text

DESIGN = """edition 2026
kind depot { load: Weight?, sent: Weight?, room: Weight?, let each: Weight = room / 7, let twice = load * 2 }
design depots "Depots" {
  north: depot "North" {
    load = { winter: 20..35, spring: 12, summer: 12 } kg, sent = { winter: 1, spring: 2, summer: 3 } kg, room = 2000.25 kg
  }
  south: depot "South" { load = 8000 grams, room = 50 kg }
}
document drawn "Drawn" { section "One" { ITEM } }
"""


def made(item: str) -> list[Block]:
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("ITEM", item)})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert not compilation.diagnostics
    report, said = build(compilation, compilation.designs[0])
    assert not said
    return [one for one in every_block(report.sections) if isinstance(one, (Table, Facts))]


def printed(table: Block) -> list[list[str]]:
    assert isinstance(table, Table)
    heads = [f"{column.head} [{column.unit}]" if column.unit else column.head for column in table.columns]
    return [heads, *[[plain(cell) for cell in row.cells] for row in table.rows]]


def test_one_figure_has_a_column_for_each_label() -> None:
    [table] = made('table for d in all depot { "Depot": d.title, "Load": d.load, "Room": d.room }')
    assert printed(table) == [
        ["Depot", "Load, winter [kg]", "Load, spring [kg]", "Load, summer [kg]", "Room [kg]"],
        ["North", "20..35", "12", "12", "2,000.25"],
        ["South", "8", "8", "8", "50"],
    ]


def test_rows_of_one_name_are_told_apart_by_the_words_behind_it() -> None:
    table = made('table "Depots" for d in all depot { "In": "Town", "Depot": d.title, "Load": d.load, "Sent": d.sent }')[-1]
    assert [row[:3] for row in printed(table)] == [
        ["In", "Depot", "What"], ["Town", "North", "Load"], ["Town", "North", "Sent"], ["Town", "South", "Load"],
    ]  # fmt: skip


def test_several_figures_have_rows_of_their_own() -> None:
    first, second = made('table "Depots" for d in all depot { "Depot": d.title, "Load": d.load, "Sent": d.sent, "Room": d.room }')
    assert isinstance(first, Table) and isinstance(second, Table)
    assert (first.caption, second.caption) == ("Depots", "Depots, by season")
    assert printed(first) == [["Depot", "Room [kg]"], ["North", "2,000.25"], ["South", "50"]]
    assert printed(second) == [
        ["Depot", "What", "winter [kg]", "spring [kg]", "summer [kg]"],
        ["North", "Load", "20..35", "12", "12"],
        ["North", "Sent", "1", "2", "3"],
        ["South", "Load", "8", "8", "8"],
    ]


def test_facts_that_differ_stand_in_a_table_behind_the_others() -> None:
    facts, table = made('for d in [depots.north] { facts { "Load": d.load, "Room": d.room, "Sent": d.sent } }')
    assert isinstance(facts, Facts) and [label for label, _ in facts.items] == ["Room"]
    assert printed(table) == [
        ["What", "winter [kg]", "spring [kg]", "summer [kg]"], ["Load", "20..35", "12", "12"], ["Sent", "1", "2", "3"],
    ]  # fmt: skip


def test_inputs_that_differ_stand_in_a_table_behind_the_others() -> None:
    first, second = made("inputs depots.north")
    assert [row[0] for row in printed(first)[1:]] == ["room"]
    assert printed(second)[0][:4] == ["Input", "winter [kg]", "spring [kg]", "summer [kg]"]
    assert [row[:4] for row in printed(second)[1:]] == [["load", "20..35", "12", "12"], ["sent", "1", "2", "3"]]
    assert "Meaning" not in printed(second)[0], "nobody says what they mean"


def test_what_is_stated_stands_as_it_is_and_what_is_worked_out_is_rounded() -> None:
    [table] = made('table for d in all depot { "Depot": d.title, "Room": d.room, "Each": d.each }')
    assert printed(table)[1:] == [["North", "2,000.25", "286"], ["South", "50", "7.14"]]
    assert isinstance(table, Table)
    [exact] = table.rows[0].cells[2]
    assert isinstance(exact, Value) and Fraction(exact.exact) == Fraction("2000.25") / 7


def test_a_bill_is_not_rounded() -> None:
    [table] = made('table bill for d in all depot { "Depot": d.title, "Each": d.each }')
    assert printed(table)[1:] == [["North", "285.75"], ["South", "7.143"]]


@pytest.mark.parametrize(("number", "words"), [
    ("1234.5", "1,235"), ("100", "100"), ("99.96", "99.96"), ("12.345", "12.3"), ("1.2345", "1.23"), ("0.04167", "0.0417"),
    ("-12.345", "-12.3"), ("0", "0"), ("1.5", "1.5"),
])  # fmt: skip
def test_digits(number: str, words: str) -> None:
    assert text(rounded(Fraction(number), ONE), ONE) == words


def test_rows_that_differ_in_their_name_alone_are_one() -> None:
    [table] = made('table for n in ["a", "b", "c"] { "Name": n, "Of it": 3 kg if n != "b" else 4 kg }')
    assert printed(table)[1:] == [["a; c (each)", "3"], ["b", "4"]]
    [words] = made('table for n in ["a", "b"] { "Name": n, "Of it": "as all" }')
    assert printed(words)[1:] == [["a; b", "as all"]]


@pytest.mark.parametrize("item", [
    'table bill for n in ["a", "b"] { "Name": n, "Of it": 3 kg }',
    'table for n in ["a", "b"] { "Name": n, "Of it": 3 kg, total "Of it" }',
    'table for n in ["a", "b"] { "Name": n }',
])  # fmt: skip
def test_rows_that_are_added_up_or_say_no_more_stay(item: str) -> None:
    [table] = made(item)
    assert [row[0] for row in printed(table)[1:]] == ["a", "b"]


def test_rows_of_zeros_are_left_out_and_that_is_said() -> None:
    columns = '"Depot": d.title, "Load": d.load if d.name == "north" else 0 kg, "Sent": d.sent'
    [table] = made(f"table for d in all depot {{ {columns} }}")
    assert [row[:2] for row in printed(table)[1:]] == [["North", "Load"], ["North", "Sent"]]
    assert isinstance(table, Table) and plain(table.note) == "What is 0 throughout is left out."


def test_what_stands_before_several_rows_is_named_once_and_a_table_of_zeros_is_left_out() -> None:
    [table] = made('table for d in all depot { "Depot": d.title, "None": 0 kg, "Load": d.load, "Twice": d.load * 2 }')
    assert isinstance(table, Table) and table.columns[0].head == "What"
    assert [(row.group, plain(row.cells[0]).partition(",")[0]) for row in table.rows] == [
        ("North", "Load"), ("North", "Twice"), ("South", "Load"), ("South", "Twice"),
    ]  # fmt: skip


def test_what_a_table_by_label_has_is_not_told_again_at_the_end() -> None:
    """Of the examples: no row of the last table of figures has what a column for each label has above."""
    for made in reports():
        tables = [block for block in every_block(made.sections) if isinstance(block, Table)]
        apart = [table for table in tables if table.caption.startswith("By ")]
        by_label = {plain(row.cells[0]).split(",")[0] for table in apart for row in table.rows}
        last = next((one for one in every_block(made.sections)
                     if isinstance(one, Section) and one.title.startswith("Figures of the design that")), None)  # fmt: skip
        rows = [row for table in (last.blocks if last else ()) if isinstance(table, Table) for row in table.rows]
        again = [name for row in rows if ";" in plain(row.cells[1])
                 and (name := plain(row.cells[0])).rpartition(": ")[2] in by_label]  # fmt: skip
        assert again == [], made.cover.title


def test_labels_that_are_numbered_one_after_the_other_are_a_run() -> None:
    assert in_runs(["y1", "y2", "y3", "y5"]) == "y1–y3, y5"
    assert in_runs(["y1", "y2"]) == "y1, y2"
    assert in_runs(["spring", "summer", "autumn"]) == "spring, summer, autumn"
    assert in_runs(["winter/y8", "winter/y9", "winter/y10", "summer/y8"]) == "winter/y8–y10, summer/y8"
    assert in_runs(["1", "2", "4", "3"]) == "1, 2, 4, 3"
    assert in_runs([]) == ""
