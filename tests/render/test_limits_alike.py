"""Limits that several things exceed alike are drawn as one bar."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.report.model import Chart, Code, Paragraph, Text, every_block

DESIGN = """edition 2026
kind depot { load: Weight, require light: load <= 10 kg "the floor bears ten" }
design depots "Depots" {
  north: depot "North" { load = 12 kg }
  south: depot "South" { load = 12 kg }
  west: depot "West" { load = 15 kg }
  east: depot "East" { load = 9 kg }
}
document drawn "Drawn" { section "One" { show limits } }
"""


def test_rules_of_one_sentence_that_are_exceeded_by_the_same_figures_are_one_bar() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    report, _ = build(compilation, compilation.designs[0])
    [chart] = [block for block in every_block(report.sections) if isinstance(block, Chart)]
    names = [row.label.partition(": ")[0] for row in chart.rows]
    assert names == ["West", "North; South", "East"] and all(len(row.bars) == 1 for row in chart.rows)


def test_names_in_backticks_are_code_in_what_a_text_prints_and_plain_in_a_picture() -> None:
    text = DESIGN.replace("the floor bears ten", "what `load` says is borne").replace("  north:", "  /// See `south`.\n  north:")
    text = text.replace("show limits", 'show limits\n    text "{depots.north.doc}"\n ')
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    report, _ = build(compilation, compilation.designs[0])
    blocks = list(every_block(report.sections))
    [chart] = [block for block in blocks if isinstance(block, Chart)]
    assert "what load says is borne" in chart.rows[0].label
    assert [block.prose for block in blocks if isinstance(block, Paragraph)][-1] == (Text("See "), Code("south"), Text("."))
