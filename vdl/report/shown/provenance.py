"""`show provenance`: what the document was made of and with: every file with its digest, the layers on top, the compiler."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import vdl
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.sources import beside, digest, of_library, own
from vdl.text.phrases import Day, phrase

SHORT = 8
"""So many digits no two of some hundred files ever share by chance."""

FILES = m.Column(phrase("File")), m.Column("SHA-256")
"""What a table of files has: their digests are others with every letter of a text."""

SHIPPED = m.Column(phrase("File")), m.Column(phrase("SHA-256, its first {number} digits", number=SHORT))
"""The same of what comes with the compiler: the lock file has the whole."""


def blocks(page: Page) -> list[m.Block]:
    compilation, solved = page.compilation, page.solved
    facts: list[tuple[str, m.Prose]] = [
        ("Design", (m.Code(solved.name),)),
        ("Scenarios", (m.Text(", ".join(solved.layers)),)),
        ("Set on the command line", (m.Code(", ".join(solved.options)),)),
        ("Waivers judged as of", (m.Text(Day(compilation.as_of) if solved.graph.waivers else ""),)),
        ("Made with", (m.Text(phrase("vdl {version}, edition 2026", version=vdl.__version__)),)),
    ]
    stated = tuple([(phrase(label), prose) for label, prose in facts if prose != (m.Text(""),) and prose != (m.Code(""),)])
    made: list[m.Block] = [m.Facts(stated), m.Table(phrase("Files of the design"), FILES, _rows(own(compilation)))]
    brand = page.brand.inputs
    if brand:
        entry = compilation.program.entry
        rows = tuple([m.Row(((m.Code(beside(one.name, entry)),), (m.Code(one.digest),))) for one in brand])
        made.append(m.Table(phrase("Files of the theme"), FILES, rows))
    library = of_library(compilation)
    return [*made, m.Table(phrase("Files of the library"), SHIPPED, _by_folder(library))] if library else made


def _by_folder(files: Iterable[m.Attached]) -> tuple[m.Row, ...]:
    """Files as they are imported, under the names of their folders, each folder named once; those in none come first."""
    found: dict[str, list[m.Attached]] = {"": []}
    for file in sorted(files, key=lambda file: file.name):
        folder, _, name = file.name.rpartition("/")
        found.setdefault(folder and f"{folder}/", []).append(m.Attached(name.removesuffix(".vdl"), file.text))
    return tuple([replace(row, group=folder) for folder, held in found.items() for row in _rows(held, SHORT)])


def _rows(files: Iterable[m.Attached], most: int = 64) -> tuple[m.Row, ...]:
    return tuple([m.Row(((m.Code(file.name),), (m.Code(digest(file.text)[:most]),))) for file in files])
