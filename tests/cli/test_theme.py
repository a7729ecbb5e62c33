"""`vdl build --theme`: what a house makes of its documents, and what is said of a theme that is wrong."""

from __future__ import annotations

import io
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.house import SVG, font, picture
from vdl import render
from vdl.brand.sheets import faults
from vdl.text.source import Source
from vdl.world.shipped import properties_of_css

from .conftest import Ran, Vdl

DESIGN = 'edition 2026\ndesign yard "箱の庭, the yard 😀" { let boxes = 2 }\n'
DOCUMENT = """edition 2026
document reference "Sizing" {
  section "Counts" { text "Two boxes.", chart "How many?" for n in each(2) { bar "Boxes": n } }
  appendix "Provenance" { show provenance }
}
"""
THEME = """# of the house
name = "Example & Sons"
logo = "pictures/logo.png"
cover = "1 Example Street"
confidentiality = "For <the customer> only"
revision = "C"

[colours]
accent = "#7a1f4b"

[fonts]
others = ["box.ttf"]
"""


@pytest.fixture
def yard(town: Path) -> Path:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    (town / "yard.vdl").write_text(DESIGN)
    (town / "pictures").mkdir()
    (town / "pictures/logo.png").write_bytes(picture(40, 20))
    (town / "box.ttf").write_bytes(font("箱の庭😀 "))
    (town / "house.toml").write_text(THEME)
    return town


def built(vdl: Vdl, *more: str, formats: str = "html,md") -> Ran:
    return vdl("build", "yard.vdl", "--format", formats, "-o", "out", *more)


def refused(vdl: Vdl, yard: Path, text: str) -> str:
    """What is said of a theme with this text; nothing is written."""
    (yard / "house.toml").write_text(text)
    ran = built(vdl, "--theme", "house.toml")
    assert ran.code == 1 and not list(yard.glob("out/*")), ran.out
    assert "Traceback" not in ran.err
    return ran.err


def test_a_theme_stands_in_every_document(vdl: Vdl, yard: Path) -> None:
    ran = built(vdl, "--theme", "house.toml")
    assert (ran.code, ran.err) == (0, "")
    page = (yard / "out/yard.html").read_text()
    assert re.search(r'<img src="data:image/png;base64,[^"]+" alt="Example &amp; Sons">', page)
    assert "1 Example Street · Revision C · For &lt;the customer&gt; only" in page
    assert '@bottom-left{content:"Example ' in page and "--accent:#7a1f4b;" in page
    assert 'fill="#7a1f4b"' in page and 'fill="#14506e"' not in page
    assert "font-family:'VDL Other 1'" in page and '"VDL Serif", "VDL Other 1", serif' in page
    assert "Example \\& Sons · 1 Example Street · Revision C · For &lt;the customer\\> only" in (yard / "out/yard.md").read_text()


def test_the_theme_beside_a_design_is_taken_and_none_where_there_is_none(vdl: Vdl, yard: Path) -> None:
    assert "warning[missing-glyph]" in built(vdl).err
    assert "Example" not in (yard / "out/yard.html").read_text()
    (yard / "house.toml").rename(yard / "vdl.theme.toml")
    assert built(vdl).err == ""
    assert "1 Example Street" in (yard / "out/yard.html").read_text()
    (yard / "vdl.theme.toml").write_text("nam = 3\n")
    assert "did you mean `name`?" in built(vdl).err


def test_the_same_theme_gives_the_same_bytes(vdl: Vdl, yard: Path) -> None:
    built(vdl, "--theme", "house.toml", formats="html,pdf")
    first = {path.name: path.read_bytes() for path in yard.glob("out/*")}
    built(vdl, "--theme", "house.toml", formats="html,pdf")
    assert first == {path.name: path.read_bytes() for path in yard.glob("out/*")}


