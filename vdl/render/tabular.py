"""A table of the model prepared for a template: cells as HTML, widths and groups decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from vdl.render.columns import widths
from vdl.render.figures import align
from vdl.render.inline import inline_html
from vdl.render.plain import cite_text, plain
from vdl.report.model import Cite, Code, Prose, Row, Table, Text, Value, Verdict, Working

FIVES, SHORT = 12, 12
"""A table of more rows with neither groups nor wrapped cells is set in fives; one of fewer never breaks."""

MARK, SHAPE, BROAD = 9, 3, 10
"""What a mark of decision and the shape of a verdict add to a cell, in characters; one character
more is counted for so many of bold type or code."""


@dataclass(frozen=True, slots=True)
class Cell:
    html: Markup
    kind: str
    """ "" for words, "n" for figures, "l" for figures that are flush left."""


@dataclass(frozen=True, slots=True)
class Line:
    cells: tuple[Cell, ...]
    kind: str
    """ "" or "decides"; "five" where a little space stands above."""
    labelled: bool
    """Whether the first cell names the row."""


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """A worked calculation: the results padded, the shares of label, formula and result."""

    results: tuple[str, ...]
    shares: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """What the template needs. `heads` are (name, unit, kind), `shares` per cent of the width."""

    heads: tuple[tuple[str, str, str], ...]
    shares: tuple[float, ...]
    size: str
    wraps: bool
    short: bool
    """Whether it should be kept on one page."""
    groups: tuple[Group, ...]
    total: Line | None


def grid(table: Table, known: frozenset[int]) -> Grid:
    """Lay a table out. Rows with too few cells are filled up, cells without a column dropped."""
    count = len(table.columns)
    rows = [_squared(row, count) for row in table.rows]
    total = _squared(table.total, count) if table.total else None
    every = [*rows, total] if total else rows
    texts = [[_as_wide_as(row, index) for index in range(count)] for row in every]
    numeric = [column.numeric for column in table.columns]
    heads = [f"{column.head} {column.unit}".strip() for column in table.columns]
    wide = widths(heads, texts, numeric)
    kinds = [""] * count
    padded: list[list[Prose]] = [list(row.cells) for row in every]
    for index in range(count):
        if numeric[index]:
            kinds[index] = _align(padded, index)
    lines = [_line(row, cells, kinds, known) for row, cells in zip(every, padded, strict=True)]
    body, foot = (lines[:-1], lines[-1]) if total else (lines, None)
    fives = len(body) > FIVES and not wide.wraps and not any(row.group for row in rows)
    if fives:
        body = [replace(line, kind=f"{line.kind} five".strip()) if index and not index % 5 else line
                for index, line in enumerate(body)]  # fmt: skip
    grouped = groupby(zip(rows, body, strict=True), key=lambda pair: pair[0].group)
    return Grid(
        heads=tuple((c.head, c.unit, kind) for c, kind in zip(table.columns, kinds, strict=True)),
        shares=wide.shares,
        size=wide.size,
        wraps=wide.wraps,
        short=len(every) <= SHORT,
        groups=tuple(Group(name, tuple(line for _, line in pairs)) for name, pairs in grouped),
        total=foot,
    )


def steps(working: Working) -> Steps:
    """Lay a worked calculation out; the formula gets what label and result leave."""
    results = align([step.result for step in working.steps], [True] * len(working.steps)).texts
    result = min(max(12.0, 3 + 1.06 * max(map(len, results), default=0)), 28.0)
    labels = [max(len(step.label) + MARK * step.decides, len(step.note)) for step in working.steps]
    longest = max(labels, default=0)
    label = min(max(17.0, 1 + 0.98 * longest), 25.0)
    return Steps(results, (round(label, 2), round(100 - label - result, 2), round(result, 2)))


def _as_wide_as(row: Row, index: int) -> str:
    """A text as wide as the cell will be, for measuring."""
    cell = row.cells[index]
    shapes = sum(isinstance(item, Verdict) for item in cell)
    cited = "".join(" " + cite_text(item).replace(" ", "\u00a0") for item in cell if isinstance(item, Cite))
    code = sum(len(item.text) for item in cell if isinstance(item, Code)) // BROAD
    text = plain(cell).replace("\u00a0", "x")
    text += "x" * (SHAPE * shapes + code + sum(map(str.isupper, text)) // 4)
    if row.decides:
        text += "x" * (len(text) // BROAD // 2) + "x" * (MARK if index == 0 else 0)
    return text + cited


def _squared(row: Row, count: int) -> Row:
    if len(row.cells) == count:
        return row
    empty: tuple[Prose, ...] = ((),) * count
    return replace(row, cells=(row.cells + empty)[:count])


def _align(rows: list[list[Prose]], index: int) -> str:
    """Pad one numeric column in place; give the kind of its cells."""
    first = [_first_text(row[index]) for row in rows]
    aligned = align(first, [_followed(row[index]) for row in rows])
    for row, old, new in zip(rows, first, aligned.texts, strict=True):
        cell = row[index]
        if old != new and isinstance(cell[0], (Text, Value)):
            row[index] = (replace(cell[0], text=new), *cell[1:])
    return "n" if aligned.flush == "right" else "l"


def _first_text(cell: Prose) -> str:
    return cell[0].text if cell and isinstance(cell[0], (Text, Value)) else ""


def _followed(cell: Prose) -> bool:
    return len(cell) > 1 or (bool(cell) and isinstance(cell[0], (Cite, Verdict)))


def _line(row: Row, cells: Sequence[Prose], kinds: Sequence[str], known: frozenset[int]) -> Line:
    made = tuple(Cell(inline_html(cell, known), kind) for cell, kind in zip(cells, kinds, strict=True))
    return Line(made, "decides" if row.decides else "", bool(kinds) and kinds[0] == "" and made[0].html != "")
