"""`each(n)`, `decided_by(count)`, `source_of(x)` and others that are asked in documents, which are made when counts are known."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.builtins.record import Builtin, Elaborating, TypeFunction, Typing, name_of, quantity
from vdl.graph.cells import POISON, Cell, Const, Env, Instance, Made
from vdl.graph.items import Items
from vdl.semantics.types import ANY, PLAIN_NUMBER, TEXT, ListOf, Object, SourceSymbol, Type
from vdl.semantics.units import Exact, decimal, divide
from vdl.text.limits import EACH
from vdl.text.phrases import Number, phrase
from vdl.text.source import Span
from vdl.text.written import readable, written
from vdl.values import FAULT, NOT_STATED, is_exact


def _each(el: Elaborating, call: s.Call, env: Env) -> Made:
    argument = call.arguments[0]
    span = env.span(argument)
    value = el.decided(el.formula(argument, env), span)
    if value is NOT_STATED or value is FAULT:
        return Const(value, call, env.source)
    whole: Exact = value if is_exact(value) else -1
    if whole.denominator != 1 or whole < 0:
        el.say(errors.wrong_type(span, phrase("no such number"), phrase("a whole number")))
        return POISON
    if whole > EACH:
        el.say(errors.too_much_work(span, "numbers", EACH))
        return POISON
    return Items([Const(i + 1, call, env.source) for i in range(int(whole))])


def _decided_by(el: Elaborating, call: s.Call, env: Env) -> Made:
    formula: Made | None = el.formula(call.arguments[0], env)
    while isinstance(formula, Cell) and formula.form != "count":
        el.complete(formula)
        formula = formula.formula
    if not isinstance(formula, Cell) or not formula.is_solved:
        return phrase("given")
    argument = call.arguments[0]
    el.decided(formula, env.span(argument))
    return el.decider(formula)


def _source_of(el: Elaborating, call: s.Call, env: Env) -> Made:
    return "; ".join(dict.fromkeys([source.reference for source, _ in _published(el, call, env)]))


def _place_in_source(el: Elaborating, call: s.Call, env: Env) -> Made:
    return "; ".join(dict.fromkeys([where for _, where in _published(el, call, env) if where]))


def _as_written(el: Elaborating, call: s.Call, env: Env) -> Made:
    formula = _behind(el, call, env)
    node = formula.node if isinstance(formula, Const) else None
    if not isinstance(formula, Const) or not isinstance(node, s.Number) or node.unit is None or formula.source is None:
        return ""
    unit = el.units.read(node.unit.text)
    shown = el.units.shown(unit.dimension, unit.made_of or None) if not isinstance(unit, str) else None
    if isinstance(unit, str) or shown is None or unit.factor == shown.factor:
        return ""
    figure = readable(written(Span(formula.source, node.start, node.end)))
    rate = Number(decimal(divide(unit.factor, shown.factor)))
    return phrase("{figure} (1 {unit} = {rate} {shown})", figure=figure, unit=unit.singular, rate=rate, shown=shown.plural)


def _row_of(el: Elaborating, call: s.Call, env: Env) -> Made:
    made = el.expr(call.arguments[0], env)
    return el.rows.get(made, "") if isinstance(made, Instance) else made


def _published(el: Elaborating, call: s.Call, env: Env) -> list[tuple[SourceSymbol, str]]:
    """What a figure is cited from, or that it is read from, and the places in it; nothing of what is assumed."""
    formula = _behind(el, call, env, cited=True)
    cites = formula.cites if isinstance(formula, Cell) else ()
    found = [(el.types.names.source_of(source.path, cite), cite.where) for cite, source in cites]
    return [(symbol, where) for symbol, where in found if symbol is not None and symbol.reference not in el.unnamed]


def _behind(el: Elaborating, call: s.Call, env: Env, *, cited: bool = False) -> Made | None:
    """What a figure is read from in the end; with `cited` the first on the way there that says where it is from."""
    formula: Made | None = el.formula(call.arguments[0], env)
    while isinstance(formula, Cell) and not (cited and formula.cites):
        el.complete(formula)
        formula = formula.formula
    return formula


def _in_document(result: Type, *, of_object: bool = False) -> TypeFunction:
    def type_of(typing: Typing, call: s.Call, types: list[Type]) -> Type:
        if not typing.document:
            typing.say(errors.only_in_documents(typing.span(call), name_of(call)))
        if not of_object:
            quantity(typing, call, types)
        elif not isinstance(types[0], Object) and types[0] is not ANY:
            typing.refuse(call.arguments[0], types[0], "an object")
        return result

    return type_of


NUMBERS = Builtin(
    "each", "each(n)", "The numbers from 1 to n. In documents only.", 1, 1, _in_document(ListOf(PLAIN_NUMBER)), _each
)
DECIDED_BY = Builtin(
    "decided_by", "decided_by(count)", "Which bound decided a count, in words. In documents only.",
    1, 1, _in_document(TEXT), _decided_by,
)  # fmt: skip

SOURCE_OF = Builtin(
    "source_of", "source_of(x)",
    "From what a figure is, as references name it: who published it, its title and its date. Empty where nothing is cited. In "
    "documents only.",
    1, 1, _in_document(TEXT), _source_of,
)  # fmt: skip
PLACE_IN_SOURCE = Builtin(
    "place_in_source", "place_in_source(x)", "Where in that it stands, such as `page 4`. In documents only.",
    1, 1, _in_document(TEXT), _place_in_source,
)  # fmt: skip

AS_WRITTEN = Builtin(
    "as_written", "as_written(x)",
    "The figure as its author wrote it, with what one of its units comes to, such as `100 lb (1 lb = 0.454 kg)`, where documents "
    "show such figures in another unit. Empty where they do not, and of what is no single figure. In documents only.",
    1, 1, _in_document(TEXT), _as_written,
)  # fmt: skip

ROW_OF = Builtin(
    "row_of", "row_of(x)",
    "What the first column of the last bill above that numbers its rows (`row`) has in the row of an object, such as `W2`; empty "
    "where none has it. In documents only.",
    1, 1, _in_document(TEXT, of_object=True), _row_of,
)  # fmt: skip

RECORDS = (NUMBERS, DECIDED_BY, SOURCE_OF, PLACE_IN_SOURCE, AS_WRITTEN, ROW_OF)
