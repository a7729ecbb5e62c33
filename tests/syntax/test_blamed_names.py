"""Of a path with a wrong name in it, that name is blamed and not the whole path."""

from __future__ import annotations

import pytest

from vdl.pipeline import compile
from vdl.world import Memory

FILES = {
    "std:prelude/u.vdl": "edition 2026\ndimension Weight: kg, kgs\ncounted Box: box, boxes\n",
    "other.vdl": 'edition 2026\nkind crate { n: Weight = 1 kg }\nsource s "S" { publisher = "P", date = 2020-01 }\n',
}
TEXT = """edition 2026
import other as o
axis season {{ winter, summer }}
kind shelf {{ load: Weight?, top: o.crate, inner: o.crate {{ }}, require light: 1 kg <= 2 kg, count boxes: Box
  bound by_load: boxes >= 1 box }}
design d {{
  a: shelf {{ top = c, inner {{ n = 1 kg }}, boxes = 1 box }}
  c: o.crate {{ }}
{}
}}
"""


@pytest.mark.parametrize(
    ("statement", "slug", "blamed"),
    [
        ("a.inner.m = 1 kg", "unknown-field", "m"),
        ("a.iner.n = 1 kg", "unknown-field", "iner"),
        ("b.inner.n = 1 kg", "unknown-field", "b"),
        ("a.load.n = 1 kg", "not-fillable", "load"),
        ("a . inner . m = 1 kg", "unknown-field", "m"),
        ("a { iner.n = 1 kg }", "unknown-field", "iner"),
        ("a.iner { n = 1 kg }", "unknown-field", "iner"),
        ("a.load { n = 1 kg }", "not-fillable", "load"),
        ("a.light = true", "not-fillable", "light"),
        ("ask q: largest a.light where a.light", "not-fillable", "light"),
        ("e: o.crte { }", "unknown-kind", "crte"),
        ("e: p.crate { }", "unknown-kind", "p"),
        ("waive a.heavy \"x\"", "unknown-field", "heavy"),
        ("waive a.boxes.by_lod \"x\"", "unknown-field", "by_lod"),
        ("waive a.light at season.wintr \"x\"", "unknown-label", "wintr"),
        ("waive a.light at autumn \"x\"", "unknown-label", "autumn"),
        ("ask q: largest a.lod where a.light", "unknown-field", "lod"),
        ("let x = all o.crte", "unknown-kind", "crte"),
        ("let x = a.top.m", "unknown-field", "m"),
        ("let x = a.tp.n", "unknown-field", "tp"),
        ("a.load = 3 kg/bx", "unknown-unit", "bx"),
        ("a.load = 3 lb/box", "unknown-unit", "lb"),
        ("let y: Weight/Bx = 3 kg/box", "unknown-type", "Bx"),
        ("let y: o.crte = c", "unknown-type", "crte"),
        ("a.load = 3 kg @ o.t", "unknown-source", "t"),
        ("a.load = 3 kg @ t", "unknown-source", "t"),
        ("let y: labels of sason = [winter]", "unknown-axis", "sason"),
    ],
)  # fmt: skip
def test_the_name_that_is_wrong_is_blamed(statement: str, slug: str, blamed: str) -> None:
    world = Memory({**FILES, "x.vdl": TEXT.format(statement)})
    found = [d for d in compile(world, "x.vdl", as_of="2026-01-01").diagnostics if d.slug == slug]
    assert [d.span.text for d in found if d.span is not None] == [blamed]
