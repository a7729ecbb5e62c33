"""The numbers that columns are laid out by are those of the shipped fonts and of the style sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from vdl.render import column_widths, measure, table_layout
from vdl.render.advances import ADVANCES, FURTHER
from vdl.render.fonts.subset import MEASURED, SHIPPED, advances
from vdl.render.glyphs import BOX
from vdl.render.measure import length

HERE = Path(measure.__file__).parent
TEXT = re.sub(r"[^ -~]", "", (Path(__file__).parent / "golden/sample.md").read_text("utf-8"))
MM, PAPER = 72 / 25.4, 210


def css(name: str, pattern: str) -> float:
    """The one number in a style sheet at `#` in a pattern."""
    found = re.findall(re.escape(pattern).replace(r"\#", r"([\d.]+)"), (HERE / "theme" / f"{name}.css").read_text("utf-8"))
    assert len(found) == 1, pattern
    return float(found[0])


def font(name: str) -> TTFont:
    return TTFont(HERE / "fonts" / f"{name}.woff2")


def set_in(name: str, text: str) -> float:
    """The width of a text in a face, in ems."""
    face = font(name)
    glyphs, widths, em = face.getBestCmap(), face["hmtx"], face["head"].unitsPerEm
    return float(sum(widths[glyphs[ord(char)]][0] for char in text) / em)


SMALL = css("text", "/* Four sizes: small #,")
"""The size of the small face in that of the text, which is 10 pt on paper."""


def test_the_widths_of_characters_are_those_of_the_font() -> None:
    assert advances(HERE / "fonts") == (ADVANCES, FURTHER), "run: python -m vdl.render.fonts.subset"
    assert MEASURED in SHIPPED and len(measure.WIDTHS) > 400
    assert length("Größe 12,345.67") == pytest.approx(set_in(MEASURED, "Größe 12,345.67"), abs=0.05)


def test_every_face_has_every_letter() -> None:
    """What a face lacked, the machine that makes the document would have to give."""
    for name in SHIPPED:
        found = set(font(name).getBestCmap()) | set(font(f"{name}-more").getBestCmap())
        assert not {ord(one) for one in measure.WIDTHS} - found, name
    assert measure.FURTHER_WIDTHS.keys().isdisjoint("aZäß €≤\u00a0\u2009") and set("Яжґљ΄άΎỆ₽") <= measure.FURTHER_WIDTHS.keys()


def test_other_faces_are_measured_in_those_widths() -> None:
    regular = set_in(MEASURED, TEXT)
    assert 0 < measure.BOLD - set_in("small-semibold", TEXT) / regular < 0.03
    assert abs(table_layout.ITALIC - set_in("small-italic", TEXT) / regular) < 0.02
    code = css("text", "code { font-family: \"VDL Mono\", monospace; font-size: #em")
    assert pytest.approx(set_in("mono-regular", "0") * code, abs=0.005) == measure.MONO
    assert css("text", ".cite { font-family: \"VDL Serif Small\", serif; font-size: #em") == measure.SMALLER
    figures = {name: set_in(name, "0123456789.,\u2007\u2008") for name in ("small-regular", "small-semibold")}
    assert len(set(figures.values())) == 1, "a bold row stays in its columns"
    assert 0 < measure.OTHER - measure.WIDTHS[BOX] < 0.1


def test_the_page_and_its_tables_are_those_of_the_style_sheets() -> None:
    assert css("print", "html { font-size: #pt") == 10
    assert css("tables", "serif;\n  font-size: #rem; line-height: 1.32") == SMALL
    right, left = css("print", "margin: 13mm #mm"), css("print", "margin: 13mm 12mm 11mm #mm")
    em = 10 * css("paper", "main .data { font-size: #rem")
    assert pytest.approx((PAPER - left - right) * MM / em, abs=0.05) == column_widths.PAPER.full
    assert pytest.approx(10 * css("paper", "main .data.dense { font-size: #rem") / em, abs=0.001) == column_widths.PAPER.dense
    em = 10 * css("paper", ".close .data.dense { font-size: #rem")
    assert pytest.approx((PAPER - left - right) * MM / em, abs=0.05) == column_widths.APPENDIX.full
    gap = css("paper", ".columns { columns: 2; column-gap: #mm")
    assert pytest.approx((PAPER - left - right - gap) / 2 * MM / em, abs=0.05) == column_widths.COLUMN.full
    assert css("tables", ".data th, .data td { padding-left: #em }") == column_widths.GAP
    assert pytest.approx(css("tables", ".data.dense { font-size: #rem }") / SMALL, abs=0.001) == column_widths.SCREEN.dense
    steps = dict(column_widths.STEPS)
    assert list(steps) == ["half", "full"] and steps["full"] == 1
    assert pytest.approx(css("tables", ".data.half { width: #% }") / 100) == steps["half"]
