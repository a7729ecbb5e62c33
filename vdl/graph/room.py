"""How the room of a container comes about, and what would make it larger."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vdl.graph.blame import is_stated, of_library, stated_beneath
from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.figures import in_its_unit
from vdl.records import NamedTuple
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, decimal, divide
from vdl.values import Value, high, is_number, low

SMALL_SHARE = "only this share of its container may be filled"
"""What is said of a share that leaves too little of a container."""

_NAMED = 3
"""Figures that are named of a formula."""


def to_shrink(size: Formula) -> list[str]:
    """The author's figures that a size comes of: those of what the size is measured in, where there are any."""
    found = [cell for cell in stated_beneath(size) if not of_library(cell.span())]
    alike = [cell for cell in found if _shares(cell, size)]
    return [f"`{cell.path}`" for cell in alike or found][:_NAMED]


def _shares(cell: Cell, size: Formula) -> bool:
    """Whether a figure and a size are both of one thing that is measured: bytes of a box and bytes of a cart."""
    dimensions = [dict(one.type.dimension) for one in (cell, size) if isinstance(one, Cell) and isinstance(one.type, Quantity)]
    return len(dimensions) < 2 or any(power > 0 and dimensions[1].get(name, 0) > 0 for name, power in dimensions[0].items())


class Ways(NamedTuple):
    """What makes a room larger, by how it is written: figures to raise, objects of the library to replace, figures to lower."""

    raise_: list[str]
    models: list[str]
    lower: list[str]


def to_grow(room: Formula, values: Mapping[Cell, Value], times: Exact, lacks: Exact = 0) -> Ways:
    """What makes a room so many `times` larger, by what it `lacks`: the author's figures, but for a ratio that would pass 100 %,
    and for what is taken away and is less than that; and the objects of the library whose figures it comes of."""
    figures: dict[str, None] = {}
    models: dict[str, None] = {}
    lower: dict[str, None] = {}
    less = lessening(room)
    for cell in stated_beneath(room):
        value = values.get(cell)
        if of_library(cell.span()):
            if cell.instance is not None and cell.instance.path and cell not in less:
                models.setdefault(f"`{cell.instance.path}`")
        elif cell in less:
            if not (is_number(value) and isinstance(cell.type, Quantity) and cell.type.dimension and high(value) < lacks):
                lower.setdefault(f"`{cell.path}`")
        elif not (_is_ratio(cell) and is_number(value) and low(value) * times > 1):
            figures.setdefault(f"`{cell.path}`")
    return Ways(list(figures)[:_NAMED], list(models)[:1], list(lower)[:_NAMED])


def held_back(room: Formula, values: Mapping[Cell, Value], evaluate: Callable[[Formula], Value], lacks: Exact) -> list[Cell]:
    """The author's ratios that leave less than half of a room, and any of which alone would make it so much larger as it
    `lacks` at no more than 100 %: they are wrong rather than what they are a share of."""
    found: dict[Cell, None] = {}
    waiting: list[Formula] = [room]
    for part in waiting:  # grows while it is read
        if isinstance(part, Cell) and isinstance(part.formula, (Cell, Op)):
            waiting.append(part.formula)
        elif isinstance(part, Op) and part.op in ("+", "-"):
            waiting += part.args[: 1 if part.op == "-" else None]
        elif isinstance(part, Op) and part.op == "else":
            waiting.append(part.args[0] if is_number(evaluate(part.args[0])) else part.args[1])
        elif isinstance(part, Op) and part.op == "*":
            whole = evaluate(part)
            for cell in [cell for factor in _factors(part) for cell in _share(factor, evaluate)]:
                share = values.get(cell)
                if not (is_number(whole) and is_number(share)) or of_library(cell.span()):
                    continue
                if 0 < 2 * high(share) < 1 and divide(low(whole), high(share)) - low(whole) >= lacks:
                    found[cell] = None
    return list(found)


def _share(factor: Formula, evaluate: Callable[[Formula], Value]) -> list[Cell]:
    """The stated ratio that a factor is, if it is one."""
    if isinstance(factor, Op) and factor.op == "else":
        return _share(factor.args[0] if is_number(evaluate(factor.args[0])) else factor.args[1], evaluate)
    if isinstance(factor, Cell) and isinstance(factor.formula, Cell):
        return _share(factor.formula, evaluate)
    return [factor] if isinstance(factor, Cell) and is_stated(factor) and _is_ratio(factor) else []


def meant(value: Value) -> str:
    """A hundred times a stated ratio that is 0.5 % to 1 %, "90 %" for 0.9 %: a part of one was written for percent."""
    whole = low(value) * 100 if is_number(value) and low(value) == high(value) else 0
    return f"{decimal(whole * 100)} %" if 1 <= 2 * whole <= 2 else ""


