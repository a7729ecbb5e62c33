"""`table file "name.csv"`: the file that `vdl build` writes beside the document is exact, or there is none."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdl.cli import main
from vdl.text.filenames import LONGEST, mended, why_not, within
from vdl.text.spreadsheet import exact

from .conftest import Vdl

HEAD = """edition 2026
axis year kept { y1, y2 }
counted Volume: volume, volumes
kind shelf {
  label : Text = "plain"
  words : Text?
  size  : Length = 10_240 km
  way   : Length?
  share : Ratio = 12.5 %
  new   : Boolean = true
  number: Number = 1
  others: list of shelf?
  alike : Number = { y1: 7, y2: 7 }
}
"""
DESIGN = 'design north "North" { a: shelf { }, b: shelf { label = "two" } }\n'


def written(vdl: Vdl, document: str, design: str = DESIGN, *options: str) -> tuple[int, str]:
    Path("t.vdl").write_text(f"{HEAD}{design}document d {{\n{document}\n}}\n", encoding="utf-8")
    ran = vdl("build", "t.vdl", "--document", "d", "--format", "md", "--out", "out", *options)
    return ran.code, ran.out + ran.err


def file_of(vdl: Vdl, cells: str, design: str = DESIGN, name: str = "t.csv") -> bytes:
    code, said = written(vdl, f'table file "{name}" for s in all shelf {{ {cells} }}', design)
    assert code == 0, said
    return Path("out", name).read_bytes()


def refused(vdl: Vdl, document: str, design: str = DESIGN, *options: str) -> str:
    """What is said where no file is written at all."""
    code, said = written(vdl, document, design, *options)
    assert code == 1
    assert not Path("out").exists() or not [*Path("out").iterdir()]
    return said


@pytest.mark.parametrize(
    ("cell", "line"),
    [
        ("s.name", "a"),
        ('"{s.size as km}g"', "10240g"),
        ("s.size as km", "10240"),
        ("(s.size / 3) as km", "3413.33333333"),
        ("(s.size / 4096) as km", "2.5"),
        ("s.share as %", "12.5"),
        ("s.number - 5", "-4"),
        ("3 volumes as volume", "3"),
        ("number(1_900_000 volumes)", "1900000"),
        ("s.new", "true"),
        ('"yes" if s.new else "no"', "yes"),
        ("s.words", '""'),
        ("s.way as km", '""'),
        ('"{s.words}"', '""'),
        ('s.words else "-"', "-"),
        ('"{s.words else s.label}-"', "plain-"),
        ('"-{s.alike}"', "-7"),
        (r'"VDI\\DSK\\"', "VDI\\DSK\\"),
        ('"a, b"', '"a, b"'),
        (r'"say \"so\""', '"say ""so"""'),
        ('" a"', '" a"'),
        (r'"a\nb"', '"a\nb"'),
        ('"größe"', "größe"),
        ('"{{x}}"', "{x}"),
        ('"{{{s.name}}}"', "{a}"),
    ],
)
def test_what_stands_in_a_cell(vdl: Vdl, town: Path, cell: str, line: str) -> None:
    made = file_of(vdl, f'"": {cell}', 'design north "North" { a: shelf { } }\n')
    assert made == f"{line}\n".encode()


def test_heads_and_rows(vdl: Vdl, town: Path) -> None:
    cells = '"Name": s.name, "Label": s.label, "Empty": s.words, for y in all year { "In {y}": s.number }'
    assert file_of(vdl, cells) == b"Name,Label,Empty,In y1,In y2\na,plain,,1,1\nb,two,,1,1\n"
    assert file_of(vdl, '"Name": s.name, "Label": s.label', name="t.TSV") == b"Name\tLabel\na\tplain\nb\ttwo\n"
    assert file_of(vdl, '"": s.name, "": s.label') == b"a,plain\nb,two\n"


