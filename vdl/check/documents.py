"""Documents: their texts, tables and loops. They are checked without knowing which design they will print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import condition
from vdl.check.expressions import loops
from vdl.check.filed import check_filed, check_names
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, COUNT, PLAIN_NUMBER, TEXT, DocumentSymbol, Kind, ListOf, Object, Quantity, Type, describe


def check_document(state: CheckState, symbol: DocumentSymbol) -> None:
    kind = Kind(symbol.name, "file", symbol.node, symbol.source, None)
    scope = Scope(kind, symbol.source, locals_={"design": Object(state.names.design)}, document=True)
    _items(state, symbol.node.items, scope)
    check_names(state, symbol.node.items, symbol.source)


def _items(state: CheckState, items: Iterable[s.DocItem], scope: Scope) -> None:
    for item in items:
        _ITEMS[item.__class__](state, item, scope)


def _section(state: CheckState, item: s.Section | s.Callout, scope: Scope) -> None:
    _prose(state, item.title, scope)
    _items(state, item.items, scope)


def _text(state: CheckState, item: s.Text, scope: Scope) -> None:
    _prose(state, item.prose, scope)


def _table(state: CheckState, item: s.Table, scope: Scope) -> None:
    if item.title is not None:
        _prose(state, item.title, scope)
    rows = _rounds(state, item, scope)
    if item.group is not None:
        _value(state, item.group, rows)
    _columns(state, item.columns, scope, _merged(state, item, rows))
    if item.file is not None:
        _prose(state, item.file, scope)
        check_filed(state, item, item.file, scope.source)


def _merged(state: CheckState, item: s.Table, rows: Scope) -> Scope:
    """What the columns of a table see beside its loops: the number of the row, and what was merged into it."""
    more: dict[str, Type] = {s.ROW: PLAIN_NUMBER} if s.ROW not in rows.locals else {}
    if item.merging is not None:
        _value(state, item.merging.by, rows)
        more[item.merging.name.name] = ListOf(rows.locals[item.loops[-1].name])
    return rows.with_locals(more)


def _columns(state: CheckState, columns: Iterable[s.Column | s.ColumnsFor], scope: Scope, row: Scope) -> None:
    """Columns of a table: their heads and totals are read outside its rows, and so is what columns are repeated for."""
    own: list[s.Column] = []
    for column in columns:
        if isinstance(column, s.ColumnsFor):
            inner = _rounds(state, column, scope)
            names = {loop.name: inner.locals[loop.name] for loop in column.loops}
            _columns(state, column.columns, inner, row.with_locals(names))
            continue
        _prose(state, column.head, scope)
        _column(state, column, scope if column.total else row)
        own.append(column)
    _totals(state, own, scope)


def _totals(state: CheckState, columns: Sequence[s.Column], scope: Scope) -> None:
    """Say which totals stand below no column, or not below one alone."""
    heads = [column.written for column in columns if not column.total]
    seen: dict[str, s.Column] = {}
    for total in columns:
        if not total.total:
            continue
        before = seen.setdefault(total.written, total)
        if before is not total or heads.count(total.written) != 1:
            again = scope.span(before) if before is not total else None
            known, same = state.diagnostics.among(scope.source, heads), heads.count(total.written)
            state.diagnostics.append(errors.unmatched_total(scope.span(total), total.written, known, same, again))
        elif total.value is None:
            above = next(column for column in columns if not column.total and column.written == total.written)
            _summed(state, total, above.value, scope)


def _summed(state: CheckState, total: s.Column, value: s.Words | None, scope: Scope) -> None:
    """Say of a total if what stands above it is no quantity."""
    type_ = state.types.get(value, ANY) if isinstance(value, s.Expr) else TEXT
    if value is not None and type_ is not ANY and type_ is not COUNT and not isinstance(type_, Quantity):
        words, help_ = describe(type_, state.units.name), "only quantities add up to a total"
        state.diagnostics.append(errors.wrong_type(scope.span(total), words, "a quantity", help=help_))


def _chart(state: CheckState, item: s.Chart, scope: Scope) -> None:
    if item.title is not None:
        _prose(state, item.title, scope)
    drawn = list(_drawings(state, item.columns, _rounds(state, item, scope)))
    totals = {each.written: each for each in drawn if each.form == "total"} if item.form == "piled" else {}
    limits = [each for each in drawn if each.form == "mark" and each.written in totals]
    _one_scale(state, [each for each in drawn if each.form in ("bar", "mark", "at") and each not in limits], scope)
    if not any(each.form == "bar" and not (each.room and item.form == "piled") for each in drawn):
        state.diagnostics.append(errors.nothing_drawn(scope.span(item)))
    for each in limits:  # of how much is added up of one pile
        _one_scale(state, [totals[each.written], each], scope)
    for each in drawn:
        if each.form in ("times", "total", "at") and item.form != "piled":
            state.diagnostics.append(errors.only_in_piles(scope.span(each), each.form))
        if each.form in ("times", "total"):
            _quantity(state, each, scope)
        if each.room == "open" and item.form == "piled":
            state.diagnostics.append(errors.no_room_in_piles(scope.span(each)))
    lacking = [form for form in ("times", "mark") if not any(each.form == form and each not in limits for each in drawn)]
    if item.form == "piled" and lacking:
        state.diagnostics.append(errors.incomplete_pile(scope.span(item), lacking[0]))


def _quantity(state: CheckState, each: s.Drawn, scope: Scope) -> None:
    type_ = state.types.get(each.value, ANY) if isinstance(each.value, s.Expr) else TEXT
    if type_ is not ANY and type_ is not COUNT and not isinstance(type_, Quantity):
        words = describe(type_, state.units.name)
        state.diagnostics.append(errors.wrong_type(scope.span(each.value), words, "a quantity"))


def _drawings(state: CheckState, columns: Iterable[s.Drawn | s.DrawnFor], row: Scope) -> Iterator[s.Drawn]:
    """What a chart draws, in the order of the text. Heads, and what bars are repeated for, may hang on the row."""
    for column in columns:
        if isinstance(column, s.DrawnFor):
            yield from _drawings(state, column.columns, _rounds(state, column, row))
            continue
        _prose(state, column.head, row)
        _value(state, column.value, row)
        if column.form:
            yield column


def _one_scale(state: CheckState, drawn: Sequence[s.Drawn], scope: Scope) -> None:
    """Say what a chart can't draw on one scale: a text, or quantities of several dimensions."""
    first: tuple[s.Drawn, Quantity] | None = None
    for each in drawn:
        type_ = state.types.get(each.value, ANY) if isinstance(each.value, s.Expr) else TEXT
        if type_ is ANY or type_ is COUNT:
            continue
        words = describe(type_, state.units.name)
        if not isinstance(type_, Quantity):
            state.diagnostics.append(errors.wrong_type(scope.span(each.value), words, "a quantity, which has a length"))
        elif first is None:
            first = each, type_
        elif type_.dimension != first[1].dimension:
            other = describe(first[1], state.units.name)
            state.diagnostics.append(errors.two_scales(scope.span(each.value), words, other, scope.span(first[0].value)))


