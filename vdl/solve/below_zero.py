"""What is said of a bound that asks for less than nothing, since a demand is divided by what is below zero: nothing is left
that could carry it, and no number of pieces is enough, as of a division by zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vdl import errors
from vdl.graph.blame import led, of_library, stated_beneath
from vdl.graph.cells import BoundEntry, Cell, Formula, Op
from vdl.graph.figures import in_its_unit
from vdl.graph.order import reads
from vdl.graph.room import SMALL_SHARE, held_back, lessening, meant
from vdl.semantics.units import Exact, decimal
from vdl.solve.faults import figure, named
from vdl.solve.records import is_below_zero
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import Number, joined, phrase
from vdl.text.source import Span
from vdl.values import Scalar, Value, broadcast, high, is_number, low, scalars

Evaluate = Callable[[Formula], Value]


def below_zero(cell: Cell, entry: BoundEntry, values: Mapping[Cell, Value], evaluate: Evaluate) -> Diagnostic | None:
    """That no number of a count is enough for a bound that asks for less than nothing, if that is so."""
    division = _divided(entry.value, evaluate)
    if division is None:
        return None
    node, by = getattr(division.node, "right", division.node), division.args[1]
    span = Span(division.source, node.start, node.end)
    less = lessening(by)
    lowest = evaluate(by)
    shares = held_back(by, values, evaluate, -low(lowest)) if is_number(lowest) else []
    figures = [one for one in stated_beneath(by) if one not in shares]
    figures.sort(key=lambda one: (of_library(one.span()), one not in less, -_most(values.get(one))))
    stated = [*shares, *figures]
    below = [by] if isinstance(by, Cell) else [one for one in reads(by) if one in values and is_below_zero(values[one])]
    what = phrase("{name} is {figure}", name=named(below[0]), figure=_lowest(below[0], values)) if below else ""
    causes = [figure(one, values) for one in stated if one not in below][:_NAMED]
    places = [(one.figure(), f"`{one.path}`") for one in [*stated, *below] if one.span().key() != span.key()]
    related = list({place.key(): (place, label) for place, label in places}.values())[:_NAMED]
    more = [f"`{one.path}`" for one in shares]
    instead = meant(values[shares[0]]) if shares else ""
    if shares:  # what they are a share of would be enough
        related = [*related, (span, "this is less than nothing")]
        span = shares[0].figure()
        related = [place for place in related if place[0].key() != span.key()]
    said = errors.impossible_bound(span, cell.path, entry.name, what, causes, None, related, more, instead, below=True)
    if shares:
        return said._replace(label=SMALL_SHARE)
    if not stated or of_library(stated[0].span()):
        return said
    own = stated[0] in below
    return led(said, stated[0].figure(), said.label if own else f"what is below zero comes of `{stated[0].path}`")


def _divided(formula: Formula, evaluate: Evaluate) -> Op | None:
    """Where something above zero is divided by something below it, of what a formula grows with."""
    waiting = [formula]
    seen: set[Cell] = set()
    for part in waiting:  # grows while it is read
        if isinstance(part, Cell) and part.formula is not None and part not in seen and len(seen) < _SEARCHED:
            seen.add(part)
            waiting.append(part.formula)
        elif isinstance(part, Op):
            if part.op == "/" and _turned(evaluate(part.args[0]), evaluate(part.args[1])):
                return part
            waiting += part.args[: 1 if part.op in ("-", "/") else None] if part.op != "neg" else ()
    return None


def _turned(demand: Value, room: Value) -> bool:
    def both(a: Scalar, b: Scalar) -> Scalar:
        return is_number(a) and is_number(b) and low(a) > 0 > high(b)

    return any(one is True for _, one in scalars(broadcast(both, [demand, room])))


def _most(value: Value | None) -> Exact:
    return max([high(one) for _, one in scalars(value) if is_number(one)], default=0) if value is not None else 0


def _lowest(cell: Cell, values: Mapping[Cell, Value]) -> str:
    """ "-3 kg", "less than nothing" where the unit is not known that it is in."""
    least = min([low(one) for _, one in scalars(values[cell]) if is_number(one)])
    number, unit = in_its_unit(cell, least)
    return joined(" ", (Number(decimal(number)), unit)) if unit else phrase("less than nothing")


_NAMED = 3
"""Figures that are named of what is below zero."""
_SEARCHED = 1_000
"""Quantities that are looked through for the division."""
