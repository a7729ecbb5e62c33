"""The same inputs give the same bytes: two hash seeds, two locales, two folders to stand in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.examples import SMALLER

TOP = Path(__file__).resolve().parents[2]
FILES = [
    *SMALLER,
    *sorted((TOP / "tests" / "golden" / "diagnostics").glob("*.vdl")),
]
PEOPLE = [
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "PYTHONUTF8": "0"},
]


def of_any_width(form: str) -> list[dict[str, str]]:
    """The people, who for programs may also say how wide their screens are: people are shown what fits."""
    return [person | {"COLUMNS": columns} if form == "json" else person for person, columns in zip(PEOPLE, ("40", "200"))]


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
    for form, some in ("json", names), ("human", names[1:]):  # to people: one published design
        line = ("check", "--format", form, "--as-of", "2026-01-01", *some)
        one, other = (out(1, *line, **person) for person in of_any_width(form))
        assert one == other


def test_of_a_sizing() -> None:
    design = str(FILES[0].relative_to(TOP))
    for form in "json", "human":
        line = ("size", "--format", form, "--as-of", "2026-01-01", design)
        one, other = (out(0, *line, **person) for person in of_any_width(form))
        assert one == other
