"""The HTML document as PDF, laid out by WeasyPrint from the print styles it carries."""

from __future__ import annotations

import re
import traceback
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from functools import partial
from typing import Any

from vdl.brand.records import PLAIN, Brand
from vdl.render import Format, Rest, Unavailable, versions
from vdl.render.glyphs import boxed, has, lacking
from vdl.render.paper import finished
from vdl.report.model import Attached, Report

PACKAGES = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class PdfUnavailable(Unavailable):
    """WeasyPrint, or a library it needs, can't be loaded. `reason` says which."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"PDF needs WeasyPrint and Pango: {reason}. On Debian and Ubuntu: {PACKAGES}")
        self.reason = reason


class TooLong(Exception):
    """A document takes more pages than it may."""

    def __init__(self, pages: int) -> None:
        super().__init__(pages)
        self.pages = pages


def pdf(
    html_text: str, attached: Sequence[Attached] = (), on: str = "", brand: Brand = PLAIN, *, most: int = 0
) -> bytes:
    """Lay out a document of `vdl.render.html`: PDF/A-3b and PDF/UA-1; same text, same bytes.

    `attached` go with it as files, dated `on` that day ("2026-06-01").

    Nothing is fetched but `data:` addresses. Raises `PdfUnavailable`, and `TooLong` where it takes more
    than so many pages, if any are given.
    """
    try:
        with _quiet():
            from weasyprint import HTML, Attachment
            from weasyprint.text.fonts import FontConfiguration
            from weasyprint.urls import URLFetcher, URLFetcherResponse
    except ImportError as missing:
        raise PdfUnavailable(f"the Python package {missing.name or 'weasyprint'} is missing") from missing
    except OSError as missing:
        first = str(missing).splitlines()[0]
        raise PdfUnavailable(first.strip().rstrip(".")) from missing
    day = datetime.combine(date.fromisoformat(on) if on else date(1970, 1, 1), time())
    files = [
        Attachment(string=each.text, name=each.name, description="A file of the design", created=day, modified=day,
                   relationship="Source")
        for each in attached
    ]  # fmt: skip

    def finish(document: Any, made: Any) -> None:
        if most and len(document.pages) > most:
            raise TooLong(len(document.pages))
        finished(document, made)

    text, fonts = _fonts_apart(_for_paper(html_text, brand))

    class Fetcher(URLFetcher):  # type: ignore[misc, unused-ignore]
        def fetch(self, url: str, headers: object = None) -> object:
            return URLFetcherResponse(url, fonts[url]) if url in fonts else super().fetch(url, headers)

    fetcher = Fetcher(allowed_protocols=("data",), allow_redirects=False)
    with _quiet():

        def takes(text: str) -> int:
            page = HTML(string=text, base_url=None, url_fetcher=fetcher)
            return len(page.render(font_config=FontConfiguration()).pages)

        if not most:
            text = _with_cover_that_fits(text, takes, sure=not (brand.name or brand.faces or brand.styles))

        def written(text: str) -> object:
            return HTML(string=text, base_url=None, url_fetcher=fetcher).write_pdf(
                pdf_variant="pdf/a-3b", pdf_tags=True, font_config=FontConfiguration(), finisher=finish, attachments=files,
            )  # fmt: skip

        made = _with_fewer_columns(written, text)
    assert isinstance(made, bytes)
    return made


_COVER = re.compile('<header class="cover([^"]*)">')

_CLOSER = (" full", " full closer", " full closer closest", " full over")
"""How a cover is set that takes more than its page: closer and closer, as far as it can be read; then the contents follow it."""


def _with_cover_that_fits(text: str, takes: Callable[[str], int], *, sure: bool) -> str:
    """A page whose cover has room on one, or is followed by the contents.

    `takes` counts the pages of a text. What is counted before that is `sure` of a cover that is not full, but for themes.
    """
    cover, end, _ = text.partition("</header>")
    found = _COVER.search(cover)
    if not end or found is None or (sure and " full" not in found[1]):
        return text
    plain = found[1].replace(" full", "")
    for closer in ((found[1].removeprefix(plain), *_CLOSER) if " full" not in found[1] else _CLOSER):
        tag = f'<header class="cover{plain}{closer}">'
        if closer == _CLOSER[-1] or takes(f"{cover[: found.start()]}{tag}{cover[found.end() :]}{end}</body></html>") == 1:
            break
    return text.replace(found[0], tag, 1)


_IN_ONE_COLUMN = ("", *[f"@media print {{ {of} {{ columns: auto !important }} }}" for of in (".pair", ".contents ol", "*")])
"""What is laid out in one column, one after the other, until WeasyPrint has a place for all: each moves what comes behind it."""


def _with_fewer_columns(write: Callable[[str], object], text: str) -> object:
    """What is written of a text, with fewer columns where WeasyPrint fails at them."""
    for fewer in _IN_ONE_COLUMN:
        try:
            return write(text.replace("</head>", f"<style>{fewer}</style></head>", 1) if fewer else text)
        except AttributeError as fault:
            if fewer == _IN_ONE_COLUMN[-1] or not _is_of_columns(fault):
                raise
    raise AssertionError("the last is written, or its fault is raised")


def _is_of_columns(fault: AttributeError) -> bool:
    """Whether WeasyPrint failed where it breaks columns: it has no place for what must not be parted, at the head of one."""
    frames = traceback.extract_tb(fault.__traceback__)
    return bool(frames) and frames[-1].filename.replace("\\", "/").endswith("weasyprint/layout/column.py")


_ON_PAPER = (
    ("<wbr>", "\u200b"),
    ('<details class="fold', '<div class="fold'), ("</details>", "</div>"),
    ("<summary>", '<div class="whole">'), ("</summary>", "</div>"),
)  # fmt: skip
"""Tags that only templates write, and what they are on paper, where nothing is folded."""


_SCRIPT = re.compile("<script[^>]*>.*?</script>\\n?", re.DOTALL)


_HERE = re.compile(' ?<a class="here"[^>]*>#</a>')
"""What only a pointer finds: nothing is drawn of it on paper."""


def _for_paper(html_text: str, brand: Brand) -> str:
    from vdl.render.joined_letters import in_drawings
    from vdl.render.mathml import on_paper
    from vdl.render.sheets import for_paper_alone

    head, style, rest = html_text.partition("<style>")
    rest = _HERE.sub("", _SCRIPT.sub("", rest))
    for tag, instead in _ON_PAPER:
        rest = rest.replace(tag, instead)
    drawn = in_drawings(on_paper(_LINK.sub(_with_nothing_inside, rest)), lambda each: has(each, brand))
    return for_paper_alone(head + style + boxed(drawn, brand))


_FONT = re.compile(r"url\(data:font/woff2;base64,([A-Za-z0-9+/=]*)\)")


def _fonts_apart(text: str) -> tuple[str, dict[str, bytes]]:
    """A page whose fonts have short addresses, and what is there: WeasyPrint reads addresses one character after the other."""
    kept: dict[str, bytes] = {}

    def short(found: re.Match[str]) -> str:
        address = f"font:{len(kept)}"
        kept[address] = b64decode(found[1])
        return f"url({address})"

    return _FONT.sub(short, text), kept


_LINK = re.compile('(<a [^>]*href="[^>]*>)((?:(?!</a>).)*<bdi (?:(?!</a>).)*)</a>', re.DOTALL)
_LISTED = re.compile('href="#(?:s|table|figure)-')
_APART = re.compile('(<bdi dir="(?:ltr|rtl)">)(.*?)</bdi>', re.DOTALL)


def _with_nothing_inside(found: re.Match[str]) -> str:
    """A link as several where some of its words are apart: WeasyPrint makes a link of each element in one, outside of its tag.
    All but the last are marked, since a number of a page stands behind the whole."""
    parts: list[tuple[str, str, str]] = []
    at = 0
    for one in _APART.finditer(found[2]):
        parts += [("", found[2][at : one.start()], ""), (one[1], one[2], "</bdi>")]
        at = one.end()
    parts = [part for part in (*parts, ("", found[2][at:], "")) if part[1]]
    if parts[-1][0] and _LISTED.search(found[1]):
        parts.append(("", "\u200b", ""))  # a number of a page is not set behind words from right to left
    begun = found[1].replace("<a ", "<a data-goes-on ", 1)
    links = [*[begun] * (len(parts) - 1), found[1]]
    return "".join([f"{opens}{link}{words}</a>{closes}" for link, (opens, words, closes) in zip(links, parts)])


def _begin(report: Report) -> Rest:
    from vdl.render.html import html

    return partial(pdf, html(report, on_paper=True), report.sources, report.cover.as_of, report.brand)


def _render(report: Report) -> bytes:
    return _begin(report)()


PARTS = ("weasyprint", "pydyf", "fonttools", "tinycss2", "tinyhtml5", "cssselect2", "pyphen", "brotli")
"""Packages that a page goes through."""


def _laid_out_by() -> dict[str, str]:
    """The versions of all that decides the bytes of a page; of the system's libraries those that can be loaded."""
    import zlib

    from vdl.render.html import laid_out_by

    return {**laid_out_by(), **versions(*PARTS), "zlib": zlib.ZLIB_RUNTIME_VERSION, **_of_the_system()}


def _of_the_system() -> dict[str, str]:
    """The versions of the libraries that set type."""
    try:
        from weasyprint.text import ffi

        packed = ffi.pango.pango_version()
        ffi.ffi.cdef("const char *hb_version_string (void);", override=True)
        harfbuzz = ffi.ffi.string(ffi.harfbuzz.hb_version_string()).decode()
    except (ImportError, OSError, AttributeError):
        return {}
    return {"harfbuzz": harfbuzz, "pango": f"{packed // 10000}.{packed // 100 % 100}.{packed % 100}"}


FORMAT = Format("pdf", ".pdf", "application/pdf", _render, _laid_out_by, lacking, for_people=True, begin=_begin)


@contextmanager
def _quiet() -> Iterator[None]:
    """WeasyPrint warns about screen styles it does not know, and about a system without fonts, of which none is used."""
    import logging
    import warnings

    logger = logging.getLogger("weasyprint")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "No fonts configured", UserWarning)
            yield
    finally:
        logger.setLevel(before)
