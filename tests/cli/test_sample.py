"""`vdl sweep --sample`: the ranges of a design drawn."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from vdl.values import Range, make_range
from vdl.values.draws import Draw

from .conftest import Vdl

DRAWN = """edition 2026
source town "Timetable" { publisher = "Town", date = 2024-01 }
design drawn {
  spare: Pupil = 10..29 pupils
  share: Ratio = 20..30..80 %
  fleet: fleet { pupils = 90 pupils + spare, seats = 40..60 pupils/bus }
  walk: Length = { summer: 1..2, winter: 3..5 } km
  let ridden = fleet.pupils * share
  require short: walk at summer <= 1.25 km
  require full: fleet.carried <= fleet.pupils * 1.2 when walk at summer > 1..2 km
  expect buses: fleet.buses == 2..3 buses @ town "page 3"
}
"""


@pytest.fixture
def drawn(town: Path) -> str:
    (town / "designs" / "drawn.vdl").write_text(DRAWN)
    return "designs/drawn.vdl"


def test_each_draw_is_what_a_check_gives_with_the_same_values(vdl: Vdl, drawn: str) -> None:
    show = "spare,share,fleet.seats,walk at summer,walk at winter,fleet.buses,ridden"
    ran = vdl("sweep", drawn, "--sample", "12", "--seed", "5", "--show", show, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["draw"] for row in rows] == [str(number) for number in range(1, 13)]
    assert len({row["fleet.seats (pupils/bus)"] for row in rows}) == 12
    for row in rows:
        assert "." not in row["spare (pupils)"]
        sets = [
            f"spare = {row['spare (pupils)']} pupils", f"share = {row['share (%)']} %",
            f"fleet.seats = {row['fleet.seats (pupils/bus)']} pupils/bus",
            f"walk = {{ summer: {row['walk at summer (km)']}, winter: {row['walk at winter (km)']} }} km",
        ]  # fmt: skip
        given = [word for one in sets for word in ("--set", one)]
        found = vdl("check", drawn, "--format", "json", *given).json()["designs"][0]
        (buses,) = [one for one in found["counts"] if one["name"] == "fleet.buses"]
        assert buses["value"]["exact"] == row["fleet.buses (buses)"]
        (short,) = [one for one in found["rules"] if one["name"] == "short"]
        assert ("short" in row["failing"]) == (short["verdict"] == "fails")
        winter, summer = float(row["walk at winter (km)"]), float(row["walk at summer (km)"])
        assert winter - 3 == pytest.approx(2 * (summer - 1))  # one unknown


def test_draws_hang_on_seed_name_and_number_alone(vdl: Vdl, drawn: str) -> None:
    ask = ("sweep", drawn, "--show", "fleet.seats,spare", "--format", "csv")
    ten, twenty = vdl(*ask, "--sample", "10").out, vdl(*ask, "--sample", "20").out
    assert twenty.startswith(ten) and ten != vdl(*ask, "--sample", "10", "--seed", "2").out
    Path(drawn).write_text(DRAWN.replace("  spare:", "  before: Ratio = 1..2 %\n  spare:"))
    assert vdl(*ask, "--sample", "10").out == ten
    assert vdl(*ask, "--sample", "80", "--jobs", "1").out == vdl(*ask, "--sample", "80", "--jobs", "2").out


def test_what_people_see(vdl: Vdl, drawn: str) -> None:
    ran = vdl("sweep", drawn, "--sample", "200", "--seed", "3", "--show", "ridden")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("200 draws with seed 3 of 5 ranges: spare = 10..29 pupils, ")
    assert re.fullmatch(r"the design holds in [\d.]+ %, holds with open points in [\d.]+ %, does not hold in [\d.]+ %", lines[1])
    assert any(re.fullmatch(r"fleet\.buses +2 buses +[\d.]+ %", line) for line in lines)
    assert any(re.fullmatch(r" +3 buses +100 %", line) for line in lines)
    (short,) = [line for line in lines if line.startswith("short ")]
    share = float(re.findall(r"([\d.]+) %", short)[0])
    assert 15 < share < 35 and f"fails in {100 - share:.1f} %" in short
    assert any(line.startswith("ridden ") for line in lines)
    held = vdl("sweep", drawn, "--sample", "200", "--seed", "3", "--show", "walk at summer <= 1.25 km").out
    assert re.search(rf"^walk at summer <= 1.25 km +{share:.1f} %$", held, re.M)


def test_json(vdl: Vdl, drawn: str) -> None:
    found = vdl("sweep", drawn, "--sample", "40", "--show", "share", "--format", "json").json()
    assert found["left"] == 0
    draws = found["draws"]
    assert draws["number"] == 40 and draws["seed"] == 1
    assert draws["ranges"]["fleet.seats"] == "40..60 pupils/bus"
    assert sum(draws["verdicts"].values()) == 40
    (buses,) = draws["counts"]
    assert buses["count"] == "fleet.buses" and buses["suffices"][-1]["draws"] == 40
    (share,) = draws["quantities"]
    assert list(share["percentiles"]) == ["0", "5", "25", "50", "75", "95", "100"]
    named = {one["rule"]: one["draws"] for one in draws["rules"]}
    assert sum(named["short"].values()) == 40 and "buses" not in named


PACKED = """edition 2026
kind yard {
  width: Length
  count lots: Bus
  bound parked: lots >= packed([3 m, 2 m], [2, 4], width) * 1 bus
  require narrow: lots <= 5 buses
  require parked_at_all: lots >= 1 bus
}
design packed {
  yard: yard { width = 2..6 m }
  let room = yard.width * 2
}
"""


def test_draws_in_which_the_design_can_not_be_solved_are_counted(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "packed.vdl").write_text(PACKED)
    ask = ("sweep", "designs/packed.vdl", "--sample", "100", "--show", "room")
    ran = vdl(*ask)
    draws = vdl(*ask, "--format", "json").json()["draws"]
    rows = list(csv.DictReader(io.StringIO(vdl(*ask, "--format", "csv").out)))
    broken = [row for row in rows if row["error"]]
    assert 0 < len(broken) < 100 and draws["solved"] == 100 - len(broken)
    for row in broken:
        assert row["failing"].startswith("a thing of 3 m fits into no container of 2.")
        assert row["error"] == "fits-nowhere at designs/packed.vdl:5:33"
    (reason,) = draws["unsolved"]
    assert reason == {
        "slug": "fits-nowhere", "message": broken[0]["failing"], "file": "designs/packed.vdl", "line": 5, "column": 33,
        "draws": len(broken),
    }  # fmt: skip
    assert draws["counts"][0]["suffices"][-1]["draws"] == 100 - len(broken) == draws["quantities"][0]["draws"]
    assert draws["verdicts"]["fails"] >= len(broken) and draws["failing"] == {}
    named = {one["rule"]: one["draws"] for one in draws["rules"]}
    assert named["yard.parked_at_all"] == {"holds": 100 - len(broken)}

    share = f"{len(broken)}.0 %"
    assert ran.code == 0 and "vdl check designs/packed.vdl" in ran.err
    assert f", can't be solved in {share}" in ran.out.splitlines()[1]
    reasons = rf"^fits-nowhere: a thing of 3 m fits into no container of 2\.\d+ m +{share} +designs/packed.vdl:5:33$"
    assert re.search(reasons, ran.out, re.M)
    assert f"least, percentiles and most are of the {100 - len(broken)} draws in which it can" in ran.out
    assert "1 rule always holds wherever the design can be solved" in ran.out


def test_a_design_that_can_be_solved_in_no_draw_is_an_error(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "packed.vdl").write_text(PACKED)
    ran = vdl("sweep", "designs/packed.vdl", "--sample", "10", "--set", "yard.width = 1..2 m")
    assert ran.code == 1 and "the design can't be solved in 100 %" in ran.out and "error[fits-nowhere]" in ran.err


def test_what_no_draw_states_is_an_error_at_once(vdl: Vdl, town: Path) -> None:
    text = PACKED.replace("width = 2..6 m", "").replace("let room", "more: Length = 1..2 m\n  let room")
    (town / "designs" / "packed.vdl").write_text(text)
    ran = vdl("sweep", "designs/packed.vdl", "--sample", "10")
    assert (ran.code, ran.out) == (1, "") and "error[required-input]" in ran.err


UNDECIDED = """edition 2026
big: fleet { pupils = 90 pupils, seats = 60 pupils/bus }
small: fleet { pupils = 90 pupils, seats = 20 pupils/bus }
design undecided {
  width: Length = 1..5 m
  taken: fleet = big if width > 3 m else small
  own: fleet { pupils = 90 pupils, seats = taken.seats }
}
"""


def test_draws_decide_what_a_range_leaves_undecided(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "undecided.vdl").write_text(UNDECIDED)
    ran = vdl("sweep", "designs/undecided.vdl", "--sample", "40", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert ran.code == 0 and {row["own.buses (buses)"] for row in rows} == {"2", "5"}
    varied = vdl("sweep", "designs/undecided.vdl", "--vary", "width = [1 m, 4 m]", "--format", "csv")
    assert [line.split(",")[:2] for line in varied.out.splitlines()[1:]] == [["1", "5"], ["4", "2"]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seed", "3"], "--seed goes with --sample"),
        (["--sample", "0"], "`0` is not a number of draws"),
        (["--sample", "1000001"], "`1000001` is not a number of draws up to 1,000,000"),
        (["--sample", "5", "--seed", "-1"], "`-1` is not a whole number"),
        (["--sample", "5", "--seed", "x"], "`x` is not a whole number"),
        (["--sample", "5", "--vary", "spare = [1 pupil]"], "--vary does not go with --sample"),
        (["--sample", "5", "--set", "walk = 1 km", "--set", "spare = 1 pupil", "--set", "share = 1 %", "--set",
          "fleet.seats = 1 pupil/bus"], "it says no range but"),
    ],
)  # fmt: skip
def test_wrong_words(vdl: Vdl, drawn: str, words: list[str], message: str) -> None:
    if message == "it says no range but":  # the rule still has one
        assert vdl("sweep", drawn, *words).out.startswith("5 draws with seed 1 of 1 range: full = 1..2 km")
        return
    ran = vdl("sweep", drawn, *words)
    assert ran.code == 2 and message in ran.err


def test_nothing_to_draw(vdl: Vdl) -> None:
    ran = vdl("sweep", "designs/trips.vdl", "--design", "north", "--sample", "5", "--set", "walk = 1 km")
    assert ran.code == 2 and "no range stands in the design `north`" in ran.err


# ------------------------------------------------------------------------------ the draws themselves
def drawn_of(low: int, high: int, likely: int | None, *, whole: bool = False) -> list[float]:
    made = make_range(low, high, "an unknown", likely)
    assert isinstance(made, Range)
    return [float(Draw(1, number).whole_of(made) if whole else Draw(1, number).of(made)) for number in range(4_000)]


def test_a_range_is_even_between_its_ends() -> None:
    found = drawn_of(10, 20, None)
    assert min(found) >= 10 and max(found) <= 20
    for step in range(1, 10):
        assert sum(one <= 10 + step for one in found) / 4_000 == pytest.approx(step / 10, abs=0.03)


def test_one_with_what_is_likely_is_triangular() -> None:
    found = drawn_of(0, 10, 2)
    assert sum(one <= 2 for one in found) / 4_000 == pytest.approx(0.2, abs=0.03)
    for at in (1, 4, 6, 8):
        share = at**2 / 20 if at <= 2 else 1 - (10 - at) ** 2 / 80
        assert sum(one <= at for one in found) / 4_000 == pytest.approx(share, abs=0.03)


def test_of_whole_things_every_number_has_its_share() -> None:
    found = drawn_of(3, 6, None, whole=True)
    for number in range(3, 7):
        assert found.count(number) / 4_000 == pytest.approx(0.25, abs=0.03)
    likely = drawn_of(3, 6, 3, whole=True)
    assert set(likely) == {3, 4, 5, 6} and likely.count(3) > likely.count(4) > likely.count(5) > likely.count(6)


LACKING = """edition 2026
counted Crate: crate, crates
kind shed { price: Number? }
kind store { cost: Number, count crates: Crate, bound load by_cost: crates >= cost * 1 crate }
design lacking {
  a: shed    { price = 5..9 }
  b: shed    { }
  c: shed    { price = 1..2 }
  let cost = sum(at_least([a.price, b.price]))
  let known = sum(at_least([a.price, c.price]))
  buy: store { cost = cost }
  own: store { cost = known }
  require dear: cost <= 7
  require fine: known <= 11
}
"""


def test_what_sums_lack_holds_in_no_draw(vdl: Vdl, town: Path) -> None:
    (town / "lacking.vdl").write_text(LACKING)
    sample = ("sweep", "lacking.vdl", "--sample", "40", "--show", "cost,known,cost <= 7,cost >= 3,known <= 8")
    found = vdl(*sample, "--format", "json").json()["draws"]
    rules = {one["rule"]: one["draws"] for one in found["rules"]}
    assert set(rules["dear"]) == {"fails", "not-evaluated"} and rules["fine"] == {"holds": 40}
    assert found["verdicts"]["holds"] == 0 and found["verdicts"]["open"] == rules["dear"]["not-evaluated"] > 0
    assert {one["count"]: one["missed"] for one in found["counts"]} == {"buy.crates": True, "own.crates": False}
    bounds = {one["quantity"]: {each.get("bound") for each in one["percentiles"].values()} for one in found["quantities"]}
    assert bounds == {"cost": {"least"}, "known": {None}}
    met = {one["condition"]: (one["draws"], one["unknown"]) for one in found["conditions"]}
    assert met["cost <= 7"] == (0, rules["dear"]["not-evaluated"]) and met["cost >= 3"] == (40, 0)
    told = vdl(*sample).out
    assert "at least cost" in told and "by what is stated" in told and "not known in" in told
    rows = list(csv.DictReader(io.StringIO(vdl(*sample, "--format", "csv").out)))
    assert all(row["cost"].startswith("at least ") for row in rows)
