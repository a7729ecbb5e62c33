"""`vdl build --format summary`: one page, whatever the design is."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.house import SVG
from tests.render.sample import SAMPLE
from vdl.cli import main
from vdl.render import every_format
from vdl.render.one_page import LEAST, on_one_page
from vdl.render.plain import plain
from vdl.report import model as m

from .conftest import Vdl

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("weasyprint")

LONG = "A very long title of a design that goes on and on, " * 8


def design(populations: int, title: str, *, years: bool = False) -> str:
    """A design with so many populations, each with servers of a model of its own."""
    parts = ["edition 2026", "axis year kept { y1, y2, y3 }" if years else "", "import std.money"]
    for n in range(populations):
        price = f"price = {1000 + n} USD, " if n % 2 else ""
        name = f"Node {n} {'with a long name ' * (n % 5)}"
        parts.append(f'node{n}: server {{ model = "{name}", {price}memory = 256 GiB/host, cores = 16 cores/host,'
                     f" clock = 2.5 GHz/core, height = 1 RU }} @ assumed \"its sheet\"")  # fmt: skip
    parts.append(f'design big "{title}" {{\n  about {{ customer = "{title[:200]}", author = "A. Writer", revision = "B" }}')
    for n in range(populations):
        parts.append(f'  p{n}: population "People of hall {n}, {title[: 3 * n]}" {{ desktops = {100 + n} desktops, '
                     f'desktop_memory = 4 GiB/desktop, density = 50 desktops/host }} @ assumed "guess {n}"\n'
                     f"  c{n}: host_cluster {{ host = node{n} }}\n  place p{n} on c{n}")  # fmt: skip
    parts += ["  costs: money.account { period = 3 years }", "}"]
    return "\n".join(parts) + "\n"


def built(folder: Path, text: str, *more: str) -> dict[str, bytes]:
    (folder / "big.vdl").write_text(text, encoding="utf-8")
    main(["build", str(folder / "big.vdl"), "-o", str(folder / "out"), "--format", "summary", "--as-of", "2026-06-01", *more])
    return {path.name: path.read_bytes() for path in sorted((folder / "out").glob("*"))}


@pytest.mark.parametrize("years", [False, True])
@pytest.mark.parametrize(("populations", "title"), [(0, "Nothing"), (1, "One hall"), (60, LONG[:400])])
def test_it_is_one_page_in_every_format(tmp_path: Path, populations: int, title: str, years: bool) -> None:
    text = design(populations, title, years=years)
    made = built(tmp_path, text)
    assert list(made) == ["big.summary.html", "big.summary.md", "big.summary.pdf"]
    read = pypdf.PdfReader(io.BytesIO(made["big.summary.pdf"]))
    assert len(read.pages) == 1
    page = " ".join(read.pages[0].extract_text().split())
    told = made["big.summary.md"].decode()
    if populations == 60:
        hidden = [int(number) for number in re.findall(r"And (\d+) more, see the document", page)]
        assert len(hidden) >= 2 and hidden == [int(number) for number in re.findall(r"And (\d+) more, see the document", told)]
        rows = len(re.findall(r"People of hall \d+", told.partition("What limits")[0]))
        assert hidden[0] + rows >= 60
    assert "Made with" in page and len(told) < 8_000
    assert years or made == built(tmp_path, text), "once more, the same"


@pytest.mark.parametrize("years", [False, True])
def test_what_limits_it_and_what_is_assumed_stand_before_long_tables_of_what_is_bought(tmp_path: Path, years: bool) -> None:
    text = design(14, "Fourteen halls", years=years)
    made = built(tmp_path, text)
    page = pypdf.PdfReader(io.BytesIO(made["big.summary.pdf"])).pages[0].extract_text()
    for told in (made["big.summary.md"].decode(), page):
        assert told.index("For whom") < told.index("Assumed") < told.index("What is bought")
        assert "What limits it" in told.partition("What is bought")[0]


TWICE = """edition 2026
shelf: hardware { model = "Shelf", height = 4 RU, price = 900 EUR } @ assumed "its sheet"
kind hall: site {
  a: hardware_line { item = shelf, quantity = 2, purpose = "books" }
  b: hardware_line { item = shelf, quantity = 3, purpose = "books" }
}
design big "Shelves" { north: hall "North" { }, south: hall "South" { } }
"""


def test_what_several_lines_of_a_product_are_for_stands_once(tmp_path: Path) -> None:
    made = built(tmp_path, TWICE, "--format", "md")
    assert "| Shelf | North, South | 10 |" in made["big.summary.md"].decode()
    assert "North, North" not in made["big.md"].decode() and "books, books" not in made["big.md"].decode()


def test_it_counts_what_the_document_counts(tmp_path: Path) -> None:
    text = design(3, "Three halls")
    made = built(tmp_path, text, "--format", "md")
    line = r"[0-9]+ figures? (?:is|are) assumed[^.]*\."
    assert re.findall(line, made["big.md"].decode())[0] == re.findall(line, made["big.summary.md"].decode())[0]
    assert "USD" in made["big.summary.md"].decode() and "at least" in made["big.summary.md"].decode()


def test_a_design_in_which_nothing_is_judged_is_not_said_to_hold_alone(tmp_path: Path) -> None:
    made = built(tmp_path, "edition 2026\ndesign big { }\n", "--format", "md")
    said = "**◆ Holds, and nothing is judged in it** — No rule applies, and no figure is held against a published one."
    assert said in made["big.summary.md"].decode() and said in made["big.md"].decode()


def test_it_is_written_only_where_it_is_named(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    text = 'edition 2026\ndocument reference "Sizing" { cover { text "first page" }, text "words" }\n'
    (town / "lib/documents/reference.vdl").write_text(text)
    vdl("build", "designs/trips.vdl", "--design", "north", "-o", "all")
    assert not list((town / "all").glob("*summary*"))
    ran = vdl("build", "designs/trips.vdl", "--design", "north", "-o", "out", "--format", "summary,md")
    assert ran.out.split()[1::2] == [f"out/north.{each}" for each in ("summary.html", "summary.pdf", "summary.md", "md")]
    assert "first page" in (town / "out/north.summary.md").read_text(), "a library without the document has its first page"
    with (town / "designs/trips.vdl").open("a") as file:
        file.write('document summary "In short" { text "own words" }\n')
    vdl("build", "designs/trips.vdl", "--design", "north", "-o", "out", "--format", "summary")
    assert "own words" in (town / "out/north.summary.html").read_text()


def test_it_has_the_theme(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_bytes(SVG)
    (tmp_path / "vdl.theme.toml").write_text('name = "Example Ltd"\nlogo = "logo.svg"\nconfidentiality = "Secret"\n')
    made = built(tmp_path, design(40, LONG[:300]))
    assert len(pypdf.PdfReader(io.BytesIO(made["big.summary.pdf"])).pages) == 1
    assert b'alt="Example Ltd"' in made["big.summary.html"] and b"Secret" in made["big.summary.md"]


def test_the_worst_that_a_document_can_hold_fits() -> None:
    words = m.Text("word " * 400)
    table = m.Table("Caption " * 60, tuple([m.Column("Head " * 30) for _ in range(9)]),
                    tuple([m.Row(((words,),) * 9, group=f"Group {n} " * 20) for n in range(500)]))  # fmt: skip
    blocks = (m.Paragraph((words,)), m.Facts(tuple([("Label " * 20, (words,)) for _ in range(99)])), *[table] * 20,
              m.Callout("bad", "Title " * 90, (m.Paragraph((words,)),)))  # fmt: skip
    cover = replace(SAMPLE.cover, title="T" * 4_000, subtitle="of " * 900, verdict_text=(words,), blocks=blocks)
    made = on_one_page(replace(SAMPLE, cover=cover))
    assert not made.sections and "more parts, see the document" in str(made.cover.blocks[-1])
    pdf = every_format()["summary"].more[0].render(replace(SAMPLE, cover=cover))
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 1


def test_lists_end_between_two_things_with_how_many_more_there_are() -> None:
    found = "{} carts, must be at most {} carts; 5 carts over"
    things = [f"Hall {n}: no more than it was tried with ({found.format(n + 5, n)})" for n in range(40)]
    facts = m.Facts((("Accepted", (m.Text("; ".join(things) + "; and 37 more."),)), ("One", (m.Text("word " * 400),))))
    told = [plain(words) for _, words in _facts(on_one_page(replace(SAMPLE, cover=replace(SAMPLE.cover, blocks=(facts,)))))]
    named = told[0].count("no more than it was tried with")
    assert told[0].startswith("; ".join(things[:named]) + f"; and {77 - named} more.") and named > 10
    assert told[1].endswith("…"), "what is one thing alone is cut"
    crowded = replace(SAMPLE.cover, blocks=(*[facts] * 4, m.Paragraph((m.Text("word " * 50),))))
    fewer = plain(_facts(on_one_page(replace(SAMPLE, cover=crowded)))[0][1])
    left = fewer.count("no more than it was tried with")
    assert fewer == "; ".join(things[:left]) + f"; and {77 - left} more." and 1 < left < named


def test_what_stands_last_is_left_out_before_tables_lose_rows_that_are_few() -> None:
    columns = m.Column("Product"), m.Column("Quantity", numeric=True)
    tables = [m.Table(f"Table {at}", columns, tuple([m.Row(((m.Text(f"thing {n}"),), (m.Value("4"),))) for n in range(LEAST)]))
              for at in range(9)]  # fmt: skip
    *kept, told = on_one_page(replace(SAMPLE, cover=replace(SAMPLE.cover, blocks=tuple(tables)))).cover.blocks
    assert 3 < len(kept) < 9 and told == m.Paragraph((m.Text(f"And {9 - len(kept)} more parts, see the document."),))
    assert kept == tables[: len(kept)], "each has all of its rows"


def _facts(report: m.Report) -> list[tuple[str, m.Prose]]:
    return [item for block in report.cover.blocks if isinstance(block, m.Facts) for item in block.items]
