"""Who is to confirm what is assumed, and until when."""

from __future__ import annotations

import json
import re

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Facts, Report, Table, every_block

DESIGN = """edition 2026
kind depot { load: Weight, each: Weight/Box, spare: Box = 1 box, count boxes: Box, bound load held: boxes >= load / each }
design depots "Depots" {
  north: depot "North" { load = 12 kg @ assumed "as last year" owner "Ann Archer" until 2026-03-31
    each = 2 kg/box @ assumed "as said" owner "Bo Archer" }
  south: depot "South" { load = 14 kg @ assumed "as last year" owner "Ann Archer" until 2026-02
    each = 3 kg/box @ assumed "as said" }
  let most: Box = 12 boxes @ assumed "what the yard is said to hold" until 2026-05
  require light: sum((all depot).boxes) <= most "all of it fits"
}
document drawn "Drawn" { section "One" { show decision, show assumptions, text "Ask Archer." } }
document without_names "Names" { facts { "Parts": "references", "the maker": "Nobody" } }
"""


def made(text: str = DESIGN, without: tuple[str, ...] = ()) -> Report:
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    report, said = build(compilation, compilation.designs[0], leaving_out=without)
    assert not said
    return report


def rows(report: Report) -> list[dict[str, str]]:
    tables = [one for one in every_block(report.sections) if isinstance(one, Table)]
    [table] = [one for one in tables if one.caption == "What is assumed"]
    return [dict(zip([column.head for column in table.columns], map(plain, row.cells))) for row in table.rows]


def on_page_one(report: Report) -> dict[str, str]:
    facts = next(one for one in every_block(report.sections) if isinstance(one, Facts))
    return {label: plain(words) for label, words in facts.items}


def test_a_table_of_assumptions_says_who_confirms_each_and_until_when() -> None:
    found = {(one["Assumed"], one["Of"]): one["To be confirmed by"] for one in rows(made())}
    assert found == {
        ("load = 12 kg", "North"): "Ann Archer, until 2026-03-31", ("each = 2 kg/box", "North"): "Bo Archer",
        ("load = 14 kg", "South"): "Ann Archer, until 2026-02", ("each = 3 kg/box", "South"): "",
        ("most = 12 boxes", "the design"): "until 2026-05",
    }  # fmt: skip


def test_page_one_counts_them_by_owner_with_the_first_day() -> None:
    said = on_page_one(made())["To be confirmed"]
    assert said == "Ann Archer (2); Bo Archer (1); no owner stated (1), for 4 of 5 assumptions; the first by 2026-02."


def test_where_nobody_is_named_nothing_is_said_of_it() -> None:
    bare = made(re.sub(r' owner "[^"]*"| until [\d-]+', "", DESIGN))
    assert "To be confirmed by" not in rows(bare)[0]
    assert "To be confirmed" not in on_page_one(bare)


def test_scripts_find_owner_and_day() -> None:
    found = json.loads(json.dumps(made().findings()["assumptions"]))
    assert [(one["text"], one["owner"], one["until"]) for one in found] == [
        ("each = 2 kg/box", "Bo Archer", ""), ("each = 3 kg/box", "", ""), ("load = 12 kg", "Ann Archer", "2026-03-31"),
        ("load = 14 kg", "Ann Archer", "2026-02"), ("most = 12 boxes", "", "2026-05"),
    ]  # fmt: skip


def test_without_names_owners_are_told_apart_and_a_word_that_several_have_is_of_none_of_them() -> None:
    report = made(without=("names",))
    assert on_page_one(report)["To be confirmed"].startswith("owner A (2); owner B (1); no owner stated (1), for")
    told = str(report.sections) + str(report.findings())
    assert "Archer" not in told and "Ann" not in told
    assert "Ask owner." in told


@pytest.mark.parametrize(("until", "day"), [("2026-02", "2025-12-31"), ("2026-02-28", "2026-02-28")])
def test_what_should_have_been_confirmed_is_open(until: str, day: str) -> None:
    text = DESIGN.replace("until 2026-02\n", f"until {until}\n")
    for as_of, is_open in ((day, False), ("2026-03-01", True)):
        compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=as_of)
        points = [point.name for point in compilation.designs[0].open_points if point.sort == "overdue"]
        assert points == (["south.load"] if is_open else [])


def test_a_default_that_is_marked_as_assumed_is_counted_once() -> None:
    text = DESIGN.replace("spare: Box = 1 box", 'spare: Box = 2 boxes @ assumed "one breaks"')
    text = text.replace("load / each", "load / each + spare")
    report = made(text.replace("show assumptions", "show assumptions, show defaults, show verdict"))
    assert [one["Of"] for one in rows(report) if one["Assumed"] == "spare = 2 boxes"] == ["North; South"]
    assert not [one for one in every_block(report.sections) if isinstance(one, Table) and "Default" in one.columns[0].head]
    assert "6 figures are assumed." in plain(report.cover.verdict_text)
