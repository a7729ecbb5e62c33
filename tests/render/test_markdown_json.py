"""Markdown against a golden (UPDATE=1 in the environment writes it anew), its traps; JSON by structure."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from vdl.render.json import json_text
from vdl.render.markdown import markdown
from vdl.report.model import Code, Paragraph, Prose, Section, Text

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
        (t("<script> & *a* _b_ `c` [d](e) a|b"), r"\<script\> \& \*a\* \_b\_ \`c\` \[d\](e) a\|b"),
        (t("- no list"), r"\- no list"),
        (t("+ no list"), r"\+ no list"),
        (t("1. no list"), r"1\. no list"),
        (t("12) no list"), r"12\) no list"),
        (t("# no heading"), r"\# no heading"),
        (t("-5 and 1.5"), "-5 and 1.5"),
        (t("--- no rule"), r"\--- no rule"),
        (t("two\nlines"), "two lines"),
        ((Code("a`b"),), "``a`b``"),
        ((Code("`a"),), "`` `a ``"),
        ((Text("a "), Code("x|y")), "a `x|y`"),
    ],
)
def test_text_means_nothing_to_markdown(given: Prose, written: str) -> None:
    report = replace(SAMPLE, sections=(Section("1", "S", "s", (Paragraph(given),)),))
    assert markdown(report).split("## 1 S\n\n")[1] == written + "\n"


def test_pipes_do_not_split_cells() -> None:
    rows = [line for line in markdown(SAMPLE).split("\n") if "SW-48" in line]
    assert len(rows) == 1
    assert rows[0].replace("\\|", "").count("|") == 9


def test_json_is_the_model_with_kinds_and_sorted_keys() -> None:
    tree = json.loads(json_text(SAMPLE))
    assert tree["schema"] == 1
    report = tree["report"]
    assert report["kind"] == "report" and list(report) == sorted(report)
    assert report["cover"]["blocks"][0]["items"][0]["label"] == "What is bought"
    bill = report["sections"][6]["blocks"][0]
    assert bill["bill"] is True and bill["total"]["cells"][3] == [
        {"exact": "", "kind": "value", "strong": False, "text": "42"}
    ]
    assert bill["columns"][3] == {"head": "Units", "kind": "column", "numeric": True, "unit": "U"}
