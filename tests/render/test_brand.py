"""One accent makes a palette that can be read, and is as light as the shipped one on a grey page."""

from __future__ import annotations

import re
from importlib.resources import files
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from tests.house import SVG, collection, font, picture
from vdl.brand import colours, fonts, pictures
from vdl.brand.fonts import face, piece
from vdl.brand.records import Face, Picture

ACCENTS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(ACCENTS)
def test_every_accent_makes_a_palette_as_light_as_the_shipped_one(accent: str) -> None:
    made = colours.palette(accent)
    for side, shipped in ((made.day, colours.SHADES_BY_DAY), (made.night, colours.SHADES_BY_NIGHT)):
        for (name, colour), like in zip(side[1:], shipped):
            assert abs(colours.luminance(colour) - colours.luminance(like)) < 0.02, name
    assert colours.contrast(dict(made.night)["accent"], colours.NIGHT) >= colours.ENOUGH
    assert made == colours.palette(accent)


@given(ACCENTS)
def test_what_is_proposed_can_be_read(accent: str) -> None:
    for ground in (colours.DAY, colours.NIGHT):
        assert colours.contrast(colours.readable(accent, ground), ground) >= colours.ENOUGH


def test_the_shipped_colours_are_those_of_the_style_sheet() -> None:
    sheet = (files("vdl.render") / "theme" / "colours.css").read_text("utf-8")
    for name, by_day, by_night in zip(("accent", "shade-1", "shade-2", "shade-3"), (colours.ACCENT, *colours.SHADES_BY_DAY),
                                      (colours.ACCENT_BY_NIGHT, *colours.SHADES_BY_NIGHT)):  # fmt: skip
        assert re.findall(rf"--{name}: (#\w+);", sheet) == [by_day, by_night]
    for name, value in zip(("bad", "good", "warn"), colours.VERDICTS.values()):
        assert re.findall(rf"--{name}: (#\w+);", sheet)[0] == value
    assert re.findall(r"--paper: (#\w+);", sheet) == [colours.DAY, colours.NIGHT]


@pytest.mark.parametrize(
    ("text", "read"), [("#ABC", "#aabbcc"), ("#14506E", "#14506e"), ("14506e", ""), ("#12345", ""), ("red", "")]
)
def test_colours_are_written_in_digits(text: str, read: str) -> None:
    assert colours.read(text) == read


def test_a_piece_of_a_font_has_what_is_asked_and_the_same_bytes() -> None:
    made = face("box.ttf", font("aשل箱", width=650))
    assert isinstance(made, Face) and made.widths == {ord(one): 650 for one in "aשل箱"}
    assert piece(made, "a箱x") == piece(made, "箱a") != piece(made, "a")
    again = face("piece.woff2", piece(made, "a箱"))
    assert isinstance(again, Face) and set(again.widths) == {ord("a"), ord("箱"), ord(" ")}  # which it had not


def test_the_outlines_of_a_piece_are_truetypes() -> None:
    made = face("box.otf", font("a箱", postscript=True))
    assert isinstance(made, Face) and made.widths == {ord(one): 700 for one in "a箱"}
    with TTFont(BytesIO(piece(made, "箱"))) as drawn:
        assert "CFF " not in drawn and {" ", "箱"} == set(map(chr, drawn.getBestCmap()))
        assert drawn["glyf"][drawn.getBestCmap()[ord("箱")]].numberOfContours == 1


def test_of_a_collection_one_is_named() -> None:
    data = collection(font("a"), font("b", width=500))
    assert face("both.ttc", data) == "it holds several fonts: name one, `.ttc#1` for Boxes (#1), Boxes (#2)"
    assert isinstance(face("both.ttc", data, 3), str) and isinstance(face("both.ttc", data, 0), str)
    second = face("both.ttc", data, 2)
    assert isinstance(second, Face) and second.widths == {ord("b"): 500}
    again = face("piece.woff2", piece(second, "b"))
    assert isinstance(again, Face) and set(again.widths) == {ord("b"), ord(" ")}
    assert face("a.ttf", font("a"), 1) == "it holds one font: leave out what stands behind `#`"
    assert [fonts.member(one) for one in ("a/b.ttc#2", "b.TTC", "c#2")] == [("a/b.ttc", 2), ("b.TTC", None), ("c#2", None)]


@pytest.mark.parametrize("data", [b"", b"x", b"\0\1\0\0" + bytes(64), b"OTTO" + bytes(500), font("a")[:300], b"ttcf" + bytes(99)])
def test_what_is_no_font_is_said(data: bytes) -> None:
    assert isinstance(fonts.face("x", data), str)


@pytest.mark.parametrize(
    ("data", "media"),
    [(picture(3, 2), "image/png"), (SVG, "image/svg+xml"), (b"<?xml version='1.0'?>\n<!-- x -->\n" + SVG, "image/svg+xml"),
     (b"\xff\xd8\xff\xe0\0\4xx\xff\xc0\0\x0b\x08\0\x10\0\x20\1\1\x11\0", "image/jpeg")],
)  # fmt: skip
def test_pictures_are_known_by_their_bytes(data: bytes, media: str) -> None:
    made = pictures.picture(data)
    assert isinstance(made, Picture) and made.media == media


@pytest.mark.parametrize(
    "data",
    [b"", b"GIF89a", picture()[:20], b"\xff\xd8\xff\xe0\0\4xx", b"<svg/>"[:4], SVG.replace(b"<rect", b"<rect onload='x'"),
     SVG.replace(b"<rect", b"<style>@import 'x'</style><rect"), b"<!DOCTYPE svg>" + SVG,
     SVG.replace(b"<rect", b"<rect fill='url(http://x/#a)'")],
)  # fmt: skip
def test_what_is_no_picture_or_asks_for_more_is_said(data: bytes) -> None:
    assert isinstance(pictures.picture(data), str)
