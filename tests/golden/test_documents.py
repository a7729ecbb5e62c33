"""Whole documents, as they are built: what stands in them, in Markdown and as data.

Three of the examples, and designs of the suite's small library in which every item of a document stands. `--update`
writes the files below `documents` anew; then read what changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import vdl
from tests.suite.case import AS_OF
from vdl.cli import main

TOP = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "documents"
REFERENCE = TOP / "docs" / "reference" / "language.md"
CARTERS = ("tests/golden/documents/carters.vdl", "--library", "tests/suite/library")
DOCUMENTS = {
    "one_array": ("examples/equallogic-xendesktop/design.vdl", "--design", "one_array"),
    "view_1000": ("examples/compellent-view/design.vdl", "--design", "view_1000"),
    "knowledge_500": ("examples/neosapphire-horizon/design.vdl", "--design", "knowledge_500"),
    "hard.everything": (*CARTERS, "--design", "hard", "--document", "everything"),
    "hard.mild.everything": (*CARTERS, "--design", "hard", "--document", "everything", "--scenario", "mild"),
    "years": ("tests/golden/documents/years.vdl", "--library", "tests/suite/library"),
    "columns": ("tests/golden/documents/columns.vdl", "--library", "tests/suite/library"),
    "market_day": ("tests/golden/documents/market.vdl", "--library", "tests/suite/library"),
    "choosing.choice": (*CARTERS, "--design", "choosing", "--document", "choice"),
    **{
        f"{name}.short": (*CARTERS, "--design", name, "--document", "short")
        for name in ("calm", "hinted", "waived", "partly", "silent", "differing")
    },
}
WIDTH = 130


def laid_out(tree: Any, indent: str = "") -> str:
    """JSON on as few lines as are readable, so that a change is seen in its row."""
    short = json.dumps(tree, ensure_ascii=False)
    if len(indent) + len(short) <= WIDTH or not isinstance(tree, (dict, list)):
        return short
    inner = indent + " "
    if isinstance(tree, dict):
        parts = [f"{inner}{json.dumps(key)}: {laid_out(value, inner)}" for key, value in tree.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + laid_out(item, inner) for item in tree) + f"\n{indent}]"


def held(golden: Path, made: str, updating: bool) -> None:
    made = made.replace(f"vdl {vdl.__version__}", "vdl VERSION")
    made = re.sub(r"\b(?:[0-9a-f]{64}|(?<=SHA-256 )[0-9a-f]{12})\b", "DIGEST", made)  # else every edit of the library were here
    if updating:
        golden.write_text(made, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == made


@pytest.fixture
def top(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everybody stands who builds the examples: documents name their design by its path."""
    monkeypatch.chdir(TOP)
    monkeypatch.delenv("VDL_DEBUG", raising=False)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_document(name: str, top: None, tmp_path: Path, updating: bool) -> None:
    main(["build", *DOCUMENTS[name], "--as-of", AS_OF, "--format", "md,json,csv", "--out", str(tmp_path)])
    tables = {p.name for p in tmp_path.glob("*.csv")}
    assert {p.name for p in tmp_path.iterdir()} - tables == {f"{name}.md", f"{name}.json"}
    held(FOLDER / f"{name}.md", (tmp_path / f"{name}.md").read_text(encoding="utf-8"), updating)
    tree = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
    held(FOLDER / f"{name}.json", laid_out(tree) + "\n", updating)
    for table in tables | {f"{name}.{of}.csv" for of in ("bill", "volumes") if (FOLDER / f"{name}.{of}.csv").exists()}:
        held(FOLDER / table, (tmp_path / table).read_text(encoding="utf-8"), updating)


def test_a_bill_with_prices_and_years(top: None, tmp_path: Path, updating: bool) -> None:
    main(["build", "examples/lakeside-hospital/design.vdl", "--as-of", AS_OF, "--format", "csv", "--out", str(tmp_path)])
    held(FOLDER / "lakeside.bill.csv", (tmp_path / "lakeside.bill.csv").read_text(encoding="utf-8"), updating)


@pytest.mark.parametrize("name", ["one_array", "hard.everything"])
def test_sizing(name: str, top: None, capsys: pytest.CaptureFixture[str], updating: bool) -> None:
    arguments = DOCUMENTS[name][: DOCUMENTS[name].index("--design") + 2]
    name = arguments[-1]
    for form, suffix in ("human", "txt"), ("json", "json"):
        main(["size", *arguments, "--as-of", AS_OF, "--format", form])
        made = capsys.readouterr().out
        if form == "json":
            made = laid_out(json.loads(made)) + "\n"
        held(FOLDER / f"{name}.size.{suffix}", made, updating)


def rows(section: str) -> Iterator[list[str]]:
    """The rows of the tables of a section of the language reference, cell by cell."""
    for line in REFERENCE.read_text(encoding="utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0].splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def test_every_item_of_a_document_stands_in_a_golden() -> None:
    text = (FOLDER / "carters.vdl").read_text(encoding="utf-8")
    shown = next(what for item, what in rows("Documents") if "show" in item)
    words = re.findall(r"\w+", shown.partition("`")[2])
    assert len(words) > 8
    assert not [word for word in words if not re.search(rf"\bshow {word}\b", text)]
    items = {re.findall(r"\w+", item)[0] for item, _ in rows("Documents")}
    assert not [item for item in items if not re.search(rf"^\s*{item}\b|[{{}}] {item}\b", text, re.M)]
