"""What is typed on the command line sees what the file sees, and nothing in the design stands in its way."""

from __future__ import annotations

from pathlib import Path

from .conftest import Vdl

TEXT = """edition 2026
source survey "A survey" { publisher = "The school", date = 2026-01 }
kind k { n: Number = 3 }
document reference "A paper" { section "Inputs" { for x in all k { inputs x } } }
design d {
  question: Number = 3
  o: k { n = 4 }
  require r: question > 2
  require few: o.n <= 9
}
"""


def _file(folder: Path) -> str:
    path = folder / "d.vdl"
    path.write_text(TEXT)
    return str(path)


def test_a_question_beside_a_member_of_that_name(vdl: Vdl, tmp_path: Path) -> None:
    ran = vdl("ask", _file(tmp_path), "largest o.n where question > 1 step 1")
    assert ran.code == 0 and ran.out.startswith("9\n")


def test_a_citation_in_an_option_or_an_expression(vdl: Vdl, tmp_path: Path) -> None:
    file = _file(tmp_path)
    ran = vdl("explain", file, "--set", 'o.n = 5 @ survey "page 3"', "o.n")
    assert ran.code == 0 and '@ survey "page 3"' in ran.out
    ran = vdl("explain", file, 'o with { n = 5 @ survey "page 3" }')
    assert ran.code == 0 and '@ survey "page 3"' in ran.out
    ran = vdl("build", file, "--set", 'o.n = 5 @ survey "page 3"', "--format", "md", "-o", str(tmp_path))
    assert ran.code == 0 and "page 3" in (tmp_path / "d.set.md").read_text()


def test_a_document_made_with_an_option_says_so_and_takes_no_other_ones_place(vdl: Vdl, tmp_path: Path) -> None:
    file = _file(tmp_path)
    assert vdl("build", file, "--format", "md", "-o", str(tmp_path)).code == 0
    assert vdl("build", file, "--set", "o.n = 5", "--format", "md", "-o", str(tmp_path)).code == 0
    assert "with o.n = 5" in (tmp_path / "d.set.md").read_text()
    assert "with o.n" not in (tmp_path / "d.md").read_text()
    made = vdl("size", file, "--set", "o.n = 5", "--format", "json").json()
    assert made["designs"][0]["layers"] == ["--set o.n = 5"]
