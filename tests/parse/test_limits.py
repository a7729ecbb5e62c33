"""What a file may hold: within the limit on its size, no text takes more memory or time than a large design."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from vdl.parse import lexer, parse, parse_expression
from vdl.text.limits import FILE_SIZE
from vdl.text.source import Source

TOP = Path(__file__).resolve().parents[2]
MEMORY = 1_500_000_000
SECONDS = 60
"""Far more than it takes; what does not end is stopped."""

HEAD = "edition 2026\n"
REST = FILE_SIZE - len(HEAD)


def fill(before: str, again: str, behind: str = "") -> str:
    """A text that is as large as a file may be."""
    return HEAD + before + again * ((REST - len(before) - len(behind)) // len(again)) + behind


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        (fill("", "\n"), ""),
        (fill("", "// \n"), ""),
        (fill('let x = "', "x", '"\n'), ""),
        (fill('document d { text """', 'x" ', '""" }\n'), ""),
        (fill('let x = "', "x"), "open-text"),
        (fill('let x = "', "\\n", '"\n'), "too-many-words"),
        (fill("let x = 1 a", "/a"), "expression-too-deep"),
        (fill("", "x "), "too-many-words"),
        (fill('document d { text "', "{x}", '" }\n'), "too-many-words"),
        (fill("", "x", " 1"), "unexpected-word"),
    ],
    ids=range(10),
)
def test_a_large_file_of_one_thing(text: str, slug: str, tmp_path: Path) -> None:
    assert FILE_SIZE - 4 <= len(text) <= FILE_SIZE
    (tmp_path / "d.vdl").write_text(text, newline="")
    ran = subprocess.run(
        [sys.executable, "-m", "vdl", "check", str(tmp_path / "d.vdl")], cwd=TOP, capture_output=True, text=True,
        preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
                            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))),
    )  # fmt: skip
    assert ran.returncode == (1 if slug else 0), ran.stderr
    assert len(ran.stdout) < 2000
    assert ran.stdout.startswith(f"error[{slug}]" if slug else "0 errors")


def slugs(text: str) -> list[str]:
    return [d.slug for d in parse(Source("x", text))[1]]


def test_words_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexer, "WORDS", 10)
    assert slugs("let x = 1 // one\nlet y = 2\n\n") == []
    assert slugs("let x = 1\nlet y = 2\nlet") == ["too-many-words"]
    assert slugs("let x = = 1\nlet y = 2\n") == ["too-many-words"], "also where it has other faults"
    assert [d.slug for d in parse_expression(Source("x", "1 + " * 10))[1]] == ["too-many-words"]
    (found,) = parse(Source("x", "let x = 1\nlet y = 2\n10\n11\n"))[1]
    assert found.span is not None and found.span.text == "10"


def test_values_in_texts_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdl.parse.VALUES", 10)
    text = 'text "{x} and {x}"\n'
    assert slugs("document d {\n" + text * 5 + "}\n") == []
    assert slugs("document d {\n" + text * 6 + "}\n") == ["too-many-words"]
    assert slugs("let x = = 1\ndocument d {\n" + text * 6 + "}\n") == ["too-many-words"]
