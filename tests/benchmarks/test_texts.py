"""What the benchmarks measure is sound: a text with an error would be quick."""

from __future__ import annotations

from pathlib import Path

import pytest

from vdl.pipeline import compile
from vdl.world import Disk

from .generate import design, pages, populations, rows
from .grown import FEATURES
from .run import EXAMPLE, ranges

TEXTS = {
    "design": design(40), "pages": pages(1), "populations": populations(40), "rows": rows(3),
    "example": Path(EXAMPLE).read_text(), "ranges": ranges(3, spread=True),
    **{name: feature.text(4) for name, feature in FEATURES.items()},
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_it_has_no_errors(name: str) -> None:
    made = compile(Disk(unsaved={"measured.vdl": TEXTS[name]}), "measured.vdl", as_of="2026-06-01")
    assert made.designs and not [d.message for d in made.diagnostics if d.severity == "error"]
