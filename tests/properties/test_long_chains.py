"""The order of statements never decides whether a chain of definitions is followed, and its length does not either.

Names and types are found out within Python's ordinary depth, wherever in the text what is needed is written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from vdl.check import check
from vdl.parse.load import load
from vdl.pipeline import compile
from vdl.resolve import resolve
from vdl.world import Memory

PRELUDE = "edition 2026\ndimension Time: s\n"
LONG = 3000


@pytest.fixture(autouse=True)
def ordinary_depth() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


def chain(line: str, last: str, length: int = LONG) -> list[str]:
    """Lines that each need the next; {i} is a line's own number and {j} the next one's."""
    return [line.format(i=i, j=i + 1) for i in range(length)] + [last.format(i=length)]


CHAINS = {
    "lets": ("design d {{\n{0}\n}}", chain("let x{i} = x{j} + 1 s", "let x{i} = 1 s", 20_000)),
    "lets of a file": ("{0}\ndesign d {{ }}", chain("let x{i} = x{j} * 2", "let x{i} = 1 s")),
    "deep lets": ("design d {{\n{0}\n}}", chain(f"let x{{i}} = {'(' * 50}x{{j}}{' + 1)' * 50}", "let x{i} = 1", 300)),
    "functions": ("{0}\ndesign d {{ }}", chain("let f{i}(t: Time) = f{j}(t)", "let f{i}(t: Time) = t")),
    "typed functions": ("{0}\ndesign d {{ }}", chain("let f{i}(t: Time): Time = f{j}(t)", "let f{i}(t: Time): Time = t")),
    "kinds": ("{0}\ndesign d {{ a: k0 {{ }}\n let x = a.x }}", chain("kind k{i}: k{j} {{ }}", "kind k{i} {{ x: Time = 1 s }}")),
    "held": (
        "{0}\ndesign d {{ a: k0 {{ }}\n let x = a.x }}",
        chain("kind k{i} {{ o: k{j} {{ }}\n let x = o.x }}", "kind k{i} {{ x: Time = 1 s }}"),
    ),
    "units": ("{0}\ndesign d {{ }}", chain("unit u{i} = 1 u{j}", "unit u{i} = 1 s")),
    "dimensions": ("{0}\ndesign d {{ }}", chain("dimension D{i} = D{j}", "dimension D{i} = Time")),
    "designs": ("{0}", chain("design d{i} from d{j} {{ }}", "design d{i} {{ }}")),
}


def slugs(text: str) -> set[str]:
    program, diagnostics = load(Memory({"std:prelude/words.vdl": PRELUDE, "d.vdl": f"edition 2026\n{text}\n"}), "d.vdl")
    assert not diagnostics
    names, more = resolve(program)
    diagnostics += more
    diagnostics += check(names)[1]
    return {d.slug for d in diagnostics}


@pytest.mark.parametrize("backwards", [False, True], ids=["down", "up"])
@pytest.mark.parametrize("name", sorted(CHAINS))
def test_a_chain_is_followed(name: str, backwards: bool) -> None:
    frame, lines = CHAINS[name]
    assert slugs(frame.format("\n".join(reversed(lines) if backwards else lines))) == set()


CIRCLES = {
    "lets": ("design d {{\n{0}\n}}", "let x{i} = x{j} + 1", "circular-definition"),
    "functions": ("{0}\ndesign d {{ }}", "let f{i}(t: Time) = f{j}(t)", "circular-function"),
    "typed functions": ("{0}\ndesign d {{ }}", "let f{i}(t: Time): Time = f{j}(t)", "circular-function"),
    "kinds": ("{0}\ndesign d {{ }}", "kind k{i}: k{j} {{ }}", "circular-kind"),
    "held": ("{0}\ndesign d {{ }}", "kind k{i} {{ o: k{j} {{ }} }}", "circular-kind"),
    "units": ("{0}\ndesign d {{ }}", "unit u{i} = 1 u{j}", "circular-unit"),
    "dimensions": ("{0}\ndesign d {{ }}", "dimension D{i} = D{j}", "circular-unit"),
    "designs": ("{0}", "design d{i} from d{j} {{ }}", "circular-kind"),
}


@pytest.mark.parametrize("name", sorted(CIRCLES))
def test_a_long_circle_is_found(name: str) -> None:
    frame, line, slug = CIRCLES[name]
    lines = [line.format(i=i, j=(i + 1) % LONG) for i in range(LONG)]
    assert slugs(frame.format("\n".join(lines))) == {slug}


def test_many_long_chains_of_one_definition() -> None:
    """One definition needs the first of many chains that are each too long to be followed at once."""
    lines = [f"let total = {'(' * 60}sum([{', '.join(f'c{i}_0' for i in range(100))}]){' + 1)' * 60}"]
    for i in range(100):
        lines += chain(f"let c{i}_{{i}} = c{i}_{{j}} + 1", f"let c{i}_{{i}} = 1", 100)
    assert slugs("design d {\n" + "\n".join(lines) + "\n}") == set()


def test_what_was_given_up_is_said_once() -> None:
    """A fault at the beginning of a chain that is begun several times."""
    lines = chain("let x{i} = x{j} + (1 s + true)", "let x{i} = 1 s", 300)
    program, _ = load(Memory({"std:prelude/words.vdl": PRELUDE, "d.vdl": f"edition 2026\n{chr(10).join(lines)}\n"}), "d.vdl")
    names, _ = resolve(program)
    diagnostics = check(names)[1]
    assert len(diagnostics) == 300 and len({d.key() for d in diagnostics}) == 300


def test_an_object_that_is_handed_on_often_is_found() -> None:
    """Beyond the members that may be open inside each other."""
    lines = chain("h{i}: holder {{ o = h{j}.o }}", "h{i}: holder {{ o = m }}", 200)
    kinds = "kind held { x: Time = 1 s }\nkind holder { o: held }\n"
    text = f"edition 2026\n{kinds}design d {{\nm: held {{ }}\nrequire reached: h0.o.x == 1 s\n" + "\n".join(lines) + "\n}\n"
    compilation = compile(Memory({"std:prelude/words.vdl": PRELUDE, "d.vdl": text}), "d.vdl", as_of="2026-01-01")
    assert not compilation.diagnostics
    assert [rule.outcome for rule in compilation.designs[0].judged.rules] == ["holds"]
