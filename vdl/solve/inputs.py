"""Whether inputs are what they may be: inside their ranges, and whole where they are things that are counted."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Literal

from vdl import errors
from vdl.graph.blame import authored, authors_line, named_beneath, of_library, stated_beneath
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.order import reads
from vdl.records import NamedTuple
from vdl.semantics.domains import Domain
from vdl.semantics.types import Quantity
from vdl.text.diagnostics import STATED, Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.written import written
from vdl.values import (
    NOT_STATED,
    Number,
    Place,
    Range,
    Value,
    Varying,
    at_place,
    gains,
    high,
    is_exact,
    is_number,
    low,
    place_text,
    scalars,
)

How = Literal["outside", "not whole", "not sure"]
"""In which way a number is not what an input may be: `not sure` where an end is wrong that may be wider than the truth."""


class Violation(NamedTuple):
    """A number of an input that is not what it may be, and the labels at which it is."""

    how: How
    place: Place
    number: Number


def _how(domain: Domain, number: Number, steps: int) -> How | None:
    """What is wrong with a number for an input.

    `steps` is over how many steps a question moves another input, or 0; over several, what is not sure is wrong.
    """
    first, last = low(number), high(number)
    loose = isinstance(number, Range) and not number.tight
    if domain.numbers.above(first) or domain.numbers.below(last):
        return "outside"
    if domain.numbers.below(first) or domain.numbers.above(last):
        return "not sure" if loose and not steps else "outside"
    if domain.whole and not _is_whole(number, steps):
        return "not sure" if loose and not steps else "not whole"
    return None


def _is_whole(number: Number, steps: int) -> bool:
    """Whether a number is whole, or a range at both ends; over a stretch of steps, at each of them."""
    if not isinstance(number, Range):
        return number.denominator == 1
    if not steps:
        return number.low.denominator == 1 and number.high.denominator == 1
    found = gains(number, steps)
    return found is not None and all(part.denominator == 1 for part in (number.low, *found.values()))


_MADE_OF = {
    **dict.fromkeys(["+", "-", "*", "sum", "max", "min", "neg", "else", "at", "map", "peak", "lowest", "abs"], 0),
    **dict.fromkeys(["if", "keyed"], 1),
}
"""Operations that make whole numbers of whole numbers, and from which argument on these stand: not conditions and keys."""

_ROUNDED = frozenset(["ceil", "floor", "round"])


def always_whole(formula: Formula | None, values: Mapping[Cell, Value], moved: Container[Cell]) -> bool:
    """Whether a formula comes to whole numbers only while a question moves some inputs over a stretch of steps, of which its ends
    alone would not tell: made of counts, whole inputs, what is rounded to whole numbers, and what is one whole number throughout.

    `values` are those over the stretch.
    """
    waiting = [formula]
    seen: set[Cell] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, Cell):
            if part.form == "count" or (part.domain is not None and part.domain.whole) or _is_one(values.get(part)):
                continue
            if part in moved:
                return False
            if part not in seen:
                seen.add(part)
                waiting.append(part.formula)
        elif isinstance(part, Op):
            if part.op in _MADE_OF:
                waiting += part.args[_MADE_OF[part.op] :]
            elif part.op not in _ROUNDED or not _is_whole_number(part.args[1]):
                return False
        elif not isinstance(part, Const) or not _is_one(part.value):
            return False
    return True


def _is_one(value: Value | None) -> bool:
    """Whether a value is a whole number, or not stated, at each label: no range."""
    return value is not None and all(one is NOT_STATED or (is_exact(one) and one.denominator == 1) for _, one in scalars(value))


def _is_whole_number(formula: Formula | None) -> bool:
    value = formula.value if isinstance(formula, Const) else None
    return is_exact(value) and value.denominator == 1


def first_violation(domain: Domain, value: Value, steps: int = 0) -> Violation | None:
    """What is wrong with a value at its first label where something is; what is not sure comes last."""
    unsure: Violation | None = None
    for labels, number in scalars(value):
        if is_number(number) and (how := _how(domain, number, steps)) is not None:
            found = Violation(how, tuple(zip(value.axes, labels)) if isinstance(value, Varying) else (), number)
            if how != "not sure":
                return found
            unsure = unsure or found
    return unsure


def complaint(cell: Cell, domain: Domain, found: Violation, values: Mapping[Cell, Value]) -> Diagnostic:
    """What to say of an input that is not what it may be, at the line of its author; where that is made of a number of things
    that is broken already, at the line of this one."""
    below = _broken_below(cell, found, values) if found.how == "not whole" else None
    if below is not None:
        let, things, number = below
        words = amount(let, things, found._replace(number=number))
        return errors.not_whole(let.span(), "", filling(let), [(cell.span(), "it is read here")], amount=words)
    broken = _broken(cell) if found.how == "not whole" else None
    span = broken.span() if broken is not None else authors_line(cell)
    member = cell.instance.kind.lookup(cell.name) if cell.instance is not None else None
    related = [(cell.span(), "filled here")] if span.key() != cell.span().key() else []
    words = amount(cell, domain, found)
    if found.how == "not whole":
        text = filling(broken) if broken is not None else _of_things(cell) if related else filling(cell)
        return errors.not_whole(span, "", text, related, amount=words)
    declared = member.span() if member is not None and cell.node is not member.node else None
    range_ = domain.text() if domain.declared else ""
    if related:
        comes_of = named_beneath(cell.formula, 5) if cell.formula is not None else []
        return errors.out_of_range(span, words, range_, declared, related, comes_of=comes_of)
    figures = _stated(cell)
    places = [(figure.figure(), STATED) for figure in figures]
    made_of = [figure.path for figure in figures]
    return errors.out_of_range(span, words, range_, declared, places, comes_of=made_of, computed=bool(figures))


def _stated(cell: Cell) -> list[Cell]:
    """The figures of authors that one of them works an input out from, the nearest ones; none of what is written there itself."""
    if cell.formula is None or isinstance(cell.formula, Const):
        return []
    return [one for one in stated_beneath(cell.formula) if not of_library(one.span())][:_FIGURES]


_FIGURES = 4
"""Lines that are marked of what an input is worked out from."""


def amount(cell: Cell, domain: Domain, found: Violation) -> str:
    """What an input is where something is wrong with it: "`a.full` is 0..100 % at winter"."""
    _, place, number = found
    instance = cell.instance
    name = instance.original().path_of(cell.name) if instance is not None else cell.name
    figure = domain.shown(*dict.fromkeys((low(number), high(number))))
    key = "`{name}` is {figure} at {labels}" if place else "`{name}` is {figure}"
    return phrase(key, name=name, figure=figure, labels=place_text(place))


def _broken_below(cell: Cell, found: Violation, values: Mapping[Cell, Value]) -> tuple[Cell, Domain, Number] | None:
    """The deepest `let` of an author's that an input is made of, which is a number of things and broken at the same labels; with
    what such things may be, and its number."""
    deepest: tuple[Cell, Domain, Number] | None = None
    waiting, seen = [cell], {cell}
    while waiting:
        lets = [one for one in reads(waiting.pop().formula) if _is_own_let(one) and one not in seen]
        seen.update(lets)
        waiting += lets
        deepest = next((one for one in [_broken_let(let, found, values) for let in lets] if one is not None), deepest)
    return deepest


def _is_own_let(cell: Cell) -> bool:
    return cell.form == "let" and not of_library(cell.span())


def _broken_let(cell: Cell, found: Violation, values: Mapping[Cell, Value]) -> tuple[Cell, Domain, Number] | None:
    if not isinstance(cell.type, Quantity):
        return None
    things = next((one.domain for one in authored(reads(cell.formula)) if one.domain is not None and one.domain.whole
                   and isinstance(one.type, Quantity) and one.type.dimension == cell.type.dimension), None)  # fmt: skip
    value = values.get(cell)
    number = at_place(value, found.place) if value is not None else None
    if things is None or not is_number(number) or _is_whole(number, 0):
        return None
    return cell, things, number


def _broken(cell: Cell) -> Cell | None:
    """What may be broken of what a library works an input out from, where the first of it are whole things: `0.5` of
    `0.5 kg/box`, else what comes of a formula."""
    first, *others = authored([cell]) or [cell]
    if first is cell or not _is_of_things(first):
        return None
    constants = [one for one in others if isinstance(one.formula, Const) and not _is_whole_number(one.formula)]
    return next((one for one in [*constants, *others] if not _is_of_things(one) and not _is_whole_number(one.formula)), None)


def _is_of_things(cell: Cell) -> bool:
    return cell.domain is not None and cell.domain.whole


def _of_things(cell: Cell) -> str:
    """The figure of the same things that an input is worked out from, as an author wrote it; "" where it is none."""
    above = _counted(cell)
    for one in authored([cell])[:1]:
        if _counted(one) and (not above or above & _counted(one)):
            return filling(one)
    return ""


def _counted(cell: Cell) -> set[str]:
    """What a quantity is so many of, for each or in all; nothing of numbers of any things."""
    return {name for name, power in cell.type.dimension if power > 0} if isinstance(cell.type, Quantity) else set()


def filling(cell: Cell) -> str:
    """What fills an input or gives a count, as it is written; "" of a value by label, which has an entry for each."""
    value = getattr(cell.node, "value", None) or getattr(cell.node, "default", None)
    text = written(Span(cell.source, value.start, value.end)) if value is not None else ""
    return "" if text.startswith("{") else text


__all__ = ["How", "Violation", "always_whole", "amount", "complaint", "filling", "first_violation"]
