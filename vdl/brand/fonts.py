"""Fonts of a house: their characters, how wide these are, and pieces of them for a document. The only door to fontTools."""

from __future__ import annotations

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


def face(name: str, data: bytes) -> Face | str:
    """The font of these bytes, or why it can't be taken."""
    from fontTools.ttLib import TTFont

    if data[:4] == b"ttcf":
        return "it holds several fonts; name a file with one"
    try:
        with _quiet(), TTFont(BytesIO(data), lazy=True) as font:
            if "OS/2" in font and font["OS/2"].fsType & 0x000F == _RESTRICTED:
                return "it says of itself that it may not be embedded"
            if "CBDT" in font or "sbix" in font:
                return "its characters are pictures of points, which no archive of documents takes"
            if 0x20 not in font.getBestCmap() and "glyf" not in font:
                return "it has no space, which is set in the font of the word before it"
            widths, em = font["hmtx"], font["head"].unitsPerEm
            found = {code: widths[glyph][0] * 1000 // em for code, glyph in font.getBestCmap().items() if code > 0x1F}
    except Exception:  # whatever a broken font does to its reader
        return "it is no font that can be read"
    return Face(name, data, found) if found else "it has no characters"


def piece(given: Face, characters: Iterable[str]) -> bytes:
    """A font with these characters alone, and all that they need to be joined, as WOFF2; same characters, same bytes."""
    return _piece(given.data, "".join(sorted({one for one in characters if ord(one) in given.widths})))


@lru_cache(maxsize=32)
def _piece(data: bytes, characters: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(
        layout_features=["*"], notdef_outline=True, name_IDs=[0, 1, 2, 4, 6, 13, 14], hinting=False, recalc_timestamp=False,
        ignore_missing_unicodes=True, drop_tables=["DSIG", "FFTM", "MVAR", "STAT"],
    )  # fmt: skip
    made = BytesIO()
    with _quiet(), TTFont(BytesIO(data), recalcTimestamp=False) as font:
        if "fvar" in font:
            from fontTools.varLib.instancer import instantiateVariableFont

            instantiateVariableFont(font, {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}, inplace=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        _give_a_space(font)
        font.flavor = "woff2"
        font.save(made, reorderTables=False)
    return made.getvalue()


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


__all__ = ["LARGEST", "face", "piece"]
