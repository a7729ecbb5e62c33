"""`vdl build DESIGN`: the documents of every design of a file."""

from __future__ import annotations

import argparse
import os

from vdl import errors as catalog
from vdl.cli.compiled import compiled, status, unsolved
from vdl.cli.terminal import errors, output
from vdl.compilation import Compilation
from vdl.text.diagnostics import Diagnostic
from vdl.world import write

NAMES = {"html": "html", "pdf": "pdf", "csv": "csv", "md": "markdown", "markdown": "markdown", "json": "json"}
"""What people write to what `vdl.render` calls it."""


def run(arguments: argparse.Namespace) -> int:
    formats = _formats(arguments)
    complaints = errors()
    compilation, found = compiled(arguments, arguments.file, documents=True, asks=True)
    if compilation.designs and not unsolved(found):
        found += _write(arguments, compilation, formats)
    complaints.diagnostics(found)
    return status(found)


def _formats(arguments: argparse.Namespace) -> list[str]:
    """The formats that were asked for, each once."""
    wanted = [part.strip().lower() for part in arguments.format.split(",") if part.strip()]
    for part in wanted:
        if part not in NAMES:
            arguments.parser.error(f"argument --format: there is no format `{part}` (choose from html, pdf, csv, md, json)")
    if not wanted:
        arguments.parser.error("argument --format: names no format (choose from html, pdf, csv, md, json)")
    return list(dict.fromkeys(NAMES[part] for part in wanted))


def _write(arguments: argparse.Namespace, compilation: Compilation, formats: list[str]) -> list[Diagnostic]:
    from vdl.elaborate.settled import TooMuch
    from vdl.render import FORMATS
    from vdl.render.pdf import PdfUnavailable
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
        for name in formats:
            path = os.path.normpath(os.path.join(folder, report.name + FORMATS[name].suffix))
            try:
                data = FORMATS[name].write(report)
                if not data:
                    continue
                write(path, data)
            except PdfUnavailable as missing:
                found.append(catalog.no_pdf(path, str(missing)))
            except OSError as fault:
                found.append(catalog.not_written(path, _reason(fault)))
            else:
                screen.say(f"wrote {path}")
    return found


def _reason(fault: OSError) -> str:
    return (fault.strerror or "unknown reason").lower()
