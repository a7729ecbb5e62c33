"""A summary as Markdown, for the page of a job: how each design stands, and what is wrong where."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping

from vdl.cli.formats import Checked
from vdl.snapshot.records import Snapshot
from vdl.text.diagnostics import Diagnostic, several
from vdl.text.markdown import in_cell
from vdl.words.verdicts import EXPECTATIONS, RULES, STANDINGS

_MOST = 100
"""Rows of a table; the page of a job takes a megabyte."""


def text(found: Checked) -> str:
    """Markdown that ends with a newline."""
    return "\n".join(_lines(found)) + "\n"


def append(path: str, found: Checked) -> None:
    """Put a summary at the end of a file, which need not exist. Raises OSError; never waits for a reader."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    with open(path, "ab", opener=lambda name, _: os.open(name, flags, 0o666)) as file:
        file.write(text(found).encode("utf-8", "backslashreplace"))


def _lines(found: Checked) -> Iterator[str]:
    yield "### vdl check"
    yield ""
    yield in_cell(found.last, 2_000)
    yield ""
    if found.designs:
        yield from _table(["design", "verdict", "rules", "expectations", "open"], [_design(found, d) for d in found.designs])
    if found.diagnostics:
        worst = sorted(found.diagnostics, key=lambda d: ("error", "warning", "info").index(d.severity))
        yield from _table(["", "where", "what"], [_finding(found, one) for one in worst])


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    for row in (heads, ["---"] * len(heads), *rows[:_MOST]):
        yield f"| {' | '.join(row)} |"
    yield ""
    if len(rows) > _MOST:
        yield f"... and {len(rows) - _MOST:,} more"
        yield ""


def _design(found: Checked, design: Snapshot) -> list[str]:
    name = f"{found.addresses.of(design.file) or design.file}: {design.name}"
    points = Counter([point.state for point in design.open_points])
    return [
        in_cell(", ".join([name, *design.layers])),
        STANDINGS[design.standing][0] + (f", with {several(design.accepted, 'accepted exception')}" if design.accepted else ""),
        _counted(Counter([rule.outcome for rule in design.rules]), RULES),
        _counted(Counter([one.outcome for one in design.expectations]), EXPECTATIONS),
        str(points["open"]) if points["open"] else "",
    ]


def _counted(counted: Mapping[str, int], words: Mapping[str, tuple[str, str]]) -> str:
    return ", ".join([several(counted[one], *said) for one, said in words.items() if counted.get(one)])


def _finding(found: Checked, one: Diagnostic) -> list[str]:
    address, span = found.place(one)
    where = f"{address}:{span.source.place(span.start)[0]}" if span is not None else address or one.subject
    label = f" ({one.label})" if one.label and one.span is not None else ""
    return [one.severity, in_cell(where), f"{in_cell(one.message + label)} `{one.slug}`"]


__all__ = ["append", "text"]
