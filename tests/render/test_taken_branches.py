"""Formulas of which a part hangs on a condition: their numbers are those of what was taken, and nothing has no unit."""

from __future__ import annotations

import pytest

from tests.render.test_what_every_report_says import report
from vdl.report import model as m
from vdl.report.formula import in_line

DESIGN = """edition 2026
import std.money
axis year kept { y1, y2, y3 }
display Money in EUR
box: hardware { model = "B", price = 100 EUR }
free: hardware { model = "F" }
design d "D" {
  line: hardware_line "Line" { item = box, quantity = { y1: 2, y2: 2, y3: 3 } }
  there: hardware_line "There" { item = free, quantity = 1, owned = 1 }
  costs: money.account "All of it" { desktops = 3 desktops }
}
"""


@pytest.fixture(scope="module")
def steps() -> list[tuple[str, str]]:
    made = report(DESIGN)
    trees = [step.tree for one in m.every_block(made.sections) if isinstance(one, m.Working) for step in one.steps]
    return [(in_line(tree, "names"), in_line(tree, "numbers")) for tree in trees]


def test_what_comes_to_as_much_at_all_labels_is_told_alone(steps: list[tuple[str, str]]) -> None:
    names, numbers = next(pair for pair in steps if "price" in pair[0])
    assert names == "bought × item price if bought > 0 otherwise 0"
    assert numbers == "{y1: 2; y2: 0; y3: 1} × 100 EUR"


def test_what_is_never_taken_is_not_told(steps: list[tuple[str, str]]) -> None:
    assert not [pair for pair in steps if "not stated" in pair[1]]


def test_nothing_has_no_currency(steps: list[tuple[str, str]]) -> None:
    assert not [pair for pair in steps if "USD" in pair[0] + pair[1]]


LOOKED_UP = """edition 2026
kind room {
  let small(load: Power) = { ..10 W: 3, 10<..20 W: 5, 20<.. W: 7 } users at load
  let needed(load: Power, delay: Time) = { ..1 s: 8 users, 1<..2 s: small(load), 2<.. s: 9 users } at delay
  load: Power
  delay: Time
  count boxes: User
  bound by_table: boxes >= needed(load, delay)
}
design d "D" { one: room "One" { load = 12 W, delay = 1.5 s } }
"""


def test_a_number_that_is_looked_up_names_the_row_of_each_table_that_was_met() -> None:
    made = report(LOOKED_UP)
    names = [
        in_line(step.tree, "names") for one in m.every_block(made.sections) if isinstance(one, m.Working) for step in one.steps
    ]
    assert "looked up by(delay, row above 1 s up to 2 s, load, row above 10 W up to 20 W)" in names
