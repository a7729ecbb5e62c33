"""Things in piles as SVG: each pile upright to scale, what lies in it named beside it, and what lies in none told below.

What is said of a pile as a whole stands beside it in the first room that names leave, or below it where they leave none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from markupsafe import Markup

from vdl.records import NamedTuple
from vdl.render.palette import colour
from vdl.render.plain import piece_text, piled
from vdl.render.svg import (
    HALF,
    LINE,
    PAGE,
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
from vdl.report.model import Pile, Piles

SCALE, GAP = 26, 12
"""What is left of a pile for the numbers of its scale, and what is left between what lies in it and its name."""


class _Size(NamedTuple):
    """The height and the width of a pile, what it takes beside others with its names at least, and how many rows of piles are in
    a piece, between which and the next a page may end."""

    high: int
    wide: int
    room: int
    rows: int


TALL, LARGE, LOW, SMALL = _Size(420, 70, 215, 1), _Size(252, 70, 215, 2), _Size(140, 56, 215, 1), _Size(112, 44, 197, 1)
"""On the screen, on paper, and on paper where there are many piles; a size larger where it is stated where things lie."""

MANY = 6
"""More piles than that are many."""

CLOSEST, BAND = 42, 12
"""What is left between numbers of the scale at least, and how high a band of strokes is at most."""

BESIDE = 8
"""What is left between a name and what is said of a pile as a whole below that."""

NUMBERED = (1, 2, 5, 10, 20, 50)
"""Of counted places every so many are numbered: as many as are no closer than `APART`."""

APART, STROKE = 25, 3
"""What is left between the numbers of places at least, and how long the strokes are that part the places."""

SHADES = ("accent", "shade-1", "shade-2", "shade-3")
"""The colours of neighbours, which differ on a grey page, too."""


class _Named(NamedTuple):
    """The name of what lies in a pile: where its middle is, and the lines of it."""

    middle: float
    lines: Sequence[str]


def piles_svg(piles: Piles, number: str, said: Wording = ENGLISH, room: int = WIDTH) -> Pieces:
    """The drawing, in pieces where there are many piles; `number` makes its ids unique. `room` is how wide the place is."""
    width = HALF if room == PAGE and len(piles.piles) == 1 else room
    smaller = 0 if room == WIDTH else 1 if len(piles.piles) <= MANY else 2
    size = ((TALL, LARGE, LOW) if piles.placed else (LARGE, LOW, SMALL))[smaller]
    each = width // size.room * size.rows
    parts = [piles.piles[at:at + each] for at in range(0, len(piles.piles), each)] or [()]
    made = []
    for at, part in enumerate(parts):
        one = replace(piles, piles=part, apart=piles.apart if at + 1 == len(parts) else ())
        made.append(_piece_svg(one, f"{number}-{at}" if at else number, said, width, size))
    return pieces(made, width)


def _piece_svg(piles: Piles, number: str, said: Wording, width: int, size: _Size) -> Markup:
    drawn: list[str] = []
    y = 0.0
    beside = width // size.room
    each = width / beside
    for at in range(0, len(piles.piles), beside):
        row = piles.piles[at:at + beside]
        y = max(_pile(drawn, pile, piles, place * each, y, each, size, said) for place, pile in enumerate(row))
    for piece in piles.apart:
        for index, line in enumerate(broken(piece_text(piece), width - 24)):
            y += LINE
            if index == 0:
                drawn.append(hatched(0, y - 13, 15, 9))
            drawn.append(text("22", f"{y - 4:g}", line, tone="ink"))
    return drawing(number, f"{piles.title} {piles.unit}".strip() or said.piles, piled(piles), y + 4, drawn, width)


def _pile(
    drawn: list[str], pile: Pile, piles: Piles, left: float, top: float, wide: float, drawn_as: _Size, said: Wording
) -> float:
    """One pile with its names; gives how far down it comes."""
    high, broad = drawn_as.high, drawn_as.wide
    room = Fraction(piles.room)
    y = top
    for line in broken(pile.label, wide - GAP):
        y += LINE
        drawn.append(text(f"{left:g}", f"{y - 4:g}", line, tone="ink", bold=True))
    foot = y + 6 + high
    inner, right = left + SCALE, left + SCALE + broad
    drawn.append(
        f'<rect class="box paper" x="{inner:g}" y="{foot - high:g}" width="{broad}" height="{high}" fill="{colour("paper")}" '
        f'stroke="{colour("rule")}"/>'
    )
    drawn += _places(inner, foot, high, room, said) if piles.placed and piles.counted else _scale(inner, foot, high, room, said)
    names: list[_Named] = []
    for index, piece in enumerate(pile.pieces):
        size, at = Fraction(piece.size), Fraction(piece.foot)
        shade = "" if piece.anywhere else SHADES[index % len(SHADES)]
        for each in range(piece.number):
            low, upper = (float(high * (at + size * end) / room) for end in (each, each + 1))
            gap = 1 if upper - low > 2 else 0
            drawn.append(_thing(inner + 1, foot - upper, broad - 2, upper - low - gap, shade))
        middle = foot - float(high * (at + size * piece.number / 2) / room)
        names.append(_Named(middle, broken(piece_text(piece), left + wide - right - GAP - 8)))
    taken = _names(drawn, names, right, foot - high, foot)
    y = max([foot, *[end for _, end in taken]])
    at_side = [line for note in pile.notes for line in broken(note, left + wide - right - GAP - 8)]
    free = _free(taken, foot - high, foot, len(at_side) * LINE)
    if free is not None:
        place, lines, down = right + GAP, at_side, free - 4
    else:
        place, lines, down = left, [line for note in pile.notes for line in broken(note, wide - GAP)], y
        y += LINE * len(lines)
    for line in lines:
        down += LINE
        drawn.append(text(f"{place:g}", f"{down:g}", line, tone="muted"))
    return y + 14


def _scale(left: float, foot: float, high: int, room: Fraction, said: Wording) -> Iterator[str]:
    """Round numbers beside a pile."""
    for number in round_numbers(Fraction(0), room, high // CLOSEST):
        yield _beside(left - 5, foot - float(high * number / room), number, said)


def _places(left: float, foot: float, high: int, room: Fraction, said: Wording) -> Iterator[str]:
    """A stroke below each place beside a pile, and the numbers of some in their middle: lowest, one at each step, highest."""
    each, last = high / float(room), int(room)
    strokes = "".join([f"M{left:g} {foot - each * place:.5g}h{-STROKE}" for place in range(1, last)])
    yield f'<path class="axis" d="{strokes}" stroke="{colour("rule")}" stroke-width="1" fill="none"/>'
    step = next((one for one in NUMBERED if one * each >= APART), last)
    numbers = [1, *range(step, last - int(SIZE // each), step)] if step > 1 else [*range(1, last)]
    for place in dict.fromkeys([*numbers, last]):
        yield _beside(left - 5, foot - each * (place - 0.5), Fraction(place), said)


def _beside(right: float, y: float, number: Fraction, said: Wording) -> str:
    return text(f"{right:g}", f"{y + 4:.5g}", number_text(number, said), tone="muted", anchor="end", of="axis")


def _thing(x: float, y: float, wide: float, high: float, shade: str) -> str:
    """One thing; without a shade it is hatched, as what is not stated is everywhere."""
    if shade:
        return f'<rect class="{shade}" x="{x:g}" y="{y:.5g}" width="{wide:g}" height="{high:.4g}" fill="{colour(shade)}"/>'
    frame = (
        f'<rect class="box paper" x="{x + 0.5:g}" y="{y + 0.5:.5g}" width="{wide - 1:g}" height="{max(high - 1, 0.5):.4g}" '
        f'fill="{colour("paper")}" stroke="{colour("rule")}"/>'
    )
    bands = -(-int(high) // BAND) or 1
    return frame + "".join([hatched(x, y + band * high / bands, wide, high / bands) for band in range(bands)])


def _free(taken: Sequence[tuple[float, float]], top: float, foot: float, high: float) -> float | None:
    """Where the first place from the top begins in which nothing is for so far; None where there is none."""
    above = top
    for begin, end in [*taken, (foot, foot)]:
        start = above + BESIDE if above > top else top
        if high <= begin - start:
            return start
        above = max(above, end)
    return None


def _names(drawn: list[str], names: Sequence[_Named], right: float, top: float, foot: float) -> list[tuple[float, float]]:
    """The names from the top downwards, each beside what it names or as near as the one above leaves it room; gives where each
    begins and ends."""
    tall = [len(name.lines) * (SIZE + 1) + 4 for name in reversed(names)]
    free, taken = top - 6, list[tuple[float, float]]()
    for at, name in enumerate(reversed(names)):
        below = sum(tall[at:])
        start = max(min(name.middle - (tall[at] - 4) / 2, foot + 8 - below), free)
        for index, line in enumerate(name.lines):
            drawn.append(text(f"{right + GAP:g}", f"{start + 10 + index * (SIZE + 1):.5g}", line, tone="ink"))
        to = start + 6
        drawn.append(
            f'<path class="axis" d="M{right:g} {name.middle:.5g}L{right + GAP - 3:g} {to:.5g}" stroke="{colour("rule")}" '
            f'stroke-width="1" fill="none"/>'
        )
        free = start + tall[at]
        taken.append((start, free))
    return taken
