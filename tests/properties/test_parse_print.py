"""What is parsed, printed and parsed again is the same tree: every case, library file and example."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.printer import item, printed, same
from vdl.parse import parse
from vdl.text.diagnostics import render
from vdl.text.source import Source

TOP = Path(__file__).resolve().parents[2]
FOLDERS = ["tests", "stdlib", "examples"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_printed_tree_parses_to_the_same_tree(folder: str) -> None:
    seen = 0
    for path in sorted((TOP / folder).rglob("*.vdl")):
        tree, found = parse(Source(path.name, path.read_text(encoding="utf-8")))
        if found:
            continue
        seen += 1
        again, found = parse(Source("printed", printed(tree)))
        assert not found, f"{path}: {render(found[0])}"
        different = [(item(a), item(b)) for a, b in zip(tree.items, again.items) if not same(a, b)]
        assert same(tree, again), f"{path}: {different[:1]}"
    assert seen > 4
