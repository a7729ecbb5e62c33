"""Tests are designs: every file below tests/suite says in comments what must come of it (see tests/suite/case.py)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.languages.spoken import unspoken
from tests.said import check_places, check_said
from tests.suite.case import SUITE, Case, cases, problems, update
from vdl.errors import CATALOG

CASES = cases()

ELSEWHERE = {
    # made by tests/properties/test_bad_input.py, since no one wants such a file in the repository
    "too-deep", "expression-too-deep", "list-too-long", "file-too-large", "nul-byte", "not-utf8", "unreadable-file",
    "too-many-words",  # tests/parse/test_limits.py
    "without-reason",  # a fault of vdl: tests/properties/test_without_reason.py
    # about options, designs to choose from and outputs: tests/cli
    "unknown-option", "too-intricate", "no-design", "several-designs", "not-written", "no-pdf", "missing-glyph", "untried-choice",
    "untranslated",  # tests/languages/test_build.py
    "several-documents", "other-design", "limit-reached",
    "formula-in-file",  # what a table has when it is written: tests/cli/test_table_files.py
    # about revisions, and what git leaves in files: tests/cli/test_diff.py
    "no-git", "not-a-repository", "unknown-revision", "shallow-clone", "no-merge-base", "nowhere",
    "lfs-pointer", "in-submodule", "missing-object",
    # about lock files: tests/cli/test_lock.py
    "file-moved", "library-moved", "version-moved", "not-in-lock", "no-lock", "damaged-lock", "other-lock-format",
    "unreadable-lock", "lock-outdated",
    # about themes: tests/cli/test_theme.py
    "damaged-theme", "unknown-theme-key", "low-contrast", "like-a-verdict", "unusable-file", "template-failed", "style-fetches",
    "damaged-style", "unknown-in-style", "theme-differs",
    # about snapshots: tests/cli/test_snapshot.py
    "not-as-approved", "not-in-snapshot", "gone-since-approved", "other-layers", "damaged-snapshot", "other-snapshot-schema",
}  # fmt: skip
"""Slugs that no design of the suite can show, and the tests that show them."""


@pytest.mark.parametrize("path", CASES, ids=[p.relative_to(SUITE).with_suffix("").as_posix() for p in CASES])
def test_case(path: Path, updating: bool) -> None:
    case = Case(path)
    found = problems(case)
    if found and updating:
        path.write_text(update(case), encoding="utf-8")
        found = problems(Case(path))
    assert not found, "\n" + "\n".join(found)
    for layers in case.layers():
        said = case.compiled(layers).diagnostics
        check_places(said)
        check_said(said)
        assert not unspoken(case.compiled(layers)), "what documents print is said in German, too"


def test_every_diagnostic_has_a_case() -> None:
    said = re.compile(r"\b(?:error|warning|info)[^:\n]*: \[([a-z0-9-]+)\]")
    shown = {slug for path in CASES for slug in said.findall(path.read_text(encoding="utf-8"))}
    assert not shown - set(CATALOG), "no such slug"
    assert not set(CATALOG) - shown - set(ELSEWHERE), "write a case below tests/suite"
    assert not set(ELSEWHERE) & shown, "there is a case now: take these off the list"
