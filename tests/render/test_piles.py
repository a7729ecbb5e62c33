"""Things in piles: that each lies in the first pile with room, to scale, and that it is all said in words."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.render.piles import LARGE, TALL, piles_svg
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


def test_of_what_is_added_up_no_pile_has_more_than_its_mark_says() -> None:
    [found] = piles(ALL.replace("}", '  mark "Load": 3 kg\n  mark "Load": 9 kg\n}'))
    lying = [[(piece.name, piece.number) for piece in pile.pieces] for pile in found.piles]
    assert lying == [[("Large <b>", 1), ("Small", 6)], [("Large <b>", 1)]]  # one large of 2 kg in each, of which two are alike
    assert [pile.label for pile in found.piles] == ["Shelf 1", "Shelf 2 to 3, each"]
    [beyond] = piles(ALL.replace("}", '  mark "Load": 1 kg\n}'))
    assert ("Large <b>", "load: 2 kg each") in [(piece.name, piece.text) for piece in beyond.apart]


def test_the_highest_lie_first_and_each_where_there_is_room() -> None:
    [found] = piles(ALL)
    large, small = "Large <b>", "Small"
    assert found == Piles("Which shelf?", "kg", "10", (
        Pile(
            "Shelf 1",
            (Piece(large, 2, "4", "8 kg", "0"), Piece(small, 2, "1", "2 kg", "8")),
            ("10 of 10 kg", "Load: at least 4 kg"),
        ),
        Pile(
            "Shelf 2",
            (Piece(large, 1, "4", "4 kg", "0"), Piece(small, 4, "1", "4 kg", "4")),
            ("8 of 10 kg", "Load: at least 2 kg"),
        ),
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
        pieces = tuple([Piece(f"crate {at}", 1, size, size, str(at * int(size))) for at in range(number)])
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


PLACED = """edition 2026
kind crate { high: Weight?, number: Count, lowest: Weight? in .., load: Weight? = 1 kg }
design store "Store" { CRATES }
document drawn "Drawn" {
  section "One" {
    chart piled "Which shelf?" for c in all crate {
      "Crate": c.title
      bar "High": c.high
      times "Number": c.number
      at "Place": c.lowest
      mark "Shelf": 10 kg
      bar kept "Spare": KEPT
      total "Load": c.load
    }
  }
}
"""


def placed(crates: str, kept: str = "0 kg") -> Piles:
    text = PLACED.replace("CRATES", crates).replace("KEPT", kept)
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    assert not compilation.diagnostics
    report, said = build(compilation, compilation.designs[0])
    assert not said
    [found] = [block for block in every_block(report.sections) if isinstance(block, Piles)]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_as_many_are_drawn_as_piled_counts(seed: int) -> None:
    """Some of the things have places that do not meet, and what is kept free differs."""
    some = Random(seed)
    feet, foot = [], 0
    for _ in range(4):
        foot += some.randint(0, 7)
        size = some.randint(1, 3)
        if foot % 10 + size <= 10:
            feet.append((foot, size))
            foot += size
    free = [(some.randint(1, 5), some.randint(0, 4)) for _ in range(3)]
    kept = some.randint(0, 4)
    crates = [f'a{foot}: crate "A{foot}" {{ high = {size} kg, number = 1, lowest = {foot} kg }}' for foot, size in feet]
    crates += [f'b{at}: crate "B{at}" {{ high = {size} kg, number = {number} }}' for at, (size, number) in enumerate(free)]
    sizes, numbers = ", ".join([f"{size} kg" for size, _ in free]), ", ".join([str(number) for _, number in free])
    taken, places = ", ".join([f"{size} kg" for _, size in feet]), ", ".join([f"{foot} kg" for foot, _ in feet])
    ones = ", ".join(["1" for _ in feet])
    count = f"let shelves: Count = piled([{sizes}], [{numbers}], {10 - kept} kg, 10 kg, [{taken}], [{ones}], [{places}])"
    text = PLACED.replace("CRATES", "\n".join([*crates, count])).replace("KEPT", f"{kept} kg")
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    report, _ = build(compilation, compilation.designs[0])
    [found] = [block for block in every_block(report.sections) if isinstance(block, Piles)]
    drawn = sum([int(last) - int(first) + 1 for pile in found.piles for first, last in [_numbers(pile.label)]])
    said, _ = evaluate(compilation, compilation.designs[0], "shelves")
    assert said is not None and said.words == f"{drawn}"


def _numbers(label: str) -> tuple[str, str]:
    """The first and the last of the piles that are drawn once."""
    numbers = re.findall(r"\d+", label) or ["1"]
    return numbers[0], numbers[-1]


def lying(found: Piles) -> dict[str, list[tuple[str, int, str]]]:
    """What lies in each pile: name, number and how far above the foot, with a question mark where that is not stated."""
    return {
        pile.label: [(one.name, one.number, one.foot + "?" * one.anywhere) for one in pile.pieces] for pile in found.piles
    }


A, B, C = (f"{name}: crate {{ high = {high} kg, number = {number} }}" for name, high, number in ("a22", "b33", "c14"))


def at(crate: str, place: str) -> str:
    return crate.replace(" }", f", lowest = {place} kg }}")


def test_things_lie_at_the_place_that_is_stated_and_the_others_in_the_gaps() -> None:
    found = placed(", ".join((at(A, "3"), B, C)))
    assert found.placed and lying(found) == {
        "Shelf 1": [("b", 1, "0?"), ("a", 2, "3"), ("b", 1, "7?")], "Shelf 2": [("b", 1, "0?"), ("c", 4, "3?")],
    }  # fmt: skip
    assert [piece.text for piece in found.piles[0].pieces] == ["3 kg, place not stated", "4 kg", "3 kg, place not stated"]
    assert not placed(", ".join((A, B))).placed


def test_a_place_counts_over_all_piles_and_what_lies_between_may_be_empty() -> None:
    found = placed(", ".join((at(A, "36"), at(B, "0"))))
    assert lying(found) == {"Shelf 1": [("b", 3, "0")], "Shelf 2 to 3, each": [], "Shelf 4": [("a", 2, "6")]}
    assert found.piles[1].notes == ("0 of 10 kg", "Load: 0 kg")


def test_what_has_no_room_at_its_place_is_told_and_not_drawn() -> None:
    found = placed(", ".join((at(A, "3"), at(B, "6"), at(C, "7"))))  # b begins within a, and ends beyond the top
    assert lying(found) == {"Shelf": [("a", 2, "3")]}
    names = {piece.name: piece.text for piece in found.apart}
    assert names == {"b": "no room at the place that is stated", "c": "no room at the place that is stated"}
    assert [piece.name for piece in placed(at(A, "-1") + ", " + B).apart] == ["a"]
    assert [piece.name for piece in placed(at(A, "0") + ", " + at(B, "0")).apart] == ["b"]
    twice = placed(at(A, "0") + ", x: crate \"a\" { high = 2 kg, number = 2, lowest = 0 kg }")
    assert [piece.number for piece in twice.apart] == [2] and lying(twice) == {"Shelf": [("a", 2, "0")]}


def test_what_is_kept_free_goes_to_nothing_that_may_lie_elsewhere() -> None:
    found = placed(", ".join((at(A, "3"), C)), "4 kg")
    assert lying(found) == {"Shelf 1": [("c", 2, "0?"), ("a", 2, "3")], "Shelf 2": [("c", 2, "0?")]}
    assert found.piles[0].notes == ("6 of 10 kg", "Spare: 4 kg", "Load: 4 kg")
    too_high = placed(A + ", b: crate { high = 8 kg, number = 1 }", "4 kg")
    assert [piece.text for piece in too_high.apart] == ["8 kg each"]


def test_piles_that_are_too_many_are_told_and_not_drawn() -> None:
    found = placed(at(A, "4_000"))
    assert not found.piles and [piece.name for piece in found.apart] == ["a"]
    assert len(placed(at(A, "3_990")).piles) == 2  # 399 empty ones as one


def test_what_says_no_place_is_hatched_and_all_of_it_is_to_scale() -> None:
    drawn = piles_svg(placed(", ".join((at(A, "3"), B, C))), "1")
    roots = [ElementTree.fromstring(str(one)) for one in drawn]
    rects = [each for root in roots for each in root.iter(f"{SVG}rect") if each.get("class") != "box paper"]
    assert [float(each.get("height") or 0) for each in rects] == pytest.approx([TALL.high * 2 / 10 - 1] * 2, abs=0.1)
    assert [each for root in roots for each in root.iter(f"{SVG}path") if each.get("class") == "hatch"]
    for root in roots:
        height = float(root.get("height") or 0)
        for each in root.iter(f"{SVG}text"):
            assert 0 <= float(each.get("x") or 0) <= WIDTH and 0 < float(each.get("y") or 0) <= height
    assert "1 × b, 3 kg, place not stated, 2 × a, 4 kg" in "".join(drawn)
