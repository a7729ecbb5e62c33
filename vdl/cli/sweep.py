"""`vdl sweep DESIGN --vary ...`: a design at many values of its inputs, a row each."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from vdl import errors as catalog
from vdl.cli import FINDINGS, INTERRUPTED, OK
from vdl.cli import odds as likely
from vdl.cli.from_arguments import single, status
from vdl.cli.progress import counted
from vdl.cli.terminal import Painted, Screen, errors, output
from vdl.compilation import Compilation, Solved
from vdl.graph.design import SweepEntry
from vdl.query import odds
from vdl.query.beside import faults
from vdl.query.sweeps import Found, Grid, Request, Row, shown
from vdl.query.varied import SCENARIO, Varied, draws, in_question, varied
from vdl.records import NamedTuple
from vdl.semantics.units import ONE, Exact, Unit, divide, plain_decimal
from vdl.spread import dask, processes
from vdl.spread.dask import SchedulerFault
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.limits import SWEEP_ROWS
from vdl.text.machine import Json, document
from vdl.text.source import Span
from vdl.text.spreadsheet import bounded, lines
from vdl.text.written import written
from vdl.values import Labels, Range, Scalar, Varying, bound_of, is_exact
from vdl.words import values as show
from vdl.words.verdicts import STANDINGS

VERDICT = "verdict"


def run(arguments: argparse.Namespace) -> int:
    if arguments.seed is not None and not arguments.sample:
        arguments.parser.error("--seed goes with --sample")
    if arguments.scheduler and arguments.jobs:
        arguments.parser.error("--jobs does not go with --scheduler: how many workers there are is the scheduler's")
    if arguments.vary and (arguments.sample or arguments.question):
        arguments.parser.error(f"--vary does not go with {'--sample' if arguments.sample else 'a question of the design'}")
    complaints = errors()
    design = single(arguments, complaints, elsewhere=_moves_away)
    if design is None:
        return FINDINGS
    compilation, solved, _ = design
    asked, diagnostics = _asked(compilation, solved, arguments)
    requests = []
    for one in asked:
        for text in one.texts:
            diagnostics += shown(solved.types, solved.design, text)[1]
        requests.append(_request(compilation, solved, arguments, one))
    complaints.diagnostics(diagnostics)
    if diagnostics:
        return status(diagnostics)
    ranges: dict[str, str] = {}
    if arguments.sample:
        ranges = odds.unknowns(compilation, _whole(compilation, solved, arguments, asked[0].varied), asked[0].texts)
    if arguments.sample and not ranges:
        if wrong := faults(solved.diagnostics):
            complaints.diagnostics(wrong)
            return FINDINGS
        arguments.parser.error(f"there is nothing to draw: no range stands in the design `{solved.name}`")
    gc.enable()  # each row leaves a design behind
    gc.freeze()
    names = [one.name for one in asked]
    somewhere = False
    for at, request in enumerate(requests):
        made = _made(request, arguments, complaints)
        if at:
            output().say()
        if made.rows or made.status == OK:
            _print(made, names[at], arguments, ranges)
        if made.status != OK:
            return made.status
        somewhere = somewhere or any(row.fault is None for row in made.rows)
    if not somewhere:
        complaints.diagnostics(faults(solved.diagnostics))
    return OK if somewhere else FINDINGS


def _moves_away(fault: Diagnostic) -> bool:
    """Whether a fault of the design as it stands may be gone at other values."""
    return fault.slug != "required-input"


class Made(NamedTuple):
    """The rows of a sweep, as far as they were made."""

    grid: Grid
    rows: list[Row]
    status: int
    """The exit code."""

    @property
    def left(self) -> int:
        return len(self.grid) - len(self.rows)


class Asked(NamedTuple):
    """What is varied, and what is looked at; the name of a question of the design."""

    varied: list[Varied]
    texts: list[str]
    name: str = ""


def _asked(compilation: Compilation, solved: Solved, arguments: argparse.Namespace) -> tuple[list[Asked], list[Diagnostic]]:
    """What is asked for, and what is wrong with it."""
    looked_at = [text.strip() for texts in arguments.show if texts for text in texts.split(",")]
    texts = [text for text in looked_at if text != VERDICT]
    if arguments.sample:  # all counts are told of in any case
        moved = [draws(_SEED if arguments.seed is None else arguments.seed, arguments.sample)]
        if arguments.format == "csv" and not texts:
            texts = _counts(_whole(compilation, solved, arguments, moved))
        return [Asked(moved, texts)], []
    if arguments.vary:
        diagnostics: list[Diagnostic] = []
        moved = []
        for text in arguments.vary:
            one, said = varied(compilation, solved, text)
            diagnostics += said
            moved += [one] if one is not None else []
        _wrong_grid(moved, arguments)
        if not looked_at and not failed(diagnostics):
            texts = _counts(_whole(compilation, solved, arguments, moved))
        return [Asked(moved, texts)], diagnostics
    own = [entry for entry in solved.graph.sweeps if arguments.question in ("", entry.name)]
    if not own:
        known = [entry.name for entry in solved.graph.sweeps]
        if arguments.question:
            return [], [catalog.unknown_option(f"design `{solved.name}`", "question", arguments.question, known)]
        arguments.parser.error('say what is varied: --vary "NAME = VALUES"; or draw the ranges: --sample 1000')
    if len(own) > 1 and arguments.format != "human":
        arguments.parser.error(f"one table at a time: name one of {', '.join([entry.name for entry in own])}")
    units = compilation.names.units
    return [Asked([in_question(entry, units)], texts if looked_at else [_looked_at(entry)], entry.name) for entry in own], []


def _wrong_grid(moved: Sequence[Varied], arguments: argparse.Namespace) -> None:
    """End with what is wrong with a grid, if anything is."""
    names = [one.name for one in moved]
    filled = [text.partition("=")[0].strip() for text in arguments.set]
    for one in moved:
        if not one.size:
            arguments.parser.error(f"--vary {one.name}: there is no value in the list")
        if names.count(one.name) > 1:
            arguments.parser.error(f"--vary {one.name}: it is varied twice")
        values = [setting.words if setting.at is None else setting.at for setting in one.listed]
        for at, value in enumerate(values):
            if value in values[:at]:
                arguments.parser.error(f"--vary {one.name}: {one.listed[at].words} stands in the list twice")
        if one.name in filled:
            arguments.parser.error(f"--vary {one.name}: --set gives it one value")
    if SCENARIO in names and arguments.scenario:
        arguments.parser.error("--vary scenario turns scenarios on, and so does --scenario")


def _looked_at(entry: SweepEntry) -> str:
    return written(Span(entry.source, entry.node.value.start, entry.node.value.end))


def _whole(compilation: Compilation, solved: Solved, arguments: argparse.Namespace, moved: list[Varied]) -> Solved:
    """The design as it stands; where it can't be solved so, and may not have all that it has elsewhere, as in the first row."""
    if not faults(solved.diagnostics):
        return solved
    return _request(compilation, solved, arguments, Asked(moved, [])).grid().first() or solved


