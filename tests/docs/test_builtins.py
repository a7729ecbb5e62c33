"""The built-in functions in the language reference are those of the compiler, in their own words."""

from __future__ import annotations

from pathlib import Path

from vdl.builtins import BUILTINS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "language.md"
HEAD = "| function | gives |\n|---|---|\n"


def row(name: str) -> str:
    record = BUILTINS[name]
    calls = ", ".join(f"`{call})`" for call in record.signature.removesuffix(")").split("), "))
    return f"| {calls} | {record.doc} |\n"


def test_the_reference_has_every_function(updating: bool) -> None:
    table = "".join(row(name) for name in sorted(BUILTINS))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    lines = rest.splitlines(keepends=True)
    stands = next((i for i, line in enumerate(lines) if not line.startswith("|")), len(lines))
    if updating:
        PAGE.write_text(before + HEAD + table + "".join(lines[stands:]), encoding="utf-8")
        return
    assert "".join(lines[:stands]) == table, "run: pytest tests/docs/test_builtins.py --update"
