"""The HTML document as PDF, laid out by WeasyPrint from the print styles it carries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vdl.render import Format, Unavailable
from vdl.report.model import Report

PACKAGES = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class PdfUnavailable(Unavailable):
    """WeasyPrint, or a library it needs, can't be loaded. `reason` says which."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"PDF needs WeasyPrint and Pango: {reason}. On Debian and Ubuntu: {PACKAGES}")
        self.reason = reason


def pdf(html_text: str) -> bytes:
    """Lay out a document of `vdl.render.html`. Tagged as PDF/UA-1; same text, same bytes.

    Nothing is fetched but `data:` addresses. Raises `PdfUnavailable`.
    """
    try:
        from weasyprint import HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher
    except ImportError as missing:
        raise PdfUnavailable(f"the Python package {missing.name or 'weasyprint'} is missing") from missing
    except OSError as missing:
        first = str(missing).splitlines()[0]
        raise PdfUnavailable(first.strip().rstrip(".")) from missing
    fetcher = URLFetcher(allowed_protocols=("data",), allow_redirects=False)
    with _quiet():
        source = HTML(string=html_text.replace("<wbr>", "\u200b"), base_url=None, url_fetcher=fetcher)
        made = source.write_pdf(pdf_variant="pdf/ua-1", font_config=FontConfiguration())
    assert isinstance(made, bytes)
    return made


def _render(report: Report) -> bytes:
    from vdl.render.html import html

    return pdf(html(report))


FORMAT = Format("pdf", ".pdf", "application/pdf", _render)


@contextmanager
def _quiet() -> Iterator[None]:
    """WeasyPrint warns about screen styles it does not know; nobody asked it about those."""
    import logging

    logger = logging.getLogger("weasyprint")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
