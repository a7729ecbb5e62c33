"""`vdl check PATH...`: everything that is wrong with files, and how the verdicts stand."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from typing import TYPE_CHECKING

from vdl import errors
from vdl.cli import FINDINGS
from vdl.cli.checking import MANY, NOTED, OfFile, Tally, Wanted, of_files
from vdl.cli.from_arguments import status
from vdl.cli.inputs import world
from vdl.cli.terminal import output
from vdl.text.diagnostics import Diagnostic, count, failed, in_order, several
from vdl.text.painted import Painted, plain
from vdl.text.source import LIBRARY
from vdl.words.verdicts import EXPECTATIONS, RULES, STANDINGS
from vdl.world import design_files
from vdl.world.shipped import LIBRARY as LIBRARY_FOLDER

if TYPE_CHECKING:
    from vdl.cli.approved import Holding
    from vdl.cli.formats import Checked
    from vdl.world import Disk

PROGRAMS = ("short", "sarif", "github", "junit")
"""Formats that have a file of their own."""


def run(arguments: argparse.Namespace) -> int:
    files, diagnostics = wanted_files(arguments.paths, arguments.library or LIBRARY_FOLDER)
    holding = _holding(arguments)
    disk = world(arguments)
    asked = {*files, *arguments.paths, *[one.subject for one in diagnostics]}
    made = _made(arguments, disk, files, holding, diagnostics)
    diagnostics += [found for one in made for found in one.diagnostics]
    changed = [words for one in made for words in one.changed]
    tally = Tally()
    for one in made:
        tally.update(one.tally)
    if holding is not None:
        diagnostics += holding.gone()
        changed += holding.notes()
    if arguments.design and any(one.known for one in made):  # the others simply do not hold it
        diagnostics = [d for d in diagnostics if d.slug != "unknown-option" or d.subject not in files]
    diagnostics = in_order(diagnostics)
    last = summary(diagnostics, len(files), tally)
    if arguments.format in PROGRAMS or arguments.summary:
        found = _checked(arguments, disk, diagnostics, files, asked, made, plain(last))
        if arguments.summary and (reason := _summarized(arguments.summary, found)):
            diagnostics.append(errors.not_written(arguments.summary, reason))
            last = summary(diagnostics, len(files), tally)
            found = found._replace(diagnostics=tuple(diagnostics), last=plain(last))
    shown = [d for d in diagnostics if d.severity == "error"] if arguments.quiet else diagnostics
    if arguments.format == "json":
        from vdl.snapshot.json import everything

        objects = [design for one in made for design in one.objects]
        more = holding.as_object() if holding is not None else {}
        output().text(everything(arguments.as_of, diagnostics, [*files, *arguments.paths], objects, **more))
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
        for line in [] if arguments.quiet else changed:
            screen.tell(f"note: {line}", hanging=2)
        screen.tell(*last, hanging=2)
    return FINDINGS if arguments.strict and tally.open else status(diagnostics)


def _made(
    arguments: argparse.Namespace, disk: Disk, files: list[str], holding: Holding | None, diagnostics: list[Diagnostic]
) -> list[OfFile]:
    """What came of the files, up to where a limit was reached, which is put to `diagnostics`."""
    wanted = Wanted(disk, arguments.as_of, arguments.scenario, arguments.set, arguments.design, arguments.format == "json",
                    arguments.format == "junit" or bool(arguments.summary), len(files) > MANY)  # fmt: skip
    made: list[OfFile] = []
    if arguments.limit_time is None and arguments.limit_memory is None:
        made += of_files(wanted, files, arguments.jobs, holding)
        return made
    from vdl.cli.limits import said

    with said(arguments, diagnostics):
        for one in of_files(wanted, files, 1, holding):  # the limits are those of this process
            made.append(one)
    return made


def _checked(
    arguments: argparse.Namespace, disk: Disk, diagnostics: list[Diagnostic], files: list[str], asked: set[str],
    made: list[OfFile], last: str,
) -> Checked:  # fmt: skip
    """What was found, for other programs; `asked` are the names of what was asked for."""
    from vdl.cli.formats import Addresses, Checked

    roots = {disk.root(file) for file in files if "\0" not in file}
    root = roots.pop() if len(roots) == 1 else os.path.realpath(os.curdir)
    read = asked.union(*[one.read for one in made])
    addresses = Addresses(root, arguments.library or LIBRARY_FOLDER, read)
    snapshots = tuple([design for one in made for design in one.snapshots])
    manual = (arguments.manual or "").rstrip("/")
    return Checked(tuple(diagnostics), tuple(files), snapshots, addresses, last, arguments.strict, manual)


def _summarized(path: str, found: Checked) -> str:
    """Put a summary at the end of a file; why that can't be done, or ""."""
    from vdl.cli.formats.summary import append

    try:
        append(path, found)
    except (OSError, ValueError) as fault:
        return (getattr(fault, "strerror", "") or "no file can have this name").lower()
    return ""


def _holding(arguments: argparse.Namespace) -> Holding | None:
    """What the designs are held to, if they are."""
    if arguments.against is None:
        if arguments.min_change:
            arguments.parser.error("--min-change goes with --against FILE")
        return None
    from vdl.cli.approved import Holding  # most checks hold to nothing

    return Holding(arguments)


def wanted_files(paths: list[str], library: str) -> tuple[list[str], list[Diagnostic]]:
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


_LISTED = f"{NOTED} (`vdl size` lists them)"
"""What rules count as that are only listed, and where."""

_NAMED = 5
"""Scenarios that are named."""




def summary(diagnostics: list[Diagnostic], files: int, tally: Tally) -> tuple[Painted, str]:
    """The last line: "3 errors, 1 warning in 4 files; rules: 12 hold, 1 is waived; ...". Rules that do not apply, of which a
    library has many, say nothing of a design: `vdl size` counts them."""
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
    if tally.nothing_judged:
        first += ", and nothing is judged in it" if total == 1 else f", and nothing is judged in {tally.nothing_judged:,} of them"
    parts = [first] if first else []
    if names := list(tally.scenarios):
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        listed = ", ".join(names[:_NAMED]) + more
        parts.append(f"scenario {listed} does not hold" if len(names) == 1 else f"scenarios {listed} do not hold")
    if tally.not_judged:
        parts.append(f"{several(tally.not_judged, 'design')} not judged")
    for name, counted, first, wording in (
        ("rules", tally.rules, "holds", {**RULES, "not-applicable": ("", ""), NOTED: (_LISTED, _LISTED)}),
        ("expectations", tally.expectations, "agrees", EXPECTATIONS),
    ):  # fmt: skip
        shown = [several(counted[v], *wording[v]) for v in dict.fromkeys([first, *wording]) if counted[v] and wording[v][0]]
        if shown:
            parts.append(f"{name}: {', '.join(shown)}")
    if tally.points["accepted"]:
        parts.append(f"open points: {', '.join([f'{number:,} {state}' for state, number in sorted(tally.points.items())])}")
    return Painted(count(diagnostics, files), severity), "".join(f"; {part}" for part in parts)
