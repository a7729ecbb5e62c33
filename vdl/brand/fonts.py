"""Fonts of a house: their characters, how wide these are, and pieces of them for a document. The only door to fontTools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from typing import Any

from vdl.brand.records import Face

LARGEST = 32 * 1024 * 1024
"""Bytes of a font."""

_RESTRICTED = 0x0002
"""The bit by which a font says that it may not be embedded (OpenType, table OS/2, fsType)."""


@contextmanager
def _quiet() -> Iterator[None]:
    """What the reader of fonts thinks of them is not what anybody asked."""
    import logging

    logger = logging.getLogger("fontTools")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


def face(name: str, data: bytes, number: int | None = None) -> Face | str:
    """The font of these bytes, or why it can't be taken. Of a collection it is the one of a number, from 1."""
    from fontTools.ttLib import TTFont

    try:
        if data[:4] == b"ttcf":
            held = _held(data)
            if number is None or not 1 <= number <= len(held):
                return f"it holds several fonts: name one, `.ttc#1` for {', '.join(held)}"
        elif number is not None:
            return "it holds one font: leave out what stands behind `#`"
        with _quiet(), TTFont(BytesIO(data), fontNumber=(number or 1) - 1, lazy=True) as font:
            if "OS/2" in font and font["OS/2"].fsType & 0x000F == _RESTRICTED:
                return "it says of itself that it may not be embedded"
            if "CBDT" in font or "sbix" in font:
                return "its characters are pictures of points, which no archive of documents takes"
            widths, em = font["hmtx"], font["head"].unitsPerEm
            found = {code: widths[glyph][0] * 1000 // em for code, glyph in font.getBestCmap().items() if code > 0x1F}
    except Exception:  # whatever a broken font does to its reader
        return "it is no font that can be read"
    return Face(name, data, found, (number or 1) - 1) if found else "it has no characters"


def member(name: str) -> tuple[str, int | None]:
    """The file that a font is named by, and which of its fonts is meant, as in `Noto.ttc#2`."""
    found = re.fullmatch(r"(?is)(.+\.[to]tc)#([0-9]{1,4})", name)
    return (found[1], int(found[2])) if found else (name, None)


def _held(data: bytes) -> list[str]:
    """The names of the fonts in a collection, each with its number."""
    from fontTools.ttLib import TTCollection

    with _quiet(), TTCollection(BytesIO(data), lazy=True) as held:
        return [f"{font['name'].getBestFullName() or 'one without a name'} (#{at})" for at, font in enumerate(held, start=1)]


def piece(given: Face, characters: Iterable[str]) -> bytes:
    """A font with these characters alone, and all that they need to be joined, as WOFF2; same characters, same bytes."""
    return _piece(given.data, given.number, "".join(sorted({one for one in characters if ord(one) in given.widths})))


@lru_cache(maxsize=32)
def _piece(data: bytes, number: int, characters: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(
        layout_features=["*"], notdef_outline=True, name_IDs=[0, 1, 2, 4, 6, 13, 14], hinting=False, recalc_timestamp=False,
        ignore_missing_unicodes=True, drop_tables=["DSIG", "FFTM", "MVAR", "STAT"],
    )  # fmt: skip
    made = BytesIO()
    with _quiet(), TTFont(BytesIO(data), fontNumber=number, recalcTimestamp=False) as font:
        if "fvar" in font:
            from fontTools.varLib.instancer import instantiateVariableFont

            instantiateVariableFont(font, {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}, inplace=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        _draw_by_points(font)
        _give_a_space(font)
        font.flavor = "woff2"
        font.save(made, reorderTables=False)
    return made.getvalue()


def _draw_by_points(font: Any) -> None:
    """TrueType's outlines in the place of PostScript's, whose numbers of glyphs PDF readers take for those of a registry of
    characters where a font has such, as fonts of Chinese, Japanese and Korean do; a document with them is not archivable."""
    if "glyf" in font:
        return
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    drawn, outlines = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, max(font["head"].unitsPerEm // 1000, 1), reverse_direction=True))
        outlines[name] = pen.glyph()
    for tag in ("CFF ", "CFF2", "VORG"):
        if tag in font:
            del font[tag]
    builder = FontBuilder(font=font)
    builder.isTTF = True
    builder.setupGlyf(outlines)
    builder.setupMaxp()
    font["post"].formatType = 3
    font.sfntVersion = "\0\1\0\0"


_SPACE = "vdl.space"


def _give_a_space(font: Any) -> None:
    """A space where a font has none: it is set in the font of the word before, and what is lacking there is a box."""
    if 0x20 in font.getBestCmap():
        return
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    font.setGlyphOrder([*font.getGlyphOrder(), _SPACE])
    font["glyf"][_SPACE] = Glyph()
    font["hmtx"][_SPACE] = (font["head"].unitsPerEm // 4, 0)
    if "vmtx" in font:
        font["vmtx"][_SPACE] = (font["head"].unitsPerEm, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[0x20] = _SPACE


__all__ = ["LARGEST", "face", "member", "piece"]
