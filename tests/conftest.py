"""Options of the whole test run."""

from __future__ import annotations

import os
import tempfile

import pytest

_CACHES = tempfile.TemporaryDirectory(prefix="vdl-tests-")
os.environ["XDG_CACHE_HOME"] = _CACHES.name
"""Tests keep nothing in the cache folder of who runs them, and find nothing there."""

for _name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR"):  # the first is set by what runs tests in several processes
    os.environ.pop(_name, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite what the suite's cases and the goldens promise")


@pytest.fixture
def updating(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))
