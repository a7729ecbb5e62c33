"""What all drawings have in common: their frame, their letters, and how words break in them.

Sizes are in units of a twelfth of the small face. A drawing is little wider than the text of a telephone, so that its letters
can be read there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from markupsafe import Markup, escape

from vdl.render.isolates import closed
from vdl.render.line_breaks import NO_BREAK, figures_kept
from vdl.render.measure import length
from vdl.render.palette import colour
from vdl.render.wording import ENGLISH, Wording

WIDTH = 400
HALF, PAIRED, PAGE, NARROW = 384, 386, 800, 420
"""The same on paper: of what takes half a page's width, so that something else stands beside it; of one of two pieces beside each
other; of what is as wide as the text; of what stands in one of two columns. Letters are then as large as those of tables."""

SIZE, LINE = 12, 15
"""The size of letters, and the height of a line."""


class Pieces(tuple[Markup, ...]):
    """The pieces of a drawing, between which a page may end."""

    width: int = WIDTH

    @property
    def sort(self) -> str:
        """What style sheets call its width, behind a space."""
        return {WIDTH: "", NARROW: "", HALF: " half", PAIRED: " paired"}.get(self.width, " wide")


def pieces(drawn: Iterable[Markup], width: int) -> Pieces:
    made = Pieces(drawn)
    made.width = width
    return made


def drawing(
    number: str, title: str, said: Iterable[str], height: float, parts: Iterable[str], width: float = WIDTH
) -> Markup:
    """The parts in their frame; `number` makes its ids unique. Its title and description say what it shows."""
    told = "; ".join(said).replace(NO_BREAK, " ")
    return Markup(
        f'<svg class="drawn" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" role="img" '
        f'aria-labelledby="c{number}-t c{number}-d" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="c{number}-t">{escape(title)}</title><desc id="c{number}-d">{escape(told)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def text(
    x: str, y: str, words: str, *, tone: str, size: str = f"{SIZE}", bold: bool = False, anchor: str = "", of: str = ""
) -> str:
    """Words that stand on a line; `anchor` is the end of them that stands at `x`, where that is said, `of` what they belong
    to."""
    weight = ' font-weight="600"' if bold else ""
    at = f'text-anchor="{anchor}" ' if anchor else ""
    return (
        f'<text class="{f"{tone} {of}".strip()}" x="{x}" y="{y}" font-family="VDL Serif Small" font-size="{size}"{weight} '
        f'{at}fill="{colour(tone)}">{escape(words)}</text>'
    )


@lru_cache(maxsize=512)
def broken(words: str, room: float) -> list[str]:
    """Words in lines no wider than the room; a word that is wider is broken."""
    lines: list[str] = []
    for word in _tokens(words, room):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer) * SIZE <= room:
            lines[-1] = longer
        else:
            lines += _parts(word, room)
    return list(closed(lines))


def _tokens(words: str, room: float) -> Iterator[str]:
    """Words that are not parted where there is room for them in a line."""
    for word in figures_kept(words).split(" "):
        yield from word.split(NO_BREAK) if length(word) * SIZE > room else [word]


def _parts(word: str, room: float) -> list[str]:
    """A word in parts that fit, with a hyphen where it is one of Latin letters; each holds a character at least."""
    parts: list[str] = []
    letters = word.rstrip(",;:.)")
    dash = "-" if letters.isalpha() and max(letters) < _BEYOND_LATIN else ""
    while len(word) > 1 and length(word) * SIZE > room:
        most = max([at for at in range(1, len(word)) if length(word[:at] + dash) * SIZE <= room], default=1)
        at = _seam(word, most) if dash else most
        parts.append(word[:at] + dash)
        word = word[at:]
    return [*parts, word]


_BEYOND_LATIN, _VOWELS, _KEPT, _BACK = "\u0250", frozenset("aeiouyäöüáéíóú"), 3, 4
"""The first character behind the Latin letters; so many letters are left on the next line, and a line is so many shorter at most
for a word to be broken behind a vowel."""


def _seam(word: str, most: int) -> int:
    """Where a word is best broken: behind a vowel that a consonant follows."""
    most = max(min(most, len(word) - _KEPT), 1)
    steps = range(most, max(most - _BACK, _KEPT - 1), -1)
    return next((at for at in steps if word[at - 1] in _VOWELS and word[at] not in _VOWELS), most)


def hatched(x: float, y: float, wide: float, high: float, shade: str = "rule") -> str:
    """What is not stated: strokes across a place, told from every shade without colours; on a shade in that of `paper`."""
    starts = [x + at * HATCH for at in range(int(max(wide - high, 0) // HATCH) + 1)]
    strokes = "".join([f"M{start:.4g} {y + high:.5g}l{high:g}-{high:g}" for start in starts])
    kind, thick = ("hatch", "1") if shade == "rule" else ("strokes", "1.6")
    return f'<path class="{kind}" d="{strokes}" stroke="{colour(shade)}" stroke-width="{thick}" fill="none"/>'


HATCH = 6
"""From one stroke to the next."""


def round_numbers(low: Fraction, high: Fraction, most: int = 6) -> list[Fraction]:
    """Numbers of one step from the lower to the upper end, which are read at a glance: no more than `most` steps."""
    reach = high - low
    if reach <= 0:
        return [low]
    power = Fraction(1)
    while power * most < reach:
        power *= 10
    while power * most / 10 >= reach:
        power /= 10
    step = next(power * part for part in (Fraction(1, 10), Fraction(1, 5), Fraction(1, 2), 1) if reach / (power * part) <= most)
    first = -(-low // step)
    return [at * step for at in range(int(first), int(high // step) + 1)]


def number_text(number: Fraction, said: Wording = ENGLISH) -> str:
    """A round number: "2,000", "0.5"."""
    digits = f"{int(number):,}" if number.denominator == 1 else f"{float(number):.12g}"
    return said.figures_of(digits).replace("-", "\u2212")
