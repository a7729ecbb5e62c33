"""Every place where something can be assumed: it is in the list, and open once its day is past."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tests.languages.messages import german
from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile
from vdl.query import explain
from vdl.render.formats.markdown import markdown
from vdl.render.plain import plain
from vdl.render.translated import Translation
from vdl.report.build import build
from vdl.report.model import Report, Table, Working, every_block
from vdl.world.shipped import grammar

ASSUMED = '@ assumed "Carter said so" owner "Carter" until 2026-01-31'

FILE = """edition 2026
counted Shed: shed, sheds
kind shed { room: Box/Shed?, height: Length?, note: Text?, inner: shed? }
kind depot: fleet { note: Text?, opened: Date?, cold: Boolean = false, shed: shed?, near: list of goods = [] }
yard: shed { room = 5 boxes/shed }
{file}
design d "D" {
  a: goods "A" { weight = 30 kg, boxes = 3 boxes }
  f: depot { cart = small }
  place a on f
  {design}
}
document drawn "Drawn" { section "One" { show decision, show assumptions, show scenario_inputs, text "Carter." } }
document without_names "Names" { facts { "Parts": "references", "the maker": "Nobody" } }
"""


class Place(NamedTuple):
    """A statement of the grammar, what is written in the design or its file, `@@` for what is assumed; the name of what is open
    once that is overdue, and what the list has."""

    statement: str
    design: str
    file: str
    open: str
    listed: str


IN_USE = [
    Place("fill", "a.boxes = 4 boxes @@", "", "a.boxes", "4 boxes"),
    Place("fill", "a.boxes = 4..5 boxes @@", "", "a.boxes", "4..5 boxes"),
    Place("fill", "f.needed = 9 carts @@", "", "f.needed", "needed = 9 carts"),
    Place("fill", "f.cold = true @@", "", "f.cold", "cold = true"),
    Place("fill", 'f.note = "by the wall" @@', "", "f.note", "note = by the wall"),
    Place("fill", "f.opened = 2026-05-01 @@", "", "f.opened", "opened = 2026-05-01"),
    Place("fill", "f.shed = yard @@", "", "f.shed", "shed = yard"),
    Place("fill", "f.near = [a, late_ones] @@\n late_ones: goods { boxes = 0 boxes }", "", "f.near", "near = A, late ones"),
    Place("fill", "f.shed = yard with { height = 3 m } @@", "", "f.shed", "shed = yard"),
    Place("fill", "f.shed = yard with { height = 3 m @@ }", "", "park.yard with { height }.height", "height = 3 m"),
    Place("fill", "f.shed.height = 3 m @@", "on depot { shed = yard }", "f.shed.height", "height = 3 m"),
    Place("refine", "f { spare = 1 cart } @@", "", "f.spare", "spare = 1 cart"),
    Place("object", "b: goods { weight = 2 kg } @@\n place b on f", "", "b.weight", "weight = 2 kg"),
    Place("object", "f.shed = hall", "hall: shed { room = 2 boxes/shed } @@", "park.hall.room", "room = 2 boxes/shed"),
    Place("object", "f.shed = hall", 'hall: shed { note = "wet" } @@', "park.hall.note", "note = wet"),
    Place("object", "f.shed = hall", "hall: shed { inner = low }\nlow: shed { room = 2 boxes/shed @@ }", "park.low.room",
          "room = 2 boxes/shed"),
    Place("field", "extra: Box = 2 boxes @@\n require e: extra <= 9 boxes", "", "extra", "extra = 2 boxes"),
    Place("field", 'said: Text = "so" @@\n f.note = said', "", "said", "said = so"),
    Place("let", "let most = 12 boxes @@\n require e: a.boxes <= most", "", "most", "most = 12 boxes"),
    Place("let", "let most = 2 * a.boxes @@\n require e: a.boxes <= most", "", "most", "most = 6 boxes"),
    Place("let", 'let said = "so" @@\n f.note = said', "", "said", "said = so"),
    Place("let", "require e: a.boxes <= most", "let most: Box = 12 boxes @@", "park.most", "most = 12 boxes"),
    Place("function", "require e: double(a.boxes) <= 9 boxes", "let double(x: Box): Box = x * 2 @@", "double", "double"),
    Place("bound", "", "on fleet { bound least: carts >= 2 carts @@ }", "f.carts.least", "least"),
    Place("bound", "f.carts = 9 carts", 'on fleet { bound least: carts >= 2 carts "two" @@ }', "f.carts.least", "two"),
    Place("require", 'require few: a.boxes <= 9 boxes "no more than nine" @@', "", "few", "no more than nine"),
    Place("require", "", "on goods { require few: boxes <= 9 boxes @@ }", "a.few", "few"),
    Place("expect", 'expect three "Three boxes": a.boxes == 3 boxes @@', "", "three", "Three boxes"),
    Place("waive", 'require few: a.boxes <= 2 boxes\n waive few "for now" @@', "", "few", "for now"),
    Place("waive", 'extra: Box?\n require e: extra <= 9 boxes\n waive open e "later" @@', "", "e", "later"),
    Place("kind", "c: crate { weight = 1 kg }\n place c on f", "kind crate: goods { boxes = 7 boxes } @@", "c.boxes", "7 boxes"),
    Place("extension", "", "on fleet { spare = 1 cart } @@", "f.spare", "spare = 1 cart"),
    Place("unit", "a.weight = 5 stones", "unit stone, stones = 6 kg @@", "stone", "stone"),
    Place("unit", "let paid: Money = 3 crowns\n require e: paid <= 9 guilders",
          "unit crown, crowns: Money\nunit guilder, guilders: Money\nunit crown = 2 guilders @@",
          "crown", "1 crown = 2 guilders"),
    Place("open_unit", "let paid: Money = 3 crowns\n require e: paid <= 9 crowns",
          "unit crown, crowns: Money @@", "crown", "crown"),
]  # fmt: skip

NOT_IN_USE = [
    ("fill", 'scenario more "More" { a.boxes = 4 boxes @@ }', ""),  # off; what it assumes stands in a list of its own
    ("field", "", "on goods { stale: Time = 3 s @@ }"),  # a default that nothing reads
    ("field", "f.shed = hall", 'on shed { most: Box? in 1..9 boxes @@ }\nhall: shed { most = 3 boxes }'),  # of the range
    ("field", "f.shed = hall", "on shed { most: Box? in 1..9 boxes @@ }\nhall: shed { room = 3 boxes/shed }"),  # nor of nothing
    ("silent_let", "let later: Box? @@", ""),  # which states nothing
    ("let", "", "let most: Box = 12 boxes @@"),  # a constant that nothing reads
    ("function", "", "let double(x: Box): Box = x * 2 @@"),  # a function that nothing calls
    ("object", "", "hall: shed { room = 2 boxes/shed } @@"),  # an object that is named nowhere
    ("require", "require few: a.boxes <= 9 boxes when f.cold @@", ""),  # a rule that does not apply
    ("unit", "", "unit stone, stones = 6 kg @@"),  # a unit in which nothing is written
]
"""Where an assumption may stand and the design does not stand on it, and why: nothing is asked of it."""


def text(design: str, file: str, assumed: str = ASSUMED) -> str:
    return FILE.replace("{design}", design).replace("{file}", file).replace("@@", assumed)


def compiled(text: str, as_of: str, documents: bool = False) -> Compilation:
    found = compile(TestWorld("suite/library", {"park.vdl": text}), "park.vdl", as_of=as_of, documents=documents)
    assert found.designs, [one.message for one in found.diagnostics]
    return found


def overdue(text: str, as_of: str, documents: bool = False) -> list[str]:
    return [one.name for one in compiled(text, as_of, documents).designs[0].open_points if one.sort == "overdue"]


def made(text: str, without: tuple[str, ...] = ()) -> Report:
    compilation = compiled(text, "2026-01-01", documents=True)
    report, said = build(compilation, compilation.designs[0], leaving_out=without)
    assert not said
    return report


def listed(report: Report, caption: str = "What is assumed") -> list[tuple[str, str, str]]:
    """What is assumed, why, and by whom it is to be confirmed until when."""
    tables = [one for one in every_block(report.sections) if isinstance(one, Table) and one.caption.startswith(caption)]
    rows = [dict(zip([column.head for column in one.columns], map(plain, row.cells))) for one in tables for row in one.rows]
    return [(one["Assumed"], one["Why"], one.get("To be confirmed by", "")) for one in rows]


CARTERS = ("Carter said so", "Carter, until 2026-01-31")


@pytest.mark.parametrize("place", IN_USE, ids=lambda one: f"{one.statement}: {one.design} {one.file}"[:60])
def test_what_is_assumed_is_in_the_list_and_open_once_it_is_overdue(place: Place) -> None:
    written = text(place.design, place.file)
    assert overdue(written, "2026-01-31") == []
    assert overdue(written, "2026-02-01") == overdue(written, "2026-02-01", documents=True) == [place.open]
    assert [what for what, *rest in listed(made(written)) if tuple(rest) == CARTERS] == [place.listed]


@pytest.mark.parametrize("place", IN_USE, ids=lambda one: f"{one.statement}: {one.design} {one.file}"[:60])
def test_of_no_place_the_owner_is_told_where_names_are_left_out(place: Place) -> None:
    report = made(text(place.design, place.file), ("names",))
    assert "Carter" not in str(report.sections) + str(report.cover) + str(report.findings())


@pytest.mark.parametrize(("statement", "design", "file"), NOT_IN_USE, ids=lambda one: one[:40])
def test_nothing_is_asked_of_what_the_design_does_not_stand_on(statement: str, design: str, file: str) -> None:
    written = text(design, file)
    assert overdue(written, "2026-02-01") == overdue(written, "2026-02-01", documents=True) == []
    report = made(written, ("names",))
    assert "Carter" not in str(report.sections) + str(report.cover) + str(report.findings())


def test_all_statements_of_the_grammar_that_may_end_in_citations_are_looked_at() -> None:
    rules = re.findall(r"^\??(\w+):((?:.*\n)(?: +\|.*\n)*)", grammar().decode(), re.MULTILINE)
    cited = {name for name, body in rules if re.search(r"\bcite\b", body)} - {"cite"}
    looked_at = {one.statement for one in IN_USE} | {statement for statement, *_ in NOT_IN_USE}
    assert cited == looked_at - {"silent_let"}  # which the grammar has beside `let`


def test_what_accepts_a_silence_does_not_accept_what_it_is_itself_assumed_by() -> None:
    waivers = 'waive open e "later" @@\n waive open e "again" until 2026-12-31'
    written = text(f"extra: Box?\n require e: extra <= 9 boxes\n {waivers}", "")
    points = compiled(written, "2026-02-01").designs[0].open_points
    assert [(one.sort, one.accepted.node.reason if one.accepted is not None else "") for one in points] == [
        ("not-evaluated", "later"), ("overdue", "again")]  # fmt: skip


def test_what_a_scenario_assumes_stands_in_a_list_of_its_own_until_it_is_on_top() -> None:
    scenario = 'scenario more "More" { a.boxes = 4 boxes @@\n require few: a.boxes <= 9 boxes "nine at most" @@ }'
    written = text(scenario, "")
    caption = "What scenarios assume, and somebody is to confirm"
    assert listed(made(written), caption) == [("A: boxes = 4 boxes; nine at most", *CARTERS)]
    on = compile(TestWorld("suite/library", {"park.vdl": written}), "park.vdl", as_of="2026-02-01", scenarios=["more"])
    assert [one.name for one in on.designs[0].open_points if one.sort == "overdue"] == ["a.boxes", "few"]


def test_what_a_scenario_accepts_may_be_assumed_too() -> None:
    waivers = 'waive few "for now" @@\n waive open e "later" @@'
    rules = "extra: Box?\n require e: extra <= 9 boxes\n require few: a.boxes <= 2 boxes"
    scenario = f'scenario more "More" {{ a.boxes = 4 boxes\n {waivers} }}'
    written = text(f'{rules}\n waive few "this year"\n {scenario}', "")
    assert listed(made(written), "What scenarios assume") == [("for now; later", *CARTERS)]
    on = compile(TestWorld("suite/library", {"park.vdl": written}), "park.vdl", as_of="2026-02-01", scenarios=["more"])
    assert [one.name for one in on.designs[0].open_points if one.sort == "overdue"] == ["few", "e"]


def test_a_line_that_is_cited_at_its_end_is_open_once_by_a_figure_of_it() -> None:
    written = text("f.shed = hall", 'hall: shed { note = "wet", room = 2 boxes/shed, height = 2 m } @@')
    assert overdue(written, "2026-02-01") == ["park.hall.room"]
    told = [what for what, *rest in listed(made(written)) if tuple(rest) == CARTERS]
    assert told == ["height = 2 m; room = 2 boxes/shed", "note = wet"]


ORDINARY = """edition 2026
design d "D" {
  a: site "The storage" { seats: hardware_line { item = box, quantity = 3 @ assumed "counted" owner "storage" until 2026-01-31 } }
  storage: site { two: hardware_line { item = box, quantity = 1 @ assumed "counted" owner "storage" until 2026-01-31 } }
  require few: number(a.seats.quantity) <= 2 "as few as storage takes"
  waive few "for now" owner "storage" until 2026-12-31
  scenario more "More" { a.seats.quantity = 2 @ assumed "seen" owner "storage" until 2026-12-31 }
}
box: hardware { model = "Box" }
"""


@pytest.mark.parametrize(("code", "owner", "was_to"), [
    ("en", "owner A", "is assumed, and owner A was to confirm it by"),
    ("de", "Verantwortlicher A", "ist angenommen; Verantwortlicher A sollte es bis"),
])  # fmt: skip
def test_an_owner_who_is_called_as_a_thing_is_taken_out_where_somebody_is_told(code: str, owner: str, was_to: str) -> None:
    compilation = compile(TestWorld("std", {"a.vdl": ORDINARY}), "a.vdl", as_of="2026-02-01", documents=True)
    report, said = build(compilation, compilation.designs[0], "reference", leaving_out=("names",))
    assert not said
    found = markdown(Translation(german()).report(report) if code == "de" else report)
    assert found.count(was_to) == 2 and found.count(owner) > 6
    of_things = r"The storage|storage, (seats|two)|(?<=\*\*)storage|storage\.two|as few as storage takes|The storage, storage"
    assert "storage" not in re.sub(of_things, "", found.replace("The storage, storage", ""))
    assumed = report.findings()["assumptions"]
    assert isinstance(assumed, list) and {one["owner"] for one in assumed if isinstance(one, dict)} == {"owner A"}


CITED = """edition 2026
import std.raid
import std.servers.racks
source sheet "Data sheet" { author = "A", date = 2026-05 }
disk: drive_model { model = "Disk", capacity = 8 TB/drive, formatted = 7.8 TB/drive, iops = 80 IOPS/drive } @ sheet "1"
shelf: hardware { model = "Shelf", height = 4 RU } @ sheet "1"
cab: racks.rack_model { model = "Cabinet", holds = 42 RU/rack } @ sheet "2"
design d "D" {
  data: storage_demand { capacity = 10 TB, reads = 300 IOPS, writes = 300 IOPS @ sheet "3" }
  files: tier { drive = disk, raid = raid.raid6_6, spares = 1 drive, iops_limit = 80 %, rule = after_penalty @ sheet "4" }
  shelves: hardware_line { item = shelf, quantity = 2 @ sheet "4" }
  room: racks.racks { cabinet = cab }
  place data on files
}
"""


def test_what_follows_from_cited_figures_is_not_assumed_for_the_reason_of_a_range() -> None:
    compilation = compile(TestWorld("std", {"d.vdl": CITED}), "d.vdl", as_of="2026-06-01", documents=True)
    report, _ = build(compilation, compilation.designs[0])
    assert listed(report) == []
    assert "are assumed" not in plain(report.cover.verdict_text), "and none are counted"
    assert "figures are defaults of the library" in plain(report.cover.verdict_text)


def test_the_reason_of_a_range_does_not_stand_beside_what_nobody_stated() -> None:
    compilation = compile(TestWorld("std", {"d.vdl": CITED}), "d.vdl", as_of="2026-06-01")
    for name in ("files.drive.throughput", "files.drive.read_iops"):
        reasons, _ = explain(compilation, compilation.designs[0], name)
        assert not reasons[0].cites


def test_a_calculation_cites_what_is_cited_for_a_figure_that_the_library_passes_on() -> None:
    compilation = compile(TestWorld("std", {"d.vdl": CITED}), "d.vdl", as_of="2026-06-01", documents=True)
    report, _ = build(compilation, compilation.designs[0])
    steps = [step for block in every_block(report.sections) if isinstance(block, Working) for step in block.steps]
    cited = [[cite.where for cite in step.cites] for step in steps if "(80 IOPS/drive × 80 %)" in step.numbers]
    assert cited and all("§\u00a01" in where for where in cited)
