"""Cables, transceivers, links and racks on the bill: as many as the model has, by site and sort, in every format."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.examples import EXAMPLES, report
from tests.reading import quantity
from tests.suite.case import AS_OF, TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile
from vdl.render.formats.bill_csv import bill_csv
from vdl.render.formats.components_cdx import cyclonedx
from vdl.render.formats.json_model import json_text
from vdl.report.build import build
from vdl.report.model import Report, Table, Value, every_block

CABLES, TRANSCEIVERS = "Cables to order", "Transceivers to order"
Sort = tuple[str, str, str, str]


@cache
def case(name: str, design: str) -> Report:
    compilation = compile(TestWorld("std"), f"suite/model/{name}.vdl", as_of=AS_OF, documents=True)
    [found] = [one for one in compilation.designs if one.name == design]
    made, said = build(compilation, found)
    assert not said
    return made


def bill(made: Report, caption: str) -> list[dict[str, str]]:
    """The lines of a bill: figures as their numbers, the group of each under no head."""
    tables = [one for one in json.loads(json_text(made))["bill"] if one["title"] == caption]
    assert len(tables) <= 1
    return [{"": row["group"], **{head: said(cell) for head, cell in row["cells"].items()}}
            for table in tables for row in table["rows"] if row["sort"] == "line"]  # fmt: skip


def said(cell: Any) -> str:
    return str(cell["decimal"]) if isinstance(cell, dict) else cell or ""


def by_sort(lines: list[dict[str, str]]) -> Counter[Sort]:
    found: Counter[Sort] = Counter()
    for line in lines:
        found[line[""], line["Medium"], line["Speed"], line["Length"]] += int(line["Quantity"])
    return found


# Counted by hand, from the text of the harbour.
HARBOUR: dict[Sort, int] = {
    ("quay", "direct attach", "10", "5"): 6 * 4,  # of modules to the switches of storage
    ("quay", "optical", "10", "20"): 6 * 4,  # of modules to the access
    ("quay", "optical", "10", "10"): 2 * 4,  # of arrays
    ("quay", "optical", "40", "2"): 2,  # between two switches
    ("quay", "optical", "40", "300"): 2 * 2,
    ("yard", "direct attach", "10", "3"): 20 * 2 + 20 * 2,
    ("yard", "optical", "10", "10"): 4,
    ("yard", "optical", "40", "300"): 2 * 2,
    ("mill", "direct attach", "10", "3"): 4 * 2 + 4 * 2,
    ("mill", "optical", "10", "10"): 4,
    ("mill", "optical", "40", "300"): 2 * 2,
    ("Elsewhere", "optical", "40", "5"): 2,
}


def test_the_cables_of_the_harbour_are_those_counted_by_hand() -> None:
    made = case("harbour", "harbour")
    assert sum(HARBOUR.values()) == 176
    assert by_sort(bill(made, CABLES)) == HARBOUR


def test_what_ports_do_not_say_is_no_number_of_transceivers() -> None:
    made = case("harbour", "harbour")
    lines = bill(made, TRANSCEIVERS)
    optical = sum(number for (_, medium, *_), number in HARBOUR.items() if medium == "optical")
    assert sum(int(line["Ends of cables"]) for line in lines) == 2 * optical
    assert not [line for line in lines if line.get("Quantity")]
    assert {line["Not stated"] for line in lines} == {"product, number, form of the ports"}


def test_what_an_office_orders_is_counted_by_hand() -> None:
    made = case("cables_to_order", "office")
    cables = {line["Product"]: (line["Quantity"], line["Cost"]) for line in bill(made, CABLES)}
    assert cables == {
        "Acme Twinax 3 m": ("12", "360"), "Acme Pairs 5 m": ("6", "24"), "Acme Fibre 10 m": ("15", "180"),
        "Acme Fibre 30 m": ("4", ""), "Acme Active 7 m": ("2", "180"),
    }  # fmt: skip
    plugs = {(line["Product"], line["Ports"]): (line["Quantity"], line["Cost"]) for line in bill(made, TRANSCEIVERS)}
    assert plugs == {("Acme SR 10", "SFP+"): ("30", "1500"), ("Acme SR 40", "QSFP+"): ("8", "1200")}
    [strips] = bill(made, "Power distribution to order")
    assert (strips["Part number"], strips["Quantity"], strips["Cost"]) == ("P-16", "2", "240")
    [rack] = bill(made, "Racks to order")
    assert (rack["Product"], rack["Quantity"], rack["Each holds"], rack["Cost"]) == ("Acme Cabinet 24", "1", "24", "900")
    [link] = bill(made, "Links to branches")
    assert (link["Links"], link["To order"], link["Each carries"], link["Of one in a year"]) == ("1", "0", "20", "3600")


def test_other_programs_read_the_same_numbers() -> None:
    made = case("cables_to_order", "office")
    bills = bill_csv(made).split("\r\n\r\n")
    rows = [row for each in bills for row in csv.DictReader(io.StringIO(each, newline=""), strict=True)]
    lines = [row for row in rows if row["Table"] in (CABLES, TRANSCEIVERS) and row["Line"][1:].isdigit()]
    spoken = {line["Line"]: line["Quantity"] for line in lines}
    assert sum(map(int, spoken.values())) == 12 + 6 + 15 + 4 + 2 + 30 + 8
    components = json.loads(cyclonedx(made))["components"]
    listed = {one["bom-ref"]: {two["name"]: two["value"] for two in one["properties"]} for one in components}
    assert {name: listed[name]["cdx:device:quantity"] for name in spoken} == spoken
    assert listed["C1"]["cdx:device:sku"] == "T-3"
    assert listed["C1"]["vdl:length"] == "3 m"


def in_all(made: Report) -> list[int]:
    """The cables of each row of the network's own table."""
    [table] = [one for one in every_block(made.sections) if isinstance(one, Table) and one.caption == "Cabling"]
    at = [column.head for column in table.columns].index("Cables")
    return [int(part.decimal) for row in table.rows for part in row.cells[at] if isinstance(part, Value)]


