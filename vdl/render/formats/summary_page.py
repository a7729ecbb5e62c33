"""One page for those who decide, as HTML, PDF and Markdown."""

from __future__ import annotations

from vdl.render import Format, Unavailable
from vdl.render.formats import html_page, pdf_pages
from vdl.render.glyphs import lacking
from vdl.render.one_page import on_one_page
from vdl.report.model import Report

SIZES = ("10pt", "9.25pt", "8.5pt", "7.75pt", "7pt")
"""Sizes of letters on paper, of which the first is taken that leaves one page."""


def _of(report: Report) -> Report:
    return on_one_page(report.summary or report)


def _page(report: Report, size: str = "") -> str:
    from vdl.render.html import html

    return html(_of(report), f"@media print{{html{{font-size:{size}}}}}" if size else "", "summary.html")


def _pdf(report: Report) -> bytes:
    for size in SIZES:
        try:
            return pdf_pages.pdf(_page(report, size), report.sources, report.cover.as_of, report.brand, most=1)
        except pdf_pages.TooLong as fault:
            taken = fault.pages
    raise Unavailable(f"the summary takes {taken} pages, however small its letters are; put less into it, or into its template")


def _markdown(report: Report) -> bytes:
    from vdl.render.formats.markdown import markdown

    return markdown(_of(report)).encode()


FORMAT = Format(
    "summary", ".summary.html", "text/html; charset=utf-8", lambda report: _page(report).encode(), html_page.FORMAT.laid_out_by,
    lambda report: lacking(_of(report)),
    more=(
        Format("summary", ".summary.pdf", "application/pdf", _pdf, pdf_pages.FORMAT.laid_out_by, for_people=True),
        Format("summary", ".summary.md", "text/markdown; charset=utf-8", _markdown, for_people=True),
    ),
    on_request=True,
    for_people=True,
)  # fmt: skip
