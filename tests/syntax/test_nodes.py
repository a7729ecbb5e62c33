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


@pytest.mark.parametrize("path", sorted(Path(s.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
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
