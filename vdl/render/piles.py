"""Things in piles as SVG: each pile upright to scale, what lies in it named beside it, and what lies in none told below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from markupsafe import Markup

from vdl.records import NamedTuple
from vdl.render.palette import colour
from vdl.render.plain import piece_text, piled
from vdl.render.svg import LINE, SIZE, WIDTH, broken, drawing, hatched, number_text, round_numbers, text
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Pile, Piles

HIGH, WIDE, SCALE, BESIDE, GAP = 252, 70, 26, 2, 12
"""The height and the width of a pile, what is left of it for the numbers of its scale, how many stand beside each other, and
what is left between what lies in it and its name."""

SHADES = ("accent", "shade-1", "shade-2", "shade-3")
"""The colours of neighbours, which differ on a grey page, too."""

ROWS = 2
"""Rows of piles in one piece, between which and the next a page may end."""


class _Named(NamedTuple):
    """The name of what lies in a pile: where its middle is, and the lines of it."""

    middle: float
    lines: Sequence[str]


def piles_svg(piles: Piles, number: str, said: Wording = ENGLISH) -> list[Markup]:
    """The drawing, in pieces where there are many piles; `number` makes its ids unique."""
    each = BESIDE * ROWS
    parts = [piles.piles[at:at + each] for at in range(0, len(piles.piles), each)] or [()]
    made = []
    for at, part in enumerate(parts):
        one = replace(piles, piles=part, apart=piles.apart if at + 1 == len(parts) else ())
        made.append(_piece_svg(one, f"{number}-{at}" if at else number, said))
    return made


def _piece_svg(piles: Piles, number: str, said: Wording) -> Markup:
    drawn: list[str] = []
    y = 0.0
    for at in range(0, len(piles.piles), BESIDE):
        row = piles.piles[at:at + BESIDE]
        y = max(_pile(drawn, pile, piles, place * WIDTH / BESIDE, y, said) for place, pile in enumerate(row))
    for piece in piles.apart:
        for index, line in enumerate(broken(piece_text(piece), WIDTH - 24)):
            y += LINE
            if index == 0:
                drawn.append(hatched(0, y - 13, 15, 9))
            drawn.append(text("22", f"{y - 4:g}", line, tone="ink"))
    return drawing(number, f"{piles.title} {piles.unit}".strip() or said.piles, piled(piles), y + 4, drawn)


def _pile(drawn: list[str], pile: Pile, piles: Piles, left: float, top: float, said: Wording) -> float:
    """One pile with its names; gives how far down it comes."""
    room = Fraction(piles.room)
    y = top
    for line in broken(pile.label, WIDTH / BESIDE - GAP):
        y += LINE
        drawn.append(text(f"{left:g}", f"{y - 4:g}", line, tone="ink", bold=True))
    foot = y + 6 + HIGH
    inner, right = left + SCALE, left + SCALE + WIDE
    drawn.append(
        f'<rect class="box paper" x="{inner:g}" y="{foot - HIGH:g}" width="{WIDE}" height="{HIGH}" fill="{colour("paper")}" '
        f'stroke="{colour("rule")}"/>'
    )
    at = Fraction(0)
    names: list[_Named] = []
    for index, piece in enumerate(pile.pieces):
        size = Fraction(piece.size)
        for each in range(piece.number):
            low, high = (float(HIGH * (at + size * end) / room) for end in (each, each + 1))
            gap = 1 if high - low > 2 else 0
            shade = SHADES[index % len(SHADES)]
            drawn.append(
                f'<rect class="{shade}" x="{inner + 1:g}" y="{foot - high:.5g}" width="{WIDE - 2}" '
                f'height="{high - low - gap:.4g}" fill="{colour(shade)}"/>'
            )
        middle = foot - float(HIGH * (at + size * piece.number / 2) / room)
        names.append(_Named(middle, broken(piece_text(piece), left + WIDTH / BESIDE - right - GAP - 8)))
        at += size * piece.number
    for number in round_numbers(Fraction(0), room, 6):
        where = foot - float(HIGH * number / room)
        drawn.append(text(f"{inner - 5:g}", f"{where + 4:.5g}", number_text(number, said), tone="muted", anchor="end", of="axis"))
    end = _names(drawn, names, right, foot)
    y = max(foot, end)
    for note in pile.notes:
        for line in broken(note, WIDTH / BESIDE - GAP):
            y += LINE
            drawn.append(text(f"{left:g}", f"{y:g}", line, tone="muted"))
    return y + 14


def _names(drawn: list[str], names: Sequence[_Named], right: float, foot: float) -> float:
    """The names from the top downwards, each beside what it names or as near as the one above leaves it room."""
    tall = [len(name.lines) * (SIZE + 1) + 4 for name in reversed(names)]
    free = foot - HIGH - 6
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
    return free
