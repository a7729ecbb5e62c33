"""`row_of(x)`: what a bill above calls the row of an object."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.report.model import Table, every_block
from vdl.report.printing import plain

DESIGN = """edition 2026
kind wood { name_of_it: Text }
kind heap { wood: wood, number: Number }
oak: wood { name_of_it = "Oak" }
elm: wood { name_of_it = "Elm" }
design yard "Yard" {
  a: heap { wood = oak, number = 2 }
  b: heap { wood = elm, number = 1 }
  c: heap { wood = oak, number = 5 }
  d: heap { wood = elm, number = 0 }
}
document told "Told" {
  section "One" {
    table "Before" for h in all heap { "Heap": h.title, "Row": row_of(h) }
    table bill "To order" for h in all heap if h.number > 0 {
      merge heaps by h.wood
      "Line": "W{row}"
      "Wood": h.wood.name_of_it
      "Number": sum(heaps.number)
    }
    table bill "Not numbered" for h in all heap { "Wood": h.wood.name_of_it, "Number": h.number }
    table "Behind" for h in all heap { "Heap": h.title, "Row": row_of(h) }
    text "It is {row_of(yard.c)}."
  }
}
"""


def rows(caption: str, text: str = DESIGN) -> list[list[str]]:
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error"] == []
    report, said = build(compilation, compilation.designs[0], "told")
    assert not said
    [table] = [one for one in every_block(report.sections) if isinstance(one, Table) and one.caption == caption]
    return [[plain(cell) for cell in row.cells] for row in table.rows]


def test_an_object_has_the_row_of_the_last_bill_that_numbers_them() -> None:
    assert rows("Behind") == [["a; c", "W1"], ["b", "W2"], ["d", ""]]
    assert rows("Before") == [["a"], ["b"], ["c"], ["d"]]


def test_it_is_asked_of_objects_and_in_documents_only() -> None:
    for text, slug in (
        (DESIGN.replace("  a: heap", "  let told = row_of(b)\n  a: heap"), "only-in-documents"),
        (DESIGN.replace("row_of(yard.c)", "row_of(yard.c.number)"), "wrong-type"),
    ):
        said = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True).diagnostics
        assert [one.slug for one in said if one.severity == "error"] == [slug]
