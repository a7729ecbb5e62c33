"""What was sent to another process says the same as before."""

from __future__ import annotations

import pickle

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.snapshot.take import snapshot

TEXT = """edition 2026
kind pile { full: Ratio, n: Number = 3 }
document p { for x in all pile { text "{x.full}" }, show rules, show findings }
design d {
  a: pile { full = 80 % }
  require written: a.full >= 82 % "x"
  require field: a.full >= 0.9 "y"
  require bare: a.n >= 4 "z"
}
"""


def test_points_stay_points() -> None:
    before = compile(TestWorld(texts={"d.vdl": TEXT}), "d.vdl", as_of=AS_OF)
    after = pickle.loads(pickle.dumps(before))
    assert [rule.margin for rule in snapshot(after, after.designs[0]).rules] == ["2 points short", "10 points short", "1 short"]
    assert snapshot(after, after.designs[0]) == snapshot(before, before.designs[0])
    assert build(after, after.designs[0], "p") == build(before, before.designs[0], "p")
