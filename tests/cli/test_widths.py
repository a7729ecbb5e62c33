"""Columns and carets stand where they should, whatever is written."""

from __future__ import annotations

import subprocess
import sys

import pytest
import wcwidth

from vdl.cli.terminal import table
from vdl.text.diagnostics import Diagnostic, render
from vdl.text.safe import NARROW, shown, width
from vdl.text.source import Source, Span


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
    assert table(["who", "n"], rows, right=[1]) == [
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
