"""However much is wrong with a text, what is said of it stays readable: no long messages, no thousand times the same."""

from __future__ import annotations

import pytest

from vdl.pipeline import compile
from vdl.text.diagnostics import render
from vdl.world import Memory

PRELUDE = "edition 2026\ndimension Time: s\ncounted Box: box, boxes\naxis season { winter, summer }\n"
LONG = "n" * 100_000

TEXTS = {
    "powers": "design d {\n let x0 = 1 s\n"
    + "".join(f" let x{i} = x{i - 1} * x{i - 1}\n" for i in range(1, 60))
    + " let y = x6 + 1\n let z = x59 + 1\n}\n",
    "powers of dimensions": "dimension D0 = Time*Time\n"
    + "".join(f"dimension D{i} = D{i - 1}*D{i - 1}\n" for i in range(1, 60))
    + "kind k { x: D59? }\ndesign d { let y = 1 s + 1 }\n",
    "a long name": f"design d {{ let x = {LONG}\n let {LONG} = 1 + 1 s\n require {LONG}{LONG}: {LONG}.a > 0 }}\n",
    "a long circle": "design d {\n" + "".join(f" let x{i} = x{(i + 1) % 300}\n" for i in range(300)) + "}\n",
    "a circle of kinds": "".join(f"kind k{i}: k{(i + 1) % 300} {{ }}\n" for i in range(300)) + "design d { }\n",
    "a circle of functions": "".join(f"let f{i}(x: Number): Number = f{(i + 1) % 300}(x)\n" for i in range(300))
    + "design d { }\n",
}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_every_diagnostic_is_bounded(name: str) -> None:
    world = Memory({"std:prelude/words.vdl": PRELUDE, "d.vdl": "edition 2026\n" + TEXTS[name]})
    diagnostics = compile(world, "d.vdl", as_of="2026-01-01").diagnostics
    assert diagnostics
    for diagnostic in diagnostics:
        assert len(render(diagnostic)) < 10_000
        for text in (diagnostic.message, diagnostic.label, *diagnostic.notes, *diagnostic.help):
            assert len(text) <= 1_500
