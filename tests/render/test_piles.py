"""Things in piles: that each lies in the first pile with room, to scale, and that it is all said in words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.render.piles import LARGE, piles_svg
from vdl.render.svg import PAGE, WIDTH
from vdl.report.build import build
from vdl.report.model import Paragraph, Piece, Pile, Piles, Report, every_block

SVG = "{http://www.w3.org/2000/svg}"
DESIGN = """edition 2026
kind crate { high: Weight?, number: Count, load: Weight? }
design store "Store" {
  large: crate "Large <b>" { high = 4 kg, number = 3, load = 2 kg }
  small: crate "Small"     { high = 1 kg, number = 6 }
  loose: crate "Loose"     { number = 2 }
  huge: crate  "Huge"      { high = 11 kg, number = 1 }
  none: crate  "None"      { high = 1 kg, number = 0 }
  let shelves: Count = packed([large.high, small.high], [3, 6], 10 kg)
}
document drawn "Drawn" { section "One" { ITEM } }
"""
ALL = """chart piled "Which shelf?" for c in all crate {
  "Crate": c.title
  bar "High": c.high
  times "Number": c.number
  mark "Shelf": 10 kg
  total "Load": c.load
}"""


def made(item: str) -> Report:
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("ITEM", item)})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert not compilation.diagnostics
    report, said = build(compilation, compilation.designs[0])
    assert not said
    return report


def piles(item: str) -> list[Piles]:
    return [block for block in every_block(made(item).sections) if isinstance(block, Piles)]


def test_the_highest_lie_first_and_each_where_there_is_room() -> None:
    [found] = piles(ALL)
    large, small = "Large <b>", "Small"
    assert found == Piles("Which shelf?", "kg", "10", (
        Pile("Shelf 1", (Piece(large, 2, "4", "8 kg"), Piece(small, 2, "1", "2 kg")), ("10 of 10 kg", "Load: at least 4 kg")),
        Pile("Shelf 2", (Piece(large, 1, "4", "4 kg"), Piece(small, 4, "1", "4 kg")), ("8 of 10 kg", "Load: at least 2 kg")),
    ), (Piece("Loose", 2, "", "high not stated"), Piece("Huge", 1, "", "11 kg each")), number=1)  # fmt: skip


def test_there_are_as_many_piles_as_packed_says() -> None:
    [found] = piles(ALL)
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("ITEM", 'text "nothing"')})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    said, _ = evaluate(compilation, compilation.designs[0], "shelves")
    assert said is not None and said.words == f"{len(found.piles)}"


def test_piles_that_are_alike_are_drawn_once() -> None:
    [found] = piles(ALL.replace("all crate", "[store.large]").replace("10 kg", "4 kg"))
    assert [pile.label for pile in found.piles] == ["Shelf 1 to 3, each"]


def test_nothing_is_left_where_no_height_is_stated() -> None:
    assert not piles(ALL.replace("all crate", "[store.loose]"))
    assert not piles(ALL.replace("all crate", "[store.none]"))


def test_it_is_to_scale_within_the_page_and_hatched_where_nothing_is_stated() -> None:
    [found] = piles(ALL)
    [drawn] = piles_svg(found, "1")
    root = ElementTree.fromstring(str(drawn))
    heights = [float(each.get("height") or 0) for each in root.iter(f"{SVG}rect") if each.get("class") != "box paper"]
    assert heights == pytest.approx([LARGE.high * size / 10 - 1 for size in (4, 4, 1, 1, 4, 1, 1, 1, 1)], abs=0.1)
    height = float(root.get("height") or 0)
    for each in root.iter(f"{SVG}text"):
        assert 0 <= float(each.get("x") or 0) <= WIDTH and 0 < float(each.get("y") or 0) <= height
    assert len([each for each in root.iter(f"{SVG}path") if each.get("class") == "hatch"]) == 2


def test_all_of_it_stands_in_words_too() -> None:
    report = made(ALL)
    page, text = html(report), markdown(report)
    first = "Shelf 1: 2 × Large &lt;b&gt;, 8 kg, 2 × Small, 2 kg, 10 of 10 kg, Load: at least 4 kg; Shelf 2:"
    assert first in page and "<b>, 8" not in page and "1 × Huge, 11 kg each" in page
    assert "- 2 × Loose, high not stated" in text


def test_what_is_said_of_a_pile_stands_beside_its_upper_end_where_names_leave_room() -> None:
    def places(size: str, number: int) -> tuple[set[str], float]:
        pieces = tuple([Piece(f"crate {at}", 1, size, size) for at in range(number)])
        [drawn] = piles_svg(Piles("Which?", "kg", "10", (Pile("One", pieces, ("5 of 10", "Load: 7 kg")),)), "1", room=PAGE)
        root = ElementTree.fromstring(str(drawn))
        notes = [one for one in root.iter(f"{SVG}text") if (one.text or "").startswith(("5 of", "Load"))]
        assert len(notes) == 2
        return {one.get("x", "") for one in notes}, float(root.get("height") or 0)

    (aside, low), (below, high) = places("1", 2), places("1", 9)
    assert aside != {"0"} and below == {"0"} and low < high


def test_more_piles_than_a_page_takes_are_told_and_not_drawn() -> None:
    [found] = piles(ALL.replace("times \"Number\": c.number", 'times "Number": 1_000_000'))
    assert not found.piles and [piece.number for piece in found.apart] == [1_000_000] * 5
    assert not [one for one in every_block(made(ALL).sections) if isinstance(one, Paragraph)]
