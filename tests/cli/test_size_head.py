"""`vdl size`: the verdict with its reasons, and limits that are exceeded."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Vdl
from .test_size_build import TRIPS, section

LIMITS = """edition 2026
counted Cart: cart, carts
kind rack {
  asked: Cart
  count carts: Cart
  bound strict: carts > asked
}
design d {
  a: Number = 5
  r: Number = 3..5
  let by_season = { winter: 4, summer: 5 }
  require nothing: a - 5 > 0
  require strict: a < 5
  require over: a <= 4
  require part: r < 5
  require labels: by_season < 5
  let taken = { winter: 2, summer: 20 }
  let room = { winter: 1, summer: 15 }
  let rising = { winter: 9, summer: 6 }
  require apart: taken <= room
  require half: rising <= 5
  waive half at winter "known"
  require accepted: a < 5
  require holds: a <= 5
  waive accepted "known"
  x: rack { asked = 2 carts, carts = 2 carts }
  y: rack { asked = 4 carts, carts = 2 carts }
}
"""


def test_what_fails_has_nothing_to_spare(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says by how much it is exceeded; of what is equal and may not be, what it must be."""
    monkeypatch.setenv("COLUMNS", "200")
    (town / "limits.vdl").write_text(LIMITS)
    ran = vdl("size", "limits.vdl", "--all")
    head = [" ".join(line.split()) for line in ran.out.split("\n\n")[0].splitlines()[2:]]
    assert head == [
        "fails nothing 0 > 0, must be more", "fails strict 5 < 5, must be less", "fails over 5 <= 4, 1 over",
        "holds for part part 3..5 < 5, must be less", "fails labels 5 < 5 at summer, must be less",
        "fails apart summer 20; winter 2 <= summer 15; winter 1 at summer, winter, 5 over",
        "fails half 6 <= 5 at summer, 1 over",
        "fails x.carts.strict 2 carts given, strict asks for > 2 carts, 1 cart short",
        "fails y.carts.strict 2 carts given, strict asks for > 4 carts, 3 carts short",
    ]  # fmt: skip
    figures = {line.split("  ")[1]: line.split("  ")[-1] for line in section(ran.out, "limits, nearest first")[2:]}
    assert figures == {
        "over": "5 <= 4, 1 over", "strict": "5 < 5, must be less", "part": "3..5 < 5, must be less",
        "apart": "2 <= 1 at winter, 1 over", "half": "6 <= 5 at summer, 1 over",
        "labels": "5 < 5 at summer, must be less", "holds": "5 <= 5", "x.carts, strict": "> 2 of 2 carts, 1 cart short",
        "y.carts, strict": "> 4 of 2 carts, 3 carts short",
    }  # fmt: skip
    spare = [line for line in ran.out.splitlines() if "to spare" in line]
    assert [line.split()[:2] for line in spare] == [["holds", "holds"]]


