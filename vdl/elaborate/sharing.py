"""Formulas that a name stands for: what is computed once, however often the name is read."""

from __future__ import annotations

from vdl import syntax as s
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import Cell, Made, Op
from vdl.graph.items import Items
from vdl.graph.order import signature
from vdl.semantics.types import ANY, ListOf, Type
from vdl.text.limits import SHARED
from vdl.text.source import Source


def part(el: Elaboration, formula: Op, name: s.Param | str, type_: Type, node: s.Node, source: Source) -> Cell:
    """The cell of a formula that a name stands for: one for each formula, however often the entry begins anew."""
    owner = el.cell.instance if el.cell else None
    cell = Cell(owner, name if isinstance(name, str) else name.name, "part", type_, source, node)
    cell.formula = formula
    return el.arguments.setdefault((node, name, owner, signature(formula)), cell)


def shared(el: Elaboration, made: Made, name: str, type_: Type, node: s.Node, source: Source) -> Made:
    """What a name of a loop, or of a list, stands for. Small formulas stay what they are; of larger ones each is a cell,
    or lists that are made from lists would double them."""
    if isinstance(made, Op):
        return part(el, made, name, type_, node, source) if _is_large(made) else made
    if isinstance(made, Items) and any(isinstance(item, Op) and _is_large(item) for item in made):
        of = type_.item if isinstance(type_, ListOf) else ANY
        return made.replaced([shared(el, item, name, of, node, source) for item in made])
    return made


def _is_large(formula: Op) -> bool:
    waiting = [formula]
    found = 0
    while waiting and found <= SHARED:
        found += 1
        waiting += [arg for arg in waiting.pop().args[: SHARED + 1] if isinstance(arg, Op)]
    return found > SHARED
