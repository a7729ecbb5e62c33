"""Markdown against a golden (UPDATE=1 in the environment writes it anew), its traps; JSON by structure."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown import markdown as to_html  # the one that MkDocs uses

from vdl.render.formats.json_model import json_text
from vdl.render.formats.markdown import markdown
from vdl.report.model import (
    Callout,
    Cite,
    Code,
    Column,
    Facts,
    Paragraph,
    Prose,
    Reference,
    References,
    Report,
    Row,
    Section,
    Step,
    Table,
    Text,
    Value,
    Verdict,
    Working,
)

from .sample import SAMPLE, t

GOLDEN = Path(__file__).parent / "golden"


def test_golden() -> None:
    made, path = markdown(SAMPLE), GOLDEN / "sample.md"
    if os.environ.get("UPDATE"):
        path.write_text(made, "utf-8")
    assert made == path.read_text("utf-8")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (t("<script> & *a* _b_ `c` [d](e) a|b"), r"&lt;script\> \& \*a\* \_b\_ \`c\` \[d\](e) a\|b"),
        (t("1 < 2 <= 3 <!-- </p>"), r"1 \< 2 ≤ 3 &lt;!-- &lt;/p\>"),
        (t("- no list"), r"\- no list"),
        (t("+ no list"), r"\+ no list"),
        (t("1. no list"), r"1\. no list"),
        (t("12) no list"), r"12\) no list"),
        (t("# no heading"), r"\# no heading"),
        (t("-5 and 1.5"), "-5 and 1.5"),
        (t("--- no rule"), r"\--- no rule"),
        (t("two\nlines"), "two lines"),
        (t("a\r\rb\r\n\v\f\x85\u2028\u2029c"), "a b c"),
        ((Code("a\r\n\rb"),), "`a b`"),
        (t("a\x1b[2Jb\x9b\u202ec"), r"a\u{1b}\[2Jb\u{9b}\u{202e}c"),
        (t("a\tb\u200cc"), "a\tb\u200cc"),
        ((Code("a`b"),), "``a`b``"),
        ((Code("`a"),), "`` `a ``"),
        ((Text("a "), Code("x|y")), "a `x|y`"),
    ],
)
def test_text_means_nothing_to_markdown(given: Prose, written: str) -> None:
    report = replace(SAMPLE, sections=(Section("1", "S", "s", (Paragraph(given),)),))
    assert markdown(report).split("## 1 S\n\n")[1] == written + "\n"


def everywhere(text: str) -> Report:
    """A report with the text in every place of the model that holds one."""
    prose: Prose = (Text(text), Value(text), Code(text), Cite(1, text), Verdict(text, "bad"), Value(text, strong=True))
    columns = (Column(text, text), Column("b", "", True))
    rows = (Row((prose, prose), True, text), Row(((Text(text),), (Code(text),)), group=text))
    steps = (Step(text, text, text, text, True, text, (Cite(1, text),)), Step(text, "", "", text))
    blocks = (
        Paragraph((Text(text),)), Paragraph(prose), Facts(((text, prose), (text, ((Text(text)),)))),
        Table(text, columns, rows, Row((prose, prose)), (Text(text),)), Table("", columns, (), empty=text),
        Working(text, steps, prose, text), Callout("bad", text, (Paragraph(prose),)),
        References((Reference(1, text, text), Reference(2, text, "https://example.org/a_b"))), Section(text, text, text, ()),
    )  # fmt: skip
    cover = replace(SAMPLE.cover, title=text, subtitle=text, verdict=Verdict(text, "bad"), verdict_text=(Text(text),),
                    as_of=text, made_with=text, files=text)  # fmt: skip
    return replace(SAMPLE, cover=cover, sections=(Section(text, text, text, blocks),))


class Skeleton(HTMLParser):
    """The tags of a page, with their attributes but for the addresses of links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, sorted(name for name, _ in attrs)))


def skeleton(text: str) -> list[tuple[str, list[str]]]:
    return Skeleton(to_html(markdown(everywhere(text)), extensions=["tables"])).tags


@given(st.text("ab1 \\`*_[](){}<>|#~&$+-.!=:/\"'\t\n\r\v\f\x1b\x85\u2028\u2029\u202e", min_size=1, max_size=12))
@example("A\r\rSetext\r===\r")
@example("<img src=x onerror=alert(1)>")
@example("a\r\n| - | - |\r\n> b")
def test_no_text_changes_what_a_document_consists_of(text: str) -> None:
    made, plain = markdown(everywhere(f"x{text}x")), markdown(everywhere("xx"))
    assert len(made.splitlines()) == len(plain.splitlines())
    assert skeleton(f"x{text}x") == skeleton("xx")


def test_references_of_a_step_stand_behind_it() -> None:
    cited = Step("", "2 × room", "2 × 3 kg", "6 kg", name="load", cites=(Cite(1, "page 2"), Cite(3)))
    working = Working("Load", (cited,), ())
    made = markdown(replace(SAMPLE, sections=(Section("1", "S", "s", (working,)),)))
    assert "- load = `2 × room`  \n  = `2 × 3 kg` = 6 kg \\[1, page 2\\] \\[3\\]\n" in made


def test_pipes_are_escaped_where_they_would_split_cells_only() -> None:
    cells = ((Code("a|b"), Cite(1)), (Text("a|b ("), Cite(1), Code("|")))
    table = Table("", (Column("a"), Column("b")), (Row(cells),))
    report = replace(SAMPLE, sections=(Section("1", "S", "s", (table, Paragraph(cells[0]), Paragraph(cells[1]))),))
    assert markdown(report).split("## 1 S\n\n")[1] == (
        "| a | b |\n| --- | --- |\n| `a\\|b` \\[1\\] | a\\|b (\\[1\\]`\\|` |\n\n`a|b` \\[1\\]\n\na\\|b (\\[1\\]`|`\n"
    )


def test_pipes_do_not_split_cells() -> None:
    rows = [line for line in markdown(SAMPLE).split("\n") if "SW-48" in line]
    assert len(rows) == 1
    assert rows[0].replace("\\|", "").count("|") == 9


def test_json_is_the_model_with_kinds_and_sorted_keys() -> None:
    tree = json.loads(json_text(SAMPLE))
    assert tree["schema"] == 2
    report = tree["report"]
    assert report["kind"] == "report" and list(report) == sorted(report)
    assert report["cover"]["blocks"][0]["items"][0]["label"] == "What is bought"
    bill = report["sections"][6]["blocks"][0]
    assert bill["bill"] is True and bill["total"]["cells"][3] == [
        {"decimal": "42", "exact": "", "kind": "value", "strong": False, "text": "42", "unit": ""}
    ]
    shown = {"head": "Units", "kind": "column", "numeric": True, "unit": "U"}
    assert bill["columns"][3] == {**shown, "adds_up": False, "one": "", "over": ""}
