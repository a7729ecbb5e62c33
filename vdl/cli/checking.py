"""Files compiled for a check, by one process or several: what came of each, and how many verdicts of each sort there are."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from vdl.compilation import Compilation, Solved
from vdl.judge import Verdict
from vdl.judge.standing import Standing
from vdl.pipeline import compile
from vdl.records import NamedTuple
from vdl.semantics.types import DocumentSymbol
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.words.left_out import left_out
from vdl.words.unjudged import is_judged

if TYPE_CHECKING:
    from vdl.cli.approved import Holding
    from vdl.snapshot.json import JsonObject
    from vdl.snapshot.records import Snapshot
    from vdl.world import Disk


class Wanted(NamedTuple):
    """What is wanted of each file, in whichever process."""

    world: Disk
    as_of: str
    scenarios: Sequence[str]
    sets: Sequence[str]
    design: str
    objects: bool
    """Whether designs are wanted as objects for machines."""
    snapshots: bool
    clears: bool
    """Whether what compilations leave in memory is cleared up, which takes a tenth of their time."""


class OfFile(NamedTuple):
    """What came of one file; the compilation itself is not kept."""

    diagnostics: tuple[Diagnostic, ...]
    tally: Tally
    changed: tuple[str, ...]
    """What is not judged of designs with layers on top, in words."""
    objects: tuple[JsonObject, ...]
    snapshots: tuple[Snapshot, ...]
    read: tuple[str, ...]
    """The names of all files that were read."""
    known: bool
    """Whether the design that was asked for is one of it."""


_FEW = 20
"""Files that are sooner checked here than handed out."""
_AT_ONCE = 10
"""Files that are handed out together."""
MANY = 100
"""Files that leave more in memory than may stay there."""


def of_files(wanted: Wanted, files: Sequence[str], jobs: int, holding: Holding | None) -> Iterator[OfFile]:
    """What came of each file, in order; `jobs` is how many processes check them, 0 for as many as may run at once.
    What is held to a snapshot is looked at in this one."""
    parts = [files[first : first + _AT_ONCE] for first in range(0, len(files), _AT_ONCE)]
    if len(parts) <= 1 or jobs == 1 or holding is not None or (not jobs and len(files) < _FEW):
        made: Iterable[Sequence[OfFile]] = (_of_part(wanted, part, holding) for part in parts)
    else:
        from vdl.spread.processes import handed_out, workers

        made = handed_out(_of_part, wanted, parts, jobs or workers())
    for part in made:
        yield from part


def _of_part(wanted: Wanted, files: Sequence[str], holding: Holding | None = None) -> list[OfFile]:
    """What came of some files. The collector looks at what they left once, and not while they are compiled."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return [_of_file(wanted, file, holding) for file in files]
    finally:
        if wanted.clears:
            gc.collect()
        if collects:
            gc.enable()


def _of_file(wanted: Wanted, file: str, holding: Holding | None) -> OfFile:
    compilation = compile(
        wanted.world, file, as_of=wanted.as_of, scenarios=wanted.scenarios, sets=wanted.sets, design=wanted.design
    )
    named = compilation.names.designs(file)
    tally = Tally()
    tally.not_judged = max(0, sum(wanted.design in ("", name) for name in named) - len(compilation.designs))
    for solved in compilation.designs:
        tally.add(solved)
    changed = [f"design `{solved.name}`: {words}" for solved in compilation.designs if (words := left_out(solved))]
    otherwise = holding.file(wanted.world, compilation) if holding is not None else []
    return OfFile(
        (*otherwise, *in_order([*compilation.diagnostics, *_of_documents(compilation)])),
        tally,
        tuple(changed),
        tuple([as_object(compilation, solved) for solved in compilation.designs] if wanted.objects else []),
        tuple(_snapshots(compilation) if wanted.snapshots else []),
        tuple(compilation.program.files),
        wanted.design in named,
    )


def _of_documents(compilation: Compilation) -> list[Diagnostic]:
    """What keeps documents from being built that authors declare; those of the library are held by its own tests."""
    symbols = [one for scope in compilation.names.scopes.values() for one in scope.values() if isinstance(one, DocumentSymbol)]
    if not compilation.designs or all(one.source.is_library for one in symbols):
        return []
    from vdl.report.faulty import faults  # most files declare none

    return faults(compilation)


def _snapshots(compilation: Compilation) -> list[Snapshot]:
    from vdl.snapshot.take import snapshot

    return [snapshot(compilation, solved) for solved in compilation.designs]


def as_object(compilation: Compilation, solved: Solved) -> JsonObject:
    """A solved design for machines, with the answers to its questions."""
    from vdl.query.questions import answers
    from vdl.snapshot.json import design
    from vdl.snapshot.take import snapshot

    return design(snapshot(compilation, solved), answers(compilation, solved), compilation.names.units)


class Tally:
    """How many verdicts of each sort there are."""

    def __init__(self) -> None:
        self.designs: Counter[Standing] = Counter()
        self.rules: Counter[str] = Counter()
        self.expectations: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.accepted = 0
        self.scenarios: dict[str, None] = {}
        """The scenarios in which an expectation of theirs does not agree, by name."""
        self.not_judged = 0
        """Designs of files with errors, of which none was made."""
        self.nothing_judged = 0
        """Designs that hold while nothing in them is held against anything."""

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
        self.scenarios.update(other.scenarios)
        self.nothing_judged += other.nothing_judged
        self.not_judged += other.not_judged

    def add(self, solved: Solved) -> None:
        self.designs[solved.standing] += 1
        self.rules.update(_counted(rule) for rule in solved.judged.rules)
        self.expectations.update(expectation.outcome for expectation in solved.expectations)
        differing = [one.entry.scenario for one in solved.of_scenarios if one.outcome in ("differs", "no-longer-differs")]
        self.scenarios.update(dict.fromkeys([f"{solved.name}.{name}" for name in differing]))
        self.points.update("open" if point.accepted is None else "accepted" for point in solved.open_points)
        self.accepted += solved.accepted
        self.nothing_judged += solved.standing == "holds" and not is_judged(solved.graph, solved.judged)


NOTED = "noted"

def _counted(rule: Verdict) -> str:
    """What a rule counts as. Of one that is only listed, the design stands all the same where it is not met."""
    return NOTED if rule.severity == "info" and rule.outcome in ("fails", "part", "not-evaluated") else rule.outcome
