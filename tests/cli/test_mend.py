"""`vdl ask --mend`: which single input would mend a rule, and by how much."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from vdl.query.moves import step_of
from vdl.semantics.units import ONE, PERCENT

from .conftest import Ran, Vdl

YARD = """edition 2026
axis site { leeds, york }
axis year kept { y1, y2 }
import carts
own: carts.cart { room = 9 km }
kind yard {
  cart: carts.cart
  depth: Length = 4 km
  share: Ratio in 0..<100 % = 20 %
  loads: Length
  by_site: Length = 3 km
  growth: Length = 1 km
  spare: Length?
  doors: Bus = 2 buses
  let free = cart.room * (1 - share) - loads
  let twice: Length = depth * 2
  made: Length = depth + 1 km
  require fits: free >= 0 km
  require near: by_site <= 5 km
  require each: growth <= 2 km
  require deep: depth >= 4 km
  require warning spare_stated: spare is given
  require long: made <= 9 km
  require open: doors >= 3 buses when loads > 2 km
  require never: 1 km > 2 km
}
"""
CARTS = """edition 2026
kind cart { room: Length }
small: cart { room = 5 km }
"""

Ask = Callable[..., Ran]


@pytest.fixture
def yard(town: Path, vdl: Vdl) -> Ask:
    """Asks for what would mend a rule of a yard that is filled so."""
    (town / "carts.vdl").write_text(CARTS)

    def ask(filled: str, rule: str, *options: str, more: str = "") -> Ran:
        text = YARD + f"design d {{\n  y: yard {{ {filled} }}\n{more}}}\n"
        (town / "yard.vdl").write_text(text.replace("  require never: 1 km > 2 km\n", "") if rule != "y.never" else text)
        return vdl("ask", "yard.vdl", "--mend", rule, *options)

    return ask


TRIPS = "designs/trips.vdl"
GROWN = (TRIPS, "--design", "north", "--scenario", "growth")


def rows(ran: Ran) -> list[tuple[str, ...]]:
    """Of each value that mends: what `--set` takes, the change, and what fails there besides."""
    return [
        (one["set"] or f"{one['input']} {one['mends']['text']}", one["share"]["text"] if one["share"] is not None else "",
         *[broken["name"] for broken in one["breaks"]])
        for one in ran.json()["mend"]["changes"]
    ]  # fmt: skip


# ------------------------------------------------------------------------------ for people
def test_what_people_see(vdl: Vdl) -> None:
    ran = vdl("ask", *GROWN, "--mend", "fleet.few")
    assert ran.code == 1
    assert [line.rstrip() for line in ran.out.splitlines()] == [
        "`fleet.few` fails: 18 buses <= 2 buses, 16 buses over (800 %)",
        "",
        "input                   now        mends it  change    share  step  stated",
        "------------  -------------  --------------  ------  -------  ----  -------",
        "fleet.pupils     900 pupils      100 pupils    -800  -88.9 %     1  line 9",
        "fleet.seats   50 pupils/bus  450 pupils/bus    +400   +800 %     1  default",
    ]


def test_what_holds_is_not_mended(vdl: Vdl, yard: Ask) -> None:
    ran = vdl("ask", TRIPS, "--design", "north", "--mend", "fleet.few")
    assert (ran.code, ran.out) == (0, "`fleet.few` holds: 2 buses <= 2 buses, 0 buses to spare (0 %)\n")
    assert yard("cart = own, loads = 1 km", "y.open").out == "`y.open` does not apply\n"
    assert vdl("ask", TRIPS, "--design", "north", "--mend", "buses").out.startswith("`buses` agrees: computed 2 buses,")


def test_a_rule_that_other_failures_stand_beside_is_said_to_hold(vdl: Vdl) -> None:
    ran = vdl("ask", "designs/east.vdl", "--mend", "fleet.roomy", "--set", "fleet.seats = 60 pupils/bus")
    assert ran.out.startswith("`fleet.roomy` holds: ") and ran.code == 1  # as with every command over a design that fails


@pytest.mark.parametrize(("options", "code", "said"), [
    (("--mend", "fleet.fw"), 1, "did you mean `fleet.few`?"),
    (("--mend", "fleet.buses"), 1, "there is no rule, bound of a given count or expectation `fleet.buses`"),
    (("--mend", "fleet.few", "fits"), 2, "--mend RULE takes no question beside it"),
    (("--all",), 2, "--all goes with --mend RULE"),
])  # fmt: skip
def test_wrong_usage(vdl: Vdl, options: tuple[str, ...], code: int, said: str) -> None:
    ran = vdl("ask", TRIPS, "--design", "north", *options)
    assert (ran.code, ran.out) == (code, "") and said in ran.err


# ------------------------------------------------------------------------------ which inputs
def test_facts_of_catalogs_are_left_out(yard: Ask) -> None:
    filled = "cart = carts.small, loads = 5 km"
    few = yard(filled, "y.fits")
    assert "\nobjects are not walked: `y.cart`\n1 figure is left out, of catalogs or made of other inputs (--all)\n" in few.out
    assert "carts.small.room" not in few.out
    assert rows(yard(filled, "y.fits", "--all", "--format", "json")) == [
        ("y.loads = 4 km", "-20 %"), ("y.cart.room = 7 km", "40 %"), ("y.share = 0 %", "-100 %"),
    ]  # fmt: skip


def test_but_not_what_the_design_fills_in_them_or_has_in_its_own_file(yard: Ask) -> None:
    filled = "cart = carts.small, loads = 5 km"
    assert rows(yard(filled, "y.fits", "--set", "y.cart.room = 6 km", "--format", "json"))[0] == ("y.cart.room = 7 km", "16.67 %")
    filled = "cart = carts.small with { room = 6 km }, loads = 5 km"
    assert rows(yard(filled, "y.fits", "--format", "json"))[0] == ("y.cart.room = 7 km", "16.67 %")
    assert rows(yard("cart = own, loads = 8 km", "y.fits", "--format", "json"))[0] == ("y.cart.room = 10 km", "11.11 %")


def test_a_default_of_the_library_is_a_choice_and_what_its_kind_fills_is_a_fact(town: Path, vdl: Vdl) -> None:
    packed = "in_a_pack: Bus in 1..9 buses, spare: Bus = 1 bus, in_a_pack = 1 bus"
    (town / "packs.vdl").write_text(f"edition 2026\nkind pack {{ {packed} }}\n")
    design = "design d {\n  p: packs.pack { }\n  require few: p.in_a_pack + p.spare >= 4 buses\n}\n"
    (town / "shop.vdl").write_text(f"edition 2026\nimport packs\n{design}")
    assert rows(vdl("ask", "shop.vdl", "--mend", "few", "--format", "json")) == [("p.spare = 3 buses", "200 %")]
    assert len(rows(vdl("ask", "shop.vdl", "--mend", "few", "--all", "--format", "json"))) == 2


def test_what_other_inputs_make_is_not_walked_itself(yard: Ask) -> None:
    filled = "cart = own, loads = 1 km, depth = 9 km"
    assert rows(yard(filled, "y.long", "--format", "json")) == [("y.depth = 8 km", "-11.11 %")]
    assert ("y.made = 9000 m", "-10 %") in rows(yard(filled, "y.long", "--all", "--format", "json"))


def test_what_nobody_stated_is_offered(yard: Ask) -> None:
    assert yard("cart = own, loads = 1 km", "y.spare_stated").out == (
        "`y.spare_stated` fails\n\nnot stated: `y.spare`; stating it may mend it\n"
    )
    silent = yard("cart = own, loads = 1 km", "dry", more="  require dry: y.spare <= 1 km\n")
    assert silent.out.splitlines()[0] == "`dry` is not evaluated: not stated <= 1 km"
    assert silent.out.splitlines()[2:] == ["not stated: `y.spare`; stating it may mend it"]


def test_a_rule_without_inputs(yard: Ask) -> None:
    assert yard("cart = own, loads = 1 km", "y.never").out.splitlines()[2:] == ["it hangs on no input"]


# ------------------------------------------------------------------------------ what is moved
def test_each_label_by_itself(yard: Ask) -> None:
    ran = yard("cart = own, loads = 1 km, by_site = { leeds: 6 km, york: 4 km }", "y.near")
    assert "\ny.by_site at leeds  6 km      5 km " in ran.out
    assert "\nno value of `y.by_site at york` mends it by itself; each was walked as far as it may go" in ran.out
    ran = yard("cart = own, loads = 1 km, by_site = { leeds: 6 km, york: 4 km }", "y.near", "--format", "json")
    assert rows(ran) == [("y.by_site = { leeds: 5 km, york: 4 km }", "-16.67 %")]
    assert ran.json()["mend"]["changes"][0]["at"] == {"site": "leeds"}


def test_where_no_label_mends_it_all_together_do(yard: Ask) -> None:
    filled = "cart = own, loads = 1 km, by_site = { leeds: 6 km, york: 8 km }"
    ran = yard(filled, "y.near")
    assert "\ny.by_site at all labels  leeds 6; york 8 km " in ran.out
    assert rows(yard(filled, "y.near", "--format", "json")) == [
        ("y.by_site = { leeds: 3.72 km, york: 4.96 km }", "-38 %")
    ]  # fmt: skip


def test_whole_numbers_of_several_labels_move_by_one(yard: Ask) -> None:
    filled = "cart = own, loads = 3 km, doors = { leeds: 1 bus, york: 2 buses }"
    assert rows(yard(filled, "y.open", "--format", "json")) == [
        ("y.loads = 2 km", "-33.33 %"), ("y.doors = { leeds: 3 buses, york: 4 buses }", ""),
    ]  # fmt: skip
    assert "  +2 each  " in yard(filled, "y.open").out


@pytest.mark.parametrize(("loads", "least"), [("7.2..8 km", "6.48..7.2 km"), ("7..7.5..8 km", "6.3..7.2 km")])
def test_both_ends_of_a_range_move_by_the_same_factor(yard: Ask, loads: str, least: str) -> None:
    filled = f"cart = own, loads = {loads}"
    assert (f"y.loads = {least}", "-10 %") in rows(yard(filled, "y.fits", "--format", "json"))
    assert "  1 % of it  line 27  `y.open` still fails\n" in yard(filled, "y.fits").out


def test_a_bound_of_a_given_count_and_what_breaks(vdl: Vdl) -> None:
    given = TRIPS, "--design", "north", "--set", "fleet.buses = 1 bus"
    ran = vdl("ask", *given, "--mend", "fleet.buses.by_seats", "--format", "json")
    assert rows(ran) == [("fleet.pupils = 50 pupils", "-44.44 %"), ("fleet.seats = 90 pupils/bus", "80 %"),
                         ("fleet.buses = 2 buses", "100 %")]  # fmt: skip
    ran = vdl("ask", *GROWN, "--set", "fleet.buses = 18 buses", "--mend", "fleet.few")
    _, below = ran.out.split("\nThese mend it, and something else fails:\n")
    assert "but then `fleet.buses.by_seats` fails" in " ".join(below.split())


def test_an_expectation(yard: Ask) -> None:
    more = '  expect far: y.twice == 10 km @ assumed "x"\n'
    ran = yard("cart = own, loads = 1 km", "far", more=more)
    assert ran.out.startswith("`far` differs: computed 8 km, published 10 km\n")
    assert rows(yard("cart = own, loads = 1 km", "far", "--format", "json", more=more)) == [("y.depth = 5 km", "25 %")]


def test_a_waiver_is_set_aside(yard: Ask) -> None:
    filled, more = "cart = own, loads = 1 km, depth = 3 km", '  waive y.deep "so it is"\n'
    ran = yard(filled, "y.deep", more=more)
    assert ran.code == 0 and ran.out.startswith("`y.deep` is waived, which is set aside here: 3 km >= 4 km")
    assert rows(yard(filled, "y.deep", "--format", "json", more=more)) == [("y.depth = 4 km", "33.33 %")]


def test_a_rule_that_no_longer_applies(yard: Ask) -> None:
    ran = yard("cart = own, loads = 3 km", "y.open")
    assert "  -33.3 %     1  line 27  it does not apply there\n" in ran.out


def test_what_was_not_walked_step_by_step_is_said(yard: Ask) -> None:
    steps = "  require odd: floor(y.loads, 7 m) > 9_000_000 km or floor(y.loads, 7 m) > y.loads\n"
    ran = yard("cart = own, loads = 1 km", "odd", more=steps)
    assert "; not every step from 5,001 km to 9,000,000 km was tried " in f"{' '.join(ran.out.split())} "
    (change,) = yard("cart = own, loads = 1 km", "odd", "--format", "json", more=steps).json()["mend"]["changes"]
    assert change["mends"]["decimal"] == "9000001" and len(change["unsearched"]) == 2


@pytest.mark.parametrize(("number", "step"), [
    ("310", "1"), ("3.2", "0.1"), ("0.05", "0.01"), ("0", "1"), ("1_000", "1"), ("2/3", "0.0001"), ("0.123456789123", "0.0001"),
])  # fmt: skip
def test_a_step_is_one_in_the_last_place(number: str, step: str) -> None:
    assert step_of(Fraction(number.replace("_", "")), ONE) == Fraction(step)
    assert step_of(Fraction(number.replace("_", "")) / 100, PERCENT) == Fraction(step) / 100


@pytest.mark.parametrize("severity", ["", "warning "])
def test_no_value_at_which_something_else_can_not_be_computed_mends(yard: Ask, severity: str) -> None:
    more = f"  require gone: y.loads <= 0 km\n  require {severity}other: 1 km / y.loads < 3\n"
    ran = yard("cart = own, loads = 2 km", "gone", more=more)
    assert "no value of `y.loads` mends it by itself" in ran.out


# ------------------------------------------------------------------------------ what is so at a value that mends
PICKING = """edition 2026
kind maker { room: Length, price: Length }
cheap: maker { room = 5 km, price = 1 km }
dear: maker { room = 9 km, price = 4 km }
kind stall { goods: Length, tax: Length = 0 km, taken: maker }
design d {
  stall: stall { goods = 7 km, taken = choose [cheap, dear] minimizing stall.taken.price * 1 }
  require fits: stall.taken.room >= stall.goods
  require large: stall.taken.room >= 6 km when stall.goods > 5 km
  require modest: stall.taken.price + stall.tax <= 3 km
  require apart: 1 km > 2 km
}
"""


def test_what_is_left_over_and_another_option_are_told(vdl: Vdl, town: Path) -> None:
    """`apart` hangs on nothing that moves, and fails wherever the others hold."""
    (town / "picking.vdl").write_text(PICKING)
    ask = ("ask", "picking.vdl", "--mend", "modest")
    changes = vdl(*ask, "--format", "json").json()["mend"]["changes"]
    price, goods = changes[:2]
    assert (goods["mends"]["text"], goods["options"], goods["still_fails"]) == ("5 km", {"stall.taken": "cheap"}, ["apart"])
    assert (price["mends"]["text"], price["options"], price["still_fails"]) == ("3 km", {}, ["apart"])
    assert "`stall.taken` takes `cheap`; `apart` still fails" in " ".join(vdl(*ask).out.split())


USED = """edition 2026
kind maker { room: Length, price: Length }
one: maker { room = 5 km, price = 4 km }
two: maker { room = 5 km, price = 6 km }
kind stall { taken: maker, next: maker = taken }
design d {
  left: stall { taken = one }
  right: stall { taken = one }
  alone: stall { taken = two }
  let seen = two.room
  require both: left.taken.price + right.taken.price <= 6 km
  require single: alone.next.price <= 4 km
  require file: seen <= 3 km
}
"""


def test_what_stands_in_a_file_is_named_as_the_design_fills_it(vdl: Vdl, town: Path) -> None:
    (town / "used.vdl").write_text(USED)

    def changes(rule: str, *sets: str) -> list[tuple[str, str]]:
        ran = vdl("ask", "used.vdl", "--mend", rule, "--format", "json", *sets).json()["mend"]
        return [(one["input"], one["set"]) for one in ran["changes"]]

    assert changes("single") == [("alone.taken.price", "alone.taken.price = 4 km")]
    assert vdl("ask", "used.vdl", "--mend", "single", "--set", "alone.taken.price = 4 km").out.startswith("`single` holds")
    assert changes("both") == [("left.taken.price and right.taken.price", "")]  # each by itself is not enough
    sets = "--set", "left.taken.price = 3 km", "--set", "right.taken.price = 3 km"
    assert vdl("ask", "used.vdl", "--mend", "both", *sets).out.startswith("`both` holds")
    assert changes("file") == [("used.two.room", "")]  # the design reads it past what it fills


def test_of_many_that_mend_nothing_the_first_are_named(vdl: Vdl, town: Path) -> None:
    inputs = "".join([f"  n{i}: Number = 0\n" for i in range(9)])
    total = " + ".join([f"0 * n{i}" for i in range(9)])
    (town / "many.vdl").write_text(f"edition 2026\ndesign d {{\n{inputs}  require none: 1 + {total} <= 0\n}}\n")
    line = next(one for one in vdl("ask", "many.vdl", "--mend", "none").out.splitlines() if one.startswith("no value of"))
    assert line.startswith("no value of `n0`, `n1`, `n2`, `n3`, `n4` or 4 more (--all) mends it by itself")
    assert "`n7` or `n8` mends it by itself" in vdl("ask", "many.vdl", "--mend", "none", "--all").out


def test_what_is_counted_nowhere_is_mended_by_no_figure(town: Path, vdl: Vdl) -> None:
    (town / "lib" / "plans.vdl").write_text(
        "edition 2026\n"
        "kind load { long: Length }\n"
        "kind part { long: Length, let planned = long }\n"
        "kind yard { loads: list of load, require planned_for: sum(loads).long <= sum((all part).planned) }\n"
    )
    (town / "plan.vdl").write_text(
        "edition 2026\nimport std.plans\n"
        "design d {\n"
        "  a: plans.load { long = 80 km }\n"
        "  b: plans.load { long = 9 km }\n"
        "  y: plans.yard { loads = [a, b], first: plans.part { long = a.long } }\n"
        "}\n"
    )
    said = vdl("ask", "plan.vdl", "--mend", "y.planned_for")
    assert "no figure mends it: nothing counts `b.long`: add it to `y.first.long` (line 6)" in said.out
    assert "80 km " not in said.out and "mends it  change" not in said.out


SHEDS = """edition 2026
kind shed { price: Number? }
design d {
  a: shed { price = 9 }
  b: shed { }
  n: shed { price = 2 }
  let cost = sum(at_least([a.price, b.price]))
  require dear: n.price * cost <= 12
  require cheap: n.price <= 5
  require large: cost * n.price >= 30
  require low: cost <= 20
  depth: Number = 1
  require alone: depth >= 2
  let counted = cost * (depth - 1) if depth > 1 else 0
  require same: counted <= 100
}
"""


def test_a_value_that_mends_by_what_is_stated_says_so(town: Path, vdl: Vdl) -> None:
    (town / "sheds.vdl").write_text(SHEDS)
    ran = vdl("ask", "sheds.vdl", "--mend", "dear")
    assert "n.price    2         1      -1    -50 %     1  line 6  by what is stated, and what is not may break\n" in ran.out
    found = vdl("ask", "sheds.vdl", "--mend", "dear", "--format", "json").json()["mend"]["changes"]
    assert [(one["set"], one["verdict"], one["missed"]) for one in found] == [
        ("a.price = 6", "holds", True), ("n.price = 1", "holds", True)
    ]  # fmt: skip
    found = vdl("ask", "sheds.vdl", "--mend", "large", "--format", "json").json()["mend"]["changes"]
    assert [(one["set"], one["missed"]) for one in found] == [("a.price = 15", False), ("n.price = 4", False)]
    assert [one["breaks"] for one in found] == [[], []]


def test_a_value_that_leaves_another_rule_open_breaks_it(town: Path, vdl: Vdl) -> None:
    (town / "sheds.vdl").write_text(SHEDS)
    (change,) = vdl("ask", "sheds.vdl", "--mend", "alone", "--format", "json").json()["mend"]["changes"]
    assert change["breaks"] == [{"name": "same", "verdict": "not-evaluated"}] and not change["missed"]


def test_what_is_stated_alone_is_mended_by_the_rest(town: Path, vdl: Vdl) -> None:
    (town / "sheds.vdl").write_text(SHEDS)
    assert "not stated: `b.price`; stating it may mend it" in vdl("ask", "sheds.vdl", "--mend", "low").out
