"""Dates of which one is a month and the other a day in it: which is later nobody can say."""

from __future__ import annotations

from vdl import errors
from vdl.graph.blame import authors_line
from vdl.graph.cells import Cell, Formula, Op
from vdl.text.days import is_date, last_day
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.values import Scalar

_LENGTHS = {len("2027-01"), len("2027-01-31")}


def in_one_month(a: Scalar, b: Scalar) -> bool:
    """Whether one of two values is a month and the other a day in it."""
    if not isinstance(a, str) or not isinstance(b, str) or {len(a), len(b)} != _LENGTHS:
        return False
    return (a.startswith(b) or b.startswith(a)) and is_date(a) and is_date(b)


def month_and_day(op: Op, a: Scalar, b: Scalar) -> Diagnostic:
    """What is said of a comparison of two such dates, at the line of the one that is a month."""
    sides = sorted([(str(a), _line(op, op.args[0])), (str(b), _line(op, op.args[1]))], key=lambda side: len(side[0]))
    (month, span), (day, other) = sides
    places = {place.key(): (place, label) for place, label in ((other, "a day in it"), (op.span(), "compared here"))}
    related = [one for key, one in places.items() if key != span.key()]
    return errors.month_and_day(span, month, day, f"{month}-01", last_day(month), related)


def _line(op: Op, side: Formula) -> Span:
    """Where an author wrote a side of a comparison."""
    if isinstance(side, Cell):
        return authors_line(side)
    return Span(side.source, side.node.start, side.node.end) if side.node is not None and side.source is not None else op.span()


__all__ = ["in_one_month", "month_and_day"]
