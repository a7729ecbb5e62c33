"""What a document looks at and a check has made is not made again, and comes to the same as if it were."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples import AS_OF, SMALLER
from tests.suite.case import TestWorld
from vdl.check import Types
from vdl.compilation import Compilation
from vdl.elaborate.design import elaborate
from vdl.pipeline import compile
from vdl.render.formats.json_model import FORMAT as JSON
from vdl.report.build import build
from vdl.semantics.types import Kind
from vdl.world import Disk

CARTERS = "golden/documents/carters.vdl"


def carters() -> Compilation:
    return compile(TestWorld(), CARTERS, as_of=AS_OF, documents=True)


def built(compilation: Compilation, document: str = "") -> list[bytes]:
    """A document of each design."""
    return [JSON.render(build(compilation, solved, document, summary=True)[0]) for solved in compilation.designs]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The layers of all designs that are made from the start."""
    found: list[str] = []

    def counted(types: Types, design: Kind, *more: object) -> object:
        found.append(design.name)
        return elaborate(types, design, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(sys.modules["vdl.variants.attempt"], "elaborate", counted)  # the room has a function of that name
    yield found


@pytest.mark.parametrize("path", SMALLER, ids=lambda path: path.parent.name)
def test_documents_of_examples_are_the_same(path: Path) -> None:
    compilation = compile(Disk(), str(path), as_of=AS_OF, documents=True)
    assert compilation.begun is not None
    assert built(compilation) == built(compilation._replace(begun=None))


def test_no_scenario_is_made_twice(made: list[str]) -> None:
    compilation = carters()
    checked = [*made]
    assert built(compilation, "everything")
    anew = made[len(checked) :]
    assert "mild" in checked and "mild" not in anew
    made.clear()
    assert built(compilation._replace(begun=None), "everything") == built(compilation, "everything")
    assert "mild" in made


def test_it_is_only_read_once_all_is_compiled() -> None:
    compilation = carters()
    begun = compilation.begun
    assert begun is not None
    designs = [solved.design for solved in compilation.designs]
    scenarios = [member.kind for design in designs for member in design.members.values() if member.form == "scenario"]
    kinds = [*designs, *[kind for kind in scenarios if kind is not None]]
    known = [begun.find(kind, compilation.types) is not None for kind in kinds]
    assert any(known)
    built(compilation, "everything")
    assert [begun.find(kind, compilation.types) is not None for kind in kinds] == known


def test_a_check_keeps_nothing() -> None:
    assert compile(TestWorld(), CARTERS, as_of=AS_OF).begun is None


def test_it_is_not_sent_along() -> None:
    compilation = carters()
    sent: Compilation = pickle.loads(pickle.dumps(compilation))
    assert sent.begun is not None
    assert all(sent.begun.find(solved.design, sent.types) is None for solved in sent.designs)
    assert built(sent, "everything") == built(compilation, "everything")
