"""A format of documents and a view of the graph cost one file each: what it declares is known everywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from vdl import render, views

from .conftest import Vdl

TRIPS = "designs/trips.vdl"
FORMAT = """from vdl.render import Format
FORMAT = Format("loud", ".loud", "text/plain", lambda report: report.cover.title.upper().encode())
"""
VIEW = """from vdl.views import View
VIEW = View("names", "a list", lambda picture: " ".join(map(picture.name, picture.cells())))
"""


@pytest.fixture(autouse=True)
def one_more(town: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for package, code in ("vdl.render.formats", FORMAT), ("vdl.views.formats", VIEW):
        folder = town / package
        folder.mkdir()
        (folder / "one_more.py").write_text(code)
        where = sys.modules[package] if package in sys.modules else __import__(package, fromlist=["*"])
        monkeypatch.setattr(where, "__path__", [*where.__path__, str(folder)])
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text('edition 2026\ndocument reference "Sizing" { text "words" }\n')
    forget()
    yield
    forget()


def forget() -> None:
    render.every_format.cache_clear()
    views.every_view.cache_clear()
    for package in "vdl.render.formats", "vdl.views.formats":
        sys.modules.pop(f"{package}.one_more", None)


def test_a_format(vdl: Vdl, town: Path) -> None:
    assert vdl("build", TRIPS, "--design", "north", "--format", "loud").out == "wrote north.loud\n"
    assert (town / "north.loud").read_text() == "NORTH"
    names = [*render.every_format()]
    assert "loud" in names and names == sorted(names)
    assert ",".join(names) in vdl("build", "--help").out
    assert f"(choose from {', '.join(names)})" in vdl("build", TRIPS, "--format", "quiet").err


def test_a_view(vdl: Vdl) -> None:
    ran = vdl("graph", TRIPS, "--design", "north", "fleet.carried", "--ancestors", "--format", "names")
    assert ran.out == "fleet.pupils fleet.seats fleet.buses fleet.carried\n"
    assert "names: a list" in vdl("graph", "--help").out
