"""veraPDF finds every PDF to be PDF/A-3b and PDF/UA-1. It is Java: `./run tests` fetches it where Java and Maven are there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.house import SVG, font
from vdl.brand.colours import palette
from vdl.brand.fonts import face
from vdl.brand.records import Brand, Face, Picture
from vdl.render import Unavailable, every_format
from vdl.report.model import Attached, Report

from .sample import SAMPLE

JAR = Path(sys.prefix) / "verapdf.jar"


def command() -> list[str]:
    """The program as it is installed, or as `./run tests` has fetched it; nothing where there is none."""
    if shutil.which("verapdf") is not None:
        return ["verapdf"]
    if JAR.is_file() and shutil.which("java") is not None:
        return ["java", "-cp", str(JAR), "org.verapdf.apps.GreenfieldCliWrapper"]
    return []


def reports() -> dict[str, Report]:
    """What PDFs may have: files, letters of all sorts, a house's logo and fonts, titles of any length, nothing at all."""
    sources = (Attached("design.vdl", "design d { }\n"), Attached("../shared/costs.vdl", "// €\n"))
    short = replace(SAMPLE, sections=SAMPLE.sections[:2])
    boxes = face("box.ttf", font("שלום箱"))
    assert isinstance(boxes, Face)
    house = Brand("A House", "Street 1", "Confidential", "C", Picture(SVG, "image/svg+xml"), palette("#7a1f4b"), others=(boxes,))
    strange = replace(SAMPLE.cover, title="箱 ☃ שלום, Центр, <b>&amp;</b> " * 16)
    outlines = face("box.otf", font("箱שלום", postscript=True))
    assert isinstance(outlines, Face)
    apart = (replace(SAMPLE.sections[0], title="One שלום (2) of 箱"), *SAMPLE.sections[1:2])
    return {
        "whole": replace(SAMPLE, sources=sources, author="A. Writer"),
        "house": replace(short, brand=house, sections=apart, cover=replace(SAMPLE.cover, title="שלום 箱 and others")),
        "strange": replace(short, cover=strange, language="de"),
        "postscript": replace(short, brand=replace(house, others=(outlines,)), cover=replace(SAMPLE.cover, title="箱 and שלום")),
        "empty": replace(SAMPLE, sections=()),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("archive")
    try:
        for name, report in reports().items():
            (made / f"{name}.pdf").write_bytes(every_format()["pdf"].render(report))
    except Unavailable as unavailable:
        pytest.skip(str(unavailable))
    return made


@pytest.mark.skipif(not command(), reason="veraPDF is not there; `./run tests` fetches it where Java and Maven are")
@pytest.mark.parametrize("flavour", ["3b", "ua1"])
def test_verapdf_finds_nothing(flavour: str, folder: Path) -> None:
    files = sorted(map(str, folder.glob("*.pdf")))
    assert len(files) == len(reports())
    done = subprocess.run(
        [*command(), "--flavour", flavour, "--format", "text", "-v", *files], capture_output=True, text=True, check=False
    )
    judged = [line.split(" ", 1)[0] for line in done.stdout.splitlines() if line.startswith(("PASS", "FAIL", "ERROR"))]
    assert judged == ["PASS"] * len(files), done.stdout + done.stderr
