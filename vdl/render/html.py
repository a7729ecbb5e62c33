"""The report as one HTML file for the screen and for paper, with nothing left to load."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from typing import assert_never

from markupsafe import Markup

from vdl.brand.records import PLAIN, Brand
from vdl.render import branding, versions
from vdl.render.environment import Sandboxed, Shipped
from vdl.render.flow import Flow, crowded, fits
from vdl.render.glyphs import characters
from vdl.render.halves import contents_columns, list_columns
from vdl.render.inline import Known, anchor, cite_html, inline_html, isolated, verdict_html, with_break_points
from vdl.render.isolates import SIGNS, runs_from_the_right, whole, written
from vdl.render.line_breaks import value_kept
from vdl.render.lists import Entries, lists_of
from vdl.render.mathml import calculation
from vdl.render.measure import BOLD, FURTHER_WIDTHS, MONO, length
from vdl.render.plain import SHAPES, few
from vdl.render.running import clamped, css_page, css_text
from vdl.render.svg import Pieces
from vdl.render.typeset import typeset
from vdl.render.wording import wording
from vdl.report.model import (
    Beside,
    Block,
    Callout,
    Chart,
    Cite,
    Diagram,
    Facts,
    Link,
    Paragraph,
    Piles,
    Prose,
    References,
    Report,
    Section,
    Step,
    Table,
    Working,
    every_block,
    every_line,
)
from vdl.text.web import is_web

THEME = ("colours", "text", "tables", "blocks", "cover", "screen", "stacked", "print", "paper")
"""The style sheets in `theme/`, in the order they are put together."""

SHEETS: dict[str, tuple[str, ...]] = {"summary.html": ("summary",)}
"""Further ones of some templates."""

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

MORE = "-more"
"""What stands behind the name of a face in that of the file of its further letters, which few documents have."""


def html(report: Report, style: str = "", template: str = "document.html", *, on_paper: bool = False) -> str:
    """One self-contained document, as the report's brand has it. `style` is CSS put last; columns are as wide as suits the
    screen, or pages that are laid out from it.

    Everything that comes from the report is escaped, control characters are made visible; links go to http and
    https only. Raises TemplateFault where a template of the brand is at fault.
    """
    report = typeset(report, kept=True)
    brand = report.brand
    known = Known(frozenset(_reference_numbers(report)), _workings(report))
    words = wording(report)

    def prose(given: Prose) -> Markup:
        return inline_html(given, known)

    def cite(given: Cite) -> Markup:
        return cite_html(given, known)

    flow = Flow(report.sections, known, words, on_paper=on_paper)
    lists = lists_of(report, on_paper=on_paper)
    led_from = _led_from(report, known)
    placed = _Once()

    numbers = count(1)

    def drawn(given: Chart | Piles | Diagram) -> Pieces:
        return flow.drawn(given, str(next(numbers)), flow.room(given))

    page = (
        f"@page{{size:{report.paper}}}"
        f"@page{{@top-left{{content:{css_text(clamped(report.cover.title, RUNNING_HEAD))}}}}}"
        f"@page{{@bottom-right{{content:{css_page(words.page)}}}}}"
    )
    foot = branding.foot(brand, words.revision)
    if foot:
        page += f"@page{{@bottom-left{{content:{css_text(clamped(foot, FOOT))};vertical-align:top;padding-top:4mm}}}}"
    used = characters(report)
    further = not FURTHER_WIDTHS.keys().isdisjoint((*used, *"".join([str(word) for word in astuple(words)])))
    faces = _faces() + (f"\n{_faces(MORE)}" if further else "")
    sheets = _theme(brand, (*THEME, *SHEETS.get(template, ())), further)
    css = f"{faces}\n{page}\n{sheets}\n{branding.styles(brand, used, further)}\n{style}".replace("</", "<\\/")
    made = _environment(brand).made(template, {
        "report": report, "words": words, "css": Markup(css), "prose": prose, "cite": cite, "grid": flow.grid, "drawn": drawn,
        "runs": flow.runs, "overfull": flow.overfull, "paired": flow.paired, "headed": flow.headed, "on_paper": on_paper,
        "lists": lists, "led_from": led_from, "placed": placed, "brand": brand, "logo": branding.logo(brand),
        "starts": _starts(report) if on_paper else frozenset(),
        "list_columns": _in_columns(lists) if on_paper else (),
        "guard": Markup(guard()), "script": Markup(_script()),
    })  # fmt: skip
    if guard() not in made:  # a template of a theme that leaves it out
        made = made.replace("<head>", f"<head>{guard()}", 1) if "<head>" in made else f"{guard()}{made}"
    return written(branding.drawn(made, brand, further), _SIGNS)


def _in_columns(lists: Sequence[tuple[str, Entries]]) -> list[list[tuple[str, Entries]]]:
    """The lists of a document in one column or in two; what goes on in the second has no name there."""
    start = list_columns([[f"{number} {title}, 88 · " for number, title, _ in entries] for _, entries in lists])
    if start is None:
        return [list(lists)]
    at, first = start
    name, entries = lists[at]
    before = [*lists[:at], *([(name, entries[:first])] if first else [])]
    return [before, [("" if first else name, entries[first:]), *lists[at + 1 :]]]


_SIGNS = {sign: f"&#{ord(sign)};" for sign in SIGNS}
"""Signs of direction in attributes, drawings and titles, which have no tags in them."""


@cache
def guard() -> str:
    """What a browser is told: nothing is loaded, and nothing runs but the one script that comes with the page."""
    digest = b64encode(sha256(_script().encode()).digest()).decode("ascii")
    return (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; font-src data:; '
        f"img-src data:; script-src 'sha256-{digest}'\">"
    )


@cache
def _script() -> str:
    """Search and sorting for readers whose browsers run scripts; nothing of it hangs on the document."""
    return "\n" + (files("vdl.render") / "theme" / "page.js").read_text("utf-8")


def _environment(brand: Brand) -> Shipped:
    return _made_for(brand) if brand.templates else _shipped()


@cache
def _shipped() -> Shipped:
    return _made_for(PLAIN)


def _made_for(brand: Brand) -> Shipped:
    sort = Sandboxed if brand.templates else Shipped
    return sort(brand.templates, {
        "macro": _macro, "verdict": verdict_html, "calculation": calculation, "shapes": SHAPES, "outline": _outline,
        "folded": _folded, "size": _size, "crowded": crowded,
    }, {
        "anchor": anchor, "brief": _brief, "cited": _cited, "clamped": clamped, "few": few, "fits": fits, "isolated": isolated,
        "long": _long, "runs_from_the_right": runs_from_the_right, "value_kept": value_kept, "web": is_web, "whole": whole,
        "with_break_points": with_break_points,
    })  # fmt: skip


def _theme(brand: Brand, names: tuple[str, ...], further: bool) -> str:
    """The style sheets, those of the brand in the place of shipped ones; its others come last."""
    more = [f"{name}.css" for name in names]
    shipped = {f"{name}.css" for name in (*THEME, *sum(SHEETS.values(), ()))}
    more += [name for name in sorted(brand.styles) if name not in shipped]
    return branding.stacked("\n".join([_sheet(name, brand) for name in more]), brand, further)


def _sheet(name: str, brand: Brand) -> str:
    sheet = brand.styles[name].text if name in brand.styles else _shipped_sheet(name)
    if name != "stacked.css":
        return sheet
    return "\n".join([f"@media {on} {{\n{sheet.replace('.stacks', tables)}}}" for on, tables in _STACKS])


_STACKS = (("screen and (max-width: 44rem)", ".data:not(.half)"), ("screen and (max-width: 83.99rem)", ".data.roomy"),
           ("screen", ".data.stacked"))  # fmt: skip
"""On which screens the cells of which tables stand under each other, written once for all."""


@cache
def _shipped_sheet(name: str) -> str:
    return (files("vdl.render") / "theme" / name).read_text("utf-8")


def laid_out_by() -> dict[str, str]:
    """The versions of what makes a page, and the digests of its fonts."""
    names = [name + more for *_, name in FACES for more in ("", MORE)]
    fonts = {f"fonts/{name}.woff2": sha256(_font(name)).hexdigest() for name in names}
    return {**versions("jinja2", "markupsafe"), **fonts}


def _font(name: str) -> bytes:
    return (files("vdl.render") / "fonts" / f"{name}.woff2").read_bytes()


@cache
def _faces(more: str = "") -> str:
    """The shipped fonts, or with `MORE` the further letters of each."""
    rules = []
    for family, weight, style, name in FACES:
        family += branding.MORE if more else ""
        data = b64encode(_font(name + more)).decode("ascii")
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
        case Chart() | Piles():
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


BRIEF, ABREAST = 64, 18.0
"""A title of no more characters may stand before its calculation on one line; on paper, where the path stands behind it, one that
is with that no wider in ems: half of a column."""


def _brief(working: Working, on_paper: bool = False) -> bool:
    """Whether a calculation is one line, behind its title."""
    more = working.doc or working.outcome or working.also or working.note or working.elsewhere
    if len(working.steps) != 1 or more:
        return False
    if on_paper:
        return BOLD * length(working.title) + MONO * len(working.path) + TABLE <= ABREAST
    return len(working.title) <= BRIEF


TABLE = 4.0
"""What "Table 1" takes behind that."""


def _cited(steps: tuple[Step, ...], at: int, on_paper: bool) -> tuple[Cite, ...]:
    """The sources of a step; on paper without those that steps above it have named."""
    above = {cite for step in steps[:at] for cite in step.cites} if on_paper else set()
    return tuple([cite for cite in steps[at].cites if cite not in above])


def _outline(sections: tuple[Block, ...]) -> list[Section]:
    return [block for block in sections if isinstance(block, Section)]


def _starts(report: Report) -> frozenset[int]:
    """Which chapters begin a further column of the contents; sections of appendices do not stand in them, nor very many."""
    inner = [[] if top.appendix else [one.title for one in _outline(top.blocks)] for top in report.sections]
    return contents_columns([(top.title, titles if len(titles) <= LISTED else []) for top, titles in zip(report.sections, inner)])


class _Once:
    """Says of each path whether it is asked about for the first time: an id stands once in a document."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def __call__(self, path: str) -> bool:
        first = path not in self._seen
        self._seen.add(path)
        return first


