"""`vdl check PATH...`: everything that is wrong with files, and how the verdicts stand."""

from __future__ import annotations

import argparse
import gc
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from vdl import errors
from vdl.cli import FINDINGS
from vdl.cli.from_arguments import status
from vdl.cli.inputs import world
from vdl.cli.terminal import output
from vdl.compilation import Compilation, Solved
from vdl.judge import Verdict
from vdl.judge.standing import Standing
from vdl.pipeline import compile
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic, count, failed, in_order, several
from vdl.text.painted import Painted
from vdl.text.source import LIBRARY
from vdl.words.left_out import left_out
from vdl.words.verdicts import EXPECTATIONS, RULES, STANDINGS
from vdl.world import design_files
from vdl.world.shipped import LIBRARY as LIBRARY_FOLDER

if TYPE_CHECKING:
    from vdl.snapshot.json import JsonObject
    from vdl.world import Disk


class _Wanted(NamedTuple):
    """What is wanted of each file, in whichever process."""

    world: Disk
    as_of: str
    scenarios: Sequence[str]
    sets: Sequence[str]
    design: str
    machine: bool
    clears: bool
    """Whether what compilations leave in memory is cleared up, which takes a tenth of their time."""


class _Checked(NamedTuple):
    """What came of one file; the compilation itself is not kept."""

    diagnostics: tuple[Diagnostic, ...]
    tally: Tally
    changed: tuple[str, ...]
    designs: tuple[JsonObject, ...]
    known: bool
    """Whether the design that was asked for is one of it."""


def run(arguments: argparse.Namespace) -> int:
    files, diagnostics = _files(arguments.paths, arguments.library or LIBRARY_FOLDER)
    machine = arguments.format == "json"
    wanted = _Wanted(
        world(arguments), arguments.as_of, arguments.scenario, arguments.set, arguments.design, machine, len(files) > _MANY
    )
    tally = Tally()
    designs: list[JsonObject] = []
    changed: list[str] = []
    known = False
    for one in _all_checked(wanted, files, arguments.jobs):
        diagnostics += one.diagnostics
        tally.update(one.tally)
        changed += one.changed
        designs += one.designs
        known = known or one.known
    if arguments.design and known:  # the others simply do not hold it
        diagnostics = [d for d in diagnostics if d.slug != "unknown-option" or d.subject not in files]
    diagnostics = in_order(diagnostics)
    if machine:
        from vdl.snapshot.json import everything

        output().text(everything(arguments.as_of, diagnostics, [*files, *arguments.paths], designs))
    else:
        screen = output()
        screen.diagnostics([d for d in diagnostics if d.severity == "error"] if arguments.quiet else diagnostics)
        for line in [] if arguments.quiet else changed:
            screen.tell(f"note: {line}", hanging=2)
        screen.tell(*summary(diagnostics, len(files), tally), hanging=2)
    return FINDINGS if arguments.strict and tally.open else status(diagnostics)


_FEW = 20
"""Files that are sooner checked here than handed out."""
_AT_ONCE = 10
"""Files that are handed out together."""
_MANY = 100
"""Files that leave more in memory than may stay there."""


def _all_checked(wanted: _Wanted, files: Sequence[str], jobs: int) -> Iterator[_Checked]:
    """What came of each file, in order; `jobs` is how many processes check them, 0 for as many as may run at once."""
    parts = [files[first : first + _AT_ONCE] for first in range(0, len(files), _AT_ONCE)]
    if len(parts) <= 1 or jobs == 1 or (not jobs and len(files) < _FEW):
        made: Iterable[Sequence[_Checked]] = (_checked(wanted, part) for part in parts)
    else:
        from vdl.spread.processes import handed_out, workers

        made = handed_out(_checked, wanted, parts, jobs or workers())
    for part in made:
        yield from part


