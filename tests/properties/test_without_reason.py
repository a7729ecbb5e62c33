"""Nothing is without a value in silence: where the compiler itself fails to say why, it says that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.suite.case import TestWorld
from vdl import variants
from vdl.pipeline import compile
from vdl.values import FAULT

TEXT = """edition 2026
design d {
  let x = 3
  require r: x > 2
}
"""


def test_a_quantity(monkeypatch: pytest.MonkeyPatch) -> None:
    real = variants.attempt

    def broken(*arguments: Any, **named: Any) -> Any:
        made = real(*arguments, **named)
        values = {cell: FAULT if cell.name == "x" else value for cell, value in made.solution.values.items()}
        return made._replace(solution=made.solution._replace(values=values))

    monkeypatch.setattr(variants, "attempt", broken)
    found = compile(TestWorld(texts={"d.vdl": TEXT}), "d.vdl", as_of="2026-01-01").diagnostics
    assert [(d.slug, d.span and d.span.text) for d in found] == [("without-reason", "let x = 3")]
