"""A design as it stands beside others: what was found of it, and what its bills come to."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.compilation import Compilation, Solved
from vdl.query.beside import faults
from vdl.report.totals import Total, totals
from vdl.semantics.types import DocumentSymbol
from vdl.snapshot.compared import Column
from vdl.snapshot.take import snapshot, stated
from vdl.text.diagnostics import Diagnostic
from vdl.words.other_errors import counted, other_errors


def column(
    compilation: Compilation, title: str, solved: Solved | None, diagnostics: Iterable[Diagnostic],
    document: DocumentSymbol | None, *, by_product: bool = False,
) -> tuple[Column, list[Diagnostic]]:  # fmt: skip
    """A design as a column, and the errors that keep it from being solved, or its bills from being added up.

    `by_product` also says how many of each product the cover of the document has. `diagnostics` are all that was said of the
    design, the bills are those of `document`. Raises TooMuch where they go beyond a limit of the language.
    """
    wrong = faults(diagnostics)
    if solved is None or wrong:
        unsolved = Column(title, None, error=wrong[0].message if wrong else "")
        return unsolved._replace(stated=stated(compilation, solved)) if solved is not None else unsolved, wrong
    products: list[Total] | None = [] if by_product else None
    bill, said = totals(compilation, solved, document, products) if document is not None else ([], [])
    more = ", ".join(counted(other_errors(solved.diagnostics)))
    made = Column(title, snapshot(compilation, solved), tuple(bill), wrong=more, products=tuple(products or ()))
    return made, [d for d in said if d.severity == "error"]


__all__ = ["column"]
