"""What a merge leaves in a text where two sides changed the same lines: `<<<<<<<`, `=======`, `>>>>>>>`."""

from __future__ import annotations

import re

from vdl import errors
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import SYNTAX_ERRORS
from vdl.text.source import Source, Span

_MARKER = r"(?m)^(?:(<<<<<<<|\|\|\|\|\|\|\||>>>>>>>)(?:[ \t][^\n]*)?|=======)\r?$"


def taken_out(source: Source, *, rests: bool) -> tuple[Source, list[Diagnostic]]:
    """The text as the first side of each conflict has it, with blanks for all else of it, and an error for each.

    With `rests` also markers of which somebody forgot to take out the others. Without a conflict it is the source itself.
    """
    found: list[Diagnostic] = []
    blank: list[tuple[int, int]] = []
    single: list[re.Match[str]] = []
    markers = list(re.finditer(_MARKER, source.text))
    at = 0
    while at < len(markers):
        group = _group(markers, at)
        if group:
            first, second, last = markers[at], markers[at + 1], markers[at + group - 1]
            blank += [first.span(), (second.start(), last.end())]
            found.append(_conflict(source, markers[at : at + group]))
        else:
            single.append(markers[at])
        at += group or 1
    if rests and any(one[0][0] in "<>" for one in single):  # a line of `=` alone may stand in a text
        blank += [one.span() for one in single]
        found.append(_conflict(source, single))
    if not found:
        return source, []
    return Source(source.path, _blanked(source.text, sorted(blank))), found[:SYNTAX_ERRORS]


def _conflict(source: Source, markers: list[re.Match[str]]) -> Diagnostic:
    first, *others = [Span(source, one.start(), one.start() + 7) for one in markers]
    return errors.merge_conflict(first, others)


def _group(markers: list[re.Match[str]], at: int) -> int:
    """How many markers from this one on are one conflict; 0 where it begins none."""
    whole = re.match(r"<\|?=>", "".join([one[0][0] for one in markers[at : at + 4]]))
    return len(whole[0]) if whole is not None else 0


def _blanked(text: str, stretches: list[tuple[int, int]]) -> str:
    """A text with blanks for some stretches of it; its lines stay."""
    parts, done = [], 0
    for start, end in stretches:
        parts += [text[done:start], re.sub(r"[^\r\n]", " ", text[start:end])]
        done = end
    return "".join([*parts, text[done:]])
