"""Tests are designs: every file below tests/suite says in comments what must come of it (see tests/suite/case.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suite.case import SUITE, Case, cases, problems, update

CASES = cases()

ELSEWHERE: set[str] = set()
"""Slugs that no design can show: they are about files, folders, options and outputs."""


@pytest.mark.parametrize("path", CASES, ids=[p.relative_to(SUITE).with_suffix("").as_posix() for p in CASES])
def test_case(path: Path, updating: bool) -> None:
    case = Case(path)
    found = problems(case)
    if found and updating:
        path.write_text(update(case), encoding="utf-8")
        found = problems(Case(path))
    assert not found, "\n" + "\n".join(found)
