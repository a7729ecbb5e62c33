"""`vdl fmt PATH...`: files in their canonical form."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import Any

from vdl import errors as catalog
from vdl.cli import FINDINGS, OK
from vdl.cli.inputs import STDIN, world
from vdl.cli.terminal import Screen, errors, output
from vdl.format import formatted
from vdl.parse import parse
from vdl.text.diagnostics import Diagnostic, failed, in_order, several
from vdl.text.painted import Painted, Piece
from vdl.text.source import Source
from vdl.world import ReadError, design_files
from vdl.world.files import write
from vdl.world.shipped import is_installed


def run(arguments: argparse.Namespace) -> int:
    files, found = _files(arguments)
    disk, screen = world(arguments), output()
    faulty = changed = 0
    for file in files:
        text = disk.read(file)
        if isinstance(text, ReadError):
            found.append(_unread(file, text))
            faulty += 1
            continue
        result = formatted(text, _range(arguments, file, text))
        wrong = parse(Source(file, text))[1]
        found += wrong
        faulty += failed(wrong)
        plain = file == STDIN and not (arguments.check or arguments.diff)
        if plain:
            screen.exactly(result)
        elif result != text:
            refused = _changed(arguments, screen, file, text, result)
            found += refused
            changed += not refused
    errors().diagnostics(in_order(found))
    if STDIN not in files or arguments.check or arguments.diff:
        screen.tell(*_summary(arguments, len(files), changed, faulty))
    return FINDINGS if failed(found) or (arguments.check and changed) else OK


def _files(arguments: argparse.Namespace) -> tuple[list[str], list[Diagnostic]]:
    """The files that are meant, each once, in the order given; folders give theirs sorted."""
    paths: list[str] = arguments.paths
    if STDIN in paths and len(paths) > 1:
        arguments.parser.error("argument PATH: - is standard input, and stands alone")
    if arguments.range is not None and (len(paths) > 1 or os.path.isdir(paths[0])):
        arguments.parser.error("argument --range: lines are those of one file")
    files: dict[str, None] = {}
    found: list[Diagnostic] = []
    for path in paths:
        below = [file.removeprefix("./") for file in design_files(path)] if os.path.isdir(path) else [path]
        if not below:
            found.append(catalog.no_design(path, folder=True))
        files.update(dict.fromkeys(below))
    return list(files), found


def _unread(file: str, fault: ReadError) -> Diagnostic:
    if fault.slug == "outside-root":
        reason = "it is a link that leads out of the folder; name the file itself"
        return catalog.unreadable_file(None, file, reason, subject=file)
    report: Any = catalog.CATALOG[fault.slug]
    diagnostic: Diagnostic = report(None, file, *([fault.detail] if fault.detail != "" else []), subject=file)
    return diagnostic


def _range(arguments: argparse.Namespace, file: str, text: str) -> tuple[int, int] | None:
    """The lines that are asked for. Ends the process where the file has no such lines."""
    lines: tuple[int, int] | None = arguments.range
    number = text.count("\n") + (text[-1:] not in ("", "\n"))
    if lines is not None and lines[1] > number:
        arguments.parser.error(f"argument --range: {file} has {several(number, 'line')}")
    return lines


def _changed(arguments: argparse.Namespace, screen: Screen, file: str, text: str, result: str) -> list[Diagnostic]:
    """Writes a file whose form changes, or shows what changes; what there is to say where it can't be written."""
    if arguments.diff:
        for line in _diff(file, text, result):
            screen.say(line)
    elif arguments.check:
        screen.say(f"would change {file}")
    else:
        real = os.path.realpath(file)
        if is_installed(real):
            return [catalog.not_written(file, "it belongs to the installed library")]
        try:
            if not os.access(real, os.W_OK):  # a file that is replaced need not be writable, but who made it so meant it
                return [catalog.not_written(file, "permission denied")]
            write(real, result.encode(), rights=os.stat(real).st_mode & 0o7777)
        except OSError as fault:
            return [catalog.not_written(file, (fault.strerror or "unknown reason").lower())]
        screen.say(f"formatted {file}")
    return []


_COLOURS = {"@": "strong", "+": "good", "-": "bad"}


def _diff(file: str, text: str, result: str) -> Iterator[Piece]:
    """What changes, as other tools write and read it."""
    from difflib import unified_diff

    old, new = ([line + "\n" for line in one.split("\n")] for one in (text, result))
    for lines in (old, new):
        if lines[-1] == "\n":
            lines.pop()
        else:
            lines[-1] = lines[-1][:-1]
    for number, line in enumerate(unified_diff(old, new, file, file)):
        shown = line.removesuffix("\n")
        colour = "strong" if number < 2 else _COLOURS.get(line[0])
        yield Painted(shown, colour) if colour is not None else shown
        if shown == line:
            yield "\\ No newline at end of file"


def _summary(arguments: argparse.Namespace, files: int, changed: int, faulty: int) -> tuple[Painted, str]:
    """The last line: "2 of 5 files formatted; 1 has errors"."""
    deed = "would change" if arguments.check or arguments.diff else "formatted"
    colour = "error" if faulty or (arguments.check and changed) else "good"
    first = f"{changed:,} of {several(files, 'file')} {deed}"
    return Painted(first, colour), f"; {several(faulty, 'has', 'have')} errors" if faulty else ""
