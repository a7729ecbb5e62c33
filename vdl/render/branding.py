"""What a brand adds to the style sheets and to what is drawn: its colours, its fonts, the line at the foot of each page."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache

from vdl.brand.fonts import piece
from vdl.brand.records import Brand, Face
from vdl.render.measure import WIDTHS
from vdl.render.palette import colours, named_in

FACES = {
    "text": ("VDL Serif", 400, "normal"), "text_italic": ("VDL Serif", 400, "italic"), "text_bold": ("VDL Serif", 600, "normal"),
    "headings": ("VDL Serif Display", 600, "normal"), "code": ("VDL Mono", 400, "normal"),
}  # fmt: skip
"""The family, weight and style that each font of a theme takes the place of."""

MORE = " More"
"""What stands behind the name of a shipped family in that of its further letters."""

_STACK = re.compile(r'"(VDL [A-Za-z ]+)",\s*(serif|monospace)')
_DRAWN = re.compile(r'(<text[^<>]* font-family=")(VDL [A-Za-z ]+)(")')
_PAINT = re.compile(r'( (?:fill|stroke)=")(#[0-9a-f]{6})(")')


def styles(brand: Brand, used: str, further: bool = False) -> str:
    """The brand's fonts and colours as CSS, to stand behind the style sheets; `used` are the characters of the document."""
    return "\n".join([*_faces(brand, used), *_colours(brand), *_headings(brand, further)])


def _faces(brand: Brand, used: str) -> Iterable[str]:
    for role, given in brand.faces.items():
        family, weight, style = FACES[role]
        yield _face(f"{family} House", weight, style, given, used + _LETTERS)
    lacking = "".join([one for one in used if one not in WIDTHS])
    for number, given in enumerate(brand.others, 1):
        if any(ord(one) in given.widths for one in lacking):
            yield _face(f"VDL Other {number}", 400, "normal", given, lacking + _LETTERS)


_LETTERS = "".join([chr(code) for code in range(0x20, 0x7F)]) + "\u00a0\u2013"
"""What stands between words of any script, and is set in their font."""


def _face(family: str, weight: int, style: str, given: Face, used: str) -> str:
    data = b64encode(piece(given, used)).decode("ascii")
    return (
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def _colours(brand: Brand) -> Iterable[str]:
    if brand.palette is not None:
        sides = (brand.palette.day, brand.palette.night)
        day, night = ["".join([f"--{name}:{value};" for name, value in side]) for side in sides]
        yield f":root{{{day}}}"
        yield f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}"


def _headings(brand: Brand, further: bool) -> Iterable[str]:
    if "headings" in brand.faces:
        yield stacked('h1,h2,h3,h4,h5,h6,.seal .word{font-family:"VDL Serif Display", serif}', brand, further)


def stacked(css: str, brand: Brand, further: bool = False) -> str:
    """Style sheets in which the brand's fonts are asked: its own before the shipped ones, those for other letters after them.

    `further` is that the document has letters of the shipped fonts' further files.
    """
    if not brand.faces and not brand.others and not further:
        return css
    return _STACK.sub(lambda found: f"{_asked(found[1], brand, further)}, {found[2]}", css)


def _asked(family: str, brand: Brand, further: bool) -> str:
    own = [f"{family} House"] if any(FACES[role][0] == family for role in brand.faces) else []
    return ", ".join([f'"{one}"' for one in (*own, *_after(family, brand, further))])


def _after(family: str, brand: Brand, further: bool) -> list[str]:
    """A shipped family and those that are asked after it."""
    others = [f"VDL Other {number}" for number in range(1, len(brand.others) + 1)]
    return [family, *([family + MORE] if further else []), *others]


def drawn(made: str, brand: Brand, further: bool = False) -> str:
    """A document whose drawings have the brand's colours and fonts, which style sheets do not reach on paper."""
    if brand.others or further:
        made = _DRAWN.sub(lambda found: f"{found[1]}{', '.join(_after(found[2], brand, further))}{found[3]}", made)
    own = [*_sheet(brand), *(brand.palette.day if brand.palette is not None else ())]
    instead = {colours()[name]: value for name, value in own if name in colours()}
    if instead:
        made = _PAINT.sub(lambda found: f"{found[1]}{instead.get(found[2], found[2])}{found[3]}", made)
    return made


def _sheet(brand: Brand) -> list[tuple[str, str]]:
    """The colours of paper that a style sheet of the brand has in the place of the shipped ones."""
    return named_in(brand.styles["colours.css"].text) if "colours.css" in brand.styles else []


def foot(brand: Brand, word: str) -> str:
    """The line at the foot of each page; `word` stands before the revision. "" where there is none."""
    revision = f"{word} {brand.revision}" if brand.revision else ""
    return " · ".join(filter(None, (brand.name, brand.confidentiality, revision)))


def logo(brand: Brand) -> str:
    """The picture as the address of an image; "" where there is none."""
    return _address(brand.logo.media, brand.logo.data) if brand.logo is not None else ""


@cache
def _address(media: str, data: bytes) -> str:
    return f"data:{media};base64,{b64encode(data).decode('ascii')}"


__all__ = ["drawn", "foot", "logo", "stacked", "styles"]
