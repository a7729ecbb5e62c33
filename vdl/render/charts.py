"""Charts as SVG: bars on one scale from zero, with what they come to at the end of the line.

Bars of few rows stand under their names, where these have room; those of many beside them, so that they take a line each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby

from markupsafe import Markup

from vdl.render.curves import curve_svg
from vdl.render.legends import INSET, alike_once, all_shared, columns, shared
from vdl.render.palette import colour
from vdl.render.pen import BAR, OPEN, Pen, outlined
from vdl.render.plain import said
from vdl.render.scale import Ends, Scale, beside, comes_to, ends_of, words_of
from vdl.render.svg import HALF, LINE, NARROW, PAGE, PAIRED, WIDTH, Pieces, broken, drawing, hatched, pieces
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Bars, Chart

GAP = 5
"""What is left between rows, and above the name of a group."""

SHADES = ("accent", "shade-1", "shade-2", "shade-3", "shade-4")
"""The colours of bars of a row, in an order in which neighbours differ on a grey page, too."""

STROKED = ("shade-1", "accent", "shade-2", "shade-4")
"""Those of segments behind these, which have strokes across them, so that no two of nine are alike."""

KEPT = "shade-3"
"""What is to stay free has strokes across this, which nothing else has."""

MANY, FEW = 10, 5
"""A chart of more rows is drawn in pieces between which a page may end; the lesser number is that in a column of a page."""

TALL = 480
"""A chart of bars of several parts that is taller than this stands in two columns, each bar a piece of its own."""


def charts_svg(chart: Chart, number: str, words: Wording = ENGLISH, room: int = WIDTH) -> Pieces:
    """The drawing, in pieces of whole groups where it is long, all on one scale; `number` makes its ids unique. `room` is how
    wide the place is where it stands."""
    if chart.along:
        width = chart_width(chart, room)
        return pieces([curve_svg(chart, number, words, width)], width)
    chart = alike_once(chart)
    groups = [list(rows) for _, rows in groupby(chart.rows, key=lambda row: row.group)]
    width = chart_width(chart, room)
    most = FEW if room == NARROW else MANY
    if chart.stacked and width == PAIRED and not all_shared(chart, width):
        groups = [[row] for row in chart.rows]
    elif len(chart.rows) <= most or chart.stacked:
        groups = [list(chart.rows)]
    else:
        groups = [group[at : at + most] for group in groups for at in range(0, len(group), most)]
    scale = Scale(chart, width)
    made = [
        chart_svg(replace(chart, rows=tuple(rows)), f"{number}-{at}" if at else number, scale, words,
                  before=before[-1] if before else None, after=after[0] if after else None)
        for at, (before, rows, after) in enumerate(zip([None, *groups], groups, [*groups[1:], None]))
    ]  # fmt: skip
    return pieces(made, width)


def chart_width(chart: Chart, room: int) -> int:
    """How wide a chart is where there is so much room."""
    if room != PAGE:
        return room
    chart = alike_once(chart)
    if all_shared(chart, PAGE):
        return HALF if all_shared(chart, HALF) else PAGE
    if chart.stacked and len(chart.rows) > 1 and LINE * sum(len(row.bars) + 2 for row in chart.rows) > TALL:
        return PAIRED
    if chart.along or not beside(chart, PAGE):
        return HALF
    groups = len({row.group for row in chart.rows})
    label, text_ = words_of(chart)
    return PAIRED if groups > 1 and len(chart.rows) > MANY and label + text_ < PAIRED * 0.6 else PAGE


def chart_svg(
    chart: Chart, number: str, scale: Scale | None = None, words: Wording = ENGLISH, *, before: Bars | None = None,
    after: Bars | None = None,
) -> Markup:
    """The drawing; `number` makes its ids unique. Its title and description say what it shows. `before` and `after` are the rows
    next to it in the pieces before and behind it: what they share is said once, and the scale stands above the first piece and
    below the last, as a page may end between them."""
    if chart.along:
        return curve_svg(chart, number, words)
    scale = scale or Scale(chart)
    pen = Pen(scale)
    axis = partial(pen.axis, scale, chart.unit, words)
    if before is None and after is not None:
        axis()
    groups = [list(rows) for _, rows in groupby(chart.rows, key=lambda row: row.group)]
    for rows, next_row in zip(groups, [*[None] * (len(groups) - 1), after]):
        group = rows[0].group
        if group and (pen.y or before is None or before.group != group):
            pen.y += GAP if pen.y else 0
            pen.text(group, bold=True)
        going_on = next_row if next_row is not None and next_row.group == group else None
        closing = axis if rows is groups[-1] and after is None else _nothing
        if chart.stacked and shared(rows, scale.width):
            _with_one_legend(pen, rows, scale, closing)
            continue
        for row, following in zip(rows, [*rows[1:], going_on]):
            named = following is None or row.marks != following.marks
            if chart.stacked:
                _stacked(pen, row, scale, closing if row is rows[-1] else _nothing, named=named)
            else:
                (_beside_name if scale.beside else _apart)(pen, row, scale, named=named)
    if after is None and not chart.stacked:
        axis()
    height = pen.y + 2
    title = f"{chart.title} {chart.unit}".strip() or words.chart
    return drawing(number, title, said(chart), height, pen.drawn, scale.width)


def _nothing() -> None:
    """What stands between bars and what they are, but for the last ones."""


def _apart(pen: Pen, row: Bars, scale: Scale, *, named: bool) -> None:
    """Each bar of a row on a line of its own; the marks cross all of them, and where they are `named`, below the last.

    Rows one after the other that have the same marks name them once.
    """
    several = len(row.bars) > 1
    if several and row.label:
        pen.text(row.label, bold=not row.group)
    for at, bar in enumerate(row.bars):
        name = bar.name if several or not row.label else row.label
        pen.text(name, bar.text, quiet=bool(several and row.label))
        pen.rail()
        ends = ends_of(bar)
        if ends is not None:
            _bar(pen, scale, Fraction(0), ends, _ROOM.get(bar.room, (SHADES[at % len(SHADES)], False))[0])
        else:
            pen.hatch()
        _marks(pen, row, scale, named=named and at + 1 == len(row.bars))
    pen.y += GAP


def _beside_name(pen: Pen, row: Bars, scale: Scale, *, named: bool) -> None:
    """A bar behind its name, which goes over several lines if need be, and before what it comes to."""
    [bar] = row.bars
    lines = broken(row.label or bar.name, pen.left - 8) or [""]
    top = pen.y
    for line in lines:
        pen.y += LINE
        pen.write(0, line, "start")
    pen.y = top + LINE
    pen.write(pen.width, comes_to(row, bar, scale.told), "end")
    pen.y = top + 2
    pen.rail()
    ends = ends_of(bar)
    if ends is not None:
        _bar(pen, scale, Fraction(0), ends, _ROOM.get(bar.room, (SHADES[0], False))[0])
    else:
        pen.hatch()
    _marks(pen, row, scale, named=named and not scale.told)
    pen.y = max(pen.y, top + LINE * len(lines)) + 1


def _bar(pen: Pen, scale: Scale, start: Fraction, ends: Ends, shade: str, *, stroked: bool = False) -> None:
    """From where it starts to its sure end, and an outline from there to the other."""
    zero, near, far = scale.at(start), scale.at(start + ends.least), scale.at(start + ends.most)
    pen.bar(min(zero, near), max(zero, near), shade, stroked=stroked)
    if far != near:
        pen.bar(min(near, far), max(near, far), shade, beyond=True)
    if start + ends.most > scale.high:
        pen.gap(scale.right - 26)


def _marks(pen: Pen, row: Bars, scale: Scale, *, named: bool) -> None:
    placed = [(each, ends) for each in row.marks if (ends := ends_of(each)) is not None]
    for _, ends in placed:
        for end in dict.fromkeys((ends.least, ends.most)):
            pen.tick(scale.at(end))
    if named:
        pen.captions([(scale.at(ends.most), f"{each.name} {each.text}".strip()) for each, ends in placed])
        for each in row.marks:
            if not each.most:
                pen.text(f"{each.name} {each.text}".strip(), quiet=True)
    else:
        pen.y += BAR + 3


def _stacked(pen: Pen, row: Bars, scale: Scale, closing: Callable[[], None], *, named: bool) -> None:
    """The bars of a row one behind the other, and below them what each is, in the same order."""
    shades = _shades([row])
    _one_behind_the_other(pen, row, scale, shades, named=named)
    closing()
    for bar, shade in zip(row.bars, shades, strict=True):
        pen.text(bar.name, bar.text, inset=INSET)
        _swatch(pen, pen.y, shade, stated=bool(bar.most))
    pen.y += GAP


def _with_one_legend(pen: Pen, rows: Sequence[Bars], scale: Scale, closing: Callable[[], None]) -> None:
    """Rows of the same bars, and below all of them what each bar is, with a column of what it comes to in each row."""
    shades = _shades(rows)
    for row, after in zip(rows, [*rows[1:], None]):
        _one_behind_the_other(pen, row, scale, shades, named=after is None or row.marks != after.marks)
    closing()
    wide = columns(rows)
    ends = [scale.width - sum(wide[at + 1 :]) for at in range(len(rows))]
    pen.y += LINE
    for row, end in zip(rows, ends):
        pen.write(end, row.label, "end", quiet=True)
    for of_each, shade in zip(zip(*[row.bars for row in rows]), shades, strict=True):
        top = pen.y + LINE
        for line in broken(of_each[0].name, scale.width - INSET - sum(wide)) or [""]:
            pen.y += LINE
            pen.write(INSET, line, "start")
        last, pen.y = pen.y, top
        for bar, end in zip(of_each, ends):
            pen.write(end, bar.text, "end")
        _swatch(pen, top, shade, stated=any(bar.most for bar in of_each))
        pen.y = last
    pen.y += GAP


def _one_behind_the_other(pen: Pen, row: Bars, scale: Scale, shades: Sequence[tuple[str, bool]], *, named: bool) -> None:
    """The bars of a row behind its name, where that has room, or below it, with its marks."""
    top = pen.y
    if row.label:
        pen.text(row.label, bold=True)
    if scale.left:
        pen.y = top + 2
    pen.rail()
    start = Fraction(0)
    for bar, (shade, stroked) in zip(row.bars, shades, strict=True):
        ends = ends_of(bar)
        if ends is not None and ends.most:
            _bar(pen, scale, start, ends, shade, stroked=stroked)
            start += ends.most
    _marks(pen, row, scale, named=named)
    if scale.left:
        pen.y = max(pen.y, top + LINE) + 2


def _swatch(pen: Pen, y: float, of: tuple[str, bool], *, stated: bool) -> None:
    """What a bar looks like, before its name; strokes alone where nothing is stated."""
    shade, stroked = of
    if not stated:
        pen.drawn.append(hatched(0, y - 13, 15, 9))
        return
    swatch = f'x="0" y="{y - 13}" width="9" height="9"'
    pen.drawn.append(outlined(0, y - 13, 9, 9) if shade == OPEN else f'<rect class="{shade}" {swatch} fill="{colour(shade)}"/>')
    if stroked:
        pen.drawn.append(hatched(0, y - 13, 9, 9, "paper"))


def _shades(rows: Sequence[Bars]) -> list[tuple[str, bool]]:
    """A colour for each bar of rows that have the same ones, and whether there are strokes across it: what is drawn in none takes
    none, so that neighbours differ."""
    order = [*[(shade, False) for shade in SHADES], *[(shade, True) for shade in STROKED]]
    drawn = 0
    made: list[tuple[str, bool]] = []
    for of_each in zip(*[row.bars for row in rows]):
        made.append(_ROOM.get(of_each[0].room) or order[drawn % len(order)])
        found = [ends for bar in of_each if (ends := ends_of(bar)) is not None and ends.most != 0]
        drawn += not of_each[0].room and bool(found)
    return made


_ROOM = {"open": (OPEN, False), "kept": (KEPT, True)}
