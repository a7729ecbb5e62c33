"""From a report model to files. Each format is one function and one line in `FORMATS`.

Importing this package loads none of the libraries behind the formats; calling one does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vdl.report.model import Report


@dataclass(frozen=True, slots=True)
class Format:
    """`suffix` is put after the design's name; `write` gives the bytes of the file.

    `write` gives b"" when the report has nothing to say in that format.
    """

    suffix: str
    write: Callable[[Report], bytes]


def _html(report: Report) -> bytes:
    from vdl.render.html import html

    return html(report).encode()


def _pdf(report: Report) -> bytes:
    """Raises `vdl.render.pdf.PdfUnavailable`."""
    from vdl.render.html import html
    from vdl.render.pdf import pdf

    return pdf(html(report))


def _markdown(report: Report) -> bytes:
    from vdl.render.markdown import markdown

    return markdown(report).encode()


def _csv(report: Report) -> bytes:
    from vdl.render.csv import bill_csv

    return bill_csv(report).encode()


def _json(report: Report) -> bytes:
    from vdl.render.json import json_text

    return json_text(report).encode()


FORMATS: dict[str, Format] = {
    "html": Format(".html", _html),
    "pdf": Format(".pdf", _pdf),
    "markdown": Format(".md", _markdown),
    "csv": Format(".bill.csv", _csv),
    "json": Format(".json", _json),
}
