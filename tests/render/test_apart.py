"""What chapters say of what is accepted and assumed, and what they leave to an appendix."""

from __future__ import annotations

import re
from pathlib import Path

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Paragraph, Report, Section, Table, every_block

DESIGN = """edition 2026
kind depot {{
  load: Weight
  note: Weight?
  lamps: Box = 1 box
  /// Nobody sees what lies there.
  require lit: note is given "what is noted is stated"
  require light: load <= 10 kg "a depot holds little"
}}
design depots "Depots" {{
{depots}
  over: depot "Over" {{ load = 12 kg, note = 1 kg }}
  waive over.light "it is built for more" owner "The porter"
}}
document drawn "Drawn" {{
  section "Risks" {{ show risks, show deciding_assumptions }}
  appendix "More" {{ show accepted, show further_assumptions }}
}}
document whole "Whole" {{ section "All" {{ show findings, show assumptions }} }}
"""


def built(count: int, document: str = "drawn", alike: int = 0) -> Report:
    """The last `alike` depots are accepted for the same reason."""
    depots = "\n".join([
        f'  d{at}: depot "Depot {at}" {{ load = {1 + at / 2} kg @ assumed "as said" }}\n'
        f'  waive d{at}.lit "for reason {min(at, count - alike)}"'
        for at in range(count)
    ])  # fmt: skip
    made = compile(TestWorld("suite/library", {"a.vdl": DESIGN.format(depots=depots)}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in made.diagnostics if one.severity == "error"] == []
    return build(made, made.designs[0], document)[0]


def rows(section: Section) -> dict[str, list[str]]:
    return {one.caption: [plain(row.cells[0]) for row in one.rows] for one in every_block([section]) if isinstance(one, Table)}


def test_of_many_exceptions_chapters_have_those_that_exceed_a_limit() -> None:
    risks, more = built(12).sections
    assert rows(risks) == {"Exceeded and accepted": ["Over: a depot holds little"]}
    said = [plain(one.prose) for one in every_block([risks]) if isinstance(one, Paragraph)]
    assert said[0].startswith("12 more exceptions are accepted, beyond no limit with figures")
    assert len(rows(more)["Accepted as it is"]) == 12
    [table] = [one for one in every_block([more]) if isinstance(one, Table) and one.caption == "Accepted as it is"]
    assert {row.group for row in table.rows} == {"Nobody sees what lies there: what is noted is stated"}


def test_exceptions_are_counted_and_not_their_rows() -> None:
    risks, more = built(14, alike=3).sections
    said = [plain(one.prose) for one in every_block([risks]) if isinstance(one, Paragraph)]
    assert said[0].startswith("14 more exceptions are accepted, beyond no limit with figures")
    [table] = [one for one in every_block([more]) if isinstance(one, Table) and one.caption == "Accepted as it is"]
    assert len(table.rows) == 12
    assert "14 exceptions; those that say the same of several objects" in plain(table.note)


def test_of_many_assumed_figures_chapters_have_those_on_which_a_count_hangs() -> None:
    risks, more = built(12).sections
    said = [plain(one.prose) for one in every_block([risks]) if isinstance(one, Paragraph)]
    assert said[-1].endswith("more assumptions move no count: the appendix has them.")
    assert len(rows(more)["What is assumed"]) >= 12


def test_few_of_them_stand_together() -> None:
    risks = built(3).sections[0]
    assert len(rows(risks)["Accepted as it is"]) == 4


def test_nothing_is_lost_between_them() -> None:
    [whole], apart = built(12, "whole").sections, built(12).sections
    for caption, told in rows(whole).items():
        there = [one for section in apart for name, found in rows(section).items() for one in found
                 if name == caption or caption == "Accepted as it is"]  # fmt: skip
        assert {one.removesuffix(": what is noted is stated") for one in told} <= set(there), "the group says what is asked for"


GRAVE = """edition 2026
kind depot {
  load: Weight
  note: Weight?
  lamps: Weight?
  tied: Weight?
  require light: load <= 10 kg "a depot holds little"
  require noted: note is given "what is noted is stated"
  require second_lamp: lamps is given "there is a second lamp"
  require knotted: tied <= 10 kg "it is tied"
}
design depots "Depots" {
  a: depot "A" { load = 12 kg }
  b: depot "B" { load = 30 kg }
  waive open a.knotted "nobody looked"
  waive open b.knotted "nobody looked there either"
  waive a.noted "no pencil"
  waive b.noted "no paper"
  waive a.second_lamp "one will do"
  waive b.second_lamp "one will do there, too"
  waive a.light "a little more"
  waive b.light "much more"
MORE}
document drawn "Drawn" { section "Risks" { show risks } }
document grave "Grave" { facts { "it may be dark": "second_lamp" } }
"""


def gravest(more: str = "", grave: str = GRAVE) -> Section:
    text = grave.replace("MORE", more)
    made = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in made.diagnostics if one.severity == "error"] == []
    return build(made, made.designs[0], "drawn")[0].sections[0]


def test_what_is_accepted_stands_by_its_gravity() -> None:
    [said] = rows(gravest()).values()
    light, lamp, noted, knotted = "a depot holds little", "there is a second lamp", "what is noted is stated", "it is tied"
    order = (light, "BA"), (lamp, "AB"), (noted, "AB"), (knotted, "AB")
    assert said == [f"{name}: {rule}" for rule, names in order for name in names]


def test_the_gravest_are_told_in_words() -> None:
    risks = gravest('  c: depot "C" { load = 1 kg, note = 1 kg, tied = 1 kg }\n  waive c.second_lamp "small"\n')
    caption = "Exceeded and accepted, what weighs most first"
    assert rows(risks) == {caption: ["B: a depot holds little", "A: a depot holds little"]}
    said = [plain(one.prose) for one in every_block([risks]) if isinstance(one, Paragraph)]
    assert said == [
        "7 more exceptions are accepted, beyond no limit with figures: the appendix has them. "
        "Gravest of these, since it may be dark: Not so: A; B; C: there is a second lamp.",
    ]


def test_of_the_gravest_what_follows_is_told_where_the_rule_says_it() -> None:
    rule = '  require second_lamp: lamps is given "there is a second lamp"\n'
    lined = GRAVE.replace(rule, f"  /// When the lamp goes out, the depot is dark.\n{rule}")
    more = '  c: depot "C" { load = 1 kg, note = 1 kg, tied = 1 kg }\n  waive c.second_lamp "small"\n'
    [said] = [plain(one.prose) for one in every_block([gravest(more, lined)]) if isinstance(one, Paragraph)]
    assert said.endswith("Gravest of these, since it may be dark: A; B; C: When the lamp goes out, the depot is dark.")


def test_the_library_names_as_grave_rules_that_it_has() -> None:
    top = Path(__file__).parents[2] / "stdlib"
    text = "\n".join([path.read_text(encoding="utf-8") for path in sorted(top.rglob("*.vdl"))])
    [names] = re.findall(r'"nothing stands in for what fails": "(.*)"', text)
    assert [name for name in names.split() if not re.search(rf"^ *require (info |warning )?{name}:", text, re.M)] == []
