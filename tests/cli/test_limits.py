"""`--limit-time` and `--limit-memory`: what is reached ends the command with 1, says where it was, and leaves nothing behind."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Vdl
from .test_sweep import ENVIRONMENT, NORTH

LONG = ["sweep", *NORTH, "--vary", "fleet.pupils = 1..900_000 pupils", "--format", "csv"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "vdl", *arguments, "--library", "lib", "--as-of", "2026-01-01"]
    return subprocess.run(line, capture_output=True, text=True, env=ENVIRONMENT, timeout=300)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_time(town: Path, jobs: str) -> None:
    ran = run(*LONG, "--jobs", jobs, "--limit-time", "2")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.match(r"error\[limit-reached\]: the time limit of 2 s was reached( while \w[\w (`)]*)?\n", ran.stderr), ran.stderr


def test_memory(town: Path) -> None:
    kinds = "".join([f"kind k{i} {{ a: Number = 1 }}\n" for i in range(20_000)])
    (town / "designs" / "a.vdl").write_text(f"edition 2026\n{kinds}")
    ran = run("check", "designs", "--limit-memory", "35MB", "--format", "json")
    (found,) = json.loads(ran.stdout)["diagnostics"]
    assert (ran.returncode, ran.stderr, found["slug"], found["subject"]) == (1, "", "limit-reached", "designs/a.vdl")
    assert found["message"].startswith("the memory limit of 35 MB was reached while ")


def test_no_document_is_written(town: Path) -> None:
    trips = town / "designs" / "trips.vdl"
    trips.write_text(trips.read_text() + 'document paper "A paper" { section "One" { text "What it says." } }\n')
    ran = run("build", *NORTH, "--document", "paper", "--out", "out", "--limit-memory", "10 MiB")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "error[limit-reached]: the memory limit of 10 MiB was reached" in ran.stderr
    assert not list((town / "out").glob("*")) if (town / "out").exists() else True


def test_what_stays_within_says_what_it_says_without(town: Path) -> None:
    wide = ["--limit-time", "600", "--limit-memory", "2GB"]
    for line in (["check", "designs"], ["size", *NORTH], ["check", "designs", "--format", "sarif"], ["eval", *NORTH, "1 +"]):
        limited, free = run(*line, *wide), run(*line)
        assert (limited.returncode, limited.stdout, limited.stderr) == (free.returncode, free.stdout, free.stderr)


def test_output_that_can_not_be_written_is_said(town: Path) -> None:
    line = [sys.executable, "-m", "vdl", "size", *NORTH, "--library", "lib", "--limit-time", "600"]
    with open("/dev/full", "w") as full:
        ran = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    assert (ran.returncode, "error[not-written]" in ran.stderr) == (1, True)


@pytest.mark.parametrize("option", [
    ["--limit-time", "0"], ["--limit-time", "1.5"], ["--limit-time", "-1"], ["--limit-memory", "5"], ["--limit-memory", "0MB"],
    ["--limit-memory", "2 kB"], ["--limit-memory", "much"],
])  # fmt: skip
def test_a_limit_is_a_number(vdl: Vdl, option: list[str]) -> None:
    ran = vdl("check", "designs", *option)
    assert ran.code == 2 and "error: argument --limit-" in ran.err
