"""Speed as ratios taken in one run: `python tests/benchmarks/run.py [--quick]`.

Prints one line for each figure with its aim. Nothing here is asserted: timings move from machine to
machine, and a test that fails on a busy one teaches people to run it again.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from generate import design, pages, rows  # noqa: E402

EXAMPLE = HERE.parents[1] / "examples" / "equallogic-xendesktop" / "design.vdl"
RUNS = 7
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""Compiled modules are kept, as they are on every machine that is not told otherwise."""


def once(command: Sequence[str]) -> tuple[float, float]:
    """Seconds and peak MB of one whole process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), command
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def median(command: Sequence[str], runs: int = RUNS) -> tuple[float, float]:
    once(command)
    taken = [once(command) for _ in range(runs)]
    return statistics.median(t for t, _ in taken), max(m for _, m in taken)


def line(what: str, figure: str, aim: str) -> None:
    print(f"{what:<58} {figure:>26}   aim {aim}", flush=True)


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


def main() -> None:
    quick = "--quick" in sys.argv
    with tempfile.TemporaryDirectory() as folder:

        def write(name: str, text: str) -> str:
            path = os.path.join(folder, name)
            Path(path).write_text(text)
            return path

        def check(path: str) -> list[str]:
            return [sys.executable, "-m", "vdl", "check", path]

        bare, _ = median([sys.executable, "-c", "pass"])
        small, memory = median(check(write("small.vdl", design(200))))
        line("check of 200 lines, cold, to bare Python", f"{small / bare:.1f} x", "at most 12 x, then 8 x")
        line("  the same in seconds, and memory", f"{small:.3f} s, {memory:.0f} MB", "-")

        sizes = (1_000, 10_000) if quick else (10_000, 100_000)
        times = []
        for size in sizes:
            path = write(f"d{size}.vdl", design(size))
            taken, memory = median(check(path), 1)
            parse, _ = median([sys.executable, "-c", BARE_PARSE, path, os.path.join(folder, "lark")], 1)
            times.append(taken)
            line(f"check of {size:,} lines to lark's bare parse of them", f"{taken / parse:.2f} x", "at most 5 x")
            line("  memory", f"{memory:.0f} MB", "at most 450 MB")
        line(f"check of {sizes[1]:,} lines to {sizes[0]:,} lines", f"{times[1] / times[0]:.1f} x", "at most 12 x")

        single, _ = median(check(write("single.vdl", ranges(60, spread=False))))
        ranged, _ = median(check(write("ranged.vdl", ranges(60, spread=True))))
        line("sixty independent ranges to sixty numbers", f"{ranged / single:.2f} x", "at most 2 x")

        cold, _ = median(check(str(EXAMPLE)), 3)
        vary = "task_workers.desktops = 500..1499 desktops step 1 desktop"
        for name, jobs in (("one process", "1"), ("all cores", "")):
            sweep = [sys.executable, "-m", "vdl", "sweep", str(EXAMPLE), "--design", "two_arrays", "--vary", vary]
            taken, _ = median([*sweep, "--show", "vdi.arrays,blades.hosts", *(["--jobs", jobs] if jobs else [])], 1)
            line(f"1,000 points of a sweep, {name}, to cold checks", f"{taken / cold:.1f} x", "at most 12 x")

        edited = write("edited.vdl", ten_edits(EXAMPLE.read_text()))
        taken, _ = median([sys.executable, "-m", "vdl", "diff", str(EXAMPLE), edited], 3)
        line("diff of ten edited inputs to a cold check", f"{taken / cold:.2f} x", "at most 2.2 x")

        for count in (1, 3) if quick else (1, 6):
            path = write(f"pages{count}.vdl", pages(count))
            build = [sys.executable, "-m", "vdl", "build", path, "-o", os.path.join(folder, "out"), "--format"]
            plain, _ = median(check(path), 3)
            html, _ = median([*build, "html"], 3)
            pdf, memory = median([*build, "pdf"], 1)
            number = page_count(os.path.join(folder, "out"))
            line(f"HTML of {number} pages beyond check", f"{(html - plain) * 1000:.0f} ms", "100 ms for 10 pages")
            line(f"PDF of {number} pages", f"{pdf:.1f} s, {memory:.0f} MB", "1.2 s for 10, 3.2 s for 40")
        for count in (200,) if quick else (1_000, 5_000):
            path = write(f"rows{count}.vdl", rows(count))
            build = [sys.executable, "-m", "vdl", "build", path, "-o", os.path.join(folder, "out"), "--format", "pdf"]
            pdf, memory = once(build)
            line(f"PDF of a table of {count:,} rows", f"{pdf:.1f} s, {memory:.0f} MB", "3.5 s for 1,000, 15 s for 5,000")


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
