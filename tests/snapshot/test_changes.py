"""What changed between two texts of a design, told from what was found of them."""

from __future__ import annotations

import pytest

from vdl.pipeline import compile
from vdl.snapshot.beside import texts
from vdl.snapshot.change import Renames
from vdl.snapshot.changes import Changes, changes
from vdl.snapshot.compared import Column
from vdl.snapshot.take import snapshot
from vdl.world import Memory

LIBRARY = """edition 2026
counted Bus: bus, buses
counted Pupil: pupil, pupils
axis year kept { y1, y2, y3 }
source maker "Data sheet" { publisher = "The maker", date = 2023-05 }
kind model { seats: Pupil/Bus }
kind fleet {
  pupils: Pupil
  model: model
  reserve: Pupil in 0 pupils.. = 0 pupils
  count buses: Bus
  bound by_seats: buses >= (pupils + reserve) / model.seats
  require few: buses <= 4 buses "at most four buses"
  require warning roomy: model.seats * buses >= pupils + 5 pupils
}
kind route { pupils: Pupil, let each = pupils / 2 }
"""
MODELS = """edition 2026
small: model { seats = 20 pupils/bus @ maker "page 1" }
large: model { seats = 50 pupils/bus @ maker "page 2" }
"""
TRIPS = """edition 2026
import models
source town "Timetable" { publisher = "Town", date = 2024-01 }
design north "North" {
  fleet: fleet {
    pupils = 90 pupils @ town "page 2"
    model = models.small
  }
  west: route { pupils = 30 pupils }
  expect buses: fleet.buses == 5 buses @ town "page 3"
  waive fleet.few "one more" owner "B" until 2027-03-01
}
"""


def found(text: str, models: str = MODELS) -> Column:
    library = LIBRARY + "".join(f"{line}\n" for line in models.splitlines()[1:] if line.startswith("source"))
    world = Memory({"std:prelude/a.vdl": library, "models.vdl": models, "trips.vdl": text})
    compilation = compile(world, "trips.vdl", as_of="2026-01-15")
    assert [d.message for d in compilation.of_files] == []
    return Column("", snapshot(compilation, compilation.designs[0]))


def between(old: str, new: str, said: Renames = (), models: str = MODELS) -> Changes:
    return changes(found(old), found(new, models), said)


def told(made: Changes, *sections: str) -> list[str]:
    """The changes of some sections, as people read them."""
    return [f"{one.section}: {one.label}: {' -> '.join(texts(one.row))}" for one in made.changes if one.section in sections]


def edited(old: str, new: str) -> str:
    assert old in TRIPS
    return TRIPS.replace(old, new)


def test_the_same_text_has_no_changes() -> None:
    made = between(TRIPS, TRIPS)
    assert made.changes == () and made.renamed == ()
    assert made.compared == 9


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  west: route { pupils = 30 pupils }\n", "  // a comment\n  west: route {\n    pupils = 30 pupils\n  }\n\n"),
        ("    pupils = 90 pupils @ town \"page 2\"\n    model = models.small",
         "    model = models.small\n    pupils = 90.0 pupils   @ town \"page 2\""),
    ],
)  # fmt: skip
def test_comments_order_and_format_change_nothing(old: str, new: str) -> None:
    assert between(TRIPS, edited(old, new)).changes == ()


def test_an_input_moves_counts_rules_and_figures() -> None:
    made = between(TRIPS, edited("90 pupils", "70 pupils"))
    assert told(made, "verdict", "counts", "rules", "expectations", "inputs") == [
        "verdict: verdict: holds -> does not hold",
        "verdict: `fleet.few` does not fail, so there is nothing to waive: – -> wrong",
        "rules: fleet.few: waived: 5 buses, must be at most 4 buses; 1 bus over (25 %) -> holds: 4 buses <= 4 buses",
        "counts: fleet.buses: 5 -> 4 (-1)",
        "expectations: buses: agrees: 5 buses, published 5 buses -> differs: 4 buses, published 5 buses",
        "inputs: fleet.pupils: 90 -> 70 (-20)",
    ]


