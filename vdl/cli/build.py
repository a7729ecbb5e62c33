"""`vdl build DESIGN`: the documents of every design of a file."""

from __future__ import annotations

import argparse
import os

from vdl import errors as catalog
from vdl.cli.compiled import compiled, status, unsolved
from vdl.cli.terminal import errors, output
from vdl.compilation import Compilation
from vdl.render import Format, Unavailable, every_format
from vdl.text.diagnostics import Diagnostic
from vdl.world import write


def run(arguments: argparse.Namespace) -> int:
    wanted = _formats(arguments)
    complaints = errors()
    compilation, found = compiled(arguments, arguments.file, documents=True, asks=True)
    if compilation.designs and not unsolved(found):
        found += _write(arguments, compilation, wanted)
    complaints.diagnostics(found)
    return status(found)


def _formats(arguments: argparse.Namespace) -> list[Format]:
    """The formats that were asked for, each once; all of them where none was."""
    known = every_format()
    if arguments.format is None:
        return list(known.values())
    wanted = dict.fromkeys(part.strip().lower() for part in arguments.format.split(",") if part.strip())
    choices = f"(choose from {', '.join(known)})"
    for part in wanted:
        if part not in known:
            arguments.parser.error(f"argument --format: there is no format `{part}` {choices}")
    if not wanted:
        arguments.parser.error(f"argument --format: names no format {choices}")
    return [known[part] for part in wanted]


def _write(arguments: argparse.Namespace, compilation: Compilation, wanted: list[Format]) -> list[Diagnostic]:
    from vdl.elaborate.settled import TooMuch
    from vdl.report.build import NoDocument, build

    found: list[Diagnostic] = []
    folder = arguments.out
    try:
        os.makedirs(folder, exist_ok=True)
    except FileExistsError:
        return [catalog.not_written(folder, "it is a file, and a folder is wanted")]
    except OSError as fault:
        return [catalog.not_written(folder, _reason(fault))]
    except ValueError:  # a name that no folder can have
        return [catalog.not_written(folder, "no folder can be called so")]
    screen = output()
    for solved in compilation.designs:
        try:
            report = build(compilation, solved, arguments.document, found=found)
        except NoDocument as missing:
            subject = f"--document {missing.name}" if arguments.document else arguments.file
            return [catalog.unknown_option(subject, "document", missing.name, missing.known)]
        except TooMuch as much:
            found.append(much.diagnostic)
            continue
        for format in wanted:
            path = os.path.normpath(os.path.join(folder, report.name + format.suffix))
            try:
                data = format.render(report)
                if not data:
                    continue
                write(path, data)
            except Unavailable as missing:
                found.append(catalog.no_pdf(path, str(missing)))
            except OSError as fault:
                found.append(catalog.not_written(path, _reason(fault)))
            else:
                screen.say(f"wrote {path}")
    return found


def _reason(fault: OSError) -> str:
    return (fault.strerror or "unknown reason").lower()
