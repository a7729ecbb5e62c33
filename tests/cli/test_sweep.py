"""`vdl sweep`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import Vdl

NORTH = ("designs/trips.vdl", "--design", "north")
CHOOSING = """edition 2026
big: fleet { pupils = 90 pupils, seats = 60 pupils/bus }
small: fleet { pupils = 90 pupils, seats = 20 pupils/bus }
design chosen {
  least: Ratio in 0..<100 % = 10 %
  taken: fleet = choose [big, small] minimizing taken.buses * 1
}
"""


def test_a_row_for_each_value(vdl: Vdl) -> None:
    ran = vdl("sweep", *NORTH, "--vary", "fleet.pupils = 60..120 pupils step 30 pupils", "--show", "fleet.buses, fleet.carried")
    assert ran.out.splitlines() == [
        "fleet.pupils  fleet.buses  fleet.carried  verdict",
        "------------  -----------  -------------  ------------------------",
        "   60 pupils      2 buses     100 pupils  holds",
        "   90 pupils      2 buses     100 pupils  holds",
        "  120 pupils      3 buses     150 pupils  does not hold: fleet.few",
    ]  # fmt: skip
    assert ran.code == 0


def test_every_combination_the_last_input_first(vdl: Vdl) -> None:
    vary = "--vary", "fleet.pupils = [60 pupils, 90 pupils]", "--vary", "fleet.seats = 30..45 pupils/bus step 15 pupils/bus"
    rows = vdl("sweep", *NORTH, *vary, "--format", "json").json()["rows"]
    assert [" ".join(row["inputs"].values()) for row in rows] == [
        "60 pupils 30 pupils/bus", "60 pupils 45 pupils/bus", "90 pupils 30 pupils/bus", "90 pupils 45 pupils/bus",
    ]  # fmt: skip
    assert [row["shown"]["fleet.buses"]["exact"] for row in rows] == ["2", "2", "3", "2"]
    assert [row["verdict"] for row in rows] == ["open", "holds", "fails", "open"]
    assert rows[2]["failing"] == ["fleet.few"] and rows[0]["open"] == ["fleet.roomy"]


def test_a_table_has_a_column_for_each_label_and_each_end(vdl: Vdl) -> None:
    ran = vdl("sweep", *NORTH, "--vary", "fleet.pupils = [90 pupils]", "--show", "walk,fleet.buses,verdict", "--format", "csv")
    assert ran.out.splitlines() == [
        "fleet.pupils (pupils),walk at summer least (km),walk at summer most (km),walk at winter least (km),"
        "walk at winter most (km),fleet.buses (buses),verdict,failing,error",
        "90,1,2,0.5,0.5,2,holds,,",
    ]  # fmt: skip


def test_inputs_that_are_set_lie_on_top_of_scenarios_that_are_varied(vdl: Vdl) -> None:
    """A row is what `vdl check --scenario growth --set ...` says."""
    filled = "--set", "fleet.pupils = 60 pupils"
    checked = vdl("check", *NORTH, "--scenario", "growth", *filled, "--format", "json").json()["designs"][0]
    buses = next(count["value"]["exact"] for count in checked["counts"] if count["name"] == "fleet.buses")
    for vary in ("scenario", "scenario = [growth]"):
        ask = ("sweep", *NORTH, *filled, "--vary", vary, "--show", "fleet.pupils,fleet.buses")
        row = vdl(*ask, "--format", "json").json()["rows"][-1]
        assert row["inputs"] == {"scenario": "growth"} and row["shown"]["fleet.pupils"]["exact"] == "60"
        assert row["shown"]["fleet.buses"]["exact"] == buses
        assert vdl(*ask, "--format", "csv").out.splitlines()[-1].startswith("growth,60,2,")
        assert "60 pupils" in vdl(*ask).out.splitlines()[-1]
    both = vdl("sweep", *NORTH, *filled, "--vary", "scenario", "--vary", "fleet.seats = [20 pupils/bus]", "--show", "fleet.buses")
    assert [line.split()[3] for line in both.out.splitlines()[2:]] == ["3", "3"]


def test_scenarios(vdl: Vdl) -> None:
    ran = vdl("sweep", *NORTH, "--vary", "scenario", "--show", "fleet.buses", "--format", "csv")
    assert ran.out.splitlines()[1:] == ["none,2,holds,,", "growth,18,fails,fleet.few,"]
    some = vdl("sweep", *NORTH, "--vary", "scenario = [growth]", "--show", "fleet.buses", "--format", "csv")
    assert some.out.splitlines()[1:] == ["growth,18,fails,fleet.few,"]
    wrong = vdl("sweep", *NORTH, "--vary", "scenario = [growht]")
    assert (wrong.code, wrong.out) == (1, "") and "there is no scenario `growht`" in wrong.err


def test_options_and_objects(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "chosen.vdl").write_text(CHOOSING)
    every = vdl("sweep", "designs/chosen.vdl", "--vary", "taken", "--show", "taken.buses", "--format", "csv")
    assert every.out.splitlines() == ["taken,taken.buses (buses),verdict,failing,error", "big,2,holds,,", "small,5,holds,,"]
    listed = vdl("sweep", "designs/chosen.vdl", "--vary", "taken = [small]", "--show", "taken.buses", "--format", "csv")
    assert [line.split(",")[:2] for line in listed.out.splitlines()[1:]] == [["small", "5"]]
    wrong = vdl("sweep", "designs/chosen.vdl", "--vary", "taken = [small, smal]", "--show", "taken.buses")
    assert (wrong.code, wrong.out) == (1, "") and "did you mean `small`?" in wrong.err
    none = vdl("sweep", "designs/chosen.vdl", "--vary", "least")
    assert none.code == 1 and "there is no choice `least`" in none.err


@pytest.mark.parametrize(("vary", "said"), [
    ("fleet.pupil = 1..2 pupils", "has no `pupil`"),
    ("fleet.pupils = 1..2 buses", "unit-mismatch"),
    ("fleet.pupils = ", "unexpected-end"),
    ("fleet.pupils = 1..9 pupils step 0 pupils", "step"),
    ("fleet = 1..2", "wrong-type"),
    ("fleet.pupils = [1..2 pupils]", "not-a-point"),
    ("fleet.pupils = [-1 pupils]", "less than nothing"),
])  # fmt: skip
def test_what_can_not_be_varied(vdl: Vdl, vary: str, said: str) -> None:
    ran = vdl("sweep", *NORTH, "--vary", vary)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err and "--> --vary:" in ran.err


@pytest.mark.parametrize(("vary", "write"), [
    ("fleet.pupils in 60 pupils..120 pupils step 30 pupils", "fleet.pupils = 60..120 pupils step 30 pupils"),
    ("fleet.pupils = 60 pupils, 90 pupils", "fleet.pupils = [60 pupils, 90 pupils]"),
    ("fleet.pupils: 60 pupils; 90 pupils", "fleet.pupils = [60 pupils, 90 pupils]"),
    ("fleet.pupils from 60 to 120 pupils by 30 pupils", "fleet.pupils = 60..120 pupils step 30 pupils"),
])  # fmt: skip
def test_values_that_are_written_otherwise_are_told_as_they_are_written(vdl: Vdl, vary: str, write: str) -> None:
    ran = vdl("sweep", *NORTH, "--vary", vary)
    assert ran.code == 1 and f"= help: write `--vary '{write}'`" in " ".join(ran.err.split())
    assert vdl("sweep", *NORTH, "--vary", write).code == 0


def test_an_input_without_values_is_told_where_they_stand(vdl: Vdl) -> None:
    ran = vdl("sweep", *NORTH, "--vary", "fleet.pupils")
    assert ran.code == 1 and "write values behind `=`" in " ".join(ran.err.split())


def test_what_is_shown_may_stand_in_several_options(vdl: Vdl) -> None:
    vary = "sweep", *NORTH, "--vary", "fleet.pupils = [60 pupils]", "--format", "csv"
    both = vdl(*vary, "--show", "fleet.buses", "--show", "fleet.carried")
    assert both.out == vdl(*vary, "--show", "fleet.buses,fleet.carried").out and "fleet.carried" in both.out


@pytest.mark.parametrize("options", [("--design", "north", "--design", "south"), ("--jobs", "1", "--jobs", "2"),
                                     ("--format", "csv", "--format", "json")])  # fmt: skip
def test_what_takes_one_value_is_not_given_two(vdl: Vdl, options: tuple[str, ...]) -> None:
    ran = vdl("sweep", *NORTH, "--vary", "fleet.pupils = [60 pupils]", *options)
    assert ran.code == 2 and f"argument {options[0]}" in ran.err and "it takes one" in ran.err
    assert vdl("sweep", *NORTH, "--vary", "fleet.pupils = [60 pupils]", *options[:2], *options[:2]).code == 0


def test_what_can_not_be_shown(vdl: Vdl) -> None:
    ran = vdl("sweep", *NORTH, "--vary", "fleet.pupils = [1 pupil]", "--show", "fleet")
    assert (ran.code, ran.out) == (1, "") and "a quantity, or a condition" in ran.err


def test_a_value_that_another_input_may_not_be_is_a_row_that_says_so(vdl: Vdl, town: Path) -> None:
    made = "more: Number = 4\n  fleet: fleet { pupils = (more - 4) * 2 pupils }"
    (town / "designs" / "halved.vdl").write_text(f"edition 2026\ndesign halved {{\n  {made}\n}}\n")
    ran = vdl("sweep", "designs/halved.vdl", "--vary", "more = 3..5 step 1", "--show", "fleet.buses", "--format", "csv")
    said = '"`fleet.pupils` is -2 pupils, less than nothing",out-of-range at designs/halved.vdl:4:18'
    assert ran.out.splitlines()[1:] == [f"3,,fails,{said}", "4,0,open,,", "5,1,holds,,"]


def test_nothing_to_vary_is_wrong_usage(vdl: Vdl) -> None:
    ran = vdl("sweep", *NORTH)
    assert ran.code == 2 and "--vary" in ran.err


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "vdl", "sweep", *NORTH, "--library", "lib", "--as-of", "2026-01-01", *more]


def test_one_two_and_eight_processes_print_the_same(town: Path) -> None:
    printed = {
        subprocess.run(
            command("--vary", "fleet.pupils = 1..90 pupils", "--jobs", jobs, "--format", "csv"),
            capture_output=True,
            check=True,
            env=ENVIRONMENT,
        ).stdout
        for jobs in ("1", "2", "8")
    }
    assert len(printed) == 1 and printed.pop().count(b"\n") == 91


def test_no_process_loads_what_lies_in_the_working_folder(town: Path) -> None:
    ran = town / "ran"
    for name in ("multiprocessing", "pickle", "runpy", "threading", "vdl"):
        (town / f"{name}.py").write_text(f"open({str(ran)!r}, 'w')\n")
    code = "import sys; sys.path.remove(''); from vdl.cli import main; sys.exit(main())"
    line = [sys.executable, "-c", code, *command("--vary", "fleet.pupils = 1..90 pupils", "--jobs", "2")[3:]]
    made = subprocess.run(line, capture_output=True, text=True, env=ENVIRONMENT)
    assert (made.returncode, made.stderr, ran.exists()) == (0, "", False)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_sweep_keeps_its_rows(town: Path, jobs: str) -> None:
    line = command("--vary", "fleet.pupils = 1..900_000 pupils", "--jobs", jobs, "--format", "csv", "--show", "fleet.buses")
    for seconds in (3, 9, 27):  # a machine that is busy may have no row yet
        with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as running:
            time.sleep(seconds)
            running.send_signal(signal.SIGINT)
            try:
                out, err = running.communicate(timeout=60)
            finally:
                running.kill()  # it would go on without anybody to read it
        if running.returncode == 130 and "before the first row" not in err:
            break
    assert running.returncode == 130, err
    lines = out.splitlines()
    assert 1 < len(lines) < 900_000 and lines[1].startswith("1,1,")
    assert f"{len(lines) - 1:,} of 900,000 rows" in err


ASKING = """edition 2026
design asking {
  fleet: fleet { pupils = 90 pupils }
  ask more: fleet.buses for fleet.pupils in 80..400 pupils step 1 pupil
  ask seated: fleet.carried for fleet.seats in [30 pupils/bus, 60 pupils/bus]
}
"""


def test_the_questions_of_the_design(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "asking.vdl").write_text(ASKING)
    every = vdl("sweep", "designs/asking.vdl").out.splitlines()
    assert every[0] == "more" and every[1].split() == ["fleet.pupils", "fleet.buses", "verdict"]
    assert [re.sub(" {2,}", "  ", line.strip()) for line in every[3:6]] == [
        "80 pupils to 90 pupils  2 buses  holds", "91 pupils to 100 pupils  2 buses  holds with open points",
        "101 pupils to 150 pupils  3 buses  does not hold: fleet.few",
    ]  # fmt: skip
    assert len(vdl("sweep", "designs/asking.vdl", "--all").out.splitlines()) == 3 + 321 + 1 + 3 + 2
    one = vdl("sweep", "designs/asking.vdl", "seated", "--format", "csv").out.splitlines()
    assert one == [
        "fleet.seats (pupils/bus),fleet.carried (pupils),verdict,failing,error",
        "30,90,fails,fleet.few,", "60,120,holds,,",
    ]  # fmt: skip
    for words, message, code in (
        (["--format", "csv"], "one table at a time: name one of more, seated", 2),
        (["seatd"], "did you mean `seated`?", 1),
        (["more", "--vary", "fleet.pupils = [1 pupil]"], "--vary does not go with a question of the design", 2),
    ):  # fmt: skip
        ran = vdl("sweep", "designs/asking.vdl", *words)
        assert ran.code == code and message in ran.err, words


def test_a_column_says_which_option_is_taken(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "chosen.vdl").write_text(CHOOSING)
    ask = ("sweep", "designs/chosen.vdl", "--vary", "least = [10 %, 20 %]", "--show", "taken.buses")
    assert vdl(*ask).out.splitlines()[2:] == [f" {least} %  big        2 buses  holds" for least in (10, 20)]
    assert vdl(*ask, "--format", "csv").out.splitlines()[1] == "10,big,2,holds,,"
    assert vdl(*ask, "--format", "json").json()["rows"][0]["options"] == {"taken": "big"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--vary", "fleet.pupils = []"], "there is no value in the list"),
        (["--vary", "fleet.pupils = [1 pupil]", "--vary", "fleet.pupils = [2 pupils]"], "it is varied twice"),
        (["--vary", "fleet.pupils = [1 pupil]", "--set", "fleet.pupils = 3 pupils"], "--set gives it one value"),
        (["--vary", "scenario", "--scenario", "growth"], "and so does --scenario"),
        (["--vary", "scenario = [growth, none, growth]"], "--vary scenario: growth stands in the list twice"),
        (["--vary", "fleet.pupils = [8 pupils, 9 pupils, 4 pupils * 2]"], "fleet.pupils: 8 pupils stands in the list twice"),
    ],
)
def test_a_grid_that_says_two_things_is_wrong_usage(vdl: Vdl, words: list[str], message: str) -> None:
    ran = vdl("sweep", *NORTH, *words)
    assert ran.code == 2 and message in ran.err and ran.out == ""


def test_units_move_into_the_heads_where_the_screen_is_narrow(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "48")
    ran = vdl("sweep", *NORTH, "--vary", "fleet.pupils = 60..90 pupils step 30 pupils", "--show", "fleet.buses,fleet.carried")
    assert "(pupils)" in ran.out and "60 pupils" not in ran.out and all(len(line) <= 48 for line in ran.out.splitlines())


EXPECTING = """edition 2026
source town "Timetable" { publisher = "Town", date = 2024-01 }
design expecting {
  fleet: fleet { pupils = 90 pupils }
  ask fits: largest fleet.pupils where fleet.buses <= 2 buses
  expect buses: fleet.buses == 2 buses @ town "page 3"
  expect most: fits == 120 pupils @ town "page 4"
  scenario more { fleet.pupils = 95 pupils
    expect hired: fleet.buses == 3 buses @ town "page 5" }
  scenario less { fleet.pupils = 80 pupils
    expect left: fits == 100 pupils @ town "page 6" }
  scenario silent { expect run: fleet.trips == 3 @ town "page 7" }
}
"""


def test_a_row_says_of_expectations_what_a_check_says(vdl: Vdl, town: Path) -> None:
    file = "designs/expecting.vdl"
    (town / file).write_text(EXPECTING)
    rows = vdl("sweep", file, "--vary", "scenario", "--show", "verdict", "--format", "json").json()["rows"]
    assert [row["inputs"]["scenario"] for row in rows] == ["none", "more", "less", "silent"]
    for row in rows:
        name = row["inputs"]["scenario"]
        (found,) = vdl("check", file, "--format", "json", *([] if name == "none" else ["--scenario", name])).json()["designs"]
        differing = [one for one in found["expectations"] if one["verdict"] == "differs"]
        rules = [one["name"] for one in found["rules"] if one["verdict"] == "fails" and one["severity"] == "error"]
        assert row["verdict"] == found["verdict"]
        assert row["failing"] == [*rules, *[f"{one['scenario']}.{one['name']}".removeprefix(".") for one in differing]]
        assert row["open"] == [one["name"] for one in found["open_points"] if one["state"] == "open"]
    assert rows[0]["failing"] == ["most", "more.hired"] and rows[0]["open"] == ["run"] and rows[2]["verdict"] == "holds"
    both = vdl("sweep", file, "--vary", "scenario", "--vary", "fleet.pupils = [80 pupils]", "--format", "csv").out.splitlines()
    assert both[1] == "none,80,2,holds,,"


PACKED = """edition 2026
kind yard {
  width: Length
  count lots: Bus
  bound parked: lots >= packed([3 m, 2 m], [2, 4], width) * 1 bus
}
design packed {
  yard: yard { width = 2 m }
}
"""


def test_a_row_that_can_not_be_solved_stands_beside_the_others(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "packed.vdl").write_text(PACKED)
    ask = ("sweep", "designs/packed.vdl", "--vary", "yard.width = 2..4 m step 1 m")
    ran = vdl(*ask)
    said = "a thing of 3 m fits into no container of 2 m"
    assert ran.code == 0 and ran.out.splitlines()[2:] == [
        f"       2 m  not known  not solved: {said}",
        "       3 m    6 buses  holds",
        "       4 m    4 buses  holds",
    ]  # fmt: skip
    assert ran.err.startswith("note: as it stands the design can't be solved, which `vdl check designs/packed.vdl` shows\n")
    assert vdl(*ask, "--format", "csv").out.splitlines()[1:3] == [
        f"2,,fails,{said},fits-nowhere at designs/packed.vdl:5:33", "3,6,holds,,",
    ]  # fmt: skip
    first, second, _ = vdl(*ask, "--format", "json").json()["rows"]
    place = {"file": "designs/packed.vdl", "line": 5, "column": 33}
    assert first["error"] == {"slug": "fits-nowhere", "message": said, **place} and second["error"] is None


def test_where_no_row_can_be_solved_it_is_an_error(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "packed.vdl").write_text(PACKED)
    ran = vdl("sweep", "designs/packed.vdl", "--vary", "yard.width = [1 m, 2 m]", "--format", "csv")
    assert ran.code == 1 and len(ran.out.splitlines()) == 3 and "error[fits-nowhere]" in ran.err
    missing = vdl("sweep", "designs/packed.vdl", "--vary", "yard.width = [3 m]", "--set", "yard.widht = 3 m")
    assert (missing.code, missing.out) == (1, "") and "yard.widht" in missing.err
