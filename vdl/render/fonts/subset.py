"""Make the shipped fonts from the upstream ones. Run by hand, never by the compiler.

    python -m vdl.render.fonts.subset [SERIF_TTF_FOLDER MONO_TTF_FOLDER]

Without folders only the widths of characters are read anew from the shipped fonts (`../advances.py`).

Upstream is Source Serif 4 (npm package `source-serif`, folder `TTF`) and Source Code Pro (npm
package `source-code-pro`, folder `TTF`), both under the SIL Open Font License 1.1. The licence
reserves the name of the originals, so the results are called "VDL Serif" and "VDL Mono".

What changes: fewer characters and no hints; the bold figures of the small size are as wide as
the regular ones, so that a bold row stays in its column; the spaces that align figures, and a
few shapes and brackets that upstream lacks, are added.

What few documents need (Cyrillic, accented Greek, Vietnamese and further signs) is a file of its own for
each face, `NAME-more`, of the family "VDL Serif More": it goes only into documents that have such letters.
"""

# mypy: disable-error-code="import-untyped"
from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.misc.transform import Transform
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.woff2 import WOFF2FlavorData

SMALL_REGULAR = "SourceSerif4SmText-Regular"

SHIPPED = {
    "serif-regular": ("SourceSerif4-Regular", "VDL Serif", "Regular"),
    "serif-italic": ("SourceSerif4-It", "VDL Serif", "Italic"),
    "serif-semibold": ("SourceSerif4-Semibold", "VDL Serif", "Semibold"),
    "small-regular": (SMALL_REGULAR, "VDL Serif Small", "Regular"),
    "small-italic": ("SourceSerif4SmText-It", "VDL Serif Small", "Italic"),
    "small-semibold": ("SourceSerif4SmText-Semibold", "VDL Serif Small", "Semibold"),
    "display-semibold": ("SourceSerif4Display-Semibold", "VDL Serif Display", "Semibold"),
    "mono-regular": ("SourceCodePro-Regular", "VDL Mono", "Regular"),
    "mono-semibold": ("SourceCodePro-Semibold", "VDL Mono", "Semibold"),
}

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x18F, 0x192, *range(0x218, 0x21C), 0x259, 0x1E9E]
GREEK = [*range(0x391, 0x3A2), *range(0x3A3, 0x3AA), *range(0x3B1, 0x3CA)]
SYMBOLS = (
    "–—‘’‚“”„†‡•…‰′″‹›⁄€№™←↑→↓↔⇒∂∆∏∑−∕√∞∫≈≠≤≥∙∈■□▲△▶▼▽◆◇●○✓✗⌈⌉⌊⌋"
    "⁰⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉⅓⅔⅛⅜⅝⅞\u2007\u2009\u200a\u2010\u2011\u202f"
)
MORE = [
    *range(0x180, 0x250), *range(0x370, 0x400), *range(0x400, 0x530), *range(0x1E00, 0x1F00), *range(0x20A0, 0x20C0),
    *map(ord, "\u2015\u203c\u2047\u2048\u2049\u207d\u207e\u207f\u208d\u208e\u2113\u2117\u2120\u2126\u212e"
         "\u2196\u2197\u2198\u2199\u25b7\u25c0\u25c1\u25c9\u2610\u2611\u266a\u2752"),
]  # fmt: skip
"""What goes into the further files, of what all faces have upstream."""
SPACES = [0x20, 0x2E, 0xA0, 0xAD, 0x2007, 0x200A, 0x202F]
"""What stands between words, which is set in the font of the word before it, and a full stop, which is as wide as one of them."""
FEATURES = ["kern", "mark", "mkmk", "liga", "locl", "ccmp", "smcp", "c2sc", "onum", "case"]

MEASURED = "small-regular"
"""The face that tables are set in, by whose widths their columns are chosen."""

Outline = list[list[tuple[int, int]]]


