"""Rules that limit a count to which another one of the same object adds more: carts that are needed, without the spare ones."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl.graph.cells import Cell, Formula, Op, lesser_first
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.order import parts, reads
from vdl.semantics.units import Units
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.values import NOT_STATED, Value, broadcast, high, is_number, low, scalars
from vdl.words import values as show

_ADDED = frozenset(["+", "sum", "at", "peak", "as", "max"])
"""What a limited side is made of such with: it grows with each of its counts."""

_SHORT = 3
"""Words of so many letters or fewer say nothing of what is counted: "for", "of"."""


def part_of_a_count(graph: Graph, solution: Solution, units: Units) -> Iterator[Diagnostic]:
    """What a design should be asked about a limit that an author sets to some of what is there: once for each rule. Not where the
    rule reads the whole as well, where that is no more, or where its text says which part is meant."""
    seen: set[object] = set()
    for entry in graph.rules:
        sides = lesser_first(entry.condition) if not entry.source.is_library and entry.node not in seen else None
        seen.add(entry.node)
        for cell in _limited(sides[0]) if sides is not None else ():
            whole = _whole(graph, cell)
            if whole is None or whole in reads(entry.condition) or _says_which(entry, cell, whole):
                continue
            part, all_of_it = solution.values.get(cell, NOT_STATED), solution.values.get(whole, NOT_STATED)
            if _is_more(all_of_it, part):
                span = Span(entry.source, entry.node.condition.start, entry.node.condition.end)
                amounts = [show.text(value, show.unit_of_cell(one, units)) for one, value in ((cell, part), (whole, all_of_it))]
                yield errors.counted_in_part(span, entry.path, cell.path, amounts[0], whole.path, amounts[1])
                break


def _limited(side: Formula) -> list[Cell]:
    """The counts that a side of a comparison is, or adds up."""
    within = list(parts([side], lambda cell: False))
    if any(isinstance(one, Op) and one.op not in _ADDED for one in within):
        return []
    return [one for one in dict.fromkeys(reads(side)) if one.form == "count"]


def _whole(graph: Graph, part: Cell) -> Cell | None:
    """The count of the same object and of the same things that is this one and more by one of its bounds."""
    for count in graph.counts:
        if count is part or count.instance is not part.instance or count.type != part.type:
            continue
        for bound in count.bounds:
            value = bound.value
            if isinstance(value, Op) and value.op == "+" and part in value.args:
                return count
    return None


def _says_which(entry: RuleEntry, part: Cell, whole: Cell) -> bool:
    """Whether the text of a rule has a word by which the part is called, and not the whole."""
    own = {word for word in part.name.split("_") if len(word) > _SHORT} - set(whole.name.split("_"))
    return any(word in str(entry.text).lower() for word in own)


def _is_more(one: Value, other: Value) -> bool:
    difference = broadcast(lambda a, b: high(a) - low(b) if is_number(a) and is_number(b) else NOT_STATED, [one, other])
    return any(is_number(value) and low(value) > 0 for _, value in scalars(difference))


__all__ = ["part_of_a_count"]