def test_what_is_worse_says_so() -> None:
    made = between(TRIPS, edited('  waive fleet.few "one more" owner "B" until 2027-03-01\n', ""))
    assert [(one.name, one.bearing) for one in made.of("verdict", "rules")] == [("verdict", "worse"), ("fleet.few", "worse")]


def test_a_model_is_named() -> None:
    made = between(TRIPS, edited("models.small", "models.large"))
    assert told(made, "models", "counts") == [
        "models: fleet.model: models.small -> models.large", "counts: fleet.buses: 5 -> 2 (-3)",
    ]  # fmt: skip


def test_a_figure_of_a_catalog_is_an_assumption_that_moved() -> None:
    made = between(TRIPS, TRIPS, models=MODELS.replace("20 pupils/bus", "18 pupils/bus"))
    assert told(made, "assumptions") == ["assumptions: models.small.seats: 20 -> 18 (-2)"]


def test_a_default_becomes_a_decision_and_a_citation_changes() -> None:
    made = between(TRIPS, edited("model = models.small", 'model = models.small\n    reserve = 5 pupils @ town "page 9"'))
    assert told(made, "assumptions") == ["assumptions: fleet.reserve: 0 pupils, a default -> 5 pupils, Timetable, page 9"]
    made = between(TRIPS, edited('"page 2"', '"page 4"'))
    assert told(made, "assumptions", "counts", "values") == [
        "assumptions: fleet.pupils: 90 pupils, Timetable, page 2 -> 90 pupils, Timetable, page 4"
    ]


def test_an_object_that_only_got_another_name_is_recognised() -> None:
    made = between(TRIPS, edited("west:", "far_west:"))
    assert made.changes == () and made.renamed == (("west", "far_west"),)


def test_an_object_with_another_name_and_another_figure_is_said_to_be_the_same() -> None:
    text = edited("west: route { pupils = 30 pupils }", "far_west: route { pupils = 40 pupils }")
    assert between(TRIPS, text).renamed == ()
    made = between(TRIPS, text, (("west", "far_west"),))
    assert told(made, "inputs") == ["inputs: far_west.pupils: 30 -> 40 (+10)"]


def test_of_two_equal_ones_none_is_renamed() -> None:
    text = TRIPS.replace("  expect", "  east: route { pupils = 30 pupils }\n  expect")
    made = between(text, text.replace("west:", "one:").replace("east:", "two:"))
    assert made.renamed == () and made.changes


def test_waivers_that_end_soon_are_due() -> None:
    made = between(TRIPS, edited("2027-03-01", "2026-02-01"))
    assert told(made, "waivers") == ["waivers: fleet.few: one more; B, until 2027-03-01 -> one more; B, until 2026-02-01"]
    assert [(one.waiver.name, one.days) for one in made.due] == [("fleet.few", 17)]


def test_what_is_bought_anew_at_a_label() -> None:
    old = """edition 2026
design d "D" {
  wanted: Bus = { y1: 2, y2: 3, y3: 6 } buses
  count stock: Bus
  bound needed: stock >= wanted
  expect enough: stock >= 1 bus @ maker "1"
}
"""
    made = between(old, old.replace("y2: 3", "y2: 5"))
    assert told(made, "counts", "new") == [
        "counts: stock at y2: 3 -> 5 (+2)", "new: stock at y2: 1 -> 3 (+2)", "new: stock at y3: 3 -> 1 (-2)",
    ]  # fmt: skip


def test_a_rule_that_is_taken_out_is_told_and_one_that_goes_with_its_object_is_not() -> None:
    rule = edited("  expect", '  require enough: west.pupils >= 10 pupils "ten"\n  expect')
    assert told(between(rule, TRIPS), "rules") == ["rules: enough: holds: 30 pupils >= 10 pupils -> –"]
    other = edited("  expect", "  more: fleet { pupils = 10 pupils, model = models.small }\n  expect")
    assert told(between(other, TRIPS), "rules") == []


def test_headroom_that_shrank_is_worse() -> None:
    made = between(TRIPS, edited("90 pupils", "95 pupils"))
    assert [(one.name, one.bearing) for one in made.of("headroom")] == [("fleet.roomy", "worse"), ("fleet.buses", "worse")]