def lessening(room: Formula) -> set[Cell]:
    """The stated figures that are only taken away from a room, or that it is divided by."""
    signs: dict[Cell, set[bool]] = {}
    waiting: list[tuple[Formula | None, bool]] = [(room, True)]
    seen: set[tuple[int, bool]] = set()
    for formula, adds in waiting:  # grows while it is read
        further: list[tuple[Formula | None, bool]] = []
        if isinstance(formula, Cell) and is_stated(formula):
            signs.setdefault(formula, set()).add(adds)
        elif isinstance(formula, Cell):
            further = [(formula.formula, adds)]
        elif isinstance(formula, Op):
            turned = formula.op in ("-", "/")
            further = [(arg, adds != (turned and arg is formula.args[-1])) for arg in formula.args]
        for one, sign in further:
            if (id(one), sign) not in seen:
                seen.add((id(one), sign))
                waiting.append((one, sign))
    return {cell for cell, found in signs.items() if found == {False}}


def made_of(room: Formula, values: Mapping[Cell, Value], evaluate: Callable[[Formula], Value] | None = None) -> str:
    """What a room is made of, "250 kg/cart * 90 %", "250 kg/cart * 90 % - 10 kg/cart"; "" where it is no more than one figure,
    or not of figures in known units. Without a way to `evaluate`, of a product alone."""
    while isinstance(room, Cell) and isinstance(room.formula, (Cell, Op)):
        room = room.formula
    words = [words for words in [_figure(part, values) for part in _factors(room)] if words != _WHOLE]
    if len(words) > 1 and all(words):
        return " * ".join(words)
    terms = _terms(room, values, evaluate) if evaluate is not None else None
    if not terms or not 1 < len(terms) <= _TERMS:
        return ""
    names = [f"`{cell.path}`" for cell in stated_beneath(room) if not of_library(cell.span()) and cell in values][:_NAMED]
    return " ".join(terms).removeprefix("+ ") + (f", by {', '.join(names)}" if names else "")


_TERMS = 5
"""Figures of which a room is shown to be made."""


def _terms(
    part: Formula, values: Mapping[Cell, Value], evaluate: Callable[[Formula], Value], sign: str = "+"
) -> list[str] | None:
    """What is added up and taken away, each with its sign; what is zero is left out. None where a unit is not known."""
    value = evaluate(part)
    if not is_number(value) or low(value) != high(value):
        return None
    if not low(value):
        return []
    if isinstance(part, Cell) and not is_stated(part) and isinstance(part.formula, (Cell, Op)):
        return _terms(part.formula, values, evaluate, sign)
    if isinstance(part, Op) and part.op == "else":
        first = evaluate(part.args[0])
        return _terms(part.args[0] if is_number(first) else part.args[1], values, evaluate, sign)
    if isinstance(part, Op) and part.op in ("+", "-"):
        turned = {"+": "-", "-": "+"}[sign] if part.op == "-" else sign
        found = [_terms(arg, values, evaluate, sign if at == 0 else turned) for at, arg in enumerate(part.args)]
        return None if any(one is None for one in found) else [term for one in found for term in one or ()]
    if isinstance(part, Op) and part.op == "*":
        made = [_terms(arg, values, evaluate) for arg in part.args]
        if any(one is None or len(one) != 1 for one in made):
            return None
        words = [one[0].removeprefix("+ ") for one in made if one]
        return [f"{sign} {' * '.join([one for one in words if one != _WHOLE])}"]
    figure = _figure(part, values)
    return [f"{sign} {figure}"] if figure else None


_WHOLE = "100 %"
"""A factor that changes nothing."""


def _factors(formula: Formula) -> list[Formula]:
    if isinstance(formula, Op) and formula.op == "*":
        return [part for arg in formula.args for part in _factors(arg)]
    return [formula]


def _figure(part: Formula, values: Mapping[Cell, Value]) -> str:
    value = values.get(part) if isinstance(part, Cell) else None
    if value is None or not is_number(value) or low(value) != high(value):
        return ""
    if _is_ratio(part):
        return f"{decimal(low(value) * 100)} %"
    number, unit = in_its_unit(part, low(value))
    return f"{decimal(number)} {unit}" if unit else ""


def _is_ratio(part: Formula) -> bool:
    return isinstance(part, Cell) and isinstance(part.type, Quantity) and part.type.ratio


__all__ = ["SMALL_SHARE", "held_back", "lessening", "made_of", "meant", "to_grow", "to_shrink"]
