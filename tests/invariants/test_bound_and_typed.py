"""Of every program without errors it is known what each expression is and what each name stands for."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.programs import as_far_as_known, every_file
from tests.suite.case import TESTS, TestWorld, cases, library_of
from tests.syntax.test_places import words_that_are_names
from vdl import syntax as s
from vdl.builtins import BUILTINS
from vdl.check.scope import OWN_WORDS
from vdl.check.targets import Target, targets
from vdl.report.shown import names as names_of_parts
from vdl.resolve.written import BUILT_IN_TYPES
from vdl.semantics.types import Kind, Member
from vdl.syntax.places import around, names_of
from vdl.world import Memory

BUILT_IN = {*BUILTINS, *OWN_WORDS, *BUILT_IN_TYPES, *s.SOURCE_FACTS, *names_of_parts(), s.ROW, "assumed", "design", "%"}
"""The words that may be names and that no text declares."""


def test_every_expression_has_a_type() -> None:
    seen, untyped = 0, []
    for file, types in every_file():
        for node in s.walk(file.tree):
            if isinstance(node, s.Expr):
                seen += 1
                if node not in types.types:
                    untyped.append(f"{file.name}:{file.source.place(node.start)[0]}: {file.source.text[node.start : node.end]}")
    assert seen > 20_000
    assert not untyped


def test_every_name_has_a_target_that_names_it() -> None:
    seen, unbound, wrong = 0, [], []
    for file, types in every_file():
        found = targets(types, file.name)
        text = file.source.text
        bound = {span: target for node in found for span, target in zip(names_of(node), found[node])}
        words = words_that_are_names(text)
        assert set(bound) <= words
        seen += len(words)
        for start, end in sorted(words):
            target = bound.get((start, end))
            where = f"{file.name}:{file.source.place(start)[0]}: {text[start:end]}"
            if target is None:
                unbound.append(where)
            elif not names(target, text[start:end]):
                wrong.append((where, target))
    assert seen > 40_000
    assert not unbound
    assert not wrong


def names(target: Target, word: str) -> bool:
    """Whether a target is declared under a name."""
    if target.form == "built-in":
        return target.span is None and word in BUILT_IN
    assert target.span is not None
    if target.form == "file":
        return word in target.name
    return re.search(rf"\b{word}\b", target.span.text) is not None


def test_of_a_program_with_errors_it_is_known_as_far_as_it_is_understood() -> None:
    chance = random.Random(1)
    seen = 0
    for path in chance.sample(cases(), 60):
        text = path.read_text(encoding="utf-8")
        entry = Path(path).relative_to(TESTS).as_posix()
        for _ in range(3):
            at = chance.randrange(len(text))
            damaged = text[:at] + chance.choice(["", "}", "{", " x.y ", "=", "on k {"]) + text[at + chance.randrange(30) :]
            types, _ = as_far_as_known(TestWorld(library_of(text), {entry: damaged}), entry)
            for node, each in targets(types, entry).items():
                for (start, end), target in zip(names_of(node), each, strict=True):
                    seen += 1
                    assert target is None or names(target, damaged[start:end])
    assert seen > 1_000


def test_a_name_that_is_taken_is_bound_to_where_it_stands_and_to_nothing_else() -> None:
    text = """edition 2026
