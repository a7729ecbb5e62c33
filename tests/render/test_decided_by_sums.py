"""What documents print that sums which lack figures decide: it says so, wherever the rest could decide otherwise."""

from __future__ import annotations

import pytest

from tests.languages.messages import german
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate
from vdl.render.formats.markdown import markdown
from vdl.render.translated import Translation
from vdl.report.build import build
from vdl.report.model import Report
from vdl.text.diagnostics import Diagnostic

HEAD = """edition 2026
axis year kept { y1, y2 }
kind shed { price: Number? }
design yard "Yard" {
  old: shed "Old"   { price = 5 }
  new: shed "New"   { }
  far: shed "Far"   { price = 30 }
  near: shed "Near" { price = 20 }
  let cost "The cost" = sum(at_least([old.price, new.price]))
  let known = sum(at_least([old.price, far.price]))
  let growing = { y1: 1, y2: 2 } * cost
  let word = "plenty" if cost <= 8 else "little"
  let day = 2027-01-01 if cost <= 8 else 2028-01-01
  let bought: shed = near if cost <= 10 else far
  let kept = [s for s in all shed if cost <= 8]
  scenario told { new.price = 1 }
}
""".replace(' "The cost"', "")
NOTE = "This goes by what is stated of cost; the rest could decide otherwise."
NOTHING = "Nothing stands here, by what is stated of cost; the rest could decide otherwise."


def made(item: str, scenario: str = "") -> tuple[Report, list[Diagnostic]]:
    text = f'{HEAD}document drawn "Drawn" {{ section "One" {{ {item} }} }}\n'
    layers = [scenario] if scenario else []
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True, scenarios=layers)
    assert not [one.message for one in compilation.diagnostics if one.severity == "error"]
    return build(compilation, compilation.designs[0], "drawn")


def said(item: str, scenario: str = "") -> str:
    report, found = made(item, scenario)
    assert not found
    return markdown(report).partition("One\n\n")[2].partition("\n## ")[0].strip()


def test_a_condition_says_that_the_rest_could_turn_it() -> None:
    assert said('if yard.cost <= 8 { text "Enough." } else { text "Too much." }') == f"{NOTE}\n\nEnough."
    assert said('if yard.cost >= 9 { text "Too much." }, text "And so on."') == f"{NOTHING}\n\nAnd so on."


def test_a_text_that_a_condition_takes_says_so_too() -> None:
    taken = '"{yard.old.price} of them" if yard.cost <= 8 else "more than {yard.old.price}"'
    assert said(f'facts {{ "How many": {taken} }}') == "- **How many**: 5 of them by what is stated"
    assert said(f'facts {{ "How many": {taken.replace("8", "4")} }}') == "- **How many**: more than 5"


def test_what_the_rest_could_not_turn_is_said_as_it_is() -> None:
    for condition in ("yard.cost >= 5", "yard.cost >= 0", "yard.known <= 35", "yard.cost > 2 or yard.known > 1"):
        assert said(f'if {condition} {{ text "Surely." }}') == "Surely."
    assert said('if yard.cost >= 4 { text "Surely." } else { text "Not." }') == "Surely."


def test_in_a_scenario_that_states_the_rest_nothing_is_open() -> None:
    assert said('if yard.cost <= 8 { text "Enough." }', "told") == "Enough."
    told = said('text "It is {yard.word} until {yard.day}: {yard.bought.title}."', "told")
    assert told == "It is plenty until 2027-01-01: Near."


def test_a_section_says_it_in_itself() -> None:
    found = said('if yard.cost <= 8 { section "Two" { text "Enough." } }')
    assert found == f"### 1.1 Two\n\n{NOTE}\n\nEnough."


def test_inner_conditions_speak_for_themselves_alone() -> None:
    found = said('if yard.known <= 35 { if yard.cost <= 8 { text "Inside." }, text "Outside." }')
    assert found == f"{NOTE}\n\nInside.\n\nOutside."


def test_words_and_numbers_that_are_chosen_say_by_what() -> None:
    assert said('text "It is {yard.word}."') == "It is plenty by what is stated."
    assert said('text "It is {yard.word if yard.known <= 35 else yard.old.title}."') == "It is plenty by what is stated."
    assert said('text "It is {yard.old.title if yard.cost <= 8 else yard.far.title}."') == "It is Old by what is stated."
    assert said('text "{yard.bought.title} of {yard.bought.price}"') == "Near by what is stated of 20 by what is stated"
    assert said('text "It is {size(yard.kept)}."') == "It is 4 by what is stated."
    assert said('text "It is {yard.cost if yard.cost <= 8 else 2}."') == "It is 5 by what is stated."
    assert said('text "Is it so: {yard.cost <= 8}, {yard.cost >= 5}?"') == "Is it so: not stated, yes?"
    assert said('text "Until {yard.day}."') == "Until not stated."


