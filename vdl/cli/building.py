"""The arguments of `vdl build`, and which formats are meant by them."""

from __future__ import annotations

import argparse

from vdl import errors
from vdl.brand import read as brands
from vdl.brand.read import BESIDE
from vdl.brand.records import PLAIN, Brand
from vdl.cli.holding import against
from vdl.compilation import Compilation
from vdl.render import Format, every_format
from vdl.report.named import documents
from vdl.report.withheld import known as left_out_by
from vdl.text.diagnostics import Diagnostic
from vdl.world import Disk
from vdl.world.house import beside


def options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("-o", "--out", metavar="DIR", default=".",
                         help="the folder for the documents, made if need be (default: here)")  # fmt: skip
    command.add_argument("--format", metavar="LIST", action="append",
                         help=f"any of {','.join(every_format())}; may be repeated (default: all but summary)")  # fmt: skip
    command.add_argument("--document", metavar="NAME", default="",
                         help="another document than the design's own, such as company.board")  # fmt: skip
    command.add_argument("--language", metavar="CODE", default="",
                         help="the language of the documents, such as de (default: en)")  # fmt: skip
    command.add_argument("--languages", metavar="DIR", action="append", default=[],
                         help="a folder with catalogs of more languages, such as nl.po; may be repeated")  # fmt: skip
    command.add_argument("--untranslated", action="store_true",
                         help="with --language: also write all texts that stay English, as a catalog to fill in")  # fmt: skip
    command.add_argument("--attach-sources", action="store_true",
                         help="put the design's own files into the PDF, as attachments")  # fmt: skip
    command.add_argument("--without", metavar="LIST", action="append", default=[],
                         help="leave out of every document what is named: prices, names; may be repeated")  # fmt: skip
    command.add_argument("--theme", metavar="FILE",
                         help=f"what documents look like (default: {BESIDE} beside the design, if it is there)")  # fmt: skip
    command.add_argument("--templates", metavar="DIR",
                         help="templates (*.html) and style sheets (*.css) in the place of those that came with vdl")  # fmt: skip
    command.add_argument("--font", metavar="FILE", action="append", default=[],
                         help="a font for characters that the others lack; may be repeated")  # fmt: skip
    against(command, documents=True)


def formats(arguments: argparse.Namespace) -> list[Format]:
    """The formats that were asked for, each once; all of them where none was. Ends the command where there is no such format."""
    known = every_format()
    if arguments.format is None:
        return [each for each in known.values() if not each.on_request]
    named = [part.strip().lower() for given in arguments.format for part in given.split(",")]
    wanted = dict.fromkeys(part for part in named if part)
    choices = f"(choose from {', '.join(known)})"
    for part in wanted:
        if part not in known:
            arguments.parser.error(f"argument --format: there is no format `{part}` {choices}")
    if not wanted:
        arguments.parser.error(f"argument --format: names no format {choices}")
    return [each for part in wanted for each in (known[part], *known[part].more)]


def left_out(arguments: argparse.Namespace, compilation: Compilation) -> tuple[list[str], list[Diagnostic]]:
    """What documents leave out, each once. Ends the command where the sources, which hold it, are to go with them."""
    wanted = list(dict.fromkeys(part.strip() for given in arguments.without for part in given.split(",") if part.strip()))
    if wanted and arguments.attach_sources:
        arguments.parser.error("argument --without: the sources hold what is left out; take `--attach-sources` away")
    known = left_out_by(documents(compilation))
    return wanted, [errors.unknown_option(f"--without {name}", "thing to leave out", name, known) for name in wanted
                    if name not in known]  # fmt: skip


def brand(arguments: argparse.Namespace, disk: Disk) -> tuple[Brand, list[Diagnostic]]:
    """What the documents look like: by the theme that is named, or lies beside the design, and by options."""
    theme = arguments.theme or ("" if arguments.reads_input else beside(arguments.file, BESIDE))
    made, said = brands.read(theme, disk.root(arguments.file)) if theme else (PLAIN, [])
    if arguments.templates:
        made, more = brands.with_templates(made, arguments.templates)
        said += more
    if arguments.font:
        made, more = brands.with_fonts(made, arguments.font)
        said += more
    return made, said


__all__ = ["brand", "formats", "left_out", "options"]
