"""Documents that are declared in the language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.errors.report import Places, cycle_text, did_you_mean, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def unknown_document_part(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """`show NAME` in a document names a part that the compiler does not provide."""
    return report("unknown-document-part", span, f"there is nothing called `{name}` to show", "not a part of a document",
                  help=did_you_mean(name, known))  # fmt: skip


def circular_document(span: Span, cycle: Sequence[str]) -> Diagnostic:
    """A document includes itself, in one step or in several, so that it would never end."""
    return report("circular-document", span, f"this document includes itself: {cycle_text(cycle)}", "closes the circle",
                  help=['take one `include` out, or include a section alone: `include DOCUMENT "SECTION"`'])  # fmt: skip


def unmatched_total(span: Span, head: str, known: Iterable[str], columns: int, before: Span | None = None) -> Diagnostic:
    """A total of a table stands below the column of its head: there is one such column, and one total for it."""
    related: Places = [(before, "the first one")] if before is not None else []
    message = f"{'several columns have' if columns else 'no column has'} the head `{head}`"
    if before is not None:
        message = f"a second total for `{head}`"
    help_ = did_you_mean(head, known) if not columns else ("give each of these columns a head of its own",)
    if before is not None:
        help_ = ("keep one of them",)
    return report("unmatched-total", span, message, "below which column?", related=related, help=help_)


def two_scales(span: Span, found: str, other: str, before: Span) -> Diagnostic:
    """All bars and marks of a chart stand on one scale, so they are quantities of one dimension."""
    return report("two-scales", span, f"a chart has one scale: {found} beside {other}", found,
                  related=[(before, other)], help=["draw a chart for each, or what both are a share of"])  # fmt: skip


def nothing_drawn(span: Span) -> Diagnostic:
    """A chart without a `bar` draws nothing."""
    return report("nothing-drawn", span, "this chart draws no bar", "nothing is drawn",
                  help=['say what is drawn: `bar "HEAD": ...`'])  # fmt: skip


def other_design(span: Span, named: str, printed: str, declared: Span) -> Diagnostic:
    """A document reads what one design declares, and is made for another one that is not derived from it.

    Build it for the design that it was written for (`--design`), or read what every design has: objects with `all KIND`,
    and what `on design { ... }` declares with `design.NAME`.
    """
    return report("other-design", span, f"this document is made for `{printed}`, which is not derived from `{named}`",
                  f"nothing of `{named}` is there", related=[(declared, "this design")],
                  help=[f"build it with `--design {named}`"])  # fmt: skip


def only_in_documents(span: Span, what: str) -> Diagnostic:
    """What hangs on solved counts exists only in documents, so that the graph stays finite."""
    return report("only-in-documents", span, f"`{what}` can stand only in a document", "known once the counts are solved",
                  help=["print it in a `document`; a design computes with the counts themselves"])  # fmt: skip
