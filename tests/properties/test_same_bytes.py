"""The same inputs give the same bytes: two hash seeds, two locales, two folders to stand in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
FILES = [
    *sorted((TOP / "examples").rglob("*.vdl")),
    *sorted((TOP / "tests" / "golden" / "diagnostics").glob("*.vdl")),
]
PEOPLE = [
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC", "COLUMNS": "40"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "COLUMNS": "200", "PYTHONUTF8": "0"},
]


def out(code: int, *arguments: str, **environment: str) -> bytes:
    """What a command prints in an environment of its own; it ends with `code`."""
    keep = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "PYTHONPATH")}
    command = [sys.executable, "-m", "vdl", *arguments]
    ran = subprocess.run(command, cwd=TOP, env=keep | environment, capture_output=True)
    assert ran.returncode == code, ran.stderr.decode(errors="replace")
    assert b"Traceback" not in ran.stderr
    assert len(ran.stdout) > 1000
    return ran.stdout


def test_of_a_check() -> None:
    names = [str(path.relative_to(TOP)) for path in FILES]
    for form in "json", "human":
        one, other = (out(1, "check", "--format", form, "--as-of", "2026-01-01", *names, **person) for person in PEOPLE)
        assert one == other


def test_of_a_sizing() -> None:
    design = str(FILES[0].relative_to(TOP))
    for form in "json", "human":
        one, other = (out(0, "size", "--format", form, "--as-of", "2026-01-01", design, **person) for person in PEOPLE)
        assert one == other
