"""Sources that can't be what is said of them, and dates."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import Places, consequence, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span


@consequence
def source_incomplete(span: Span, name: str, missing: str) -> Diagnostic:
    """A source needs a title, a publisher or an author, and a date or an address."""
    return report("source-incomplete", span, f"source `{name}` has no {missing}", "a reader could not find it",
                  help=["add " + " or ".join(f"`{fact} = ...`" for fact in missing.split(" or "))])  # fmt: skip


def not_an_address(span: Span, address: str, meant: str) -> Diagnostic:
    """The address of a source begins as one of the web does and is none: `http:/` for `http://`, or a space within it.

    Whatever begins otherwise, such as a street or the number of a report, is printed as it stands and is no link.
    """
    return report("not-an-address", span, f"`{address}` is no address of the web", "nothing could open it",
                  help=[f"write `{meant}`"])  # fmt: skip


def not_a_date(span: Span, date: str, why: str, turned: str = "") -> Diagnostic:
    """What is written as a date is in no calendar: `2026-13`, or `2026-02-31`.

    A date is a day, a month or, as a text, a year: `2026-05-31`, `2026-05`, `"2026"`.
    """
    return report("not-a-date", span, f"`{date}` is no date: {why}", "in no calendar",
                  help=[f"did you mean `{turned}`?"] if turned else [])  # fmt: skip


def month_and_day(span: Span, month: str, day: str, first: str, last: str, related: Places = ()) -> Diagnostic:
    """A month is compared with a day in it, such as `2027-01` with `2027-01-15`: it may mean its first day, its last one or all
    of them, so that nobody can say which is later, nor whether they are the same. Write both as days, or both as months.

    Dates that lie in different months are compared whatever they are written as.
    """
    help_ = f"write both as days, this one as `{first}` or `{last}`; or both as months"
    message = phrase("`{day}` lies in `{month}`, so that the two can't be compared", day=day, month=month)
    return report("month-and-day", span, message, "a month",
                  related=related, help=[help_])  # fmt: skip


def later_source(span: Span, label: str, message: str, related: Places, help: Sequence[str]) -> Diagnostic:
    """A source that a design cites is dated later than the design's own document, or in a year that has not begun on the day of
    the check (`--as-of`).

    Nobody can have read it then: one of the dates is wrong, or the document was made before what it cites.
    """
    return report("later-source", span, message, label, related=related, help=help, severity="warning")


def owned_source(span: Span, source: str) -> Diagnostic:
    """`owner` or `until` stands behind a citation of a source. They belong to what is assumed, `@ assumed "why" owner "who" until
    2027-03-01`: somebody is to confirm it by then. What a source says needs nobody for that.
    """
    return report("owned-source", span, f"`{source}` is a source: nobody has to confirm what is cited from it",
                  "`owner` and `until` belong to what is assumed",
                  help=["leave them out, or write what is to be confirmed as `@ assumed`"])  # fmt: skip


def assumed_without_reason(span: Span) -> Diagnostic:
    """`@ assumed` stands without its reason, which is all that a reader has to judge an assumption by.

    The reason is printed in the list of assumptions: `@ assumed "half of last year"`. A published source needs
    no place in it: `@ survey`.
    """
    return report("assumed-without-reason", span, "nothing says why this is assumed", "no reason",
                  help=['write it behind the word, in quotes: `@ assumed "why"`'])  # fmt: skip
