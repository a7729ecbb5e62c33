"""The order of statements changes no value and no verdict."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.examples import SMALLER
from tests.suite.case import AS_OF, Case, TestWorld, cases, fact
from tests.trees import nodes
from vdl import syntax as s
from vdl.format.breaks import CLOSES, OPENS
from vdl.format.gaps import apart
from vdl.format.roles import roles_of
from vdl.format.words import Word, words_of
from vdl.parse import everything, parse
from vdl.parse.automaton import END
from vdl.pipeline import Compilation, compile
from vdl.query.questions import answers
from vdl.text.source import Source
from vdl.words import values as show
from vdl.words.answers import text as text_of
from vdl.words.verdicts import Words, labels

TOP = Path(__file__).resolve().parents[2]
ORDERED = {"expressions/all", "expressions/lists", "expressions/choose", "names/name_of_an_object", "placement/lists",
           "placement/simple", "placement/nested", "placement/stages", "expressions/choices_in_order",
           "objects/doc_of_a_line", "sources/at_the_end_of_a_line", "syntax/thousands", "waivers/repeated",
           "model/money_currencies", "open/never_fails", "asks/whole_inputs",
           "axes/kept_afterwards", "kinds/input_ranges_by_label", "labels/one", "open/said_otherwise",
           "model/accounts_of_sites", "model/licences", "model/rack_link_folder", "names/factor_left_out",
           "scenarios/said_otherwise"}  # fmt: skip
"""Cases about the order of lists, and of choices that pull against each other, which is that of the text; about comments,
about a citation that stands once for a line, about how a number is written, which a tree does not keep, about which of
two equal waivers is one too many, about which of two currencies is named first, about the order of labels, and about which of
several objects a fault of their kind is said of."""


def shuffled(text: str, tree: s.File, random: Random) -> str:
    """The text with the statements of every body in another order, and the items of the file; what begins on one line stays
    together, as it may share a citation, and comments are lost."""
    words = words_of(text, everything(text))[:-1]
    roles = roles_of([*words, Word(END, "", len(text), len(text), 0, [])])
    bodies = {node.start for node in nodes(tree) if isinstance(node, s.Body)}

    def block(at: int) -> tuple[list[str], int]:
        """What stands in a body, in another order, and the place of the brace that ends it."""
        units: list[list[str]] = []
        depth = 0
        while at < len(words) and (depth or words[at].type != "RBRACE"):
            word = words[at]
            if not depth and word.start in roles.begins and (word.begins_line or not units):
                units.append([])
            if word.type == "LBRACE" and word.start in bodies:
                inside, at = block(at + 1)
                units[-1].append(" {\n" + "\n".join(inside) + "\n}")
            else:
                depth += (word.type in OPENS) - (word.type in CLOSES)
                gap = "\n" if word.begins_line else " " if at and apart(words[at - 1], word, roles) else ""
                units[-1].append(gap + word.text)
            at += 1
        written = ["".join(unit).strip().removesuffix(",") for unit in units]
        random.shuffle(written)
        return sorted(written, key=lambda unit: not unit.startswith("edition ")), at

    return "\n".join(block(0)[0]) + "\n"


def _unordered(message: str) -> str:
    """A message with the rules that fail alike, which it names in the order of the text, in that of their names."""
    return re.sub(r"(?<=^rules )`[^`]*`(?:, `[^`]*`)+", lambda named: ", ".join(sorted(named[0].split(", "))), message)


def verdicts(compilation: Compilation, *, asks: bool = True) -> dict[str, Any]:
    """What a compilation found out, without the order in which it says so."""
    found: dict[str, Any] = {"diagnostics": sorted((d.slug, d.severity, _unordered(d.message)) for d in compilation.diagnostics)}
    for solved in compilation.designs:
        judged = solved.judged
        words = Words(solved.types.types, compilation.names.units)
        for count in judged.counts:
            unit = show.unit_of_cell(count.cell, compilation.names.units)
            bounds = sorted((b.entry.name, show.text(b.required, unit) if b.required is not None else "") for b in count.bounds)
            found[f"{solved.name}: {count.cell.path}"] = (show.text(count.value, unit), count.given, bounds)
        for rule in judged.rules:
            found[f"{solved.name}: {rule.name}"] = (rule.outcome, words.detail(rule), sorted(labels(rule)))
        for expectation in solved.expectations:
            name = f"{solved.name}: {expectation.entry.scenario}: {expectation.entry.name}"
            found[name] = (expectation.outcome, *words.expectation(expectation))
        for answer in answers(compilation, solved) if asks else ():
            found[f"{solved.name}: {answer.entry.name}"] = (text_of(answer, words.units), sorted(answer.stopped_by))
    return found


def in_another_order(name: str, text: str) -> str | None:
    tree, found = parse(Source(name, text))
    return None if found else shuffled(text, tree, Random(name))


@pytest.mark.parametrize("share", range(4))
def test_of_the_suite(share: int) -> None:
    """A third of the cases; which ones changes with each that is added."""
    seen = 0
    for case in [Case(path) for path in cases() if path.name != "work.vdl"][share::4][::3]:  # which takes its time
        other = in_another_order(case.name, case.text)
        plain = case.compiled()
        if other is None or case.name.removeprefix("suite/").removesuffix(".vdl") in ORDERED:
            continue
        if any(d.slug in ("name-taken", "unit-taken", "duplicate-fill", "circular-unit", "circular-kind", "circular-definition",
                          "conflicting-fills", "filled-in-part", "circular-function",
                          "circular-document", "placed-twice", "display-twice",
                          "copied-name") for d in plain.diagnostics):  # fmt: skip
            continue  # the second one is at fault, whichever it is
        world = TestWorld(case.library, {case.name: other})
        shuffled_ = compile(world, case.name, as_of=case.as_of)
        assert verdicts(shuffled_) == verdicts(plain), f"{case.name}\n{other}"
        for mark in case.marks:
            if mark.what in ("value", "origin") and not mark.scenarios:
                assert fact(shuffled_, mark) == fact(plain, mark), f"{case.name}: {mark.body}"
        seen += 1
    assert seen > 15


@pytest.mark.parametrize("path", SMALLER, ids=[p.parent.name for p in SMALLER])
def test_of_the_examples(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    other = in_another_order(path.name, text)
    assert other is not None
    found = [
        verdicts(compile(TestWorld("std", {path.name: one}), path.name, as_of=AS_OF), asks=False) for one in (text, other)
    ]
    assert found[0] == found[1]


def chain(form: str, length: int, *, upwards: bool) -> str:
    """Definitions that each use one neighbour: the one above it, or the one below."""
    lines = {
        "let": [f"let x{i} = x{i - 1} + 1" for i in range(1, length)],
        "function": [f"let x{i}(y: Number) = x{i - 1}(y) + 1" for i in range(1, length)],
        "input": [f"x{i}: Number = x{i - 1} + 1" for i in range(1, length)],
    }[form]
    first = {"let": "let x0 = 1", "function": "let x0(y: Number) = y", "input": "x0: Number = 1"}[form]
    last = f"x{length - 1}(1)" if form == "function" else f"x{length - 1}"
    body = [first, *lines] if upwards else [*reversed(lines), first]
    return "\n".join(body) + f"\nrequire r: {last} == {length}"


CHAINS = [
    ("let", 3_000, "file"), ("let", 3_000, "kind"), ("let", 20_000, "design"),
    ("input", 3_000, "design"), ("input", 3_000, "kind"), ("function", 500, "file"), ("function", 500, "kind"),
    ("function", 3_000, "design"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "length", "where"), CHAINS)
def test_of_long_chains(form: str, length: int, where: str) -> None:
    """Whether a chain compiles never hangs on its direction."""
    said = []
    for upwards in True, False:
        body, _, rule = chain(form, length, upwards=upwards).rpartition("\n")
        text = {
            "file": f"{body}\ndesign d {{ {rule} }}\n",
            "design": f"design d {{\n{body}\n{rule}\n}}\n",
            "kind": f"kind k {{\n{body}\n{rule}\n}}\ndesign d {{ o: k {{ }} }}\n",
        }[where]
        compilation = compile(TestWorld(texts={"d.vdl": f"edition 2026\n{text}"}), "d.vdl", as_of=AS_OF)
        said.append([d.slug for d in compilation.diagnostics])
    assert said[0] == said[1]
    if form != "function" or length == 500:
        assert said[0] == []
