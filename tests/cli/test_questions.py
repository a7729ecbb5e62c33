"""`vdl eval`, `ask` and `explain`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from vdl.compilation import Compilation, Solved
from vdl.graph.design import AskEntry
from vdl.judge import Answer
from vdl.query import questions
from vdl.text.machine import SCHEMA

from .conftest import Vdl

TRIPS = "designs/trips.vdl"
NORTH = (TRIPS, "--design", "north")


@pytest.mark.parametrize("command", [
    ("check", TRIPS), ("size", *NORTH), ("eval", *NORTH, "walk"), ("ask", *NORTH), ("explain", *NORTH, "fleet.buses"),
    ("explain", "unit-mismatch"), ("graph", *NORTH),
])  # fmt: skip
def test_every_output_for_machines_is_an_object_that_begins_with_the_schema(vdl: Vdl, command: tuple[str, ...]) -> None:
    made = vdl(*command, "--format", "json").json()
    assert next(iter(made.items())) == ("schema", SCHEMA)


# ------------------------------------------------------------------------------ eval
def test_one_value_alone_and_several_with_their_expressions(vdl: Vdl) -> None:
    assert vdl("eval", *NORTH, "fleet.buses").out == "2 buses\n"
    assert vdl("eval", *NORTH, "fleet.buses", "walk  at winter").out == "fleet.buses = 2 buses\nwalk at winter = 0.5 km\n"


def test_what_the_design_never_asked_for_is_worked_out(vdl: Vdl) -> None:
    ran = vdl("eval", *NORTH, "fleet.carried / 3", "sum((all fleet).seats)", "fleet.trips", "fleet", "fleet.trips is given")
    assert ran.out.splitlines() == [
        "fleet.carried / 3 = 33.33 pupils", "sum((all fleet).seats) = 50 pupils/bus", "fleet.trips = not stated",
        "fleet = fleet: fleet", "fleet.trips is given = false",
    ]  # fmt: skip
    assert ran.code == 0


def test_value_objects(vdl: Vdl) -> None:
    single, by_label, several, yes = vdl(
        "eval", *NORTH, "--format", "json", "fleet.pupils / fleet.seats", "walk", "[1 bus, 2 buses]", "1 < 2"
    ).json()["values"]
    assert single == {
        "expression": "fleet.pupils / fleet.seats", "exact": "9/5", "decimal": "1.8", "unit": "buses", "text": "1.8 buses",
    }  # fmt: skip
    assert set(by_label["by"]) == {"summer", "winter"}
    summer = by_label["by"]["summer"]
    assert (summer["low"]["exact"], summer["high"]["decimal"], summer["tight"]) == ("1", "2", True)
    assert [item["exact"] for item in several["items"]] == ["1", "2"]
    assert yes["exact"] == "true"


@pytest.mark.parametrize(("zeros", "digits"), [(97, "6"), (41, "12345"), (40, "6")])
def test_a_tiny_fraction_is_not_nothing(vdl: Vdl, zeros: int, digits: str) -> None:
    expression = f"{digits} / 1{'0' * 40} / 1{'0' * (zeros - 40)}"
    ran = vdl("eval", *NORTH, expression)
    assert ran.code == 0
    assert ran.out.strip("0.\n ")
    (made,) = vdl("eval", *NORTH, "--format", "json", expression).json()["values"]
    assert made["decimal"].strip("0.")
    assert Fraction(made["exact"]) == Fraction(int(digits), 10**zeros)


@pytest.mark.parametrize(
    ("expression", "slug"),
    [
        ("fleet.buses +", "unexpected-end"), ("fleet.buses + 1 km", "unit-mismatch"), ("fleet.bues", "unknown-field"),
        ("", "unexpected-end"), ("1 / 0", "division-by-zero"), ("fleet.by_seats", "wrong-type"),
        ("(" * 70 + "1" + ")" * 70, "too-deep"), ("9" * 101, "number-too-long"), ("3 parsec", "unknown-unit"),
    ],
)  # fmt: skip
def test_faults_in_an_expression(vdl: Vdl, expression: str, slug: str) -> None:
    ran = vdl("eval", *NORTH, expression, "fleet.buses")
    assert (ran.code, ran.out) == (1, "fleet.buses = 2 buses\n")
    assert f"error[{slug}]" in ran.err
    assert "--> expression 1:1:" in ran.err


def test_layers(vdl: Vdl) -> None:
    assert vdl("eval", *NORTH, "--scenario", "growth", "fleet.buses").out == "18 buses\n"
    ran = vdl("eval", *NORTH, "--scenario", "growth", "--set", "fleet.seats = 100 pupils/bus", "fleet.buses")
    assert ran.out == "9 buses\n"


def test_failed_rules_are_no_obstacle_but_count(vdl: Vdl) -> None:
    ran = vdl("eval", "designs/east.vdl", "fleet.buses")
    assert (ran.code, ran.out) == (1, "4 buses\n")
    assert ran.err == "note: 2 verdicts over this design are errors, which `vdl check designs/east.vdl` shows\n"


# ------------------------------------------------------------------------------ ask
def test_the_questions_of_the_design(vdl: Vdl) -> None:
    ran = vdl("ask", *NORTH)
    assert ran.out.splitlines() == [
        "fits: 100 pupils",
        "  largest fleet.pupils where fleet.buses <= 4 buses",
        "  one step further is stopped by fleet.few",
        "apart: 200 pupils",
        "  largest fleet.pupils where fleet.buses <= 4 buses ignoring fleet.few and fleet.roomy",
        "  one step further is stopped by fleet.buses <= 4 buses",
    ]
    assert vdl("ask", *NORTH, "apart").out.startswith("apart: 200 pupils\n")
    assert vdl("ask", TRIPS, "--design", "south").out == "the design `south` asks no questions\n"


def test_questions_are_asked_of_a_layer_above_too(vdl: Vdl) -> None:
    assert vdl("ask", *NORTH, "apart", "--set", "fleet.seats = 60 pupils/bus").out.startswith("apart: 240 pupils\n")


def test_a_typed_question(vdl: Vdl) -> None:
    ran = vdl("ask", *NORTH, "largest fleet.pupils where fleet.buses <= 2 buses ignoring fleet.roomy")
    assert ran.out == "100 pupils\n  one step further is stopped by fleet.buses <= 2 buses and fleet.few\n"
    (made,) = vdl("ask", *NORTH, "--format", "json", "smallest fleet.pupils where fleet.buses >= 2 buses").json()["answers"]
    assert (made["name"], made["answer"]["exact"], made["stopped_by"]) == ("question", "51", ["the condition"])
    assert made["question"] == "smallest fleet.pupils where fleet.buses >= 2 buses"


def test_only_the_question_that_is_asked_is_answered(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = questions.answer

    def answer(compilation: Compilation, solved: Solved, entry: AskEntry) -> Answer:
        asked.append(entry.name)
        return real(compilation, solved, entry)

    monkeypatch.setattr(questions, "answer", answer)
    assert vdl("ask", *NORTH, "apart").code == 0
    assert vdl("ask", *NORTH, "aprt").code == 1
    assert asked == ["apart"]


def test_texts_in_a_question_stay_as_they_are(vdl: Vdl) -> None:
    question = 'largest\n  fleet.pupils  where fleet.buses <= 2 buses and "x  y" != "x y"  // and so on'
    (made,) = vdl("ask", *NORTH, "--format", "json", question).json()["answers"]
    assert made["answer"]["exact"] == "100"
    assert made["question"] == 'largest fleet.pupils where fleet.buses <= 2 buses and "x  y" != "x y"'
    assert vdl("eval", *NORTH, '"x  y"  ==  "x y"', "walk").out.startswith('"x  y" == "x y" = false\n')


def test_no_answer(vdl: Vdl) -> None:
    (made,) = vdl("ask", *NORTH, "--format", "json", "largest fleet.pupils where fleet.buses <= 1 bus").json()["answers"]
    assert (made["text"], made["stopped_by"]) == ("50 pupils; 90 pupils planned: too many by 40", ["the condition"])


def test_what_was_not_stepped_through_is_named(vdl: Vdl) -> None:
    made = {}
    steps = "floor(fleet.pupils, 7 pupils) <= fleet.pupils and"  # which no range of pupils can show to hold
    for most in 9_000, 5_000_000_000_000:
        for condition in "", steps:
            question = f"largest fleet.pupils where {condition} fleet.pupils <= {most} pupils ignoring fleet.few and fleet.roomy"
            (made[most, condition],) = vdl("ask", *NORTH, "--format", "json", question).json()["answers"]
            assert made[most, condition]["answer"]["exact"] == str(most)
    assert not made[9_000, ""]["unsearched"] and not made[9_000, steps]["unsearched"]
    assert not made[5_000_000_000_000, ""]["unsearched"]
    low, high = made[5_000_000_000_000, steps]["unsearched"]
    assert 10_000 <= int(low["exact"]) < int(high["exact"]) <= 5_000_000_000_000


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("largst fleet.pupils where true", "did you mean the word `largest`?"),
        ("largest fleet.pupls where fleet.buses <= 2 buses", "question:1:15"),
        ("largest fleet.pupils where fleet.buses <= 2 km", "error[unit-mismatch]"),
        ("largest fleet.pupils where fleet.buses <= 2 buses ignoring fleet.fw", "did you mean `few`?"),
        ("largest fleet.pupils where", "error[unexpected-end]"),
        ("largest fleet.carried where fleet.buses <= 2 buses", "error[not-fillable]"),
        ("fit", "did you mean `fits`?"),
    ],
)
def test_faults_in_a_question(vdl: Vdl, question: str, said: str) -> None:
    ran = vdl("ask", *NORTH, question)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err


# ------------------------------------------------------------------------------ explain
def test_a_count(vdl: Vdl) -> None:
    assert vdl("explain", *NORTH, "fleet.buses").out == """\
