"""`vdl diff --format md`: what somebody who has not seen the change reads of it."""

from __future__ import annotations

from pathlib import Path

from .conftest import Vdl
from .test_diff import Git, git, headline, write

__all__ = ["git"]


def shown(vdl: Vdl) -> str:
    """What of the comment stands above its fold."""
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert ran.code == 0, ran.err
    return ran.out.partition("<details>")[0]


# ------------------------------------------------------------------------------ what has no effect
def test_other_digests_of_files_are_no_other_document(git: Git, vdl: Vdl) -> None:
    Path("designs/told.vdl").write_text('edition 2026\ndocument told "Told" { section "Made" { show provenance } }\n')
    write("import models", "import models\nimport told")
    git("add", "-A")
    git("commit", "-q", "-m", "two")
    write("each = 2", "each = 3", "designs/models.vdl")  # of a model that nothing reads
    ran = vdl("diff", "HEAD", "designs/trips.vdl", "--format", "md", "--document", "told.told")
    assert headline(ran).startswith("no effect: 7 values compared; text of designs/models.vdl changed"), ran.out


def test_another_text_of_a_document_names_its_title(git: Git, vdl: Vdl) -> None:
    sections = '  section "Buses" { text "{north.fleet.buses} are hired" }\n'
    write("design north", f'document told "Told" {{\n{sections}}}\ndesign north')
    git("commit", "-q", "-am", "two")
    write("are hired", "are bought")
    ran = vdl("diff", "HEAD", "designs", "--document", "told")
    assert "no number changes: 7 values compared; what its document says does under Buses" in " ".join(ran.out.split())
