"""Speed as ratios taken in one run: `python tests/benchmarks/run.py [--quick] [--wheel PYTHON] [WORD ...]`.

Prints one line for each figure with its aim. What is measured is the time that processes compute (user and system), the
least of several runs, each in its turn with bare Python: other work on the machine moves it less than the clock on the wall.
Nothing here is asserted: timings move from machine to machine, and a test that fails on a busy one teaches people to run it
again. With words, only the groups of figures that are called so: cold, long, folder, sweep, documents, growth.
`--wheel` is the Python of an environment into which a wheel was installed, to which `check` is measured as well.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from generate import design, failing, pages, populations, rows  # noqa: E402
from grown import FEATURES  # noqa: E402

EXAMPLE = str(HERE / "texts" / "equallogic.vdl")
"""A published system as it was sized when this was written, so that the example itself may grow."""

ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""Compiled modules are kept, as they are on every machine that is not told otherwise."""


class Cost(NamedTuple):
    """Of one whole process and those it starts: seconds it computes, and its peak memory in MB."""

    seconds: float
    memory: float


def once(command: Sequence[str]) -> Cost:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), command
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def least(commands: Sequence[Sequence[str]], runs: int) -> list[Cost]:
    """The least of each, taken in turns after one run that is not counted (that of long ones is)."""
    taken = [[once(command) for command in commands] for _ in range(runs + 1 if runs > 1 else runs)][runs > 1 :]
    return [Cost(min(one.seconds for one in each), max(one.memory for one in each)) for each in zip(*taken)]


def line(what: str, figure: str, aim: str = "-") -> None:
    print(f"{what:<66} {figure:>26}   aim {aim}", flush=True)


BARE_PARSE = """
import os, sys
import lark
from vdl.parse.grammar import START
from vdl.parse.lines import lines
from vdl.world.shipped import GRAMMAR

class Lines:
    always_accept = ()
    process = staticmethod(lines)

text, kept = sys.argv[1:]
if not os.path.exists(kept):
    with open(os.path.join(GRAMMAR, "vdl.lark")) as grammar, open(kept, "wb") as file:
        lark.Lark(grammar, parser="lalr", lexer="basic", start=START).save(file)
with open(kept, "rb") as file:
    parser = lark.Lark.__new__(lark.Lark)._load(file, postlex=Lines())
parser.parse(open(text).read(), start="file")
"""
"""lark alone, with tables that an earlier run has kept."""


class Bench:
    """Where texts are written, and how much is measured."""

    def __init__(self, folder: str, *, quick: bool, wheel: str) -> None:
        self.folder = folder
        self.quick = quick
        self.wheel = wheel

    def write(self, name: str, text: str) -> str:
        path = os.path.join(self.folder, name)
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(text)
        return path

    def beside_bare(self, *commands: Sequence[str], runs: int, python: str = sys.executable) -> tuple[float, list[Cost]]:
        """What bare Python takes, and each command."""
        bare = [python, "-c", "pass"]
        if runs == 1:
            return least([bare], 5)[0].seconds, least(commands, 1)
        first, *others = least([bare, *commands], runs)
        return first.seconds, others


def check(*paths: str, python: str = sys.executable) -> list[str]:
    return [python, "-m", "vdl", "check", *paths]


def cold(bench: Bench) -> None:
    small, wrong = bench.write("small.vdl", design(200)), bench.write("failing.vdl", failing(200))
    for name, python in (("editable", sys.executable), ("wheel", bench.wheel)):
        if python:
            commands = [check(one, python=python) for one in (small, wrong, EXAMPLE)] + [[python, "-m", "vdl", "--version"]]
            bare, (lines_, worse, example, version) = bench.beside_bare(*commands, runs=5 if bench.quick else 15, python=python)
            line(f"check of 200 lines, cold, {name}, to bare Python", f"{lines_.seconds / bare:.1f} x", "at most 8 x")
            line("  the same with rules that fail", f"{worse.seconds / bare:.1f} x")
            line(f"check of a published system, cold, {name}", f"{example.seconds / bare:.1f} x", "at most 10 x")
            line("  `vdl --version`", f"{version.seconds / bare:.1f} x")
            line("  bare Python; memory of a check", f"{bare * 1000:.1f} ms, {lines_.memory:.0f} MB")
    single, ranged = (bench.write(f"{spread}.vdl", ranges(60, spread=spread)) for spread in (False, True))
    one, other = least([check(single), check(ranged)], 3)
    line("sixty independent ranges to sixty numbers", f"{other.seconds / one.seconds:.2f} x", "at most 2 x")


