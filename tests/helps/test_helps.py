"""Every help is followed: a text that is wrong, and what its help makes of it, which compiles and means what was wanted.

Files beside this one hold pairs. What stands above the first is the head of all texts of the file:

    // ---- pair
    // ---- wrong
    design d { x: goods { wieght = 3 kg } }     // error: [unknown-field] did you mean `weight`?
    // ---- repaired
    design d { x: goods { weight = 3 kg }  expect x: x.weight == 3 kg }

The wrong text has this diagnostic on this line, with this help among its helps, and no other one (but what a comment
without a help names; one with `-` has no help). The repaired text has none at all, holds what one of the helps says in
backticks (dots and words in capitals stand for anything), and an expectation that agrees. `// ---- file parts/one.vdl`
begins a further file of the pair.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.languages.spoken import unspoken
from tests.said import NO_TEXT_TO_WRITE, named
from tests.suite.case import AS_OF, TestWorld
from vdl.compilation import Compilation
from vdl.errors import CATALOG
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic, render

FOLDER = Path(__file__).parent
NAME = "helps/case.vdl"

NO_HELP = "-"
"""Stands in a comment for that nothing is said."""

ELSEWHERE = {
    # what is read, with options and outputs: tests/cli
    "formula-in-file", "unknown-option", "no-design", "several-designs", "not-written", "no-pdf", "missing-glyph",
    "untranslated", "untried-choice",
    "outside-root", "folder-not-file", "no-git", "not-a-repository", "unknown-revision", "shallow-clone", "no-merge-base",
    "nowhere", "lfs-pointer", "in-submodule", "missing-object", "unreadable-file", "other-design", "several-documents",
    "limit-reached",
    # what files and designs are held to: tests/cli/test_lock.py, tests/cli/test_snapshot.py
    "damaged-lock", "damaged-snapshot", "file-moved", "gone-since-approved", "library-moved", "lock-outdated", "no-lock",
    "not-as-approved", "not-in-lock", "not-in-snapshot", "other-layers", "other-lock-format", "other-snapshot-schema",
    "unreadable-lock", "version-moved",
    # what documents look like: tests/cli/test_theme.py
    "damaged-theme", "unknown-theme-key", "low-contrast", "like-a-verdict", "unusable-file", "template-failed", "style-fetches",
    "damaged-style", "unknown-in-style", "theme-differs",
    # too large for a pair, or no text: tests/properties/test_bad_input.py, tests/parse/test_limits.py
    "not-utf8", "nul-byte", "file-too-large", "too-many-words", "list-too-long", "too-intricate",
}  # fmt: skip
"""Slugs that no pair of short texts shows, and the tests that show them."""


class Marked(NamedTuple):
    """What a comment promises; `line` counts from 1 in the text as it is compiled."""

    severity: str
    slug: str
    help: str
    line: int


class Pair(NamedTuple):
    file: str
    line: int
    wrong: str
    repaired: str
    beside: dict[str, str]

    def marks(self) -> list[Marked]:
        found = []
        for number, line in enumerate(self.wrong.split("\n"), 1):
            mark = _MARK.search(line)
            if mark:
                at = number if line[: mark.start()].strip() else number - 1
                found.append(Marked(mark[1], mark[2], mark[3], at))
        return found


_MARK = re.compile(r"// (error|warning|info): \[([a-z-]+)\] ?(.*?)\s*$")
_SECTION = re.compile(r"^// ---- (pair|wrong|repaired|file \S+)\n", re.M)


def pairs() -> list[Pair]:
    """All pairs, file by file."""
    return [pair for path in sorted(FOLDER.glob("*.vdl")) for pair in _of_a_file(path)]


def _of_a_file(path: Path) -> list[Pair]:
    text = path.read_text(encoding="utf-8")
    head, *parts = _SECTION.split(text)
    found: list[Pair] = []
    line = head.count("\n") + 1
    for what, body in zip(parts[::2], parts[1::2]):
        if what == "pair":
            found.append(Pair(path.name, line, "", "", {}))
        elif what.startswith("file "):
            found[-1].beside[f"helps/{what.removeprefix('file ')}"] = body
        else:
            found[-1] = found[-1]._replace(**{what: head + body})
        line += body.count("\n") + 1
    return found


PAIRS = pairs()


def compiled(pair: Pair, text: str) -> Compilation:
    return compile(TestWorld(texts={NAME: text, **pair.beside}), NAME, as_of=AS_OF)


def place(diagnostic: Diagnostic) -> int:
    assert diagnostic.span is not None and diagnostic.span.source.path == NAME, render(diagnostic)
    return diagnostic.span.source.place(diagnostic.span.start)[0]


def said(diagnostics: tuple[Diagnostic, ...]) -> str:
    return "\n" + "\n\n".join(map(render, diagnostics))


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{pair.file}:{pair.line}" for pair in PAIRS])
def test_a_help_leads_to_what_was_meant(pair: Pair) -> None:
    # One that leads comes before what stands above it.
    wrong = compiled(pair, pair.wrong)
    found, marks = tuple(sorted(wrong.diagnostics, key=place)), pair.marks()
    assert marks, "say what is wrong"
    assert [(d.severity, d.slug, place(d)) for d in found] == [(m.severity, m.slug, m.line) for m in marks], said(found)
    for diagnostic, mark in zip(found, marks):
        if mark.help == NO_HELP:
            assert not diagnostic.help, said((diagnostic,))
        else:
            assert not mark.help or mark.help in diagnostic.help, said((diagnostic,))
    assert not unspoken(wrong), "what documents print is said in German, too"
    helps = [mark.help for mark in marks if mark.help not in ("", NO_HELP)]
    assert any(follows(help, pair.repaired) for help in helps), "the repaired text does not do what a help says"
    repaired = compiled(pair, pair.repaired)
    assert not repaired.diagnostics, said(repaired.diagnostics)
    agreed = [e.outcome for solved in repaired.designs for e in (*solved.judged.expectations, *solved.of_scenarios)]
    assert {"agrees", "inside-range", "differs-as-stated"} & set(agreed), agreed


def follows(help: str, text: str) -> bool:
    """Whether one of the texts that a help names in backticks stands in a text, or the help names none."""
    words = " ".join(text.split())
    wanted = [re.sub(r"\\?\.\\?\.\\?\.|\b[A-Z]+\b", ".*", re.escape(" ".join(one.split()))) for one in named(help)]
    return not wanted or any(re.search(one, words) for one in wanted)


def test_every_diagnostic_has_a_pair() -> None:
    """A diagnostic whose help names a text is followed; the others are listed, and name none."""
    paired = {mark.slug for pair in PAIRS for mark in pair.marks() if mark.help not in ("", NO_HELP)}
    exempt = NO_TEXT_TO_WRITE.keys() | ELSEWHERE
    assert not paired - set(CATALOG), "no such slug"
    assert not set(CATALOG) - paired - exempt, "write a pair in tests/helps"
    assert not exempt - set(CATALOG), "no such slug on the lists"
    assert not exempt & paired, "there is a pair now: take these off the list"