LISTED = 20
"""A chapter of more sections has none of them in the contents on paper (`paper.css`)."""

FOLDED = 24
"""An appendix of more lines is folded on the screen."""

RUNNING_HEAD, FOOT, LONG, LONGER = 84, 110, 56, 130
"""The most characters of a title at the head of a page, of the line at its foot, of a title in the two largest sizes."""


def _folded(section: Section) -> int:
    """How many lines of an appendix are folded away on the screen; 0 where it is short."""
    lines = sum(1 for _ in every_line(section.blocks)) if section.appendix else 0
    return lines if lines > FOLDED and not any(isinstance(block, References) for block in section.blocks) else 0


def _size(title: str) -> str:
    """The class of a title that is too long for the largest size."""
    return "" if len(title) <= LONG else "long" if len(title) <= LONGER else "longer"


def _workings(report: Report) -> frozenset[str]:
    """What is worked out in the report, by path."""
    found: list[str] = []
    for block in every_block(report.sections):
        if isinstance(block, Working):
            found += [block.path, *[path for _, path in block.also], *[step.path for step in block.steps]]
    return frozenset(filter(None, found))


def _led_from(report: Report, known: Known) -> dict[str, int]:
    """The numbers of the tables from which words lead to a calculation, by its path: of each the first one."""
    found: dict[str, int] = {}
    for block in every_block(report.sections):
        if isinstance(block, Table) and block.number:
            for row in block.rows:
                for item in (item for cell in row.cells for item in cell if isinstance(item, Link)):
                    if item.path in known.workings:
                        found.setdefault(item.path, block.number)
    return found


def _reference_numbers(report: Report) -> Iterator[int]:
    for block in every_block(report.sections):
        if isinstance(block, References):
            yield from (entry.number for entry in block.entries)