fleet.buses = 2 buses  [solved, std:prelude/units.vdl:14]
|  /// Buses to buy.
|- bound by_seats asks for 1.8 buses  <- decides  [std:prelude/units.vdl:15]
|  |  = pupils / seats
|  |  = 90 pupils / 50 pupils/bus
|  |- fleet.pupils = 90 pupils  [given, designs/trips.vdl:4]  @ town "page 2"
|  |     /// Pupils to carry.
|  `- fleet.seats = 50 pupils/bus  [default, std:prelude/units.vdl:11]  @ maker "page 1"
`- bound by_trips not stated  [std:prelude/units.vdl:16]
   |  = trips * 1 bus
   |  = not stated * 1 bus
   `- trips = not stated  [optional, std:prelude/units.vdl:12]

town   Timetable, Town, 2024-01
maker  Data sheet, The maker, 2023-05
"""


def test_the_layers_a_value_can_come_from(vdl: Vdl) -> None:
    ran = vdl("explain", *NORTH, "fleet.buses", "--scenario", "growth", "--set", "fleet.seats = 60 pupils/bus")
    assert "fleet.pupils = 900 pupils  [scenario, designs/trips.vdl:9]" in ran.out
    assert "fleet.seats = 60 pupils/bus  [--set]" in ran.out


def test_rules_bounds_expectations_objects_and_expressions(vdl: Vdl) -> None:
    rule = vdl("explain", *NORTH, "fleet.few").out
    assert rule.startswith('rule fleet.few: holds  [std:prelude/units.vdl:18]\n|  "at most two buses"\n|  = buses <= 2 buses\n')
    bound = vdl("explain", *NORTH, "fleet.buses.by_seats").out
    assert bound.startswith("bound by_seats asks for 1.8 buses  <- decides  [std:prelude/units.vdl:15]\n|  = pupils / seats\n")
    assert "\n|- fleet.pupils = 90 pupils" in bound
    assert "expectation buses agrees: computed 2 buses, published 2 buses" in vdl("explain", *NORTH, "buses").out
    assert vdl("explain", *NORTH, "fleet").out.count("\nfleet.") == 4
    assert vdl("explain", *NORTH, "fleet.buses * 3").out.startswith("fleet.buses * 3 = 6 buses\n|  = 2 buses * 3\n`- fleet.buses")
    assert vdl("explain", *NORTH, "fleet.trips").out.startswith("trips = not stated  [optional")


