"""Sources that nobody can have read yet: dated later than the document of a design, or than the day of the check."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.resolve import Names
from vdl.semantics.types import Kind
from vdl.text.days import is_date
from vdl.text.diagnostics import Diagnostic, several
from vdl.text.phrases import Day, phrase
from vdl.text.source import Span

_YEAR = 4
"""Digits of a year."""

_MANY = 3
"""So many sources show it."""


def not_yet(names: Names, as_of: str) -> Iterator[Diagnostic]:
    """What is said of sources in a year that has not begun on a day ("2027-06-30"): months and days may differ by a little from
    where and when one looks, and a plan may cite what is announced."""
    for span, date in _sources(names):
        if date[:_YEAR] > as_of[:_YEAR]:
            words = phrase("this source is dated {date}, and it is {today}", date=date, today=Day(as_of))
            help_ = ["give the date on which it was published"]
            yield errors.later_source(span, "in a year that has not begun", words, (), help_)


def later(names: Names, design: Kind) -> Iterator[Diagnostic]:
    """What is said of the sources in the files of a design that are dated later than the document, where it has a date."""
    document = next((one for one in map(_document, design.chain()) if one is not None), None)
    if document is None:
        return
    place, day = document
    files = {layer.source.path for layer in design.chain()}
    found = [(span, date) for span, date in _sources(names, files) if _is_after(date, day)]
    help_ = ["one of the dates is wrong, or the document was made before what it cites"]
    if len(found) == 1:
        span, date = found[0]
        words = phrase("this source is dated {date}, and the document {day}", date=Day(date), day=Day(day))
        yield errors.later_source(span, "later than the document", words, [(place, "the document's date")], help_)
    elif found:
        later = several(len(found), "source")
        words = phrase("the document is dated {day}, and {sources} of its files are later", day=Day(day), sources=later)
        yield errors.later_source(place, "the document's date", words, [(span, "later") for span, _ in found[:_MANY]], help_)


def _sources(names: Names, among: Collection[str] | None = None) -> Iterator[tuple[Span, str]]:
    """The dates of sources in the files of people, or in some of these files, each with its place."""
    for file in names.program.files.values():
        if file.source.is_library or (among is not None and file.source.path not in among):
            continue
        for item in file.tree.items:
            for fact in item.body.statements if isinstance(item, s.SourceDef) else ():
                if isinstance(fact, s.Fill) and fact.path.names == ("date",) and (date := _date(fact.value)):
                    yield Span(file.source, fact.start, fact.end), date


def _document(layer: Kind) -> tuple[Span, str] | None:
    """The date of the document that a layer of a design states, with its place: `about { date = 2026-05 }`."""
    for filling, _ in layer.all_fillings():
        if filling.path[-2:] == ("about", "date") and isinstance(filling.node, s.Fill) and (date := _date(filling.node.value)):
            return filling.span(), date
    return None


def _date(value: s.Expr) -> str:
    """The date that is written, where it is one of the calendar."""
    text = value.text if isinstance(value, (s.Date, s.String)) else ""
    return text if is_date(text) else ""


def _is_after(date: str, day: str) -> bool:
    """Whether one date is later than another, as far as both say."""
    length = min(len(date), len(day))
    return date[:length] > day[:length]
