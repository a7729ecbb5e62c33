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