def test_shared_parts_are_explained_once(vdl: Vdl) -> None:
    out = vdl("explain", *NORTH, "fleet.carried + fleet.carried / 2").out
    assert out.count("fleet.carried = 100 pupils") == 1
    out = vdl("explain", *NORTH, "fleet.carried + 1 bus * fleet.seats * (fleet.buses / 1 bus)").out
    assert out.count("bound by_seats") == 1
    assert "fleet.buses = 2 buses  [solved, std:prelude/units.vdl:14]  (see above)" in out


def test_reasons_for_machines(vdl: Vdl) -> None:
    made = vdl("explain", *NORTH, "--format", "json", "fleet.buses").json()["reasons"]
    assert [(line["depth"], line["form"], line["name"]) for line in made] == [
        (0, "quantity", "fleet.buses"), (1, "bound", "by_seats"), (2, "quantity", "fleet.pupils"), (2, "quantity", "fleet.seats"),
        (1, "bound", "by_trips"), (2, "not-stated", "trips"),
    ]  # fmt: skip
    assert made[1]["formula"] == "pupils / seats"
    assert made[1]["inputs"] == ["fleet.pupils", "fleet.seats"]
    assert (made[2]["origin"], made[2]["file"], made[2]["line"]) == ("given", TRIPS, 4)
    assert made[2]["citation"] == "Timetable, page 2"


