"""`vdl compare`: columns that can't be solved, and figures that are of one column alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Vdl
from .test_compare import NORTH, TRIPS, rows


def test_a_wrong_value_leaves_the_other_columns(vdl: Vdl) -> None:
    texts = "fleet.seats = 3 km", "fleet.pupils=10.5 pupils", "fleet.trips = 2 |", "fleet.seats = 30 pupils/bus"
    sets = [part for text in texts for part in ("--set", text)]
    ran = vdl("compare", *NORTH, "--scenario", "none", *sets, "--format", "csv")
    found = rows(ran.out)
    assert ran.code == 1 and "unit-mismatch" in ran.err and "not-whole" in ran.err
    verdicts = found["verdict/verdict"]
    assert [one.startswith("not solved: ") for one in verdicts] == [False, True, True, True, False]
    assert verdicts[2] == "not solved: 10.5 pupils is not a whole number of things"
    assert found["counts/fleet.buses"] == ["2", "", "", "", "3"]
    assert found["inputs/fleet.seats"] == ["50", "3 km", "50", "50", "30"]
    assert found["inputs/fleet.pupils"] == ["90", "90", "10.5 pupils", "90", "90"]
    json = vdl("compare", *NORTH, "--scenario", "none", *sets[:2], "--format", "json").json()
    (seats,) = [row for row in json["rows"] if row["name"] == "fleet.seats"]
    assert seats["differs"] and seats["cells"][1]["text"] == "3 km"


def test_an_input_that_one_design_alone_has(vdl: Vdl) -> None:
    ran = vdl("compare", TRIPS, "designs/east.vdl", "--scenario", "none", "--set", "walk = 3 pupils", "--format", "csv")
    assert ran.code == 1 and [one[:11] for one in rows(ran.out)["verdict/verdict"]] == [
        "holds", "not solved:", "holds", "not solved:", "does not ho", "not solved:",
    ]  # fmt: skip


STATED = """edition 2026
light: fleet { pupils = 9 pupils }
heavy: fleet { pupils = 20 pupils }
design stated {
  people: Pupil = 90 pupils
  per_bus: Pupil/Bus = 0 pupils/bus
  note: Number = 3
  a: fleet { pupils = people * note, seats = per_bus }
  b: fleet = choose [light, heavy] minimizing b.buses
  scenario more { people = 95 pupils, note = 4 }
  scenario most { people = 99 pupils }
  scenario some { per_bus = 10 pupils/bus }
}
"""


def test_what_a_column_states_that_can_not_be_solved(vdl: Vdl, town: Path) -> None:
    """Not what is worked out, what a `choose` may take, or what two layers fill differently."""
    (town / "designs" / "stated.vdl").write_text(STATED)
    ran = vdl("compare", "designs/stated.vdl", "--scenario", "some,more,some+more+most", "--format", "csv", "--all")
    found = rows(ran.out)
    assert [one.startswith("not solved: ") for one in found["verdict/verdict"]] == [True, False, True, True]
    assert found["inputs/people"] == ["90", "90", "95", ""]
    assert found["inputs/note"] == ["3", "3", "4", "4"]
    assert found["inputs/per_bus"] == ["0", "10", "0", "10"]
    assert found["inputs/a.pupils"] == ["", "270", "", ""]
    assert found["choices/b"] == ["", "stated.light", "", ""]
    set_ = "--set", "a.pupils = 1 km, b = heavy"
    replaced = rows(vdl("compare", "designs/stated.vdl", "--scenario", "some", *set_, "--format", "csv").out)
    assert replaced["inputs/a.pupils"] == ["", "270", "1 km"] and replaced["choices/b"] == ["", "stated.light", "heavy"]


FIGURES = """edition 2026
design figures {
  a: fleet { pupils = 90 pupils }
  expect buses: a.buses == 3 buses differs "the paper counts spare ones" @ assumed "a guess"
  expect seats: a.seats == 50 pupils/bus @ assumed "a guess"
  scenario more {
    a.pupils = 200 pupils
    expect buses: a.buses == 5 buses differs "the paper counts spare ones" @ assumed "a guess"
    expect wrong: a.buses == 9 buses @ assumed "a guess"
  }
}
"""


def test_figures_that_differ_as_stated_and_those_of_scenarios(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "figures.vdl").write_text(FIGURES)
    found = rows(vdl("compare", "designs/figures.vdl", "--format", "csv").out)
    assert {name: cells for name, cells in found.items() if name.startswith("expectations/")} == {
        "expectations/buses": ["differs as stated: 2 buses, published 3 buses", ""],
        "expectations/more.buses": ["", "differs as stated: 4 buses, published 5 buses"],
        "expectations/more.wrong": ["", "differs: 4 buses, published 9 buses"],
    }
    every = rows(vdl("compare", "designs/figures.vdl", "--format", "csv", "--all").out)
    assert every["expectations/seats"] == ["agrees: 50 pupils/bus, published 50 pupils/bus", ""]
    alone = rows(vdl("compare", "designs/figures.vdl", "--format", "csv", "--scenario", "none").out)
    assert alone["verdict/verdict"] == ["does not hold"]
    assert alone["expectations/more.wrong"] == ["in more: differs: 4 buses, published 9 buses"]


def test_a_figure_of_a_scenario_in_another_table(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (town / "designs" / "figures.vdl").write_text(FIGURES)
    monkeypatch.setenv("COLUMNS", "40")
    for every in (False, True):
        ran = vdl("compare", "designs/figures.vdl", "--set", "a.pupils = 9 pupils", *["--all"] * every)
        assert ran.out.count("\nverdict ") == 2 and ran.out.count("more.wrong") == 1 and "in more" not in ran.out


def test_a_waiver_that_accepts_nothing_stands_beside_the_verdict(vdl: Vdl, town: Path) -> None:
    text = (town / TRIPS).read_text().replace("  scenario growth", '  waive fleet.few "why"\n  scenario growth')
    (town / TRIPS).write_text(text)
    found = rows(vdl("compare", *NORTH, "--format", "csv").out)
    assert found["verdict/verdict"] == ["does not hold: 1 waiver accepts nothing", "holds with open points"]
