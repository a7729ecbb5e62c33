"""Diagrams as SVG: boxes in columns, each to the right of what leads to it, and lines from column to column.

Boxes stand under each other in the order of the report, those of later columns near what leads to them; what stands within a box
is set in it, in columns of its own where lines join it. Sizes are those of charts, so that letters have one size on every page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from vdl.records import NamedTuple
from vdl.render.palette import colour
from vdl.render.plain import MANY, SAID, told
from vdl.render.svg import LINE, WIDTH, broken, drawing, text
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Box, Diagram, every_box

PAD, BETWEEN, LANE = 6, 7, 44
"""What is left around letters in a box, between boxes in a column, and between columns for the lines."""

WITHIN = 3
"""What is left above and below letters in a box that stands within another and holds none."""

LOOP = 12
"""What is left on the right for lines from a box to one below it."""

COLUMN = 200
"""What no line reaches stands in as many columns as have this width."""

BESIDE = 88
"""Boxes within a box stand beside each other where each has this width at least."""


TALL = 1.1
"""A drawing that is so many times as high as wide has what leads to the same in one box."""


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
    columns: Sequence[Sequence[Laid]] = ()
    """What is within it in columns, where lines lead from one to the next; else nothing."""


def diagram_svg(diagram: Diagram, number: str, words: Wording = ENGLISH, width: int = WIDTH) -> Markup:
    """The drawing; `number` makes its ids unique. Its title and description say what it shows."""
    drawn = _drawing(diagram, width)
    if drawn.height > TALL * width:
        drawn = _drawing(_merged(diagram, words), width)
    return drawing(number, diagram.title or words.diagram, told(diagram), drawn.height, drawn.parts, width)


def column_width(diagram: Diagram, width: int) -> float:
    """How wide the outer boxes are of a drawing of such a width, at most."""
    inner = [len(_columns(_inside(box, diagram.links), 1)) for box in diagram.boxes if _joined(box, diagram.links)]
    return width / max(len(_columns(diagram, _least(diagram.boxes, diagram.links, width))), 1) / max(inner, default=1)


class _Drawing(NamedTuple):
    height: float
    parts: Sequence[str]


def _drawing(diagram: Diagram, width: int) -> _Drawing:
    columns = _columns(diagram, _least(diagram.boxes, diagram.links, width))
    laid, lines = _placed(diagram, columns, width)
    if any(line.side == 1 for line in lines):
        laid, lines = _placed(diagram, columns, width - LOOP)
    ends = [box.y + box.high for box in laid] + [y + 3 for line in lines for *_, y in line.passes]
    height = max(ends, default=0.0) + 2
    drawn = [part for box in laid for part in _frames(box)]
    drawn += [line.curve() for line in lines]
    drawn += [part for box in laid for part in _drawn(box, 0)]  # over the lines that pass behind them
    drawn += [line.ends() for line in lines]
    return _Drawing(height, drawn)


def _placed(diagram: Diagram, columns: Sequence[Sequence[Box]], width: int) -> tuple[list[Laid], list[_Line]]:
    stands = _stood(columns, 0, 1.0, width, diagram.links)
    laid = [box for column in stands for box in column]
    chains = {chain[-1].key: chain for chain in _chains(laid)}
    return laid, [_line(stands, chains[start], chains[end]) for start, end in diagram.links]


# ------------------------------------------------------------------------------ which box stands where
def _merged(diagram: Diagram, words: Wording) -> Diagram:
    """The diagram with boxes beside each other, from which and to which the same lines lead, as one with the names of all, or of
    very many with the first few."""
    kept: dict[str, str] = {}
    boxes = _together(diagram.boxes, diagram.links, kept, words)
    links = tuple(dict.fromkeys([(kept.get(start, start), kept.get(end, end)) for start, end in diagram.links]))
    return replace(diagram, boxes=boxes, links=links)


def _together(
    boxes: Sequence[Box], links: Sequence[tuple[str, str]], kept: dict[str, str], words: Wording
) -> tuple[Box, ...]:
    """Boxes, those alike as one; in `kept` stands for each that is gone the key of the one it is in."""
    alike: dict[object, list[Box]] = {}
    for box in boxes:
        behind = frozenset([end for start, end in links if start == box.key])
        before = frozenset([start for start, end in links if end == box.key])
        alike.setdefault(box.key if box.boxes else (behind, before), []).append(box)
    made: list[Box] = []
    for together in alike.values():
        first, *others = together
        if others:
            names = _names([f"{box.title} ({box.note})" if box.note else box.title for box in together], words)
            first = replace(first, title=names, note="")
            kept.update({box.key: first.key for box in others})
        made.append(replace(first, boxes=_together(first.boxes, links, kept, words)))
    return tuple(made)


def _names(names: Sequence[str], words: Wording) -> str:
    if len(names) <= MANY:
        return "; ".join(names)
    return "; ".join(names[:SAID]) + words.rest.replace("{rest}", str(len(names) - SAID))


def _columns(diagram: Diagram, least: int) -> list[list[Box]]:
    """The outer boxes by how many lines lead to them one after the other. What leads in a circle stays where it is; what no line
    reaches stands below the others, in the shortest of `least` columns or of all."""
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
    linked = {key for pair in links for key in pair}
    used = sorted({depth[key] for key in linked})
    columns = [[box for box in diagram.boxes if box.key in linked and depth[box.key] == at] for at in used]
    for before, column in zip(columns, columns[1:]):
        column.sort(key=lambda box: _near(box, before, links))
    alone = [box for box in diagram.boxes if box.key not in linked]
    columns += [[] for _ in range(min(least, len(alone) + len(columns)) - len(columns))]
    for box in alone:
        min(columns, key=lambda column: sum(map(_weight, column))).append(box)
    return columns


def _least(boxes: Iterable[Box], links: Sequence[tuple[str, str]], width: float) -> int:
    """How many columns boxes have at least: one where some have columns in them."""
    return 1 if any(_joined(box, links) for box in boxes) else max(int(width // COLUMN), 2)


def _joined(box: Box, links: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The lines from one thing within a box to another."""
    around = {inner.key: one.key for one in box.boxes for inner in every_box([one])}
    return tuple([(start, end) for start, end in links if around.get(start, end) != around.get(end, start)
                  and start in around and end in around])  # fmt: skip


