"""The wording of typical faults, as an architect reads it. `--update` writes the texts anew; then read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.text.diagnostics import count, render

FOLDER = Path(__file__).parent / "diagnostics"
DESIGNS = sorted(FOLDER.glob("*.vdl"))


@pytest.mark.parametrize("path", DESIGNS, ids=[p.stem for p in DESIGNS])
def test_wording(path: Path, updating: bool) -> None:
    world = TestWorld(texts={path.name: path.read_text(encoding="utf-8")})
    found = compile(world, path.name, as_of=AS_OF).diagnostics
    text = "\n\n".join([*map(render, found), count(found, 1)]) + "\n"
    golden = path.with_suffix(".txt")
    if updating:
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text
