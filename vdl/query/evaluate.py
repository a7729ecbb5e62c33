"""The value of an expression that is typed: as if it stood in the body of a design."""

from __future__ import annotations

from vdl import errors
from vdl.check import check_expression
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, Const, Instance, LabelSet, Made, Op
from vdl.graph.items import Items
from vdl.parse import parse_expression
from vdl.query.reading import Reading
from vdl.records import NamedTuple
from vdl.semantics.types import ANY, ListOf, Type, describe
from vdl.semantics.units import ONE, Unit
from vdl.text.bounds import BOUNDS
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.phrases import phrase
from vdl.text.source import Source, Span
from vdl.text.written import on_one_line
from vdl.values import NOT_STATED, Value, by_what_is_stated
from vdl.words import values as show


class Evaluated(NamedTuple):
    """The value of an expression. Lists have `items`; objects and texts have `words` only."""

    expression: str
    value: Value | None
    unit: Unit
    words: str
    items: tuple[Evaluated, ...] | None = None


def evaluate(
    compilation: Compilation, solved: Solved, text: str, name: str = "expression"
) -> tuple[Evaluated | None, list[Diagnostic]]:
    """The value of an expression that is read in the body of the design."""
    reading, made, type_, diagnostics = read(compilation, solved, text, name)
    if made is None or failed(diagnostics):
        return None, diagnostics
    value = valued(reading, made, type_, on_one_line(text))
    return None if failed(reading.diagnostics) else value, [*diagnostics, *reading.diagnostics]


def read(
    compilation: Compilation, solved: Solved, text: str, name: str
) -> tuple[Reading, Made | None, Type, list[Diagnostic]]:
    """What an expression stands for: a formula, an object, a list, a text; and a reading to ask for its value."""
    source = Source(name, text)
    expr, diagnostics = parse_expression(source)
    if expr is None:
        return Reading(compilation, solved), None, ANY, diagnostics
    type_, types, diagnostics = check_expression(solved.types, expr, solved.design, source)
    reading = Reading(compilation, solved._replace(types=types))
    if failed(diagnostics):
        return reading, None, type_, diagnostics
    return reading, reading.made(expr, source), type_, diagnostics


def valued(reading: Reading, made: Made, type_: Type, text: str) -> Evaluated:
    """The value of what an expression stands for, which says so where sums that lack figures have decided what that is."""
    found = _valued(reading, made, type_, text)
    if not reading.is_decided_by_sums:
        return found
    if isinstance(made, (Cell, Op, Const)) and found.value is not None:
        value = by_what_is_stated(found.value)
        return found._replace(value=value, words=show.text(value, found.unit))
    return found._replace(words=phrase(BOUNDS["neither"], figure=found.words))


def _valued(reading: Reading, made: Made, type_: Type, text: str) -> Evaluated:
    if isinstance(made, Items):
        inner = type_.item if isinstance(type_, ListOf) else ANY
        items = [_valued(reading, item, inner, getattr(item, "path", "")) for item in made]
        items = [one for one in items if not (made.stated and one.value is NOT_STATED)]
        return Evaluated(text, None, ONE, f"[{', '.join([one.words for one in items])}]", tuple(items))
    if isinstance(made, (Cell, Op, Const)):
        value = reading.told(made)
        unit = show.unit_of(made, type_, reading.units)
        return Evaluated(text, value, unit, show.text(value, unit))
    if isinstance(made, Instance):
        return Evaluated(text, None, ONE, f"{made.path or made.name}: {made.kind.named().name}")
    if isinstance(made, LabelSet):
        return Evaluated(text, None, ONE, ", ".join(made))
    return Evaluated(text, made, ONE, made)


def quantity(compilation: Compilation, solved: Solved, name: str) -> tuple[Reading, Cell | None, list[Diagnostic]]:
    """The quantity of that name, with its value worked out in the reading."""
    known = known_cell(solved, name)
    if known is not None:
        reading = Reading(compilation, solved)
        reading.value(known)
        return reading, known, []
    reading, made, type_, diagnostics = read(compilation, solved, name, "name")
    if made is None or failed(diagnostics):
        return reading, None, diagnostics
    if isinstance(made, Cell):
        reading.value(made)
        return reading, made, [*diagnostics, *reading.diagnostics]
    words = describe(type_, compilation.names.units.name)
    span = Span(Source("name", name), 0, len(name))
    return reading, None, [*diagnostics, errors.wrong_type(span, words, "the name of one quantity")]


def known_cell(solved: Solved, name: str) -> Cell | None:
    """A quantity by the path it is printed with, which need not be an expression ("a after b.load")."""
    if " " not in name:
        return None
    return next((cell for cell in solved.solution.values if cell.path == name), None)


__all__ = ["Evaluated", "evaluate", "known_cell", "quantity", "read", "valued"]
