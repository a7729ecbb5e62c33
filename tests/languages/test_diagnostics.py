"""What is open of a design is said in German in a German document: a warning of each slug, as a case makes it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from textwrap import dedent

import pytest

from tests import test_suite
from tests.helps import test_helps
from tests.languages import messages
from tests.languages.spoken import english, own_words
from tests.suite.case import AS_OF, Case, TestWorld
from vdl.compilation import Compilation, Solved
from vdl.errors import CATALOG
from vdl.pipeline import compile
from vdl.render.translated import Translation
from vdl.report import model as m
from vdl.report.build import build

DOCUMENT = '\ndocument told "Told" { section "Told" { show decision, show findings } }\n'


def can_warn(slug: str) -> bool:
    """Whether a diagnostic of the catalogue can be a warning, by its text."""
    calls = [node for node in ast.walk(ast.parse(dedent(inspect.getsource(CATALOG[slug])))) if isinstance(node, ast.Call)]
    given = [one.value for call in calls for one in call.keywords if one.arg == "severity"]
    return any(not isinstance(one, ast.Constant) or one.value == "warning" for one in given)


OF_RULES = {"rule-failed", "rule-partly", "given-count-short", "not-evaluated"}
"""Of these documents say the sentence of the rule, which is the author's."""

SLUGS = sorted({slug for slug in CATALOG if can_warn(slug)} - set(test_suite.ELSEWHERE) - OF_RULES)
"""Those that designs show."""


@cache
def cases() -> list[tuple[str, str, dict[str, str], str, str]]:
    """Texts that say what must come of them, the short ones first: a name, the text, files beside it, its library and its day."""
    suite = [Case(path) for path in test_suite.CASES]
    found = [(case.name, case.text, {}, case.library, case.as_of) for case in suite]
    found += [(test_helps.NAME, pair.wrong, pair.beside, "suite/library", AS_OF) for pair in test_helps.PAIRS]
    return sorted(found, key=lambda one: len(one[1]))


def told(slug: str) -> Iterator[tuple[Compilation, Solved, str]]:
    """Designs of which a warning leaves something open, with what it says."""
    for name, text, beside, library, day in cases():
        if f"warning: [{slug}]" in text:
            made = compile(TestWorld(library, {name: text + DOCUMENT, **beside}), name, as_of=day)
            said = [one for one in made.diagnostics if one.slug == slug and one.severity == "warning"]
            for solved in made.designs:
                for point in solved.open_points:
                    if point.rule is None and any(one.subject == point.name and point.text in one.message for one in said):
                        yield made, solved, point.text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_warning_is_said_in_german(slug: str) -> None:
    made, solved, said = next(told(slug), (None, None, ""))
    assert made is not None and solved is not None, "a warning that leaves nothing open of a design needs a case that it does"
    report, _ = build(made, solved, "told")
    in_german = Translation(messages.german())
    words = in_german.say(said)
    assert words != said
    written = "".join(messages.texts(in_german.report(report)))
    assert all(part in written for part in words.split("`")), written
    own = own_words(made)
    assert not [one for text in said_in(report.sections) for one in english(text, own)]


def said_in(given: object) -> Iterator[str]:
    """The words of a piece of a report that people read."""
    if isinstance(given, m.Text):
        yield given.text
    elif isinstance(given, tuple):
        for one in given:
            yield from said_in(one)
    elif is_dataclass(given):
        for field in fields(given):
            yield from said_in(getattr(given, field.name))
