"""Columns that stay beside each other on a narrow screen, where the other cells of a row stand under each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from vdl.records import NamedTuple
from vdl.report.model import Column

SHORT = 8
"""Letters of a head that has room beside others, as years have."""


LABELS = 3
"""Figures below short heads from which these are taken for labels of one thing: "Bought" and "Left" are two."""


class Run(NamedTuple):
    """Columns that stay beside each other, by a number of their own, with what all of them share, which may be ""."""

    number: int
    shared: str


def runs(columns: Sequence[Column], shared: Sequence[str], numeric: Iterable[bool]) -> list[Run | None]:
    """Of each column the run that it is one of, if any: those below one head, of which it is told what they have in common, and
    figures of one unit below short heads. "" stands for columns that share no head."""
    found: list[Run | None] = []
    for (least, _, common), of in groupby(_keys(columns, shared, numeric)):
        many = len(list(of))
        found += [Run(len(found) + 1, common) if many >= least else None] * many
    return found


def _keys(columns: Sequence[Column], shared: Sequence[str], numeric: Iterable[bool]) -> Iterator[tuple[int, int, str]]:
    """What neighbours of one run have in common, behind how many they must be, and a number for each that stands alone."""
    for at, (column, head, figures) in enumerate(zip(columns, shared, numeric, strict=True)):
        if head:
            yield 2, 0, head
        elif figures and len(column.head) <= SHORT:
            yield LABELS, 0, column.unit
        else:
            yield 2, at, ""