def long(bench: Bench) -> None:
    sizes = (1_000, 10_000) if bench.quick else (10_000, 100_000)
    for name, make, aim, room in (("designs", design, "1.0 x", 450), ("populations", populations, "0.6 x", 250)):
        taken = []
        for size in sizes:
            path = bench.write(f"{name}{size}.vdl", make(size))
            parse = [sys.executable, "-c", BARE_PARSE, path, os.path.join(bench.folder, "lark")]
            form = [sys.executable, "-m", "vdl", "fmt", "--check", path]
            parsed, checked, formatted = least([parse, check("-q", path), form], 2 if size <= 10_000 else 1)
            taken.append(checked.seconds)
            line(f"check of {size:,} lines of {name} to lark's bare parse", f"{checked.seconds / parsed.seconds:.2f} x", aim)
            line("  seconds and memory", f"{checked.seconds:.1f} s, {checked.memory:.0f} MB", f"at most {room} MB")
            share = f"{formatted.seconds / checked.seconds:.2f} x"
            line(f"fmt of {size:,} lines of {name} to check of them", share, "at most 0.5 x")
        line(f"check of {sizes[1]:,} lines of {name} to {sizes[0]:,}", f"{taken[1] / taken[0]:.1f} x", "at most 10 x")
        if make is design:
            (worse,) = least([check("-q", bench.write("failing.vdl", failing(sizes[0])))], 2)
            line(f"check of {sizes[0]:,} lines with rules that fail to such that hold", f"{worse.seconds / taken[0]:.2f} x")


def folder(bench: Bench) -> None:
    counts = (110, 200) if bench.quick else (110, 500)
    for number in range(counts[1]):
        text = design(200).replace("100 desktops", f"{100 + number} desktops")
        for count in counts[number >= counts[0] :]:
            bench.write(f"folder{count}/d{number:03}.vdl", text)
    few, many = (os.path.join(bench.folder, f"folder{count}") for count in counts)
    bare, (first, second) = bench.beside_bare(check("--jobs", "1", few), check("--jobs", "1", many), runs=1)
    each = (second.seconds - first.seconds) / (counts[1] - counts[0])
    line(f"each of {counts[1]} designs of 200 lines in one call", f"{each / bare:.1f} x, {each * 1000:.0f} ms", "2 x bare Python")
    grown = (second.memory - first.memory) / (counts[1] - counts[0])
    line("  memory that each adds", f"{grown:.2f} MB", "none but for what is said of it")
    (together,) = least([check(many)], 1)
    line("  the same in as many processes as there are cores", f"{together.seconds / second.seconds:.2f} x the time computed")


def sweep(bench: Bench) -> None:
    vary = "task_workers.desktops = 500..1499 desktops step 1 desktop"
    line_ = [sys.executable, "-m", "vdl", "sweep", EXAMPLE, "--design", "two_arrays", "--vary", vary, "--show", "vdi.arrays"]
    one, all_ = least([check(EXAMPLE), [*line_, "--jobs", "1"]], 1 if bench.quick else 2)
    line("1,000 points of a sweep, one process, to cold checks", f"{all_.seconds / one.seconds:.1f} x", "at most 12 x")


def diff(bench: Bench) -> None:
    edited = bench.write("edited.vdl", ten_edits(Path(EXAMPLE).read_text()))
    one, both = least([check(EXAMPLE), [sys.executable, "-m", "vdl", "diff", EXAMPLE, edited]], 3)
    line("diff of ten edited inputs to a cold check", f"{both.seconds / one.seconds:.2f} x", "at most 2.2 x")


