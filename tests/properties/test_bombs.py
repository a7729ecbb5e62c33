"""Small texts that ask for much: each ends in time and in little memory, and says why in few words.

Every text is checked by a process of its own with limits on its time and memory, so that one that does not keep them
harms nobody.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
SECONDS = 60  # of a slow machine: what would not end takes hours
MEMORY = 3 * 2**29
OUTPUT = 3_000_000
HEAD = "edition 2026\n"


def rows(of: str, last: int) -> str:
    """Lines with a number for `#`, counted from 1, and with the one before it for `~`."""
    return "".join(of.replace("#", str(n)).replace("~", str(n - 1)) + "\n" for n in range(1, last + 1))


def design(lines: str, rule: str = "") -> str:
    return f"design d {{\n{lines}{f'  require r: {rule}' if rule else ''}\n}}\n"


def circle(counts: int, factor: str) -> str:
    bounds = rows(f"  count c#: Box\n  bound b#: c# >= c~ * {factor} + 1 box", counts)
    last = f"  count c0: Box\n  bound b0: c0 >= c{counts} * {factor} + 1 box\n"
    return f"counted Box: box, boxes\nkind k {{\n{bounds}{last}}}\ndesign d {{ o: k {{ }} }}\n"


def cells(lets: int) -> str:
    """Values along five axes of ten labels each, each made from the one before."""
    axes = "".join(f"axis {a} {{ {', '.join(f'{a}{i}' for i in range(10))} }}\n" for a in "abcde")
    first = "  let q0 = " + " + ".join(f"{{ {a}0: 1, else: 2 }}" for a in "abcde") + "\n"
    return axes + design(first + rows("  let q# = q~ * 2 + q0", lets), f"q{lets} > 0")


FUNCTION = "let f0(x: Number) = x + 1\n"
OBJECTS = "kind k { n: Number = 1 }\n"
TEXTS = {
    "unknown fields": "kind k { }\n" + design("  o: k { }\n" + rows("  let x# = o.field#", 4_000)),
    "fields that one of many has not": "kind k {\n" + rows("  f#: Number = 1", 25_000) + "}\n"
    + design("  o: k {\n" + rows("    g# = 1", 25_000) + "  }\n"),
    "designs from designs that are not there": rows("design d# { }\ndesign e# from f# { }", 8_000),
    "long names like each other": design(rows(f"  let {'x' * 90}# = {'x' * 90}_#_", 600)),
    "labels of a few values": cells(4),
    "a rule that fails at many labels": cells(1).replace("q1 > 0", "q1 > 50"),
    "rules that fail at many labels": cells(0).replace("q0 > 0", "q0 > 50\n" + rows("  require r#: q0 <= 0", 40)),
    "rules that hold at many labels": cells(0).replace("q0 > 0", "q0 > 0\n" + rows("  require r#: q0 > 0", 60)),
    "tokens": rows("let x#=1", 50_000) + design(""),
    "a long line": "x " * 400_000 + "\n",
    "nested calls": FUNCTION + rows("let f#(x: Number) = f~(x) + f~(x)", 60) + design("", "f60(1) > 0"),
    "lists from lists": design("  n: Number = 1\n  let l0 = [n + n]\n" + rows("  let l# = [x + x for x in l~]", 60)
                              + "  let s0 = [n + n]\n" + rows("  let s# = [sum(s~) + sum(s~)]", 60), "sum(l60) == sum(s60)"),
    "lists through functions": "let f(l: list of Number) = [sum(l) + sum(l)]\n"
    + design("  n: Number = 1\n", "sum(" + "f(" * 50 + "[n]" + ")" * 50 + ") > 0"),
    "loops over loops": design("  n: Number = 1\n  let k = " + "[x + x for x in " * 28 + "[n]" + "]" * 28 + "\n", "sum(k) > 0"),
    "copies of copies": OBJECTS
    + design("  o: k { }\n  let x0 = o\n" + rows("  let x# = x~ with { n = x~.n + x~.n }", 60), "x60.n > 0"),
    "loops in loops": OBJECTS
    + design(rows("  o#: k { }", 120) + "  let x = sum(a.n for a in all k, b in all k, c in all k)\n", "x > 0"),
    "a list that keeps some objects": OBJECTS
    + design(rows("  o#: k { n = # }", 2_000), "sum([o.n for o in all k if o.n > 3]) > 0"),
    "objects that are searched again and again": OBJECTS + "kind l { m: Number = 1 }\n"
    + design(rows("  o#: k { }", 10_000) + rows("  require r#: sum([o.m for o in all l]) == 0", 2_000)),
    "a slow circle": circle(1, "0.999"),
    "a wide circle": circle(50, "0.999"),
    "a wider circle": circle(200, "0.9"),
    "a sum that pulls both ways": design(
        "  x: Number = 1..2\n  y: Number = 3..4\n" + rows("  let p# = x * y\n  let q# = 0 - x * y", 1_500)
        + f"  let s = sum([{', '.join(f'p{i}, q{i}' for i in range(1, 1_501))}])\n", "s == 0"),
    "a sum of which all pulls both ways": design(
        rows("  let x# = 1..2\n  let y# = 3..4\n  let p# = x# * y#", 300) + "  let s = sum(["
        + ", ".join(f"p{i} * y{i % 300 + 1} - p{i} * x{i * 7 % 300 + 1}" for i in range(1, 301)) + "])\n", "s > 0"),
    "many ranges": design(rows("  let x# = 1..2", 200)
                          + "  let y = " + " + ".join(f"x{i} * x{i + 1}" for i in range(1, 150)) + "\n", "y * y / (y + 1) > 0"),
    "kinds of kinds": "kind k0 { n: Number = 1 }\n" + rows("kind k# { a: k~ { }, b: k~ { } }", 25) + design("  o: k25 { }\n"),
    "options of many scenarios": OBJECTS + "oa: k { n = 1 }\nob: k { n = 2 }\n"
    + design(rows("  let y# = (choose [oa, ob] minimizing #).n", 8) + "  let s = y1 + y2 + y3 + y4 + y5 + y6 + y7 + y8\n"
             + rows("  p#: k { n = s }", 200) + rows("  scenario c# {\n    expect e: s == 8\n  }", 20)),
    "options": OBJECTS + rows("o#: k { n = # }", 4)
    + design(rows("  let y# = (choose [o1, o2, o3, o4] minimizing #).n", 4), "y1 + y2 + y3 + y4 > 0"),
}  # fmt: skip

INCLUDED = rows("document a# {\n  include a~\n  include a~\n}", 40)
DOCUMENTS = {
    "loops": 'document a { for x in each(1000) { for y in each(990) { text "a {x}" } } }\n',
    "loops without a text": "document a { for x in each(1000) { for y in each(990) { if x > 2000 { } } } }\n",
    "loops with a condition": 'document a { for x in each(1000), y in each(190) if x > 2000 { text "a" } }\n',
    "a wide table": "document a { table for x in each(9000) {\n" + rows('  "h#": # * x', 300) + "} }\n",
    "a text of many letters": f'document a {{ for x in each(50000) {{ text "{"x" * 50_000}" }} }}\n',
    "sections of one name": 'document a { for x in each(60000) { section "a" { show verdict } } }\n',
    "includes of includes": 'document a0 { text "x" }\n' + INCLUDED.replace("a40 {", "a {"),
    "includes of sections": "document b {\n" + rows('  section "s#" { text "x" }', 20_000) + "}\ndocument a {\n"
    + rows('  include b "s#"\n  include b "t#"', 10_000) + "}\n",
}  # fmt: skip


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def vdl(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "vdl", *arguments, "--as-of", "2026-01-01"]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, preexec_fn=limited, timeout=5 * SECONDS)
    said = ran.stderr[-600:].decode(errors="replace")
    assert ran.returncode in (0, 1), f"ended with {ran.returncode}\n{said}"
    assert b"Traceback" not in ran.stderr and b"internal error" not in ran.stderr, said
    assert len(ran.stdout) + len(ran.stderr) < OUTPUT
    return ran


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """One that is empty, so that the text alone is what takes long."""
    folder = tmp_path / "library" / "prelude"
    folder.mkdir(parents=True)
    return folder.parent


@pytest.mark.parametrize("name", DOCUMENTS)
def test_its_document_ends(name: str, tmp_path: Path, library: Path) -> None:
    path = tmp_path / "d.vdl"
    path.write_text(HEAD + DOCUMENTS[name] + design(""), encoding="utf-8")
    vdl("build", str(path), "--library", str(library), "--document", "a", "--format", "md", "--out", str(tmp_path))


def test_the_reasons_of_a_long_chain_end(tmp_path: Path, library: Path) -> None:
    path = tmp_path / "d.vdl"
    path.write_text(HEAD + design("  let x0 = 1\n" + rows("  let x# = x~ + 1", 15_000)), encoding="utf-8")
    for form in ("human", "json"):
        vdl("explain", str(path), "x15000", "--library", str(library), "--format", form)


@pytest.mark.parametrize("name", TEXTS)
def test_it_ends(name: str, tmp_path: Path, library: Path) -> None:
    path = tmp_path / "d.vdl"
    path.write_text(HEAD + TEXTS[name], encoding="utf-8")
    vdl("check", str(path), "--library", str(library))
