"""The PDF: pages, outline, links, text, tags, the same bytes; and what is said when it can't be made."""

from __future__ import annotations

import builtins
import io
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import vdl.render
from vdl.brand.records import Brand, Picture
from vdl.render import every_format
from vdl.render.formats.pdf_pages import PdfUnavailable, pdf
from vdl.render.html import html
from vdl.report.model import Attached, Block, Code, Column, Facts, Row, Section, Table, Text, Value, Verdict, Working, every_block

from .sample import SAMPLE, n, row, t, v

pypdf = pytest.importorskip("pypdf")

try:
    MADE = pdf(html(SAMPLE, on_paper=True))
except PdfUnavailable as unavailable:
    pytest.skip(str(unavailable), allow_module_level=True)


@pytest.fixture(scope="module")
def document() -> Any:
    return pypdf.PdfReader(io.BytesIO(MADE))


@pytest.fixture(scope="module")
def texts(document: Any) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in document.pages]


def test_pages_are_a4_and_numbered(document: Any, texts: list[str]) -> None:
    count = len(document.pages)
    assert 4 <= count <= 7
    width, height = document.pages[0].mediabox[2:]
    assert round(float(width)) == 595 and round(float(height)) == 842
    assert f"1 of {count}" not in texts[0]
    for number, text in enumerate(texts[1:], 2):
        assert f"{number} of {count}" in text


def test_letter_on_request() -> None:
    small = replace(SAMPLE, paper="Letter", sections=SAMPLE.sections[:1])
    page = pypdf.PdfReader(io.BytesIO(pdf(html(small, on_paper=True)))).pages[0]
    assert [round(float(side)) for side in page.mediabox[2:]] == [612, 792]


def test_metadata_language_and_tags(document: Any) -> None:
    assert document.metadata.title == SAMPLE.cover.title
    root = document.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid" in root["/Metadata"].get_data()
    assert document.metadata.creation_date_raw == document.metadata.modification_date_raw == "D:20260301"
    assert document.metadata.keywords == SAMPLE.name


def test_what_archives_ask_for(document: Any) -> None:
    """The rules of PDF/A-3b and of PDF/UA-1 that a plain PDF breaks."""
    root = document.trailer["/Root"]
    assert len(document.trailer["/ID"]) == 2
    intent = root["/OutputIntents"][0].get_object()
    assert intent["/S"] == "/GTS_PDFA1" and intent["/DestOutputProfile"].get_object()["/N"] == 3
    links = [note.get_object() for page in document.pages for note in page.get("/Annots", ())]
    assert links and all(note["/F"] == 4 for note in links)
    said = root["/Metadata"].get_data().decode()
    assert 'pdfaid:part="3"' in said and 'pdfaid:conformance="B"' in said and 'pdfuaid:part="1"' in said
    assert "<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>" in said
    assert b"pdfuaid:part" in MADE  # not packed
    assert document.page_labels[:3] == ["Cover", "2", "3"]


def test_files_go_with_it_where_they_are_given() -> None:
    sources = (Attached("design.vdl", "design d { }\n"), Attached("../shared/costs.vdl", "// €\n"))
    report = replace(SAMPLE, sections=SAMPLE.sections[:1], sources=sources, author="A. Writer")
    made = every_format()["pdf"].render(report)
    read = pypdf.PdfReader(io.BytesIO(made))
    assert {name: data[0].decode() for name, data in read.attachments.items()} == {each.name: each.text for each in sources}
    assert read.metadata.author == "A. Writer"
    files = [one.get_object() for one in read.trailer["/Root"]["/AF"]]
    assert [one["/AFRelationship"] for one in files] == ["/Source", "/Source"]
    assert {str(one["/EF"]["/F"].get_object()["/Subtype"]) for one in files} == {"/text/plain"}
    assert made == every_format()["pdf"].render(report)


