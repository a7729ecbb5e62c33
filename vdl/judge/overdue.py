"""What is assumed and should have been confirmed by now."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Cites
from vdl.judge.records import Judged, OpenPoint
from vdl.judge.waivers import is_past
from vdl.solve import Solution
from vdl.text.phrases import Day, phrase
from vdl.text.source import Span
from vdl.values import FAULT, NOT_STATED


def overdue(solution: Solution, judged: Judged, as_of: str) -> list[OpenPoint]:
    """The assumptions that the design stands on and that somebody was to confirm before this day, each once: by the name of the
    first figure or rule that it is behind."""
    found: dict[tuple[str, int, int], OpenPoint] = {}
    for name, cites in _assuming(solution, judged):
        for cite, source in cites:
            span = Span(source, cite.start, cite.end)
            if is_past(cite.until, as_of) and span.key() not in found:
                day = Day(cite.until)
                text = phrase("`{name}` is assumed, and it was to be confirmed by {day}", name=name, day=day)
                if cite.owner:
                    text = phrase("`{name}` is assumed, and {owner} was to confirm it by {day}",
                                  name=name, owner=cite.owner, day=day)  # fmt: skip
                found[span.key()] = OpenPoint("overdue", name, text, span)
    return list(found.values())


def _assuming(solution: Solution, judged: Judged) -> Iterator[tuple[str, Cites]]:
    """What citations can stand behind, of all that has a value or a verdict."""
    for cell, value in solution.values.items():
        if cell.cites and value is not NOT_STATED and value is not FAULT:
            yield cell.path, cell.cites
    for rule in judged.rules:
        if rule.cites and rule.outcome != "not-applicable":
            yield rule.name, rule.cites
    for one in judged.expectations:
        yield one.entry.full_name, one.entry.cites


__all__ = ["overdue"]
