"""No text makes the compiler stumble: cases of the suite cut off, and with words and lines that are gone, doubled,
exchanged or from elsewhere. What still compiles is read to the end, two designs of it where it has more, and nothing of it is
left behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.reading import document, sizing
from tests.said import check_places
from tests.suite.case import AS_OF, Case, TestWorld, quick
from vdl.pipeline import Compilation, compile
from vdl.report.named import documents

CASES = [Case(path) for path in quick()]
SHARES = 4
SOME, OF_THE_LIBRARY = 3, 1
WORD = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|[A-Za-z_]\w*|\d[\d_.]*|\s+|.', re.S)
STRAYS = [*'{}()[]"@=:,.%/-+?<>\n\t\\é…\x00\ufeff\u2028\U0001f69a', "", "..", "...", "///", "//", '"""', "@ ", "1e9"]
VOCABULARY = sorted({word for case in CASES for word in WORD.findall(case.text) if word.isalnum()})


def words(text: str) -> list[str]:
    return WORD.findall(text)


def places(parts: list[str]) -> list[int]:
    """Where words stand that are neither blank nor a comment."""
    return [i for i, word in enumerate(parts) if not word.isspace() and not word.startswith("//")] or [0]


def cut_off(random: Random, text: str) -> str:
    parts = words(text)
    return "".join(parts[: random.choice(places(parts)) + 1])


def one_character(random: Random, text: str) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice([text[at] * 2, *STRAYS]) + text[at + 1 :]


def without(random: Random, text: str) -> str:
    parts = words(text)
    del parts[random.choice(places(parts))]
    return "".join(parts)


def twice(random: Random, text: str) -> str:
    parts = words(text)
    at = random.choice(places(parts))
    return "".join([*parts[: at + 1], random.choice([" ", ""]), *parts[at:]])


def exchanged(random: Random, text: str) -> str:
    parts = words(text)
    one, other = random.choice(places(parts)), random.choice(places(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return "".join(parts)


def another_word(random: Random, text: str) -> str:
    parts = words(text)
    at = random.choice([i for i in places(parts) if parts[i].isalnum()] or [0])
    parts[at] = random.choice(VOCABULARY)
    return "".join(parts)


def own_word(random: Random, text: str) -> str:
    """One of the same text, which is more often one that fits."""
    parts = words(text)
    one, other = (random.choice([i for i in places(parts) if parts[i].isalnum()] or [0]) for _ in range(2))
    parts[one] = parts[other]
    return "".join(parts)


def lines(random: Random, text: str) -> str:
    rows = text.split("\n")
    one, other = random.randrange(len(rows)), random.randrange(len(rows))
    kind = random.randrange(3)
    if kind == 0:
        del rows[one]
    elif kind == 1:
        rows.insert(other, rows[one])
    else:
        rows[one], rows[other] = rows[other], rows[one]
    return "\n".join(rows)


def spliced(random: Random, text: str) -> str:
    """The beginning of one text and the end of another, each cut between lines."""
    rows, others = text.split("\n"), random.choice(CASES).text.split("\n")
    return "\n".join([*rows[: random.randrange(len(rows))], *others[random.randrange(len(others)) :]])


DAMAGE: dict[Callable[[Random, str], str], int] = {
    cut_off: 2, one_character: 2, without: 1, twice: 1, exchanged: 1, another_word: 1, own_word: 2, lines: 1, spliced: 1,
}  # fmt: skip
"""Kinds of damage, and how often each is done to a case."""


def damaged(case: Case) -> Iterator[tuple[str, str]]:
    """Texts of a case that is damaged in some of the ways; in fewer of them where it has the whole library to read each time."""
    random = Random(case.name)
    whole = case.library != "std"
    for damage, times in random.sample([*DAMAGE.items()], SOME if whole else OF_THE_LIBRARY):
        for _ in range(times if whole else 1):
            yield damage.__name__, damage(random, case.text)


def compiled(case: Case, text: str) -> Compilation:
    return compile(TestWorld(case.library, {case.name: text}), case.name, as_of=AS_OF, documents=True)


def read(compilation: Compilation, random: Random) -> None:
    """All that can be told of it: what was found, what came out, and every document, of two designs at most."""
    check_places(compilation.diagnostics)
    sizing(compilation)
    for solved in random.sample(compilation.designs, min(2, len(compilation.designs))):
        for name in documents(compilation):
            document(compilation, solved.name, name)


@pytest.mark.parametrize("share", range(SHARES))
def test_a_damaged_text_compiles(share: int) -> None:
    for case in CASES[share::SHARES][::6]:  # some of them: which, changes with each that is added
        before = sizing(compiled(case, case.text))
        for kind, text in damaged(case):
            try:
                read(compiled(case, text), Random(text))
            except Exception as fault:
                raise AssertionError(f"{case.name}, {kind}:\n{text}") from fault
        assert sizing(compiled(case, case.text)) == before, f"{case.name}: damaged texts leave something behind"