def test_no_letter_comes_from_a_font_of_the_machine() -> None:
    cover = replace(SAMPLE.cover, title="箱 ☃ שלום")
    read = pypdf.PdfReader(io.BytesIO(every_format()["pdf"].render(replace(SAMPLE, cover=cover, sections=SAMPLE.sections[:1]))))
    for page in read.pages:
        assert all("VDL" in str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values())
    assert read.metadata.title == "箱 ☃ שלום" and "■ ■ ■■■■" in read.pages[0].extract_text()


def test_cyrillic_greek_and_vietnamese_are_in_the_shipped_fonts() -> None:
    """With the spaces between their words, which are set in the font of the word before."""
    title = "Вычислительный центр: ένα άλλο κέντρο, Tiếng Việt, 5 ₽"
    report = replace(SAMPLE, cover=replace(SAMPLE.cover, title=title), sections=SAMPLE.sections[:1])
    assert every_format()["pdf"].lacking(report) == every_format()["pdf"].lacking(replace(report, cover=SAMPLE.cover))
    read = pypdf.PdfReader(io.BytesIO(every_format()["pdf"].render(report)))
    assert title in " ".join(read.pages[0].extract_text().replace("\u00a0", " ").split())
    for page in read.pages:
        assert all("VDL" in str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values())
    assert " More" in html(report) and " More" not in html(SAMPLE)


def test_a_title_of_two_directions_has_one_number_of_its_page() -> None:
    report = replace(SAMPLE, sections=(replace(SAMPLE.sections[0], title="One Центр שלום, more", number="1"),))
    with_numbers = pypdf.PdfReader(io.BytesIO(every_format()["pdf"].render(report))).pages[1].extract_text()
    line = next(line for line in with_numbers.splitlines() if "Центр" in line)
    assert len(re.findall(r"\d", line)) <= 2, line  # of the section, and of the page


def test_nothing_stands_in_a_link() -> None:
    """An element in a link would be a link of its own that stands in none, which PDF/UA does not allow."""
    report = replace(SAMPLE, sections=(replace(SAMPLE.sections[0], title="One שלום (2) more", number="1"),))
    read = pypdf.PdfReader(io.BytesIO(every_format()["pdf"].render(report)))
    parents: dict[str, int] = {}

    def count(node: Any) -> None:
        node = node.get_object()
        if not isinstance(node, dict):
            return
        kids = node.get("/K", [])
        kids = kids if isinstance(kids, list) else [kids]
        for kid in kids:
            inner = kid.get_object()
            if isinstance(inner, dict) and inner.get("/Type") == "/OBJR":
                parents[str(node["/S"])] = parents.get(str(node["/S"]), 0) + 1
            else:
                count(kid)

    count(read.trailer["/Root"]["/StructTreeRoot"])
    assert parents.pop("/Link") > 3 and not parents


def test_formulas_have_every_letter_that_texts_have() -> None:
    made = html(SAMPLE)
    start = made.index("<body")
    read = pypdf.PdfReader(io.BytesIO(pdf(f"{made[:start]}<body><code>a\u2011b\u200ac</code></body></html>")))
    assert all("VDL" in str(font.get_object()["/BaseFont"]) for font in read.pages[0]["/Resources"]["/Font"].values())


def test_bookmarks_lead_down_to_calculations(document: Any) -> None:
    def names(items: list[Any]) -> list[str]:
        return [name for item in items for name in (names(item) if isinstance(item, list) else [item.title])]

    titles = names(document.outline)
    workings = [block.title for block in every_block(SAMPLE.sections) if isinstance(block, Working)]
    assert workings and all(any(title.startswith(each) for title in titles) for each in workings)


def test_the_outline_is_the_sections(document: Any) -> None:
    def names(items: list[Any]) -> list[Any]:
        return [names(item) if isinstance(item, list) else item.title for item in items]

    outline = names(document.outline)
    assert outline[:4] == [SAMPLE.cover.title, "Contents", "1 Summary", "2 Requirements"]
    assert outline[4] == ["2.1 Populations", "2.2 What must hold"]