def test_an_empty_list_leaves_the_heads(vdl: Vdl, town: Path) -> None:
    assert file_of(vdl, '"Name": s.name, "Label": s.label', "design north { }\n") == b"Name,Label\n"
    assert "No rows." in Path("out/north.md").read_text()
    assert file_of(vdl, '"": s.name', "design north { }\n") == b""


def test_the_document_shows_what_the_file_holds(vdl: Vdl, town: Path) -> None:
    file_of(vdl, '"Name": s.name, "Km": s.size as km, "Words": s.words')
    assert Path("out/north.md").read_text().splitlines()[-6:] == [
        "| Name | Km | Words |", "| --- | ---: | --- |", "| a | 10240 | – |", "| b | 10240 | – |", "",
        "Also written as the file `t.csv`.",
    ]  # fmt: skip


def test_the_report_as_json_has_the_file(vdl: Vdl, town: Path) -> None:
    written(vdl, 'table file "t.csv" for s in all shelf { "Name": s.name, "Words": s.words }')
    vdl("build", "t.vdl", "--format", "json", "--out", "out")
    found = json.loads(Path("out/north.json").read_text())["report"]["files"]
    assert found == [{"kind": "file", "name": "t.csv", "heads": ["Name", "Words"], "rows": [["a", None], ["b", None]]}]


def test_scenarios_and_options_have_files_of_their_own(vdl: Vdl, town: Path) -> None:
    design = 'design north "North" { a: shelf { }, scenario more { a.label = "more" } }\n'
    table = 'table file "t.csv" for s in all shelf { "": s.label }'
    assert "t.csv" in written(vdl, table, design)[1]
    assert "wrote out/t.more.csv" in written(vdl, table, design, "--scenario", "more")[1]
    assert "wrote out/t.set.csv" in written(vdl, table, design, "--set", 'a.label = "set"')[1]
    assert [Path("out", name).read_text() for name in ("t.csv", "t.more.csv", "t.set.csv")] == ["plain\n", "more\n", "set\n"]


def test_several_designs(vdl: Vdl, town: Path) -> None:
    design = DESIGN + 'design south from north { b.label = "south" }\n'
    table = 'table file "t.csv" for s in all shelf { "": s.label }'
    said = refused(vdl, table, design)
    assert "file-written-twice" in said and "`north` and `south`" in said
    assert written(vdl, 'table file "t.csv" for s in all shelf { "": s.name }', design)[0] == 0  # alike: written once
    assert written(vdl, table, design, "--design", "south")[0] == 0
    assert written(vdl, table.replace("t.csv", "{design.name}.csv"), design)[0] == 0
    assert Path("out/north.csv").read_text() + Path("out/south.csv").read_text() == "plain\ntwo\nplain\nsouth\n"


@pytest.mark.parametrize(
    ("document", "slug", "words"),
    [
        ('table file "North.bill.csv" for s in all shelf { "": s.name }', "file-written-twice", "the documents themselves"),
        ('for s in all shelf { table file "t.csv" for r in [s] { "": r.name } }', "file-written-twice", "each round"),
        ('if true { table file "t.csv" for s in all shelf { "": s.name } }\n'
         'if true { table file "T.csv" for s in all shelf { "": s.label } }', "file-written-twice", "another table"),
        ('table file "{first(all shelf).label}..csv" for s in all shelf { "": s.name }', "not-a-file-name", "no blank or dot"),
        ('table file "x{first(all shelf).words}.csv" for s in all shelf { "": s.name }', "not-for-a-file", "not stated"),
        ('table file "../{design.name}.csv" for s in all shelf { "": s.name }', "not-a-file-name", "no other folder"),
        ('table file "t.csv" for s in first(all shelf).others { "": s.name }', "not-for-a-file", "list of a file's rows"),
        ('table file "t.csv" for s in all shelf { "": s.name, "Label": s.label }', "not-for-a-file", "without a head"),
        ('table file "t.csv" for s in all shelf { for y in all year { "Same": s.name } }', "not-for-a-file", "two columns"),
        ('table file "t.csv" for s in all shelf { for y in all year if false { "": s.name } }', "not-for-a-file", "no columns"),
        ('table file "t.csv" for s in all shelf { "": "{s.words}g" }', "not-for-a-file", "`s.words` is not stated"),
        ('table file "t.csv" for s in all shelf { "": (s.size * (1..2)) as km }', "not-for-a-file", "a range"),
        ('table file "t.csv" for s in all shelf { "": { y1: 1, y2: 2 } volumes as volume }', "not-for-a-file", "by label"),
        ('table file "t.csv" for s in all shelf { "": 1 / (s.number - 1) }', "division-by-zero", "zero"),
        (r'table file "t.tsv" for s in all shelf { "": "a\tb" }', "not-for-a-file", "tab"),
    ],
)  # fmt: skip
def test_nothing_is_written_where_a_file_would_be_wrong(vdl: Vdl, town: Path, document: str, slug: str, words: str) -> None:
    said = refused(vdl, document)
    assert slug in said and words in said and "t.vdl:" in said


