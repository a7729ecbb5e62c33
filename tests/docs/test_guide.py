"""The guide shows what really happens: its files are written one after the other, and its commands are run on them.

On a page of the guide
- a block whose first line ends in `// NAME.vdl` is that file from there on; what stands before it is replaced;
- a block that begins with `$ vdl ...` shows what that command prints; ends it in `[...]`, its first lines;
- a block that begins with `NAME.md:` or `NAME.csv:` shows lines of what was built before. `[...]` stands for lines left out.
Blocks marked `vdl` compile without an error, which tests/properties holds for all documentation; here also those that
do not. Run as a program, this file writes anew what commands print.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

import pytest

from vdl.cli import main
from vdl.pipeline import compile
from vdl.render.formats.pdf_pages import PdfUnavailable, pdf
from vdl.render.html import html
from vdl.report.build import build
from vdl.world import Disk

TOP = Path(__file__).resolve().parents[2]
PAGES = sorted((TOP / "docs" / "guide").rglob("*.md"))
BLOCK = re.compile(r"^```(\S*)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"edition 2026  // (\S+\.vdl)\n")
LEFT_OUT = "[...]"
TINY = "tiny.vdl"
DAY = "1780272000"  # 2026-06-01


@functools.cache
def pdfs_can_be_made() -> bool:
    compilation = compile(Disk(unsaved={TINY: "edition 2026\ndesign d { }\n"}), TINY, as_of="2026-06-01", documents=True)
    try:
        return bool(pdf(html(build(compilation, compilation.designs[0])[0])))
    except PdfUnavailable:
        return False


def printed(line: str) -> str:
    """What `vdl ...` prints, standard output first."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(shlex.split(line))
    text = out.getvalue() + err.getvalue()
    return text.rstrip("\n") + "\n" + (f"[exit code {code}]\n" if code else "")


def parts_in_order(shown: str, whole: str) -> bool:
    """Whether the pieces between lines left out are pieces of the whole, in this order."""
    at = 0
    for piece in re.split(r"^\[\.\.\.\]\n", shown, flags=re.M):
        found = ("\n" + whole).find("\n" + piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def filled(page: str, complaints: list[str]) -> str:
    """The page with its commands run in the current folder; `complaints` gets what can't be written anew."""

    def block(m: re.Match[str]) -> str:
        body = m[2]
        if named := FILE.match(body):
            Path(named[1]).write_text(body, encoding="utf-8")
        elif body.startswith("$ vdl "):
            first, shown = body.split("\n", 1)
            if first.startswith("$ vdl build") and not pdfs_can_be_made():
                return m[0]
            text = printed(first.removeprefix("$ vdl "))
            if shown.endswith(f"{LEFT_OUT}\n"):
                text = "".join([*text.splitlines(keepends=True)[: shown.count("\n") - 1], f"{LEFT_OUT}\n"])
            return f"```{m[1]}\n{first}\n{text}```"
        elif document := re.match(r"(\S+\.(?:md|csv)):\n", body):
            if not Path(document[1]).is_file():
                complaints.append(f"nothing built {document[1]}")
            elif not parts_in_order(body[document.end() :], Path(document[1]).read_text(encoding="utf-8")):
                complaints.append(f"{document[1]} does not have:\n{body[document.end() :]}")
        return m[0]

    return BLOCK.sub(block, page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_shows_what_happens(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", DAY)
    text = page.read_text(encoding="utf-8")
    complaints: list[str] = []
    assert filled(text, complaints) == text, f"run: .venv/bin/python {Path(__file__).relative_to(TOP)}"
    assert not complaints, "\n".join(complaints)


if __name__ == "__main__":
    os.environ["SOURCE_DATE_EPOCH"] = DAY
    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        complaints: list[str] = []
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            new = filled(old, complaints)
            os.chdir(TOP)
        page.write_text(new, encoding="utf-8")
        for line in [f"{page.name}: {'written' if new != old else 'unchanged'}", *complaints]:
            sys.stdout.write(f"{line}\n")