def test_the_contents_give_the_page_of_each_section(document: Any, texts: list[str]) -> None:
    def pages(items: list[Any]) -> dict[str, int]:
        found: dict[str, int] = {}
        for item in items:
            if isinstance(item, list):
                found |= pages(item)
            else:
                found[item.title] = document.get_destination_page_number(item) + 1
        return found

    places = pages(document.outline)
    for part in SAMPLE.sections:
        page = places[f"{part.number} {part.title}"]
        assert part.title in texts[page - 1]
        entry = texts[1].split(part.title, 1)[1]
        assert entry.replace(".", " ").split()[0] == str(page)
    links = {note.get_object()["/Dest"] for note in document.pages[1]["/Annots"]}
    assert len([link for link in links if link.startswith("s-")]) == 14 and "s-design.drives" in links


def test_page_one_answers(texts: list[str]) -> None:
    for words in ("✗ Fails one rule", "What is bought", "For whom", "What limits it", "What was assumed"):
        assert words in texts[0].replace("\u00a0", " ")
    assert "examples/campus/design.vdl" in texts[0]


def test_a_table_repeats_its_head_and_a_page_its_running_head(texts: list[str]) -> None:
    pages = [text for text in texts if "vol-" in text]
    assert len(pages) >= 2
    assert all("Operations 1/s" in text and "3 Storage and hosts" in text for text in pages)


def test_no_heading_and_no_caption_ends_a_page(texts: list[str]) -> None:
    titles = [part.title for part in SAMPLE.sections]
    titles += ["Populations", "Hosts", "Drives", "Volumes", "hold?", "it?", "pool?", "computed", "for?"]
    ends = [text.split(f" {SAMPLE.cover.title} ")[0] for text in texts[2:]]
    assert not [text for text in ends if text.endswith(tuple(titles))]


def test_every_glyph_is_in_the_shipped_fonts(document: Any) -> None:
    fonts = set()
    for page in document.pages:
        for font in page["/Resources"]["/Font"].values():
            fonts.add(str(font.get_object()["/BaseFont"]).split("+")[-1])
    assert fonts and all(name.startswith("VDL") for name in fonts), fonts


