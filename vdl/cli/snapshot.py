"""`vdl snapshot DESIGN`: what was found of the designs of a file, to be kept and approved."""

from __future__ import annotations

import argparse

import vdl
from vdl import errors as catalog
from vdl.cli import FINDINGS
from vdl.cli.approved import approval, files_of, taken
from vdl.cli.from_arguments import compiled_in, status, unsolved
from vdl.cli.inputs import world
from vdl.cli.terminal import errors, output
from vdl.parse.load import EDITION
from vdl.snapshot.kept import Kept, written
from vdl.text.diagnostics import in_order
from vdl.world.files import write


def run(arguments: argparse.Namespace) -> int:
    by = approval(arguments)
    complaints = errors()
    disk = world(arguments)
    compilation, diagnostics = compiled_in(disk, arguments, arguments.file, documents=True)
    if not compilation.designs or unsolved(diagnostics):
        complaints.diagnostics(diagnostics)
        return FINDINGS
    columns = []
    for solved in compilation.designs:
        column, wrong = taken(compilation, solved, arguments.document)
        columns.append(column)
        diagnostics += wrong
    if not unsolved(diagnostics):
        kept = Kept(vdl.__version__, EDITION, by, files_of(disk, compilation), arguments.document,
                    tuple(columns))  # fmt: skip
        text = written(kept)
        if arguments.out == "-":
            output().text(text.removesuffix("\n"))
        else:
            try:
                write(arguments.out, text.encode())
                output().say(f"wrote {arguments.out}")
            except OSError as fault:
                diagnostics.append(catalog.not_written(arguments.out, (fault.strerror or "unknown reason").lower()))
            except ValueError:  # a name that no file can have
                diagnostics.append(catalog.not_written(arguments.out, "no file can be called so"))
    complaints.diagnostics(in_order(diagnostics))
    return status(diagnostics)
