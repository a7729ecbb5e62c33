"""`vdl compare`."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from .conftest import Vdl

TRIPS = "designs/trips.vdl"
NORTH = (TRIPS, "--design", "north")
CHOOSING = """edition 2026
big: fleet { pupils = 90 pupils, seats = 60 pupils/bus }
small: fleet { pupils = 90 pupils, seats = 20 pupils/bus }
design chosen {
  share: Number = 1
  taken: fleet = choose [big, small] minimizing taken.buses * share
  scenario dear { share = 2 }
  scenario fixed { taken = big with { pupils = 80 pupils } }
}
"""


def rows(text: str) -> dict[str, list[str]]:
    """The cells of a CSV by what their rows are called."""
    head, *lines = csv.reader(io.StringIO(text))
    assert head[:5] == ["section", "name", "at", "end", "unit"]
    return {"/".join(filter(None, line[:4])): line[5:] for line in lines}


def test_a_design_and_its_scenarios_side_by_side(vdl: Vdl) -> None:
    ran = vdl("compare", *NORTH)
    assert ran.out.splitlines() == [
        "                       north                      growth",
        "---------------------  -------------------------  --------------------------------------------------",
        "verdict                holds                      does not hold",
        "open points            0                          1 (+1)",
        "",
        "open points",
        "fleet.roomy            –                          fails (warning)",
        "",
        "inputs",
        "fleet.pupils (pupils)  90                         900 (+810)",
        "",
        "counts",
        "fleet.buses (buses)    2                          18 (+16)",
        "",
        "rules",
        "fleet.few              holds: 2 buses <= 2 buses  fails: 18 buses, must be at most 2 buses; 16 buses",
        "                                                  over (800 %)",
    ]  # fmt: skip
    assert (ran.code, ran.err) == (0, "")


def test_a_design_alone_shows_what_it_came_to(vdl: Vdl) -> None:
    ran = vdl("compare", TRIPS, "--design", "south", "--scenario", "none")
    assert ran.out.splitlines() == [
        "                     south",
        "-------------------  -----",
        "verdict              holds",
        "open points          0",
        "",
        "counts",
        "fleet.buses (buses)  2",
    ]  # fmt: skip


def test_scenarios_and_inputs_that_are_named(vdl: Vdl, town: Path) -> None:
    more = "scenario wide { fleet.seats = 60 pupils/bus }\n  scenario growth"
    (town / TRIPS).write_text((town / TRIPS).read_text().replace("scenario growth", more))
    set_ = "fleet.seats = 30 pupils/bus, fleet.trips = 5"
    ran = vdl("compare", *NORTH, "--scenario", "growth+wide, wide", "--set", set_, "--format", "csv")
    head = next(csv.reader(io.StringIO(ran.out)))
    assert head[5:] == ["north", "growth + wide", "wide", set_]
    found = rows(ran.out)
    assert found["inputs/fleet.pupils"] == ["90", "900", "90", "90"]
    assert found["inputs/fleet.seats"] == ["50", "60", "60", "30"]
    assert found["inputs/fleet.trips"] == ["", "", "", "5"]
    assert found["counts/fleet.buses"] == ["2", "15", "2", "5"]
    none = vdl("compare", *NORTH, "--scenario", "none", "--format", "csv")
    assert next(csv.reader(io.StringIO(none.out)))[5:] == ["north"]


def test_several_designs_and_files(vdl: Vdl) -> None:
    ran = vdl("compare", TRIPS, "designs/east.vdl", "--format", "csv")
    assert next(csv.reader(io.StringIO(ran.out)))[5:] == ["north", "north, growth", "south", "south, growth", "east"]
    found = rows(ran.out)
    assert found["verdict/verdict"] == ["holds", "does not hold", "holds", "does not hold", "does not hold"]
    assert found["inputs/fleet.pupils"] == ["90", "900", "60", "900", "200"]
    assert found["counts/fleet.buses"] == ["2", "18", "2", "18", "4"]
    agrees, differs = "agrees: 2 buses, published 2 buses", "differs: 4 buses, published 3 buses"
    assert found["expectations/buses"] == [agrees, "", "", "", differs]


def test_one_name_in_two_files(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "more.vdl").write_text("edition 2026\ndesign north { fleet: fleet { pupils = 200 pupils } }\n")
    ran = vdl("compare", TRIPS, "designs/more.vdl", "--design", "north", "--scenario", "growth", "--format", "csv")
    head = next(csv.reader(io.StringIO(ran.out)))
    assert head[5:] == ["north (designs/trips.vdl)", "north (designs/trips.vdl), growth", "north (designs/more.vdl)"]


def test_labels_that_differ_are_rows_of_their_own(vdl: Vdl) -> None:
    layers = "--scenario", "none", "--set", "fleet.seats = { summer: 40..45, winter: 50 } pupils/bus"
    lines = vdl("compare", *NORTH, *layers).out.splitlines()
    seats = [line.split("  ") for line in lines if line.startswith("fleet.seats")]
    assert [[cell.strip() for cell in line if cell] for line in seats] == [
        ["fleet.seats at summer (pupils/bus)", "50", "40..45 (-10 to -5)"],
    ]  # fmt: skip
    found = rows(vdl("compare", *NORTH, *layers, "--format", "csv", "--all").out)
    assert found["inputs/fleet.seats/summer/least"] == ["50", "40"]
    assert found["inputs/fleet.seats/summer/most"] == ["50", "45"]
    assert found["inputs/fleet.seats/winter"] == ["50", "50"]
    json = vdl("compare", *NORTH, *layers, "--format", "json").json()
    (row,) = [row for row in json["rows"] if row["name"] == "fleet.seats"]
    assert row["at"] == {"season": "summer"}
    assert [row["cells"][1]["difference"][end]["exact"] for end in ("low", "high")] == ["-10", "-5"]


@pytest.mark.parametrize(("seats", "said"), [
    ("1000 pupils/bus / 7", "142.9 (+92.9)"), ("50.01 pupils/bus", "50.01 (+0.01)"), ("50.0004 pupils/bus", "50.0004 (+0.0004)"),
    ("20..1000 pupils/bus", "20..1,000 (-30 to +950)"),
    ("50..60 pupils/bus", "50..60 (0 to +10)"), ("10..50 pupils/bus", "10..50 (-40 to 0)"),
    ("49..51 pupils/bus", "49..51 (-1 to +1)"),
    ("49.9996..50.0004 pupils/bus", "49.9996..50.0004 (-0.0004 to +0.0004)"),
])  # fmt: skip
def test_differences_have_the_digits_of_their_numbers(vdl: Vdl, seats: str, said: str) -> None:
    ran = vdl("compare", *NORTH, "--scenario", "none", "--set", f"fleet.seats = {seats}", "--format", "md")
    (line,) = [line for line in ran.out.splitlines() if line.startswith("| fleet.seats")]
    assert line.split(" | ")[2] == f"{said} |"


def test_what_nobody_uses_is_shown_as_it_is_written(vdl: Vdl, town: Path) -> None:
    trips = town / "designs" / "trips.vdl"
    trips.write_text(trips.read_text().replace(", way = walk", ""))
    ran = vdl("compare", *NORTH, "--scenario", "none", "--set", "walk = 3 km", "--format", "csv")
    assert rows(ran.out)["inputs/walk"] == ["{ summer: 1..2, winter: 0.5 } km", "3"]


def test_a_figure_of_a_catalog_is_shown_where_it_is_not_filled_anew(vdl: Vdl, town: Path) -> None:
    (town / "carts.vdl").write_text("""edition 2026
