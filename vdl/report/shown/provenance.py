"""`show provenance`: what the document was made of and with: every file with its digest, the layers on top, the compiler."""

from __future__ import annotations

from collections.abc import Iterable

import vdl
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.sources import digest, of_library, own
from vdl.text.phrases import Day, phrase


def blocks(page: Page) -> list[m.Block]:
    compilation, solved = page.compilation, page.solved
    facts: list[tuple[str, m.Prose]] = [
        ("Design", (m.Code(solved.name),)),
        ("Scenarios", (m.Text(", ".join(solved.layers)),)),
        ("Set on the command line", (m.Code(", ".join(solved.options)),)),
        ("Waivers judged as of", (m.Text(Day(compilation.as_of)),)),
        ("Made with", (m.Text(phrase("vdl {version}, edition 2026", version=vdl.__version__)),)),
    ]
    stated = tuple([(phrase(label), prose) for label, prose in facts if prose != (m.Text(""),) and prose != (m.Code(""),)])
    heads = m.Column(phrase("File")), m.Column("SHA-256")
    made: list[m.Block] = [m.Facts(stated), m.Table(phrase("Files of the design"), heads, _rows(own(compilation)))]
    library = of_library(compilation)
    return [*made, m.Table(phrase("Files of the library"), heads, _rows(library))] if library else made


def _rows(files: Iterable[m.Attached]) -> tuple[m.Row, ...]:
    return tuple([m.Row(((m.Code(file.name),), (m.Code(digest(file.text)),))) for file in files])
