"""Tables that are written as files: their names, and whether what stands in them can be written there, as far as that is known
before anything is computed. What a program reads must be exact, so nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, Labels, ListOf, Quantity, describe
from vdl.text.filenames import mended, one_file, why_not
from vdl.text.source import Source, Span
from vdl.text.written import written


def check_filed(state: CheckState, item: s.Table, file: s.Prose, source: Source) -> None:
    """Say what of a table can't be written as a file. Its expressions have their types."""
    name = literal(file)
    if name is not None and (why := why_not(name)):
        state.diagnostics.append(errors.not_a_file_name(_span(file, source), name, why, mended(name)))
    _values(state, file, source)
    if item.group is not None:
        _refuse(state, item.group, source, "a file has no groups of rows", "a group", "let a column say it")
    for column in every_column(item.columns):
        if column.total:
            _refuse(state, column, source, "a file has no totals", "no row of it", "put it into `facts`")
            continue
        _values(state, column.head, source)
        if column.value is not None:
            _values(state, column.value, source)
    _heads(state, [column for column in item.columns if isinstance(column, s.Column) and not column.total], source)


def check_names(state: CheckState, items: Iterable[s.DocItem], source: Source) -> None:
    """Say which names two tables of a document certainly have: without values in them, and whatever its conditions choose."""
    seen: dict[str, s.Prose] = {}
    for file in _certain(items):
        name = literal(file)
        if name is not None:
            before = seen.setdefault(one_file(name), file)
            if before is not file:
                again, first = _span(file, source), _span(before, source)
                why, help_ = "another table of this document has this name", "give each of them a name of its own"
                state.diagnostics.append(errors.file_written_twice(again, name, why, first, help_))


def every_column(columns: Iterable[s.Column | s.ColumnsFor]) -> Iterator[s.Column]:
    """The columns in the order of the text, also those that are repeated."""
    for column in columns:
        if isinstance(column, s.ColumnsFor):
            yield from every_column(column.columns)
        else:
            yield column


def literal(words: s.Prose) -> str | None:
    """A text without values in it; None of one with some."""
    parts = [part for part in words.parts if isinstance(part, str)]
    return "".join(parts) if len(parts) == len(words.parts) else None


def _certain(items: Iterable[s.DocItem]) -> Iterator[s.Prose]:
    for item in items:
        if isinstance(item, s.Table) and item.file is not None:
            yield item.file
        elif isinstance(item, (s.Section, s.Callout, s.Cover)):
            yield from _certain(item.items)


def _heads(state: CheckState, columns: list[s.Column], source: Source) -> None:
    """Say which columns have the same head. Of heads with values in them that is known when they are printed."""
    seen: dict[str, s.Column] = {}
    for column in columns:
        head = literal(column.head)
        if head:
            before = seen.setdefault(head.casefold(), column)
            if before is not column:
                message, help_ = f"two columns of a file have the head `{head}`", "give each of them a head of its own"
                place, first = _span(column.head, source), _span(before.head, source)
                state.diagnostics.append(errors.not_for_a_file(place, message, "the second one", help_, first))


def _values(state: CheckState, value: s.Words, source: Source) -> None:
    if isinstance(value, s.Either):
        for one in (value.then, value.other):
            _values(state, one, source)
        return
    for part in (value,) if isinstance(value, s.Expr) else value.parts:
        if isinstance(part, s.Expr):
            _value(state, part, source)


def _value(state: CheckState, value: s.Expr, source: Source) -> None:
    type_ = state.types.get(value, ANY)
    if isinstance(type_, ListOf) or (isinstance(type_, Labels) and not type_.one):
        words, help_ = describe(type_, state.units.name), "have a row for each: `for x in all KIND, y in x.LIST`"
        state.diagnostics.append(errors.wrong_type(_span(value, source), words, "one value", help=help_))
    elif isinstance(type_, Quantity) and (type_.dimension or type_.ratio) and not isinstance(value, s.Convert):
        state.diagnostics.append(errors.unstated_unit(_span(value, source), _with_unit(state, value, type_, source)))


def _with_unit(state: CheckState, value: s.Expr, type_: Quantity, source: Source) -> str:
    """The value in the unit in which it is printed elsewhere; "" where that has no name to write."""
    unit = "%" if type_.ratio else (type_.shown or state.units.shown(type_.dimension)).plural
    known = state.units.read(unit)
    if isinstance(known, str) or known.dimension != type_.dimension:
        return ""
    text = written(_span(value, source))
    return f"({text}) as {unit}" if isinstance(value, (s.Conditional, s.Fallback)) else f"{text} as {unit}"


def _refuse(state: CheckState, node: s.Node, source: Source, message: str, label: str, help_: str) -> None:
    state.diagnostics.append(errors.not_for_a_file(_span(node, source), message, label, help_))


def _span(node: s.Node, source: Source) -> Span:
    return Span(source, node.start, node.end)
