"""One legend for bars of the same parts, in place of one below each: what a part is, and what it comes to in each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from vdl.render.measure import length
from vdl.render.svg import SIZE
from vdl.report.model import Bars, Chart

INSET = 15
"""How far from the edge names stand that have a swatch before them: blanks would come behind words from right to left."""

_APART, _NAME = 12, 84
"""What is left before a column of figures, and how wide names are at least where columns stand behind them."""

_RUN = 3
"""So many labels one after the other are told as a run: "FY27–FY29"."""


def alike_once(chart: Chart) -> Chart:
    """A chart of stacked bars, in which those one after the other that are alike in all are one, with the labels of all."""
    if not chart.stacked:
        return chart
    found = [list(rows) for _, rows in groupby(chart.rows, key=lambda row: (row.group, row.bars, row.marks, not row.label))]
    return replace(chart, rows=tuple([replace(rows[0], label=_labels([row.label for row in rows])) for rows in found]))


def _labels(labels: Sequence[str]) -> str:
    """Labels that are numbered one after the other as a run, others one behind the other."""
    parts = [re.fullmatch(r"(.*?)(\d+)", label) for label in labels]
    numbered = [(part[1], int(part[2])) for part in parts if part is not None]
    is_run = len(numbered) == len(labels) >= _RUN and all((of, at + 1) == after for (of, at), after in pairwise(numbered))
    return f"{labels[0]}–{labels[-1]}" if is_run else ", ".join(labels)


def shared(rows: Sequence[Bars], width: float) -> bool:
    """Whether bars have the same parts, and their figures have room beside each other in so wide a drawing."""
    names = {tuple([bar.name for bar in row.bars]) for row in rows}
    return len(rows) > 1 and len(names) == 1 and all(row.label for row in rows) and sum(columns(rows)) + INSET + _NAME <= width


def columns(rows: Sequence[Bars]) -> list[float]:
    """How wide the column of figures of each bar is, with what is left before it."""
    return [max([length(words) for words in (row.label, *[bar.text for bar in row.bars])]) * SIZE + _APART for row in rows]


def all_shared(chart: Chart, width: float) -> bool:
    """Whether each group of the bars of a chart has one legend."""
    groups = [rows for _, group in groupby(chart.rows, key=lambda row: row.group) if len(rows := list(group)) > 1]
    return chart.stacked and bool(groups) and all(shared(rows, width) for rows in groups)


__all__ = ["INSET", "alike_once", "all_shared", "columns", "shared"]
