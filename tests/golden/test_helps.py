"""What a help says, and that the text it leads to is what the author meant: it names what there is and guesses no factor."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic

DESIGN = """edition 2026
import std.raid
axis year kept {{ y1, y2 }}
kind farm {{
  headroom         : Ratio = 0 %
  growth           : Ratio = 0 %
  memory           : Information/Desktop = 1 GB/desktop
  desktops         : Desktop
  vcpus_per_thread : Number = 1
  let all_of_it = memory * desktops
}}
design d {{
  f: farm {{ desktops = 100 desktops{fill} }}
  {statement}
}}
"""


def found(fill: str = "", statement: str = "") -> list[Diagnostic]:
    text = DESIGN.format(fill=f", {fill}" if fill else "", statement=statement)
    world = TestWorld(texts={"x.vdl": text}, library="std")
    return [d for d in compile(world, "x.vdl", as_of=AS_OF).diagnostics if d.severity == "error"]


FILLS = [
    ("memory = 8 GB / desktop", "memory = 8 GB/desktop", "`8 GB/desktop`"),
    ("vcpus_per_core = 4", None, "there is `vcpus_per_thread`, which is another name"),
    ("vcpus_per_thred = 4", "vcpus_per_thread = 4", "did you mean `vcpus_per_thread`?"),
    ("headroom = 90", "headroom = 90 %", "`90 %`; the bare number would be `9000 %`"),
    ("growth = 15 %/year", "growth = 15 %", "`15 %`: to grow by it from one label of an axis to the next"),
    ("memory = 8", "memory = 8 GB/desktop", "write its unit, such as `8 GB/desktop`"),
]


@pytest.mark.parametrize(("wrong", "right", "help"), FILLS)
def test_a_help_leads_to_what_was_meant(wrong: str, right: str | None, help: str) -> None:
    (diagnostic,) = found(wrong)
    assert help in " ".join(diagnostic.help)
    assert right is None or not found(right)


UNITS = [
    ("Gb", "there are `GB` (Information, equal to 8 Gbit), `Gbit` (Information) and `Gbps` (Throughput); "
           "upper and lower case differ in meaning"),
    ("MBps", "write `MB/s`; `Mbps` is another unit"),
    ("mbps", "there is `Mbps`; upper and lower case differ in meaning"),
    ("tb", "there are `TB` (Information, equal to 8 Tbit) and `Tbit` (Information); upper and lower case differ in meaning"),
    ("min", "there is `minute`"),
    ("desktpos", "did you mean `desktops`?"),
    ("ZAR", "to declare it, say what it is made of: `unit ZAR = ...` a unit of Money may do without a factor: `unit ZAR: Money`"),
    ("furlong", "to declare it, say what it is made of: `unit furlong = ...`"),
]


@pytest.mark.parametrize(("unit", "help"), UNITS)
def test_a_unit_is_not_guessed(unit: str, help: str) -> None:
    (diagnostic,) = found(statement=f"let x = 100 {unit}")
    assert diagnostic.slug == "unknown-unit" and " ".join(diagnostic.help) == help


COMPARED = ["f.headroom >= 90", "90 > f.headroom", "max(f.headroom, 90) > 5 %", "(f.headroom else 90) > 5 %"]


@pytest.mark.parametrize("condition", COMPARED)
def test_a_bare_number_beside_a_ratio_is_said(condition: str) -> None:
    assert [d.slug for d in found(statement=f"require r: {condition}")] == ["missing-unit"]
    assert not found(statement=f"require r: {condition.replace('90', '90 %')} or true")


def test_growth_is_no_rate_by_time() -> None:
    (diagnostic,) = found(statement="let x = f.desktops * (1 + 15 %/year)")
    assert "`grow(base, 15 %)`" in " ".join(diagnostic.help)
    assert not found(statement="let x = grow(f.desktops, 15 %)")


ANSWERED = [
    ("let level = raid6_10", ["did you mean `raid.raid6_10`?"]),
    ("let last = { y1: 1, y3: 2 }", ["the labels of `year` are `y1` and `y2`"]),
]


@pytest.mark.parametrize(("statement", "help"), ANSWERED)
def test_a_help_that_answers_stands_alone(statement: str, help: list[str]) -> None:
    (diagnostic,) = found(statement=statement)
    assert list(diagnostic.help) == help
