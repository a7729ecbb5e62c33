"""A design as it stands beside others: what was found of it, and what its bills come to."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.compilation import Compilation, Solved
from vdl.query.beside import faults
from vdl.report.totals import totals
from vdl.semantics.types import DocumentSymbol
from vdl.snapshot.compared import Column
from vdl.snapshot.take import snapshot, stated
from vdl.text.diagnostics import Diagnostic
from vdl.words.other_errors import counted, other_errors


def column(
    compilation: Compilation, title: str, solved: Solved | None, diagnostics: Iterable[Diagnostic],
    document: DocumentSymbol | None,
) -> tuple[Column, list[Diagnostic]]:  # fmt: skip
    """A design as a column, and the errors that keep it from being solved, or its bills from being added up.

    `diagnostics` are all that was said of it, the bills are those of `document`. Raises TooMuch where they go beyond a limit of
    the language.
    """
    wrong = faults(diagnostics)
    if solved is None or wrong:
        unsolved = Column(title, None, error=wrong[0].message if wrong else "")
        return unsolved._replace(stated=stated(compilation, solved)) if solved is not None else unsolved, wrong
    bill, said = totals(compilation, solved, document) if document is not None else ([], [])
    more = ", ".join(counted(other_errors(solved.diagnostics)))
    return Column(title, snapshot(compilation, solved), tuple(bill), wrong=more), [d for d in said if d.severity == "error"]


__all__ = ["column"]
