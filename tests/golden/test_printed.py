"""What a document prints, of designs that are written in the test."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.formats.markdown import markdown
from vdl.report.build import build

DESIGN = """edition 2026
axis year kept { y1, y2 }
unit sack, sacks = 50 kg
kind pile { weight: Weight?, high: Length = 1 m, boxes: Weight as sacks = 500 kg }
design d {
  a: pile { weight = { winter: 5, spring: 6, summer: 7 } kg }
  b: pile { weight = 3..7 kg }
  c: pile { }
}
"""


def printed(*items: str, before: str = "") -> tuple[str, list[str]]:
    """The text of a document below its head, line by line, and the slugs of what is wrong with it."""
    text = "\n".join([DESIGN, before, "document p {", *items, "}"])
    compilation = compile(TestWorld(texts={"d.vdl": text}), "d.vdl", as_of=AS_OF)
    assert not [d for d in compilation.diagnostics if d.severity == "error"], compilation.diagnostics
    report, found = build(compilation, compilation.designs[0], "p")
    _, _, body = markdown(report).partition("## 1 ")
    return " ".join(body.split("\n")[1:]).strip(), [f"{d.slug}: {d.label}" for d in found]


def test_a_section_is_included_by_its_title() -> None:
    other = 'document o { section "A {{x}}" { text "yes" }, section "B {design.name}" { text "no" } }'
    assert printed('include o "A {x}"', before=other) == ("yes", [])