def _diagram(state: CheckState, item: s.Diagram, scope: Scope) -> None:
    if item.title is not None:
        _prose(state, item.title, scope)
    _shapes(state, item.shapes, scope)


def _shapes(state: CheckState, shapes: Iterable[s.Box | s.Link | s.ShapesFor], scope: Scope) -> None:
    """What a diagram draws: boxes are about objects, and links lead from one object to another."""
    for shape in shapes:
        if isinstance(shape, s.ShapesFor):
            _shapes(state, shape.shapes, _rounds(state, shape, scope))
            continue
        if isinstance(shape, s.Link):
            for stop in shape.stops:
                type_ = state.expr(stop, scope)
                if not (isinstance(type_, ListOf) and isinstance(type_.item, Object)):
                    state.object(stop, type_, scope)
        else:
            state.object(shape.about, state.expr(shape.about, scope), scope)
            for words in (shape.title, shape.note):
                if words is not None:
                    _prose(state, words, scope)
            _shapes(state, shape.shapes, scope)


def _facts(state: CheckState, item: s.Facts, scope: Scope) -> None:
    _totals(state, [row for row in item.rows if row.total], scope)
    for row in item.rows:
        _prose(state, row.head, scope)
        _column(state, row, scope)


def _for(state: CheckState, item: s.DocFor, scope: Scope) -> None:
    _items(state, item.items, _rounds(state, item, scope))


