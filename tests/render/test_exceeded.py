"""`show exceeded`: both sides of each limit that is exceeded can be worked out, where they are farthest apart."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Working, every_block

DESIGN = """edition 2026
axis crop_time { sown, ripe }
kind field {
  acres   : Number
  each    : Weight
  stored  : Weight
  let crop = acres * each
  let room = stored * 2
  /// What has no room rots.
  require holds_all: crop <= room "the crop has room"
  require enough: stored >= 1 kg "something is stored"
  require same: stored == each "as much is stored as grows"
}
design farm "Farm" {
  east: field "East" { acres = { sown: 2..3, ripe: 5..9 }, each = 100 kg, stored = 150 kg }
  waive east.same "by hand"
}
document drawn "Drawn" { section "One" { show exceeded } }
"""


def workings() -> list[Working]:
    made = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.slug for one in made.diagnostics if one.severity == "error"] == ["rule-failed"]
    report = build(made, made.designs[0], "drawn")[0]
    return [one for one in every_block(report.sections) if isinstance(one, Working)]


def test_both_sides_are_worked_out_where_they_are_farthest_apart() -> None:
    [working] = workings()
    there, crop, limit, room = working.steps
    assert (there.label, there.result) == ("there is", "500..900 kg")
    assert (crop.name, crop.numbers) == ("crop", "5..9 × 100 kg")
    assert (limit.label, limit.result) == ("must be at most", "300 kg")
    assert (room.name, room.numbers) == ("room", "150 kg × 2")
    assert plain(working.outcome) == "at ripe: 600 kg over (200 %)"


def test_what_holds_or_compares_what_is_stated_is_not_worked_out() -> None:
    assert [one.path for one in workings()] == ["east.holds_all"]
