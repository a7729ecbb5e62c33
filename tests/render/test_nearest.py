"""At which label a rule that looks at all of them is nearest to its limit."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Chart, Facts, every_block

DESIGN = """edition 2026
axis year kept { y1, y2, y3 }
kind depot { load: Weight, let most = peak(load), let least = lowest(load) }
design depots "Depots" {
  north: depot "North" { load = { y1: 5, y2: 9, y3: 7 } kg }
  RULE
}
document drawn "Drawn" { section "One" { show decision, show limits } }
"""


@pytest.mark.parametrize(("condition", "said", "figures"), [
    ("peak(north.load) <= 10 kg", "it holds (y2), 90 % in use", "9 kg <= 10 kg at y2; 1 kg to spare"),
    ("north.most <= 10 kg", "it holds (y2), 90 % in use", "9 kg <= 10 kg at y2; 1 kg to spare"),
    ("north.load <= 10 kg", "it holds (y2), 90 % in use", "9 kg <= 10 kg at y2; 1 kg to spare"),
    ("north.least >= 4 kg", "it holds (y1), 80 % in use", "5 kg >= 4 kg at y1; 1 kg to spare"),
    ("peak(north.load at (y1, y3)) <= 10 kg", "it holds (y3), 70 % in use", "7 kg <= 10 kg at y3; 3 kg to spare"),
    ("peak(north.load * 0 + 9 kg) <= 10 kg", "it holds, 90 % in use", "9 kg <= 10 kg; 1 kg to spare"),
    ("peak(north.load) <= 8 kg", "not met (113 % of the limit): it holds (y2)", "9 kg, must be at most 8 kg; 1 kg over"),
])  # fmt: skip
def test_page_one_says_where_it_is_nearest(condition: str, said: str, figures: str) -> None:
    text = DESIGN.replace("RULE", f'require held: {condition} "it holds"')
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    report, _ = build(compilation, compilation.designs[0])
    facts = next(one for one in every_block(report.sections) if isinstance(one, Facts))
    assert plain(dict(facts.items)["What limits it"]) == f"{said}."
    [chart] = [one for one in every_block(report.sections) if isinstance(one, Chart)]
    assert chart.rows[0].label == f"it holds ({figures})"
