"""Lines and columns against a plain count, in texts with short lines and long ones."""

from __future__ import annotations

from random import Random

import pytest

from vdl.text.source import Source


def lines_of(text: str) -> list[str]:
    return [line.rstrip("\r") for line in text.split("\n")]


TEXTS = [
    "", "a", "\n", "\n\n\n", "a\nb", "a\r\nb\r\n", "x" * 10_000, "x" * 4095 + "\n" + "y" * 4097 + "\nz", "\n" * 9000,
    "".join(Random(1).choices("ab\n", k=20_000)), "".join(Random(2).choices("abcdefghij" * 20 + "\n", k=50_000)),
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_lines_and_places(text: str) -> None:
    source, lines = Source("x", text), lines_of(text)
    random = Random(0)
    for number in {1, len(lines), *(random.randint(1, len(lines)) for _ in range(200))}:
        assert source.line(number) == lines[number - 1]
    for number in (0, len(lines) + 1):
        with pytest.raises(IndexError):
            source.line(number)
    for offset in {0, len(text), *(random.randint(0, len(text)) for _ in range(200))}:
        above = text[:offset].split("\n")
        assert source.place(offset) == (len(above), len(above[-1]) + 1)
        assert source.line_start(offset) == offset - len(above[-1])
    assert source.place(-5) == source.place(0)
    assert source.place(len(text) + 5) == source.place(len(text))


def test_docs_are_the_lines_directly_above_what_a_line_begins_with() -> None:
    text = "/// not this\n\n  /// one \r\n/// two\nlet x = 1\n/// three\nlet y = 2\n//// four\nlet z = 3\n// five\nlet u = 4\n"
    source = Source("x", text)
    docs = {name: source.doc(text.index(f"let {name}")) for name in "xyzu"}
    assert docs == {"x": "one two", "y": "three", "z": "/ four", "u": ""}
    assert source.doc(0) == ""
    assert source.doc(text.index("x = 1")) == ""
