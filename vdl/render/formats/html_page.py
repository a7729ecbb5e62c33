"""One page for the screen and for paper, with nothing left to load."""

from __future__ import annotations

from vdl.render import Format
from vdl.report.model import Report


def _render(report: Report) -> bytes:
    from vdl.render.html import html

    return html(report).encode()


FORMAT = Format("html", ".html", "text/html; charset=utf-8", _render)
