"""What is wrong with a document, fault by fault: it is built, and what comes of it is thrown away."""

from __future__ import annotations

from vdl import syntax as s
from vdl.compilation import Compilation, Solved
from vdl.elaborate.aside import TooMuch
from vdl.graph.cells import Env
from vdl.report import model as m
from vdl.report.build import Builder, of_design
from vdl.semantics.types import DocumentSymbol
from vdl.text.diagnostics import Diagnostic

_FOR_ANOTHER = "other-design"
"""Says that a document is made for another design: built for that one, it is not wrong."""


class _Own(Builder):
    """Makes what authors write themselves: no documents of the library, and nothing that these `show`."""

    def __init__(self, compilation: Compilation, solved: Solved, document: DocumentSymbol) -> None:
        super().__init__(compilation, solved, document)
        self.items[s.Show] = lambda item, env: []

    def _include(self, item: s.Include, env: Env) -> list[m.Block]:
        included = self.page.compilation.names.find_path(env.source.path, item.document)
        of_library = isinstance(included, DocumentSymbol) and included.source.is_library
        return [] if of_library else super()._include(item, env)

    def said(self) -> list[Diagnostic]:
        """What is wrong with it, in order."""
        try:
            self.blocks(self.document.node.items, self.top)
        except TooMuch as much:
            return [much.diagnostic]
        return of_design(self.page.reading.diagnostics)


def errors_of(compilation: Compilation, solved: Solved, document: DocumentSymbol) -> list[Diagnostic]:
    """The errors of a document that authors declare, made for one design; none where it is made for another."""
    said = _Own(compilation, solved, document).said()
    if any(one.slug == _FOR_ANOTHER for one in said):
        return []
    return [one for one in said if one.severity == "error"]


__all__ = ["errors_of"]
