"""What the checker has found out is only read afterwards: whoever asks more gets tables of his own."""

from __future__ import annotations

import pickle

from vdl.check import Types, check, check_expression, check_kind
from vdl.parse import parse_expression, parse_statement
from vdl.parse.load import load
from vdl.resolve import layer_of, resolve
from vdl.semantics.types import BOOLEAN, TEXT, Kind, Quantity
from vdl.text.source import Source
from vdl.world import Memory

TEXT_OF_IT = """edition 2026
dimension Weight: kg
source shop "Catalogue" { publisher = "Shop", date = 2024-01 }
kind cart { limit: Weight = 3 kg, let half = limit / 2 }
let spare = 1 kg
design d { a: cart { }, let word = "a", let sum_of_all = a.half + spare }
"""


def checked() -> tuple[Types, Kind]:
    program, _ = load(Memory({"d.vdl": TEXT_OF_IT}), "d.vdl")
    names, _ = resolve(program)
    types, diagnostics = check(names)
    assert not diagnostics
    design = names.find("d.vdl", "d")
    assert isinstance(design, Kind)
    return types, design


def test_a_question_leaves_no_trace() -> None:
    types, design = checked()
    sizes = [len(types.bindings), len(types.types), len(types.names.scopes), len(types.names.kinds)]
    kept = dict(types.bindings)
    for number in range(100):
        source = Source(f"question {number}", "a.half + spare + (a with { limit = 4 kg }).half")
        expr, _ = parse_expression(source)
        assert expr is not None
        type_, own, diagnostics = check_expression(types, expr, design, source)
        assert isinstance(type_, Quantity) and not diagnostics
        assert len(own.bindings) > len(types.bindings)
        assert all(own.bindings[node] == binding for node, binding in kept.items())
    assert sizes == [len(types.bindings), len(types.types), len(types.names.scopes), len(types.names.kinds)]
    assert dict(types.bindings) == kept


def test_layers_lie_over_each_other() -> None:
    types, design = checked()
    sizes = [len(types.bindings), len(types.names.scopes)]
    top, over = design, types
    for text in ('a.limit = spare * 4 @ shop "page 1"', "a.limit = spare * 5"):
        source = Source(f"--set {text}", text)
        statement, _ = parse_statement(source)
        top = layer_of(top, statement, source)  # type: ignore[arg-type]
        over, diagnostics = check_kind(over, top)
        assert not diagnostics
    assert len(over.bindings) == len(types.bindings) + 2
    assert sizes == [len(types.bindings), len(types.names.scopes)]
    assert [kind.form for kind in top.chain()] == ["option", "option", "design", "kind"]


def test_what_is_found_out_can_be_pickled() -> None:
    types, _ = checked()
    again = pickle.loads(pickle.dumps(types))
    assert len(again.bindings) == len(types.bindings)
    design = again.names.find("d.vdl", "d")
    for text, expected in (("word", TEXT), ("word == a.title", BOOLEAN)):  # these are told apart by identity
        source = Source("question", text)
        expr, _ = parse_expression(source)
        type_, _, diagnostics = check_expression(again, expr, design, source)
        assert type_ is expected and not diagnostics
