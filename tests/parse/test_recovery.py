"""What is left of a file with one fault: everything but the statement with the fault, counted in items and statements.

The files are those of the repository that have none: library, examples and cases of the suite.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from vdl import syntax as s
from vdl.parse import parse
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import NESTING, SYNTAX_ERRORS
from vdl.text.source import Source

TOP = Path(__file__).resolve().parents[2]
SAMPLES = 100
NAMED = (s.Statement, s.DocItem, s.Import, s.SourceDef, s.DimensionDef, s.DerivedDef, s.UnitDef, s.OpenUnit, s.DisplayDef,
         s.AxisDef, s.KindDef, s.Extension, s.DesignDef, s.DocumentDef)  # fmt: skip


@cache
def texts() -> list[tuple[str, str]]:
    """Names and texts. A name is also where the numbers drawn for its text begin, so that a new file moves no other."""
    found = []
    for folder in ("stdlib", "examples", "tests"):
        for path in sorted((TOP / folder).rglob("*.vdl")):
            text = path.read_text(encoding="utf-8")
            if not parse(Source("x", text))[1]:
                found.append((path.name, text))
    return sorted(found, key=lambda it: Random(it[0]).random())[:SAMPLES]


def parsed(text: str) -> tuple[s.File, list[Diagnostic]]:
    return parse(Source("x", text))


def items(tree: s.Node, before: float = float("inf"), path: tuple[str, ...] = ()) -> Counter[tuple[str, ...]]:
    """Every item and statement that begins before an offset, by what it is called and what it stands in."""
    found: Counter[tuple[str, ...]] = Counter()
    if isinstance(tree, NAMED):
        if tree.start >= before:
            return found
        name: Any = next((getattr(tree, part) for part in ("name", "path", "kind") if hasattr(tree, part)), "")
        path = (*path, f"{type(tree).__name__} {name.name if isinstance(name, s.Ident) else name}")
        found[path] += 1
    for child in s.children(tree):
        found += items(child, before, path)
    return found


def braces(text: str) -> list[tuple[int, int]]:
    """Where braces stand that hold items or statements, each with its partner; texts and comments aside."""
    found, waiting = [], []
    for piece in re.finditer(r'"(?:[^"\\]|\\.)*"|//[^\n]*|[{}]', text):
        if piece[0] == "{":
            waiting.append(piece.start())
        elif piece[0] == "}" and waiting:
            found.append((waiting.pop(), piece.start()))
    return found if not waiting else []


@cache
def samples() -> list[tuple[str, int, int]]:
    """Texts with the places of a brace and its partner."""
    return [(text, *Random(name).choice(pairs)) for name, text in texts() if (pairs := braces(text))]


def lost(text: str, damaged: str, before: float = float("inf")) -> int:
    """How many items and statements of a text are missing in the tree of the damaged one."""
    return sum((items(parsed(text)[0], before) - items(parsed(damaged)[0])).values())


def test_a_missing_brace_costs_no_other_item() -> None:
    costs, twice = [], []
    for text, opening, closing in samples():
        for at in (opening, closing):
            damaged = text[:at] + text[at + 1 :]
            costs.append(lost(text, damaged))
            twice += [damaged] * (len(parsed(damaged)[1]) - 1)
    assert len(twice) <= 0.01 * len(costs), "one error for one defect"
    assert sum(cost <= 1 for cost in costs) >= 0.97 * len(costs), costs
    assert sum(costs) <= 0.5 * len(costs), costs


def test_it_is_the_right_brace_that_is_named() -> None:
    wrong = []
    for text, opening, closing in samples():
        (found,) = parsed(text[:closing] + text[closing + 1 :])[1]
        assert found.span is not None
        if "\n" in text[opening:closing]:
            if (found.slug, found.span.start) != ("unclosed-brace", opening):
                wrong.append(text[opening:closing])
        else:  # within a line nothing but the line tells which brace it is
            assert found.span.source.place(found.span.start)[0] == text.count("\n", 0, opening) + 1
        found = parsed(text[:opening] + text[opening + 1 :])[1][0]
        assert found.span is not None
        assert found.span.source.place(found.span.start)[0] == text.count("\n", 0, opening) + 1
    assert len(wrong) <= 0.03 * len(samples()), wrong


def copies(text: str, random: Random) -> list[tuple[int, int, str]]:
    """Texts with a line that opens the body of an object copied to another place, and the numbers of the line and the copy."""
    rows = text.split("\n")
    heads = [at for at, row in enumerate(rows) if re.fullmatch(r"\s*\w+\s*:\s*[\w.]+\s*\{", row)]
    made = []
    for at in random.choices(heads, k=6) if heads else []:
        margins = [len(row) - len(row.lstrip()) if row.strip() else 1_000 for row in rows]
        above = next((one for one in range(at, -1, -1) if margins[one] < margins[at]), -1)
        below = next((one for one in range(at, len(rows)) if margins[one] < margins[at]), len(rows) - 1)
        to = random.randrange(above + 1, below + 1)
        line = " " * random.choice((0, 2)) + rows[at]
        made.append((at + 1 + (to <= at), to + 1, "\n".join([*rows[:to], line, *rows[to:]])))
    return made


def test_a_line_that_opens_a_body_twice_is_named() -> None:
    wrong, made = [], [one for name, text in texts() for one in copies(text, Random(name))]
    for line, copy, text in made:
        found = parsed(text)[1]
        places = [one.span.source.place(one.span.start)[0] for one in found if one.span is not None]
        named = places == [copy] or (abs(line - copy) == 1 and places == [line])
        if not named or not found[0].help[0].startswith("take the line out"):
            wrong.append((line, copy, text))
    assert len(made) > 20, "too few to tell"
    assert len(wrong) <= 0.03 * len(made), wrong[0]


def test_a_text_that_is_cut_off_keeps_what_stands_before() -> None:
    costs = []
    for name, text in texts():
        at = Random(name).randrange(len(text))
        costs.append(lost(text, text[:at], at))
        assert len(parsed(text[:at])[1]) <= 1, f"one error for one cut:\n{text[:at]}"
    assert sum(cost <= 1 for cost in costs) >= 0.97 * len(costs), costs
    assert max(costs) <= 3, costs


GOOD = "edition 2026\nkind k { a: Number }\n"
AFTER = "kind z { b: Number }\n"


@pytest.mark.parametrize(
    ("faulty", "slugs"),
    [
        ("let x = = 1\n" * 40, ["unexpected-word"] * SYNTAX_ERRORS),
        ("} " * 40 + "\n", ["unexpected-word"]),
        ("o: k " + "{ a: k " * (NESTING + 9) + "}" * (NESTING + 9) + "\n", ["too-deep"]),
        ("let x = " + "(" * 10_000 + "1" + ")" * 10_000 + "\n", ["too-deep"]),
        ("let x = " + "(" * 10_000 + "\n", ["too-deep"]),
        ("design d {\n  a: k {\n", ["unclosed-brace"]),
        ("let x = max(1,\n", ["unfinished-statement"]),
        ("let x = [1, 2\n", ["unfinished-statement"]),
        ("let x = f({ a: 1)\n", ["unclosed-brace"]),
        ("let x = 1)\n", ["unexpected-word"]),
        ("facts { }\n", ["unexpected-word"]),
        ("axis a\n  x, y\n}\n", ["unfinished-statement"]),
        ("axis y\n}\nkind e\n}\n", ["unfinished-statement"] * 2),
        ("design d {\n  let x = a: 1,\n    b: 2 }\n}\n", ["unexpected-word"]),
        ('document d {\n  if a {\n    text "a"\n  else {\n    text "b"\n  }\n}\n', ["unclosed-brace"]),
        ('design d {\n  a: k { title = "t }\n}\n', ["open-text"]),
    ],
    ids=range(16),
)
def test_what_stands_around_a_fault_is_kept(faulty: str, slugs: list[str]) -> None:
    tree, found = parsed(GOOD + faulty + AFTER)
    assert [d.slug for d in found] == slugs
    assert [i.name.name for i in tree.items if isinstance(i, s.KindDef) and i.name.name != "e"] == ["k", "z"]


def test_a_text_without_indentation_is_read_by_its_braces() -> None:
    tree, found = parsed("edition 2026\ndesign d {\na: k {\nb = 1\n}\nlet x = = 2\nlet y = 3\n}\nkind z {\nc: Number\n")
    assert [d.slug for d in found] == ["unexpected-word", "unclosed-brace"]
    kept = items(tree)
    assert {("DesignDef d", "Object a", "Fill b"), ("DesignDef d", "Let y"), ("KindDef z", "Field c")} <= set(kept)


@pytest.mark.parametrize(
    ("lines", "opening", "perhaps"),
    [
        (["a: k {", "b = 1", "c: k {", "b = 2", "}", "expect x: c.b == 2", "}"], "a", ""),
        (["a: k { b = 1 }", "c: k { b = 2, d = 3", "place a on c", "}"], "c", ""),
        (["a: k {", "b = { x: 1 } kg", "c: k {", "b = 2", "}", "place a on c", "}"], "design", "a"),
        (["a: k {", "b = 1", "}", "c: k {", "b = 2", "}"], "design", ""),
    ],
)
def test_a_missing_brace_of_a_text_without_indentation_is_looked_for(lines: list[str], opening: str, perhaps: str) -> None:
    text = "\n".join(["edition 2026", "design d {", *lines, ""])
    found = parsed(text)[1]
    assert [d.slug for d in found] == ["unclosed-brace"]
    places = [found[0].span, *[place for place, _ in found[0].related]]
    starts = [text.rfind("\n", 0, place.start) + 1 for place in places if place is not None]
    assert [text[start:].split()[0].strip(":") for start in starts] == [opening, *([perhaps] if perhaps else [])]


def test_the_words_that_begin_statements_are_those_of_the_grammar() -> None:
    from vdl.parse import rows, tables

    rules = (TOP / "grammar" / "vdl.lark").read_text(encoding="utf-8")
    names = rules.split("\nname: ")[1].split("\n\n")[0].replace("|", " ").split()
    assert set(names) == rows.NAMES
    known = {word for words in tables.load().words.values() for word in words.values()}
    assert known >= rows.BEGINS | rows.MAY_BEGIN
    first = {line.split(": ", 1)[1].split()[0] for line in rules.splitlines() if line[:1].islower() and ": " in line}
    assert (rows.BEGINS | rows.MAY_BEGIN) - {"TOTAL", "BAR", "MARK", "TIMES"} <= first


@pytest.mark.parametrize("text", [
    "kind pile { boxes: Bo}, again: Box = boxes, require few: again + 5 boxes <= 3 boxes }\ndesign d {\n  p: pile { }\n}\n",
    "design d { a: two {\n  x = 3\n} }\n\ndesign e { a: two { x = 1 } }\ndesign d { a: two {\ndesign f {\n  let b = 3\n}\n",
])  # fmt: skip
def test_braces_that_close_more_than_is_open(text: str) -> None:
    assert parse(Source("braces", text))[1]