def _inside(box: Box, links: Iterable[tuple[str, str]]) -> Diagram:
    return Diagram("", box.boxes, _joined(box, links))


def _stood(
    columns: Sequence[Sequence[Box]], x: float, y: float, width: float, links: Sequence[tuple[str, str]]
) -> list[list[Laid]]:
    """Boxes in columns that together are so wide."""
    wide, lane = _divided(len(columns), width)
    linked = frozenset([key for link in links for key in link])
    stands: list[list[Laid]] = []
    for at, column in enumerate(columns):
        top = y
        stands.append([])
        for box in column:
            stands[-1].append(_laid(box, x + at * (wide + lane), top, wide, linked, links))
            top += stands[-1][-1].high + BETWEEN
    return stands


def _divided(columns: int, width: float) -> tuple[float, float]:
    """How wide each of so many columns is, and what is between two."""
    lane = LANE if columns < 4 else LANE * 0.6
    return (width - lane * (columns - 1)) / columns, lane


def _chains(laid: Iterable[Laid], around: tuple[Laid, ...] = ()) -> Iterable[tuple[Laid, ...]]:
    """Each box behind those that it stands in, the outermost first."""
    for box in laid:
        yield (*around, box)
        yield from _chains(box.within, (*around, box))


def _line(stands: Sequence[Sequence[Laid]], first: Sequence[Laid], second: Sequence[Laid]) -> _Line:
    """A line among the columns of the innermost box around both of its ends that has some, else among those of the drawing."""
    shared = 0
    for at, (one, other) in enumerate(zip(first[:-1], second[:-1])):
        if one.key != other.key:
            break
        shared = at + 1 if one.columns else shared
    start, end = first[-1], second[-1]
    columns = first[shared - 1].columns if shared else stands
    return _Line(start, end, first[shared], second[shared], _passed(columns, start, first[shared], second[shared]))


