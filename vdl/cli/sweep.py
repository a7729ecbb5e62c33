"""`vdl sweep DESIGN --vary ...`: a design at many values of its inputs, a row each."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Iterator, Sequence

from vdl.cli import INTERRUPTED
from vdl.cli.from_arguments import single, status
from vdl.cli.progress import counted
from vdl.cli.terminal import errors, output, table
from vdl.compilation import Compilation, Solved
from vdl.query.sweeps import Found, Grid, Request, Row, shown
from vdl.query.varied import Varied, varied
from vdl.semantics.units import Exact, Unit, divide, plain_decimal
from vdl.spread.processes import rows as spread
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import SWEEP_ROWS
from vdl.text.machine import Json, document
from vdl.text.spreadsheet import lines
from vdl.values import Labels, Range, Scalar, Varying, is_exact
from vdl.words import values as show
from vdl.words.verdicts import STANDINGS

VERDICT = "verdict"


def run(arguments: argparse.Namespace) -> int:
    if not arguments.vary:
        arguments.parser.error('say what is varied: --vary "NAME = VALUES"')
    complaints = errors()
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, _ = design
    request, diagnostics = _request(compilation, solved, arguments)
    complaints.diagnostics(diagnostics)
    if request is None:
        return status(diagnostics)
    grid = request.grid()
    if len(grid) > SWEEP_ROWS:
        arguments.parser.error(f"{len(grid):,} rows are more than {SWEEP_ROWS:,}: take larger steps, or fewer values")
    gc.enable()  # each row leaves a design behind
    gc.freeze()
    made: list[Row] = []
    try:
        for row in counted(spread(request, grid, arguments.jobs), len(grid), "rows"):
            made.append(row)
    except KeyboardInterrupt:
        complaints.say(f"interrupted: {len(made):,} of {len(grid):,} rows follow" if made else "interrupted before the first row")
    if arguments.format == "json":
        output().text(document(rows=[_object(grid, row) for row in made], left=len(grid) - len(made)))
    elif arguments.format == "csv":
        output().text(lines(_csv(grid, made), "\n").removesuffix("\n"))
    else:
        heads = [*[one.name for one in grid.varied], *[one.text for one in grid.shown], VERDICT]
        right = [at for at in range(len(heads) - 1) if at >= len(grid.varied) or grid.varied[at].unit is not None]
        for line in table(heads, [_cells(row, len(grid.shown)) for row in made], right):
            output().say(line)
    return INTERRUPTED if len(made) < len(grid) else 0


def _request(
    compilation: Compilation, solved: Solved, arguments: argparse.Namespace
) -> tuple[Request | None, list[Diagnostic]]:
    """What is asked for, and what is wrong with it."""
    diagnostics: list[Diagnostic] = []
    moved: list[Varied] = []
    for text in arguments.vary:
        one, said = varied(compilation, solved, text)
        diagnostics += said
        moved += [one] if one is not None else []
    asked = [text.strip() for text in arguments.show.split(",")] if arguments.show else [c.path for c in solved.graph.counts]
    texts = [text for text in asked if text != VERDICT]
    for text in texts:
        diagnostics += shown(solved.types, solved.design, text)[1]
    if diagnostics:
        return None, diagnostics
    compilation = compilation._replace(designs=())  # each process solves its own
    scenarios, sets = tuple(arguments.scenario), tuple(arguments.set)
    return Request(compilation, solved.name, scenarios, sets, tuple(moved), tuple(texts)), []


# ------------------------------------------------------------------------------ for people
def _cells(row: Row, number: int) -> list[str]:
    values = [show.text(one.value, one.unit) for one in row.shown] or ["-"] * number
    verdict = STANDINGS[row.verdict][0] + (f": {', '.join(row.failing)}" if row.failing else "")
    return [*[one.words for one in row.settings], *values, verdict]


# ------------------------------------------------------------------------------ for programs
def _object(grid: Grid, row: Row) -> dict[str, Json]:
    return {
        "inputs": {one.name: setting.words for one, setting in zip(grid.varied, row.settings)},
        "shown": {one.text: dict(show.as_object(found.value, found.unit)) for one, found in zip(grid.shown, row.shown)},
        "verdict": row.verdict,
        "failing": list(row.failing),
        "open": list(row.open_points),
    }


def _csv(grid: Grid, rows: Sequence[Row]) -> Iterator[list[str]]:
    """Heads, then the rows. Numbers are plain decimals, in the unit of their column; what varies by label has a column for each,
    a range one for each end."""
    columns = [_Column(one.text, [row.shown[at] for row in rows if row.shown]) for at, one in enumerate(grid.shown)]
    moved = [f"{one.name} ({one.unit.plural})" if one.unit is not None and one.unit.plural else one.name for one in grid.varied]
    yield [*moved, *[head for column in columns for head in column.heads()], VERDICT, "failing"]
    for row in rows:
        settings = [
            setting.words if setting.at is None or one.unit is None else _decimal(setting.at, one.unit)
            for one, setting in zip(grid.varied, row.settings)
        ]  # fmt: skip
        found = row.shown or (None,) * len(columns)
        cells = [cell for column, one in zip(columns, found) for cell in column.cells(one)]
        yield [*settings, *cells, row.verdict, "; ".join(row.failing)]


class _Column:
    """One quantity in the columns of a CSV."""

    def __init__(self, name: str, found: Sequence[Found]) -> None:
        self.name = name
        self.unit = found[0].unit if found else None
        self.keys: dict[Labels, None] = {}
        self.ranges = False
        for one in found:
            for key, scalar in one.value.cells.items() if isinstance(one.value, Varying) else [((), one.value)]:
                self.keys[key] = None
                self.ranges = self.ranges or isinstance(scalar, Range)

    def heads(self) -> list[str]:
        unit = f" ({self.unit.plural})" if self.unit is not None and self.unit.plural else ""
        ends = (" least", " most") if self.ranges else ("",)
        return [f"{self.name}{' at ' + '/'.join(key) if key else ''}{end}{unit}" for key in self.keys or [()] for end in ends]

    def cells(self, found: Found | None) -> list[str]:
        made: list[str] = []
        for key in self.keys or [()]:
            value: Scalar | None = None
            if found is not None:
                value = found.value.cells.get(key) if isinstance(found.value, Varying) else found.value
            made += self._ends(value)
        return made

    def _ends(self, value: Scalar | None) -> list[str]:
        assert self.unit is not None or value is None
        if isinstance(value, bool):
            return [str(value).lower()] * (2 if self.ranges else 1)
        if isinstance(value, Range) and self.unit is not None:
            return [_decimal(value.low, self.unit), _decimal(value.high, self.unit)]
        text = _decimal(value, self.unit) if self.unit is not None and is_exact(value) else ""
        return [text] * (2 if self.ranges else 1)


def _decimal(value: Exact, unit: Unit) -> str:
    return plain_decimal(divide(value, unit.factor))
