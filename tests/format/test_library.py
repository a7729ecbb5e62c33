"""The library and the examples are in the canonical form."""

from __future__ import annotations

from pathlib import Path

import pytest

from vdl.cli import main

TOP = Path(__file__).resolve().parents[2]


def test_the_library_and_the_examples_are_formatted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    code = main(["fmt", "--check", "stdlib", "examples"])
    assert code == 0, f"run: .venv/bin/vdl fmt stdlib examples\n{capsys.readouterr().out}"
