"""What those who decide read first: what is exceeded, why there is a last one of what is bought, and who accepts what."""

from __future__ import annotations

import pytest

from tests.examples import EXAMPLES, compiled
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Chart, Facts, Paragraph, Report, Section, Table, Working, every_block
from vdl.text.phrases import in_words, of, phrase

DESIGN = """edition 2026
kind crate {
  size   : Weight/Box
  number : Box
}
kind shed {
  large : Box
  spare : Cart = 1 cart
  /// Room in front of the shed.
  yard  : Weight?
  big: crate "Big crates" { size = 6 kg/box, number = large }
  small: crate "Small crates" { size = 4 kg/box, number = 4 boxes }
  let crates = all crate
  count needed: Cart
  count carts: Cart
  bound by_size: needed >= packed(crates.size, crates.number, 10 kg/cart)
  bound by_yard: needed >= yard / (10 kg/cart)
  bound with_spares: carts >= needed + spare
  /// Some carts stand in the rain.
  require room: carts <= 5 carts "the shed has room for five carts"
  /// Nobody knows how they come and go.
  require gate: carts <= 2 carts "the gate lets two carts pass"
}
design sheds "Sheds" {
  north: shed "North" { large = 3 boxes, spare = 1 cart @ assumed "one breaks now and then" }
  south: shed "South" { large = 5 boxes, spare = 1 cart @ assumed "one breaks now and then" }
  waive south.room "they stand outside" owner "The porter"
  waive north.gate "one after the other"
  waive south.gate "one after the other"
  scenario fair "The fair" { south.large = 9 boxes @ assumed "as last year" }
  ask most "Most large crates in the north": largest north.large where north.carts <= 5 carts
  ask next "When is the next cart bought?": north.carts for north.large in 1..3 boxes step 1 box
}
document drawn "Drawn" {
  section "One" { show decision, show limits, show counts, show packings, show asks }
  section "Two" { show findings, show assumptions, show gaps }
  section "Three" { show scenarios }
  section "Four" {
    for s in all shed {
      section "{s.full_title}, a shed" { facts { "Carts": s.carts, "Most": 5 carts } }
    }
  }
  appendix "Five" { show questions }
}
"""


STEPS = """edition 2026
kind shed {
  load : Weight
  most : Weight?
  count carts: Cart
  bound load by_load: carts >= load / (10 kg/cart)
  require warning dry: load <= 30 kg "what is heavy stands in the rain"
  require light: load <= most "the floor carries it"
}
design sheds "Sheds" {
  north: shed "North" { load = 12 kg }
  ask grow "When is the next cart bought?": north.carts for north.load in 10..50 kg step 20 kg
  ask fine "And in small steps?": north.carts for north.load in 10..12 kg step 1 kg
}
document drawn "Drawn" { section "One" { show asks } }
"""


@pytest.fixture(scope="module")
def report() -> Report:
    world = TestWorld("suite/library", {"a.vdl": DESIGN})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error"] == []
    made, said = build(compilation, compilation.designs[0])
    assert not said
    return made


def table(report: Report, head: str) -> list[list[str]]:
    """The rows of the first table with such a column, cell by cell, each behind its group."""
    blocks = every_block(report.sections)
    found = next(one for one in blocks if isinstance(one, Table) and head in [column.head for column in one.columns])
    return [[*([row.group] if row.group else []), *map(plain, row.cells)] for row in found.rows]


def test_what_is_exceeded_and_accepted_heads_page_one_and_the_chart(report: Report) -> None:
    facts = next(one for one in every_block(report.sections) if isinstance(one, Facts))
    limits = plain(dict(facts.items)["What limits it"]).split("; ")
    assert limits[:2] == [
        "accepted though not met (300 % of the limit): South: the gate lets two carts pass",
        "accepted though not met (250 % of the limit): North: the gate lets two carts pass",
    ]
    chart = next(one for one in every_block(report.sections) if isinstance(one, Chart))
    assert [row.group for row in chart.rows] == ["Exceeded and accepted"] * 3
    assert chart.rows[0].label == "South: the gate lets two carts pass (6 carts, must be at most 2 carts; 4 carts over)"


