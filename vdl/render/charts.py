"""Charts as SVG: bars on one scale from zero, with what they come to at the end of the line.

Bars of few rows stand under their names, where these have room; those of many beside them, so that they take a line each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from markupsafe import Markup

from vdl.render.curves import curve_svg
from vdl.render.legends import INSET, alike_once, all_shared, columns, shared
from vdl.render.measure import BOLD, length
from vdl.render.palette import colour
from vdl.render.plain import said
from vdl.render.scale import Ends, Scale, beside, comes_to, ends_of, words_of
from vdl.render.svg import (
    HALF,
    LINE,
    NARROW,
    PAGE,
    PAIRED,
    SIZE,
    WIDTH,
    Pieces,
    broken,
    drawing,
    hatched,
    number_text,
    pieces,
    round_numbers,
    text,
)
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Bars, Chart

BAR, GAP = 9, 5
"""The height of a bar, and what is left between rows."""

SHADES = ("accent", "shade-1", "shade-2", "shade-3", "shade-4")
"""The colours of bars of a row, in an order in which neighbours differ on a grey page, too."""

STROKED = ("shade-1", "accent", "shade-2", "shade-4")
"""Those of segments behind these, which have strokes across them, so that no two of nine are alike."""

OPEN, KEPT = "open", "shade-3"
"""Room that is left has no colour, but an outline of dashes; what is to stay free has strokes that nothing else has."""

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
                  axis=at + 1 == len(groups), going_on=at > 0 and groups[at - 1][-1].group == rows[0].group)
        for at, rows in enumerate(groups)
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
    chart: Chart, number: str, scale: Scale | None = None, words: Wording = ENGLISH, *, axis: bool = True, going_on: bool = False
) -> Markup:
    """The drawing; `number` makes its ids unique. Its title and description say what it shows. `going_on` is that its first group
    was begun in the piece before it."""
    if chart.along:
        return curve_svg(chart, number, words)
    scale = scale or Scale(chart)
    pen = _Pen(scale)
    for group, together in groupby(chart.rows, key=lambda row: row.group):
        rows = list(together)
        if group and not going_on:
            pen.text(group, bold=True)
        if chart.stacked and shared(rows, scale.width):
            _with_one_legend(pen, rows, scale)
            continue
        for row, after in zip(rows, [*rows[1:], None]):
            named = after is None or row.marks != after.marks
            (_stacked if chart.stacked else _beside_name if scale.beside else _apart)(pen, row, scale, named=named)
    if axis:
        pen.axis(scale, chart.unit, words)
    height = pen.y + 2
    title = f"{chart.title} {chart.unit}".strip() or words.chart
    return drawing(number, title, said(chart), height, pen.drawn, scale.width)


class _Pen:
    """Draws downwards. `y` is how far it has come."""

    def __init__(self, scale: Scale) -> None:
        self.y = 0
        self.left, self.right, self.width = scale.left, scale.right, scale.width
        self.drawn: list[str] = []

    def text(self, left: str, right: str = "", *, bold: bool = False, quiet: bool = False, inset: float = 0) -> None:
        """A line with a name on the left and what it comes to on the right; the name goes over several lines if need be, all of
        them as far from the edge as `inset` says."""
        room = self.width - inset - (length(right) * SIZE + 14 if right else 0)
        for at, line in enumerate(broken(left, room / BOLD if bold else room) or [""]):
            self.y += LINE
            self.write(inset, line, "start", bold=bold, quiet=quiet)
            if at == 0 and right:
                self.write(self.width, right, "end")

    def write(self, x: float, words: str, anchor: str, *, bold: bool = False, quiet: bool = False) -> None:
        """Words on the present line."""
        if words:
            self.drawn.append(
                text(f"{x:g}", f"{self.y - 4}", words, tone="muted" if quiet else "ink", bold=bold, anchor=anchor)
            )

    def bar(self, left: float, right: float, shade: str, *, beyond: bool = False, stroked: bool = False) -> None:
        """A bar at the present height; of what is `beyond` its sure end the outline alone."""
        wide = max(right - left, 0.6)
        if shade == OPEN:
            self.drawn.append(_open(left, self.y + 1, wide, BAR))
        elif not beyond:
            place = f'x="{left:g}" y="{self.y + 1}" width="{wide:.4g}" height="{BAR}"'
            self.drawn.append(f'<rect class="{shade}" {place} fill="{colour(shade)}"/>')
            if stroked:
                self.drawn.append(hatched(left, self.y + 1, wide, BAR, "paper"))
        elif wide > 1:
            place = f'x="{left + 0.5:g}" y="{self.y + 1.5}" width="{wide - 1:.4g}" height="{BAR - 1}"'
            paint = f'fill="{colour("paper")}" stroke="{colour(shade)}"'
            self.drawn.append(f'<rect class="beyond {shade}" {place} {paint}/>')

    def gap(self, x: float) -> None:
        """Two strokes across a bar that is longer than it is drawn."""
        strokes = "".join([f"M{x + by:g} {self.y + BAR + 3}l5 -{BAR + 4}" for by in (0, 5)])
        self.drawn.append(f'<path class="gap" d="{strokes}" stroke="{colour("paper")}" stroke-width="2" fill="none"/>')

    def tick(self, x: float) -> None:
        x = min(max(x, self.left + 0.75), self.right - 0.75)
        self.drawn.append(
            f'<path class="tick" d="M{x:g} {self.y - 2}v{BAR + 6}" stroke="{colour("ink")}" stroke-width="1.5" fill="none"/>'
        )

    def rail(self) -> None:
        """The whole length of the scale, under a bar."""
        place = f'x="{self.left}" y="{self.y + 1}" width="{self.right - self.left}" height="{BAR}"'
        self.drawn.append(f'<rect class="rail" {place} fill="{colour("neutral-tint")}"/>')

    def axis(self, scale: Scale, unit: str, said: Wording) -> None:
        """The scale below all bars: round numbers, as many as have room, behind the last of which the unit stands."""
        if not scale.reach:
            return
        placed = next(found for steps in (6, 5, 4, 3, 2, 1, 0) if (found := self._numbers(scale, unit, said, steps)) is not None)
        strokes = "".join([f"M{min(max(x, self.left + 0.5), self.right - 0.5):g} {self.y}v4" for x, _, _ in placed])
        line = f"M{self.left} {self.y}H{self.right}{strokes}"
        self.drawn.append(f'<path class="axis" d="{line}" stroke="{colour("rule")}" stroke-width="1" fill="none"/>')
        self.y += 14
        for _, left, words in reversed(placed):
            self.drawn.append(text(f"{left:.1f}", f"{self.y}", words, tone="muted", size=f"{SIZE * 0.92:.4g}", of="axis"))
        self.y += 4

    def _numbers(self, scale: Scale, unit: str, said: Wording, steps: int) -> list[tuple[float, float, str]] | None:
        """Round numbers in no more steps than that: where each is, where its words begin, and these; None where they have no
        room."""
        numbers = round_numbers(scale.low, scale.high, steps) if steps else [scale.low]
        placed: list[tuple[float, float, str]] = []
        end = -1e9
        for at, one in enumerate(numbers):
            x, number = scale.at(one), number_text(one, said)
            words = f"{number} {_short(unit)}".strip() if at + 1 == len(numbers) else number
            wide = length(words) * SIZE * 0.92
            left = min(max(x - length(number) * SIZE * 0.46, 0), self.width - wide)
            if left < end + 8 and steps:
                return None
            end = left + wide
            placed.append((x, left, words))
        return placed

    def hatch(self) -> None:
        """What stands in the place of a bar that is not stated."""
        self.drawn.append(hatched(self.left, self.y + 1, self.right - self.left, BAR))

    def captions(self, marks: Sequence[tuple[float, str]]) -> None:
        """What marks are called, each below its own, in as many lines as keep them apart."""
        lines: list[float] = []
        top = self.y + BAR + 3
        for x, words in sorted(marks):
            wide = length(words) * SIZE * 0.92
            left = min(max(x - wide / 2, 0), max(self.width - wide, 0))
            line = next((at for at, end in enumerate(lines) if end + 8 <= left), len(lines))
            lines[line : line + 1] = [left + wide]
            y = f"{top + (line + 1) * 13 - 3}"
            self.drawn.append(text(f"{left:.1f}", y, words, tone="muted", size=f"{SIZE * 0.92:.4g}"))
        self.y = top + 13 * len(lines)


def _short(unit: str) -> str:
    """What stands of a unit behind a number: of "% of the load" the sign, as the title has the whole."""
    return "%" if unit.startswith("% ") else unit


def _apart(pen: _Pen, row: Bars, scale: Scale, *, named: bool) -> None:
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


def _beside_name(pen: _Pen, row: Bars, scale: Scale, *, named: bool) -> None:
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


def _bar(pen: _Pen, scale: Scale, start: Fraction, ends: Ends, shade: str, *, stroked: bool = False) -> None:
    """From where it starts to its sure end, and an outline from there to the other."""
    zero, near, far = scale.at(start), scale.at(start + ends.least), scale.at(start + ends.most)
    pen.bar(min(zero, near), max(zero, near), shade, stroked=stroked)
    if far != near:
        pen.bar(min(near, far), max(near, far), shade, beyond=True)
    if start + ends.most > scale.high:
        pen.gap(scale.right - 26)


def _marks(pen: _Pen, row: Bars, scale: Scale, *, named: bool) -> None:
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


def _stacked(pen: _Pen, row: Bars, scale: Scale, *, named: bool) -> None:
    """The bars of a row one behind the other, and below them what each is, in the same order."""
    shades = _shades([row])
    _one_behind_the_other(pen, row, scale, shades, named=named)
    for bar, shade in zip(row.bars, shades, strict=True):
        pen.text(bar.name, bar.text, inset=INSET)
        _swatch(pen, pen.y, shade, stated=bool(bar.most))
    pen.y += GAP


def _with_one_legend(pen: _Pen, rows: Sequence[Bars], scale: Scale) -> None:
    """Rows of the same bars, and below all of them what each bar is, with a column of what it comes to in each row."""
    shades = _shades(rows)
    for row, after in zip(rows, [*rows[1:], None]):
        _one_behind_the_other(pen, row, scale, shades, named=after is None or row.marks != after.marks)
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


def _one_behind_the_other(pen: _Pen, row: Bars, scale: Scale, shades: Sequence[tuple[str, bool]], *, named: bool) -> None:
    """The bars of a row below its name, with its marks."""
    if row.label:
        pen.text(row.label, bold=True)
    pen.rail()
    start = Fraction(0)
    for bar, (shade, stroked) in zip(row.bars, shades, strict=True):
        ends = ends_of(bar)
        if ends is not None and ends.most:
            _bar(pen, scale, start, ends, shade, stroked=stroked)
            start += ends.most
    _marks(pen, row, scale, named=named)


def _swatch(pen: _Pen, y: float, of: tuple[str, bool], *, stated: bool) -> None:
    """What a bar looks like, before its name; strokes alone where nothing is stated."""
    shade, stroked = of
    if not stated:
        pen.drawn.append(hatched(0, y - 13, 15, 9))
        return
    swatch = f'x="0" y="{y - 13}" width="9" height="9"'
    pen.drawn.append(_open(0, y - 13, 9, 9) if shade == OPEN else f'<rect class="{shade}" {swatch} fill="{colour(shade)}"/>')
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


def _open(x: float, y: float, wide: float, high: float) -> str:
    """An outline of dashes on the paper."""
    place = f'x="{x + 0.5:g}" y="{y + 0.5:g}" width="{max(wide - 1, 0.1):.4g}" height="{high - 1}"'
    return f'<rect class="box paper" {place} fill="{colour("paper")}" stroke="{colour("muted")}" stroke-dasharray="2 1.5"/>'