def main(serif: str, mono: str) -> None:
    here = Path(__file__).parent
    figures = TTFont(Path(serif) / f"{SMALL_REGULAR}.ttf")
    further = set(MORE) - {*LATIN, *GREEK, *map(ord, SYMBOLS)}
    upstream = {
        name: Path(mono if family.endswith("Mono") else serif) / f"{source}.ttf" for name, (source, family, _) in SHIPPED.items()
    }
    for path in upstream.values():
        further &= set(TTFont(path, lazy=True).getBestCmap())
    for name, (_, family, style) in SHIPPED.items():
        font = TTFont(upstream[name], recalcTimestamp=False)
        _reduce(font, [*LATIN, *GREEK, *map(ord, SYMBOLS)], FEATURES)
        if name == "small-semibold":
            _fit_figures(font, figures)
        _add(font, fixed=family.endswith("Mono"))
        _save(font, here / f"{name}.woff2", family, style)
        font = TTFont(upstream[name], recalcTimestamp=False)
        _reduce(font, sorted({*further, *SPACES}), FEATURES[:6])  # no small capitals
        _add(font, fixed=family.endswith("Mono"), marks=False)
        _save(font, here / f"{name}-more.woff2", f"{family} More", style)


def _save(font: TTFont, path: Path, family: str, style: str) -> None:
    _rename(font, family, style)
    font.flavor = "woff2"
    font.flavorData = WOFF2FlavorData(transformedTables=[])  # undoing them is a third of a PDF's time
    font.save(path)


def advances(folder: Path) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """How wide the characters of the measured face are, in hundredths of an em: runs of code points by their first.

    Those that every document has, and the further ones.
    """
    basic, more = TTFont(folder / f"{MEASURED}.woff2"), TTFont(folder / f"{MEASURED}-more.woff2")
    return _runs(basic, set(basic.getBestCmap())), _runs(more, set(more.getBestCmap()) - set(basic.getBestCmap()))


def _runs(font: TTFont, wanted: set[int]) -> dict[int, tuple[int, ...]]:
    widths, em = font["hmtx"], font["head"].unitsPerEm
    runs: dict[int, list[int]] = {}
    first = last = -2
    for code, glyph in sorted(font.getBestCmap().items()):
        if code not in wanted:
            continue
        if code != last + 1:
            first = code
        runs.setdefault(first, []).append(round(100 * widths[glyph][0] / em))
        last = code
    return {code: tuple(run) for code, run in runs.items()}


def _write_advances(folder: Path) -> None:
    lines = [
        f'"""How wide the characters of `fonts/{MEASURED}.woff2` are, in hundredths of an em. Made by `fonts/subset.py`."""', "",
    ]  # fmt: skip
    said = {"ADVANCES": "Runs of code points by their first one.", "FURTHER": f"The same of `fonts/{MEASURED}-more.woff2`."}
    for (table, words), made in zip(said.items(), advances(folder)):
        lines += [f"{table}: dict[int, tuple[int, ...]] = {{"]
        for code, run in made.items():
            numbers = f"0x{code:04X}: ({', '.join(map(str, run))}{',' if len(run) == 1 else ''}),"
            lines += textwrap.wrap(numbers, 120, initial_indent="    ", subsequent_indent="        ")
        lines += ["}", f'"""{words}"""', *([""] if table == "ADVANCES" else [])]
    (folder.parent / "advances.py").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _reduce(font: TTFont, characters: list[int], features: list[str]) -> None:
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True
    worker = subset.Subsetter(options)
    worker.populate(unicodes=characters)
    worker.subset(font)
    for table in ("DSIG", "meta"):
        if table in font:
            del font[table]


def _fit_figures(font: TTFont, pattern: TTFont) -> None:
    """Give the figures and the marks between them the widths they have in `pattern`."""
    mine, theirs = font.getBestCmap(), pattern.getBestCmap()
    glyphs = font.getGlyphSet()
    for char in "0123456789.,\u2007":
        name = mine[ord(char)]
        width: int = pattern["hmtx"][theirs[ord(char)]][0]
        squeeze = width / font["hmtx"][name][0]
        flat, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[name].draw(flat)
        flat.replay(TransformPen(pen, Transform(squeeze, 0, 0, 1, 0, 0)))
        _put(font, name, pen.glyph(), width)


def _put(font: TTFont, name: str, glyph: Any, width: int) -> None:
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (width, getattr(glyph, "xMin", 0))


