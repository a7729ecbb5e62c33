"""Every library file, every example and every block of `vdl` in the documentation compiles without an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vdl.pipeline import compile
from vdl.text.diagnostics import render
from vdl.world import Disk

TOP = Path(__file__).resolve().parents[2]
AS_OF = "2026-01-01"
LIBRARY = list(Disk().library())
EXAMPLES = sorted((TOP / "examples").rglob("*.vdl"))
PAGES = sorted([TOP / "README.md", *(TOP / "docs").rglob("*.md"), *(TOP / "examples").rglob("*.md")])
BLOCK = re.compile(r"^(`{3,})vdl *\n(.*?)^\1 *$", re.M | re.S)
BLOCKS = [
    pytest.param(block[2], id=f"{page.relative_to(TOP).as_posix()}:{page.read_text()[: block.start()].count(chr(10)) + 1}")
    for page in PAGES
    for block in BLOCK.finditer(page.read_text(encoding="utf-8"))
]


WORLD = Disk()


def errors_of(world: Disk, name: str, *, documents: bool = False) -> str:
    """With the `documents` of the library where one may be meant, which are a few times all other files."""
    found = compile(world, name, as_of=AS_OF, documents=documents).diagnostics
    return "\n".join(render(d) for d in found if d.severity == "error")


@pytest.mark.parametrize("name", LIBRARY)
def test_of_the_library(name: str) -> None:
    assert not errors_of(WORLD, name)


def test_of_all_documents_of_the_library() -> None:
    world = Disk(unsaved={"empty.vdl": "edition 2026\ndesign d { }\n"})
    assert not errors_of(world, "empty.vdl", documents=True)


@pytest.mark.parametrize("path", EXAMPLES, ids=[p.parent.name for p in EXAMPLES])
def test_of_the_examples(path: Path) -> None:
    assert not errors_of(WORLD, str(path), documents=True)


@pytest.mark.parametrize("text", BLOCKS)
def test_of_the_documentation(text: str) -> None:
    """A block without an edition line goes on from nothing but the prelude."""
    whole = text if text.lstrip().startswith("edition") else f"edition 2026\n{text}"
    world = Disk(unsaved={"block.vdl": whole})
    world.cache = WORLD.cache
    assert not errors_of(world, "block.vdl", documents="document" in text)