def _weight(box: Box) -> float:
    """About how high a box is, in lines."""
    return 2.2 + bool(box.note) + sum(map(_weight, box.boxes)) / 1.6


def _near(box: Box, before: Sequence[Box], links: Iterable[tuple[str, str]]) -> float:
    """How far down, on the whole, the boxes of the column before stand that lead to one."""
    order = {one.key: at for at, one in enumerate(before)}
    places = [order[start] for start, end in links if end == box.key and start in order]
    return sum(places) / len(places) if places else float(len(order))


def _passed(
    stands: Sequence[Sequence[Laid]], start: Laid, around: Laid, end: Laid
) -> tuple[tuple[float, float, float], ...]:
    """Where a line passes between the boxes of the columns that it leads across: from, to and the height, of each column."""
    made: list[tuple[float, float, float]] = []
    y = _height(start)
    for column in stands:
        x, until = column[0].x, column[0].x + column[0].wide
        if not around.x < x < end.x:
            continue
        gaps = [one.y + one.high + BETWEEN / 2 for one in column]
        y = min(gaps, key=lambda gap: abs(gap - y))
        made.append((x, until, y))
    return tuple(made)


def _laid(
    box: Box, x: float, y: float, wide: float, linked: frozenset[str], links: Sequence[tuple[str, str]], depth: int = 0
) -> Laid:
    room = wide - 2 * PAD
    title, note = broken(box.title, room), broken(box.note, room) if box.note else []
    pad = _above(depth, box.boxes)
    inner = y + pad + LINE * (len(title) + len(note))
    inside = _inside(box, links)
    columns = _columns(inside, 1) if inside.links else []
    if columns and _divided(len(columns), room)[0] >= BESIDE:
        stands = _stood(columns, x + PAD, inner + 2, room, links)
        held = [one for column in stands for one in column]
        high = max([one.y + one.high for one in held]) + PAD - y
        return Laid(box.key, x, y, wide, high, title, note, held, stands)
    within: list[Laid] = []
    beside = max(int((room + BETWEEN) // (BESIDE + BETWEEN)), 1)
    if any(one.key in linked for one in every_box(box.boxes)):
        beside = 1  # so that none stands between another and the side that its line leads to
    beside = min(beside, max(len(box.boxes), 1))
    each = (room - BETWEEN * (beside - 1)) / beside
    for first in range(0, len(box.boxes), beside):
        row = [_laid(one, x + PAD + at * (each + BETWEEN), inner, each, linked, links, depth + 1)
               for at, one in enumerate(box.boxes[first:first + beside])]  # fmt: skip
        within += row
        inner += max(one.high for one in row) + BETWEEN - 3
    return Laid(box.key, x, y, wide, inner + pad - (BETWEEN - 3 if within else 3) - y + (2 if within else 0), title, note, within)


def _above(depth: int, within: Sequence[object]) -> float:
    """What is left above the letters of a box."""
    return PAD if not depth or within else WITHIN


# ------------------------------------------------------------------------------ what is drawn
_FILLS: Mapping[bool, str] = {False: "paper", True: "neutral-tint"}


def _frames(box: Laid) -> Iterable[str]:
    """The boxes with columns in them, below the lines between these."""
    if box.columns:
        yield _rectangle(box, "paper")
        for one in box.within:
            yield from _frames(one)


def _drawn(box: Laid, depth: int) -> Iterable[str]:
    """A box, with what stands within it over it; every second depth is tinted, and what stands in columns begins anew."""
    if not box.columns:
        yield _rectangle(box, _FILLS[bool(box.within)] if depth == 0 else "paper")
    y = box.y + _above(depth, box.within)
    for lines, tone, bold in ((box.title, "ink", depth == 0), (box.note, "muted", False)):
        for line in lines:
            y += LINE
            yield text(f"{box.x + PAD:.4g}", f"{y - 5:.5g}", line, tone=tone, bold=bold)
    for one in box.within:
        yield from _drawn(one, 0 if box.columns else depth + 1)


def _rectangle(box: Laid, fill: str) -> str:
    return (
        f'<rect class="box {fill}" x="{box.x + 0.5:.4g}" y="{box.y + 0.5:.5g}" width="{max(box.wide - 1, 1):.4g}" '
        f'height="{box.high - 1:.5g}" rx="2" fill="{colour(fill)}" stroke="{colour("rule")}"/>'
    )


def _height(box: Laid) -> float:
    """Where a line leaves a box."""
    return box.y + min(box.high / 2, 14)


class _Line(NamedTuple):
    """From the right side of a box to the left side of one in a later column; within a column along its left side, or along its
    right one where both boxes stand nearer to that in what is around them.

    Between the outermost boxes around both it is a curve, and between boxes of the columns that it leads across straight, as
    within the outermost ones.
    """

    start: Laid
    end: Laid
    around_start: Laid
    around_end: Laid
    passes: tuple[tuple[float, float, float], ...]

    @property
    def goes_on(self) -> bool:
        return self.around_end.x > self.around_start.x

    @property
    def side(self) -> int:
        """On which side of its column a line runs that does not go on: 1 on the right, -1 on the left."""
        nearer = [_right(around) - _right(one) < one.x - around.x
                  for one, around in ((self.start, self.around_start), (self.end, self.around_end))]  # fmt: skip
        return 1 if all(nearer) and not self.goes_on else -1

    def curve(self) -> str:
        y, to = _height(self.start), _height(self.end)
        if self.goes_on:
            x = self.around_start.x + self.around_start.wide
            drawn = f"M{x:.4g} {y:.5g}"
            for left, right, height in self.passes:
                drawn += f"{_bent(x, y, left, height)}H{right:.4g}"
                x, y = right, height
            return _path(drawn + _bent(x, y, self.around_end.x, to))
        if self.side == 1:
            x, until = _right(self.around_start), _right(self.around_end)
            out = max(x, until) + LOOP
        else:
            x, until = self.around_start.x, self.around_end.x
            out = max(min(x, until) - 6, 0)
        return _path(f"M{x:.4g} {y:.5g}C{out:.4g} {y:.5g} {out:.4g} {to:.5g} {until:.4g} {to:.5g}")

    def ends(self) -> str:
        """What lies within the outermost boxes, and the head of the arrow."""
        y, to = _height(self.start), _height(self.end)
        if self.goes_on:
            x, side, enters, until = _right(self.start), _right(self.around_start), self.around_end.x, self.end.x
        elif self.side == 1:
            x, side, enters, until = _right(self.start), _right(self.around_start), _right(self.around_end), _right(self.end)
        else:
            x, side, enters, until = self.start.x, self.around_start.x, self.around_end.x, self.end.x
        tail = until + 5 * self.side
        stub = f"M{x:.4g} {y:.5g}H{side:.4g}M{enters:.4g} {to:.5g}H{until:.4g}"
        return _path(f"{stub}M{tail:.4g} {to - 3:.5g}L{until:.4g} {to:.5g}L{tail:.4g} {to + 3:.5g}")


def _right(box: Laid) -> float:
    return box.x + box.wide


def _bent(x: float, y: float, until: float, to: float) -> str:
    """A curve from one place to another, level at both."""
    bend = min((until - x) / 2, LANE)
    return f"C{x + bend:.4g} {y:.5g} {until - bend:.4g} {to:.5g} {until:.4g} {to:.5g}"


def _path(drawn: str) -> str:
    return f'<path class="line" d="{drawn}" stroke="{colour("accent")}" stroke-width="1.2" fill="none"/>'
