"""What a document says of the files it was made of, and what of them goes with it."""

from __future__ import annotations

import io
import re
from hashlib import sha256
from pathlib import Path

import pytest

from vdl.cli import main
from vdl.report.sources import beside

COSTS = 'edition 2026\nlet more = 3\n'
DESIGN = """edition 2026
import shared.costs

design yard {
  about { author = "A. Writer" }
  let boxes = 2 * costs.more
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "costs.vdl").write_text(COSTS, encoding="utf-8")
    (tmp_path / "yard.vdl").write_text(DESIGN, encoding="utf-8")
    return tmp_path


def built(folder: Path, *more: str) -> str:
    code = main(["build", str(folder / "yard.vdl"), "-o", str(folder / "out"), "--root", str(folder), *more])
    assert code == 0
    return (folder / "out" / "yard.md").read_text(encoding="utf-8")


def test_every_file_stands_with_its_digest_and_no_folder_of_the_machine(folder: Path) -> None:
    text = built(folder, "--format", "md,html,json")
    for name in ("yard.vdl", "shared/costs.vdl"):
        digest = sha256((folder / name).read_bytes()).hexdigest()
        assert f"| `{name}` | `{digest}` |" in text
    assert f"Design: yard.vdl (SHA-256 {sha256(DESIGN.encode()).hexdigest()[:12]})" in text
    assert "| **prelude/** |" in text and "\n| `about` | `" in text
    for suffix in ("md", "html", "json"):
        assert str(folder) not in (folder / "out" / f"yard.{suffix}").read_text(encoding="utf-8")


def test_the_file_of_a_waiver_is_seen_from_the_design(folder: Path) -> None:
    """The same bytes wherever the design lies, and however its path is typed."""
    judged = DESIGN.replace("  let", '  require few: boxes <= 5 "a yard holds five"\n  waive few "known"\n  let')
    (folder / "yard.vdl").write_text(judged, encoding="utf-8")
    built(folder, "--format", "md,json")
    text = (folder / "out" / "yard.json").read_text(encoding="utf-8")
    assert '"file": "yard.vdl"' in text and str(folder) not in text


def test_the_sources_go_with_the_pdf_where_that_is_asked_for(folder: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("weasyprint")
    built(folder, "--format", "md,pdf", "--attach-sources")
    read = pypdf.PdfReader(io.BytesIO((folder / "out" / "yard.pdf").read_bytes()))
    assert {name: data[0].decode() for name, data in read.attachments.items()} == {"yard.vdl": DESIGN, "shared/costs.vdl": COSTS}
    assert read.metadata.author == "A. Writer"
    built(folder, "--format", "md,pdf")
    assert not pypdf.PdfReader(io.BytesIO((folder / "out" / "yard.pdf").read_bytes())).attachments


@pytest.mark.parametrize(
    ("name", "entry", "seen"),
    [
        ("a/b/d.vdl", "a/b/d.vdl", "d.vdl"), ("a/c.vdl", "a/b/d.vdl", "../c.vdl"), ("/x/a/s/c.vdl", "/x/a//d.vdl", "s/c.vdl"),
        ("a/./b/../c.vdl", "a/d.vdl", "c.vdl"), ("d.vdl", "./d.vdl", "d.vdl"), ("../c.vdl", "d.vdl", "../c.vdl"), ("-", "-", "-"),
    ],
)  # fmt: skip
def test_where_a_file_lies_is_seen_from_the_design(name: str, entry: str, seen: str) -> None:
    assert beside(name, entry) == seen


def test_letters_that_the_fonts_lack_are_told_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "yard.vdl").write_text(DESIGN.replace("design yard", 'design yard "箱の庭"'), encoding="utf-8")
    built(folder, "--format", "md,html")
    said = capsys.readouterr().err
    assert said.count("warning[missing-glyph]") == 1 and "`箱` (U+7BB1), `の` (U+306E), `庭` (U+5EAD)" in said
    assert re.search(r"--> \S*yard\.vdl:\d+:14\n", said) and 'design yard "箱の庭"' in said, "where the first of them stands"
    (folder / "yard.vdl").write_text(DESIGN.replace("design yard", 'design yard "箱の庭"') +
                                     '\ndesign other "箱の木" { }\n', encoding="utf-8")  # fmt: skip
    built(folder, "--format", "html,summary")
    said = capsys.readouterr().err
    assert said.count("missing-glyph") == 1 and said.count("`箱`") == 1 and "`木` (U+6728)" in said
    built(folder, "--format", "md")
    assert "missing-glyph" not in capsys.readouterr().err
