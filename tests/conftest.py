"""Options of the whole test run."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import examples

if "PYTEST_XDIST_WORKER" not in os.environ:  # those of one run share what the first of them has kept
    _CACHES = tempfile.TemporaryDirectory(prefix="vdl-tests-")
    os.environ["XDG_CACHE_HOME"] = _CACHES.name
"""Tests keep nothing in the cache folder of who runs them, and find nothing there."""

for _name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR"):  # the first is set by what runs tests in several processes
    os.environ.pop(_name, None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as of what runs in the background; what tests start would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.set_threshold(100_000, 20, 20)
"""Tests keep what they compile for each other, and looking through all of it as often as by default takes a tenth of the time."""

settings.register_profile("vdl", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("vdl")  # how busy a machine is decides no test


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite what the suite's cases and the goldens promise")


@pytest.fixture
def updating(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


# ------------------------------------------------------------------------------ what one process builds for all
_KEPT = tempfile.TemporaryDirectory(prefix="vdl-tests-")


def pytest_configure(config: pytest.Config) -> None:
    given = getattr(config, "workerinput", {})  # of a process that another has started
    examples.folder[:] = [Path(given.get("kept", _KEPT.name))]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells each process that runs tests where what others have built is found."""
    node.workerinput["kept"] = _KEPT.name
