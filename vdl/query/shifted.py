"""What is said of a text that was put into another one before it was read, with places in what was typed."""

from __future__ import annotations

from collections.abc import Callable

from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span


def shifted(found: Diagnostic, source: Source, typed: Source, place: Callable[[int], int]) -> Diagnostic:
    """A diagnostic about a source with places in what was typed; `place` says where a character of the one stands in the
    other."""

    def moved(span: Span) -> Span:
        if span.source is not source:
            return span
        return Span(typed, max(0, place(span.start)), max(0, place(span.end)))

    related = tuple((moved(span), label) for span, label in found.related)
    return found._replace(span=moved(found.span) if found.span is not None else None, related=related)