def test_a_font_that_is_named_goes_into_the_pdf_and_no_other_does(vdl: Vdl, yard: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    assert built(vdl, "--font", "box.ttf", formats="pdf").err == ""
    read = pypdf.PdfReader(io.BytesIO((yard / "out/yard.pdf").read_bytes()))
    fonts = {str(one["/BaseFont"]) for page in read.pages for one in
             [found.get_object() for found in page["/Resources"]["/Font"].values()]}  # fmt: skip
    assert any("VDL-Other-1" in name for name in fonts) and all("VDL-" in name for name in fonts), fonts
    assert "箱の庭, the yard" in read.pages[0].extract_text()
    ran = built(vdl, "--font", "none.ttf")
    assert "error[unusable-file]: `none.ttf` can't be taken: there is no such file" in ran.err


def test_a_theme_is_an_input(vdl: Vdl, yard: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    ran = built(vdl, "--theme", "house.toml", "--attach-sources", formats="md,pdf")
    assert ran.code == 0
    text = (yard / "out/yard.md").read_text()
    for name in ("house.toml", "pictures/logo.png", "box.ttf"):
        assert f"| `{name}` | `{sha256((yard / name).read_bytes()).hexdigest()}` |" in text
    read = pypdf.PdfReader(io.BytesIO((yard / "out/yard.pdf").read_bytes()))
    assert read.attachments["house.toml"] == [THEME.encode()] and "box.ttf" not in read.attachments


def test_a_lock_pins_the_theme_beside_a_design(vdl: Vdl, yard: Path) -> None:
    (yard / ".git").mkdir()
    (yard / "house.toml").rename(yard / "vdl.theme.toml")
    assert vdl("lock", "yard.vdl", day="").code == 0
    assert '"pictures/logo.png" = "' in (yard / "vdl.lock").read_text()
    assert built(vdl, "--frozen").err == ""
    (yard / "pictures/logo.png").write_bytes(picture(41, 20))
    ran = built(vdl, "--frozen")
    assert ran.code == 1 and "error[file-moved]: `pictures/logo.png` is not as it is pinned" in ran.err
    (yard / "vdl.theme.toml").write_text(THEME.replace("pictures/logo.png", "other.svg"))
    (yard / "other.svg").write_bytes(SVG)
    assert "warning[not-in-lock]: `other.svg` is not pinned" in built(vdl).err


def test_what_the_design_says_itself_holds(vdl: Vdl, yard: Path) -> None:
    (yard / "lib/prelude/about.vdl").write_text(
        "edition 2026\nkind paper { revision: Text?, confidentiality: Text? }\non design { about: paper { } }\n"
    )
    (yard / "yard.vdl").write_text(DESIGN.replace("let", 'about { revision = "D" }, let'))
    ran = built(vdl, "--theme", "house.toml")
    assert ran.code == 0 and "house.toml:6:1" in ran.err
    assert "warning[theme-differs]: the design states another revision: D" in ran.err
    page = (yard / "out/yard.html").read_text()
    assert "Revision C" not in page and "D" in re.findall(r"@bottom-left\{content:(.*?);", page)[0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nmae = 1", "error[unknown-theme-key]: a theme has no `nmae`"),
        ("[colours]\nacent = '#123456'", "did you mean `accent`?"),
        ("[colour]\naccent = '#123456'", "did you mean `colours`?"),
        ("name = 3", "error[damaged-theme]: the theme can't be read: `name` is a text"),
        ("name = ", "error[damaged-theme]: the theme can't be read: invalid value"),
        ("name = 'x'\nname = 'y'", "house.toml:3:"),
        ("colours = 3", "`colours` is a table: `[colours]`"),
        ("[colours]\naccent = 'red'", "`accent` is a colour"),
        ("[colours]\naccent = '#9aa0ff'", "error[low-contrast]: `#9aa0ff` on white paper has a contrast of 2."),
        ("[colours]\naccent='#14506e'\naccent_at_night='#14506e'", "on a dark page has a contrast of"),
        ("[fonts]\nothers = 3", "`others` is a list of files"),
        ("[fonts]\nothers = ['house.toml']", "it is no font that can be read"),
        ("[fonts]\nothers = ['locked.ttf']", "it says of itself that it may not be embedded"),
        ("[fonts]\ntext_bold = 'box.ttf'", "`text_bold` goes with a `text`"),
        ("[fonts]\ncode = 'box.ttf'", "not all of its characters are of one width"),
        ("name = 'x'\nlogo = '../out.png'", "error[unusable-file]: `../out.png` can't be taken: it is outside the root"),
        ("name = 'x'\nlogo = 'link.png'", "it is outside the root"),
        ("name = 'x'\nlogo = 'none.png'", "there is no such file"),
        ("name = 'x'\nlogo = 'pictures'", "it is a folder, not a file"),
        ("name = 'x'\nlogo = 'large.png'", "it is larger than 512 KiB"),
        ("name = 'x'\nlogo = 'wide.png'", "it has 60,000 by 60,000 points"),
        ("name = 'x'\nlogo = 'box.ttf'", "it is neither PNG nor JPEG nor SVG"),
        ("name = 'x'\nlogo = 'script.svg'", "it holds `<script`"),
        ("name = 'x'\nlogo = 'fetch.svg'", "it asks for `https://example.org/a.png`"),
        ("logo = 'pictures/logo.png'", "a logo needs a `name`"),
        ("templates = 'pictures'", "it holds no template (*.html) and no style sheet (*.css)"),
        ("templates = '..'", "outside the root"),
    ],
)
def test_a_theme_that_is_wrong(vdl: Vdl, yard: Path, line: str, said: str) -> None:
    (yard.parent / "out.png").write_bytes(picture())
    (yard / "link.png").symlink_to(yard.parent / "out.png")
    (yard / "large.png").write_bytes(picture() + bytes(512 * 1024))
    wide = bytearray(picture())
    wide[16:24] = (60_000).to_bytes(4, "big") * 2
    (yard / "wide.png").write_bytes(bytes(wide))
    (yard / "script.svg").write_bytes(SVG.replace(b"<rect", b"<script>x</script><rect"))
    (yard / "fetch.svg").write_bytes(SVG.replace(b"<rect", b'<image href="https://example.org/a.png"/><rect'))
    (yard / "locked.ttf").write_bytes(font("x", embedding=2))
    err = refused(vdl, yard, f"# a theme\n{line}\n")
    assert said in err
    assert re.search(r"house\.toml:[2-4]:\d+", err), err


def test_a_colour_that_looks_like_a_verdict_is_told(vdl: Vdl, yard: Path) -> None:
    for colour, said in (("#b3261e", "fails"), ("#0b6b4c", "holds"), ("#7a1f4b", ""), ("#333333", ""), ("#14506e", "")):
        (yard / "house.toml").write_text(f'[colours]\naccent = "{colour}"\n')
        ran = built(vdl, "--theme", "house.toml", "--font", "box.ttf")
        told = f"warning[like-a-verdict]: `{colour}` is nearly the colour of what {said}"
        assert ran.code == 0 and (told in ran.err) == bool(said)


def test_the_colour_that_is_proposed_can_be_read(vdl: Vdl, yard: Path) -> None:
    err = refused(vdl, yard, '[colours]\naccent = "#9aa0ff"\n')
    instead = re.findall(r"`(#[0-9a-f]{6})` is the same colour", err)[0]
    (yard / "house.toml").write_text(f'[colours]\naccent = "{instead}"\n')
    assert built(vdl, "--theme", "house.toml").code == 0


# ------------------------------------------------------------------------------ templates and style sheets
def test_templates_and_style_sheets_are_replaced_whole(vdl: Vdl, yard: Path) -> None:
    (yard / "own").mkdir()
    (yard / "own/document.html").write_text(
        "<!DOCTYPE html><html lang='en'><head><title>{{ report.cover.title }}</title><style>{{ css }}</style></head>"
        "<body>{% from 'blocks.html' import blocks with context %}OWN {{ brand.name }} {{ '<b>' }} {% include 'cover.html' %}"
        "</body></html>"
    )
    (yard / "own/colours.css").write_text(":root { --ink: #101010; --accent: #111111 }\n")
    (yard / "own/zz.css").write_text("/* url(https://example.org) stands in a comment */ .last { color: red }\n")
    for more in (["--templates", "own"], ["--theme", "with.toml"]):
        (yard / "with.toml").write_text('templates = "own"\n')
        assert built(vdl, *more).code == 0
        page = (yard / "out/yard.html").read_text()
        assert "OWN  &lt;b&gt;" in page and '<header class="cover' in page
        assert page.index("--ink: #101010") < page.index(".last { color: red }") and "--shade-1:" not in page
        assert '<head><meta http-equiv="Content-Security-Policy" content="default-src' in page


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("<p>\n{{ nobody }}</p>", "'nobody' is undefined", 2),
        ("<p>\n\n{% if %}</p>", "Expected an expression", 3),
        ("{{ report.cover.titel }}", "a cover has no attribute 'titel'", 1),
        ("\n{% include '../house.toml' %}", "there is no template `../house.toml`", 2),
        ("\n{% include '/etc/passwd' %}", "there is no template `/etc/passwd`", 2),
        ("{{ report.__class__.__mro__ }}", "is unsafe", 1),
        ("{{ report.cover.title | safe }}", "No filter named 'safe'", 1),
        ("\n\n{% autoescape false %}{{ report.cover.title }}{% endautoescape %}", "everything is escaped", 3),
        ("\n{{ 1 // 0 }}", "ZeroDivisionError", 2),
        ("{% macro m() %}\n{{ m() }}{% endmacro %}{{ m() }}", "RecursionError", 2),
    ],
)
def test_a_template_error_names_template_and_line(vdl: Vdl, yard: Path, text: str, said: str, line: int) -> None:
    (yard / "own").mkdir()
    (yard / "own/contents.html").write_text(text)
    ran = built(vdl, "--templates", "own")
    assert ran.code == 1 and "error[template-failed]" in ran.err and said in ran.err, ran.err
    assert f"own/contents.html:{line}:1" in ran.err and "Traceback" not in ran.err
    assert not list(yard.glob("out/*.*"))


