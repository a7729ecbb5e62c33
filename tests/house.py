"""What a house has for its documents, made here: a tiny font of boxes, a picture of one point."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont


def font(characters: str, *, width: int = 700, embedding: int = 0, postscript: bool = False) -> bytes:
    """A font in which each of these characters is a box, drawn by TrueType's outlines or by PostScript's."""
    names = {ord(one): f"g{ord(one):x}" for one in characters}
    made = FontBuilder(1000, isTTF=not postscript)
    made.setupGlyphOrder([".notdef", *names.values()])
    made.setupCharacterMap(names)
    pen = T2CharStringPen(width, None) if postscript else TTGlyphPen(None)
    pen.moveTo((50, 0))
    for corner in ((50, 600), (600, 600), (600, 0)):
        pen.lineTo(corner)
    pen.closePath()
    if isinstance(pen, TTGlyphPen):
        made.setupGlyf(dict.fromkeys([".notdef", *names.values()], pen.glyph()))
    else:
        drawn = dict.fromkeys([".notdef", *names.values()], pen.getCharString())
        made.setupCFF("Boxes", {}, drawn, {})
    made.setupHorizontalMetrics({name: (width, 50) for name in (".notdef", *names.values())})
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    made.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, fsType=embedding)
    made.setupPost()
    found = BytesIO()
    made.font["head"].created = made.font["head"].modified = 0
    made.font.recalcTimestamp = False
    made.save(found)
    return found.getvalue()


def collection(*held: bytes) -> bytes:
    """These fonts in one file."""
    made, found = TTCollection(), BytesIO()
    made.fonts = [TTFont(BytesIO(one)) for one in held]
    made.save(found)
    return found.getvalue()


def picture(width: int = 1, height: int = 1) -> bytes:
    """A PNG of grey points."""
    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x80" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><rect width="9" height="9"/></svg>'
