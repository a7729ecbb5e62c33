"""What the bills of a document come to, without the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import syntax as s
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Env
from vdl.report import model as m
from vdl.report.build import Builder, of_design
from vdl.report.printing import Printed, plain, prose
from vdl.report.tables import cells_of, totals_of
from vdl.semantics.types import DocumentSymbol
from vdl.snapshot.records import LowerBound, ShownValue
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import joined
from vdl.values import NOT_STATED

Total = tuple[str, ShownValue]
"""A figure of a bill, called after the caption and the column: "Boxes: Weight"."""

def totals(compilation: Compilation, solved: Solved, document: DocumentSymbol) -> tuple[list[Total], list[Diagnostic]]:
    """What stands below the columns of each bill, and what is wrong with that; of bills on the cover, which repeats others, the
    figures of those that add up nothing.

    The compilation must have been made with its documents. Raises TooMuch where the bills go beyond a limit of the language.
    """
    adding = _Adding(compilation, solved, document)
    adding.blocks(document.node.items, adding.top)
    return adding.found, of_design(adding.page.reading.diagnostics)


class _Adding(Builder):
    """Goes through a document, and makes nothing of it but what its bills come to."""

    def __init__(self, compilation: Compilation, solved: Solved, document: DocumentSymbol) -> None:
        super().__init__(compilation, solved, document)
        self.found: list[Total] = []
        self.on_cover = False
        self.items |= {
            s.Section: self._within, s.Callout: self._within, s.Cover: self._covered, s.Table: self._added, s.Text: _nothing,
            s.Facts: _nothing, s.Working: _nothing, s.Inputs: _nothing, s.Show: _nothing,
        }  # fmt: skip

    def _within(self, item: s.Section | s.Callout, env: Env) -> list[m.Block]:
        return self.blocks(item.items, env)

    def _covered(self, item: s.Cover, env: Env) -> list[m.Block]:
        self.on_cover = True
        self.blocks(item.items, env)
        self.on_cover = False
        return []

    def _added(self, item: s.Table, env: Env) -> list[m.Block]:
        if item.bill:
            caption = plain(prose(self.page, item.title, env)) if item.title is not None else ""
            found = self._rows(item, env) if self.on_cover else totals_of(self.page, item, env)
            for name, cell, at_least in found:
                if cell.value is not None and cell.value is not NOT_STATED and cell.unit is not None:
                    value = (LowerBound if at_least else ShownValue)(cell.value, cell.unit)
                    self.found.append((joined(": ", filter(None, [caption, name])), value))
        return []

    def _rows(self, item: s.Table, env: Env) -> Iterator[tuple[str, Printed, bool]]:
        """The figures of a bill that adds up nothing, each called after the first words of its row, and its column."""
        if _adds_up(item.columns):
            return
        for cells in cells_of(self.page, item, env):
            words = next((plain(cell.prose) for _, cell in cells if cell.unit is None and not cell.says_nothing), "")
            for head, cell in cells:
                yield joined(": ", filter(None, [words, head])), cell, False


def _adds_up(columns: Iterable[s.Column | s.ColumnsFor]) -> bool:
    return any(column.total if isinstance(column, s.Column) else _adds_up(column.columns) for column in columns)


def _nothing(item: s.DocItem, env: Env) -> list[m.Block]:
    return []


__all__ = ["Total", "totals"]
