"""Which edits are behind a changed count: each alone against the old side, all together, and what is left.

The old side is solved again with one edit at a time: a number through a plan of what it moves, anything else as a filling that
lies on top of the design.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdl.compilation import Solved
from vdl.graph.cells import Cell
from vdl.graph.identity import CellId, input_id
from vdl.graph.order import reads
from vdl.query.beside import beside, faults
from vdl.query.edits import Compiled, Edit
from vdl.query.ways import Reached
from vdl.records import NamedTuple
from vdl.semantics.units import Exact
from vdl.solve import Plan
from vdl.values import Place, Value, at_place, is_exact
from vdl.variants.shapes import Shapes

MOST, NUMBERS = 10, 30
"""Edits that are tried one by one, and as many if all are numbers, which is soon done; where there are more, those of one object
are tried at once."""


class Wanted(NamedTuple):
    """A count that changed: what it is called on both sides, and at which labels."""

    old: str
    new: str
    at: Place = ()


class Part(NamedTuple):
    """What some edits (by their numbers) change a count by, alone; None where that can't be said. Of edits that are taken
    together these are those that lead to the count. `path` leads from the edit to the count, through what carries it."""

    edits: tuple[int, ...]
    name: str
    more: Exact | None
    path: tuple[str, ...]


class Cause(NamedTuple):
    """What is behind a count: parts that act, what they come to `together` beyond their sum, and what `rest` is due to edits that
    are no inputs. None where nobody knows, or there is nothing to tell apart. `others` are the edits of these that lead to it."""

    of: Wanted
    parts: tuple[Part, ...]
    together: Exact | None
    rest: Exact | None
    others: tuple[Part, ...] = ()


class Causes(NamedTuple):
    """Of all counts; `by_object` is whether edits were taken together by the objects that they belong to."""

    causes: tuple[Cause, ...]
    by_object: bool


Found = Callable[[str, Place], Value | None]
"""The value of a count of the old side, by its path and at labels."""


def causes(old: Compiled, new: Compiled, found: Sequence[Edit], wanted: Sequence[Wanted]) -> Causes:
    """What is behind each count that changed."""
    inputs = [number for number, edit in enumerate(found) if edit.is_input]
    groups = _groups(found, inputs, NUMBERS if not old.solved.graph.choices and _are_numbers(found, inputs) else MOST)
    before, after = _counts(old.solved), _counts(new.solved)
    single = len(inputs) == 1 and len(found) == 1
    alone = [None if single else _solved(old, [found[i] for i in group]) for _, group in groups]
    together = alone[0] if len(groups) == 1 else None if single or not inputs else _solved(old, [found[i] for i in inputs])
    reached = Reached(new.solved, old.solved)
    made: list[Cause] = []
    for count in wanted:
        start, end = _exact(before, count.old, count.at), _exact(after, count.new, count.at)
        total = end - start if start is not None and end is not None else None
        tried: list[Part] = []
        for (name, group), solved in zip(groups, alone):
            more = total if single else _more(solved, count, start)
            ways = {i: path for i in group if (path := reached.path(found[i], count.old, count.new))}
            path = min(ways.values(), key=len, default=())
            if more or path:
                leading = tuple(ways) or group
                tried.append(Part(leading, found[leading[0]].name if len(leading) == 1 else name, more, path))
        parts = [part for part in tried if part.more != 0]
        rest = more_together = None
        if total is not None and not single:
            every = _more(together, count, start) if inputs else 0
            known = [part.more for part in parts if part.more is not None]
            if every is not None and len(known) == len(parts):
                more_together, rest = every - sum(known), total - every
                parts = tried if more_together else parts  # what does nothing alone acts with the others
        others: list[Part] = []
        for i, edit in enumerate(found):
            if not edit.is_input and (rest or total is None) and (path := reached.path(edit, count.old, count.new)):
                others.append(Part((i,), edit.name, None, path))
        made.append(Cause(count, tuple(parts), more_together or None, rest or None, tuple(others)))
    return Causes(tuple(made), len(groups) != len(inputs))


def _are_numbers(found: Sequence[Edit], inputs: Sequence[int]) -> bool:
    return all(found[i].cells and not found[i].fills for i in inputs)


def _groups(found: Sequence[Edit], inputs: Sequence[int], most: int) -> list[tuple[str, tuple[int, ...]]]:
    """Edits that are tried at once, each group with its name."""
    if len(inputs) <= most:
        return [(found[i].name, (i,)) for i in inputs]
    groups: dict[str, list[int]] = {}
    for i in inputs:
        groups.setdefault(found[i].name.partition(".")[0], []).append(i)
    if len(groups) > MOST:
        first = list(groups)[: MOST - 1]
        others = [i for name, group in groups.items() if name not in first for i in group]
        return [*[(name, tuple(groups[name])) for name in first], ("all others", tuple(others))]
    return [(name, tuple(group)) for name, group in groups.items()]


# ------------------------------------------------------------------------------ the old side with edits
def _solved(old: Compiled, chosen: Sequence[Edit]) -> Found | None:
    """The counts of the old side with some edits; None where it can't be solved with them."""
    solved = _filled_with(old, chosen)
    if solved is None:
        return None
    numbers = {cell: value for edit in chosen for cell, value in edit.cells}
    return _with_numbers(old, solved, numbers) if numbers else _counts(solved)


