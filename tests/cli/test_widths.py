"""Columns and carets stand where they should, whatever is written."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
import wcwidth

from tests.examples import SMALLER
from vdl.cli import from_arguments, main
from vdl.cli.terminal import fitted
from vdl.compilation import Compilation
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic, render
from vdl.text.painted import Painted, plain, wrapped
from vdl.text.safe import NARROW, shown, width
from vdl.text.source import Source, Span
from vdl.world import Disk


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0), ("abc", 3), ("Größe ≥ 5 €", 11), ("日本語", 6), ("e\u0301", 1), ("🚚", 2),
        ("ｆ", 2), ("🇩🇪", 2), ("한국", 4), ("Ωж", 2),
    ],
)  # fmt: skip
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


def test_what_counts_as_narrow_is_narrow() -> None:
    ranges = [tuple(map(ord, part.split("-"))) for part in NARROW.split(",")]
    assert ranges[0] == (0x20, 0x7E)
    for first, last in ranges:
        assert not [hex(code) for code in range(first, last + 1) if wcwidth.wcwidth(chr(code)) != 1]


def test_a_table() -> None:
    rows = [["日本語", "1"], ["a", "20"], ["e\u0301e\u0301", "3"], ["\x1b", "4"]]
    assert [plain(line) for line in fitted(["who", "n"], rows, right=[1])] == [
        "who      n",
        "------  --",
        "日本語   1",
        "a       20",
        "e\u0301e\u0301       3",
        r"\u{1b}   4",
    ]


@pytest.mark.parametrize(
    ("before", "marked"),
    [
        ("", "abc"), ("\tx = ", "abc"), ('"日本語" + ', "größe"), ("a ", "日本語"), ("\x1b[2J ", "\u202ex"),
        ("e\u0301 ", "🚚"),
    ],
)  # fmt: skip
def test_a_caret(before: str, marked: str) -> None:
    text = f"{before}{marked} rest"
    span = Span(Source("d.vdl", text), len(before), len(before) + len(marked))
    _, _, _, line, under = render(Diagnostic("slug", "error", "message", span, "label")).split("\n")
    said = {"before": before.replace("\t", "    "), "marked": marked}
    assert line == f"1 | {shown(said['before'])}{shown(marked)} rest"
    assert under == f"  | {' ' * width(shown(said['before']))}{'^' * width(shown(marked))} label"


def test_plain_texts_do_without_the_library() -> None:
    code = "import sys; from vdl.text.safe import width; width('abc ≥ ½ Größe'); print('wcwidth' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


# ------------------------------------------------------------------------------ nothing is wider than the terminal
TOP = Path(__file__).resolve().parents[2]


def too_wide(text: str, columns: int) -> list[str]:
    """The lines that are wider, but for those that are one word behind the blanks and strokes of a tree."""
    wide = [line for line in text.splitlines() if width(line) > columns]
    return [line for line in wide if len(re.sub(r"^[ |`├└─│-]*(\(\d+ deeper\) )?[ |`├└─│-]*", "", line).split()) > 1]


@functools.cache
def counted(example: Path) -> tuple[str, str]:
    """A design of the example, and the last of its counts that is not given."""
    solved = compile(Disk(), str(example), as_of="2026-01-01").designs[0]
    return solved.name, [count.cell.path for count in solved.judged.counts if not count.given][-1]


@functools.cache
def compiled(file: str, design: str, judging: tuple[str, ...] | None) -> Compilation:
    """What a command compiles, once for all widths."""
    return compile(Disk(), file, as_of="2026-01-01", design=design, judging=judging)


def once(files: object, file: str, *, design: str, judging: Collection[str] | None, **others: object) -> Compilation:
    del others["as_of"]
    assert not any(others.values())
    return compiled(file, design, None if judging is None else tuple(judging))


WIDTHS = [(example, 80) for example in SMALLER] + [(example, columns) for example in SMALLER for columns in (100, 160)
          if example.parent.name == "intellicache-xendesktop"]  # fmt: skip
"""Each example as narrow as it may be; one, which is answered quickly, wider too."""


@pytest.mark.parametrize(("example", "columns"), WIDTHS, ids=[f"{path.parent.name}-{columns}" for path, columns in WIDTHS])
def test_nothing_is_wider_than_the_terminal(
    example: Path, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(from_arguments, "compile", once)
    design, count = counted(example)
    for line in ["size", "--all"], ["ask"], ["explain", count, "--depth", "6"]:
        main([line[0], str(example), *line[1:], "--design", design])
        told = capsys.readouterr().out
        assert told and not too_wide(told, columns)


@pytest.mark.parametrize("columns", [30, 46, 70])
def test_a_table_that_is_broken_says_the_same(columns: int) -> None:
    rows = [["pool.blades.hosts_for_load", Painted("12 hosts", "bad"), "日本語 by memory and by cpu and by all that there is"],
            ["b", "", "e\u0301 \x1b"]]  # fmt: skip
    lines = fitted(["count", "number", "decided by"], rows, [1], columns)
    assert max(width(plain(line)) for line in lines) <= columns
    assert all(plain(line) == plain(line).rstrip() for line in lines)
    said = "".join(plain(line) for line in lines)
    for word in ("hosts_", "日本語", "all", r"\u{1b}"):
        assert word in said
    assert Painted("12 hosts", "bad") in [piece for line in lines for piece in line]


def test_text_is_broken_at_its_words() -> None:
    lines = wrapped(["one ", Painted("two three", "strong"), "-four  five"], 9, 2)
    assert [plain(line) for line in lines] == ["one two", "  three-four", "  five"]
    assert lines[0][-1] == Painted("two", "strong") and lines[1][1] == Painted("three", "strong")
    assert wrapped(["  a  b"], 9) == [["  a  b"]]
