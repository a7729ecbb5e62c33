"""`"{a} of {b}" if CONDITION else "none"`: of two texts with values in them a document prints one."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.report.model import Facts, Table, every_block
from vdl.report.printing import plain

DESIGN = """edition 2026
kind heap { number: Number, name_of_it: Text = "oak" }
design yard "Yard" {
  a: heap { number = 2 }
  b: heap { number = 0 }
  c: heap { number = 9, name_of_it = "elm" }
}
document told "Told" {
  section "One" {
    table "Heaps" for h in all heap {
      group "{h.name_of_it}, many" if h.number > 5 else "few, {h.name_of_it}"
      merge heaps by "{h.name_of_it}" if h.number > 0 else "none of {h.name_of_it}"
      "Heap": h.title
      "Holds": ("{h.number} pieces" if h.number < 5 else "more than {5}") if h.number > 0 else "nothing"
      "Number": h.number if h.number > 0 else "not {h.number}"
    }
    table file "heaps.csv" for h in all heap { "Heap": h.title, "Holds": "{h.number} pieces" if h.number > 0 else "nothing" }
    facts { "In all": "{size(all heap)} heaps" if size(all heap) > 1 else "one", "Which": [h.title for h in all heap] if yard.a.number > 1 else "{size(all heap)} heaps" }
  }
}
"""  # noqa: E501


def told(text: str = DESIGN) -> tuple[list[list[str]], list[str], list[tuple[str | None, ...]], list[str]]:
    """The rows of the table, the facts, the rows of the file, and the slugs of what is wrong."""
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    wrong = [one.slug for one in compilation.diagnostics if one.severity == "error"]
    if wrong:
        return [], [], [], wrong
    report, said = build(compilation, compilation.designs[0], "told")
    blocks = list(every_block(report.sections))
    table = next(one for one in blocks if isinstance(one, Table) and one.caption == "Heaps")
    facts = [plain(value) for one in blocks if isinstance(one, Facts) for _, value in one.items]
    [file] = report.files
    rows = [[plain(cell) for cell in row.cells] for row in table.rows]
    return rows, facts, list(file.rows), [one.slug for one in said if one.severity == "error"]


def test_the_text_that_a_condition_takes_is_printed() -> None:
    rows, facts, file, wrong = told()
    assert not wrong
    assert rows == [["a", "2 pieces", "2"], ["b", "nothing", "not 0"], ["c", "more than 5", "9"]]
    assert file == [("a", "2 pieces"), ("b", "nothing"), ("c", "9 pieces")]
    assert facts == ["3 heaps", "a, b, c"]


def test_a_condition_that_differs_by_label_takes_neither_and_is_said() -> None:
    *_, wrong = told(DESIGN.replace("number = 2 }", "number = { winter: 1, summer: 7 } }"))
    assert "undecided-choice" in wrong