@pytest.mark.parametrize("fonts", ["", "<dir>/usr/share/fonts</dir>", "<dir>{shipped}</dir>"])
def test_the_same_bytes_in_other_processes(fonts: str, tmp_path: Path) -> None:
    """Whatever the seed, the place on earth, and the fonts that a system has: none, all of its own, or those of the wheel."""
    code = (
        "import sys; from vdl.render import every_format; from tests.render.sample import SAMPLE\n"
        "sys.stdout.buffer.write(every_format()['pdf'].render(SAMPLE))"
    )
    known = tmp_path / "fonts.conf"
    folders = fonts.format(shipped=Path(vdl.render.__file__).parent / "fonts")
    known.write_text(f"<fontconfig>{folders}<cachedir>{tmp_path / 'cache'}</cachedir></fontconfig>")
    environment = {"PYTHONHASHSEED": str(len(fonts)), "PYTHONPATH": ".", "TZ": "Asia/Tokyo", "FONTCONFIG_FILE": str(known)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert done.stdout == MADE
    assert not done.stderr


def test_nothing_is_fetched(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">secret words</text></svg>')
    sources = (secret.as_uri(), "http://127.0.0.1:9/x.png", "relative.png", "ftp://127.0.0.1/x")
    images = "".join(f'<img alt="" src="{source}">' for source in sources)
    rules = f"@import url({secret.as_uri()}); p {{ background: url(http://127.0.0.1:9/y.png) }}"
    head = f"<!DOCTYPE html><html lang=en><title>t</title><style>{rules}</style>"
    made = pdf(f"{head}<body><p>plain</p>{images}")
    text = pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text()
    assert "plain" in text and "secret" not in text


def test_a_row_is_never_broken_over_pages() -> None:
    column = SAMPLE.bill()[0].columns[:2]
    rows = tuple(row(f"first{n} " + "word " * 60 + f"last{n}", v("1")) for n in range(30))
    table = replace(SAMPLE.bill()[0], columns=column, rows=rows, total=None, caption="Long")
    report = replace(SAMPLE, sections=(Section("1", "S", "s", (table,)),))
    for page in pypdf.PdfReader(io.BytesIO(pdf(html(report, on_paper=True)))).pages:
        text = page.extract_text()
        first, last = (set(re.findall(rf"{word}(\d+)", text)) for word in ("first", "last"))
        assert first == last


def test_a_group_of_few_rows_is_not_parted_between_columns() -> None:
    """Neither the first one below a head, nor the last one before the end, beside another table or alone."""
    columns = (Column("What"), *[Column(f"FY{at}", numeric=True) for at in (27, 28, 29)])
    blocks: list[Block] = []
    for number in range(1, 21):
        groups = [(group, at) for group in range(2 + number % 2) for at in range(2 + (number * 3 + group * 4) % 8)]
        rows = [replace(row(f"t{number}g{group}r{at}.", *[n("4")] * 3), group=f"t{number}g{group}head.") for group, at in groups]
        blocks.append(Table(f"T{number}", columns, tuple(rows), number=number))
        if number % 3 == 0:
            blocks.append(Table(f"Wide {number}", columns * 6, (row("w", *[n("12,345")] * 23),), number=100 + number))
    report = replace(SAMPLE, sections=(Section("1", "Tables", "tables", tuple(blocks)),))
    paper = html(report, on_paper=True)
    assert 'class="tabled half"' in paper and paper.count('class="pair') >= 5
    text = "".join([page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf(paper))).pages])
    named = list(re.finditer(r"t(\d+)g(\d+)(head|r\d+)\.", text))
    assert len({one[0] for one in named}) == len(named) > 150
    for one, after in zip(named, named[1:]):
        if one[1] == after[1] and one[2] == after[2]:
            assert "What" not in text[one.end():after.start()], f"a head stands between {one[0]} and {after[0]}"


def test_totals_stay_with_the_last_rows_and_notes_in_one_piece() -> None:
    columns = (Column("Place"), Column("What", unit="boxes", numeric=True))
    blocks: list[Block] = []
    for number in range(16):
        rows = tuple([row(f"n{number}r{at}.", n("4")) for at in range(33 + number)])
        total, left_out = (row(f"n{number}{name}.", n("9")) for name in ("sum", "left"))
        note = t(" ".join([f"n{number}{name}. {'Some words of a note. ' * 20}" for name in ("head", "mid", "end")]))
        blocks.append(Table(f"T{number}", columns, rows, total=total, left_out=left_out, note=note))
    report = replace(SAMPLE, sections=(Section("1", "Tables", "tables", tuple(blocks)),))
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(every_format()["pdf"].render(report))).pages]
    for number in range(16):
        last = 32 + number
        for names in ((f"r{last - 1}", f"r{last}", "sum", "left"), ("head", "mid", "end")):
            found = {at for at, text in enumerate(pages) for name in names if f"n{number}{name}." in text}
            assert len(found) == 1, (number, names)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError("cannot load library 'libpango-1.0-0': not found.  Additionally, more"), "libpango-1.0-0"),
        (ModuleNotFoundError("No module named 'weasyprint'", name="weasyprint"), "package weasyprint"),
    ],
)
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str) -> None:
    real = builtins.__import__

    def fail(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("weasyprint"):
            raise error
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(PdfUnavailable, match=reason) as raised:
        pdf("<p>")
    assert "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in str(raised.value)


def test_no_heading_is_left_at_the_foot_of_a_page() -> None:
    label = "boot 25,200..32,400; login 9,000..11,700; steady 5,850..7,020"
    columns = (Column("Name"), Column("Reads", "1/s", True), Column("Writes", "1/s", True), Column("Verdict"))
    cells = ((Code("people.write_cache.of_all"),), v(label), v(label), (Verdict("not evaluated", "neutral"),))
    table = Table("Caption of it", columns, (Row(cells),) * 4)
    parts = tuple(Section(f"1.{n}", f"Heading {n}", f"s{n}", (table,)) for n in range(12))
    report = replace(SAMPLE, sections=(Section("1", "S", "s", parts),))
    for page in pypdf.PdfReader(io.BytesIO(pdf(html(report, on_paper=True)))).pages[2:]:
        lines = page.extract_text().splitlines()
        assert not any(re.search(r"Caption|Heading", line) for line in lines[-3:])


FEWEST = "<style>@media print { * { columns: auto !important } }</style>"


@pytest.mark.parametrize("facts", [8, 20, 28, 34])
def test_what_is_decided_on_stands_on_the_first_page(facts: int) -> None:
    """A cover of more is set closer, as far as that helps."""
    told = Facts(tuple([(f"Label {at}", (Text("words of what is known " * 3),)) for at in range(facts)]))
    rows = tuple([Row(((Text(f"thing {at}"),), (Value(f"{at}"),))) for at in range(10)])
    bought = Table("What is bought", (Column("Name"), Column("Cost", "kg", numeric=True)), rows)
    report = replace(SAMPLE, cover=replace(SAMPLE.cover, blocks=(told, bought)))
    made = html(report, on_paper=True)
    first, second = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf(made))).pages[:2]]
    assert "thing 9" in first and "Contents" in second
    assert ('class="cover full"' in made) == (facts > 30), "where there is room it is used"


