"""Where a price is missing, all that comes of the sums without it says that it is a lower bound, in every format."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from vdl.cli import main

DESIGN = """edition 2026
import std.money
source offer "Offer" { author = "Reseller", date = 2026-04 }
axis year kept { y1, y2 }
display Money in EUR
node: server { model = "Node", price = 5_000 EUR } @ offer "1"
shelf: hardware { model = "Shelf" }
design d "Sheds" {
  nodes: hardware_line { item = node, quantity = { y1: 2, y2: 3 } }
  shelves: hardware_line { item = shelf, quantity = { y1: 0, y2: 1 } }
  rent: money.yearly_cost { yearly = 100 EUR }
  costs: money.account "Costs" { desktops = 10 desktops }
  require enough: costs.total <= 90_000 EUR "the budget is 90,000 euros"
  scenario more "More nodes" { nodes.quantity = { y1: 4, y2: 5 } }
}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bounds")
    (folder / "d.vdl").write_text(DESIGN, encoding="utf-8")
    for name in ("md", "html", "json", "csv", "xlsx", "summary"):
        assert main(["build", str(folder / "d.vdl"), "--format", name, "--out", str(folder)]) == 0
    return folder


def test_tables_charts_and_scenarios_say_so(made: Path) -> None:
    text = (made / "d.md").read_text(encoding="utf-8")
    assert "- **Cost**: at least 15,200 EUR in all (lines without a price: 1)" in text
    assert "| y1 | 10,000 | 100 | 0 | 10,100 | 10,100 |" in text
    assert "| y2 | at least 5,000 | 100 | 0 | at least 5,100 | at least 15,200 |" in text
    assert "| **Total** | **at least 15,000** | **200** | **0** | **at least 15,200** |  |" in text
    assert "Bought at least 5,000, Paid in the year 100" in text
    assert "What it costs: Costs: In all (EUR) | at least 15,200 | at least 25,200 |" in text
    assert "at least at least" not in text