kind cart { price: Number, wheels: Number?, colour: Number? }
small: cart { price = 30, wheels = 2 }
kind shop { cart: cart, sum: Number = cart.price * 2 }
design d {
  shop: shop { cart = small }
}
""")
    sets = ["shop.cart.price = 40", "shop.cart.wheels = 4", "shop.cart.colour = 7", "shop.cart.price = 1 kg"]
    ran = vdl("compare", "carts.vdl", "--scenario", "none", *[word for one in sets for word in ("--set", one)], "--format", "csv")
    found = {line.split(",")[1]: line for line in ran.out.splitlines() if line.startswith("inputs")}
    assert [found["shop.cart.price"].split(",")[n] for n in (-5, -4, -3, -2)] == ["30", "40", "30", "30"], found
    assert found["shop.cart.wheels"].split(",")[-5:-1] == ["2", "2", "4", "2"], found
    assert found["shop.cart.colour"].split(",")[-5:-1] == ["", "", "", "7"], found


def test_what_each_choose_took(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "chosen.vdl").write_text(CHOOSING)
    found = rows(vdl("compare", "designs/chosen.vdl", "--format", "csv", "--all").out)
    assert found["choices/taken"] == ["chosen.big", "chosen.big", "chosen.big with { pupils = 80 pupils }"]
    assert found["choices/taken: taken.buses * share"] == ["2", "4", ""]
    assert "inputs/taken" not in found
    assert "choices/taken" not in rows(vdl("compare", "designs/chosen.vdl", "--scenario", "dear", "--format", "csv").out)


BILL = """edition 2026
kind thing { cost: Length?, weight: Length? }
document own "Own" {
  cover {
    table bill "At once" for t in all thing { "Of": t.name, "One": t.cost }
    table bill "Twice" for t in all thing { "Of": t.name, "Cost": t.cost, total "Cost" }
  }
  section "Bill" {
    table bill "Things" for t in all thing { "Of": t.name, "Cost": t.cost, "Weight": t.weight, total "Cost", total "Weight" }
    table "Not a bill" for t in all thing { "Cost": t.cost, total "Cost" }
  }
}
document without "Without" { text "No bill." }
design shop {
  a: thing { cost = 2 km }
  b: thing { cost = 3 km }
  scenario dear { b.cost = 5 km }
}
"""


def test_what_bills_come_to(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "shop.vdl").write_text(BILL)
    ran = vdl("compare", "designs/shop.vdl", "--document", "own", "--format", "csv")
    bill = {name: cells for name, cells in rows(ran.out).items() if name.startswith("bill/")}
    assert bill == {
        "bill/At once: a: One": ["2", "2"],
        "bill/At once: b: One": ["3", "5"],
        "bill/Things: Cost": ["5", "7"],
    }
    none = rows(vdl("compare", "designs/shop.vdl", "--document", "without", "--format", "csv").out)
    assert not [name for name in none if name.startswith("bill/")]
    wrong = vdl("compare", "designs/shop.vdl", "--document", "wihtout")
    assert (wrong.code, wrong.out) == (1, "") and "there is no document `wihtout`" in wrong.err


def test_a_column_that_can_not_be_solved_says_so(vdl: Vdl) -> None:
    sets = "--set", "fleet.seats = 0 pupils/bus", "--set", "fleet.seats = 30 pupils/bus"
    ran = vdl("compare", *NORTH, "--scenario", "none", *sets, "--format", "csv")
    found = rows(ran.out)
    assert ran.code == 1 and "--> --set fleet.seats = 0 pupils/bus:1:1" in ran.err
    assert found["verdict/verdict"][0] == "holds" and found["verdict/verdict"][1].startswith("not solved: ")
    assert found["verdict/verdict"][1].removeprefix("not solved: ") in ran.err
    assert found["counts/fleet.buses"] == ["2", "", "3"]
    assert found["inputs/fleet.seats"] == ["50", "0", "30"]


def test_scenarios_that_can_not_be_used_together(vdl: Vdl, town: Path) -> None:
    more = "scenario less { fleet.pupils = 10 pupils }\n  scenario growth"
    (town / TRIPS).write_text((town / TRIPS).read_text().replace("scenario growth", more))
    ran = vdl("compare", *NORTH, "--scenario", "less, growth+less", "--format", "csv")
    assert ran.code == 1 and "two scenarios fill `fleet.pupils` differently" in ran.err
    assert rows(ran.out)["counts/fleet.buses"] == ["2", "1", ""]
    unknown = vdl("compare", *NORTH, "--scenario", "less, growth+moer")
    assert (unknown.code, unknown.out) == (1, "") and "there is no scenario `moer`" in unknown.err


def test_a_first_column_that_can_not_be_solved(vdl: Vdl, town: Path) -> None:
    text = "edition 2026\ndesign none {\n  fleet: fleet { pupils = 9 pupils, seats = 0 pupils/bus }\n  %s }\n"
    more = "scenario some { fleet.seats = 5 pupils/bus }\n  scenario more { fleet.seats = 1 pupil/bus }"
    (town / "designs" / "none.vdl").write_text(text % more)
    ran = vdl("compare", "designs/none.vdl")
    counted = [line.split() for line in ran.out.splitlines() if line.startswith("fleet.buses")]
    assert ran.code == 1 and counted == [["fleet.buses", "(buses)", "–", "2", "9"]]


def test_a_file_with_errors_leaves_the_others(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "wrong.vdl").write_text("edition 2026\ndesign wrong { fleet: fleet { pupils = 9 } }\n")
    ran = vdl("compare", TRIPS, "designs/wrong.vdl", "--format", "csv", "--scenario", "none")
    assert ran.code == 1 and "designs/wrong.vdl:2:40" in ran.err
    assert rows(ran.out)["counts/fleet.buses"] == ["2", "2", ""]
    alone = vdl("compare", "designs/wrong.vdl")
    assert (alone.code, alone.out) == (1, "") and "missing-unit" in alone.err
    absent = vdl("compare", "designs/absent.vdl", TRIPS, "--design", "south")
    assert absent.code == 1 and "there is no file `designs/absent.vdl`" in absent.err and "south" in absent.out


@pytest.mark.parametrize("option", [
    ("--scenario", "growht"), ("--design", "nroth"), ("--set", "fleet.seat = 3"), ("--set", ""),
    ("--set", "fleet.seats = 3 pupils/bus,,fleet.trips = 1"), ("--set", "fleet"), ("--set", "ask a: largest fleet.pupils"),
])  # fmt: skip
def test_what_is_unknown_is_said_as_check_says_it(vdl: Vdl, option: tuple[str, str]) -> None:
    one = option if "," not in option[1] else (option[0], "")
    ran, checked = vdl("compare", TRIPS, *option), vdl("check", TRIPS, *one)
    assert (ran.code, ran.out) == (1, "")
    first = checked.out.split("\n\n")[0]
    assert ran.err.startswith(first) and first.startswith("error[")


def test_a_scenario_of_one_design_alone(vdl: Vdl, town: Path) -> None:
    found = vdl("compare", TRIPS, "designs/east.vdl", "--scenario", "growth", "--format", "csv")
    assert next(csv.reader(io.StringIO(found.out)))[5:] == ["north", "north, growth", "south", "south, growth", "east"]
    some = vdl("compare", TRIPS, "designs/east.vdl", "--scenario", "none", "--set", "walk = 1 km", "--format", "csv")
    assert some.code == 1 and rows(some.out)["verdict/verdict"][-1].startswith("not solved: ")


@pytest.mark.parametrize("text", ["growth+", ",", "", "a,,b"])
def test_a_scenario_without_a_name_is_wrong_usage(vdl: Vdl, text: str) -> None:
    ran = vdl("compare", *NORTH, "--scenario", text)
    assert ran.code == 2 and "a name is missing" in ran.err


def test_markdown_is_a_table_in_which_nothing_else_is_read(vdl: Vdl, town: Path) -> None:
    ran = vdl("compare", *NORTH, "--format", "md", "--scenario", "none", "--set", "fleet.trips = 2 | 3")
    assert ran.code == 1 and "| fleet.trips | – | 2 \\| 3 |" in ran.out.splitlines()
    text = vdl("compare", *NORTH, "--format", "md", "--scenario", "none", "--set", "fleet.trips = 3 * 1").out.splitlines()
    assert text[:2] == ["|  | north | fleet.trips = 3 \\* 1 |", "| --- | --- | --- |"]
    assert "| fleet.buses (buses) | 2 | 3 (+1) |" in text and "| **counts** |  |  |" in text


def test_a_formula_in_a_table_is_a_text(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "text.vdl").write_text('edition 2026\nkind note { says: Text }\n'
                                               'design noted { n: note { says = "a" } }\n')  # fmt: skip
    ran = vdl("compare", "designs/text.vdl", "--set", 'n.says = "=1+1"', "--format", "csv")
    assert "inputs,n.says,,,,a,'=1+1" in ran.out.splitlines()


def test_json(vdl: Vdl) -> None:
    found = vdl("compare", *NORTH, "--set", "fleet.seats = 0 pupils/bus", "--format", "json").json()
    assert [(one["title"], one["verdict"], one["scenarios"], one["sets"]) for one in found["columns"]] == [
        ("north", "holds", [], []), ("growth", "fails", ["growth"], []),
        ("fleet.seats = 0 pupils/bus", None, [], ["fleet.seats = 0 pupils/bus"]),
    ]  # fmt: skip
    assert [len(one["errors"]) for one in found["columns"]] == [0, 0, 1]
    (count,) = [row for row in found["rows"] if row["section"] == "counts"]
    assert (count["name"], count["at"], count["unit"], count["differs"]) == ("fleet.buses", {}, "buses", True)
    first, second, third = count["cells"]
    assert (first["exact"], second["exact"], third) == ("2", "18", None)
    assert "difference" not in first
    assert second["difference"] == {"exact": "16", "decimal": "16", "unit": "buses", "text": "16 buses"}
    for every in (False, True):
        all_rows = vdl("compare", *NORTH, "--format", "json", *["--all"] * every).json()["rows"]
        assert any(not row["differs"] and row["section"] == "inputs" for row in all_rows) == every


@pytest.mark.parametrize(("columns", "tables"), [(40, 9), (80, 9), (100, 5), (160, 2), (300, 1)])
def test_tables_fit(vdl: Vdl, monkeypatch: pytest.MonkeyPatch, columns: int, tables: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    sets = [part for number in range(1, 9) for part in ("--set", f"fleet.seats = {number} pupils/bus")]
    ran = vdl("compare", *NORTH, *sets)
    assert max(map(len, ran.out.splitlines())) <= columns
    heads = [line for line in ran.out.splitlines() if "north" in line]
    assert len(heads) == ran.out.count("\nverdict ") and len(heads) == tables
    assert "90 (+88)" in " ".join(ran.out.split())


def test_what_an_author_writes_steers_no_terminal(vdl: Vdl, town: Path) -> None:
    text = (town / TRIPS).read_text().replace('"Growth"', '"Gr\\u{1b}owth"')
    (town / TRIPS).write_text(text)
    for format in ("human", "md", "csv", "json"):
        ran = vdl("compare", *NORTH, "--set", "fleet.seats = 40 pupils/bus  // \x1b[31m", "--format", format)
        assert "\x1b" not in ran.out + ran.err


DERIVED = """edition 2026
design derived {
  load: Number = { summer: 1, winter: 2 }
  a: fleet { pupils = 90 pupils, trips = load * 3 }
  scenario more { load = { summer: 3, winter: 5 } }
}
"""


def test_all_formats_have_the_same_rows(vdl: Vdl, town: Path) -> None:
    """Also of what only follows from another input, and varies by label."""
    (town / "designs" / "derived.vdl").write_text(DERIVED)
    found = rows(vdl("compare", "designs/derived.vdl", "--format", "csv").out)
    named = {name for name in found if name.startswith("inputs/")}
    assert named == {"inputs/load/summer", "inputs/load/winter"}
    json = vdl("compare", "designs/derived.vdl", "--format", "json").json()["rows"]
    inputs = [(row["name"], row["at"]["season"]) for row in json if row["section"] == "inputs"]
    assert inputs == [("load", "summer"), ("load", "winter")]
    for format in ("human", "md"):
        said = vdl("compare", "designs/derived.vdl", "--format", format).out
        assert "load at summer" in said and "load at winter" in said and "a.trips" not in said


PRICED = """edition 2026
document own "Own" {
  section "Bill" { table bill "Buses" for f in all fleet { "Of": f.name, "Buses": f.buses, total "Buses" } }
}
design priced {
  taken: fleet { pupils = 90 pupils, seats = choose [20 pupils/bus, 60 pupils/bus] minimizing taken.buses }
  other: fleet { pupils = 0 pupils }
  scenario fixed { taken.seats = 20 pupils/bus }
}
"""


def test_what_was_minimized_is_said_once(vdl: Vdl, town: Path) -> None:
    """A bill that has the figure is enough; where none has it in all columns, it has a row of its own."""
    (town / "designs" / "priced.vdl").write_text(PRICED)
    priced = "compare", "designs/priced.vdl", "--format", "csv"
    found = rows(vdl(*priced, "--document", "own").out)
    assert [name for name in found if "taken.seats" in name] == ["choices/taken.seats"]
    assert found["choices/taken.seats"] == ["60", "20"] and found["bill/Buses: Buses"] == ["2", "5"]
    other = rows(vdl(*priced, "--document", "own", "--set", "other.pupils = 9 pupils").out)
    assert other["choices/taken.seats: taken.buses"] == ["2", "", "2"]


@pytest.mark.parametrize("text", ["none+growth", "growth + none", "none+growth+none", "growth,none+growth"])
def test_none_with_a_scenario_says_what_to_write(vdl: Vdl, text: str) -> None:
    ran = vdl("compare", *NORTH, "--scenario", text)
    assert (ran.code, ran.out) == (2, "") and "which stands beside all scenarios anyway; write `growth`" in ran.err


@pytest.mark.parametrize("given", [
    ("--scenario", "growth, growth,growth+growth"), ("--scenario", "growth", "--scenario", "none+none,growth"),
    (TRIPS, f"./{TRIPS}", "designs/../" + TRIPS, "--scenario", "growth"),
])  # fmt: skip
def test_a_column_stands_once(vdl: Vdl, given: tuple[str, ...]) -> None:
    ran = vdl("compare", *NORTH, *given, "--format", "csv")
    assert next(csv.reader(io.StringIO(ran.out)))[5:] == ["north", "growth"]


def test_inputs_that_are_written_alike_are_one_column(vdl: Vdl) -> None:
    sets = "--set", "fleet.trips=3", "--set", "fleet.trips = 4", "--set", " fleet.trips  =  3 "
    ran = vdl("compare", *NORTH, "--scenario", "none", *sets, "--format", "csv")
    assert next(csv.reader(io.StringIO(ran.out)))[5:] == ["north", "fleet.trips=3", "fleet.trips = 4"]
