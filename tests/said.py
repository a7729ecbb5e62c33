"""What holds of every diagnostic, whatever it says: the cases ask it of all that they show."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vdl.errors import CATALOG
from vdl.text.diagnostics import Diagnostic, render
from vdl.text.source import LIBRARY

NO_TEXT_TO_WRITE = {
    "unfinished-statement": "what has to follow stands at the place",
    "unexpected-end": "something has to follow",
    "number-too-long": "the limit is said",
    "number-too-large": "the limit is said",
    "too-much-work": "the limit is said, and what often leads there",
    "import-cycle": "what both need hangs on the files",
    "too-many-choices": "which of them are settled hangs on the design",
    "unit-not-positive": "what nothing can be measured in",
    "circular-function": "there is no recursion",
    "placed-too-early": "a placement that hangs on placements has no other form",
    "no-such-item": "what list or input is empty stands at the place",
    "not-a-step": "what a step is stands in the message",
    "not-a-point": "what a point is stands in the message",
    "not-a-tolerance": "what a tolerance is stands in the message",
    "stated-for-part": "which figure is missing hangs on the range",
    "division-by-zero": "what is zero stands at the place",
    "not-monotone": "the circle is named",
    "range-widened": "both ranges are named",
    "factor-known": "which of the statements is the right one hangs on them",
    "later-source": "which of the dates is wrong is the author's",
    "display-twice": "which of the units is wanted is the author's",
    "without-reason": "a fault of vdl",
}
"""Slugs whose help names no text of a design, and why."""

SAYS_ALL = {"unreadable-file"}
"""Slugs whose message is all there is to say: the reason is the system's."""


def check_places(found: Iterable[Diagnostic]) -> None:
    """Every place lies in its file, and every diagnostic can be shown."""
    for diagnostic in found:
        assert diagnostic.slug in CATALOG
        assert diagnostic.span is not None or diagnostic.subject, diagnostic
        for span in [diagnostic.span, *(span for span, _ in diagnostic.related)]:
            if span is not None:
                assert 0 <= span.start <= span.end <= len(span.source.text), diagnostic
        assert diagnostic.message
        assert not re.search(r"\bNone\b|_NL|object at 0x", render(diagnostic)), render(diagnostic)
        said = render(diagnostic._replace(help=()))  # a help may say `let NAME = ...`
        assert not re.search(r"\bNAME\b", said), said


def check_said(found: Iterable[Diagnostic]) -> None:
    """Every diagnostic says more than what is wrong, and speaks of the author's line before the library's."""
    for one in found:
        assert one.slug in SAYS_ALL or not is_bare(one), render(one)
        own = [place for place, _ in one.related if not place.source.path.startswith(LIBRARY)]
        assert one.span is None or not (own and one.span.source.path.startswith(LIBRARY)), render(one)
        assert one.slug not in NO_TEXT_TO_WRITE or not any(map(named, one.help)), render(one)


def is_bare(diagnostic: Diagnostic) -> bool:
    """Whether it only says what is wrong: nothing at the place, no note, no help."""
    label = diagnostic.label if diagnostic.span is not None else ""
    return not (label or diagnostic.notes or diagnostic.help) and diagnostic.stands_for == 1


def named(help: str) -> list[str]:
    """The texts that a help names in backticks."""
    return re.findall(r"`([^`]+)`", help)