kind a { n: Number, n: Text }
kind a { m: Number }
design d { o: a { n = 1, o { n = 2 } }, o: a { n = 3 } }
"""
    types, said = as_far_as_known(Memory({"x.vdl": text}), "x.vdl")
    assert {d.slug for d in said} >= {"name-taken"}
    for node, each in targets(types, "x.vdl").items():
        for (start, _), target in zip(names_of(node), each, strict=True):
            if isinstance(node, s.Ident):
                assert target is not None and target.span is not None and target.span.start == start
                symbol = target.symbol
                assert symbol is None or (isinstance(symbol, (Kind, Member)) and symbol.span().start == start)


# ------------------------------------------------------------------------------ what is meant, one by one
WORDS = """edition 2026
dimension Weight: kg, kgs
counted Box: box, boxes
"""
OTHER = """edition 2026
kind crate { n: Weight?, let twice(f: Number) = n * f }
spare: crate { n = 2 kg }
source survey "S" { publisher = "P", date = 2020-01 }
"""
DESIGN = """edition 2026
import other as o
axis season { winter, summer }
axis day { winter, noon }
unit tonne = 1000 kg
dimension Load = Weight/Box
kind shelf {
  load: Weight? @ o.survey
  top: o.crate
  inner: o.crate { n = 1 kg }
  at_season: labels of season
  let f(load: Weight, x: shelf) = load + x.load
  let all_loads = sum(load.load for load in all shelf)
  count boxes: Box
  bound by_load: boxes >= load / 1 kg * 1 box
  require light: load <= 5 tonne
}
on shelf { require light: load <= 6 tonne }
design d {
  a: shelf { top = o.spare with { n = 3 kg }, inner { n = 2 kg }, at_season = [winter], boxes = 1 box, load = 1 kg }
  let w = { day.winter: 1, noon: 2 } kg
  let v = w at noon + a.inner.twice(2) + a.f(1 kg, a)
  waive a.boxes.by_load at season.winter "why"
  waive a.light "why"
  ask q: largest a.load where a.boxes <= 3 boxes ignoring a.light and a.boxes.by_load step 1 kg
  expect e: a.boxes.by_load
  a.inner.n = 4 kg
}
design other from d { let y = a.load }
document t {
  table for b in all shelf { "n": b.load, "m": "x {b.load}", total "n": sum(all_of.load for all_of in all shelf) }
  include u
  show verdict
}
document u { text "{design.title}" }
"""


@pytest.mark.parametrize(
    ("near", "expected"),
    [
        ("= ^load + x", "load: Weight, x"),  # the parameter and not the field
        ("x.^load\n", "load: Weight? @"),
        ("sum(^load.load", "load in all"),  # the loop
        ("load.^load for", "load: Weight? @"),
        ("^o.survey", "o\naxis"),
        ("o.^survey", 'survey "S"'),
        ("<= 6 ^tonne", "tonne = 1000"),
        ('a.^light "why', "light: load <= 6"),  # what the `on` block says instead
        ("day.^winter: 1", "winter, noon }"),  # of the axis that is named
        ("[^winter]", "winter, summer }"),
        ("at ^noon + a", "noon }"),
        ("inner.^twice(2)", "twice(f"),
        ("a.^f(1 kg", "f(load"),
        ("spare with { ^n", "n: Weight?"),
        ("inner { ^n = 2", "n: Weight?"),
        ("inner.^n = 4 kg", "n: Weight?"),
        ("boxes.^by_load at", "by_load: boxes"),
        ('season.^winter "why', "winter, summer"),
        ("a.boxes.^by_load step", "by_load: boxes"),
        ("^by_load\n  a.inner", "by_load: boxes"),
        ("from ^d {", "d {\n  a: shelf"),
        ("Weight/^Box\n", "Box: box"),
        ("dimension ^Load", "Load = "),
        ("{^b.load}", "b in all shelf"),
        ("^all_of.load", "all_of in all"),
        ("include ^u", "u { text"),
        ("a: ^shelf", "shelf {\n  load"),
        ("on ^shelf", "shelf {\n  load"),
        ("of ^season", "season { winter"),
        ("top = o.^spare", "spare: crate"),
    ],
)
def test_a_name_is_bound_to_what_it_means(near: str, expected: str) -> None:
    world = Memory({"std:prelude/u.vdl": WORDS, "other.vdl": OTHER, "x.vdl": DESIGN})
    types, said = as_far_as_known(world, "x.vdl")
    file = types.names.program.files["x.vdl"]
    found = targets(types, "x.vdl")
    assert not [d.message for d in said if d.severity == "error"]
    at = DESIGN.index(near.replace("^", "")) + near.index("^")
    node = next(node for node in reversed(around(file.tree, at)) if node in found)
    target = found[node][[start for start, _ in names_of(node)].index(at)]
    assert target is not None and target.span is not None
    assert target.span.source.text.startswith(expected, target.span.start)
    assert DESIGN.startswith(target.span.text, at)
