"""The scales of charts: from magnitudes to places on the page, and where names and what bars come to stand beside them."""

from __future__ import annotations

from fractions import Fraction

from vdl.records import NamedTuple
from vdl.render.legends import all_shared
from vdl.render.measure import BOLD, length
from vdl.render.svg import PAGE, SIZE, WIDTH
from vdl.report.model import Bars, Chart, Drawn

FAR = 3
"""Times the longest of the others that a bar has to be to be broken."""

BESIDE = 3
"""The fewest rows whose names stand beside their bars."""

LABEL = 0.22
"""The most of the width that labels have which stand beside bars of several parts."""


class Ends(NamedTuple):
    least: Fraction
    most: Fraction


def ends_of(each: Drawn) -> Ends | None:
    return Ends(Fraction(each.least), Fraction(each.most)) if each.most else None


def beside(chart: Chart, width: int) -> bool:
    """Whether names stand beside bars: there are many rows, of one bar each, and neither names nor what bars come to are long."""
    if chart.stacked or len(chart.rows) < BESIDE or any(len(row.bars) != 1 for row in chart.rows):
        return False
    name, text_ = words_of(chart)
    return text_ <= width * 0.45 and name <= (SOME if width == PAGE else TWO) * _most(width, text_)


TWO, SOME = 2.2, 4.2
"""Over how many lines names beside bars may go, and over how many where a chart is as wide as a page."""


def told(chart: Chart) -> bool:
    """Whether the one mark of each row is told behind what its bar comes to: they are of one name, and each its own number."""
    marks = [row.marks for row in chart.rows]
    alike = all(len(each) == 1 and each[0].most and each[0].name for each in marks) and len({each[0].name for each in marks}) == 1
    return alike and len({each[0].most for each in marks}) > 1


def comes_to(row: Bars, bar: Drawn, told: bool) -> str:
    return f"{bar.text}; {row.marks[0].name} {row.marks[0].text}" if told else bar.text


def _most(width: int, text_: float) -> float:
    """How wide names may be beside bars, before they are broken."""
    return max(width * 0.52, width - text_ - 170) if width == PAGE else width * 0.4


def words_of(chart: Chart) -> tuple[float, float]:
    """How wide the widest name of a row is, and the widest of what bars come to."""
    names = [length(row.label or row.bars[0].name) * SIZE for row in chart.rows]
    is_told = told(chart)
    ends = [length(comes_to(row, bar, is_told)) * SIZE for row in chart.rows for bar in row.bars]
    return max(names, default=0.0), max(ends, default=0.0)


def _behind_labels(chart: Chart, width: int) -> int:
    """Where bars of the same parts begin, behind their labels; 0 where these stand above them, as do names that take more."""
    if not all_shared(chart, width):
        return 0
    label = max([length(row.label) * SIZE * BOLD for row in chart.rows])
    return round(label + 10) if label <= width * LABEL else 0


class Scale:
    """From magnitudes to places on the page: between names and what bars come to, where these stand beside them."""

    def __init__(self, chart: Chart, width: int = WIDTH) -> None:
        ends = [Fraction(0)]
        for row in chart.rows:
            ends += [Fraction(end) for each in (*row.bars, *row.marks) for end in (each.least, each.most) if end]
            if chart.stacked:
                ends.append(sum((Fraction(bar.most) for bar in row.bars if bar.most), Fraction(0)))
        self.low, self.high = min(ends), max(ends)
        cut = None if chart.stacked else _cut(chart)
        if cut is not None:
            self.high = cut
        self.reach = self.high - self.low
        self.width = width
        self.beside = beside(chart, width)
        self.told = self.beside and told(chart)
        label, text_ = words_of(chart) if self.beside else (0.0, 0.0)
        self.left = round(min(label + 12, _most(width, text_))) if self.beside else _behind_labels(chart, width)
        self.right = round(width - text_ - 10) if self.beside else width

    def at(self, magnitude: Fraction) -> float:
        """Where a magnitude is; one beyond the scale, as of a bar that is broken, at its end."""
        wide = self.right - self.left
        magnitude = min(magnitude, self.high)
        return float(round(self.left + wide * (magnitude - self.low) / self.reach, 2)) if self.reach else float(self.left)


def _cut(chart: Chart) -> Fraction | None:
    """Where a scale ends whose longest bars go so far beyond their own marks that all others would be stumps; None where none
    does."""
    far: list[Fraction] = []
    near: list[Fraction] = []
    for row in chart.rows:
        marked = max([ends.most for each in row.marks if (ends := ends_of(each)) is not None], default=None)
        for each in (*row.bars, *row.marks):
            ends = ends_of(each)
            if ends is not None and ends.least < 0:
                return None
            if ends is not None:
                (far if marked is not None and ends.most > FAR * marked else near).append(ends.most)
    longest = max(near, default=Fraction(0))
    return longest * Fraction(5, 4) if longest > 0 and far and min(far) > FAR * longest else None
