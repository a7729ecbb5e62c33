"""The report as one HTML file for the screen and for paper, with nothing left to load."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from typing import assert_never

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from vdl.render import versions
from vdl.render.charts import chart_svg
from vdl.render.diagrams import diagram_svg
from vdl.render.inline import cite_html, inline_html, verdict_html, with_break_points
from vdl.render.line_breaks import value_kept
from vdl.render.plain import SHAPES, is_web
from vdl.render.table_layout import Grid, grid, steps
from vdl.render.wording import wording
from vdl.report.model import (
    Beside,
    Block,
    Callout,
    Chart,
    Cite,
    Diagram,
    Facts,
    Paragraph,
    Prose,
    References,
    Report,
    Section,
    Table,
    Working,
    every_block,
)
from vdl.text.safe import printable

THEME = ("colours", "text", "tables", "blocks", "cover", "screen", "print")
"""The style sheets in `theme/`, in the order they are put together."""

FACES = (
    ("VDL Serif", 400, "normal", "serif-regular"),
    ("VDL Serif", 400, "italic", "serif-italic"),
    ("VDL Serif", 600, "normal", "serif-semibold"),
    ("VDL Serif Small", 400, "normal", "small-regular"),
    ("VDL Serif Small", 400, "italic", "small-italic"),
    ("VDL Serif Small", 600, "normal", "small-semibold"),
    ("VDL Serif Display", 600, "normal", "display-semibold"),
    ("VDL Mono", 400, "normal", "mono-regular"),
    ("VDL Mono", 600, "normal", "mono-semibold"),
)
"""Family, weight, style and file of every face in `fonts/`."""


def html(report: Report, style: str = "") -> str:
    """One self-contained document. `style` is CSS put last: a brand's colours, fonts, logo.

    Everything that comes from the report is escaped, control characters are made visible; links go to http and
    https only.
    """
    known = frozenset(_reference_numbers(report))
    words = wording(report.language)

    def prose(given: Prose) -> Markup:
        return inline_html(given, known)

    def cite(given: Cite) -> Markup:
        return cite_html(given, known)

    def laid_out(table: Table) -> Grid:
        return grid(table, known)

    numbers = count(1)

    def drawn(given: Chart | Diagram) -> Markup:
        number = str(next(numbers))
        return chart_svg(given, number) if isinstance(given, Chart) else diagram_svg(given, number)

    page = (
        f"@page{{size:{report.paper}}}"
        f'@page{{@bottom-right{{content:counter(page) " {words.page_of} " counter(pages)}}}}'
    )
    css = f"{_faces()}\n{_theme()}\n{page}\n{style}".replace("</", "<\\/")
    made = _environment().get_template("document.html").render(
        report=report, words=words, css=Markup(css), prose=prose, cite=cite, grid=laid_out, drawn=drawn
    )  # fmt: skip
    return printable(made)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("vdl.render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.update(
        macro=_macro, verdict=verdict_html, shapes=SHAPES, steps=steps, outline=_outline
    )
    environment.filters.update(
        anchor=_anchor, web=is_web, long=_long, value_kept=value_kept, with_break_points=with_break_points
    )  # fmt: skip
    return environment


@cache
def _theme() -> str:
    folder = files("vdl.render") / "theme"
    return "\n".join((folder / f"{name}.css").read_text("utf-8") for name in THEME)


def laid_out_by() -> dict[str, str]:
    """The versions of what makes a page, and the digests of its fonts."""
    fonts = {f"fonts/{name}.woff2": sha256(_font(name)).hexdigest() for *_, name in FACES}
    return {**versions("jinja2", "markupsafe"), **fonts}


def _font(name: str) -> bytes:
    return (files("vdl.render") / "fonts" / f"{name}.woff2").read_bytes()


@cache
def _faces() -> str:
    rules = []
    for family, weight, style, name in FACES:
        data = b64encode(_font(name)).decode("ascii")
        rules.append(
            f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
            f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
        )
    return "\n".join(rules)


def _macro(block: Block) -> str:
    """The name of the macro that sets a block."""
    match block:
        case Paragraph():
            return "paragraph"
        case Table():
            return "table"
        case Chart():
            return "chart"
        case Diagram():
            return "diagram"
        case Facts():
            return "facts"
        case Working():
            return "working"
        case Callout():
            return "callout"
        case Beside():
            return "beside"
        case References():
            return "references"
        case Section():
            return "section"
        case _:
            assert_never(block)


def _long(callout: Callout) -> bool:
    """Whether a callout may be broken over two pages."""
    return len(callout.blocks) > 2 or any(not isinstance(block, Paragraph) for block in callout.blocks)


def _outline(sections: tuple[Block, ...]) -> list[Section]:
    return [block for block in sections if isinstance(block, Section)]


def _anchor(anchor: str) -> str:
    """An id that is the same in the address of a link, with nothing to quote."""
    return re.sub(r"[^\w.-]+", "-", anchor)


def _reference_numbers(report: Report) -> Iterator[int]:
    for block in every_block(report.sections):
        if isinstance(block, References):
            yield from (entry.number for entry in block.entries)