def _checked(wanted: _Wanted, files: Sequence[str]) -> list[_Checked]:
    """What came of some files. The collector looks at what they left once, and not while they are compiled."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return [_one(wanted, file) for file in files]
    finally:
        if wanted.clears:
            gc.collect()
        if collects:
            gc.enable()


def _one(wanted: _Wanted, file: str) -> _Checked:
    compilation = compile(
        wanted.world, file, as_of=wanted.as_of, scenarios=wanted.scenarios, sets=wanted.sets, design=wanted.design
    )
    named = compilation.names.designs(file)
    tally = Tally()
    tally.not_judged = max(0, sum(wanted.design in ("", name) for name in named) - len(compilation.designs))
    for solved in compilation.designs:
        tally.add(solved)
    changed = [f"design `{solved.name}`: {words}" for solved in compilation.designs if (words := left_out(solved))]
    designs = [as_object(compilation, solved) for solved in compilation.designs] if wanted.machine else []
    return _Checked(compilation.diagnostics, tally, tuple(changed), tuple(designs), wanted.design in named)


def as_object(compilation: Compilation, solved: Solved) -> JsonObject:
    """A solved design for machines, with the answers to its questions."""
    from vdl.query.questions import answers
    from vdl.snapshot.json import design
    from vdl.snapshot.take import snapshot

    return design(snapshot(compilation, solved), answers(compilation, solved), compilation.names.units)


def _files(paths: list[str], library: str) -> tuple[list[str], list[Diagnostic]]:
    """The files that are meant, each once, in the order given; folders give theirs sorted.

    Files of the library itself go by the name that imports give them.
    """
    files: dict[str, None] = {}
    diagnostics = []
    for path in paths:
        if os.path.isdir(path):
            below = [file.removeprefix("./") for file in design_files(path)]
            if not below:
                diagnostics.append(errors.no_design(path, folder=True))
            files.update(dict.fromkeys(below))
        else:
            files[path] = None
    top = os.path.join(os.path.realpath(library), "")
    named: dict[str, None] = {}
    for file in files:
        real = os.path.realpath(file) if "\0" not in file else file
        inside = real.startswith(top) and os.path.isfile(real)
        named[LIBRARY + real[len(top) :].replace(os.sep, "/") if inside else file] = None
    return list(named), diagnostics


class Tally:
    """How many verdicts of each sort there are."""

    def __init__(self) -> None:
        self.designs: Counter[Standing] = Counter()
        self.rules: Counter[str] = Counter()
        self.expectations: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.accepted = 0
        self.not_judged = 0
        """Designs of files with errors, of which none was made."""

    @property
    def open(self) -> bool:
        """Whether a design does not plainly hold."""
        return any(standing != "holds" for standing in self.designs)

    def update(self, other: Tally) -> None:
        self.designs.update(other.designs)
        self.rules.update(other.rules)
        self.expectations.update(other.expectations)
        self.points.update(other.points)
        self.accepted += other.accepted
        self.not_judged += other.not_judged

    def add(self, solved: Solved) -> None:
        self.designs[solved.standing] += 1
        self.rules.update(_counted(rule) for rule in solved.judged.rules)
        self.expectations.update(expectation.outcome for expectation in solved.expectations)
        self.points.update("open" if point.accepted is None else "accepted" for point in solved.open_points)
        self.accepted += solved.accepted


_NOTED = "noted"


def _counted(rule: Verdict) -> str:
    """What a rule counts as. Of one that is only listed, the design stands all the same where it is not met."""
    return _NOTED if rule.severity == "info" and rule.outcome in ("fails", "part", "not-evaluated") else rule.outcome


def summary(diagnostics: list[Diagnostic], files: int, tally: Tally) -> tuple[Painted, str]:
    """The last line: "3 errors, 1 warning in 4 files; rules: 12 hold, 1 is waived; ..." """
    severity = "error" if failed(diagnostics) else "warning" if diagnostics else "good"
    total = sum(tally.designs.values())
    stand = [several(tally.designs[one], *words) for one, words in STANDINGS.items() if tally.designs[one]][::-1]
    first = several(total, "design") if total or not tally.not_judged else ""
    if len(stand) == 1:
        first += f" {STANDINGS[next(iter(tally.designs))][total > 1]}"
    elif stand:
        first += f": {', '.join(stand)}"
    if tally.accepted:
        first += f", with {several(tally.accepted, 'accepted exception')}"
    parts = [first] if first else []
    if tally.not_judged:
        parts.append(f"{several(tally.not_judged, 'design')} not judged")
    for name, counted, first, wording in (
        ("rules", tally.rules, "holds", {**RULES, _NOTED: (_NOTED, _NOTED)}),
        ("expectations", tally.expectations, "agrees", EXPECTATIONS),
    ):  # fmt: skip
        shown = [several(counted[v], *wording[v]) for v in dict.fromkeys([first, *wording]) if counted[v]]
        if shown:
            parts.append(f"{name}: {', '.join(shown)}")
    if tally.points["accepted"]:
        parts.append(f"open points: {', '.join([f'{number:,} {state}' for state, number in sorted(tally.points.items())])}")
    return Painted(count(diagnostics, files), severity), "".join(f"; {part}" for part in parts)
