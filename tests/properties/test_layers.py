"""What the command line puts on top of a design: `--set` above scenarios, scenarios in the order they are named."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld, evaluate
from vdl.compilation import Compilation
from vdl.pipeline import compile
from vdl.query import ask

DESIGN = """edition 2026
design d {
  a: goods { weight = 10 kg, boxes = 1 box }
  f: fleet { cart = small }
  place a on f
  scenario heavy { a.weight = 250 kg }
  scenario many { a.boxes = 40 boxes }
}
design e from d { a.weight = 20 kg }
"""


def compiled(sets: list[str], scenarios: list[str] | None = None, design: str = "d") -> Compilation:
    world = TestWorld(texts={"d.vdl": DESIGN})
    return compile(world, "d.vdl", as_of=AS_OF, sets=sets, scenarios=scenarios or [], design=design)


def value(compilation: Compilation, name: str) -> str:
    assert not compilation.failed, [d.message for d in compilation.diagnostics]
    return evaluate(compilation, compilation.designs[0], name)


def test_an_option_is_above_a_scenario() -> None:
    assert value(compiled([]), "f.carts") == "1 cart"
    assert value(compiled([], ["heavy"]), "f.carts") == "3 carts"
    assert value(compiled([], ["heavy", "many"]), "f.carts") == "4 carts"
    assert value(compiled(["a.weight = 550 kg"], ["heavy", "many"]), "f.carts") == "6 carts"
    assert value(compiled(["a.weight = 20 kg", "f.carts = 9 carts"], ["heavy"]), "f.carts") == "9 carts"
    assert value(compiled(["a.weight = 2 tonnes"], design="e"), "f.carts") == "20 carts"


def test_two_options_have_one_rank() -> None:
    assert value(compiled(["a.weight = 500 kg", "a.weight = 500 kg"]), "f.carts") == "5 carts"
    assert [d.slug for d in compiled(["a.weight = 20 kg", "a.weight = 500 kg"]).diagnostics] == ["conflicting-fills"]


def test_an_option_changes_what_an_input_refers_to_in_that_place_alone() -> None:
    assert value(compiled(["a.weight = 500 kg", "f.cart.limit = 50 kg/cart"]), "f.carts") == "10 carts"
    assert value(compiled(["f.cart.limit = 5 kg/cart"]), "small.limit") == "100 kg/cart"
    assert value(compiled(["a.weight = 500 kg", "f.cart = large with { limit = 50 kg/cart }"]), "f.carts") == "10 carts"
    for sets in (["f.cart = large", "f.cart.limit = 5 kg/cart"], ["f.cart.limit = 5 kg/cart", "f.cart = large"]):
        (found,) = compiled(sets).diagnostics
        assert found.slug == "filled-in-part"
        assert found.help == ("write both at once: `f.cart = large with { limit = 5 kg/cart }`",)


def test_a_typed_question_moves_what_an_input_refers_to() -> None:
    compilation = compiled([])
    found, wrong = ask(compilation, compilation.designs[0], "smallest f.cart.limit where f.carts <= 2 carts step 1 kg/cart")
    assert not wrong and found is not None
    assert found.value == 5


def test_an_option_is_the_origin_of_its_value() -> None:
    compilation = compiled(["a.weight = 20 kg"])
    solved = compilation.designs[0]
    assert solved.graph.root.slots["a"].slots["weight"].origin == "option"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("a.wieght = 3 kg", "unknown-field"),
        ("a.weight = 3", "missing-unit"),
        ("a.weight = 3 s", "unit-mismatch"),
        ("a.weight = nobody", "unknown-name"),
        ("a.boxes = 2.5 boxes", "not-whole"),
        ("a.per_box = 3 kg/box", "not-fillable"),
        ("a.weight", "unexpected-end"),
        ("a.weight = ", "unexpected-end"),
        ("require r: true", "not-here"),
        ("= 3 kg", "unexpected-word"),
        ("", "unexpected-end"),
        ("a.weight = 3 kg\nb = 4", "unfinished-statement"),
    ],
)
def test_an_option_is_checked_as_everything_is(text: str, slug: str) -> None:
    found = compiled([text]).diagnostics
    assert [d.slug for d in found] == [slug]
    assert found[0].span is not None and found[0].span.source.path.startswith("--set")
