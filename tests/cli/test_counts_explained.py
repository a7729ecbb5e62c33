"""What is said of counts that were searched for, of strict bounds and of what is packed."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.query import explain

DESIGN = """edition 2026
axis year kept { y1, y2 }
kind store {
  data : Weight
  let factor: Number = 2 if boxes < 6 boxes else 1.5
  count boxes: Box
  bound by_data: boxes >= data * factor / (10 kg/box)
}
kind keyed {
  data : Weight
  count boxes: Box
  bound by_data: boxes >= data * ({ 3..5 boxes: 2, 6.. boxes: 1.5 } at boxes) / (10 kg/box)
  bound stays: boxes >= previous(boxes, 0 boxes)
}
kind wide {
  count carts: Cart
  bound whole: carts >= packed([7 kg/box], [3 boxes], carts * 2 kg / (1 cart * 1 cart))
}
kind parity { count boxes: Box, bound least: boxes >= 4 boxes + 0 boxes * (1 box / (boxes - 4 boxes)) }
kind group { number: Box, each: Weight/Box }
kind depot {
  let groups = all group
  count carts: Cart
  bound whole:  carts >= packed(groups.each, groups.number, 10 kg/cart)
  bound strict: carts > 2 carts
}
kind two: depot { a: group { number = 3 boxes, each = 6 kg/box }, b: group { number = 4 boxes, each = 4 kg/box } }
kind apart {
  let groups = all group
  count carts: Cart
  bound whole: carts >= packed(groups.each, groups.number, 10 kg/cart, [1 box/cart, 4 boxes/cart])
}
kind two_apart: apart { a: group { number = 3 boxes, each = 3 kg/box }, b: group { number = 2 boxes, each = 4 kg/box } }
design d {
  z: two_apart { }
  s: store { data = 30 kg }
  t: store { data = { y1: 0, y2: 30 } kg }
  p: two { }
  k: keyed { data = { y1: 1, y2: 30 } kg }
  w: wide { }
  q: parity { }
}
"""


def reasons(name: str) -> list[tuple[str, str, str]]:
    compilation = compile(TestWorld("suite/library", {"d.vdl": DESIGN}), "d.vdl", as_of=AS_OF)
    assert not compilation.diagnostics
    found, diagnostics = explain(compilation, compilation.designs[0], name)
    assert not diagnostics
    return [(reason.form, reason.words, reason.numbers) for reason in found]


def searched(name: str) -> list[str]:
    return [words for form, words, _ in reasons(name) if form == "search"]


def test_where_a_number_first_suffices() -> None:
    assert ("search", "first suffices at 6 boxes: at 5 boxes by_data asks for 6 boxes", "") in reasons("s.boxes")
    assert searched("t.boxes") == ["y2 first suffices at 6 boxes: at 5 boxes by_data asks for 6 boxes"]


def test_what_the_number_before_lacked() -> None:
    assert searched("k.boxes") == [
        "y1 first suffices at 3 boxes: at 2 boxes something lies outside all keys",
        "y2 first suffices at 6 boxes: at 5 boxes by_data asks for 6 boxes",
    ]
    assert searched("w.carts") == ["first suffices at 4 carts: at 3 carts something fits into no container"]
    assert searched("q.boxes") == ["first suffices at 5 boxes: at 4 boxes something is divided by zero"]


def test_the_arrangement_and_the_sum_beside_it() -> None:
    arrangement = "3 carts of 1 * 6 kg/box + 1 * 4 kg/box; 1 cart of 1 * 4 kg/box; by sum 3.4 carts, so this is exact"
    assert ("bound", "4 carts", arrangement) in reasons("p.carts")


def test_what_one_may_hold_stands_beside_the_sum() -> None:
    arrangement = "2 carts of 1 * 3 kg/box + 1 * 4 kg/box; 1 cart of 1 * 3 kg/box"
    beside = "by sum 1.7 carts, by what one may hold 3 carts, so this is exact"
    assert ("bound", "3 carts", f"{arrangement}; {beside}") in reasons("z.carts")


def test_a_strict_bound_asks_for_more_than() -> None:
    assert ("bound", "> 2 carts", "2 carts") in reasons("p.carts")