def _add(font: TTFont, fixed: bool, marks: bool = True) -> None:
    cmap = font.getBestCmap()
    height: int = font["OS/2"].sCapHeight
    stop: int = font["hmtx"][cmap[ord(".")]][0]
    thin = 600 if fixed else 125
    added: dict[int, tuple[Outline, int]] = {
        0x2008: ([], stop),
        0x2009: ([], thin),
        0x200B: ([], 0),
        0x200A: ([], thin),
        0x2060: ([], 0),
    }
    if marks:
        added |= _marks(height, font["hhea"].ascent, font["hhea"].descent, fixed)
    order = font.getGlyphOrder()
    for code, (outline, width) in added.items():
        if code in cmap and code != ord("✓"):  # upstream's tick is a root sign in a text face
            continue
        name = f"uni{code:04X}"
        if name not in order:
            order.append(name)
            font.setGlyphOrder(order)
        pen = TTGlyphPen(None)
        for part in outline:
            pen.moveTo(part[0])
            for point in part[1:]:
                pen.lineTo(point)
            pen.closePath()
        _put(font, name, pen.glyph(), width)
        _map(font, code, name)
    if 0x2010 in cmap and 0x2011 not in cmap:
        _map(font, 0x2011, cmap[0x2010])


def _map(font: TTFont, code: int, name: str) -> None:
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def _marks(height: int, ascent: int, descent: int, fixed: bool) -> dict[int, tuple[Outline, int]]:
    """Shapes of verdicts and the brackets of mathematics, each with its width."""
    wide = 600
    made = {ord("✓"): (_tick(height), wide + 40), ord("✗"): (_cross(height, wide), wide), ord("●"): (_disc(height, wide), wide)}
    for char, outline in _brackets(ascent, descent).items():
        width = 600 if fixed else 330
        shift = (width - 330) // 2
        made[ord(char)] = ([[(x + shift, y) for x, y in part] for part in outline], width)
    return made


def _cross(height: int, width: int) -> Outline:
    """Two bars across each other, as one outline of twelve corners."""
    half, arm, middle, up = 52, 205, width // 2, height // 2
    corners = [
        (0, half), (arm - half, arm), (arm, arm - half), (half, 0),
        (arm, half - arm), (arm - half, -arm), (0, -half), (half - arm, -arm),
        (-arm, half - arm), (-half, 0), (-arm, arm - half), (half - arm, arm),
    ]  # fmt: skip
    return [[(middle + round(x * 1.15), up + round(y * 1.15)) for x, y in corners]]


def _tick(height: int) -> Outline:
    scale = height / 670
    corners = [(48, 290), (122, 358), (226, 248), (484, 668), (566, 616), (240, 92)]
    return [[(x, round(y * scale)) for x, y in corners]]


def _disc(height: int, width: int) -> Outline:
    """A polygon of 24 corners: round enough at the sizes it is used in."""
    from math import cos, pi, sin

    turn = [-index * pi / 12 for index in range(24)]
    return [[(width // 2 + round(230 * cos(a)), height // 2 + round(230 * sin(a))) for a in turn]]


def _brackets(ascent: int, descent: int) -> dict[str, Outline]:
    """Ceiling and floor: an upright with one foot, as tall as the brackets of the text."""
    top, bottom, stem, left, right = min(ascent, 760), max(descent, -170), 62, 100, 270
    return {
        "⌈": [[(left, bottom), (left, top), (right, top), (right, top - stem),
               (left + stem, top - stem), (left + stem, bottom)]],
        "⌊": [[(left, bottom), (left, top), (left + stem, top), (left + stem, bottom + stem),
               (right, bottom + stem), (right, bottom)]],
        "⌉": [[(60, top), (230, top), (230, bottom), (230 - stem, bottom),
               (230 - stem, top - stem), (60, top - stem)]],
        "⌋": [[(230 - stem, top), (230, top), (230, bottom), (60, bottom),
               (60, bottom + stem), (230 - stem, bottom + stem)]],
    }  # fmt: skip


def _rename(font: TTFont, family: str, style: str) -> None:
    """Change the names the licence reserves; the copyright and the licence stay."""
    names = font["name"]
    kept = [record for record in names.names if record.nameID in (0, 13, 14)]
    names.names = kept
    plain = f"{family} {style}"
    for number, text in {
        1: plain, 2: "Regular", 3: plain, 4: plain, 6: plain.replace(" ", "-"), 16: family, 17: style,
    }.items():  # fmt: skip
        names.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1], sys.argv[2])
    _write_advances(Path(__file__).parent)
