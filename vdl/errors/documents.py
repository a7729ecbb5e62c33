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


def incomplete_pile(span: Span, lacking: str) -> Diagnostic:
    """A chart that is `piled` lays things on each other, so it says how many there are, and how much one pile holds."""
    words, line = {
        "times": ("how many of each thing there are", '`times "Number": ...`'),
        "mark": ("how much one pile holds", '`mark "Pile": ...`'),
    }[lacking]
    return report("incomplete-pile", span, f"this chart piles things up, and does not say {words}", f"no `{lacking}`",
                  help=[f"say it: {line}"])  # fmt: skip


def only_in_piles(span: Span, form: str) -> Diagnostic:
    """Only things that are piled up are counted by `times` and lie `at` a place, and only of a pile there is a `total`."""
    help_ = f"draw it as a `bar`{' or a `mark`' if form != 'times' else ''}, or write `chart piled`"
    return report("only-in-piles", span, f"this chart is not piled, and has no `{form}`", "nothing is piled up",
                  help=[help_])  # fmt: skip


def no_room_in_piles(span: Span) -> Diagnostic:
    """Room that is left in a pile is drawn as such without a word: it is what `mark` says beyond what lies there."""
    return report("no-room-in-piles", span, "in a chart that is piled, no bar is `open`", "this would lie in the pile",
                  help=["leave it out: what nothing takes up to the `mark` is drawn empty"])  # fmt: skip


def not_a_file_name(span: Span, name: str, why: str, instead: str) -> Diagnostic:
    """A table is written as a file beside the document, under a plain name that every system takes.

    Such a name ends in `.csv` (cells divided by commas) or `.tsv` (by tabs), begins with a letter, a digit or `_`, names no
    folder and no device, and has at most 120 bytes. Values may stand in it: `"{pool.name}.csv"`.
    """
    return report("not-a-file-name", span, f"no table can be written as `{name}`", why,
                  help=[f"call it `{instead}`" if instead else "call it as in `table.csv`"])  # fmt: skip


def file_written_twice(span: Span, name: str, why: str, before: Span | None, help: str) -> Diagnostic:
    """Two files of one `vdl build` have the same name: two tables of a document, a table and an output of the document
    itself, or tables of two designs that differ.

    Names that differ in capitals alone are the same on some systems. What several designs write alike is written once.
    """
    related: Places = [(before, "the first one")] if before is not None else []
    return report("file-written-twice", span, f"`{name}` is written twice", why, related=related, help=[help])


def unstated_unit(span: Span, instead: str) -> Diagnostic:
    """A quantity stands in a table that is written as a file, and the file holds its number alone: it has to say of which
    unit, since nothing in the file would.

    `v.size as GiB` is its number in GiB. Around it may stand what the program wants to read: `"{v.size as GiB}g"`.
    """
    return report("unstated-unit", span, "a file holds the number alone: in which unit?", "no unit is stated here",
                  help=[f"write `{instead}`" if instead else "say it with `as UNIT`"])  # fmt: skip


def not_for_a_file(span: Span, message: str, label: str, help: str, before: Span | None = None) -> Diagnostic:
    """What stands in a table that is written as a file, and can't be written there as it is.

    A file holds rows alone: no totals, no groups. All of its columns have heads that differ, or none has. A cell holds one
    value: no range, nothing that differs by label, no list; in a file with tabs no tab and no end of a line. What is not
    stated leaves a cell empty, but where it stands among words there would be a piece of a text. What sums come to that lack
    figures (`at_least`), and what they decide, is refused as well: a program could not know that it is not the whole.
    """
    related: Places = [(before, "the first one")] if before is not None else []
    return report("not-for-a-file", span, message, label, related=related, help=[help])


def formula_in_file(span: Span, cell: str, name: str) -> Diagnostic:
    """A text in a table that is written as a file is one that a spreadsheet takes for a formula.

    The file is for programs, so it has the text exactly as it is. Whoever opens it in a spreadsheet should know.
    """
    return report("formula-in-file", span, f"a spreadsheet would compute `{cell}` in `{name}`",
                  "written as it is", severity="warning",
                  help=["no spreadsheet should open this file; the tables of the document are safe"])  # fmt: skip


def other_design(span: Span, named: str, printed: str, declared: Span) -> Diagnostic:
    """A document reads what one design declares, and is made for another one that is not derived from it.

    Build it for the design that it was written for (`--design`), or read what every design has: objects with `all KIND`,
    and what `on design { ... }` declares with `design.NAME`.
    """
    return report("other-design", span, f"this document is made for `{printed}`, which is not derived from `{named}`",
                  f"nothing of `{named}` is there", related=[(declared, "this design")],
                  help=[f"build it with `--design {named}`"])  # fmt: skip


def unread_value(span: Span, value: str) -> Diagnostic:
    """Values in braces are read of a text that a document prints as it stands, also where a condition takes one of two such
    texts. In a list, in what a function is given, behind a bare `else` and in comparisons a text is its letters alone.
    """
    return report("unread-value", span, f"`{value}` is not read in this text", "its letters alone",
                  help=['let the text stand alone, or write `"..." if CONDITION else "..."`'])  # fmt: skip


def only_in_documents(span: Span, what: str) -> Diagnostic:
    """What hangs on solved counts exists only in documents, so that the graph stays finite."""
    return report("only-in-documents", span, f"`{what}` can stand only in a document", "known once the counts are solved",
                  help=["print it in a `document`; a design computes with the counts themselves"])  # fmt: skip