def documents(bench: Bench) -> None:
    for count in (1, 3) if bench.quick else (1, 6):
        path = bench.write(f"pages{count}.vdl", pages(count))
        build = [sys.executable, "-m", "vdl", "build", path, "-o", os.path.join(bench.folder, f"out{count}"), "--format"]
        bare, (plain, html) = bench.beside_bare(check(path), [*build, "html"], runs=3)
        (pdf,) = least([[*build, "pdf"]], 1)
        number = page_count(os.path.join(bench.folder, f"out{count}"))
        beyond = (html.seconds - plain.seconds) / bare
        line(f"HTML of {number} pages beyond check, to bare Python", f"{beyond:.1f} x", "9 x for 10 pages")
        line(f"PDF of {number} pages", f"{pdf.seconds / bare:.0f} x, {pdf.memory:.0f} MB", "150 x for 10, 350 x for 33")
    for count in (200,) if bench.quick else (1_000, 5_000):
        path = bench.write(f"rows{count}.vdl", rows(count))
        build = [sys.executable, "-m", "vdl", "build", path, "-o", os.path.join(bench.folder, "out"), "--format", "pdf"]
        bare, (pdf,) = bench.beside_bare(build, runs=1)
        line(f"PDF of a table of {count:,} rows", f"{pdf.seconds / bare:.0f} x, {pdf.memory:.0f} MB", "270 x, 1,200 x for 5,000")


def growth(bench: Bench) -> None:
    empty = bench.write("empty.vdl", "edition 2026\ndesign d { }\n")
    for name, feature in FEATURES.items():
        sizes = feature.sizes[:3] if bench.quick else feature.sizes
        paths = [bench.write(f"grown{size}.vdl", feature.text(size)) for size in sizes]
        base, *costs = least([check("-q", path) for path in (empty, *paths)], 3)
        beyond = [max(cost.seconds - base.seconds, 0.0005) for cost in costs]
        grown = [math.log(b / a) / math.log(n / m) for a, b, m, n in zip(beyond, beyond[1:], sizes, sizes[1:])]
        figure = " ".join(f"{exponent:.2f}" for exponent in grown)
        line(f"{name}, {sizes[-1]}: {beyond[-1] * 1000:.0f} ms; exponents", figure, feature.aim)


GROUPS: dict[str, Callable[[Bench], None]] = {
    "cold": cold, "long": long, "folder": folder, "sweep": sweep, "diff": diff, "documents": documents, "growth": growth,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="*", choices=[[], *GROUPS])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--wheel", default="")
    wanted = parser.parse_args()
    for name in wanted.groups or GROUPS:
        with tempfile.TemporaryDirectory() as where:
            GROUPS[name](Bench(where, quick=wanted.quick, wheel=wanted.wheel))


def ten_edits(text: str) -> str:
    """The example with ten other figures."""
    edits = (
        ("630 desktops  ", "700 desktops  "), ("80 desktops/host", "90 desktops/host"), ("1.5 GiB/desktop", "1.6 GiB/desktop"),
        ("cache_growth     = 25 %", "cache_growth = 30 %"), ("160 desktops/volume", "150 desktops/volume"),
        ("500 GiB/volume", "600 GiB/volume"), ("headroom = 15 %", "headroom = 20 %"), ("= 40 sessions/vm", "= 45 sessions/vm"),
        ("= 12 vms/host", "= 11 vms/host"), ("images           = 6 images", "images = 7 images"),
    )  # fmt: skip
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def ranges(count: int, *, spread: bool) -> str:
    """Populations whose load is a range each (or a number), meeting in one count and one rule."""
    parts = ["edition 2026", "import std.raid", "import std.drives", "design d {"]
    parts.append("  disks: tier { drive = drives.sas_15k_146, raid = raid.raid10 }")
    for i in range(count):
        load = f"{10 + i}..{20 + i}" if spread else f"{20 + i}"
        parts.append(f"  d{i}: storage_demand {{ capacity = 1 GB, reads = {load} IOPS, writes = {5 + i} IOPS }}")
    parts.append(f"  place {', '.join(f'd{i}' for i in range(count))} on disks")
    parts.append("  require carried: disks.load.iops <= 90_000 IOPS")
    return "\n".join([*parts, "}"]) + "\n"


def page_count(folder: str) -> int:
    from pypdf import PdfReader

    newest = max(Path(folder).glob("*.pdf"), key=lambda p: p.stat().st_mtime)
    return len(PdfReader(newest).pages)


if __name__ == "__main__":
    main()
