"""However much is wrong with a text, what is said of it stays readable: no long messages, no thousand times the same."""

from __future__ import annotations

import pytest

from vdl.pipeline import compile
from vdl.text.diagnostics import count, in_order, render
from vdl.text.limits import SAME_DIAGNOSTICS
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


MANY = {
    "unknown-name": "design d {\n" + "".join(f" let x{i} = y{i}\n" for i in range(3000)) + "}\n",
    "unknown-unit": "design d {\n" + "".join(f" let x{i} = 5 y{i}\n" for i in range(3000)) + "}\n",
    "unknown-source": "".join(f'let x{i} = 5 @ y{i} "page 1"\n' for i in range(3000)),
    "unknown-kind": "design d {\n" + "".join(f" x{i}: k{i} {{ }}\n" for i in range(3000)) + "}\n",
    "unit-mismatch": "design d {\n" + "".join(f" let x{i} = 5 s + 1 box\n" for i in range(3000)) + "}\n",
}


@pytest.mark.parametrize("slug", sorted(MANY))
def test_what_is_said_too_often_is_counted(slug: str) -> None:
    world = Memory({"std:prelude/words.vdl": PRELUDE, "d.vdl": "edition 2026\n" + MANY[slug] + "let last = 1 + true\n"})
    diagnostics = list(compile(world, "d.vdl", as_of="2026-01-01").diagnostics)
    assert [d.slug for d in diagnostics] == [slug] * (SAME_DIAGNOSTICS + 1) + ["wrong-type"]
    rest = diagnostics[SAME_DIAGNOSTICS]
    assert rest.message == f"... and 2,900 more of `{slug}` in this file"
    assert rest.stands_for == 2900 and rest.severity == "error"
    assert render(rest).count("\n") == 1, "said in one line, and where"
    assert count(diagnostics, 1) == "3,001 errors in 1 file"
    assert in_order(diagnostics) == diagnostics


def test_one_more_than_is_said_is_said() -> None:
    text = "".join(f"let x{i} = y{i}\n" for i in range(SAME_DIAGNOSTICS + 1))
    diagnostics = compile(Memory({"d.vdl": f"edition 2026\n{text}"}), "d.vdl", as_of="2026-01-01").diagnostics
    assert len(diagnostics) == SAME_DIAGNOSTICS + 1 and all(d.stands_for == 1 for d in diagnostics)
