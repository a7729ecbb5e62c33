"""`vdl check PATH...`: everything that is wrong with files, and how the verdicts stand."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from importlib import import_module
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
from vdl.text.diagnostics import Diagnostic, count, failed, in_order, several
from vdl.text.painted import Painted, plain
from vdl.text.source import LIBRARY
from vdl.words.left_out import left_out
from vdl.words.verdicts import EXPECTATIONS, RULES, STANDINGS
from vdl.world import design_files
from vdl.world.shipped import LIBRARY as LIBRARY_FOLDER

if TYPE_CHECKING:
    from vdl.cli.formats import Checked
    from vdl.snapshot.json import JsonObject
    from vdl.snapshot.records import Snapshot
    from vdl.world import Disk

PROGRAMS = ("short", "sarif", "github", "junit")
"""Formats that have a file of their own."""


def run(arguments: argparse.Namespace) -> int:
    files, diagnostics = _files(arguments.paths, arguments.library or LIBRARY_FOLDER)
    disk = world(arguments)
    made = _Made({*files, *arguments.paths, *[one.subject for one in diagnostics]})
    if arguments.limit_time is None and arguments.limit_memory is None:
        _compile(arguments, disk, files, made)
    else:
        from vdl.cli.limits import said

        with said(arguments, diagnostics):
            _compile(arguments, disk, files, made)
    diagnostics += made.diagnostics
    if arguments.design and made.known:  # the others simply do not hold it
        diagnostics = [d for d in diagnostics if d.slug != "unknown-option" or d.subject not in files]
    diagnostics = in_order(diagnostics)
    last = summary(diagnostics, len(files), made.tally)
    if arguments.format in PROGRAMS or arguments.summary:
        found = _checked(arguments, disk, diagnostics, files, made, plain(last))
        if arguments.summary and (reason := _summarized(arguments.summary, found)):
            diagnostics.append(errors.not_written(arguments.summary, reason))
            last = summary(diagnostics, len(files), made.tally)
            found = found._replace(diagnostics=tuple(diagnostics), last=plain(last))
    shown = [d for d in diagnostics if d.severity == "error"] if arguments.quiet else diagnostics
    if arguments.format == "json":
        from vdl.snapshot.json import everything

        output().text(everything(arguments.as_of, diagnostics, [*files, *arguments.paths], made.objects))
    elif arguments.format in PROGRAMS:
        whole = arguments.format in ("sarif", "junit")
        text: str = import_module(f"vdl.cli.formats.{arguments.format}").text(
            found if whole else found._replace(diagnostics=tuple(shown))
        )
        if text:
            output().text(text)
    else:
        screen = output()
        screen.diagnostics(shown)
        for line in [] if arguments.quiet else made.changed:
            screen.tell(f"note: {line}", hanging=2)
        screen.tell(*last, hanging=2)
    return FINDINGS if arguments.strict and made.tally.open else status(diagnostics)


class _Made:
    """What comes of compiling files, one after the other."""

    def __init__(self, read: set[str]) -> None:
        self.read = read
        """The names of all files that were asked for or read."""
        self.diagnostics: list[Diagnostic] = []
        self.tally = Tally()
        self.objects: list[JsonObject] = []
        self.snapshots: list[Snapshot] = []
        self.changed: list[str] = []
        """What is not judged of designs with layers on top, in words."""
        self.known = False
        """Whether one of them holds the design that is asked for."""


def _compile(arguments: argparse.Namespace, disk: Disk, files: list[str], made: _Made) -> None:
    for file in files:
        compilation = compile(
            disk, file, as_of=arguments.as_of, scenarios=arguments.scenario, sets=arguments.set, design=arguments.design
        )
        made.diagnostics += compilation.diagnostics
        made.read.update(compilation.program.files)
        made.known = made.known or arguments.design in compilation.names.designs(file)
        wanted = [name for name in compilation.names.designs(file) if arguments.design in ("", name)]
        made.tally.not_judged += max(0, len(wanted) - len(compilation.designs))
        for solved in compilation.designs:
            made.tally.add(solved)
            if words := left_out(solved):
                made.changed.append(f"design `{solved.name}`: {words}")
            if arguments.format == "json":
                made.objects.append(as_object(compilation, solved))
            if arguments.format == "junit" or arguments.summary:
                from vdl.snapshot.take import snapshot

                made.snapshots.append(snapshot(compilation, solved))


def _checked(
    arguments: argparse.Namespace, disk: Disk, diagnostics: list[Diagnostic], files: list[str], made: _Made, last: str
) -> Checked:
    """What was found, for other programs."""
    from vdl.cli.formats import Addresses, Checked

    roots = {disk.root(file) for file in files if "\0" not in file}
    root = roots.pop() if len(roots) == 1 else os.path.realpath(os.curdir)
    addresses = Addresses(root, arguments.library or LIBRARY_FOLDER, made.read)
    manual = (arguments.manual or "").rstrip("/")
    return Checked(tuple(diagnostics), tuple(files), tuple(made.snapshots), addresses, last, arguments.strict, manual)


def _summarized(path: str, found: Checked) -> str:
    """Put a summary at the end of a file; why that can't be done, or ""."""
    from vdl.cli.formats.summary import append

    try:
        append(path, found)
    except (OSError, ValueError) as fault:
        return (getattr(fault, "strerror", "") or "no file can have this name").lower()
    return ""


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
            refused: list[OSError] = []
            below = [file.removeprefix("./") for file in design_files(path, refused.append)]
            for fault in refused:
                reason, folder = (fault.strerror or "unknown reason").lower(), str(fault.filename)
                diagnostics.append(errors.unreadable_file(None, folder, reason, subject=folder))
            if not below and not refused:
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