class Tried:
    """All of the old side with some of these edits, judged too."""

    def __init__(self, old: Compiled, found: Sequence[Edit]) -> None:
        self._old = old
        moved = {cell for edit in found for cell, _ in edit.cells}
        self._now = {id_: value for cell, value in old.solved.solution.values.items() if (id_ := input_id(cell)) in moved}
        """What the numbers of all edits are: with the others at that, the design is elaborated once for all trials."""
        self._shapes = self._shapes_of(old.solved)

    def _shapes_of(self, solved: Solved) -> Shapes:
        return Shapes(solved.types, solved.design, solved.name, self._old.compilation.as_of)

    def at(self, chosen: Sequence[Edit]) -> Compiled | None:
        """With some edits; None where it can't be solved with them."""
        solved = _filled_with(self._old, chosen)
        if solved is None:
            return None
        numbers = {cell: value for edit in chosen for cell, value in edit.cells}
        if numbers and solved is self._old.solved:
            solved = self._shapes.at({**self._now, **numbers})
        elif numbers:
            solved = self._shapes_of(solved).at(numbers)
        return None if faults(solved.diagnostics) else Compiled(self._old.compilation, solved)


def _filled_with(old: Compiled, chosen: Sequence[Edit]) -> Solved | None:
    """The old side with what edits fill on top of it, but for their numbers."""
    solved = old.solved
    fills = [edit.fills for edit in chosen if edit.fills]
    if not fills:
        return solved
    made, said = beside(old.compilation, solved.name, solved.layers, [*solved.options, *fills])
    return None if made is None or faults(said) else made


def _with_numbers(old: Compiled, solved: Solved, numbers: dict[CellId, Value]) -> Found | None:
    graph, kept = solved.graph, old.compilation.kept
    if not graph.choices:
        cells = [cell for cell in solved.solution.values if input_id(cell) in numbers]
        plan = Plan(graph, kept, solved.solution, cells, reads(*[decision.condition for decision in graph.decisions]))
        solver = plan.solve_at(numbers)
        if all(solver.evaluation.evaluate(one.condition) == one.taken for one in graph.decisions):
            return _looked_up({**solved.solution.values, **solver.values})
    made = Shapes(solved.types, solved.design, solved.name, old.compilation.as_of, alone=True).at(numbers)
    return None if faults(made.diagnostics) else _counts(made)


def _counts(solved: Solved) -> Found:
    return _looked_up(dict(solved.solution.values))


def _looked_up(values: dict[Cell, Value]) -> Found:
    known = {cell.path: value for cell, value in values.items() if cell.form == "count"}

    def found(path: str, at: Place) -> Value | None:
        return at_place(known[path], at) if path in known else None

    return found


def _exact(found: Found, path: str, at: Place) -> Exact | None:
    value = found(path, at)
    return value if is_exact(value) else None


def _more(found: Found | None, count: Wanted, start: Exact | None) -> Exact | None:
    now = _exact(found, count.old, count.at) if found is not None else None
    return now - start if now is not None and start is not None else None


__all__ = ["MOST", "Cause", "Causes", "Part", "Tried", "Wanted", "causes"]
