"""A cover that says nothing of whether the design holds: for documents that go to others."""

from __future__ import annotations

import io
import json
import zipfile

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render import every_format
from vdl.report.build import build
from vdl.report.model import Report

DESIGN = """edition 2026
kind crate { weight: Weight, price: Weight? }
design store "Store" {
  box: crate { weight = 3 kg }
  let unjudged = box.weight
  require light: box.weight <= 2 kg "a crate is light"
}
document own "Letter" {
  cover COVER{ facts { "Crate": store.unjudged } }
  section "Crates" { table bill "Crates" for c in all crate { "Crate": c.title, "Weight": c.weight } }
}
document summary "Summary" { cover { facts { "Crate": store.box.weight } } }
"""
JUDGED = ["does not hold", "rule fails", "is light", "judged"]


def made(cover: str) -> Report:
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("COVER", cover)})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    report, said = build(compilation, compilation.designs[0], "own", summary=True)
    assert not said and "rule-failed" in [one.slug for one in compilation.diagnostics]
    return report


def pages(report: Report, name: str) -> str:
    data = every_format()[name].render(report)
    if name == "xlsx":
        book = zipfile.ZipFile(io.BytesIO(data))
        return " ".join(book.read(one).decode("utf-8", "replace") for one in book.namelist()).lower()
    return data.decode().partition("<body>")[2 if name == "html" else 0].lower()


def test_the_verdict_stands_in_no_format() -> None:
    for name in "html", "md", "json", "xlsx":
        judged, unjudged = pages(made(""), name), pages(made("unjudged "), name)
        assert "does not hold" in judged and "rule fails" in judged, name
        assert [word for word in JUDGED if word in unjudged] == [], name
        assert "crate" in unjudged, name


def test_its_data_have_the_bill_and_the_pages() -> None:
    tree = json.loads(every_format()["json"].render(made("unjudged ")))
    assert {"bill", "report"} == {key for key, value in tree.items() if isinstance(value, (list, dict))}
    assert tree["report"]["cover"]["verdict"] is None
    assert {"counts", "rules", "assumptions"} < set(json.loads(every_format()["json"].render(made(""))))


def test_the_summary_of_the_design_says_it_all_the_same() -> None:
    report = made("unjudged ")
    assert report.cover.verdict is None
    assert report.summary is not None and report.summary.cover.verdict is not None