@pytest.mark.parametrize(
    "sheet",
    ["a{}\nb { background: url(https://example.org/x.png) }", "\n@import 'other.css';", "\nb{background:url('../x.png')}",
     "\n@font-face { font-family: x; src: local('Arial') }"],
)  # fmt: skip
def test_a_style_sheet_fetches_nothing(vdl: Vdl, yard: Path, sheet: str) -> None:
    (yard / "own").mkdir()
    (yard / "own/cover.css").write_text(sheet)
    ran = built(vdl, "--templates", "own")
    assert ran.code == 1 and "error[style-fetches]" in ran.err and "own/cover.css:2:" in ran.err


@pytest.mark.parametrize(
    ("sheet", "said", "line"),
    [
        ("a { color: red }\nb {\n  color: blue\n", "this `{` is not closed", 2),
        ("@media print {\n  a { color: red }\n", "this `{` is not closed", 1),
        ("a { color: red }\n}\n", "this `}` closes nothing", 2),
        ("a { color: rgb(1, 2 }\n", "this `(` is not closed", 1),
        ("a { content: 'x }\n", "this text has no end", 1),
        ("a { color: red }\n/* b\n", "this comment has no end", 2),
        ("a {\n  color red;\n}\n", "nothing can be made of this", 2),
        ("a {\n  color: red\n  background: blue;\n}\n", "the value of `color` has a `:`", 2),
        ("a {\n  color: ;\n}\n", "`color` has no value", 2),
        ("a { color: red }\nh1, { color: red }\n", "a selector is missing beside `,`", 2),
        ("\n{ color: red }\n", "a rule without a selector", 2),
        ("\n.1a { color: red }\n", "`.1a` stands in no selector", 2),
        ("color: red;\n", "nothing can be made of this", 1),
        ("\n@media print;\n", "`@media` has no block", 2),
    ],
)
def test_a_style_sheet_that_can_t_be_read_names_the_line(vdl: Vdl, yard: Path, sheet: str, said: str, line: int) -> None:
    (yard / "own").mkdir()
    (yard / "own/house.css").write_text(sheet)
    ran = built(vdl, "--templates", "own")
    assert ran.code == 1 and "error[damaged-style]" in ran.err and said in ran.err, ran.err
    assert f"own/house.css:{line}:" in ran.err and not list(yard.glob("out/*.*"))


