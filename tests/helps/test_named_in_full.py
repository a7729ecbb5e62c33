"""Helps that need another file, or a layer of the command line: what is named in part is offered by its full name."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile

CATALOG = "edition 2026\nkind crate { load: Weight? }\nlow: crate { load = 3 kg }\n"


def helps(text: str, sets: list[str] | None = None) -> list[tuple[str, str]]:
    world = TestWorld(texts={"d.vdl": f"edition 2026\n{text}", "catalog.vdl": CATALOG})
    found = compile(world, "d.vdl", as_of=AS_OF, sets=sets or [])
    return [(one.slug, help_) for one in found.diagnostics for help_ in one.help]


def test_an_object_of_an_imported_file() -> None:
    text = "import catalog as goods_there\non {} {{ load = 4 kg }}\ndesign d {{ x: Weight = 4 kg, require light: x <= 5 kg }}\n"
    said = "write its full name, with the file that it stands in: `goods_there.low`"
    assert helps(text.format("low")) == [("unknown-kind", said)]
    assert not helps(text.format("goods_there.low"))


def test_what_the_design_declares() -> None:
    text = "design d { x: Weight = 4 kg, require light: x <= 5 kg }\n"
    said = "what the design declares is named without it: write `x`"
    assert helps(text, ["design.x = 2 kg"]) == [("unknown-field", said)]
    assert not helps(text, ["x = 2 kg"])