def test_what_was_not_needed_is_no_reason(vdl: Vdl, town: Path) -> None:
    (town / "way.vdl").write_text("""edition 2026
kind way { there: Length?, back: Length = 4 km, other: Length = 5 km }
design route "Way" {
  w: way { there = 3 km }
  v: way { }
  let one = w.there else w.back
  let two = v.there else v.back
  let three = w.back if w.other > 4 km else w.there
  require short: one + two + three <= 100 km
}
""")
    one = vdl("explain", "way.vdl", "one").out
    assert "w.there = 3 km" in one and "w.back = " not in one
    assert "v.back = 4 km" in vdl("explain", "way.vdl", "two").out
    three = vdl("explain", "way.vdl", "three").out
    assert "w.other = 5 km" in three and "w.back = 4 km" in three and "w.there = 3 km" not in three


@pytest.mark.parametrize("asked", ["tails(2)", "(choose [red, blue] minimizing 0).tails"])
def test_a_choice_that_nobody_tried(vdl: Vdl, town: Path, asked: str) -> None:
    (town / "kites.vdl").write_text("""edition 2026
kind kite { tails: Number }
red : kite { tails = 3 }
blue: kite { tails = 2 }
design one "Kites" { let tails(n: Number) = n * (choose [red, blue] minimizing 0).tails }
""")
    ran = vdl("eval", "kites.vdl", asked)
    assert ran.code == 1 and ran.out == ""
    assert ran.err.startswith("error[untried-choice]: nothing was chosen here")