def test_what_is_assumed_is_told_with_what_hangs_on_it_first_what_decides_most(report: Report) -> None:
    facts = next(one for one in every_block(report.sections) if isinstance(one, Facts))
    first, *_, last = plain(dict(facts.items)["Assumed"]).split("; ")
    assert (first, last) == ("number = 4 boxes (North, Small crates", "and 4 more.")
    assert "South, Small crates), which affects 11 carts" in plain(dict(facts.items)["Assumed"])


def test_the_verdict_adds_up_what_is_accepted(report: Report) -> None:
    assert "3 failures are accepted" in plain(report.cover.verdict_text)


def test_the_last_one_of_what_is_packed_has_a_reason(report: Report) -> None:
    assert table(report, "What each holds")[:2] == [
        ["North: needed", "3 carts", "1 × North, Big crates; 1 × North, Small crates", "0 kg/cart"],
        ["North: needed", "1 cart", "1 × North, Small crates", "6 kg/cart"],
    ]
    told = [plain(one.prose) for one in every_block(report.sections) if isinstance(one, Paragraph)]
    why = "what could be split would fill 3.4 carts, what is whole takes 4 carts."
    last = "The last one is there for 1 × North, Small crates: the others have no room for it. No arrangement takes fewer."
    assert f"North: needed: {why} {last}" in told
    counts = {row[0]: row[2] for row in table(report, "What decides")}
    assert counts["North: carts"] == "by size, then with spares: 4 carts + 1 cart"


def test_risks_have_what_follows_and_an_owner(report: Report) -> None:
    rows = {row[0]: row for row in table(report, "What follows")}
    outside = ["Some carts stand in the rain.", "they stand outside", "The porter"]
    assert rows["South: the shed has room for five carts"][2:] == outside
    assert rows["North: the gate lets two carts pass"][-1] == "no owner stated"
    assert ["large = 3 boxes", "North", "one breaks now and then", "North: needed"] in table(report, "What hangs on it")
    assert table(report, "Not looked at") == [["North: needed; South: needed", "by yard", "yard"]]


def test_a_waiver_that_grows_in_a_scenario_says_how_far(report: Report) -> None:
    rows = {row[-3]: row[-2:] for row in table(report, "The fair")}
    assert rows["South: the shed has room for five carts"] == [
        "accepted: 6 carts, must be at most 5 carts; 1 cart over (20 %)",
        "accepted, beyond what is accepted as it stands: 10 carts, must be at most 5 carts; 5 carts over (100 %)",
    ]  # fmt: skip
    assert "North: the gate lets two carts pass" not in rows


def test_a_scenario_with_exceptions_is_called_as_the_first_page_calls_the_design(report: Report) -> None:
    assert report.cover.verdict.word == "Holds, with 3 accepted exceptions: 3 exceed limits, 2 have no owner"
    assert table(report, "The fair")[0] == ["verdict", "with exceptions", "with exceptions"]


def test_scenarios_are_called_by_their_titles(report: Report) -> None:
    found = [one for one in every_block(report.sections) if isinstance(one, Table) and one.columns[0].head == "Scenario"]
    listed = found[0]
    assert [column.head for column in listed.columns] == ["Scenario", "Its name"], "nothing is said twice"
    assert [plain(cell) for cell in listed.rows[0].cells] == ["The fair", "fair"]


def test_a_question_over_steps_says_what_lies_between_and_what_is_open() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": STEPS}), "a.vdl", as_of=AS_OF, documents=True)
    made, said = build(compilation, compilation.designs[0])
    assert not said
    coarse, fine = [one for one in every_block(made.sections) if isinstance(one, Table)]
    assert plain(coarse.note) == (
        "Looked at in steps of 20 kg: what changes does so somewhere between two of them. "
        "What is open: a) North: the floor carries it; b) North: what is heavy stands in the rain."
    )
    assert [plain(row.cells[-1]) for row in coarse.rows] == [
        "open points: a", "open points: a", "open points: a, b",
    ]  # fmt: skip
    assert plain(fine.note) == "What is open: North: the floor carries it."


