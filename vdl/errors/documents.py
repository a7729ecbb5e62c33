"""Documents that are declared in the language."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.errors.report import did_you_mean, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def unknown_document_part(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """`show NAME` in a document names a part that the compiler does not provide."""
    return report("unknown-document-part", span, f"there is nothing called `{name}` to show", "not a part of a document",
                  help=did_you_mean(name, known))  # fmt: skip


def only_in_documents(span: Span, what: str) -> Diagnostic:
    """What hangs on solved counts exists only in documents, so that the graph stays finite."""
    return report("only-in-documents", span, f"`{what}` can stand only in a document", "known once the counts are solved")
