"""A design as one of its questions sees it: without what only other questions and published figures read."""

from __future__ import annotations

from vdl.graph.cells import Cell, Formula
from vdl.graph.design import Graph
from vdl.graph.order import and_needed, reads


def for_question(graph: Graph, name: str, expected: str = "") -> Graph:
    """A graph with one of its questions, or with none for "", and no expectations but one that is named.

    What only these or other questions read is not computed, so that what can't be computed at some value of an input spoils
    the questions alone that look at it.
    """
    asked = graph.moved(name)
    kept = tuple([one for one in graph.expects if one.name == expected])
    others = [one for one in graph.expects if one not in kept]
    compared = [formula for one in others for formula in (one.left, one.right, one.within)]
    apart: list[Formula] = [formula for formula in compared if formula is not None]
    apart += [ask.condition for ask in graph.asks if ask.name != name]
    apart += [sweep.value for sweep in graph.sweeps if sweep.name != name]
    own = [*graph.counts, *([asked.looked_at, asked.cell] if asked is not None else [])]
    own += [formula for one in kept for formula in (one.left, one.right, one.within) if formula is not None]
    read = reads(*own, *[formula for rule in graph.rules for formula in (rule.condition, rule.when)])
    read += reads(*[formula for count in graph.counts for bound in count.bounds for formula in (bound.value, bound.when)])
    read += reads(*[decision.condition for decision in graph.decisions], *[choice.objective for choice in graph.choices])
    read += [cell for component in graph.order for cell in component if _is_of_the_design(cell)]
    read += [entry.cell for entry in graph.questions]  # of what an input refers to: a copy, which none but the question may read
    only_theirs = and_needed(reads(*apart)) - and_needed(read)
    return graph._replace(
        order=tuple([component for component in graph.order if not only_theirs.issuperset(component)]),
        expects=kept,
        asks=tuple([ask for ask in graph.asks if ask.name == name]),
        sweeps=tuple([sweep for sweep in graph.sweeps if sweep.name == name]),
        compared_below=(*graph.compared_below, *apart),
    )


def _is_of_the_design(cell: Cell) -> bool:
    """Whether a cell is an input or a count of something that the design owns, which must be what it may be."""
    return cell.form in ("input", "count") and (cell.instance is None or cell.instance.base is None)


__all__ = ["for_question"]
