"""The wording of typical faults, as an architect reads it. `--update` writes the texts anew; then read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.said import is_bare
from tests.suite.case import AS_OF, TestWorld, library_of
from vdl import errors
from vdl.pipeline import compile
from vdl.text.diagnostics import count, render

FOLDER = Path(__file__).parent / "diagnostics"
DESIGNS = sorted(FOLDER.glob("*.vdl"))


@pytest.mark.parametrize("path", DESIGNS, ids=[p.stem for p in DESIGNS])
def test_wording(path: Path, updating: bool) -> None:
    design = path.read_text(encoding="utf-8")
    world = TestWorld(library_of(design), {path.name: design})
    found = compile(world, path.name, as_of=AS_OF).diagnostics
    text = "\n\n".join([*map(render, found), count(found, 1)]) + "\n"
    golden = path.with_suffix(".txt")
    if updating:
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


def test_what_has_no_place_says_more_than_what_is_wrong() -> None:
    said = [
        errors.file_not_found(None, "x.vdl"), errors.folder_not_file(None, "x"), errors.not_utf8(None, "x", 3),
        errors.nul_byte(None, "x"), errors.file_too_large(None, "x", 1024), errors.too_intricate("x"),
        errors.no_design("x"), errors.no_design("x", folder=True), errors.several_designs("x", ["a", "b"]),
        errors.unknown_option("--scenario x", "scenario", "x", []), errors.unknown_option("x", "design", "x", ["y"]),
        errors.several_documents("x", "a", ["b.a", "c.a"]), errors.not_written("x", "why"), errors.no_pdf("x", "why"),
        errors.missing_glyph("x", "箱", kept=False),
    ]  # fmt: skip
    assert not [d for d in said if is_bare(d)]