def test_questions_are_in_words_and_their_text_in_the_appendix(report: Report) -> None:
    assert table(report, "Asked") == [[
        "Most large crates in the north", "most North: large with carts ≤ 5 carts", "4 boxes",
        "what was asked for; North: the shed has room for five carts",
    ]]  # fmt: skip
    assert table(report, "As it is written")[0][1] == "largest north.large where north.carts <= 5 carts"


def test_sections_of_one_shape_are_one(report: Report) -> None:
    four = next(section for section in report.sections if section.title == "Four")
    (one,) = [block for block in four.blocks if isinstance(block, Section)]
    facts, beside = one.blocks
    assert one.title == "a shed (North; South)"
    assert isinstance(facts, Facts) and [label for label, _ in facts.items] == ["Most"]
    assert isinstance(beside, Table) and [column.head for column in beside.columns] == ["What", "North", "South"]
    assert [[plain(cell) for cell in row.cells] for row in beside.rows] == [["Carts", "5 carts", "6 carts"]]


def test_what_a_strict_limit_demands_is_said_once() -> None:
    text = 'edition 2026\ndesign d { let a = 5 kg, let b = 5 kg, require under: a < b "less", waive under "so" }\n'
    text += 'document drawn "Drawn" { section "One" { show findings } }\n'
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    assert table(made, "Found")[0][1] == "5 kg, must be less than 5 kg"