@pytest.mark.parametrize(("design", "number", "of_tests"), [("one_array", 36, 4), ("two_arrays", 40, 6)])
def test_the_bill_has_all_cables_of_an_example_but_for_those_of_its_tests(design: str, number: int, of_tests: int) -> None:
    made = report(next(path for path in EXAMPLES if path.parent.name == "equallogic-xendesktop"), design)
    assert sum(int(line["Quantity"]) for line in bill(made, CABLES)) == sum(in_all(made)) - of_tests == number


def test_the_bill_has_all_cables_of_the_campus() -> None:
    made = case("campus", "campus")
    lines = by_sort(bill(made, CABLES))
    assert sum(lines.values()) == sum(in_all(made))
    assert lines["north", "direct attach", "10", "5"] == 6 * 4
    assert lines["south", "copper", "1", "3"] == 4 * 2
    assert lines["Elsewhere", "optical", "8", "5"] == 2 * 4 + 2 * 2


def test_by_year_only_what_is_new_is_ordered() -> None:
    text = """edition 2026
import std.network.cables
import std.network.switches
axis year kept { y1, y2, y3 }
m: switches.switch_model {
  model = "m"
  front: switches.port_set { ports = 48 ports, speed = 10 Gbps/port, media = optical, form = cables.sfp_plus }
}
design d {
  c: switches.connection {
    number = { y1: 2, y2: 5, y3: 4 } hosts
    ports_of_each = 2 ports, speed = 10 Gbps/port, medium = optical, form = cables.sfp_plus
  }
  s: switches.switch_group { model = m }
  place c on s
}
"""
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of=AS_OF, documents=True)
    made, found = build(compilation, compilation.designs[0])
    assert not found
    [cables], [plugs] = bill(made, CABLES), bill(made, TRANSCEIVERS)
    assert [cables[f"Quantity, y{year}"] for year in (1, 2, 3)] == ["4", "6", "0"]
    assert [plugs[f"Quantity, y{year}"] for year in (1, 2, 3)] == ["8", "12", "0"]


def test_a_price_is_in_the_sums() -> None:
    text = """edition 2026
import std.money
import std.network.cables
import std.network.switches
import std.network.wan
m: switches.switch_model {
  model = "m", price = 900 EUR, stack_limit = 2 switches
  front: switches.port_set { ports = 48 ports, speed = 10 Gbps/port }
}
twin: cables.cable_model { model = "twin", medium = direct_attach, price = 30 EUR }
line: wan.link_service   { model = "line", capacity = 20 Mbps, price = 100 EUR, a_year = 1_200 EUR }
design d {
  c: switches.connection   { number = 2 hosts, ports_of_each = 2 ports, speed = 10 Gbps/port, cable = twin }
  s: switches.switch_group { model = m, stacked = true }
  hill: wan.branch {
    service = line, limit = 50 %
    clerks: wan.branch_users { users = 10 users, does = wan.office, at_a_time = 75 % }
  }
  place c on s
  costs: money.account     { period = 3 years }
}
"""
    said = []
    for one in (text, text.replace(", price = 30 EUR", ""), text.replace(", a_year = 1_200 EUR", "")):
        compilation = compile(TestWorld("std", {"d.vdl": one}), "d.vdl", as_of=AS_OF)
        assert not compilation.failed
        said.append(rules(compilation))
        if one == text:  # 2 * 900 + 4 * 30 + 100 + 3 * 1,200
            assert quantity(compilation, "d", "costs.total")["exact"] == "5620"
    assert said == [set(), {"costs.priced"}, {"costs.yearly_stated"}]  # what is bought is known, so the total is, in part


def rules(compilation: Compilation) -> set[str]:
    return {one.name for one in compilation.designs[0].judged.rules if one.outcome == "fails" and one.severity != "info"}


def test_without_names_words_stay_words() -> None:
    """What no design names has a name of the library, which is no word of the document."""
    compilation = compile(TestWorld("std"), "suite/model/cables_to_order.vdl", as_of=AS_OF, documents=True)
    [found] = [one for one in compilation.designs if one.name == "silent"]
    made, said = build(compilation, found, leaving_out=("names",))
    assert not said
    [rack] = bill(made, "Racks to order")
    assert (rack["Not stated"], rack["Quantity"]) == ("product", "1")
    assert "RU/rack" in json_text(made)


def test_a_number_that_nobody_states_is_a_line() -> None:
    text = """edition 2026
import std.network.switches
m: switches.switch_model { model = "m", front: switches.port_set { ports = 48 ports, speed = 10 Gbps/port } }
design d {
  c: switches.connection   { ports_of_each = 2 ports, speed = 10 Gbps/port, medium = copper, length = 3 m }
  s: switches.switch_group { model = m }
  place c on s
}
"""
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    [line] = bill(made, CABLES)
    assert "Quantity" not in line
    assert line["Not stated"] == "product, number"
