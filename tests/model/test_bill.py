"""The bill of the library's document: plain numbers by year and site, sums that agree, and what page 1 says is bought."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.examples import EXAMPLES
from tests.examples import report as examples_report
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import Compilation, compile
from vdl.render.formats.bill_csv import bill_csv
from vdl.render.formats.components_cdx import cyclonedx
from vdl.render.formats.json_model import json_text
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Report, Table, Value, every_block
from vdl.semantics.units import Unit
from vdl.text.within import texts
from vdl.words import values as show
from vdl.world import Disk

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "sizing" / "money.md"
FILES = dict(re.findall(r"^(?=edition 2026  // (\w+\.vdl)\n)(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S))
NUMBER = re.compile(r"-?\d+(\.\d+)?|")
BY_SITE = (
    "Hardware in service, year by year", "Of it, what was there before", "Room in the racks", "Power drawn", "Heat given off",
    "Weight carried", "Hardware to buy", "Software", "Paid in the years, beside licences",
)  # fmt: skip

OWNED = """edition 2026
import std.servers.gpu
import std.licences
source offer "Offer 118" { author = "The reseller", date = 2026-04 }
old: server { model = "Old", memory = 512 GiB/host, height = 2 RU, power = 500 W, price = 9_000 EUR } @ offer "1"
box: array_model { model = "Box", capacity = 20 TB/array, height = 3 RU, price = 30_000 EUR } @ offer "2"
tool: software { model = "Tool", price = 5 EUR } @ offer "3"
design d {
  nodes: host_cluster { host = old, hosts = 4 hosts, owned = 4 hosts }
  pool: storage_pool { array = box, arrays = 3 arrays, owned = 1 array }
  seats: licences.by_user { item = tool, users = 30 users, paid = once, owned = 10 }
}
"""


def compiled(**files: str) -> Compilation:
    texts = {f"{name}.vdl": text for name, text in files.items()}
    compilation = compile(TestWorld("std", texts), f"{next(iter(files))}.vdl", as_of=AS_OF, documents=True)
    assert not compilation.failed, [d.message for d in compilation.diagnostics if d.severity == "error"]
    return compilation


def report(**files: str) -> Report:
    compilation = compiled(**files)
    made, found = build(compilation, compilation.designs[0])
    assert not found
    return made


@pytest.fixture(scope="module")
def two_sites() -> Report:
    return report(**{name.removesuffix(".vdl"): FILES[name] for name in ("two_sites.vdl", "nodes.vdl", "prices.vdl")})


def rows(made: Report) -> list[dict[str, str]]:
    """The lines of all bills, with nothing under the heads of others."""
    bills = bill_csv(made).split("\r\n\r\n")
    found = [row for each in bills for row in csv.DictReader(io.StringIO(each, newline=""), strict=True)]
    heads = dict.fromkeys([head for row in found for head in row], "")
    return [{**heads, **row} for row in found]


def figures(made: Report) -> Iterator[str]:
    """The heads of columns that hold figures."""
    for table in made.bill():
        yield from (f"{c.head} ({c.unit})" if c.unit else c.head for c in table.columns if c.numeric)


def test_numbers_are_numbers(two_sites: Report) -> None:
    lines = rows(two_sites)
    heads = set(figures(two_sites))
    assert {"Quantity, y2028", "Bought, y2027", "Cost, y2029 (EUR)", "Power, y2027 (W)", "Price of one (EUR)"} <= heads
    assert not [line[head] for line in lines for head in heads if not NUMBER.fullmatch(line[head])]
    assert not [cell for line in lines for cell in line.values() if re.search(r"y20\d\d \d", cell)]


@pytest.mark.parametrize("table", BY_SITE)
def test_sums_of_sites_are_those_of_their_rows_and_make_the_total(two_sites: Report, table: str) -> None:
    lines = [line for line in rows(two_sites) if line["Table"] == table]
    assert lines
    for head in set(figures(two_sites)):
        found: dict[str, Fraction] = {}
        for line in lines:
            group, first = line["Group"], line["Product"] or line["For"]
            number = Fraction(line[head] or 0)
            if first == "Together" and line[head]:
                assert found[group] == number, (head, line)
            elif first == "Total" and line[head]:
                assert sum(found.values()) == number, (head, line)
            else:
                found[group] = found.get(group, Fraction(0)) + number
    assert {line["Group"] for line in lines} <= {"leeds", "york", "Elsewhere", ""}


def test_what_is_there_stands_apart(two_sites: Report) -> None:
    lines = [line for line in rows(two_sites) if line["Table"] == "Of it, what was there before"]
    assert [(line["Group"], line["There before"], line["Taken away, y2029"]) for line in lines] == [("leeds", "2", "2")]
    takes = [line for line in rows(two_sites) if line["Table"] == "Room in the racks" and line["Group"] == "leeds"]
    assert takes[0]["Rack units, y2027 (RU)"] == "8"


def on_the_cover(made: Report) -> list[tuple[str, ...]]:
    found = []
    for block in every_block(made.cover.blocks):
        if isinstance(block, Table) and block.caption in ("Hardware bought", "Licences bought and rented"):
            found += [tuple("".join(getattr(part, "text", "") for part in cell) for cell in row.cells) for row in block.rows]
    return found


def test_page_one_says_what_is_bought_and_leaves_out_what_is_there() -> None:
    made = report(d=OWNED)
    assert on_the_cover(made) == [("Box", "pool", "2", "6", "60,000"), ("Tool", "20", "100")]
    takes = [line for line in rows(made) if line["Table"] == "What it takes"]
    assert [(line["Product"].strip(), line["Rack units (RU)"]) for line in takes] == [
        ("Old", "8"), ("Box", "9"), ("Total", "17"), ("Lines that state it", "2 of 2"),
    ]  # fmt: skip
    assert [line["Power (W)"] for line in takes] == ["2000", "", "at least 2000", "1 of 2"]
    assert [line["Heat (BTU/h)"] for line in takes] == ["6825", "", "at least 6825", "1 of 2"]


def test_where_nobody_states_a_place_or_a_year_the_bill_is_one_table() -> None:
    made = report(d=OWNED.replace(", owned = 4 hosts", "").replace(", owned = 1 array", ""))
    assert "Group" not in rows(made)[0]
    assert [table.caption for table in made.bill()] == ["Hardware", "Software"]


def test_values_of_the_bill_carry_their_numbers(two_sites: Report) -> None:
    for table in two_sites.bill():
        for row in (*table.rows, *table.subtotals, *([table.total] if table.total else [])):
            for column, cell in zip(table.columns, row.cells):
                if column.numeric and cell and isinstance(cell[0], Value):
                    assert cell[0].decimal, (table.caption, column.head, cell)


SHARED = """edition 2026
source maker "Data sheet" { author = "The maker", date = 2026-04 }
old: server {
  vendor = "Maker", model = "Old", part_number = "M-1", memory = 512 GiB/host, height = 2 RU, power = 500 W, weight = 20 kg
} @ maker "1"
box: array_model { model = "Box", capacity = 20 TB/array, height = 3 RU } @ maker "2"
design d {
  front: host_cluster "Front" { host = old, hosts = 3 hosts }
  back: host_cluster "Back" { host = old, hosts = 1 host }
  trial: host_cluster "Trial" { host = old, hosts = 2 hosts, for_tests = true }
  pool: storage_pool { array = box, arrays = 3 arrays }
  tool: software_line { item = bare, purpose = "everywhere" }
  probe: software_line { item = bare, for_tests = true }
}
bare: software { model = "Tool" }
"""


def test_a_product_in_several_lines_is_ordered_once_and_tests_stand_apart() -> None:
    made = report(d=SHARED)
    lines = {name: [line for line in rows(made) if line["Table"] == name] for name in dict.fromkeys(
        line["Table"] for line in rows(made))}  # fmt: skip
    told = ("Line", "Part number", "Product", "Quantity", "Rack units (RU)", "Weight (kg)")
    assert [tuple(line[head] for head in told) for line in lines["Hardware"]] == [
        ("H1", "M-1", "Maker Old", "4", "8", "80"), ("H2", "", "Box", "3", "9", ""), ("", "", "Total", "", "17", "at least 80"),
        ("", "", "Lines that state it", "", "2 of 2", "1 of 2"),
    ]  # fmt: skip
    apart = lines["Test equipment, apart from what is bought"]
    assert [(line["Line"], line["Product"].strip(), line["For"], line["Quantity"]) for line in apart] == [
        ("T1", "Maker Old", "Trial", "2"), ("T2", "Tool", "", ""),
    ]  # fmt: skip
    assert "What the hardware is for" not in lines  # page 1 says it, and the table of test equipment
    assert [(line["Line"], line["For"], line["Quantity"]) for line in lines["Software"]] == [("S1", "everywhere", "")]


def test_a_sum_that_leaves_out_lines_says_that_it_is_a_lower_bound() -> None:
    table = next(one for one in report(d=SHARED).bill() if one.caption == "Hardware")
    assert table.total is not None and table.left_out is not None
    below = {
        column.head: ["".join(getattr(part, "text", "") for part in row.cells[at]) for row in (table.total, table.left_out)]
        for at, column in enumerate(table.columns)
    }
    assert (below["Rack units"], below["Power"], below["Weight"]) == (
        ["17", "2 of 2"], ["at least 2,000", "1 of 2"], ["at least 80", "1 of 2"],
    )  # fmt: skip


IN_PART = """edition 2026
import std.money
axis year kept { y1, y2 }
old: server { model = "Old", memory = 512 GiB/host, price = 9_000 EUR }
box: array_model { model = "Box", capacity = 20 TB/array }
design d {
  nodes: host_cluster { host = old, hosts = 4 hosts }
  pool: storage_pool { array = box, arrays = 3 arrays }
}
"""


def test_where_prices_are_lacking_no_sum_over_the_years_hides_it() -> None:
    made = rows(report(d=IN_PART))
    ordered = [line for line in made if line["Table"] == "What is to be ordered, when"]
    assert [(line["Line"], line["Cost (EUR)"]) for line in ordered if line["Line"][:1] == "H"] == [("H1", "36000"), ("H2", "")]
    yearly = [line["Bought (EUR)"] for line in made if line["Table"] == "What purchases of hardware cost in each year"]
    assert yearly == ["at least 36000", "0", "at least 36000"]
    sums = [line for line in made if "Total" in line.values() or "Together" in line.values()]
    assert {line["Cost (EUR)"] for line in sums if line["Cost (EUR)"]} == {"at least 36000"}
    account = IN_PART.replace("  pool:", "  costs: money.account { desktops = 10 desktops }\n  pool:")
    for text, left in ((account, ["1"]), (account.replace("array }", "array, price = 5 EUR }"), [])):
        covers = every_block(report(d=text).cover.blocks)
        [costs] = [one for one in covers if isinstance(one, Table) and one.caption == "What it costs"]
        lacking = [at for at, column in enumerate(costs.columns) if column.head == "Lines that state no price"]
        assert [getattr(costs.rows[0].cells[at][0], "text", "") for at in lacking] == left
    whole = [line["Together (EUR)"] for line in rows(report(d=account)) if line["Table"] == "What all lines of this bill come to"]
    assert whole == ["at least 36000", "0", "at least 36000"]


def test_scripts_find_the_bill_by_name() -> None:
    made = json.loads(json_text(report(d=SHARED.replace(' @ maker "2"', ""))))
    assert list(made) == ["schema", "bill", "counts", "rules", "expectations", "assumptions", "report"]
    hardware = next(table for table in made["bill"] if table["title"] == "Hardware")
    assert hardware["units"]["Weight"] == "kg" and hardware["units"]["Quantity"] == ""
    assert [row["sort"] for row in hardware["rows"]] == ["line", "line", "total", "stated"]
    assert hardware["rows"][0]["cells"]["Quantity"] == {"exact": "4", "decimal": "4", "unit": "", "text": "4"}
    assert hardware["rows"][1]["cells"]["Weight"] is None
    assert hardware["rows"][2]["cells"]["Weight"] == {
        "exact": "80", "decimal": "80", "unit": "kg", "text": "at least 80", "bound": "least",
    }  # fmt: skip
    assert "front.hosts" in {count["name"] for count in made["counts"]} and made["rules"]
    box = {"text": "height = 3 RU", "why": "given without a source", "objects": ["d.box"], "owner": "", "until": ""}
    assert box in made["assumptions"]
    assert "components" not in made["report"]


def test_the_library_lists_what_is_ordered_as_components() -> None:
    components = json.loads(cyclonedx(report(d=SHARED)))["components"]
    told = [(one["bom-ref"], one["type"], one["name"]) for one in components]
    assert told == [("H1", "device", "Old"), ("H2", "device", "Box")]
    properties = {one["name"]: one["value"] for one in components[0]["properties"]}
    assert properties == {
        "cdx:device:quantity": "4", "cdx:device:function": "Front, Back", "cdx:device:sku": "M-1", "vdl:rack_units": "2 RU",
        "vdl:power": "500 W", "vdl:weight": "20 kg",
    }  # fmt: skip


def test_components_of_several_years_have_one_quantity_and_those_of_each(two_sites: Report) -> None:
    """No name under `cdx:` but those of the official taxonomy."""
    for one in json.loads(cyclonedx(two_sites))["components"]:
        properties = {each["name"]: each["value"] for each in one["properties"]}
        assert {name for name in properties if name.startswith("cdx:")} <= {f"cdx:device:{end}" for end in OFFICIAL}
        yearly = [int(value) for name, value in properties.items() if name.startswith("vdl:quantity, y")]
        assert len(yearly) > 1 and sum(yearly) == int(properties["cdx:device:quantity"])


OFFICIAL = ("quantity", "function", "location", "deviceType", "serialNumber", "sku", "lotNumber", "prodTimestamp", "macAddress")
"""What https://cyclonedx.github.io/cyclonedx-property-taxonomy/cdx/device has of one device."""


