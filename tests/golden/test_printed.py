"""What a document prints, of designs that are written in the test."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.formats.markdown import markdown
from vdl.report.build import build

DESIGN = """edition 2026
axis year kept { y1, y2 }
unit sack, sacks = 50 kg
kind pile { weight: Weight?, high: Length = 1 m, boxes: Weight as sacks = 500 kg }
design d {
  a: pile { weight = { winter: 5, spring: 6, summer: 7 } kg, high = { winter: 0.5, else: 2 } km }
  b: pile { weight = 3..7 kg }
  c: pile { }
}
"""


def printed(*items: str, before: str = "") -> tuple[str, list[str]]:
    """The text of a document below its head, line by line, and the slugs of what is wrong with it."""
    text = "\n".join([DESIGN, before, "document p {", *items, "}"])
    compilation = compile(TestWorld(texts={"d.vdl": text}), "d.vdl", as_of=AS_OF)
    assert not [d for d in compilation.diagnostics if d.severity == "error"], compilation.diagnostics
    report, found = build(compilation, compilation.designs[0], "p")
    _, _, body = markdown(report).partition("## 1 ")
    return " ".join(body.split("\n")[1:]).strip(), [f"{d.slug}: {d.label}" for d in found]


def test_a_section_is_included_by_its_title() -> None:
    other = 'document o { section "A {{x}}" { text "yes" }, section "B {design.name}" { text "no" } }'
    assert printed('include o "A {x}"', before=other) == ("yes", [])


def choice(condition: str) -> tuple[str, list[str]]:
    chosen = f'if x{condition[1:]} {{ text "yes" }} else {{ text "no" }}'
    return printed(f'for x in all pile if x.name == "{condition[0]}" {{ {chosen} }}')


def test_a_condition_chooses_between_items() -> None:
    assert choice("a.weight >= 5 kg") == ("yes", [])
    assert choice("a.weight > 9 kg") == ("no", [])
    assert choice("b.weight >= 3 kg") == ("yes", [])
    assert choice("b.weight > 7 kg") == ("no", [])


def test_a_condition_that_is_neither_true_nor_false_chooses_nothing() -> None:
    assert choice("a.weight >= 6 kg") == ("", ["undecided-choice: it differs by label: season"])
    assert choice("b.weight >= 6 kg") == ("", ["undecided-choice: it decides both ways"])
    assert choice("c.weight >= 6 kg") == ("", ["undecided-choice: it is not stated"])


def test_a_condition_may_ask_first_whether_something_is_stated() -> None:
    assert choice("c.weight is given and peak(x.weight) >= 6 kg") == ("no", [])
    assert choice("a.weight is given and peak(x.weight) >= 6 kg") == ("yes", [])


def test_a_loop_keeps_what_its_condition_holds_for_somewhere() -> None:
    assert printed('for x in all pile if x.weight >= 6 kg { text "{x.name}" }') == ("a  b", [])
    assert printed('for x in all pile if x.weight >= 8 kg { text "{x.name}" }') == ("", [])
    assert printed('text "{[x.name for x in all pile if x.weight >= 6 kg]}"') == ("a, b", [])
    table = 'table for x in all pile if x.weight >= 6 kg { "Pile": x.name }'
    assert printed(table) == ("Table 1. **d**  | Pile | | --- | | a | | b |", [])


def test_a_figure_at_a_label_is_printed_in_the_unit_of_the_quantity() -> None:
    items = 'for x in all pile if x.name == "a" { text "{x.high at winter}, {x.high at (winter, spring)}, {x.boxes at y1}" }'
    assert printed(items) == ("0.5 km, winter: 0.5; spring: 2 km, 10 sacks", [])


def test_what_hangs_on_what_is_stated_is_known_in_a_document() -> None:
    heavier = """on pile { let heavier = weight + 1 kg, count n: Cart, bound b: n >= boxes / (500 kg/cart)
      let more = heavier + n * 1 kg/cart }"""
    assert printed('text "{size(stated((all pile).heavier))} {size(stated((all pile).more))}"', before=heavier)[0] == "2 2"
    ends = 'text "{stated([peak(x.heavier) for x in all pile])}"'
    assert printed(ends, before=heavier)[0] == "8 kg, 4–8 kg"
