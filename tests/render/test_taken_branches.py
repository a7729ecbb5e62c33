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
    assert numbers == "{y1 2; y2 0; y3 1} × 100 EUR"


def test_what_is_never_taken_is_not_told(steps: list[tuple[str, str]]) -> None:
    assert not [pair for pair in steps if "not stated" in pair[1]]


def test_nothing_has_no_currency(steps: list[tuple[str, str]]) -> None:
    assert not [pair for pair in steps if "USD" in pair[0] + pair[1]]