@pytest.mark.parametrize(
    ("sheet", "said"),
    [("\na { colr: red }", "CSS has no property `colr`"), ("\n@meda print { a { color: red } }", "CSS has no rule `@meda`"),
     ("\n@page { maring: 1cm }", "CSS has no property `maring`"), ("a {\n&:hover { colr: red } }", "CSS has no property `colr`")],
)  # fmt: skip
def test_an_unknown_property_is_a_warning(vdl: Vdl, yard: Path, sheet: str, said: str) -> None:
    (yard / "own").mkdir()
    (yard / "own/house.css").write_text(sheet)
    ran = built(vdl, "--templates", "own", formats="html")
    assert ran.code == 0 and f"warning[unknown-in-style]: {said}" in ran.err and "own/house.css:2:" in ran.err, ran.err


def test_the_shipped_style_sheets_have_no_faults() -> None:
    for path in sorted((Path(render.__file__).parent / "theme").glob("*.css")):
        assert faults(Source(path.name, path.read_text(encoding="utf-8"))) == []


def test_what_browsers_know_is_no_fault() -> None:
    sheet = """@charset "utf-8"; @layer base;
:root { --own: a:b; accent-color: red; -webkit-font-smoothing: antialiased }
a:has(> b), ::part(x), li:nth-child(2n + 1 of .a)::before { background: url(data:image/gif;base64,R0lGOD=) }
@media (width >= 30rem) and (not print) { a > b ~ c + d { color: red; &:hover { color: blue } @media print { color: red } } }
@supports (display: grid) { a { display: grid } }
@keyframes turn { from { rotate: 0deg } 50% { rotate: 1turn } to { rotate: 2turn } }
@font-face { font-family: x; src: url(data:font/woff2;base64,d09GMg==) }
@page :first { size: A4; @bottom-left { content: "a } b" } }
"""
    assert faults(Source("own.css", sheet)) == []


def test_every_property_that_paper_has_is_known() -> None:
    from weasyprint.css.properties import INITIAL_VALUES

    assert {name.replace("_", "-") for name in INITIAL_VALUES if not name.startswith("_")} <= properties_of_css()


def test_json_has_nothing_of_the_theme(vdl: Vdl, yard: Path) -> None:
    built(vdl, "--theme", "house.toml", formats="json")
    assert "brand" not in json.loads((yard / "out/yard.json").read_text())["report"]
