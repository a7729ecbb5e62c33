"""Diagrams as SVG: boxes in columns, each to the right of what leads to it, and lines from column to column.

Boxes stand under each other in the order of the report, those of later columns near what leads to them; what stands within a box
is set in it. Sizes are those of charts, so that letters have one size on every page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from vdl.records import NamedTuple
from vdl.render.palette import colour
from vdl.render.plain import told
from vdl.render.svg import LINE, WIDTH, broken, drawing, text
from vdl.report.model import Box, Diagram, every_box

PAD, BETWEEN, LANE = 7, 9, 44
"""What is left around letters in a box, between boxes in a column, and between columns for the lines."""

BESIDE = 88
"""Boxes within a box stand beside each other where each has this width at least."""


class Laid(NamedTuple):
    """A box with its place on the page, the lines of its title and note, and what is laid within it."""

    key: str
    x: float
    y: float
    wide: float
    high: float
    title: Sequence[str]
    note: Sequence[str]
    within: Sequence[Laid]


def diagram_svg(diagram: Diagram, number: str, word: str = "Diagram") -> Markup:
    """The drawing; `number` makes its ids unique. Its title and description say what it shows."""
    columns = _columns(diagram)
    lane = LANE if len(columns) < 4 else LANE * 0.6
    wide = (WIDTH - lane * (len(columns) - 1)) / len(columns)
    laid: list[Laid] = []
    for at, column in enumerate(columns):
        y = 1.0
        for box in column:
            laid.append(_laid(box, at * (wide + lane), y, wide))
            y += laid[-1].high + BETWEEN
    height = max((box.y + box.high for box in laid), default=0.0) + 2
    places = {box.key: box for box in _every(laid)}
    outer = {inner.key: box for box in laid for inner in _every([box])}
    lines = [_Line(places[start], places[end], outer[start], outer[end]) for start, end in diagram.links]
    drawn = [line.curve() for line in lines]
    drawn += [part for box in laid for part in _drawn(box, 0)]  # over the lines that pass behind them
    drawn += [line.ends() for line in lines]
    return drawing(number, diagram.title or word, told(diagram), height, drawn)


# ------------------------------------------------------------------------------ which box stands where
def _columns(diagram: Diagram) -> list[list[Box]]:
    """The outer boxes by how many lines lead to them one after the other. What leads in a circle stays where it is."""
    around = {box.key: outer.key for outer in diagram.boxes for box in every_box([outer])}
    links = {(around[start], around[end]) for start, end in diagram.links} - {(key, key) for key in around}
    depth = {box.key: 0 for box in diagram.boxes}
    for _ in diagram.boxes:
        moved = {end: depth[start] + 1 for start, end in sorted(links) if depth[end] <= depth[start] < len(diagram.boxes)}
        if not moved:
            break
        depth.update(moved)
    else:
        depth = dict.fromkeys(depth, 0)  # a circle has no first column
    used = sorted(set(depth.values()))
    linked = {key for pair in links for key in pair}
    inner = sorted(diagram.boxes, key=lambda box: box.key not in linked)  # what no line reaches stands below
    columns = [[box for box in inner if depth[box.key] == at] for at in used]
    for before, column in zip(columns, columns[1:]):
        column.sort(key=lambda box: _near(box, before, links))
    return columns


def _near(box: Box, before: Sequence[Box], links: Iterable[tuple[str, str]]) -> float:
    """How far down, on the whole, the boxes of the column before stand that lead to one."""
    order = {one.key: at for at, one in enumerate(before)}
    places = [order[start] for start, end in links if end == box.key and start in order]
    return sum(places) / len(places) if places else float(len(order))


def _laid(box: Box, x: float, y: float, wide: float) -> Laid:
    room = wide - 2 * PAD
    title, note = broken(box.title, room), broken(box.note, room) if box.note else []
    inner = y + PAD + LINE * (len(title) + len(note))
    within: list[Laid] = []
    beside = max(int((room + BETWEEN) // (BESIDE + BETWEEN)), 1)
    each = (room - BETWEEN * (beside - 1)) / beside
    for first in range(0, len(box.boxes), beside):
        row = [_laid(one, x + PAD + at * (each + BETWEEN), inner, each) for at, one in enumerate(box.boxes[first:first + beside])]
        within += row
        inner += max(one.high for one in row) + BETWEEN - 3
    return Laid(box.key, x, y, wide, inner + PAD - (BETWEEN - 3 if within else 3) - y + (2 if within else 0), title, note, within)


def _every(laid: Iterable[Laid]) -> Iterable[Laid]:
    for box in laid:
        yield box
        yield from _every(box.within)


# ------------------------------------------------------------------------------ what is drawn
_FILLS: Mapping[bool, str] = {False: "paper", True: "neutral-tint"}


def _drawn(box: Laid, depth: int) -> Iterable[str]:
    """A box, with what stands within it over it; every second depth is tinted."""
    fill = _FILLS[bool(box.within)] if depth == 0 else "paper"
    yield (
        f'<rect class="box {fill}" x="{box.x + 0.5:.4g}" y="{box.y + 0.5:.5g}" width="{max(box.wide - 1, 1):.4g}" '
        f'height="{box.high - 1:.5g}" rx="2" fill="{colour(fill)}" stroke="{colour("rule")}"/>'
    )
    y = box.y + PAD
    for lines, tone, bold in ((box.title, "ink", depth == 0), (box.note, "muted", False)):
        for line in lines:
            y += LINE
            yield text(f"{box.x + PAD:.4g}", f"{y - 5:.5g}", line, tone=tone, bold=bold)
    for one in box.within:
        yield from _drawn(one, depth + 1)


class _Line(NamedTuple):
    """From the right side of a box to the left side of one in a later column; within a column along its left side.

    Between the outermost boxes around both it is a curve, which other boxes may cover; within these it is straight.
    """

    start: Laid
    end: Laid
    around_start: Laid
    around_end: Laid

    @property
    def goes_on(self) -> bool:
        return self.around_end.x > self.around_start.x

    def heights(self) -> tuple[float, float]:
        return self.start.y + min(self.start.high / 2, 14), self.end.y + min(self.end.high / 2, 14)

    def curve(self) -> str:
        y, to = self.heights()
        if self.goes_on:
            x, until = self.around_start.x + self.around_start.wide, self.around_end.x
            bend = min((until - x) / 2, LANE)
            return _path(f"M{x:.4g} {y:.5g}C{x + bend:.4g} {y:.5g} {until - bend:.4g} {to:.5g} {until:.4g} {to:.5g}")
        x = min(self.around_start.x, self.around_end.x)
        out = x - 6 if x >= 6 else x
        return _path(f"M{self.around_start.x:.4g} {y:.5g}C{out:.4g} {y:.5g} {out:.4g} {to:.5g} {self.around_end.x:.4g} {to:.5g}")

    def ends(self) -> str:
        """What lies within the outermost boxes, and the head of the arrow."""
        y, to = self.heights()
        if self.goes_on:
            x, until = self.start.x + self.start.wide, self.end.x
            side = self.around_start.x + self.around_start.wide
            stub = f"M{x:.4g} {y:.5g}H{side:.4g}M{self.around_end.x:.4g} {to:.5g}H{until:.4g}"
            return _path(f"{stub}M{until - 5:.4g} {to - 3:.5g}L{until:.4g} {to:.5g}L{until - 5:.4g} {to + 3:.5g}")
        stub = f"M{self.start.x:.4g} {y:.5g}H{self.around_start.x:.4g}M{self.around_end.x:.4g} {to:.5g}H{self.end.x:.4g}"
        return _path(stub)


def _path(drawn: str) -> str:
    return f'<path class="line" d="{drawn}" stroke="{colour("accent")}" stroke-width="1.2" fill="none"/>'
