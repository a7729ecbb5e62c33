"""Style sheets as paper needs them."""

from __future__ import annotations

from vdl.render.formats.pdf_pages import _fonts_apart
from vdl.render.sheets import for_paper_alone

KINDS = (("font/woff2", "QUJD"), ("font/woff2", "REVG"), ("image/png", "QUJD"))


def sheet(css: str, body: str = "") -> str:
    made = for_paper_alone(f"<head><style>{css}</style></head><body>{body}</body>")
    assert made.startswith("<head><style>") and made.endswith(f"</style></head><body>{body}</body>")
    return made.removeprefix("<head><style>").removesuffix(f"</style></head><body>{body}</body>")


def test_values_stand_where_they_are_asked_for() -> None:
    assert sheet(":root { --ink: #111 } p { color: var(--ink) }").endswith("p { color: #111 }")
    assert sheet(":root { --ink: #111 } p { color: var(--ink) } :root{--ink:#222;}").count("color: #222") == 1
    assert "var(--none)" in sheet("p { color: var(--none) }")


def test_a_value_that_holds_for_a_part_of_the_page_is_left_to_the_layout() -> None:
    assert "color: var(--ink)" in sheet(":root { --ink: #111 } .cover { --ink: #222 } p { color: var(--ink) }")
    assert "color: var(--ink)" in sheet(":root { --ink: #111 } p { color: var(--ink) }", '<p style="--ink: red">')


def test_what_is_for_screens_is_left_out() -> None:
    given = "a{b:c} @media screen and (x) { p { content: \"}\" /* } */ } d { e: f } } @media print { g { h: i } }"
    assert sheet(given) == "a{b:c}  @media print { g { h: i } }"
    both = "@media screen, print { p { color: red } }"
    assert sheet(both) == both
    assert sheet("@media screen { p {") == "", "what never ends"
    assert sheet("@media screen{:root{--ink:#fff}} :root{--ink:#111} p{color:var(--ink)}").endswith("p{color:#111}")


def test_fonts_have_short_addresses() -> None:
    letters, more, picture = [f"url(data:{kind};base64,{data})" for kind, data in KINDS]
    text, fonts = _fonts_apart(f"src:{letters} x {more} {picture}")
    assert text == f"src:url(font:0) x url(font:1) {picture}" and fonts == {"font:0": b"ABC", "font:1": b"DEF"}