def test_what_conditions_and_choices_have_shaped_is_a_reason(vdl: Vdl, town: Path) -> None:
    (town / "kites.vdl").write_text("""edition 2026
counted Knot: knot, knots
kind kite { tails: Number, count knots: Knot, bound of_tails: knots >= tails * 1 knot / 2 }
red : kite { tails = 3 }
blue: kite { tails = 2 }
design one "Kites" {
  wind: Number = 7
  own: kite { tails = 5 }
  let longer = own with { tails = 9 }
  let shorter = own with { tails = 1 }
  let flown = red if wind > 5 else blue
  let bought: kite = choose [red, blue] minimizing bought.tails
  require enough: flown.tails + number(shorter.knots) + sum(k.tails for k in [red, blue] if wind > 6) <= 90 when wind > 1
}
""")
    assert vdl("explain", "kites.vdl", "flown").out == """\
flown = kites.red: kite
|- decided by `wind > 5`, which is true  [kites.vdl:11]
|  |  = 7 > 5
|  `- wind = 7  [given, kites.vdl:7]
`- kites.red.tails = 3  [given, kites.vdl:4]
"""
    assert vdl("explain", "kites.vdl", "bought").out.startswith("""\
bought = kites.blue: kite
|- chosen: blue  [kites.vdl:12]
|     = minimizing bought.tails
""")
    rule = vdl("explain", "kites.vdl", "enough").out
    assert " <= 90 when wind > 1\n" in rule
    assert rule.count("decided by `wind > 5`") == rule.count("decided by `wind > 6`") == 1
    assert vdl("explain", "kites.vdl", "longer").out.startswith("own with { tails }.tails = 9  [derived, kites.vdl:9]\n")
    for copy, knots in (("longer", "5 knots"), ("shorter", "1 knot")):
        assert f"own with {{ tails }}.knots = {knots}  [solved, kites.vdl:3]\n`- bound of_tails asks for" in vdl(
            "explain", "kites.vdl", copy
        ).out
    made = vdl("explain", "kites.vdl", "flown", "--format", "json").json()["reasons"]
    assert [line["form"] for line in made] == ["expression", "decision", "quantity", "quantity"]


def test_many_labels_are_told_by_their_ends(vdl: Vdl, town: Path) -> None:
    hours = ", ".join(f"h{i}" for i in range(24))
    by_hour = ", ".join(f"h{i}: {i + 1}" for i in range(24))
    silent = ", ".join(f"h{i}: w.there" for i in range(24))
    (town / "way.vdl").write_text(f"""edition 2026
axis hour {{ {hours} }}
kind way {{ there: Length?, walk: Length = {{ {by_hour} }} km, none: Length? = {{ {silent.replace("w.", "")} }} }}
design route "Way" {{
  w: way {{ }}
  let all_of_it = w.walk * 2
  let nothing = w.none * 2
  require short: all_of_it <= 100 km
}}
""")
    assert "{1 km to 24 km by hour} * 2" in vdl("explain", "way.vdl", "all_of_it").out
    assert "not stated * 2" in vdl("explain", "way.vdl", "nothing").out


def test_the_manual(vdl: Vdl, town: Path) -> None:
    assert vdl("explain", "unit-mismatch").out.startswith("unit-mismatch\n\nTwo quantities of different dimensions")
    made = vdl("explain", "unit-mismatch", "--format", "json").json()
    assert (made["schema"], made["slug"]) == (2, "unit-mismatch") and made["manual"]
    ran = vdl("explain", "unit-mismtch")
    assert ran.code == 1
    assert "did you mean `unit-mismatch`?" in ran.err
    ran = vdl("explain", TRIPS)
    assert ran.code == 2
    assert "which quantity of `designs/trips.vdl`?" in ran.err


def test_an_expectation_of_a_scenario(vdl: Vdl, town: Path) -> None:
    more = '900 pupils, expect more: fleet.buses == 18 buses @ town "page 4" }'
    text = (town / TRIPS).read_text().replace("900 pupils }", more)
    (town / TRIPS).write_text(text)
    said = "in scenario growth; its reasons are shown with --scenario growth"
    assert said in vdl("explain", *NORTH, "more").out
    ran = vdl("explain", *NORTH, "more", "--scenario", "growth").out
    assert said not in ran
    assert "= 900 pupils / 50 pupils/bus" in ran


