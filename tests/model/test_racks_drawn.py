"""Racks are drawn as they are counted, and where that is not so the document says why; units are numbered from the bottom."""

from __future__ import annotations

import re

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate
from vdl.render.piles import piles_svg
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Paragraph, Piles, every_block

DESIGN = """edition 2026
import std.servers.racks
axis year kept { y1, y2 }
box: hardware { model = "Box", height = 2 RU, power = 3 kW }
lid: hardware { model = "Lid", height = 2 RU, power = 1 kW }
design d "D" {
  boxes: hardware_line { item = box, quantity = BOXES }
  lids: hardware_line { item = lid, quantity = LIDS }
  hall: racks.racks "Hall" {
    holds = 12 RU/rack
    MORE
  }
}
"""
PLACE = "a: racks.built_in { devices = boxes, lowest_unit = 2, number = 1 }"


def made(boxes: str, lids: str, more: str) -> tuple[Piles, int, str]:
    """The drawing, how many racks are counted, and what is said above it."""
    text = DESIGN.replace("BOXES", boxes).replace("LIDS", lids).replace("MORE", more)
    compilation = compile(TestWorld("std", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    report, _ = build(compilation, compilation.designs[0], "std.documents.racks.in_racks")
    blocks = list(every_block(report.sections))
    [found] = [block for block in blocks if isinstance(block, Piles)]
    said, _ = evaluate(compilation, compilation.designs[0], "peak(hall.racks)")
    assert said is not None
    words = " ".join([plain(block.prose) for block in blocks if isinstance(block, Paragraph)])
    return found, int(said.words.split()[0]), words


def drawn(found: Piles) -> int:
    ends = [re.findall(r"[0-9]+", pile.label) or ["1"] for pile in found.piles]
    return sum([int(end[-1]) - int(end[0]) + 1 for end in ends])


@pytest.mark.parametrize("place", ["", PLACE, PLACE.replace("2, n", "4, n"), PLACE.replace("2, n", "2, rack = 2, n")])
@pytest.mark.parametrize("number", range(4, 9))
def test_as_many_are_drawn_as_are_counted(place: str, number: int) -> None:
    found, counted, words = made(f"{number}", "1", place)
    assert drawn(found) == counted and "ask for" not in words and "Counted" not in words


def test_none_is_drawn_with_more_than_it_may_draw() -> None:
    found, counted, words = made("4", "1", f"power_limit = 5 kW/rack, {PLACE}")
    assert (drawn(found), counted) == (4, 4)
    assert "No rack is drawn with more than it may draw or hold." in words
    assert ["3 kW" in note or "4 kW" in note for pile in found.piles for note in pile.notes if "Power" in note] == [True] * 2


def test_where_more_are_given_it_is_said_that_heights_ask_for_fewer() -> None:
    found, counted, words = made("4", "1", f"racks = 3 racks, {PLACE}")
    assert (drawn(found), counted) == (1, 3)
    assert "Heights alone ask for 1 rack, as drawn; 3 racks are counted" in words


def test_where_more_are_drawn_it_is_said_that_not_all_stand_at_a_time() -> None:
    found, counted, words = made("{ y1: 6, y2: 0 }, retired = { y1: 0, y2: 6 }", "{ y1: 0, y2: 6 }", "")
    assert (drawn(found), counted) == (2, 1)
    assert "which takes 2 racks. Counted: 1 rack." in words


def test_units_are_numbered_from_the_bottom_each_in_its_middle() -> None:
    found, *_ = made("4", "1", f"{PLACE}")
    picture = "".join([str(piece) for piece in piles_svg(found, "1")])
    texts = re.findall(r'class="muted axis"[^>]* y="([0-9.]+)"[^>]*>([0-9]+)<', picture)
    numbers = [(int(number), float(y)) for y, number in texts]
    assert [number for number, _ in numbers] == [*range(1, 13)]
    steps = [low - high for (_, low), (_, high) in zip(numbers, numbers[1:])]
    assert steps == pytest.approx([steps[0]] * 11, abs=0.1) and steps[0] > 0
