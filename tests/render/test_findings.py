"""What fails or is accepted, as documents tell it."""

from __future__ import annotations

import json

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Callout, Facts, Paragraph, Report, Table, every_block

DESIGN = """edition 2026
kind depot { load: Weight, damp: Ratio?, require warning light: load <= 10 kg "a depot holds little" }
design depots "Depots" {
  north: depot "North" { load = 12 kg }
  south: depot "South" { load = 12 kg }
  west: depot "West" { load = 13 kg }
  require info tidy: size(all depot) == 2 "there are two of them"
  require info dry: west.damp <= 5 % "the west is dry"
  require warning few: size(all depot) <= 2 "there are few"
}
document drawn "Drawn" { section "One" {
  show decision
  show findings
  show rules
}  }
"""


@pytest.fixture(scope="module")
def report() -> Report:
    compilation = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    made, said = build(compilation, compilation.designs[0])
    assert not said
    return made


def test_what_fails_alike_of_several_objects_is_told_once_with_all_of_them(report: Report) -> None:
    told = [one for one in every_block(report.sections) if isinstance(one, Callout)]
    assert [one.title for one in told] == [
        "The design: does not hold (warning)", "North; South: does not hold (warning)", "West: does not hold (warning)",
    ]  # fmt: skip
    assert [one.path for one in told] == ["few", "north.light, south.light", "west.light"]
    facts = [one.blocks[0] for one in told]
    found = [dict((label, plain(words)) for label, words in one.items)["Found"] for one in facts if isinstance(one, Facts)]
    assert found[1:] == [
        "12 kg, must be at most 10 kg; 2 kg over (20 %) (each)", "13 kg, must be at most 10 kg; 3 kg over (30 %)",
    ]  # fmt: skip
    decision = next(one for one in every_block(report.sections) if isinstance(one, Facts))
    assert "North: a depot holds little (12 kg, must be at most 10 kg; 2 kg over)" in plain(dict(decision.items)["Open"])


def test_what_only_informs_fails_nothing_and_is_named_where_it_is_counted(report: Report) -> None:
    noted = next(one for one in every_block(report.sections) if isinstance(one, Table) and one.caption.startswith("Noted"))
    assert [[plain(cell) for cell in row.cells] for row in noted.rows] == [
        ["there are two of them", "3, must be exactly 2"], ["the west is dry", "not stated, must be at most 5 %"],
    ]  # fmt: skip
    decision = next(one for one in every_block(report.sections) if isinstance(one, Facts))
    assert plain(dict(decision.items)["Not met, noted"]) == "there are two of them; and 1 more."
    assert "4 warning rules fail, 2 are only noted." in plain(report.cover.verdict_text)
    rules = next(one for one in every_block(report.sections) if isinstance(one, Paragraph))
    assert plain(rules.prose) == "6 rules that fail, are accepted or only noted stand among the findings."


def test_scripts_find_what_was_published_as_a_check_has_it() -> None:
    text = DESIGN.replace("kind depot", 'source sheet "Sheet" { author = "Ann", date = 2026-01 }\nkind depot').replace(
        "  require info tidy", '  expect loads "Load of the north": north.load == 12 kg @ sheet "page 1"\n  require info tidy'
    )
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    found = made.findings()
    assert set(found) == {"counts", "rules", "expectations", "assumptions"}
    (figure,) = json.loads(json.dumps(found["expectations"]))
    assert (figure["name"], figure["title"], figure["verdict"]) == ("loads", "Load of the north", "agrees")
    assert figure["computed"]["exact"] == figure["published"]["exact"] == "12"
