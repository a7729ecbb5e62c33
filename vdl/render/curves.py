"""A quantity at several values of another one as SVG: a dot for each, on two axes.

Where two neighbours agree a line joins them; where they differ it is dotted, since nobody has said where between them it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from markupsafe import Markup

from vdl.records import NamedTuple
from vdl.render.measure import length
from vdl.render.palette import colour
from vdl.render.plain import said
from vdl.render.svg import SIZE, WIDTH, drawing, number_text, round_numbers, text
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Chart, Drawn

HIGH, LEFT, TOP, FOOT = 130, 44, 20, 20
"""The height of the field, what is left of it for the numbers of its axis, above it for words and below it for the other axis."""


class _Point(NamedTuple):
    at: Fraction
    least: Fraction
    most: Fraction
    words: str


def curve_svg(chart: Chart, number: str, words: Wording = ENGLISH, width: int = WIDTH) -> Markup:
    """The drawing; `number` makes its ids unique. Rows without a figure are left out of it, and stand in its description."""
    points = [_point(row.at, bar) for row in chart.rows for bar in row.bars[:1] if bar.most and row.at]
    field = _Field(points, words, width)
    drawn = [*field.axes(chart), *field.runs(), *field.dots()]
    return drawing(number, f"{chart.title} {chart.unit}".strip() or words.chart, said(chart), TOP + HIGH + FOOT, drawn, width)


def _point(at: str, bar: Drawn) -> _Point:
    return _Point(Fraction(at), Fraction(bar.least), Fraction(bar.most), bar.text)


class _Field:
    """Places on the page. The height begins at zero; the other axis with the first point."""

    def __init__(self, points: Sequence[_Point], words: Wording, width: int = WIDTH) -> None:
        self.said, self.width = words, width
        self.points = sorted(points)
        ends = [point.at for point in self.points] or [Fraction(0)]
        self.first, self.last = min(ends), max(ends)
        values = [Fraction(0), *[end for point in self.points for end in (point.least, point.most)]]
        self.low, self.high = min(values), max(values)

    def x(self, at: Fraction) -> float:
        reach = self.last - self.first
        wide = self.width - LEFT - 12
        return float(round(LEFT + 6 + wide * (at - self.first) / reach, 2)) if reach else LEFT + 6.0

    def y(self, value: Fraction) -> float:
        reach = self.high - self.low
        return float(round(TOP + HIGH - HIGH * (value - self.low) / reach, 2)) if reach else float(TOP + HIGH)

    def axes(self, chart: Chart) -> Iterable[str]:
        small = f"{SIZE * 0.92:.4g}"
        whole = all(end.denominator == 1 for point in self.points for end in (point.least, point.most))
        numbers = [one for one in round_numbers(self.low, self.high, 5) if one.denominator == 1 or not whole]
        rows = [(self.y(number), number_text(number, self.said)) for number in numbers]
        yield text("0", "10", chart.unit, tone="muted", size=small, of="axis")
        lines = "".join([f"M{LEFT} {y:g}H{self.width}" for y, _ in rows])
        yield f'<path class="grid" d="{lines}" stroke="{colour("hair")}" stroke-width="1" fill="none"/>'
        for y, words in rows:
            yield text(f"{LEFT - 6}", f"{y + 4:g}", words, tone="muted", size=small, anchor="end", of="axis")
        foot = TOP + HIGH
        for x, left, words in next(found for steps in (6, 5, 4, 3, 2, 1, 0) if (found := self._along(chart.along, steps))):
            yield f'<path class="axis" d="M{x:g} {foot}v4" stroke="{colour("rule")}" stroke-width="1" fill="none"/>'
            yield text(f"{left:.1f}", f"{foot + 15}", words, tone="muted", size=small, of="axis")

    def _along(self, unit: str, steps: int) -> list[tuple[float, float, str]]:
        """Round numbers along the foot, in no more steps than that: where each is, where its words begin, and these; none where
        they have no room."""
        numbers = round_numbers(self.first, self.last, steps) if steps else [self.first]
        placed: list[tuple[float, float, str]] = []
        end = -1e9
        for at, one in enumerate(numbers):
            number = number_text(one, self.said)
            words = f"{number} {unit}" if at + 1 == len(numbers) else number
            wide = length(words) * SIZE * 0.92
            left = max(min(self.x(one) - length(number) * SIZE * 0.46, self.width - wide), 0)
            if left < end + 8 and steps:
                return []
            end = left + wide
            placed.append((self.x(one), left, words))
        return placed

    def runs(self) -> Iterable[str]:
        for one, after in zip(self.points, self.points[1:]):
            same = (one.least, one.most) == (after.least, after.most)
            way = f"M{self.x(one.at):g} {self.y(one.most):g}L{self.x(after.at):g} {self.y(after.most):g}"
            dashed = "" if same else 'stroke-dasharray="1.5 3" '
            yield (
                f'<path class="{"run" if same else "run jump"}" d="{way}" stroke="{colour("accent")}" stroke-width="1.5" '
                f'{dashed}fill="none"/>'
            )

    def dots(self) -> Iterable[str]:
        before, free = None, 0.0
        for point in self.points:
            x, y = self.x(point.at), self.y(point.most)
            if point.least != point.most:
                way = f"M{x:g} {self.y(point.least):g}V{y:g}"
                yield f'<path class="span" d="{way}" stroke="{colour("accent")}" stroke-width="3" fill="none"/>'
            yield f'<circle class="accent" cx="{x:g}" cy="{y:g}" r="3" fill="{colour("accent")}"/>'
            words = point.words
            wide = length(words) * SIZE
            left = min(max(x - wide / 2, LEFT), self.width - wide)
            if (point.least, point.most) != before and left >= free:
                yield text(f"{left:.1f}", f"{y - 7:g}", words, tone="ink")
                free = left + wide + 4
            before = point.least, point.most
