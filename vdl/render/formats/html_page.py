"""One page for the screen and for paper, with nothing left to load."""

from __future__ import annotations

from vdl.render import Format
from vdl.render.glyphs import lacking
from vdl.report.model import Report


def _render(report: Report) -> bytes:
    from vdl.render.html import html

    return html(report).encode()


def _laid_out_by() -> dict[str, str]:
    from vdl.render.html import laid_out_by

    return laid_out_by()


FORMAT = Format("html", ".html", "text/html; charset=utf-8", _render, _laid_out_by, lacking, for_people=True)