@pytest.mark.parametrize("cell", ["=1+2", "+cmd", "-x", "@sum", " =1"])
def test_a_formula_is_written_as_it_is_and_warned_of(vdl: Vdl, town: Path, cell: str) -> None:
    code, said = written(vdl, f'table file "t.csv" for s in all shelf {{ "": "{cell}" }}')
    assert code == 0 and said.count("warning[formula-in-file]") == 1
    assert list(csv.reader(Path("out/t.csv").read_text().splitlines())) == [[cell], [cell]]


@pytest.mark.parametrize("cell", ["-", "-5", "+1.5", "a=b", "a-b"])
def test_what_is_no_formula(vdl: Vdl, town: Path, cell: str) -> None:
    assert "formula-in-file" not in written(vdl, f'table file "t.csv" for s in all shelf {{ "": "{cell}" }}')[1]


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2)))
def test_it_reads_back(rows: list[list[str]]) -> None:
    assert list(csv.reader(io.StringIO(exact(rows), newline=""), strict=True)) == rows


@pytest.mark.parametrize(
    "name", ["a.csv", "a.b.tsv", "Ä 1.CSV", "_x.csv", "com.csv", "console.csv", "nul_.csv", "a" * (LONGEST - 4) + ".csv"]
)
def test_names_that_files_may_have(name: str) -> None:
    assert why_not(name) == ""


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", ".csv", "a", "a.txt", "a.csv ", "a .csv", "a..csv", "a/b.csv", "a\\b.csv", "c:a.csv", "-a.csv", ".a.csv",
     " a.csv", "nul.csv", "NUL.tar.csv", "Com1.csv", "lpt².csv", "con .csv", "conin$.csv", "a*.csv", "a?.csv", "a\n.csv",
     "a\x00.csv", "a\u202e.csv", "a\u200b.csv", "\ufeffa.csv", "ä" * 60 + ".csv"],
)  # fmt: skip
def test_names_that_no_file_has(name: str) -> None:
    assert why_not(name)
    assert not mended(name) or not why_not(mended(name))


@given(st.text())
def test_a_mended_name_is_one(name: str) -> None:
    assert not mended(name) or not why_not(mended(name))


def test_words_within_a_name() -> None:
    assert (within("a.b.csv", ""), within("a.b.csv", "x.y")) == ("a.b.csv", "a.b.x.y.csv")


def test_the_reference_shows_what_is_written(vdl: Vdl, town: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "language.md").read_text(encoding="utf-8")
    design, shown = re.findall(r"```vdl\n([^`]*?\.lots\.csv[^`]*)```\n\n```text\n(.*?)```", page, re.S)[0]
    Path("lots.vdl").write_text(design, encoding="utf-8")
    assert main(["build", "lots.vdl", "--format", "md"]) == 0
    assert Path("store.lots.csv").read_text(encoding="utf-8") == shown
