"""Texts that no one means to write: a diagnostic with its place, and never an exception."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic, render
from vdl.text.limits import DIGITS, EXPRESSION_DEPTH, FILE_SIZE, LIST_LENGTH, NESTING
from vdl.world import Disk, Memory

HEAD = "edition 2026\n"
MANY = 10_000


def found(text: str) -> list[Diagnostic]:
    diagnostics = list(compile(TestWorld(texts={"d.vdl": text}), "d.vdl", as_of=AS_OF).diagnostics)
    for diagnostic in diagnostics:
        assert diagnostic.span is not None and diagnostic.span.end <= len(text)
        assert len(render(diagnostic)) < 4000, "a line of a file is shown in part"
    return diagnostics


def slugs(text: str) -> list[str]:
    return [d.slug for d in found(text)]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("design d {\n" + "a {" * MANY, "too-deep"),
        ("design d {\n" + "a {" * MANY + "}" * MANY + "}\n", "too-deep"),
        ("let a = " + "(" * MANY + "1" + ")" * MANY, "too-deep"),
        ("let a = " + "[" * MANY, "too-deep"),
        ("let a = " + "{ else: " * MANY, "too-deep"),
        ("let a = 1" + " + 1" * MANY, "expression-too-deep"),
        ("let a = " + "-" * MANY + "1", "expression-too-deep"),
        ("let a = " + "not " * MANY + "true", "expression-too-deep"),
        ("let a = b" + ".c" * MANY, "expression-too-deep"),
        ("let a = " + "1 if true else " * MANY + "2", "expression-too-deep"),
        ("let a = 1" + "0" * 1_000_000, "number-too-long"),
        ("let a = 0." + "1" * 1_000_000, "number-too-long"),
        ("let a = [" + "1, " * (LIST_LENGTH + 1) + "1]", "list-too-long"),
        ("let a = sum([" + "1, " * (LIST_LENGTH + 1) + "1])", "list-too-long"),
        ("let a = max(" + "1, " * (LIST_LENGTH + 1) + "1)", "list-too-long"),
    ],
    ids=range(15),
)
def test_a_limit_has_a_diagnostic(text: str, slug: str) -> None:
    assert slugs(HEAD + text + "\n") == [slug]


@pytest.mark.parametrize(
    "text",
    [
        "let a = " + "(" * (NESTING - 1) + "1" + ")" * (NESTING - 1),
        "let a = 1" + " + 1" * (EXPRESSION_DEPTH - 1),
        "let a = 1" + "0" * (DIGITS - 1),
        "let a = size([" + ", ".join(["1"] * LIST_LENGTH) + "])",
    ],
    ids=range(4),
)
def test_what_just_keeps_a_limit_compiles(text: str) -> None:
    assert slugs(HEAD + text + "\n") == []


RUBBISH = ["}" * MANY, "@" * MANY, '"' * (MANY + 1), "\\" * MANY, "design " * MANY, "\u0300" * MANY, "é ≥ ∞ 🚚\n" * 500]


@pytest.mark.parametrize("text", RUBBISH, ids=range(len(RUBBISH)))
def test_rubbish_has_few_diagnostics(text: str) -> None:
    assert 1 <= len(found(HEAD + text)) <= 30


def test_line_ends_of_other_systems() -> None:
    assert slugs(HEAD.replace("\n", "\r\n") + "design d {\r\n  let a = 3\r\n}\r\n") == []
    assert slugs("\ufeff".replace("\ufeff", "") + HEAD + "\tdesign d {\f let a = 3 }\n") == []


@pytest.mark.parametrize(
    ("data", "slug"),
    [
        (b"edition 2026\n\x00", "nul-byte"),
        (b"edition 2026\n\xff\xfe", "not-utf8"),
        ("edition 2026\n".encode("utf-16"), "nul-byte"),
        (b"edition 2026\n" + b"\n" * FILE_SIZE, "file-too-large"),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes, slug: str) -> None:
    bad, entry = tmp_path / "bad.vdl", tmp_path / "entry.vdl"
    bad.write_bytes(data)
    entry.write_text(HEAD + 'import "bad.vdl"\ndesign d { }\n')
    alone = compile(Disk(), str(bad), as_of=AS_OF).diagnostics
    assert [(d.slug, d.span, d.subject) for d in alone] == [(slug, None, str(bad))]
    imported = compile(Disk(), str(entry), as_of=AS_OF).diagnostics
    assert [d.slug for d in imported] == [slug] and imported[0].span is not None
    assert imported[0].span.source.path == str(entry)


def test_a_large_file_under_the_limit_is_read() -> None:
    text = HEAD + "// nothing\n" * 200_000 + "design d { let a = 3 kg + 3 s }\n"
    assert slugs(text) == ["unit-mismatch"]


def test_what_is_no_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.vdl"
    os.mkfifo(pipe)
    none = str(tmp_path / "no.vdl")
    cases = {str(pipe): "unreadable-file", str(tmp_path): "folder-not-file", none: "file-not-found", "a\0b": "file-not-found"}
    for name, slug in cases.items():
        assert [d.slug for d in compile(Disk(), name, as_of=AS_OF).diagnostics] == [slug], name


def test_an_empty_world() -> None:
    assert [d.slug for d in compile(Memory({}), "d.vdl", as_of=AS_OF).diagnostics] == ["file-not-found"]
    assert [d.slug for d in compile(Memory({"d.vdl": ""}), "d.vdl", as_of=AS_OF).diagnostics] == ["edition-missing"]
