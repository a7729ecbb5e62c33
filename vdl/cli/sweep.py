"""`vdl sweep DESIGN --vary ...`: a design at many values of its inputs, a row each."""

from __future__ import annotations

import argparse

from vdl.cli.from_arguments import single, status
from vdl.cli.terminal import errors, output, table
from vdl.compilation import Compilation, Solved
from vdl.query.sweeps import Grid, Row, Shown, shown
from vdl.query.varied import Varied, varied
from vdl.text.diagnostics import Diagnostic
from vdl.text.machine import Json, document
from vdl.words import values as show
from vdl.words.verdicts import STANDINGS


def run(arguments: argparse.Namespace) -> int:
    complaints = errors()
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, _ = design
    grid, diagnostics = _grid(compilation, solved, arguments)
    complaints.diagnostics(diagnostics)
    if grid is None:
        return status(diagnostics) or 1
    rows = list(grid.rows())
    if arguments.format == "json":
        output().text(document(rows=[_object(grid, row) for row in rows]))
    else:
        heads = [*[one.name for one in grid.varied], *[one.text for one in grid.shown], "verdict"]
        for line in table(heads, [_cells(row) for row in rows], right=range(len(heads) - 1)):
            output().say(line)
    return 0


def _grid(compilation: Compilation, solved: Solved, arguments: argparse.Namespace) -> tuple[Grid | None, list[Diagnostic]]:
    diagnostics: list[Diagnostic] = []
    moved: list[Varied] = []
    for text in arguments.vary:
        one, said = varied(compilation, solved, text)
        diagnostics += said
        moved += [one] if one is not None else []
    texts = [text.strip() for text in arguments.show.split(",")] if arguments.show else [c.path for c in solved.graph.counts]
    looked_at: list[Shown] = []
    for text in texts:
        if text == "verdict":
            continue
        column, said = shown(solved, text)
        diagnostics += said
        looked_at += [column] if column is not None else []
    if diagnostics:
        return None, diagnostics
    return Grid(compilation, solved.design, solved.name, moved, looked_at), []


def _cells(row: Row) -> list[str]:
    verdict = STANDINGS[row.verdict][0] + (f": {', '.join(row.failing)}" if row.failing else "")
    return [*[one.words for one in row.settings], *[show.text(one.value, one.unit) for one in row.shown], verdict]


def _object(grid: Grid, row: Row) -> dict[str, Json]:
    return {
        "inputs": {one.name: setting.words for one, setting in zip(grid.varied, row.settings)},
        "shown": {one.text: show.as_object(found.value, found.unit) for one, found in zip(grid.shown, row.shown)},
        "verdict": row.verdict,
        "failing": list(row.failing),
        "open": list(row.open_points),
    }
