"""What a document says where sums that lack figures decide what stands in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vdl.graph.cells import Cell
from vdl.report import model as m
from vdl.report.page import Page
from vdl.text.phrases import joined, phrase


def told_by_sums(page: Page, made: list[m.Block], sums: Iterable[Cell | None]) -> list[m.Block]:
    """Blocks that are there, or are none, by such sums, of which None has no name, led by words that say so: those of a section
    stand in it."""
    names = [phrase("a sum") if cell is None else page.titles.member(cell.path) for cell in sums]
    figures = joined(", ", list(dict.fromkeys(names)))
    there = phrase("This goes by what is stated of {figures}; the rest could decide otherwise.", figures=figures)
    nothing = phrase("Nothing stands here, by what is stated of {figures}; the rest could decide otherwise.", figures=figures)
    words = m.Paragraph((m.Text(there if made else nothing),))
    if made and all(isinstance(block, m.Section) for block in made):
        return [replace(block, blocks=(words, *block.blocks)) if isinstance(block, m.Section) else block for block in made]
    return [words, *made]
