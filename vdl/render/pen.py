"""What bars are drawn with: lines of words, bars, marks across these, and the scale below them."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.render.measure import BOLD, length
from vdl.render.palette import colour
from vdl.render.scale import Scale
from vdl.render.svg import LINE, SIZE, broken, hatched, number_text, round_numbers, text
from vdl.render.wording import Wording

BAR = 9
"""The height of a bar."""

OPEN = "open"
"""Room that is left has no colour, but an outline of dashes."""


class Pen:
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
            self.drawn.append(outlined(left, self.y + 1, wide, BAR))
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
        """A mark across a bar, with a seam of paper, so that it is seen on a dark one; it does not reach into the words above."""
        x = min(max(x, self.left + 0.75), self.right - 0.75)
        self.drawn.append(
            f'<path class="halo" d="M{x:g} {self.y + 1}v{BAR}" stroke="{colour("paper")}" stroke-width="4" fill="none"/>'
            f'<path class="tick" d="M{x:g} {self.y}v{BAR + 4}" stroke="{colour("ink")}" stroke-width="1.5" fill="none"/>'
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


def outlined(x: float, y: float, wide: float, high: float) -> str:
    """An outline of dashes on the paper."""
    place = f'x="{x + 0.5:g}" y="{y + 0.5:g}" width="{max(wide - 1, 0.1):.4g}" height="{high - 1}"'
    return f'<rect class="box paper" {place} fill="{colour("paper")}" stroke="{colour("muted")}" stroke-dasharray="2 1.5"/>'
