"""Formatting changes no meaning, loses no comment, and is done once: every case, library file and example, also laid out at
random and damaged; and designs that are generated.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.benchmarks.generate import design, rows
from tests.properties.test_damage import CASES, DAMAGE
from tests.trees import nodes, same
from vdl import syntax as s
from vdl.format import formatted
from vdl.parse import everything, parse
from vdl.parse.lexer import COMMENT, NEWLINE, SPACE, Token
from vdl.text.source import Source

TOP = Path(__file__).resolve().parents[2]
FOLDERS = ["tests", "stdlib", "examples"]
BETWEEN = (SPACE, NEWLINE)


def texts(folder: str) -> Iterator[tuple[str, str]]:
    """The texts without faults below a folder, with their names."""
    for path in sorted((TOP / folder).rglob("*.vdl")):
        text = path.read_text(encoding="utf-8")
        if not parse(Source(path.name, text))[1]:
            yield str(path.relative_to(TOP)), text


def tree_of(name: str, text: str) -> s.File:
    tree, found = parse(Source(name, text))
    assert not found, f"{name}: {found[0]}\n{text}"
    return tree


def documented(text: str, tree: s.File) -> list[str]:
    """What documents each node of a tree."""
    source = Source("", text)
    return [source.doc(node.start) for node in nodes(tree)] if "///" in text else []


def said(text: str, *, commas: bool = True) -> list[str]:
    """The words and comments of a text."""
    return [text[t.start : t.end].rstrip() for t in everything(text)
            if t.type not in BETWEEN and (commas or t.type != "_COMMA")]  # fmt: skip


def beside(text: str) -> list[tuple[str, bool]]:
    """Each comment with whether it stands beside code."""
    return [(text[t.start : t.end].rstrip(), bool(text[text.rfind("\n", 0, t.start) + 1 : t.start].strip()))
            for t in everything(text) if t.type == COMMENT]  # fmt: skip


def check(name: str, text: str) -> str:
    tree = tree_of(name, text)
    result = formatted(text)
    again = tree_of(name, result)
    assert same(tree, again), name
    assert documented(text, tree) == documented(result, again), name
    assert said(text, commas=False) == said(result, commas=False), name
    assert beside(text) == beside(result), name
    assert formatted(result) == result, name
    assert not any(line != line.rstrip() for line in result.split("\n")) or '"""' in text, name
    return result


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_formatted_text_says_the_same_and_stays_as_it_is(folder: str) -> None:
    """Of the tests a half; which one changes with each that is added."""
    seen = 0
    for name, text in itertools.islice(texts(folder), 0, None, 2 if folder == "tests" else 1):
        check(name, text)
        seen += 1
    assert seen > 4


def test_generated_designs() -> None:
    for text in (design(400), rows(10)):
        check("generated", text)


# ------------------------------------------------------------------------------ other layouts
def words_of(text: str) -> Iterator[tuple[list[Token], Token]]:
    """Each word with what stands between the one before and it."""
    between: list[Token] = []
    for token in everything(text):
        if token.type in (*BETWEEN, COMMENT):
            between.append(token)
        else:
            yield between, token
            between = []
    yield between, Token("END", len(text), len(text))


def with_other_blanks(random: Random, text: str) -> str:
    """The same words on the same lines, with other blanks where there are some, and around signs that need none."""
    free = {"EQUAL", "LBRACE", "RBRACE", "LPAR", "RPAR", "LSQB", "RSQB", "_COMMA", "AT_SIGN", "PLUS", "STAR", "GE"}
    pieces: list[str] = []
    previous = "_NL"
    for between, token in words_of(text):
        begins = previous == "_NL" or any(one.type == NEWLINE for one in between)
        for one in between:
            written = text[one.start : one.end]
            pieces.append(written if one.type != SPACE else "".join(random.choices(" \t", k=random.randint(1, 4))))
        needless = not between and not begins and (token.type in free or previous in free) and token.type != "LPAR"
        if needless or (begins and not between):
            pieces.append(" " * random.randint(0, 3))
        pieces.append(text[token.start : token.end])
        previous = token.type
    return "".join(pieces) + "\n" * random.randint(0, 3)


def with_other_lines(random: Random, text: str) -> str:
    """The same words with more line ends where none counts, and several or `\\r\\n` for some."""
    pieces: list[str] = []
    brackets: list[str] = []
    previous = ""
    for between, token in words_of(text):
        written = "".join(text[one.start : one.end] for one in between)
        if "\n" in written and random.random() < 0.3:
            written = written.replace("\n", "\n" * random.randint(1, 4) if "///" not in written else "\r\n", 1)
        elif previous in ("EQUAL", "PLUS", "STAR", "LPAR", "LSQB", "_WHEN", "_COMMA") and random.random() < 0.2:
            written += "\n" + " " * random.randint(0, 5)
        elif (previous == "LBRACE" or token.type == "RBRACE") and "\n" not in written and random.random() < 0.2:
            written += "\n"
        pieces += [written, text[token.start : token.end]]
        if token.type in ("LBRACE", "LPAR", "LSQB"):
            brackets.append(token.type)
        elif token.type in ("RBRACE", "RPAR", "RSQB"):
            brackets.pop()
        previous = token.type
    return "".join(pieces) + "\n"


def sample(step: int) -> Sequence[tuple[str, str]]:
    return list(itertools.islice(itertools.chain(*map(texts, FOLDERS)), 0, None, step))


def test_blanks_make_no_difference() -> None:
    for name, text in sample(9):
        other = with_other_blanks(Random(name), text)
        assert said(text) == said(other), name
        assert formatted(other) == formatted(text), name


def test_other_line_ends() -> None:
    different = 0
    for name, text in sample(9):
        other = with_other_lines(Random(name), text)
        check(name, other)
        different += formatted(other) != formatted(text)
    assert different


def test_a_range_of_lines_says_the_same_and_leads_to_the_same_form() -> None:
    for name, text in sample(12):
        random = Random(name)
        other = with_other_lines(random, with_other_blanks(random, text))
        tree = tree_of(name, other)
        lines = other.count("\n") + 1
        first = random.randint(1, lines)
        result = formatted(other, (first, min(lines, first + random.randint(0, 6))))
        again = tree_of(name, result)
        assert same(tree, again), name
        assert documented(other, tree) == documented(result, again), name
        assert formatted(result) == formatted(other) == formatted(other, (1, lines)), name


# ------------------------------------------------------------------------------ damaged texts
@pytest.mark.parametrize("share", range(4))
def test_a_damaged_text_keeps_its_words(share: int) -> None:
    changed = 0
    for case in CASES[share::4][::9]:
        random = Random(case.name)
        for damage in DAMAGE:
            text = damage(random, case.text)
            result = formatted(text)
            assert said(text, commas=False) == said(result, commas=False), f"{case.name}: {damage.__name__}"
            assert formatted(result) == result, f"{case.name}: {damage.__name__}"
            if not parse(Source("", text))[1]:
                check(case.name, text)
            elif result != text:
                changed += 1
    assert changed > 5
