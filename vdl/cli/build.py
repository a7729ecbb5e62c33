"""`vdl build DESIGN`: the documents of every design of a file, all of them or none."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping

from vdl import errors as catalog
from vdl.brand.records import Brand
from vdl.cli.building import brand, formats, left_out
from vdl.cli.from_arguments import compiled_in, no_document, status, unsolved
from vdl.cli.inputs import world
from vdl.cli.languages import spoken
from vdl.cli.rendered import path_in, rendered
from vdl.cli.terminal import Screen, errors, output
from vdl.compilation import Compilation
from vdl.render import Format, every_format
from vdl.render.catalogs import Language
from vdl.report.model import Report
from vdl.snapshot.against import Approved
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.world import Disk
from vdl.world.files import repair, write_set


def run(arguments: argparse.Namespace) -> int:
    wanted = formats(arguments)
    language = spoken(arguments)
    if arguments.against is None and (arguments.approved_by or arguments.approved_on or arguments.min_change):
        arguments.parser.error("--approved-by, --approved-on and --min-change go with --against FILE")
    complaints = errors()
    repair(arguments.out)  # after a build that was killed
    disk = world(arguments)
    compilation, diagnostics = compiled_in(disk, arguments, arguments.file, documents=True)
    looks, more = brand(arguments, disk)
    diagnostics += [*more, *_layout_held(disk, compilation, wanted, looks)]
    leaving, more = left_out(arguments, compilation) if compilation.designs else ([], [])
    diagnostics += more
    approved, more = _approved(arguments, compilation) if compilation.designs and not unsolved(diagnostics) else ({}, [])
    diagnostics += more
    if compilation.designs and not unsolved(d for d in diagnostics if d.slug != "not-as-approved"):
        reports, more = _reports(arguments, compilation, approved, looks, wanted, leaving)
        diagnostics += more
        if not unsolved(more):
            diagnostics += _write(arguments, reports, wanted, language, compilation, complaints)
    complaints.diagnostics(in_order(diagnostics))
    return status(diagnostics)


def _layout_held(disk: Disk, compilation: Compilation, formats: list[Format], brand: Brand) -> list[Diagnostic]:
    """What lays these formats out, a theme among it, and is not as the lock file has it."""
    program = compilation.program
    file = disk.lock(program.entry) if program.entry in program.files else None
    if file is None or file.text is None:
        return []
    from vdl.lock.held import held_files, held_layout
    from vdl.lock.records import digest

    said = held_layout(file, {name: version for each in formats for name, version in each.laid_out_by().items()})
    files = [
        (disk.pinned_name(one.path, program.entry), one.name, digest(one.text) if one.text else one.digest)
        for one in brand.inputs
    ]  # fmt: skip
    return [*said, *held_files(file, files)]


def _approved(arguments: argparse.Namespace, compilation: Compilation) -> tuple[dict[str, Approved], list[Diagnostic]]:
    """What is known of who approved each design, and what is not as it was approved."""
    if arguments.against is None:
        return {}, []
    from vdl.cli.approved import against, outcome, taken  # most documents are held to nothing

    to, diagnostics = against(arguments)
    found: dict[str, Approved] = {}
    if to is None:
        return {}, diagnostics
    for solved in compilation.designs:
        column, wrong = taken(compilation, solved, to.kept.document)
        made = outcome(to, compilation, solved, column)
        diagnostics += [*wrong, *made.said]
        if made.approved is not None:
            found[solved.name] = made.approved
    return found, diagnostics


def _reports(
    arguments: argparse.Namespace, compilation: Compilation, approved: Mapping[str, Approved], looks: Brand,
    formats: list[Format], leaving: list[str],
) -> tuple[list[Report], list[Diagnostic]]:
    """The report of each design, and what came up when they were made."""
    from vdl.elaborate.aside import TooMuch
    from vdl.report.build import build, name_of
    from vdl.report.filed import Files
    from vdl.report.named import NoDocument, choose_document

    made: list[Report] = []
    diagnostics: list[Diagnostic] = []
    summary = any(format.on_request for format in formats)
    try:
        document = choose_document(compilation, arguments.document)
    except NoDocument as missing:
        return [], [no_document(missing, arguments, arguments.file)]
    names = [name_of(compilation, solved, document, leaving) for solved in compilation.designs]
    files = Files(name + format.suffix for name in names for format in every_format().values())
    for solved in compilation.designs:
        try:
            report, wrong = build(compilation, solved, arguments.document, approved=approved.get(solved.name), files=files,
                                  attach=arguments.attach_sources, brand=looks, summary=summary,
                                  leaving_out=leaving)  # fmt: skip
        except NoDocument as missing:  # one that it is made with, such as a list of what is left out
            return [], [no_document(missing, arguments, arguments.file)]
        except TooMuch as much:
            diagnostics.append(much.diagnostic)
        else:
            made.append(report)
            diagnostics += wrong
    return made, diagnostics


def _write(
    arguments: argparse.Namespace, reports: list[Report], formats: list[Format], language: Language | None,
    compilation: Compilation, complaints: Screen,
) -> list[Diagnostic]:
    """Write the documents and say so, or why not. A format that lacks a library is left out, and so is one that a document has
    nothing for; those who asked for formats by their names are told."""
    folder = arguments.out
    try:
        os.makedirs(folder, exist_ok=True)
    except FileExistsError:
        return [catalog.not_written(folder, "it is a file, and a folder is wanted")]
    except OSError as fault:
        return [catalog.not_written(folder, _reason(fault))]
    except ValueError:  # a name that no folder can have
        return [catalog.not_written(folder, "no folder can be called so")]
    files, diagnostics = rendered(arguments, reports, formats, language, compilation)
    if files is None:
        return diagnostics
    nothing = [name for name, data in files.items() if data is None]
    made = {name: data for name, data in files.items() if data is not None}
    try:
        write_set(folder, made)
    except OSError as fault:
        return [*diagnostics, catalog.not_written(path_in(fault.filename or folder), _reason(fault))]
    screen = output()
    for name in made:
        screen.say(f"wrote {path_in(folder, name)}")
    if arguments.format is not None:
        for name in nothing:
            complaints.say(f"{path_in(folder, name)} is not written: nothing in the document goes into it, such as a bill")
    return diagnostics


def _reason(fault: OSError) -> str:
    return (fault.strerror or "unknown reason").lower()
