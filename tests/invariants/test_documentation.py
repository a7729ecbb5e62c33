"""The documentation builds, strictly, and needs no network; its page of diagnostics is the catalog's.

Run as a program, this file writes that page anew.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PAGE = TOP / "docs" / "reference" / "diagnostics.md"
HEAD = """# Diagnostics

Everything the compiler can say, by its slug: the word in brackets after `error`, `warning` or `note`.
`vdl explain SLUG` shows the same text in the terminal. This page is made from `vdl/errors/`.

What surfaces in the library is said first at the nearest line of yours that it comes of: the figure that makes a divisor
zero, the value that leaves a label out, the object that states nothing, that is not placed, or whose rule fails. The
library's line follows as the reason.
"""


def diagnostics_page() -> str:
    from vdl import errors

    manuals = [f"## {slug}\n\n{errors.manual(slug)}\n" for slug in sorted(errors.CATALOG)]
    return "\n".join([HEAD, *manuals])


def test_the_page_of_diagnostics_is_made_from_the_catalog() -> None:
    told = f"run: .venv/bin/python {Path(__file__).relative_to(TOP)}"
    assert PAGE.read_text(encoding="utf-8") == diagnostics_page(), told


def test_the_site_builds_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for page in tmp_path.rglob("*.html"):
        elsewhere = r"<(?:script|link|img|iframe)[^>]*\b(?:src|href)=\"(?:https?:)?//[^\"]*"
        loads = re.findall(elsewhere, page.read_text())
        assert not loads, f"{page.name}: {loads}"
    for sheet in tmp_path.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//", sheet.read_text()), sheet.name


if __name__ == "__main__":
    PAGE.write_text(diagnostics_page(), encoding="utf-8")