def test_scenarios_keep_what_is_open_with_other_figures(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (made / "d.md").read_text(encoding="utf-8")
    held = "not evaluated: at least 15,200 EUR ≤ 90,000 EUR | not evaluated: at least 25,200 EUR ≤ 90,000 EUR"
    assert f"| the budget is 90,000 euros | {held} |" in text
    main(["compare", str(made / "d.vdl")])
    told = capsys.readouterr().out
    assert "not evaluated: at least 15,200" in told and "not evaluated: at least 25,200" in told


def test_the_budget_is_open(made: Path) -> None:
    found = json.loads((made / "d.json").read_text(encoding="utf-8"))
    assert [one["verdict"] for one in found["rules"] if one["name"] == "enough"] == ["not-evaluated"]


def test_programs_are_told(made: Path) -> None:
    found = json.loads((made / "d.json").read_text(encoding="utf-8"))
    cells = [cell for table in found["bill"] for row in table["rows"] for cell in row["cells"].values() if isinstance(cell, dict)]
    assert {"15200": "least"}.items() <= {cell["decimal"]: cell.get("bound") for cell in cells}.items()
    [rows] = [list(csv.reader((made / "d.bill.csv").read_text(encoding="utf-8").splitlines()))]
    assert any("at least 15200" in row for row in rows)
    with ZipFile(made / "d.bill.xlsx") as book:
        assert '&quot;at least &quot;' in book.read("xl/styles.xml").decode()


OPEN = """edition 2026
import std.money
import std.servers.racks
source offer "Offer" { author = "Reseller", date = 2026-04 }
display Money in EUR
node: server { model = "Node", price = 5_000 EUR, height = 2 RU } @ offer "1"
counted Crate: crate, crates
kind stock { cost: Money, count crates: Crate, bound load by_cost: crates >= cost / (1_000 EUR) * 1 crate }
design d "Sheds" {
  nodes: hardware_line { item = node, quantity = 3 }
  racks: racks.racks "Racks" { }
  costs: money.account "Costs" { desktops = 10 desktops, period = 1 year }
  require enough: costs.total <= 90_000 EUR "the budget is 90,000 euros"
  given: stock "Given" { cost = costs.total, crates = 20 crates }
  sized: stock "Sized" { cost = costs.total }
}
"""


def test_what_is_open_names_what_would_close_it(tmp_path: Path) -> None:
    (tmp_path / "d.vdl").write_text(OPEN, encoding="utf-8")
    assert main(["build", str(tmp_path / "d.vdl"), "--format", "md", "--out", str(tmp_path)]) == 0
    text = (tmp_path / "d.md").read_text(encoding="utf-8")
    assert "| the budget is 90,000 euros | holds by what is stated | Racks: cabinet stated |" in text
    assert "| Given, crates: by cost | holds by what is stated | Racks: cabinet stated |" in text
    assert "| Sized: crates | sized by what is stated | Racks: cabinet stated |" in text


def test_numbers_in_workings_say_what_they_lack(made: Path, tmp_path: Path) -> None:
    text = (made / "d.md").read_text(encoding="utf-8")
    assert "= `at least 15,200 EUR / 20 desktops` = at least 760 EUR/desktop" in text
    assert "= `{y1: 10,000; y2: at least 5,000 EUR} + 100 EUR − 0 EUR` = y1: 10,100; y2: at least 5,100 EUR" in text
    (tmp_path / "d.vdl").write_text(OPEN, encoding="utf-8")
    main(["build", str(tmp_path / "d.vdl"), "--format", "md", "--out", str(tmp_path)])
    text = (tmp_path / "d.md").read_text(encoding="utf-8")
    assert "\n  = `15,000 EUR + 0 EUR + not stated` = at least 15,000 EUR" in text
    assert "= `at least 15,000 EUR / 1,000 EUR × 1 crate` = **at least 15 crates**" in text


def test_the_graph_and_reasons_say_what_they_lack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "d.vdl"
    path.write_text(OPEN, encoding="utf-8")
    main(["graph", str(path), "costs.total"])
    assert "costs.total\\nat least 15,000 EUR" in capsys.readouterr().out
    main(["graph", str(path), "--format", "json"])
    nodes = {one["name"]: one["value"] for one in json.loads(capsys.readouterr().out)["nodes"]}
    assert (nodes["costs.total"]["bound"], nodes["nodes.cost"].get("bound")) == ("least", None)
    main(["explain", str(path), "costs.spent"])
    said = capsys.readouterr().out
    assert "= at least 15,000 EUR + 0 EUR - 0 EUR" in said and "= 15,000 EUR + not stated + 0 EUR" in said


def test_limits_say_what_they_lack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "d.vdl"
    path.write_text(OPEN.replace("90_000", "9_000").replace("20 crates", "10 crates"), encoding="utf-8")
    main(["size", str(path), "--format", "json"])
    found = json.loads(capsys.readouterr().out)["designs"][0]
    rules = {one["name"]: one["margin"] for one in found["rules"]}
    assert rules["enough"]["text"] == "at least 6,000 EUR over (at least 66.66 %)" and rules["enough"]["room"]["bound"] == "most"
    counts = {one["name"]: one["bounds"][0]["value"] for one in found["counts"] if one["name"].endswith(".crates")}
    assert {name: value["text"] for name, value in counts.items()} == dict.fromkeys(counts, "at least 15 crates")
    main(["build", str(path), "--format", "md", "--out", str(tmp_path)])
    text = (tmp_path / "d.md").read_text(encoding="utf-8")
    assert "⇒ **10 crates**, given; at least 150 % in use, at least 166 % with one fewer" in text
    assert "Sized: crates (by cost), at least 100 % in use" in text
    assert "not met (at least 166 % of the limit): the budget is 90,000 euros" in text
