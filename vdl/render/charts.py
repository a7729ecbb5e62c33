"""Charts as SVG: bars under their names, where these have room, on one scale from zero, with what they come to at the end of
the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from markupsafe import Markup

from vdl.records import NamedTuple
from vdl.render.curves import curve_svg
from vdl.render.measure import length
from vdl.render.palette import colour
from vdl.render.plain import said
from vdl.render.svg import LINE, SIZE, WIDTH, broken, drawing, hatched, number_text, round_numbers, text
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Bars, Chart, Drawn

BAR, GAP = 9, 7
"""The height of a bar, and what is left between rows."""

SHADES = ("accent", "shade-1", "shade-2", "shade-3", "shade-4")
"""The colours of segments that follow each other, in an order in which neighbours differ on a grey page, too."""


MANY = 10
"""A chart of more rows is drawn in several pieces between which a page may end."""


def charts_svg(chart: Chart, number: str, words: Wording = ENGLISH) -> list[Markup]:
    """The drawing, in pieces of whole groups where it is long, all on one scale; `number` makes its ids unique."""
    if chart.along:
        return [curve_svg(chart, number, words)]
    groups = [list(rows) for _, rows in groupby(chart.rows, key=lambda row: row.group)]
    if len(chart.rows) <= MANY or chart.stacked:
        return [chart_svg(chart, number, words=words)]
    if len(groups) == 1:
        groups = [groups[0][at : at + MANY // 2] for at in range(0, len(groups[0]), MANY // 2)]
    scale = _Scale(chart)
    return [
        chart_svg(replace(chart, rows=tuple(rows)), f"{number}-{at}" if at else number, scale, words)
        for at, rows in enumerate(groups)
    ]


def chart_svg(chart: Chart, number: str, scale: _Scale | None = None, words: Wording = ENGLISH) -> Markup:
    """The drawing; `number` makes its ids unique. Its title and description say what it shows."""
    if chart.along:
        return curve_svg(chart, number, words)
    scale = scale or _Scale(chart)
    pen = _Pen()
    for group, together in groupby(chart.rows, key=lambda row: row.group):
        rows = list(together)
        if group:
            pen.text(group, bold=True)
        for row, after in zip(rows, [*rows[1:], None]):
            named = after is None or row.marks != after.marks
            (_stacked if chart.stacked else _apart)(pen, row, scale, named=named)
    pen.axis(scale, chart.unit, words)
    height = pen.y + 2
    return drawing(number, f"{chart.title} {chart.unit}".strip() or words.chart, said(chart), height, pen.drawn)


class _Scale:
    """From magnitudes to places on the page."""

    def __init__(self, chart: Chart) -> None:
        ends = [Fraction(0)]
        for row in chart.rows:
            ends += [Fraction(end) for each in (*row.bars, *row.marks) for end in (each.least, each.most) if end]
            if chart.stacked:
                ends.append(sum((Fraction(bar.most) for bar in row.bars if bar.most), Fraction(0)))
        self.low, self.high = min(ends), max(ends)
        self.reach = self.high - self.low

    def at(self, magnitude: Fraction) -> float:
        return float(round(WIDTH * (magnitude - self.low) / self.reach, 2)) if self.reach else 0.0


class _Pen:
    """Draws downwards. `y` is how far it has come."""

    def __init__(self) -> None:
        self.y = 0
        self.drawn: list[str] = []

    def text(self, left: str, right: str = "", *, bold: bool = False, quiet: bool = False) -> None:
        """A line with a name on the left and what it comes to on the right; the name goes over several lines if need be."""
        room = WIDTH - (length(right) * SIZE + 14 if right else 0)
        for at, line in enumerate(broken(left, room) or [""]):
            self.y += LINE
            self._write(0, line, "start", bold=bold, quiet=quiet)
            if at == 0 and right:
                self._write(WIDTH, right, "end", bold=False, quiet=False)

    def _write(self, x: float, words: str, anchor: str, *, bold: bool, quiet: bool) -> None:
        if words:
            self.drawn.append(
                text(f"{x:g}", f"{self.y - 4}", words, tone="muted" if quiet else "ink", bold=bold, anchor=anchor)
            )

    def bar(self, left: float, right: float, shade: str, *, beyond: bool = False) -> None:
        """A bar at the present height; of what is `beyond` its sure end the outline alone."""
        wide = max(right - left, 0.6)
        if not beyond:
            place = f'x="{left:g}" y="{self.y + 1}" width="{wide:.4g}" height="{BAR}"'
            self.drawn.append(f'<rect class="{shade}" {place} fill="{colour(shade)}"/>')
        elif wide > 1:
            place = f'x="{left + 0.5:g}" y="{self.y + 1.5}" width="{wide - 1:.4g}" height="{BAR - 1}"'
            paint = f'fill="{colour("paper")}" stroke="{colour(shade)}"'
            self.drawn.append(f'<rect class="beyond {shade}" {place} {paint}/>')

    def tick(self, x: float) -> None:
        x = min(max(x, 0.75), WIDTH - 0.75)
        self.drawn.append(
            f'<path class="tick" d="M{x:g} {self.y - 2}v{BAR + 6}" stroke="{colour("ink")}" stroke-width="1.5" fill="none"/>'
        )

    def rail(self) -> None:
        """The whole length of the scale, under a bar."""
        self.drawn.append(
            f'<rect class="rail" x="0" y="{self.y + 1}" width="{WIDTH}" height="{BAR}" fill="{colour("neutral-tint")}"/>'
        )

    def axis(self, scale: _Scale, unit: str, said: Wording) -> None:
        """The scale below all bars: round numbers, behind the last of which the unit stands."""
        placed = [(scale.at(number), number_text(number, said)) for number in round_numbers(scale.low, scale.high)]
        if not scale.reach:
            return
        strokes = "".join([f"M{min(max(x, 0.5), WIDTH - 0.5):g} {self.y}v4" for x, _ in placed])
        self.drawn.append(
            f'<path class="axis" d="M0 {self.y}H{WIDTH}{strokes}" stroke="{colour("rule")}" stroke-width="1" fill="none"/>'
        )
        self.y += 14
        end = float(WIDTH)  # from the last one on to the left, which has the unit; one without room is left out
        for at, (x, number) in reversed(list(enumerate(placed))):
            words = f"{number} {unit}".strip() if at + 1 == len(placed) else number
            wide = length(words) * SIZE * 0.92
            left = min(max(x - length(number) * SIZE * 0.46, 0), WIDTH - wide)
            if left + wide <= end:
                self.drawn.append(text(f"{left:.1f}", f"{self.y}", words, tone="muted", size=f"{SIZE * 0.92:.4g}", of="axis"))
                end = left - 8
        self.y += 4

    def hatch(self) -> None:
        """What stands in the place of a bar that is not stated."""
        self.drawn.append(hatched(0, self.y + 1, WIDTH, BAR))

    def captions(self, marks: Sequence[tuple[float, str]]) -> None:
        """What marks are called, each below its own, in as many lines as keep them apart."""
        lines: list[float] = []
        top = self.y + BAR + 3
        for x, words in sorted(marks):
            wide = length(words) * SIZE * 0.92
            left = min(max(x - wide / 2, 0), max(WIDTH - wide, 0))
            line = next((at for at, end in enumerate(lines) if end + 8 <= left), len(lines))
            lines[line : line + 1] = [left + wide]
            y = f"{top + (line + 1) * 13 - 3}"
            self.drawn.append(text(f"{left:.1f}", y, words, tone="muted", size=f"{SIZE * 0.92:.4g}"))
        self.y = top + 13 * len(lines)


class _Placed(NamedTuple):
    least: Fraction
    most: Fraction


def _ends(each: Drawn) -> _Placed | None:
    return _Placed(Fraction(each.least), Fraction(each.most)) if each.most else None


def _apart(pen: _Pen, row: Bars, scale: _Scale, *, named: bool) -> None:
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
        ends = _ends(bar)
        if ends is not None:
            _bar(pen, scale, Fraction(0), ends, SHADES[at % len(SHADES)])
        else:
            pen.hatch()
        _marks(pen, row, scale, named=named and at + 1 == len(row.bars))
    pen.y += GAP


def _bar(pen: _Pen, scale: _Scale, start: Fraction, ends: _Placed, shade: str) -> None:
    """From where it starts to its sure end, and an outline from there to the other."""
    zero, near, far = scale.at(start), scale.at(start + ends.least), scale.at(start + ends.most)
    pen.bar(min(zero, near), max(zero, near), shade)
    if far != near:
        pen.bar(min(near, far), max(near, far), shade, beyond=True)


def _marks(pen: _Pen, row: Bars, scale: _Scale, *, named: bool) -> None:
    placed = [(each, ends) for each in row.marks if (ends := _ends(each)) is not None]
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


def _stacked(pen: _Pen, row: Bars, scale: _Scale, *, named: bool) -> None:
    """The bars of a row one behind the other, and below them what each is, in the same order."""
    if row.label:
        pen.text(row.label, bold=True)
    pen.rail()
    start = Fraction(0)
    for at, bar in enumerate(row.bars):
        ends = _ends(bar)
        if ends is not None and ends.most:
            _bar(pen, scale, start, ends, SHADES[at % len(SHADES)])
            start += ends.most
    _marks(pen, row, scale, named=named)
    for at, bar in enumerate(row.bars):
        pen.text(f"\u2003 {bar.name}", bar.text)
        shade = SHADES[at % len(SHADES)]
        if bar.most:
            swatch = f'x="0" y="{pen.y - 13}" width="9" height="9"'
            pen.drawn.append(f'<rect class="{shade}" {swatch} fill="{colour(shade)}"/>')
        else:
            pen.drawn.append(hatched(0, pen.y - 13, 15, 9))
    pen.y += GAP
