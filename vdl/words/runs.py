"""Labels as a document lists them: those that are numbered one after the other as a run, "y1–y3, y5"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vdl.text.phrases import joined

_NUMBERED = r"(?as)(.*?)(\d+)"

_LEAST = 3
"""Labels that make a run; two stand beside each other."""


def in_runs(labels: Sequence[str]) -> str:
    """Labels with commas between them, and as a run where each is numbered one higher than the one before: "y1–y3, y5". Of
    labels along several axes a run is along the last: "winter/y1–y3"."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and _follows(runs[-1][-1], label):
            runs[-1].append(label)
        else:
            runs.append([label])
    return joined(", ", [one for run in runs for one in _said(run)])


def _said(run: Sequence[str]) -> Iterable[str]:
    return run if len(run) < _LEAST else [joined("–", (run[0], run[-1].rpartition("/")[2]))]


def _follows(before: str, label: str) -> bool:
    """Whether the number at the end of a label is one more than that of another, and all before it is the same."""
    first, second = re.fullmatch(_NUMBERED, before), re.fullmatch(_NUMBERED, label)
    return bool(first and second and first[1] == second[1] and int(first[2]) + 1 == int(second[2]))


def slashed(labels: Sequence[str]) -> str:
    """Labels as a terminal lists them: "y1/y2"; those along several axes with commas between them."""
    return joined(", " if any("/" in label for label in labels) else "/", labels)