def _counts(solved: Solved) -> list[str]:
    return [count.path for count in solved.graph.counts]


_SEED = 1
"""Of draws where none is given."""


def _request(compilation: Compilation, solved: Solved, arguments: argparse.Namespace, asked: Asked) -> Request:
    compilation = compilation._replace(designs=())  # each process solves its own
    scenarios, sets = tuple(arguments.scenario), tuple(arguments.set)
    return Request(compilation, solved.name, scenarios, sets, tuple(asked.varied), tuple(asked.texts))


def _made(request: Request, arguments: argparse.Namespace, complaints: Screen) -> Made:
    """The rows; those made so far where it is interrupted, which is said."""
    grid = request.grid()
    if len(grid) > SWEEP_ROWS:
        arguments.parser.error(f"{len(grid):,} rows are more than {SWEEP_ROWS:,}: take larger steps, or fewer values")
    rows: list[Row] = []
    status = OK
    try:
        for row in counted(_spread(request, grid, arguments), len(grid), "rows"):
            rows.append(row)
    except KeyboardInterrupt:
        status = INTERRUPTED
        complaints.say(f"interrupted: {len(rows):,} of {len(grid):,} rows follow" if rows else "interrupted before the first row")
    except SchedulerFault as fault:
        status = FINDINGS
        complaints.say(Painted("error", "error"), f": the scheduler: {fault}")
        if rows:
            complaints.say(f"{len(rows):,} of {len(grid):,} rows follow")
    return Made(grid, rows, status)


def _spread(request: Request, grid: Grid, arguments: argparse.Namespace) -> Iterator[Row]:
    if arguments.scheduler:
        return dask.rows(request, len(grid), arguments.scheduler)
    return processes.rows(request, grid, arguments.jobs)


def _print(made: Made, name: str, arguments: argparse.Namespace, ranges: Mapping[str, str]) -> None:
    screen = output()
    if arguments.format == "csv":
        screen.text(lines(_csv(made), "\n").removesuffix("\n"))
    elif arguments.sample:
        found = odds.odds(made.rows, made.grid.shown)
        if arguments.format == "json":
            screen.text(document(draws=likely.as_object(found, made.grid.varied[0].seed or 0, ranges), left=made.left))
        elif made.rows:
            likely.say(screen, found, made.grid.varied[0].seed or 0, ranges)
    elif arguments.format == "json":
        screen.text(document(rows=[_object(made.grid, row) for row in made.rows], left=made.left))
    else:
        if name:
            screen.say(Painted(name, "strong"))
        grid = made.grid
        folded = not arguments.all and len(made.rows) > _FOLDED
        for bare in (False, True):
            heads, rows = _rows(made, bare)
            rows = _folded(rows, len(grid.varied)) if folded else rows
            if screen.fits(heads, rows):
                break
        first = len(grid.varied) + len(_options(made))
        numbers = [at for at, one in enumerate(grid.varied) if one.unit is not None]
        screen.table(heads, rows, [*numbers, *range(first, first + len(grid.shown))])