def test_every_printed_path_is_a_name(vdl: Vdl, town: Path) -> None:
    (town / "lib/prelude/on_the_way.vdl").write_text("""edition 2026
kind demand { load: Pupil }
kind shelf {
  placed: list of demand
  let all_of_it = sum(placed.load)
  count rows: Bus
  bound b: rows >= all_of_it / (9 pupils/bus)
}
kind stage { placed: list of demand, let pass(d: demand) = d with { load = d.load * 2 } }
""")
    (town / "way.vdl").write_text(
        'edition 2026\ndesign way "Way" {\n  d: demand { load = 20 pupils }\n'
        "  s: stage {}\n  on_: shelf {}\n  place d via s on on_\n}\n"
    )
    assert "d after s.load = 40 pupils" in vdl("explain", "way.vdl", "on_.rows").out
    assert vdl("explain", "way.vdl", "d after s.load").out.startswith("d after s.load = 40 pupils")
    assert '"d after s.load" -> "on_.all_of_it"' in vdl("graph", "way.vdl", "d after s.load").out


def test_an_unknown_name(vdl: Vdl) -> None:
    ran = vdl("explain", *NORTH, "fleet.bues")
    assert (ran.code, ran.out) == (1, "")
    assert "did you mean `buses`?" in ran.err


def test_a_long_chain_is_explained(vdl: Vdl, town: Path) -> None:
    lines = [f"  let x{i} = x{i - 1} + 1" for i in range(1, 3001)]
    text = "\n".join(["edition 2026", 'design long "Long" {', "  x0: Number = 1", *lines, "  require last: x3000 > 0", "}", ""])
    (town / "long.vdl").write_text(text)
    ran = vdl("explain", "long.vdl", "x3000")
    assert ran.code == 0
    assert "... and 1,001 more lines; explain one of the names above" in ran.out
    assert len(ran.out) < 1_000_000
    assert "x0 = 1  [given, long.vdl:3]" in vdl("explain", "long.vdl", "x1900").out


# ------------------------------------------------------------------------------ expectations that read answers
ASKED = """edition 2026
design west "West" {
  fleet: fleet { pupils = 80 pupils }
  ask fits: largest fleet.pupils where true
  ask spare: largest fleet.pupils where fleet.buses <= 2 buses
  expect most: fits == 100 pupils @ assumed "a guess"
  expect more: spare * 2 == 200 pupils @ assumed "a guess"
  expect plain: fleet.buses == 2 buses @ assumed "a guess"
  scenario growth { fleet.seats = 60 pupils/bus, expect then: fits == 120 pupils @ assumed "a guess" }
}
document short "Short" { section "Asked" { show asks, show expectations, text "{west.fits}" } }
"""


@pytest.mark.parametrize(("command", "answered"), [
    (("check",), 3), (("check", "--format", "json"), 3), (("size",), 3), (("build", "--format", "md", "--out", "out"), 3),
    (("eval", "fleet.buses"), 0), (("eval", "spare + 1 pupil"), 1), (("eval", "spare + fits", "fleet.pupils"), 2),
    (("explain", "fleet.buses"), 0), (("explain", "plain"), 0), (("explain", "most"), 1), (("explain", "then"), 1),
    (("explain", "spare"), 1), (("graph",), 0), (("graph", "fits"), 1), (("ask", "fits"), 1), (("ask",), 2),
])  # fmt: skip
def test_a_question_is_answered_once_and_where_somebody_wants_to_know(
    vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], answered: int
) -> None:
    (town / "west.vdl").write_text(ASKED)
    walks: list[object] = []

    class Counted(questions.WhatIf):
        def __init__(self, *arguments: Any) -> None:
            walks.append(self)
            super().__init__(*arguments)

    monkeypatch.setattr(questions, "WhatIf", Counted)
    ran = vdl(command[0], "west.vdl", *command[1:])
    assert (ran.code, len(walks)) == (0, answered), ran.err


