"""What an input may be, on the command line: fills given with `--set`, typed expressions, open points, explanations."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Vdl

TRAM = """edition 2026
kind tram {
  /// How full it may be.
  full: Ratio in 0..<90 % = 50 %
  slope: Ratio in -10..10 % = 1 %
  need: Number? in 0..9
  let seats = 10 * (1 - full) + (need else 0)
  require steep: slope <= 10 % and seats > 0
}
design hill "Hill" {
  a: tram { need = 3..4..9 }
  let x = 0..1
}
"""


@pytest.fixture(autouse=True)
def hill(town: Path) -> None:
    (town / "hill.vdl").write_text(TRAM)


FILLS = ["a.full = 90 %", "a.full = x", "a.full = { winter: 5, summer: 95 } %", "a.slope = -11 %", "a.need = -1"]


@pytest.mark.parametrize("fill", FILLS)
def test_a_fill_of_the_command_line_is_blamed_there(vdl: Vdl, fill: str) -> None:
    ran = vdl("check", "hill.vdl", "--set", fill, "--format", "json")
    (said,) = ran.json()["diagnostics"]
    assert (ran.code, said["slug"], said["file"]) == (1, "out-of-range", f"--set {fill}")


def test_what_lies_inside_is_fine(vdl: Vdl) -> None:
    assert vdl("check", "hill.vdl", "--set", "a.full = 89.9 %", "--set", "a.slope = -10 %").code == 0


def test_a_typed_copy_is_judged_too(vdl: Vdl) -> None:
    ran = vdl("eval", "hill.vdl", "(a with { full = x }).seats")
    assert ran.code == 1
    assert "error[out-of-range]: `a.full` is 0..100 %, outside of 0..<90 %" in ran.out + ran.err


def test_an_end_that_is_not_tight_is_an_open_point(vdl: Vdl) -> None:
    ran = vdl("check", "hill.vdl", "--set", "a.full = x * (1 - x)", "--format", "json")
    (design,) = ran.json()["designs"]
    (point,) = design["open_points"]
    assert (ran.code, design["verdict"]) == (0, "open")
    assert (point["sort"], point["name"], point["file"]) == ("not-tight", "a.full", "--set a.full = x * (1 - x)")


@pytest.mark.parametrize("command", ["check", "size"])
def test_such_a_point_is_named_until_it_is_accepted(vdl: Vdl, command: str) -> None:
    fill = ["--set", "a.full = x * (1 - x)"]
    ran = vdl(command, "hill.vdl", *fill)
    assert "warning[not-tight]: `a.full` is 0..100 % (not tight), which may lie outside of 0..<90 %" in ran.out + ran.err
    assert vdl("check", "hill.vdl", "--strict", *fill).code == 1
    with open("hill.vdl", "a", encoding="utf-8") as file:
        file.write('on hill { waive open a.full "never both at once" }\n')
    ran = vdl(command, "hill.vdl", *fill)
    assert (ran.code, "warning[" in ran.out + ran.err) == (0, False)


def test_the_document_lists_what_is_not_tight(vdl: Vdl, town: Path) -> None:
    with open("hill.vdl", "a", encoding="utf-8") as file:
        file.write("document paper { show findings }\n")
    vdl("build", "hill.vdl", "--document", "paper", "--format", "md", "-o", "out", "--set", "a.full = x * (1 - x)")
    (page,) = (town / "out").rglob("*.md")
    assert "a: full | not tight: a.full is" in page.read_text(encoding="utf-8").replace("`", "")


def test_a_question_names_the_range(vdl: Vdl) -> None:
    ran = vdl("ask", "hill.vdl", "largest a.full where true step 1 %")
    assert ran.out.splitlines() == ["89 %", "  one step further is stopped by the range of a.full, 0..<90 %"]


def test_an_explanation_names_the_range_of_what_was_asked_for(vdl: Vdl) -> None:
    assert "a.full = 50 %  [default, in 0..<90 %, hill.vdl:4]" in vdl("explain", "hill.vdl", "a.full").out
    (reason,) = vdl("explain", "hill.vdl", "a.full", "--format", "json").json()["reasons"]
    assert reason["within"] == "0..<90 %"


def test_what_is_most_likely_is_printed_as_it_was_written(vdl: Vdl) -> None:
    (value,) = vdl("eval", "hill.vdl", "a.need", "--format", "json").json()["values"]
    assert (value["text"], value["likely"]["exact"]) == ("3..4..9", "4")
    (value,) = vdl("eval", "hill.vdl", "a.seats", "--format", "json").json()["values"]
    assert (value["text"], "likely" in value) == ("8..14", False)