def test_derivations_that_differ_in_numbers_alone_are_told_once_in_names() -> None:
    sheds = """edition 2026
source list "A list" { author = "The porter", date = 2026-05 }
kind shed { load: Weight }
kind hall {
  people : Number
  store: shed { load = people * 2 kg }
}
design halls "Halls" {
  north: hall "North" { people = 3 @ list "1" }
  south: hall "South" { people = 4 @ list "1" }
}
document drawn "Drawn" { section "One" { for s in all shed { section "{s.full_title}, a shed" { inputs s } } } }
"""
    compilation = compile(TestWorld("suite/library", {"a.vdl": sheds}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    (merged,) = [one for one in every_block(made.sections) if isinstance(one, Table)]
    assert [plain(cell) for cell in merged.rows[0].cells] == ["load", "6 kg", "8 kg", "people × 2 kg"]


NAMED = """edition 2026
kind maker { wheel_size: Length = 1 m }
big_ones: maker { }
kind shed {
  of_make: maker
  loads  : Weight
  require warning strong: loads <= 20 kg "nothing is too heavy"
  count carts: Cart
  bound by_any_load: carts >= loads / (10 kg/cart)
}
design sheds "Sheds" {
  north: shed "North" { of_make = big_ones, loads = 30 kg, carts = 2 carts }
  waive north.carts.by_any_load "one is borrowed"
  scenario wide_wheels { north.of_make = big_ones with { wheel_size = 2 m }, north.carts = 3 carts, north.loads = 10 kg }
}
document drawn "Drawn" { section "One" { show findings, show scenarios, show scenario_inputs } }
"""


def test_names_of_the_language_stand_in_words() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": NAMED}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    found = next(one for one in every_block(made.sections) if isinstance(one, Table) and one.caption == "Accepted as it is")
    assert plain(found.rows[0].cells[1]) == "2 carts given, by any load asks for 3 carts"
    rows = {plain(row.cells[0]): plain(row.cells[-1]) for one in every_block(made.sections) if isinstance(one, Table)
            for row in one.rows}  # fmt: skip
    assert rows["North: carts"] == "3 (+1)" and "North: nothing is too heavy" in rows
    assert rows["North: of make"] == "big ones, with wheel size 2 m"
    assert in_words(phrase(" at {labels}", labels=of("full_moon", True, "label"))) == " at full moon"
    assert in_words(of("full_moon", True)) == "full_moon"


def test_a_heading_has_something_below_it() -> None:
    text = 'edition 2026\ndesign d "Nothing yet" { }\n'
    compilation = compile(TestWorld("std", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    assert [section.title for section in made.sections] == ["What this design does not cover", "Provenance"]
    assert [section.number for section in made.sections] == ["1", "A"]


def test_the_library_says_what_follows_where_a_rule_of_it_does_not_hold() -> None:
    silent = {
        verdict.text for example in EXAMPLES for design in compiled(example).designs for verdict in design.judged.rules
        if verdict.outcome in ("waived", "fails", "part") and verdict.rule is not None and verdict.rule.source.is_library
        and not verdict.rule.source.doc(verdict.rule.node.start)
    }  # fmt: skip
    assert not silent, "say it in a line `///` above each"


def test_a_design_of_programs_names_some_of_them_on_its_first_page() -> None:
    """Those that cost most; where none says what it costs, the first."""
    for price, said in ((", price = 500 USD", "Rare, Plain and 2 more"), ("", "Plain, Quick and 2 more")):
        given = {"Rare": price}
        items = "\n".join([f'{name.lower()}: software {{ vendor = "V", model = "{name}"{given.get(name, "")} }} @ assumed "x"'
                           for name in ("Plain", "Quick", "Rare", "Slow")])  # fmt: skip
        lines = ", ".join([f'line_{name}: software_line {{ item = {name}, purpose = "x"{", quantity = 1" if price else ""} }}'
                           for name in ("plain", "quick", "rare", "slow")])  # fmt: skip
        text = f'edition 2026\n{items}\ndesign d "Programs" {{ {lines} }}\n'
        compilation = compile(TestWorld("std", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
        made, _ = build(compilation, compilation.designs[0])
        facts = [item for block in made.cover.blocks if isinstance(block, Facts) for item in block.items]
        assert ("Software", said) in [(label, plain(value)) for label, value in facts]


BESIDE = STEPS.replace("  ask grow", """  scenario less "Less of it" { north.load = 5 kg @ assumed "so" }
  scenario more "More of it" { north.load = 50 kg, north.most = 40 kg @ assumed "so" }
  ask grow""").replace("show asks", "show decision")


def page_one(text: str, scenarios: tuple[str, ...] = ()) -> dict[str, str]:
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True, scenarios=scenarios)
    made, _ = build(compilation, compilation.designs[0])
    return {label: plain(value) for one in every_block(made.sections) if isinstance(one, Facts) for label, value in one.items}


def test_page_one_names_the_scenarios_with_which_the_design_does_not_hold() -> None:
    assert page_one(BESIDE)["Does not hold in scenarios"] == "More of it (North: the floor carries it)."
    assert "Does not hold in scenarios" not in page_one(BESIDE.replace("40 kg", "60 kg"))


def test_it_names_none_that_is_on_top_or_fails_as_the_design_does() -> None:
    assert "Does not hold in scenarios" not in page_one(BESIDE, ("more",))
    both = page_one(BESIDE.replace("load = 12 kg }", "load = 12 kg, most = 4 kg }"))
    assert "Does not hold in scenarios" not in both and "the floor carries it" in both["Does not hold"]


LEFT_OUT = """edition 2026
kind crate { weighs: Weight? }
kind shed {
  big: crate "Big crates" { }
  small: crate "Small crates" { weighs = 24 kg }
  count carts: Cart
  bound by_weight: carts >= sum(stated((all crate).weighs)) / (10 kg/cart)
}
design sheds "Sheds" { north: shed "North" { } }
document drawn "Drawn" { section "One" { show workings } }
"""


def test_what_a_bound_leaves_out_is_called_as_the_document_calls_it() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": LEFT_OUT}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    results = [step.result for one in every_block(made.sections) if isinstance(one, Working) for step in one.steps]
    assert "2.4 carts without North, Big crates" in results