def test_what_reads_an_answer_has_its_value_also_where_no_expectation_is_judged(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text(ASKED.replace("fits == 100 pupils", "fits == 90 pupils"))
    assert vdl("eval", "west.vdl", "fits", "spare * 2").out == "fits = 100 pupils\nspare * 2 = 200 pupils\n"
    assert "spare" not in vdl("graph", "west.vdl").out
    assert '"fits" [label="fits\\n100 pupils"' in vdl("graph", "west.vdl", "fits").out
    assert "most differs: computed 100 pupils" in vdl("explain", "west.vdl", "most").out
    assert (vdl("check", "west.vdl").code, vdl("eval", "west.vdl", "fits").code) == (1, 0)


# ------------------------------------------------------------------------------ labels in reasons
def test_what_does_not_vary_by_label_is_told_without_one(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text("""edition 2026
kind trip {
  way: Length, slow: Number, base: Number = 2
  let factor = base * 2
  let longest = peak(way)
  let drive = way * slow
  count buses: Bus
  bound enough: buses >= (drive + longest) * factor / (1 km/bus)
}
design west "West" {
  trip: trip { way = { summer: 1, winter: 2 } km, slow = { summer: 1, winter: 2 } }
}
""")
    told = [line.strip(" |") for line in vdl("explain", "west.vdl", "trip.buses").out.splitlines()]
    lines = [("way * slow", "2 km * 2 at winter"), ("base * 2", "2 * 2"), ("peak(way)", "peak(summer 1; winter 2 km)")]
    for formula, shown in lines:
        assert told[told.index(f"= {formula}") + 1] == f"= {shown}"
    rows = {row["name"]: row["label"] for row in vdl("explain", "west.vdl", "trip.buses", "--format", "json").json()["reasons"]}
    assert (rows["trip.drive"], rows["trip.factor"], rows["trip.longest"], rows["enough"]) == ("winter", "", "", "winter")


def test_the_numbers_of_a_rule_that_holds_are_those_where_it_applies(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text("""edition 2026
design west "West" {
  way: Length = { summer: 4, winter: 2 } km
  limit: Length = { summer: 1, winter: 3 } km
  cold: Number = { summer: 1, winter: 2 }
  require short: way <= limit when cold > 1
  require near: way <= limit * 4
}
""")
    assert "|  = 2 km <= 3 km\n" in vdl("explain", "west.vdl", "short").out
    assert "|  = {summer 4; winter 2 km} <= {summer 1; winter 3 km} * 4\n" in vdl("explain", "west.vdl", "near").out


# ------------------------------------------------------------------------------ questions of the design below
def test_a_document_reads_the_question_of_the_base_of_what_is_printed(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text("""edition 2026
design west "West" {
  fleet: fleet { pupils = 80 pupils }
  ask fits: largest fleet.pupils where true
  expect most: fits == 100 pupils @ assumed "a guess"
}
design far from west { fleet.seats = 20 pupils/bus, fleet.pupils = 30 pupils }
design own from far { ask fits: largest fleet.pupils where fleet.buses <= 1 bus }
design last from own { fleet.seats = 30 pupils/bus }
document short "Short" { section "Asked" {
  text "{west.fits} fit"
  if west.fits > 90 pupils { text "many" } else { text "few" }
} }
""")
    for layers, ends in (((), ""), (("--set", "fleet.pupils = 10 pupils"), ".set")):
        assert vdl("build", "west.vdl", "--format", "md", *layers).code == 0
        for design, told in (("west", "100 pupils fit\n\nmany"), ("far", "40 pupils fit\n\nfew"), ("own", "20 pupils fit\n\nfew"),
                             ("last", "30 pupils fit\n\nfew")):  # fmt: skip
            assert told in (town / f"{design}{ends}.md").read_text()
    assert vdl("eval", "west.vdl", "--design", "own", "fits").out == "20 pupils\n"


def test_so_many_levels_are_explained(vdl: Vdl) -> None:
    whole = vdl("explain", *NORTH, "fleet.carried").out
    assert vdl("explain", *NORTH, "fleet.carried", "--depth", "99").out == whole
    assert vdl("explain", *NORTH, "fleet.carried", "--depth", "0").out == """\
fleet.carried = 100 pupils  [derived, std:prelude/units.vdl:17]  ...
   = seats * buses
   = 50 pupils/bus * 2 buses
"""
    one = vdl("explain", *NORTH, "fleet.carried", "--depth", "1").out.splitlines()
    assert [line[:20] for line in one if "- " in line[:3]] == ["|- fleet.seats = 50 ", "`- fleet.buses = 2 b"]
    assert '"page 1"' in one[3] and one[4].endswith("...")
    rule = vdl("explain", *NORTH, "fleet.few", "--depth", "0", "--format", "json").json()
    assert [line["depth"] for line in rule["reasons"]] == [0]
    assert vdl("explain", *NORTH, "fleet.carried", "--depth", "-1").code == 2


def test_what_is_cut_off_at_one_place_is_explained_at_another(vdl: Vdl, town: Path) -> None:
    (town / "way.vdl").write_text("""edition 2026
design d {
  a: Number = 1
  let b = a + 1
  let c = b + 1
  let all_of_it = c + b
}
""")
    out = vdl("explain", "way.vdl", "all_of_it", "--depth", "2").out
    assert out.count("b = 2") == 2 and "see above" not in out and "a = 1" in out


def test_a_rule_is_drawn(vdl: Vdl) -> None:
    out = vdl("graph", *NORTH, "fleet.few").out
    assert '"fleet.few" [label="fleet.few\\nholds", shape=diamond];' in out and '"fleet.buses" -> "fleet.few";' in out
    assert "fleet.carried" not in out
    made = vdl("graph", *NORTH, "fleet.roomy", "--format", "json").json()
    rule = made["nodes"][-1]
    assert (rule["name"], rule["form"], rule["value"]["text"], rule["line"]) == ("fleet.roomy", "rule", "holds", 19)
    assert {edge["from"] for edge in made["edges"] if edge["to"] == "fleet.roomy"} == {"fleet.carried", "fleet.pupils"}
    assert vdl("graph", *NORTH, "fleet.few", "--format", "mermaid").out.count('{"fleet.few = holds"}') == 1
    assert len(vdl("graph", *NORTH, "fleet.few", "--descendants", "--format", "json").json()["nodes"]) == 1
    assert "fleet.few" not in vdl("graph", *NORTH).out


def test_a_table_says_which_option_is_taken(vdl: Vdl, town: Path) -> None:
    kinds = "big: fleet { pupils = 90 pupils, seats = 60 pupils/bus }\nsmall: fleet { pupils = 20 pupils }\n"
    chosen = "  n: Pupil = 10 pupils\n  taken: fleet = choose [big, small] minimizing taken.buses * 1\n"
    rule = "  require enough: taken.pupils >= n\n"
    (town / "chosen.vdl").write_text(f"edition 2026\n{kinds}design d {{\n{chosen}{rule}}}\n")
    ask = ("ask", "chosen.vdl", "taken.buses for n in [10 pupils, 80 pupils]")
    assert vdl(*ask).out.splitlines()[0].split() == ["n", "taken", "taken.buses", "verdict"]
    assert [line.split()[2] for line in vdl(*ask).out.splitlines()[2:]] == ["small", "big"]
    points = vdl(*ask, "--format", "json").json()["sweeps"][0]["points"]
    assert [point["options"] for point in points] == [{"taken": "small"}, {"taken": "big"}]
