"""What a report draws: charts, piles and diagrams, as what they show and not yet as lines on a page.

`vdl.report.model` hands them on to the renderers, with the other blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drawn:
    """A bar or a mark of a chart: what it is called, how its value is printed, and where it ends.

    Bars begin at zero. `least` and `most` are exact magnitudes in the unit of the chart, as fractions ("61/4"), which differ
    where the value is a range; "" where nothing is stated.
    """

    name: str
    text: str
    least: str = ""
    most: str = ""
    room: str = ""
    """"open" of room that is left, "kept" of room that is to stay so: each looks alike in all charts."""


@dataclass(frozen=True, slots=True)
class Bars:
    """What stands in one row of a chart. Rows in a row with the same `group` stand together under its name."""

    label: str
    bars: tuple[Drawn, ...]
    marks: tuple[Drawn, ...] = ()
    group: str = ""
    at: str = ""
    """Where it stands along the other axis, as a fraction, in a chart that has one."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars on one scale, from zero. `title` asks what the chart answers; those of a row that is `stacked` follow each other.

    Where it has a unit `along` another axis, each row is a point of it, in the order of that axis."""

    title: str
    unit: str
    rows: tuple[Bars, ...]
    stacked: bool = False
    number: int = 0
    """Which figure of the report it is, charts and diagrams together; 0 where nothing is numbered."""
    along: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Things of one sort that lie on each other: `size` is what one takes, an exact fraction; "" where it is not stated."""

    name: str
    number: int
    size: str = ""
    text: str = ""
    """How the size of all of them is printed: "8 m"."""
    foot: str = ""
    """How far above the foot of its pile the lowest lies, an exact fraction; "" of what lies in none."""
    anywhere: bool = False
    """Whether nobody says where it lies, though of others it is said."""


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile, or several alike: what lies in it from below, and what is said below it."""

    label: str
    pieces: tuple[Piece, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piles:
    """Things in piles of one height: `room` is what one holds, an exact fraction. What lies in none is told `apart`."""

    title: str
    unit: str
    room: str
    piles: tuple[Pile, ...]
    apart: tuple[Piece, ...] = ()
    placed: bool = False
    """Whether it is stated of any of them at which place it lies."""
    counted: bool = False
    """Whether piles are as high as so many counted things, so that places in them are numbered from 1 at the foot."""
    number: int = 0
    """As of charts."""


@dataclass(frozen=True, slots=True)
class Box:
    """Something of a diagram: `key` is what links call it, unique in the diagram; `boxes` stand within it."""

    key: str
    title: str
    note: str = ""
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """Boxes, and which of them lead to which: pairs of keys."""

    title: str
    boxes: tuple[Box, ...]
    links: tuple[tuple[str, str], ...] = ()
    number: int = 0
    """As of charts."""


def every_box(boxes: Iterable[Box]) -> Iterator[Box]:
    """Boxes and what stands in them, in order of appearance."""
    for box in boxes:
        yield box
        yield from every_box(box.boxes)
