"""Every word and form of the language stands in a `vdl` block of the reference, and is used in a design of the guide.

That such blocks compile is held by other tests.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from vdl.builtins import BUILTINS

DOCS = Path(__file__).resolve().parents[2] / "docs"
REFERENCE = [DOCS / "reference" / "language.md"]
GUIDE = sorted((DOCS / "guide").rglob("*.md"))

FORMS = {
    **{name: rf"\b{name}\(" for name in BUILTINS},
    **{word: rf"^\s*{word}\b" for word in ("import", "source", "unit", "display", "axis", "kind", "design", "document")},
    **{word: rf"^\s*{word}\b" for word in ("on", "place", "ask", "scenario")},
    "dimension or counted": r"^\s*(dimension|counted) \w+:",
    "let": r"\blet \w+", "function": r"\blet \w+\(", "count": r"\bcount \w+:", "bound": r"\bbound ",
    "bound load": r"\bbound load ",
    "strict bound": r"\bbound (load )?(warning )?\w+: *[\w.]+ > ", "bound when": r"\bbound [^\n]* when ",
    "require": r"\brequire \w+:", "require warning": r"\brequire warning ", "when": r"\brequire [^\n]* when ",
    "expect": r"\bexpect ", "within": r"\bwithin ", "differs": r"\bdiffers ", "restates": r"\brestates ",
    "waive": r"\bwaive (?!open)", "waive open": r"\bwaive open ", "owner": r'" owner "', "until": r"\buntil \d",
    "via": r"\bplace [^\n]* via ", "several placed": r"\bplace \w[\w.]*, [^\n]* on ",
    "ask largest": r"\bask \w+( \"[^\"]*\")?: largest ", "ask smallest": r"\bask \w+( \"[^\"]*\")?: smallest ",
    "ignoring": r"\bignoring ", "step": r"\bstep \d", "ask for in": r"\bask [^\n]* for [\w.]+ in ",
    "type in": r": [\w/]+\?? (as [\w/%]+ )?in [\d.<-]", "three-point range": r"\d+\.\.\d+(\.\d+)?\.\.\d", "range": r"\d\.\.\d",
    "whole input": r"\bceil\(", "as unit": r" as \w+", "from": r"\bdesign \w+ (\"[^\"]*\" )?from ", "with": r" with \{",
    "on an object": r"^on \w+\.\w+ \{", "on design": r"^on design ", "choose minimizing": r"\bchoose \[[^\n]* minimizing ",
    "if else": r" if [^\n]* else ", "else": r"\w\)? else \d", "is given": r" is given", "at label": r"\bat \w",
    "at several": r"\bat \(",
    "by label": r"\{ \w+: \d", "else label": r"\belse: ", "power": r"\^ \d",
    "keys that are ranges": r"\{ [\d.<]*\.\.[\d.<]*[^{}\n]*: [^{}\n]*\} [^\n]*at ",
    "loop over labels": r"\bfor \w+ in (all year|all phase|all season|busy)\b",
    "list with condition": r"\[[^\n\]]* for [^\n\]]* if ",
    "axis as a type": r": (payment|tray|mood|mix|switches_are|season)\b|\b(paid|packs_are|trays) += ",
    "labels of": r"\blabels of |\b\w+ = \[(boot|login|steady|\w+), ", "all of a kind": r"\ball \w+", "nearest": r"\bnearest ",
    "owned": r"@ assumed \"[^\"]*\" owner \"",
    "assumed": r"@ assumed ", "citation": r"@ \w+ \"", "expect of a rule": r"\bexpect \w+[^:\n]*: not ",
    "unit without a factor": r"\bunit [A-Z]{3}: Money", "factor": r"\bunit [A-Z]{3} = ",
    "columns by label": r"^\s*for \w+ in all \w+ \{\s*\n?\s*\"\{", "list of": r": list of ", "kept": r"\bkept \{",
}  # fmt: skip


@cache
def designs(pages: tuple[Path, ...]) -> str:
    """All `vdl` blocks of some pages, without comments."""
    blocks = [block for page in pages for block in re.findall(r"```vdl\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)]
    return re.sub(r"(?<![:/])//[^\n]*", "", "\n".join(blocks))


@pytest.mark.parametrize("name", FORMS)
def test_the_reference_shows_it(name: str) -> None:
    assert re.search(FORMS[name], designs(tuple(REFERENCE)), re.MULTILINE), f"no block of the reference uses: {name}"


@pytest.mark.parametrize("name", FORMS)
def test_the_guide_uses_it(name: str) -> None:
    assert re.search(FORMS[name], designs(tuple(GUIDE)), re.MULTILINE), f"no design of the guide uses: {name}"
