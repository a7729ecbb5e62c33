"""What is said hangs on no hash seed: the same bytes of cases that look names up, hold them in sets and tell several objects
together, in one process for each seed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.suite.case import Case, cases
from vdl.text.diagnostics import render

TOP = Path(__file__).resolve().parents[2]
SEEDS = ("0", "1", "4242")
SLUGS = frozenset([
    "added-twice", "added-within", "copied-name", "counted-nowhere", "far-off", "missed-far", "missing-label", "name-taken",
    "named-twice", "nothing-found", "nothing-names", "nothing-reads", "odd-one-out", "one-left-out", "partly-stated",
    "said-otherwise", "swapped", "unknown-field", "unknown-label", "unknown-name", "unknown-unit",
])  # fmt: skip
"""Slugs of what is told of names and of sets of them."""

LONGEST = 3_000
"""Characters of a case: longer ones take their time."""

_SLUG = re.compile(r"\[([a-z-]+)\]")


def sample() -> list[Case]:
    """The cases in which something of that is told, all of `names` among them."""
    short = [case for case in map(Case, cases()) if len(case.text) <= LONGEST or "/names/" in case.name]
    return [case for case in short if not SLUGS.isdisjoint(_slugs(case))]


def _slugs(case: Case) -> set[str]:
    return {slug for mark in case.marks for slug in _SLUG.findall(mark.body)[:1]}


def said() -> str:
    """All that is said of them, with their names."""
    told = [(case.name, [render(one) for one in case.compile().diagnostics]) for case in sample()]
    return "\n".join([f"{name}\n{one}" for name, those in told for one in those]) + "\n"


def test_the_same_is_said_with_every_seed() -> None:
    command = [sys.executable, "-c", "from tests.properties.test_hash_seeds import said; print(said(), end='')"]
    running = [
        subprocess.Popen(command, cwd=TOP, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(TOP)}, stdout=subprocess.PIPE)
        for seed in SEEDS
    ]  # fmt: skip
    told = [process.communicate()[0] for process in running]
    assert not any(process.returncode for process in running)
    assert told[0].count(b"\n") > 1000, "it says next to nothing"
    for seed, other in zip(SEEDS[1:], told[1:]):
        lines = zip(told[0].splitlines(), other.splitlines())
        differing = next((f"{one!r}\n{two!r}" for one, two in lines if one != two), "one ends before the other")
        assert other == told[0], f"with seed {seed}:\n{differing}"
