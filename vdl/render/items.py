"""The things that a text lists, one behind the other: "the first (with; more), the second; and 37 more."."""

from __future__ import annotations

import re

from vdl.report import model as m

_MARKS = re.compile(r"; |[()]")


def parted(prose: m.Prose) -> list[m.Prose]:
    """Words at each "; " that is not in brackets."""
    things: list[list[m.Inline]] = [[]]
    depth = 0
    for item in prose:
        if not isinstance(item, m.Text):
            things[-1].append(item)
            continue
        start = 0
        for mark in _MARKS.finditer(item.text):
            depth = max(0, depth + {"(": 1, ")": -1}.get(mark[0], 0))
            if mark[0] == "; " and not depth:
                things[-1] += _text(item.text[start : mark.start()])
                things.append([])
                start = mark.end()
        things[-1] += [item] if not start else _text(item.text[start:])
    return [tuple(thing) for thing in things]


def _text(words: str) -> list[m.Inline]:
    return [m.Text(words)] if words else []


def counted(words: str, as_said: str) -> int | None:
    """How many more there are, where a thing says nothing but that, in the words of `as_said`: 37 of "and 37 more."."""
    before, _, behind = as_said.removeprefix("; ").partition("{rest}")
    found = re.fullmatch(rf"{re.escape(before)}([0-9.,]+){re.escape(behind)}[.]?", words)
    return int(re.sub("[.,]", "", found[1])) if found is not None else None


__all__ = ["counted", "parted"]
