"""`vdl diff` of sums that lack figures: both sides say so, and nobody is told by how much they differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from vdl.cli import main

DESIGN = """edition 2026
kind shed { price: Number? }
design yard "Yard" {
  a: shed { price = 5 }
  b: shed { }
  let cost = sum(at_least((all shed).price))
  let twice = 2 * cost
  require enough: cost <= 40
}
"""


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("price = 5", "price = 8", ["at least 5", "at least 8", "at least 10", "at least 16"]),
        ("b: shed { }", "b: shed { price = 1 }", ["at least 5  ", " 6", "at least 10  ", "12"]),
    ],
)
def test_sides_say_what_they_lack(
    was: str, now: str, told: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("old.vdl", DESIGN), ("new.vdl", DESIGN.replace(was, now))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    main(["diff", str(tmp_path / "old.vdl"), str(tmp_path / "new.vdl"), "--all"])
    said = capsys.readouterr().out
    assert all(one in said for one in told), said
    assert "+3" not in said and "+6" not in said
