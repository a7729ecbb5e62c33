"""What would take too long, or grow too large."""

from __future__ import annotations

from vdl.errors.report import report
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span


def too_many_words(span: Span, what: str, limit: int) -> Diagnostic:
    """A file holds more words, or more values in its texts, than the limits of the language (see the limits in the
    reference).

    Split it into files and import them.
    """
    return report("too-many-words", span, f"the file holds more than {limit:,} {what}", "one too many",
                  help=["split it into files that are imported"])  # fmt: skip


def number_too_large(span: Span, limit: int) -> Diagnostic:
    """A computed number, or the factor of a unit, has more digits than the limit of the language (see the limits in
    the reference).
    """
    message = phrase("the result of this has more than {limit} digits", limit=limit)
    return report("number-too-large", span, message, "it grows too long here")


def too_many_powers(span: Span, limit: int) -> Diagnostic:
    """A product has a dimension of more base dimensions than the limit of the language, counted with their powers.

    Where only the number is meant, divide by a unit first: `x / 1 s`.
    """
    return report("too-many-powers", span, f"the dimension of this multiplies more than {limit} base dimensions",
                  help=["where only the number is meant, divide by a unit first, as in `x / 1 s`"])  # fmt: skip


def too_many_labels(span: Span, limit: int) -> Diagnostic:
    """A value varies along so many axes that its labels make more combinations than the limit of the language."""
    return report("too-many-labels", span, phrase("this has more than {limit} combinations of labels", limit=limit),
                  help=["take out an axis before, with `peak(...)`, `lowest(...)` or `at`"])  # fmt: skip


def too_much_work(span: Span, what: str, limit: int) -> Diagnostic:
    """A design makes more objects, calls of functions or rounds of loops than the limit of the language.

    Often a list is gone through for each item of itself, or a function calls another twice, and so on.
    """
    note = "often a list is gone through for each item of itself, or a function calls another twice, and so on"
    return report("too-much-work", span, phrase(_WORK[what], number=limit), "counted together with all others", notes=[note])


def too_intricate(subject: str) -> Diagnostic:
    """Files, kinds, functions or changed objects are nested deeper than the compiler can follow."""
    return report("too-intricate", None, "files, kinds or expressions are nested too deep to follow", subject=subject,
                  notes=["each is built on another one, more than a thousand times over"])  # fmt: skip


def limit_reached(subject: str, of: str, limit: str, doing: str) -> Diagnostic:
    """The command takes more time or memory than `--limit-time` or `--limit-memory` allow, and was ended. Of its documents all
    are written, or none.

    The limits are for files of strangers: no text keeps a machine busy for longer than it may. Memory is what one process has
    in use; a design of one file needs less than 50 MB of it, and its PDF about 300 MB.
    """
    where = f" while {doing}" if doing else ""
    return report("limit-reached", None, f"the {of} limit of {limit} was reached{where}", subject=subject,
                  notes=["nothing after that was looked at; of documents all are written, or none"],
                  help=[f"give more with `--limit-{of}` if the design is not at fault"])  # fmt: skip


def too_many_choices(span: Span, limit: int, work: int) -> Diagnostic:
    """The options of all `choose` together are more combinations than the limit of the language, or the design is so
    large that its quantities in all combinations are. Scenarios with expectations try all of them again.
    """
    key = "more than {limit} combinations to choose from, or more than {work} quantities in all of them"
    message = phrase(key, limit=limit, work=work)
    return report("too-many-choices", span, message, "and these options",
                  help=["choose one after the other: fill in what is settled"])  # fmt: skip


_WORK = {
    "calls of functions": "this leads to more than {number} calls of functions",
    "characters in a document": "this leads to more than {number} characters in a document",
    "functions that call each other": "this leads to more than {number} functions that call each other",
    "numbers": "this leads to more than {number} numbers",
    "objects": "this leads to more than {number} objects",
    "rounds of loops": "this leads to more than {number} rounds of loops",
    "steps of packing": "this leads to more than {number} steps of packing",
    "values at labels": "this leads to more than {number} values at labels",
}
"""What is too much of each sort of work, in words that another language can decline."""
