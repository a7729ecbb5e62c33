"""A table as a file for programs: UTF-8 without a mark at its beginning, every line ended with a line feed."""

from __future__ import annotations

from vdl.report.model import File
from vdl.text.spreadsheet import exact


def as_file(file: File) -> bytes:
    """The bytes of the file. Its ending says what divides the cells: a tab in `.tsv`, else a comma."""
    lines = [*([file.heads] if file.heads else []), *[tuple([cell or "" for cell in row]) for row in file.rows]]
    return exact(lines, "\t" if file.name.lower().endswith(".tsv") else ",").encode()
