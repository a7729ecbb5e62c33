"""The command line: an adapter around `vdl.pipeline.compile`."""

from __future__ import annotations

import sys

from vdl import show
from vdl.diagnostics import count, render
from vdl.pipeline import compile
from vdl.world import Disk


def main() -> int:
    files = sys.argv[2:]
    found = []
    for file in files:
        compilation = compile(Disk(), file, as_of="2026-11-20")
        found += compilation.diagnostics
        for diagnostic in compilation.diagnostics:
            print(render(diagnostic))
        for solved in compilation.designs:
            print("==", solved.name)
            units = compilation.names.units
            for n in solved.judged.counts:
                unit = show.unit_of_cell(n.cell, units)
                bounds = [
                    f"{'*' if b.binding else ''}{b.entry.name} {show.text(b.most, unit) if b.most is not None else 'not stated'} {b.label}"
                    for b in n.bounds
                ]
                print("  ", n.cell.path, show.text(n.value, unit), "GIVEN" if n.given else "", "; ".join(bounds))
            for r in solved.judged.rules:
                if r.verdict != "holds":
                    print("   rule", r.name, r.verdict, r.detail, r.margin)
            for e in solved.judged.expectations:
                print("   expect", e.entry.scenario, e.entry.name, e.verdict, e.computed_text, "|", e.published_text)
            for a in solved.judged.answers:
                print("   ask", a.entry.name, a.text, a.stopped_by)
    print(count(found, len(files)))
    return 1 if any(d.severity == "error" for d in found) else 0
