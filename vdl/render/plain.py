"""Prose as plain text, for widths, CSV cells and page titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vdl.report.model import Chart, Cite, Diagram, Piece, Piles, Prose, Tone, Verdict, every_box

SHAPES: dict[Tone, str] = {"good": "✓", "bad": "✗", "warn": "▲", "neutral": "◆"}
"""The shape of each tone: told apart without colour, and in every shipped font."""

MANY, SAID = 12, 6
"""More names than that are very many: the first few of them are said."""


def plain(prose: Prose) -> str:
    """The words and figures of a prose. Citations are left out, verdicts are their word."""
    parts: list[str] = []
    for item in prose:
        if isinstance(item, Verdict):
            parts.append(item.word)
        elif not isinstance(item, Cite):
            parts.append(item.text)
    return "".join(parts)


def few(paths: str) -> str:
    """Paths that are told behind a title; of very many the first few."""
    each = paths.split(", ")
    return paths if len(each) <= MANY else ", ".join([*each[:SAID], "…"])


def cite_text(cite: Cite) -> str:
    """How a citation is printed: "[3]" or "[3, page 12]"."""
    return f"[{cite.number}, {cite.where}]" if cite.where else f"[{cite.number}]"


def said(chart: Chart, group: bool = True) -> Iterator[str]:
    """What the chart shows in words: a text for each row, which names its `group` where that stands nowhere else."""
    for row in chart.rows:
        name = ", ".join(filter(None, (row.group if group or not row.label else "", row.label)))
        parts = [f"{each.name} {each.text}".strip() for each in (*row.bars, *row.marks) if each.name or each.text]
        yield f"{name}: {', '.join(parts)}" if name else ", ".join(parts)


def told(diagram: Diagram) -> Iterator[str]:
    """What a diagram shows in words: each box with what stands in it, and each line; of boxes of one title where each stands."""
    every = list(every_box(diagram.boxes))
    around = {inner.key: box.title for box in every for inner in box.boxes}
    often = Counter([box.title for box in every])
    apart = {box.key: f"{around[box.key]}, {box.title}" for box in every if often[box.title] > 1 and box.key in around}
    titles = {box.key: apart.get(box.key, box.title) for box in every}
    for box in every:
        name = f"{titles[box.key]} ({box.note})" if box.note else titles[box.key]
        within = ", ".join(inner.title for inner in box.boxes)
        yield f"{name}: {within}" if within else name
    for start, end in diagram.links:
        yield f"{titles[start]} → {titles[end]}"


def piled(piles: Piles) -> Iterator[str]:
    """What lies in which pile in words: a text for each pile, and for what lies in none."""
    for pile in piles.piles:
        yield f"{pile.label}: {', '.join([*map(piece_text, pile.pieces), *pile.notes])}"
    for piece in piles.apart:
        yield piece_text(piece)


def piece_text(piece: Piece) -> str:
    """Things of one sort: "4 × Crate, 8 m"."""
    return ", ".join(filter(None, (f"{piece.number:,} × {piece.name}", piece.text)))
