"""No text makes the compiler stumble: cases cut off at every word, and with one character changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from tests.suite.case import AS_OF, Case, TestWorld, cases
from vdl.pipeline import Compilation, compile
from vdl.text.diagnostics import Diagnostic, render

CASES = [Case(path) for path in cases()]
SHARES = 8
WORD = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|[A-Za-z_]\w*|\d[\d_.]*|\s+|.', re.S)


def cut_off(case: Case) -> Iterator[str]:
    for word in WORD.finditer(case.text):
        if not word[0].isspace() and not word[0].startswith("//"):
            yield case.text[: word.end()]


def damaged(case: Case) -> Iterator[str]:
    """Twelve times one character that is gone, doubled or another one."""
    random = Random(case.name)
    for _ in range(12):
        at = random.randrange(max(1, len(case.text)))
        there = case.text[at : at + 1]
        other = random.choice(["", there * 2, *'{}()[]"@=:,.%/-+?\n\t\\x0é…\u2028'])
        yield case.text[:at] + other + case.text[at + 1 :]


def compiled(case: Case, text: str) -> Compilation:
    return compile(TestWorld(case.library, {case.name: text}), case.name, as_of=AS_OF, documents=True)


def check_places(found: Iterable[Diagnostic]) -> None:
    """Every place lies in its file, and every diagnostic can be shown."""
    for diagnostic in found:
        assert diagnostic.span is not None or diagnostic.subject, diagnostic
        for span in [diagnostic.span, *(span for span, _ in diagnostic.related)]:
            if span is not None:
                assert 0 <= span.start <= span.end <= len(span.source.text), diagnostic
        assert diagnostic.message
        assert not re.search(r"\bNone\b|\bNAME\b|_NL|object at 0x", render(diagnostic)), render(diagnostic)


def test_every_diagnostic_of_the_suite_has_a_place_in_its_file() -> None:
    for case in CASES:
        for layers in case.layers():
            check_places(case.compile(layers).diagnostics)


@pytest.mark.parametrize("share", range(SHARES))
def test_a_text_that_is_cut_off_compiles(share: int) -> None:
    for case in CASES[share::SHARES]:
        for text in cut_off(case):
            try:
                check_places(compiled(case, text).diagnostics)
            except Exception as fault:
                raise AssertionError(f"{case.name}, cut off after {len(text)} characters: ...{text[-60:]!r}") from fault


@pytest.mark.parametrize("share", range(SHARES))
def test_a_text_with_one_wrong_character_compiles(share: int) -> None:
    for case in CASES[share::SHARES]:
        for text in damaged(case):
            try:
                check_places(compiled(case, text).diagnostics)
            except Exception as fault:
                raise AssertionError(f"{case.name}:\n{text}") from fault
