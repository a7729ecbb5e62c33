"""What fails or is accepted, as documents tell it."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Callout, Facts, every_block

DESIGN = """edition 2026
kind depot { load: Weight, require warning light: load <= 10 kg "a depot holds little" }
design depots "Depots" {
  north: depot "North" { load = 12 kg }
  south: depot "South" { load = 12 kg }
  west: depot "West" { load = 13 kg }
  require warning few: size(all depot) <= 2 "there are few"
}
document drawn "Drawn" { section "One" {
  show decision
  show findings
}  }
"""


def test_what_fails_alike_of_several_objects_is_told_once_with_all_of_them() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    report, said = build(compilation, compilation.designs[0])
    assert not said
    told = [one for one in every_block(report.sections) if isinstance(one, Callout)]
    assert [one.title for one in told] == [
        "few does not hold", "North; South: light does not hold", "West: light does not hold",
    ]  # fmt: skip
    facts = [one.blocks[0] for one in told]
    found = [dict((label, plain(words)) for label, words in one.items)["Found"] for one in facts if isinstance(one, Facts)]
    assert found[1:] == [
        "12 kg, must be at most 10 kg; 2 kg over (20 %) (each)", "13 kg, must be at most 10 kg; 3 kg over (30 %)",
    ]  # fmt: skip
    decision = next(one for one in every_block(report.sections) if isinstance(one, Facts))
    assert "North: a depot holds little (12 kg, must be at most 10 kg; 2 kg over (20 %))" in plain(dict(decision.items)["Open"])