def test_a_design_may_list_components_itself() -> None:
    own = """document components "Own" {
  table bill "container" for c in all host_cluster { "name": c.title, "hosts": c.hosts }
}
"""
    made = json.loads(cyclonedx(report(d=SHARED + own)))["components"]
    assert made[0] == {
        "type": "container", "bom-ref": "component", "name": "Front", "properties": [{"name": "hosts", "value": "3 hosts"}],
    }  # fmt: skip


def test_many_lines_are_not_on_page_one() -> None:
    lines = "\n".join(f"  l{at}: hardware_line {{ item = old, quantity = 1 }}" for at in range(61))
    made = report(d=SHARED.replace("  tool:", f"{lines}\n  tool:"))
    assert not on_the_cover(made)
    hardware = next(table for table in made.bill() if table.caption == "Hardware")
    assert len(hardware.rows) == 2


def test_money_has_two_digits_behind_the_point_or_none() -> None:
    unit = Unit("EUR", "EUR", 1, (("EUR", 1),), (("EUR", 1),), True)
    said = [show.text(Fraction(number), unit) for number in ("14000.5", "14000", "0.125", "1/2", "-7/10", "387.04")]
    assert said == ["14,000.50 EUR", "14,000 EUR", "0.125 EUR", "0.50 EUR", "-0.70 EUR", "387.04 EUR"]
    assert show.text(Fraction("1.5"), unit._replace(is_paid=False)) == "1.5 EUR"


