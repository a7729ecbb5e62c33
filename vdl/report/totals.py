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
from vdl.semantics.units import ONE
from vdl.snapshot.records import ShownValue
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import joined
from vdl.values import NOT_STATED, Scalar, broadcast, is_exact

Total = tuple[str, ShownValue]
"""A figure of a bill, called after the caption and the column: "Boxes: Weight"."""

def totals(
    compilation: Compilation, solved: Solved, document: DocumentSymbol, products: list[Total] | None = None
) -> tuple[list[Total], list[Diagnostic]]:
    """What stands below the columns of each bill, and what is wrong with that; of bills on the cover, which repeats others, the
    figures of those that add up nothing.

    `products`, if given, is filled with how many of each product the cover has, by the first words of its rows.
    The compilation must have been made with its documents. Raises TooMuch where the bills go beyond a limit of the language.
    """
    adding = _Adding(compilation, solved, document, products)
    adding.blocks(document.node.items, adding.top)
    if products is not None:
        products[:] = _by_name(products)
    return adding.found, of_design(adding.page.reading.diagnostics)


class _Adding(Builder):
    """Goes through a document, and makes nothing of it but what its bills come to."""

    def __init__(
        self, compilation: Compilation, solved: Solved, document: DocumentSymbol, products: list[Total] | None
    ) -> None:
        super().__init__(compilation, solved, document)
        self.products = products
        self.found: list[Total] = []
        self.on_cover = False
        self.items |= {
            s.Section: self._within, s.Callout: self._within, s.Cover: self._covered, s.Table: self._added,
        }  # fmt: skip

    def blocks(self, items: Iterable[s.DocItem], env: Env) -> list[m.Block]:
        return super().blocks([item for item in items if _may_hold_bills(item)], env)

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
            if self.on_cover and self.products is not None:
                self.products += self._quantities(item, env)
            found = self._rows(item, env) if self.on_cover else totals_of(self.page, item, env)
            for name, cell in found:
                if cell.value is not None and cell.value is not NOT_STATED and cell.unit is not None:
                    self.found.append((joined(": ", filter(None, [caption, name])), ShownValue(cell.value, cell.unit)))
        return []

    def _quantities(self, item: s.Table, env: Env) -> Iterator[Total]:
        """The first plain number of each row that merges what is alike, called after its first words."""
        for cells in cells_of(self.page, item, env) if item.merging is not None else ():
            words = next((plain(cell.prose) for _, cell in cells if cell.unit is None and not cell.says_nothing), "")
            found = next((cell for _, cell in cells if cell.unit is ONE and cell.value is not None), None)
            if words and found is not None and found.unit is not None and found.value is not None:
                yield words, ShownValue(found.value, found.unit)

    def _rows(self, item: s.Table, env: Env) -> Iterator[tuple[str, Printed]]:
        """The figures of a bill that adds up nothing, each called after the first words of its row, and its column."""
        if _adds_up(item.columns):
            return
        for cells in cells_of(self.page, item, env):
            words = next((plain(cell.prose) for _, cell in cells if cell.unit is None and not cell.says_nothing), "")
            for head, cell in cells:
                yield joined(": ", filter(None, [words, head])), cell


def _by_name(found: Iterable[Total]) -> list[Total]:
    """The numbers with those of one name added up: products that differ in other figures may be called alike."""
    summed: dict[str, ShownValue] = {}
    for name, one in found:
        before = summed.get(name)
        summed[name] = one if before is None else one._replace(value=broadcast(_sum, [before.value, one.value]))
    return list(summed.items())


def _sum(a: Scalar, b: Scalar) -> Scalar:
    return a + b if is_exact(a) and is_exact(b) else NOT_STATED


def _adds_up(columns: Iterable[s.Column | s.ColumnsFor]) -> bool:
    return any(column.total if isinstance(column, s.Column) else _adds_up(column.columns) for column in columns)


def _may_hold_bills(item: s.DocItem) -> bool:
    """Whether an item is a bill, or has one in it; what another document has in it is seen when that is included."""
    if isinstance(item, s.DocIf):
        return any(map(_may_hold_bills, (*item.items, *item.other)))
    if isinstance(item, (s.Section, s.Callout, s.Cover, s.DocFor)):
        return any(map(_may_hold_bills, item.items))
    return isinstance(item, s.Include) or (isinstance(item, s.Table) and item.bill)


__all__ = ["Total", "totals"]