Looping = s.Table | s.ColumnsFor | s.Chart | s.DrawnFor | s.ShapesFor | s.DocFor


def _rounds(state: CheckState, item: Looping, scope: Scope) -> Scope:
    inner = loops(state, item.loops, scope)
    if item.when is not None:
        condition(state, item.when, inner)
    return inner


def _if(state: CheckState, item: s.DocIf, scope: Scope) -> None:
    condition(state, item.condition, scope)
    _items(state, item.items, scope)
    _items(state, item.other, scope)


def _working(state: CheckState, item: s.Working, scope: Scope) -> None:
    state.expr(item.value, scope)
    if not isinstance(item.value, (s.Attribute, s.Name)):
        words = "an expression", "a named quantity, such as `thing.count`"
        state.diagnostics.append(errors.wrong_type(scope.span(item.value), *words))


def _cover(state: CheckState, item: s.Cover, scope: Scope) -> None:
    _items(state, item.items, scope)


def _include(state: CheckState, item: s.Include, scope: Scope) -> None:
    names, file = state.names, scope.source.path
    other = names.find_path(file, item.document)
    if not isinstance(other, DocumentSymbol):
        documents = (n for n in names.visible(file) if isinstance(names.find(file, n), DocumentSymbol))
        among = state.diagnostics.among(scope.source, documents)
        span = names.astray(scope.source, item.document)
        state.diagnostics.append(errors.unknown_name(span, str(item.document), among, " as a document"))
    elif item.section and item.section not in (titles := state.titled(other.node)):
        known = state.diagnostics.among(scope.source, titles)
        state.diagnostics.append(errors.unknown_document_part(scope.span(item), item.section, known))


def _inputs(state: CheckState, item: s.Inputs, scope: Scope) -> None:
    state.object(item.value, state.expr(item.value, scope), scope)


def _show(state: CheckState, item: s.Show, scope: Scope) -> None:
    parts = state.shown()
    if item.what.name not in parts:
        known = state.diagnostics.among(scope.source, parts)
        state.diagnostics.append(errors.unknown_document_part(scope.span(item.what), item.what.name, known))


_ITEMS: Mapping[type[s.DocItem], Callable[[CheckState, Any, Scope], None]] = {
    s.Section: _section, s.Callout: _section, s.Text: _text, s.Table: _table, s.Chart: _chart, s.Diagram: _diagram,
    s.Facts: _facts, s.DocFor: _for, s.DocIf: _if, s.Working: _working,
    s.Cover: _cover, s.Include: _include, s.Inputs: _inputs, s.Show: _show,
}  # fmt: skip


# ------------------------------------------------------------------------------ parts of items
def _column(state: CheckState, column: s.Column, scope: Scope) -> None:
    if column.value is not None:
        _value(state, column.value, scope)


def _value(state: CheckState, value: s.Words, scope: Scope) -> None:
    if isinstance(value, s.Prose):
        _prose(state, value, scope)
    elif isinstance(value, s.Either):
        condition(state, value.condition, scope)
        for one in (value.then, value.other):
            _value(state, one, scope)
    else:
        state.expr(value, scope)


def _prose(state: CheckState, prose: s.Prose, scope: Scope) -> None:
    for part in prose.parts:
        if isinstance(part, s.Expr):
            state.expr(part, scope)