@pytest.mark.parametrize(("facts", "fits"), [(36, True), (46, True), (75, False)])
@pytest.mark.parametrize("house", [False, True])
def test_a_cover_gives_way_before_it_runs_over(facts: int, fits: bool, house: bool) -> None:
    """What has no room even so goes on above the contents, and no page is left nearly empty."""
    told = Facts(tuple([(f"Label {at}", (Text("words of what is known " * 3),)) for at in range(facts)]))
    cover = replace(SAMPLE.cover, title="A name of a house and of what it builds " * 2, blocks=(told,))
    brand = Brand(name="Example", cover="A street of some town", logo=Picture(LOGO, "image/svg+xml")) if house else SAMPLE.brand
    report = replace(SAMPLE, cover=cover, brand=brand, sections=SAMPLE.sections[:1])
    first, second, *_ = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(every_format()["pdf"].render(report))).pages]
    assert (f"Label {facts - 1}" in first) == fits and "Contents" in second
    assert "Judged as of" in first


LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="#777777"/></svg>'


def _fails_at(file: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Makes WeasyPrint fail in a file of it as long as there are columns; gives the texts that it was asked to lay out."""
    from weasyprint import HTML

    asked: list[str] = []
    fail = compile("def fail(): return None.height", file, "exec")
    names: dict[str, Any] = {}
    exec(fail, names)

    class Failing(HTML):  # type: ignore[misc]
        def __init__(self, *, string: str, **options: Any) -> None:
            asked.append(string)
            super().__init__(string=string, **options)

        def write_pdf(self, *positional: Any, **options: Any) -> Any:
            return super().write_pdf(*positional, **options) if FEWEST in asked[-1] else names["fail"]()

    monkeypatch.setattr("weasyprint.HTML", Failing)
    return asked


def test_where_columns_can_not_be_broken_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _fails_at("/packages/weasyprint/layout/column.py", monkeypatch)
    made = pdf(html(SAMPLE, on_paper=True))
    assert len(asked) == 4 and asked[3].replace(FEWEST, "") == asked[0]
    assert len(pypdf.PdfReader(io.BytesIO(made)).pages) >= len(pypdf.PdfReader(io.BytesIO(MADE)).pages)


def test_other_faults_are_not_taken_for_those_of_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _fails_at("/packages/weasyprint/layout/table.py", monkeypatch)
    with pytest.raises(AttributeError):
        pdf(html(SAMPLE, on_paper=True))
    assert len(asked) == 1