def test_a_unit_without_a_factor_that_is_no_currency_is_no_money(tmp_path: Path) -> None:
    file = tmp_path / "d.vdl"
    text = "edition 2026\ndimension Wine: l\n" \
           "unit barrel, barrels: Wine\nunit hl = 100 l\nunit cent = 0.01 EUR\ndesign d { }\n"
    file.write_text(text)
    units = compile(Disk(), str(file), as_of=AS_OF).names.units
    said = {name: show.text(Fraction(7, 2) * unit.factor, unit) for name in ("hl", "barrels", "USD", "cent", "USD/l", "l/EUR")
            if isinstance(unit := units.read(name), Unit)}  # fmt: skip
    assert list(said.values()) == ["3.5 hl", "3.5 barrels", "3.50 USD", "3.50 cent", "3.50 USD/l", "3.5 l/EUR"]


def test_modules_that_the_paper_of_an_example_counts_are_on_its_bill() -> None:
    path = next(path for path in EXAMPLES if path.parent.name == "equallogic-xendesktop")
    made = examples_report(path, "one_array")
    rows = [row for row in csv.reader(bill_csv(made).splitlines()) if row[:1] == ["Hardware"] and "uplink module for" in row[2]]
    assert [row[3] for row in rows] == ["4", "2", "2"]
    assert any("X5690 3.46 GHz (so published; it has six cores)" in text for text in texts(made.sections, but="tree"))


SUPPORTED = """edition 2026
import std.money
source maker "Data sheet" { author = "The maker", date = 2026-04 }
old: server { model = "Old", memory = 512 GiB/host, price = 9_000 EUR } @ maker "1"
kind house: site { front: host_cluster { host = old, hosts = 3 hosts }, back: host_cluster { host = old, hosts = 1 host } }
design d {
  bonn: house { }
  cologne: house { }
  besides: host_cluster { host = old, hosts = 2 hosts }
  none: host_cluster { host = old with { model = "None" }, hosts = 0 hosts }
  care: money.support { covers = all hardware_line in design, share = 8 % }
}
"""


def test_support_covers_as_many_lines_as_the_bill_has() -> None:
    """A product is one line of each site in which it stands."""
    made = report(d=SUPPORTED)
    lines = [line["Line"] for line in rows(made) if line["Line"].startswith("H")]
    tables = [block for block in every_block(made.sections) if isinstance(block, Table)]
    (table,) = [table for table in tables if table.caption == "How support is counted"]
    at = [column.head for column in table.columns].index("Lines of the bill that it covers")
    (row,) = table.rows
    assert lines == ["H1", "H2", "H3"]
    assert plain(row.cells[at]) == "3"
