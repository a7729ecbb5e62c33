"""The documentation builds, strictly, and a reader without a network misses nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


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
