"""What is generic about trees: the records that nodes are, and walks over them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from vdl import syntax as s
from vdl.parse import parse
from vdl.text.source import Source


def tree(text: str) -> s.File:
    made, faults = parse(Source("x", f"edition 2026\n{text}\n"))
    assert not faults
    return made


def test_a_walk_meets_every_node_before_its_parts() -> None:
    assert [type(node).__name__ for node in s.walk(tree("let x = a.b + f(2 kg, [3])"))] == [
        "File", "Edition", "Let", "Ident", "Binary", "Attribute", "Name", "Call", "Name", "Number", "UnitName", "ListOf",
        "Number",
    ]  # fmt: skip


def test_a_walk_goes_as_deep_as_a_tree_may_be() -> None:
    assert sum(isinstance(node, s.Unary) for node in s.walk(tree(f"let x = {'-' * 200}1"))) == 200


def test_nodes_lie_in_what_they_are_part_of() -> None:
    for node in s.walk(tree("design d { n = { winter: 1, else: 2 } kg, let y = sum(x.n for x in all k if x.n > 1) as kg }")):
        for child in s.children(node):
            assert node.start <= child.start <= child.end <= node.end


def cited(text: str) -> dict[str, str]:
    """What each statement of a body cites, by the name that it fills or declares."""
    found = {}
    for node in s.walk(tree(text)):
        if isinstance(node, s.Statement) and not isinstance(node, s.Scenario):
            named = node.path if isinstance(node, (s.Fill, s.Refine, s.Waive)) else node.name
            found[named.name if isinstance(named, s.Ident) else str(named)] = " ".join(str(c.source) for c in node.cites)
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a = 1, b = 2, c = 3 @ s", "s s s"),
        ("a = 1 @ s, b = 2, c = 3 @ t", "s t t"),
        ("a = 1 @ s, b = 2, c = 3", "s  "),
        ("a = 1, b = 2, c = 3 @ s @ t", "s.t s.t s.t"),
        ("a = 1\nb = 2, c = 3 @ s", " s s"),
        ("a = 1,\nb = 2, c = 3 @ s", " s s"),
        ("a = 1, b = 2, c = 3\n  @ s", "s s s"),
        ("a = 1, b = 2, c = 4 *\n  3 @ s", "s s s"),
        ("a = 1, b = f(1,\n2), c = 3 @ s", "  s"),
        ("a = 1 // @ s\nb = 1 // ,\nc = 3 @ s", "  s"),
        ("let a = 1, require b: x, bound c: n >= 1 @ s", "s s s"),
        ("count a: Box, b = 2, c = 3 @ s", " s s"),
        ("place a: x on y, ask b: largest x where y, c = 3 @ s", "  s"),
    ],
)
def test_a_citation_at_the_end_of_a_line_covers_the_line(line: str, expected: str) -> None:
    assert list(cited(f"design d {{ {line} }}").values()) == [one.replace(".", " ") for one in expected.split(" ")]


def test_a_citation_covers_statements_of_its_own_body_only() -> None:
    assert cited("design d { a = 1, o: k { b = 2, p: l { c = 3, e = 4 @ s }, f = 5 }, g = 6 @ t }") == {
        "a": "t", "o": "t", "g": "t", "b": "", "p": "", "f": "", "c": "s", "e": "s",
    }  # fmt: skip
    assert cited("kind k { a: Number = 1, b: Number = 2 @ s }\nlet x = y with { c = 1, e = 2 @ s }")["c"] == "s"


RECORDS = [path for path in sorted(Path(s.__file__).parent.glob("*.py")) if path.stem not in ("calling", "places")]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_node_says_what_it_stands_for(path: Path) -> None:
    found = [one for one in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(one, ast.ClassDef)]
    assert found
    assert [one.name for one in found if not ast.get_docstring(one)] == []


def test_a_record_has_its_fields_and_no_others() -> None:
    number = s.Number(1, 2, 0, 3, None)
    assert (number.start, number.end, number.depth, number.value, number.unit) == (1, 2, 0, 3, None)
    assert s.Number.__match_args__ == ("start", "end", "depth", "value", "unit")
    assert not hasattr(number, "__dict__")
    made: Any = s.Number
    with pytest.raises(TypeError):
        made(1, 2, 0, 3)
    assert s.Number(start=1, end=2, depth=0, value=3, unit=None).value == 3
