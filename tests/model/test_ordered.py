"""What is to be ordered, date by date: without what is owned, and what can not be ordered yet."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.formats.bill_csv import bill_csv
from vdl.render.formats.json_model import json_text
from vdl.report.build import build
from vdl.report.model import Facts, Report, Section, Table, every_block
from vdl.report.printing import plain

TABLE = "What is to be ordered, when"
DESIGN = """edition 2026
import std.licences
axis year kept { y1, y2 }
source offer "Offer 118" { author = "The reseller", date = 2026-04 }
old: server { model = "Old", part_number = "A-1", memory = 512 GiB/host, price = 9_000 EUR } @ offer "1"
box: array_model { model = "Box", capacity = 20 TB/array } @ offer "2"
tool: software { model = "Tool", price = 5 EUR } @ offer "3"
other: software { model = "Other" } @ offer "3"
design d {
  nodes: host_cluster { host = old, hosts = { y1: 4, y2: 6 } hosts, owned = 2 hosts }
  spare_nodes: host_cluster "More nodes" { host = old, hosts = 1 host }
  tried: host_cluster "Tried" { host = old, hosts = 1 host, for_tests = true }
  pool: storage_pool { array = box, arrays = 3 arrays, owned = 1 array }
  kept: storage_pool { array = box, arrays = 1 array, owned = 1 array }
  seats: licences.by_user { item = tool, users = { y1: 30, y2: 50 } users, paid = each_year }
  more: software_line { item = other }
}
"""


def report(text: str = DESIGN, *without: str) -> Report:
    compilation = compile(TestWorld("std", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    assert not compilation.failed, [one.message for one in compilation.diagnostics if one.severity == "error"]
    made, said = build(compilation, compilation.designs[0], leaving_out=without)
    assert not said
    return made


@pytest.fixture(scope="module")
def made() -> Report:
    return report()


def rows(made: Report) -> list[dict[str, str]]:
    bills = [csv.DictReader(io.StringIO(each, newline=""), strict=True) for each in bill_csv(made).split("\r\n\r\n")]
    return [row for each in bills for row in each if row["Table"] == TABLE]


def test_each_date_has_its_lines_by_the_names_of_the_bill(made: Report) -> None:
    lines = [row for row in rows(made) if row["Line"]]
    heads = "Group, Line, Part number, Product, For, Quantity, Price of one (EUR), Paid, Cost (EUR)".split(", ")
    assert [tuple([row[head] for head in heads]) for row in lines] == [
        ("y1", "H1", "A-1", "Old", "nodes, More nodes", "3", "9000", "once", "27000"),
        ("y1", "H2", "", "Box", "pool", "2", "", "once", ""),
        ("y1", "S1", "", "Tool", "", "30", "5", "each year", "150"),
        ("y2", "H1", "A-1", "Old", "nodes", "2", "9000", "once", "18000"),
        ("y2", "S1", "", "Tool", "", "50", "5", "each year", "250"),
    ]  # fmt: skip


def test_sums_of_dates_that_lack_prices_say_at_least(made: Report) -> None:
    sums = [(row["Group"], row["Cost (EUR)"]) for row in rows(made) if "Together" in row.values() or "Total" in row.values()]
    assert sums == [("y1", "at least 27150"), ("y2", "18250"), ("", "at least 45400")]


def facts(made: Report) -> dict[str, str]:
    [bill] = [one for one in made.sections if isinstance(one, Section) and one.title == "Bill of materials"]
    return {label: plain(words) for one in every_block(bill.blocks) if isinstance(one, Facts) for label, words in one.items}


def test_what_cannot_be_ordered_yet_is_named_once(made: Report) -> None:
    told = facts(made)
    assert told["Not to be ordered yet: no number is stated"] == "S2"
    assert told["To be asked for: no price is stated"] == "H2"
    assert told["From the maker's configurator, or a reseller: no part number is stated"] == "H2, S1"


def test_without_years_the_bill_is_the_order_and_only_what_lacks_something_is_named() -> None:
    single = DESIGN.replace("axis year kept { y1, y2 }\n", "").replace("{ y1: 4, y2: 6 }", "4")
    single = single.replace("{ y1: 30, y2: 50 }", "30")
    made = report(single)
    assert rows(made) == []
    assert facts(made)["To be asked for: no price is stated"] == "H2"


def test_scripts_find_the_orders(made: Report) -> None:
    [table] = [one for one in json.loads(json_text(made))["bill"] if one["title"] == TABLE]
    assert table["rows"][0]["cells"]["Quantity"] == {"exact": "3", "decimal": "3", "unit": "", "text": "3"}


def test_what_stands_there_already_is_told_apart_from_what_is_ordered(made: Report) -> None:
    [bill] = [one for one in made.sections if isinstance(one, Section) and one.title == "Bill of materials"]
    titles = [one.title for one in bill.blocks if isinstance(one, Section)]
    assert titles == [TABLE, "What stands, and what it takes", "What this bill leaves out"]


def test_without_prices_nothing_tells_of_which_lines_there_is_an_offer() -> None:
    assert "To be asked for: no price is stated" in facts(report())
    made = report(DESIGN, "prices")
    assert "To be asked for: no price is stated" not in facts(made)
    assert {(row["Line"], row["Quantity"]) for row in rows(made)} >= {("H1", "3"), ("H2", "2")}


BESIDE = """edition 2026
import std.network.cables
YEARSsource offer "Offer 118" { author = "The reseller", date = 2026-04 }
box: hardware { model = "Box", price = 5 EUR } @ offer "1"
tool: software { model = "Tool", price = 5 EUR } @ offer "2"
patch: cables.cable_model { model = "Patch" } @ offer "3"
design d {
  leeds: site "Leeds" { spare: hardware_line { item = box, quantity = 4, owned = 7 } }
  less: software_line { item = tool, quantity = 1, owned = 3 }
  york: site "York"   { shelf: hardware_line { item = box, quantity = NEEDED, owned = 1 } }
  hull: site "Hull"   { racked: hardware_line { item = box, quantity = 2, owned = OWNED } }
  other: hardware_line { item = other_box, quantity = 2, owned = 5 }
  long: cables.cable_line  { item = patch, quantity = 2, owned = 5, length = 3 m }
  short: cables.cable_line { item = patch, quantity = 2, length = 1 m }
}
other_box: hardware { model = "Other" } @ offer "4"
"""


def beside(years: str, needed: str, owned: str) -> list[list[str]]:
    """What is bought while some of it is there at another place."""
    made = report(BESIDE.replace("YEARS", years).replace("NEEDED", needed).replace("OWNED", owned))
    caption = "Bought, while some are there and not needed"
    tables = [one for one in every_block(made.sections) if isinstance(one, Table) and one.caption == caption]
    return [[row.group, *map(plain, row.cells)] for one in tables for row in one.rows]


def test_what_is_bought_while_it_is_there_at_another_place_is_told_to_the_buyer() -> None:
    assert beside("", "3", "0") == [["", "Box", "Leeds", "3", "4", "York, Hull"]]
    assert beside("", "1", "2") == []
    assert beside("", "3", "2") == [["", "Box", "Leeds", "3", "2", "York"]]
    assert beside("", "1..3", "2") == [["", "Box", "Leeds", "3", "0..2", "York"]]


def test_it_is_told_of_each_date_at_which_something_is_ordered() -> None:
    assert beside("axis year kept { y1, y2 }\n", "{ y1: 1, y2: 3 }", "0") == [
        ["y1", "Box", "Leeds", "3", "2", "Hull"],
        ["y2", "Box", "Leeds", "3", "2", "York"],
    ]
