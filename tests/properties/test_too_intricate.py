"""What nests deeper than the compiler can follow is refused, never a crash."""

from __future__ import annotations

import pytest

from vdl.pipeline import compile
from vdl.world import Memory

DEEP = {
    "functions": "let f0(x: Number): Number = x\n"
    + "".join(f"let f{i}(x: Number): Number = f{i - 1}(x)\n" for i in range(1, 5000))
    + "design d { require y: f4999(1) > 0 }\n",
}


@pytest.mark.parametrize("name", sorted(DEEP))
def test_what_nests_too_deep_is_refused(name: str) -> None:
    compilation = compile(Memory({"deep.vdl": "edition 2026\n" + DEEP[name]}), "deep.vdl", as_of="2026-01-01")
    assert [d.slug for d in compilation.diagnostics] == ["too-much-work"]
