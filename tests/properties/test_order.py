"""The order of statements changes no value and no verdict."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.printer import printed
from tests.suite.case import AS_OF, Case, TestWorld, cases, fact
from vdl import syntax as s
from vdl.parse import parse
from vdl.pipeline import Compilation, compile
from vdl.text.source import Source
from vdl.words import values as show

TOP = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((TOP / "examples").rglob("*.vdl"))
ORDERED = {"expressions/all", "expressions/lists", "expressions/choose", "names/name_of_an_object", "placement/lists",
           "placement/simple", "placement/nested", "placement/stages"}  # fmt: skip
"""Cases about the order of lists, which is that of the text."""


def shuffled(tree: Any, random: Random) -> Any:
    """The tree with the statements of every body in another order, and the items of the file."""
    if isinstance(tree, s.File):
        edition = [i for i in tree.items if isinstance(i, s.Edition)]
        rest = [shuffled(i, random) for i in tree.items if not isinstance(i, s.Edition)]
        random.shuffle(rest)
        return s.File(tree.start, tree.end, (*edition, *rest))
    if isinstance(tree, s.Body):
        statements = [shuffled(st, random) for st in tree.statements]
        random.shuffle(statements)
        return s.Body(tree.start, tree.end, tuple(statements))
    if isinstance(tree, s.Node):
        return tree.__class__(*[shuffled(getattr(tree, name), random) for name in tree.__match_args__])
    if isinstance(tree, tuple):
        return tuple([shuffled(part, random) for part in tree])
    return tree


def verdicts(compilation: Compilation) -> dict[str, Any]:
    """What a compilation found out, without the order in which it says so."""
    found: dict[str, Any] = {"diagnostics": sorted((d.slug, d.severity, d.message) for d in compilation.diagnostics)}
    for solved in compilation.designs:
        judged = solved.judged
        for count in judged.counts:
            unit = show.unit_of_cell(count.cell, compilation.names.units)
            bounds = sorted((b.entry.name, show.text(b.most, unit) if b.most is not None else "") for b in count.bounds)
            found[f"{solved.name}: {count.cell.path}"] = (show.text(count.value, unit), count.given, bounds)
        for rule in judged.rules:
            found[f"{solved.name}: {rule.name}"] = (rule.verdict, rule.detail, sorted(rule.labels))
        for expectation in judged.expectations:
            name = f"{solved.name}: {expectation.entry.scenario}: {expectation.entry.name}"
            found[name] = (expectation.verdict, expectation.computed_text, expectation.published_text)
        for answer in judged.answers:
            found[f"{solved.name}: {answer.entry.name}"] = (answer.text, sorted(answer.stopped_by))
    return found


def in_another_order(name: str, text: str) -> str | None:
    tree, found = parse(Source(name, text))
    return None if found else printed(shuffled(tree, Random(name)))


@pytest.mark.parametrize("share", range(4))
def test_of_the_suite(share: int) -> None:
    seen = 0
    for case in [Case(path) for path in cases()][share::4]:
        other = in_another_order(case.name, case.text)
        plain = case.compile()
        if other is None or case.name.removeprefix("suite/").removesuffix(".vdl") in ORDERED:
            continue
        if any(d.slug in ("name-taken", "unit-taken", "duplicate-fill", "circular-unit", "circular-kind", "circular-definition",
                          "conflicting-fills", "circular-function", "placed-twice") for d in plain.diagnostics):  # fmt: skip
            continue  # the second one is at fault, whichever it is
        world = TestWorld(case.library, {case.name: other})
        shuffled_ = compile(world, case.name, as_of=case.as_of)
        assert verdicts(shuffled_) == verdicts(plain), f"{case.name}\n{other}"
        for mark in case.marks:
            if mark.what in ("value", "origin") and not mark.scenarios:
                assert fact(shuffled_, mark) == fact(plain, mark), f"{case.name}: {mark.body}"
        seen += 1
    assert seen > 15


@pytest.mark.parametrize("path", EXAMPLES, ids=[p.parent.name for p in EXAMPLES])
def test_of_the_examples(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    other = in_another_order(path.name, text)
    assert other is not None
    found = [
        verdicts(compile(TestWorld("std", {path.name: one}), path.name, as_of=AS_OF, asks=False)) for one in (text, other)
    ]
    assert found[0] == found[1]
