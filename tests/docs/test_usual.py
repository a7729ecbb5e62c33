"""The first page of *What to fill in*: its kinds are there, and what it says that everybody fills in is enough."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.test_fields import GUIDE, HEADED, PAGES, anchor, import_of, kind_of, rows_of
from vdl.pipeline import compile
from vdl.world import Disk

INDEX = GUIDE / "what-to-fill-in.md"
DESIGN = Path(__file__).parent / "usual.vdl"
USUAL = re.compile(r"^\| [^|]* \| \[`([\w.]+)`\]\(fields/([\w-]+)\.md#([\w-]+)\) \| (`std\.[\w.]+`|none) \| ([^|]*) \|$", re.M)


def usual() -> list[tuple[str, str, str, str, str]]:
    """Each row of the first page: a kind, its page and its heading there, its import, and the fields that everybody fills in."""
    said = INDEX.read_text(encoding="utf-8").split("\n## ")[1]
    rows = USUAL.findall(said)
    assert len(rows) == said.count("](fields/"), "each row is read"
    return rows


def of_all(name: str) -> set[str]:
    """What the first page says once for all desktops."""
    (cell,) = (cell for kind, *_, cell in usual() if kind == "population")
    return set(re.findall(r"`(\w+)`", cell)) if kind_of(name).is_a(kind_of("population")) else set()


def test_the_first_page_names_kinds_with_what_everybody_fills_in() -> None:
    headings = {page.stem: HEADED.findall(page.read_text(encoding="utf-8")) for page in PAGES}
    for name, page, where, imported, cell in usual():
        kind = kind_of(name)
        named = set(re.findall(r"`(\w+)`", cell)) | of_all(name)
        required = {n for n, (_, without) in rows_of(kind)[0].items() if without == "**required**"}
        assert where in [anchor(heading) for heading, n in headings[page] if n == name], name
        assert imported == import_of(name), name
        assert required <= named <= set(kind.all_members()), name


def stated(name: str, text: str) -> set[str]:
    """The fields that the objects of one kind fill in themselves, and not in a body within theirs."""
    found = set()
    for begins in re.finditer(rf": {re.escape(name)}\s+(?:\"[^\"]*\" )?{{", text):
        body, depth = "", 1
        for sign in text[begins.end() :]:
            depth += (sign == "{") - (sign == "}")
            body += sign if depth == 1 else ""
            if not depth:
                break
        found |= set(re.findall(r"(\w+)\s*=", body))
    return found


def test_a_usual_design_is_asked_for_nothing_that_the_first_page_does_not_name() -> None:
    """A design of every kind there, with those fields and no others, holds without an open point."""
    compilation = compile(Disk(), str(DESIGN), as_of="2026-06-01")
    assert [d.slug for d in compilation.diagnostics] == []
    design = DESIGN.read_text(encoding="utf-8")
    elsewhere = {n for n, *_ in usual() if re.match(r"sites|policies", n)}
    for name, *_, cell in usual():
        named = set(re.findall(r"`(\w+)`", cell)) | of_all(name)
        assert name in elsewhere or stated(name, design) - {"graphics"} == named, name
    (page,) = re.findall(r"^```vdl\n(.*?)^```", (GUIDE / "two-sites.md").read_text(encoding="utf-8"), re.M | re.S)
    assert all(f" {n} " in page for n in elsewhere if "synchronous" not in n)