# ------------------------------------------------------------------------------ for people
_FOLDED = 30
"""Rows of a table that is printed as it is; of a longer one those are one that show the same."""


def _folded(rows: list[list[str]], varied: int) -> list[list[str]]:
    """Rows that differ by the input moving first alone, and show the same, as one."""
    folded: list[list[str]] = []
    for _, same in groupby(rows, key=lambda row: row[: varied - 1] + row[varied:]):
        first, *others = same
        if others:
            first = [*first[: varied - 1], f"{first[varied - 1]} to {others[-1][varied - 1]}", *first[varied:]]
        folded.append(first)
    return folded


def _options(made: Made) -> list[str]:
    """The `choose`s of which it is not said which option is taken."""
    varied = [one.name for one in made.grid.varied]
    return list(dict.fromkeys([name for row in made.rows for name, _ in row.options if name not in varied]))


def _rows(made: Made, bare: bool) -> tuple[list[str], list[list[str]]]:
    """Heads and rows; with `bare` figures the units stand in the heads."""
    grid, options = made.grid, _options(made)
    shown = [next((row.shown[at].unit for row in made.rows if row.shown), ONE) for at in range(len(grid.shown))]
    moved = [one.unit or ONE for one in grid.varied]
    names = [*[one.name for one in grid.varied], *options, *[one.text for one in grid.shown]]
    units = [*moved, *[ONE for _ in options], *shown]
    heads = [_headed(name, unit) if bare else name for name, unit in zip(names, units)]
    rows: list[list[str]] = []
    for row in made.rows:
        taken = dict(row.options)
        settings = [
            one.words if one.at is None else show.scalar(one.at, _bare(unit) if bare else unit)
            for one, unit in zip(row.settings, moved)
        ]  # fmt: skip
        values = [show.text(one.value, _bare(one.unit) if bare else one.unit) for one in row.shown] or ["-"] * len(shown)
        standing = STANDINGS[row.verdict][0] if row.fault is None else "not solved"
        verdict = standing + (f": {', '.join(row.failing)}" if row.failing else "")
        rows.append([*settings, *[taken.get(name, "-") for name in options], *values, verdict])
    return [*heads, VERDICT], rows


def _bare(unit: Unit) -> Unit:
    return unit._replace(singular="", plural="")


def _headed(name: str, unit: Unit) -> str:
    return f"{name} ({unit.plural})" if unit.plural else name


# ------------------------------------------------------------------------------ for programs
def _object(grid: Grid, row: Row) -> dict[str, Json]:
    return {
        "inputs": {one.name: setting.words for one, setting in zip(grid.varied, row.settings)},
        "options": dict(row.options),
        "shown": {one.text: dict(show.as_object(found.value, found.unit)) for one, found in zip(grid.shown, row.shown)},
        "verdict": row.verdict,
        "failing": list(row.failing),
        "open": list(row.open_points),
        "error": likely.fault_as_object(row.fault) if row.fault is not None else None,
    }


def _csv(made: Made) -> Iterator[list[str]]:
    """Heads, then the rows. Numbers are plain decimals, in the unit of their column; what varies by label has a column for each,
    a range one for each end."""
    grid, rows, options = made.grid, made.rows, _options(made)
    columns = [_Column(one.text, [row.shown[at] for row in rows if row.shown]) for at, one in enumerate(grid.shown)]
    moved = [_headed(one.name, one.unit or ONE) for one in grid.varied]
    yield [*moved, *options, *[head for column in columns for head in column.heads()], VERDICT, "failing", "error"]
    for row in rows:
        settings = [
            setting.words if setting.at is None or one.unit is None else _decimal(setting.at, one.unit)
            for one, setting in zip(grid.varied, row.settings)
        ]  # fmt: skip
        found = row.shown or (None,) * len(columns)
        cells = [cell for column, one in zip(columns, found) for cell in column.cells(one)]
        taken = dict(row.options)
        error = f"{row.fault.slug} at {row.fault.where}" if row.fault is not None else ""
        yield [*settings, *[taken.get(name, "") for name in options], *cells, row.verdict, "; ".join(row.failing), error]


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
        ends = (" least", " most") if self.ranges else ("",)
        names = [f"{self.name}{' at ' + '/'.join(key) if key else ''}{end}" for key in self.keys or [()] for end in ends]
        return [_headed(name, self.unit or ONE) for name in names]

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
            return [bounded(_decimal(end, self.unit), bound_of(value)) for end in (value.low, value.high)]
        text = bounded(_decimal(value, self.unit), bound_of(value)) if self.unit is not None and is_exact(value) else ""
        return [text] * (2 if self.ranges else 1)


def _decimal(value: Exact, unit: Unit) -> str:
    return plain_decimal(divide(value, unit.factor))
