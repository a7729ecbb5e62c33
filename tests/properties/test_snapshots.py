"""A snapshot is what was found, as plain data: equal where the same was found, whatever else stands in the text."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile
from vdl.query.questions import answers
from vdl.report.build import build
from vdl.snapshot.records import Snapshot
from vdl.snapshot.take import snapshot

CARTERS = "golden/documents/carters.vdl"
TEXT = (Path(__file__).resolve().parents[1] / CARTERS).read_text(encoding="utf-8")
DESIGNS = ["hard", "calm", "waived", "partly", "choosing"]


def compiled(design: str, text: str = TEXT) -> Compilation:
    return compile(TestWorld(texts={CARTERS: text}), CARTERS, as_of=AS_OF, design=design, documents=True)


def taken(compilation: Compilation) -> Snapshot:
    return snapshot(compilation, compilation.designs[0])


@pytest.mark.parametrize("design", DESIGNS)
def test_reading_changes_nothing(design: str) -> None:
    compilation = compiled(design)
    before = taken(compilation)
    build(compilation, compilation.designs[0], "everything")
    answers(compilation, compilation.designs[0])
    assert taken(compilation) == before == taken(compiled(design))
    assert pickle.loads(pickle.dumps(before)) == before


@pytest.mark.parametrize("design", DESIGNS)
def test_an_edit_elsewhere_changes_nothing(design: str) -> None:
    """Nothing in a snapshot is a place in a text, ranges and copies included, and what a file declares says so alone."""
    head, _, rest = TEXT.partition("\n")
    other = f"{head}\n// a line, and another\n\nlet nobody_asks = 1..2\n{rest}"
    one, two = taken(compiled(design)), taken(compiled(design, other))
    assert one._replace(files=()) == two._replace(files=())
    assert one.files[1:] == two.files[1:]
    own, changed = one.files[0], two.files[0]
    assert own._replace(objects=()) == changed._replace(objects=())
    assert set(own.objects) ^ set(changed.objects) == {("nobody_asks", "")}, "the file itself declares one more thing"


def test_another_number_is_another_snapshot() -> None:
    assert "weight = 90 kg" in TEXT
    one, two = taken(compiled("calm")), taken(compiled("calm", TEXT.replace("weight = 90 kg", "weight = 91 kg")))
    assert one.values["salt.weight"] != two.values["salt.weight"]
    assert one != two
