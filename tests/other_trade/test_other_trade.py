"""Buses for pupils, on a library of their own: nothing in the compiler is about one trade."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from tests.suite.case import TESTS, Case, problems
from vdl.cli import main
from vdl.judge.records import Sort
from vdl.render import every_format
from vdl.render.formats.pdf_pages import PdfUnavailable
from vdl.report.build import build
from vdl.report.model import Report

HERE = TESTS / "other_trade"
DESIGN = HERE / "pupils.vdl"
OF_ANOTHER_TRADE = re.compile(r"\b(desktops?|arrays?|drives?|raid|iops|vms?|servers?|storage|hosts?|virtual)\b", re.I)


@pytest.fixture(scope="module")
def report() -> Report:
    compilation = Case(DESIGN).compile(documents=True)
    assert not compilation.failed
    made, wrong = build(compilation, compilation.designs[0])
    assert not wrong
    return made


@pytest.mark.parametrize("name", ["pupils", "silence"])
def test_the_designs_say_what_comes_of_them(name: str) -> None:
    assert problems(Case(HERE / f"{name}.vdl")) == []


def test_every_sort_of_open_point_is_shown() -> None:
    designs = Case(HERE / "silence.vdl").compile().designs
    assert {point.sort for design in designs for point in design.open_points} == set(get_args(Sort))


@pytest.mark.parametrize("name", [name for name in every_format() if name not in ("pdf", "summary", "xlsx", "cdx")])
def test_it_is_written(report: Report, name: str) -> None:
    text = every_format()[name].render(report).decode()
    assert "Long 50" in text
    if name != "csv":
        assert "Council of the valley" in text and "the school on the hill" in text
        assert "Resolved" not in text  # nobody says when
    if name != "html":  # whose styles speak of other things
        assert not OF_ANOTHER_TRADE.search(text), OF_ANOTHER_TRADE.search(text)
    elif body := re.search(r"<body.*</body>", text, re.S):
        words = re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", body[0], flags=re.S)
        assert not OF_ANOTHER_TRADE.search(words), OF_ANOTHER_TRADE.search(words)


def test_it_is_printed(report: Report) -> None:
    import io

    pypdf = pytest.importorskip("pypdf")
    try:
        data = every_format()["pdf"].render(report)
    except PdfUnavailable as missing:
        pytest.skip(str(missing))
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    assert len(pages) >= 2
    assert "Buses to the school on the hill" in pages[0].extract_text()


def test_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    options = ["--library", str(HERE / "library"), "--out", str(folder), "--format", "html,csv"]
    monkeypatch.setattr("sys.argv", ["vdl", "build", str(DESIGN), *options])
    assert not main()
    assert sorted(p.name for p in folder.iterdir()) == ["school_run.bill.csv", "school_run.html"]
