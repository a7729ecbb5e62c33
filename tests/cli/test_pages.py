"""What the reference pages show was printed by the program: each block that begins with `$ vdl` is run.

Run as a program, this file writes the outputs anew.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

import pytest

from vdl.cli import main

TOP = Path(__file__).resolve().parents[2]
PAGES = [TOP / "docs" / "reference" / name for name in ("command-line.md", "json.md")]
BLOCK = re.compile(r"(```(?:text|json)\n\$ vdl ([^\n]*)\n)(.*?)(```\n)", re.S)


def design() -> str:
    return re.findall(r"```vdl\n(.*?)```\n", PAGES[0].read_text(encoding="utf-8"), re.S)[0]


def lay_out(folder: Path, text: str) -> None:
    """The files that the pages speak of: the design, and one with more pupils."""
    (folder / "trips.vdl").write_text(text, encoding="utf-8")
    (folder / "new.vdl").write_text(text.replace("310 pupils", "470 pupils"), encoding="utf-8")


def printed(line: str) -> str:
    """What `vdl ...` prints, standard output first."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(shlex.split(line))
    text = out.getvalue() + err.getvalue()
    return text.rstrip("\n") + "\n" + (f"[exit code {code}]\n" if code and "json" not in line else "")


def filled(page: str) -> str:
    return BLOCK.sub(lambda m: m[1] + printed(m[2]) + m[4], page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_shows_what_is_printed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780272000")
    lay_out(tmp_path, design())
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, f"run: .venv/bin/python {Path(__file__).relative_to(TOP)}"


if __name__ == "__main__":
    written = {page: page.read_text(encoding="utf-8") for page in PAGES}
    text = design()
    os.environ["SOURCE_DATE_EPOCH"] = "1780272000"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        lay_out(Path(), text)
        for page, old in written.items():
            new = filled(old)
            page.write_text(new, encoding="utf-8")
            sys.stdout.write(f"{page.name}: {'written' if new != old else 'unchanged'}\n")
