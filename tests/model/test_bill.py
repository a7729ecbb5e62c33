"""The bill of the library's document: plain numbers by year and site, sums that agree, and what page 1 says is bought."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import Compilation, compile
from vdl.render.formats.bill_csv import bill_csv
from vdl.report.build import build
from vdl.report.model import Report, Table, Value, every_block

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "sizing" / "money.md"
FILES = dict(re.findall(r"^(?=edition 2026  // (\w+\.vdl)\n)(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S))
NUMBER = re.compile(r"-?\d+(\.\d+)?|")
BY_SITE = (
    "Hardware that stands", "Of it, what was there before", "What it takes", "Hardware to buy", "Software", "Paid in each year",
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
    return list(csv.DictReader(io.StringIO(bill_csv(made), newline=""), strict=True))


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
    takes = [line for line in rows(two_sites) if line["Table"] == "What it takes" and line["Group"] == "leeds"]
    assert takes[0]["Rack units, y2027 (RU)"] == "8"


def on_the_cover(made: Report) -> list[tuple[str, ...]]:
    found = []
    for block in every_block(made.cover.blocks):
        if isinstance(block, Table) and block.caption == "What is bought":
            found += [tuple("".join(getattr(part, "text", "") for part in cell) for cell in row.cells) for row in block.rows]
    return found


def test_page_one_says_what_is_bought_and_leaves_out_what_is_there() -> None:
    made = report(d=OWNED)
    assert on_the_cover(made) == [("Box", "pool", "2", "60,000", "given"), ("Tool", "20", "100")]
    takes = [line for line in rows(made) if line["Table"] == "What it takes"]
    assert [(line["Product"].strip(), line["Rack units (RU)"]) for line in takes] == [
        ("Old", "8"), ("Box", "9"), ("Total", "17"), ("Lines that state none", "0"),
    ]  # fmt: skip
    assert [line["Power (W)"] for line in takes] == ["2000", "", "2000", "1"]


def test_where_nobody_states_a_place_or_a_year_the_bill_is_one_table() -> None:
    made = report(d=OWNED.replace(", owned = 4 hosts", "").replace(", owned = 1 array", ""))
    assert {line["Table"] for line in rows(made)} == {"Hardware", "Software"}
    assert "Group" not in rows(made)[0]
    assert [table.caption for table in made.bill()] == ["Hardware", "Software"]


def test_values_of_the_bill_carry_their_numbers(two_sites: Report) -> None:
    for table in two_sites.bill():
        for row in (*table.rows, *table.subtotals, *([table.total] if table.total else [])):
            for column, cell in zip(table.columns, row.cells):
                if column.numeric and cell and isinstance(cell[0], Value):
                    assert cell[0].decimal, (table.caption, column.head, cell)
