"""A list that is held against itself, or against others, takes work that grows with its length alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.generate import design
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.world import Disk, Memory

NUMBER = 500

TOWN = """edition 2026
kind maker {{ called: Text }}
kind lid {{ by: maker?, other: maker? }}
kind crate {{ maker: maker, tag: Text?, lid: lid {{ by = maker }} }}
{makers}
design d {{
{crates}
  let held = {held}
  require as_many: held == {wanted}
}}
"""

LOOPS = {
    "size([1 for a in all crate, b in all crate if a.full_name == b.full_name])": NUMBER,
    "size([1 for a in all crate, b in all crate if b.full_name == a.full_name and b.maker.called == \"m1\"])": NUMBER // 10,
    "size([1 for a in all crate if a.maker == m1])": NUMBER // 10,
    "size([1 for a in all crate, b in [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9] if b == a.maker])": NUMBER,
    "size([1 for a in all crate, b in all crate if b.full_name == (a.tag else \"\")])": 0,
    "size([1 for m in [m0, m1], a in all crate if size([l for l in all lid in a if (l.other == m else false)]) > 0])": 0,
    "size([1 for m in [m0, m1], a in all crate if size([l for l in all lid in a if l.by == m and true]) > 0])":
        NUMBER // 5,
}  # fmt: skip


def text(held: str, wanted: int, number: int) -> str:
    """A design of crates, each by one of ten makers."""
    makers = "\n".join(f'm{i}: maker {{ called = "m{i}" }}' for i in range(10))
    crates = "\n".join(f"  c{i}: crate {{ maker = m{i % 10} }}" for i in range(number))
    return TOWN.format(makers=makers, crates=crates, held=held, wanted=wanted)


@pytest.mark.parametrize("held", LOOPS)
def test_many_that_are_equal_are_found_without_going_through_all_for_each(held: str) -> None:
    compilation = compile(Memory({"town.vdl": text(held, LOOPS[held], NUMBER)}), "town.vdl", as_of="2026-01-01")
    assert [d.message for d in compilation.diagnostics] == []


@pytest.mark.parametrize("held", LOOPS)
def test_they_are_those_that_a_loop_finds_that_goes_through_all(held: str) -> None:
    """A condition in brackets with `true` before it is looked at for each."""
    slow = held.replace(" if ", " if 1 == 1 and ")
    few = 20
    wanted = LOOPS[held] * few // NUMBER
    for loop in (held, slow):
        compilation = compile(Memory({"town.vdl": text(loop, wanted, few)}), "town.vdl", as_of="2026-01-01")
        assert [d.message for d in compilation.diagnostics] == [], loop


def test_the_documents_of_a_long_design_are_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its clusters is held against each line of its bill, and each of its pools against all that is placed."""
    monkeypatch.setattr("vdl.elaborate.lists.LOOP_ROUNDS", 20_000)  # as a tenth of the lines of the longest
    file = tmp_path / "long.vdl"
    file.write_text(design(1_500))
    compilation = compile(Disk(), str(file), as_of="2026-01-01", documents=True)
    report = build(compilation, compilation.designs[0])[0]
    assert [d.message for d in compilation.diagnostics] == []
    assert len(report.sections) > 10
