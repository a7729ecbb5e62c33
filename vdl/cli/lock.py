"""`vdl lock [PATH...]`: pins what designs stand on, in the lock file at their root."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from vdl import errors as catalog
from vdl.brand.read import BESIDE, read
from vdl.cli import FINDINGS
from vdl.cli.check import wanted_files
from vdl.cli.from_arguments import status
from vdl.cli.inputs import world
from vdl.cli.terminal import errors, output
from vdl.lock.held import opened, pins
from vdl.lock.records import Change, Lock, Pins, changes, digest, short
from vdl.lock.text import written
from vdl.parse.load import Program, load
from vdl.render import every_format
from vdl.text.diagnostics import Diagnostic, failed, in_order, several
from vdl.text.machine import Json, document
from vdl.world import LOCK, Disk, LockFile
from vdl.world.files import write
from vdl.world.house import beside
from vdl.world.roots import Roots
from vdl.world.shipped import LIBRARY

SECTIONS = {"compiler": "compiler", "layout": "layout", "library": "library", "files": "file"}
"""What a pin is called, by its section."""


def run(arguments: argparse.Namespace) -> int:
    arguments.paths = arguments.paths or [_here(arguments)]
    disk = world(arguments)
    programs, diagnostics = _programs(arguments, disk)
    if failed(diagnostics):
        errors().diagnostics(in_order(diagnostics))
        return FINDINGS
    file = _file(arguments, disk, programs)
    themes, said = _themes(disk, programs)
    diagnostics += said
    layout = {name: made for each in every_format().values() for name, made in each.laid_out_by().items()}
    new = pins(disk, programs, layout, themes)
    old = opened(file)
    if arguments.check and isinstance(old, Diagnostic):
        errors().diagnostics([old])
        return FINDINGS
    changed = changes(old.pins if isinstance(old, Lock) else {}, new)
    text = written(new)
    up_to_date = file.text == text
    if arguments.check:
        diagnostics += [] if up_to_date else [catalog.lock_outdated(file.name, len(changed))]
    elif not up_to_date:
        diagnostics += _write(file.name, text)
    done = not arguments.check and not up_to_date and not failed(diagnostics)
    if arguments.format == "json":
        output().text(document(lock=file.name, written=done, up_to_date=up_to_date, changes=[_as_object(one) for one in changed]))
    else:
        _tell(file, new, changed if isinstance(old, Lock) else [], done=done)
    errors().diagnostics(in_order(diagnostics))
    return status(diagnostics)


def _here(arguments: argparse.Namespace) -> str:
    """The root of the working folder, from here."""
    root = Roots(arguments.root, [os.curdir]).of("design.vdl")
    return os.path.relpath(root).replace(os.sep, "/")


def _programs(arguments: argparse.Namespace, disk: Disk) -> tuple[list[Program], list[Diagnostic]]:
    """The files that are meant, each with all that it imports and that its documents need."""
    files, diagnostics = wanted_files(arguments.paths, arguments.library or LIBRARY)
    programs = []
    for file in files:
        program, said = load(disk, file, documents=True)
        programs.append(program)
        diagnostics += said
    return programs, diagnostics


def _themes(disk: Disk, programs: Sequence[Program]) -> tuple[dict[str, str], list[Diagnostic]]:
    """The files of themes that lie beside designs, by what a lock calls them, each with its digest."""
    found: dict[str, str] = {}
    said: list[Diagnostic] = []
    for program in programs:
        theme = beside(program.entry, BESIDE)
        if theme and program.entry in program.files:
            brand, wrong = read(theme, disk.root(program.entry))
            said += wrong
            for one in brand.inputs:
                found[disk.pinned_name(one.path, program.entry)] = digest(one.text) if one.text else one.digest
    return found, said


def _file(arguments: argparse.Namespace, disk: Disk, programs: Sequence[Program]) -> LockFile:
    """The lock file of all these programs, as it is now. Ends the command where they have several roots."""
    folders = sorted({disk.root(program.entry) for program in programs})
    if len(folders) > 1:
        arguments.parser.error(f"these have several roots, each with a lock file of its own: {', '.join(folders)}")
    found = disk.lock(programs[0].entry)
    return found or LockFile(os.path.relpath(os.path.join(folders[0], LOCK)).replace(os.sep, "/"), None)


def _write(name: str, text: str) -> list[Diagnostic]:
    try:
        write(name, text.encode("utf-8", "surrogatepass"))
    except OSError as fault:
        return [catalog.not_written(name, (fault.strerror or "unknown reason").lower())]
    return []


def _tell(file: LockFile, new: Pins, changed: Sequence[Change], *, done: bool) -> None:
    screen = output()
    rows = [[SECTIONS[one.section], one.name, short(one.before) or "-", short(one.after) or _gone(one)] for one in changed]
    screen.table(["", "name", "pinned", "now"], rows)
    if rows:
        screen.say()
    if done:
        counted = [several(len(new["library"]), "file of the library", "files of the library"),
                   several(len(new["files"]), "other file"),
                   several(len(new["compiler"]) + len(new["layout"]), "version")]  # fmt: skip
        screen.say(f"wrote {file.name}: {', '.join(counted)}")
    elif not changed:
        screen.say(f"{file.name} is up to date")


def _gone(change: Change) -> str:
    return "not used any more" if change.section in ("library", "files") else "not there"


def _as_object(change: Change) -> dict[str, Json]:
    return {"section": change.section, "name": change.name, "before": change.before or None, "after": change.after or None}