def test_it_is_said_each_time_and_of_what_is_made_of_it() -> None:
    assert said('text "{yard.word}, {yard.word}"') == "plenty by what is stated, plenty by what is stated"
    assert said('text "{size(yard.kept) + 1} and {size(yard.kept) * 2}"') == "5 by what is stated and 8 by what is stated"


def test_rows_are_listed_by_what_is_stated() -> None:
    table = 'table for s in all shed if s.price < yard.cost * 5 { "Shed": s.title, "Price": s.price }'
    assert said(table).startswith(f"{NOTE}\n\nTable 1.")
    assert NOTE not in said('table for s in all shed if yard.cost >= 5 { "Shed": s.title, "Price": s.price }')
    cells = said('table for s in [yard.old, yard.far] { "Shed": s.title, "Sort": "small" if s.price >= yard.cost else "large" }')
    assert NOTE not in cells and "| Old; Far | small by what is stated |" in cells
    assert said('for s in [t for t in all shed if t.price == yard.cost] { text "{s.title}" }') == f"{NOTE}\n\nOld"
    chart = 'chart "Which?" for s in all shed if s.price < yard.cost + 1 { "Shed": s.title, bar "Price": s.price }'
    assert said(chart).startswith(NOTE)


def test_labels_are_listed_by_what_is_stated() -> None:
    found = said('table for y in all year if yard.growing at y <= 8 { "Year": y }')
    assert found.startswith("This goes by what is stated of growing; the rest could decide otherwise.")
    assert said('if peak(yard.growing) <= 10 { text "Enough." }').endswith("Enough.")
    assert "goes by" in said('if peak(yard.growing) <= 10 { text "Enough." }')


def test_a_sum_of_a_document_alone_has_no_name() -> None:
    found = said('if sum(at_least((all shed).price)) <= 80 { text "Enough." }')
    assert found == "This goes by what is stated of a sum; the rest could decide otherwise.\n\nEnough."


def test_what_is_below_zero_or_a_range_may_turn_it_too() -> None:
    assert said('if 10 - yard.cost >= 0 { text "Left." }').startswith(NOTE)
    assert said('if 0 - yard.cost <= 0 { text "Surely." }') == "Surely."


def test_files_for_programs_hold_nothing_that_is_not_the_whole() -> None:
    for item, place in (
        ('table file "a.csv" for s in all shed if s.price < yard.cost + 1 { "Shed": s.title }', "which rows"),
        ('table file "a.csv" for s in [yard.old] { "Cost": yard.cost }', "at least 5"),
        ('table file "a.csv" for s in [yard.old] { "Word": yard.word }', "plenty by what is stated"),
        ('table file "a.csv" for s in [yard.old] { "Word": "no {s.title}" if yard.cost > 8 else "{s.title}" }', "Old by what"),
        ('table file "a.csv" for s in [yard.old] { "Word": "it is {yard.bought.price}" }', "20 by what is stated"),
    ):
        _, [error] = made(item)
        assert error.slug == "not-for-a-file" and error.severity == "error" and place in error.message
    assert said('table file "a.csv" for s in [yard.old] if yard.cost >= 5 { "Known": yard.known }')


def test_it_is_said_in_german() -> None:
    report, _ = made('if yard.cost <= 8 { text "{yard.word}" }')
    found = markdown(Translation(german()).report(report))
    assert "Das richtet sich nach dem, was von cost angegeben ist; der Rest könnte anders entscheiden." in found
    assert "plenty nach dem, was angegeben ist" in found


@pytest.mark.parametrize("expression, words", [
    ("word", "plenty by what is stated"), ("day", "not stated"), ("bought.title", "Near by what is stated"),
    ("size(kept)", "4 by what is stated"), ("old.title", "Old"), ("cost", "at least 5"), ("known", "35"),
])  # fmt: skip
def test_a_typed_expression_says_the_same(expression: str, words: str) -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": HEAD}), "a.vdl", as_of=AS_OF)
    found, _ = evaluate(compilation, compilation.designs[0], expression)
    assert found is not None and found.words == words
