"""What is assumed and should have been confirmed by now."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.judge.assumptions import Assumption
from vdl.judge.records import OpenPoint
from vdl.judge.waivers import is_past
from vdl.text.phrases import Day, Person, phrase


def overdue(assumed: Iterable[Assumption], as_of: str) -> list[OpenPoint]:
    """What somebody was to confirm before this day, each once, in the order of the text: by the name of the first figure or rule
    that it is behind."""
    found: dict[tuple[str, int, int], OpenPoint] = {}
    for one in sorted(assumed, key=lambda one: (one.source.path, not one.is_quantity, one.start, one.name)):
        for span, _, owner, until in one.reasons():
            if is_past(until, as_of) and span.key() not in found:
                day = Day(until)
                text = phrase("`{name}` is assumed, and it was to be confirmed by {day}", name=one.name, day=day)
                if owner:
                    text = phrase("`{name}` is assumed, and {owner} was to confirm it by {day}",
                                  name=one.name, owner=Person(owner), day=day)  # fmt: skip
                found[span.key()] = OpenPoint("overdue", one.name, text, span)
    return [found[key] for key in sorted(found)]


__all__ = ["overdue"]