def test_each_error_that_is_no_verdict_stands_in_the_head(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    waivers = """
  waive fleet.few "none are needed"
  waive fleet.roomy "until last month" until 2025-12
  waive open fleet.roomy "it is no matter"
  fleet.pupils = 96 pupils
}
"""
    text = 'edition 2026\ndesign d {\n  fleet: fleet { }' + waivers
    (town / "waivers.vdl").write_text(text)
    lines = vdl("size", "waivers.vdl").out.splitlines()
    assert lines[1] == "does not hold: 3 waivers accept nothing, 1 point is open"
    assert [" ".join(line.split())[:42] for line in lines[2:6]] == [
        "error waiver-expired the waiver of `fleet.", "error waiver-unused `fleet.few` does not f",
        "error waiver-unused `fleet.roomy` fails, a", "fails (warning) fleet.roomy 100 pupils >= ",
    ]  # fmt: skip


TWICE = ["--set", "fleet.pupils = 9 pupils", "--set", "fleet.pupils = 8 pupils"]


@pytest.mark.parametrize("command", [
    ["check"], ["size"], ["size", "--format", "json"], ["sweep", "--vary", "fleet.seats = [50 pupils/bus, 60 pupils/bus]"],
    ["eval", "fleet.buses"], ["ask"], ["explain", "fleet.buses"],
])  # fmt: skip
def test_nothing_is_sized_where_two_options_fill_one_input(vdl: Vdl, command: list[str]) -> None:
    name, *rest = command
    first = rest[:1] if name in ("eval", "explain") else []
    ran = vdl(name, TRIPS, *first, "--design", "north", *TWICE, *(rest if not first else []))
    assert ran.code == 1
    assert "two options fill `fleet.pupils` differently" in ran.out + ran.err
    assert not {"hold", "fail", "buses", "limits"} & set((ran.out + ran.err).replace(",", " ").replace('"', " ").split())


def test_a_design_with_inputs_that_two_scenarios_fill_is_not_judged(vdl: Vdl, town: Path) -> None:
    layers = "\n".join([f"  scenario {name} {{ fleet.pupils = {pupils} pupils }}" for name, pupils in (("a", 70), ("b", 80))])
    (town / "two.vdl").write_text(f"edition 2026\ndesign d {{\n  fleet: fleet {{ pupils = 60 pupils }}\n{layers}\n}}\n")
    ran = vdl("check", "two.vdl", "--scenario", "a", "--scenario", "b")
    assert ran.code == 1 and ran.out.endswith("\n1 error in 1 file; 1 design not judged\n")
    assert vdl("size", "two.vdl", "--scenario", "a", "--scenario", "b").out == ""
    one = vdl("size", "two.vdl", "--scenario", "a", "--set", "fleet.pupils = 90 pupils")
    assert one.code == 0 and "fleet.buses  2 buses" in one.out
    same = vdl("size", "two.vdl", "--set", "fleet.pupils = 90 pupils", "--set", "fleet.pupils = 90 pupils")
    assert same.code == 0
    compared = vdl("compare", "two.vdl", "--scenario", "a+b")
    assert compared.code == 1 and "not solved: two scenarios fill" in " ".join(compared.out.split())


def test_a_figure_of_a_scenario_is_called_after_it(vdl: Vdl, town: Path) -> None:
    scenario = 'scenario more { expect e: fleet.buses == 3 buses @ assumed "x" }'
    text = f'edition 2026\ndesign d {{\n  fleet: fleet {{ pupils = 60 pupils }}\n  {scenario}\n}}\n'
    (town / "one.vdl").write_text(text)
    assert vdl("size", "one.vdl").out.splitlines()[1:3] == [
        "does not hold: 1 expectation differs", "  differs  more.e  computed 2 buses, published 3 buses",
    ]  # fmt: skip


@pytest.mark.parametrize("design", ["waiver", "expired", "rule", "figure", "open", "divided", "count"])
def test_what_does_not_hold_has_its_reason(vdl: Vdl, town: Path, design: str) -> None:
    parts = {
        "waiver": 'waive fleet.few "x"', "expired": 'fleet.pupils = 150 pupils\n  waive fleet.few "x" until 2025-01',
        "rule": "fleet.pupils = 150 pupils", "figure": 'expect e: fleet.buses == 3 buses @ assumed "x"',
        "open": "fleet.pupils = 95 pupils", "divided": "fleet.seats = 0 pupils/bus", "count": "fleet.buses = 1 bus",
    }
    pupils = "" if "fleet.pupils" in parts[design] else "pupils = 60 pupils"
    (town / "one.vdl").write_text(f"edition 2026\ndesign d {{\n  fleet: fleet {{ {pupils} }}\n  {parts[design]}\n}}\n")
    lines = vdl("size", "one.vdl").out.splitlines()
    assert not lines[1].startswith("holds,") and lines[1] != "holds" and lines[2].startswith("  ")


NOWHERE = """edition 2026
counted Cart: cart, carts
kind size { hold: Number, price: Number }
small: size { hold = 40, price = 3 }
large: size { hold = 50, price = 9 }
kind fleet {
  size: size
  thing: Number
  count carts: Cart
  bound by_thing: carts >= packed([thing], [3], size.hold) * 1 cart
  bound by_number: carts >= 2.5 carts
  count spare: Cart
  bound beside: spare >= carts + 1 cart
  count drivers: Cart
  bound at_least: drivers >= 1.5 carts
}
design d {
  f: fleet { size = SIZE, thing = 60 }
  ask most: largest f.thing where f.carts <= 9 carts step 1
}
"""


def test_what_hangs_on_what_can_not_be_solved_can_not_be_computed(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    (town / "nowhere.vdl").write_text(NOWHERE.replace("SIZE", "small"))
    out = vdl("size", "nowhere.vdl").out
    assert [" ".join(line.split()) for line in section(out, "counts")[2:]] == [
        "f.carts can't be computed by_number 2.5; can't be computed: by_thing",
        "f.spare can't be computed can't be computed: beside", "f.drivers 2 carts at_least 1.5 carts",
    ]  # fmt: skip
    assert [" ".join(line.split()) for line in section(out, "questions")] == ["most can't be computed"]
    assert "not stated" not in out and "no bound" not in out and "not known" not in out


def test_of_options_that_can_not_be_solved_none_is_taken(vdl: Vdl, town: Path) -> None:
    (town / "nowhere.vdl").write_text(NOWHERE.replace("SIZE", "choose [small, large] minimizing f.size.price * f.carts"))
    ran = vdl("size", "nowhere.vdl")
    assert ran.code == 1 and "taken" not in ran.out and "limits" not in ran.out
    assert [" ".join(line.split()) for line in section(ran.out, "counts")[2:]] == [
        f"f.{name} can't be computed" for name in ("carts", "spare", "drivers")
    ]  # fmt: skip
    assert [" ".join(line.split()) for line in section(ran.out, "choices")] == [
        "f.size: no option can be solved", "small can't be solved", "large can't be solved",
    ]  # fmt: skip


def test_the_next_bound_of_a_count_names_its_label(vdl: Vdl, town: Path) -> None:
    """Where the count has a number for each, and the bound asks for less at others."""
    (town / "years.vdl").write_text("""edition 2026
axis year kept { y1, y2 }
counted Cart: cart, carts
kind rack {
  asked: Cart
  count carts: Cart
  bound by_asked: carts >= asked
  bound by_less: carts >= asked / 2
  require info few: carts <= 3 carts
}
design d { x: rack { asked = { y1: 4, y2: 5 } carts }, y: rack { asked = 4 carts } }
""")
    ran = vdl("size", "years.vdl")
    assert "by_less 2.5 at y2" in ran.out
    assert "by_less 2\n" in ran.out
    assert "noted  x.few" in ran.out and "fails" not in ran.out
    assert "2 noted (`vdl size` lists them)" in vdl("check", "years.vdl").out


def test_a_design_in_which_nothing_is_judged_is_not_said_to_hold_alone(vdl: Vdl, town: Path) -> None:
    """Nobody should take the green word of an empty design for the answer to a question."""
    (town / "empty.vdl").write_text("edition 2026\ndesign nothing { a: Number = 1, require one: a <= 2 when a > 1 }\n")
    assert vdl("size", "empty.vdl").out.splitlines()[:2][-1] == "holds, and nothing is judged in it"
