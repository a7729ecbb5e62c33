"""Which edits are behind a changed count: each alone against the old side, all together, and what is left.

The old side is solved again with one edit at a time: a number through a plan of what it moves, anything else as a filling that
lies on top of the design.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vdl.compilation import Solved
from vdl.graph.cells import Cell, Instance
from vdl.graph.identity import CellId, input_id
from vdl.graph.order import cell_needs, reads
from vdl.query.beside import beside, faults
from vdl.query.edits import Compiled, Edit
from vdl.records import NamedTuple
from vdl.semantics.units import Exact
from vdl.solve import Plan
from vdl.values import FAULT, NOT_STATED, Place, Value, at_place, is_exact, scalars
from vdl.variants.shapes import Shapes

MOST = 10
"""Edits that are tried one by one; where there are more, those of one object are tried at once."""


class Wanted(NamedTuple):
    """A count that changed: what it is called on both sides, and at which labels."""

    old: str
    new: str
    at: Place = ()


class Part(NamedTuple):
    """What some edits (by their numbers) change a count by, alone; None where that can't be said. `path` leads from the edit to
    the count."""

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
    groups = _groups(found, inputs)
    before, after = _counts(old.solved), _counts(new.solved)
    single = len(inputs) == 1 and len(found) == 1
    alone = [None if single else _solved(old, [found[i] for i in group]) for _, group in groups]
    together = alone[0] if len(groups) == 1 else None if single or not inputs else _solved(old, [found[i] for i in inputs])
    reached = _Reached(new.solved, old.solved)
    made: list[Cause] = []
    for count in wanted:
        start, end = _exact(before, count.old, count.at), _exact(after, count.new, count.at)
        total = end - start if start is not None and end is not None else None
        tried: list[Part] = []
        for (name, group), solved in zip(groups, alone):
            more = total if single else _more(solved, count, start)
            path = next(filter(None, [reached.path(found[i], count) for i in group]), ())
            if more or path:
                tried.append(Part(group, name, more, path))
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
            if not edit.is_input and (rest or total is None) and (path := reached.path(edit, count)):
                others.append(Part((i,), edit.name, None, path))
        made.append(Cause(count, tuple(parts), more_together or None, rest or None, tuple(others)))
    return Causes(tuple(made), len(groups) != len(inputs))


def reaching(old: Compiled, new: Compiled, found: Sequence[Edit], rule: str) -> list[tuple[int, tuple[str, ...]]]:
    """The edits that a rule of the new side hangs on, by their numbers, each with the path to it."""
    reached = _Reached(new.solved, old.solved)
    made = []
    for number, edit in enumerate(found):
        path = (rule,) if edit.sort == "rule" and rule in (edit.name, *edit.names) else reached.to_rule(edit, rule)
        if path:
            made.append((number, path))
    return made


def turning(old: Compiled, new: Compiled, found: Sequence[Edit], choice: str) -> list[tuple[int, tuple[str, ...]]]:
    """The edits that what a `choose` is to make small hangs on, by their numbers, each with the path to the choice."""
    reached = _Reached(new.solved, old.solved)
    paths = [(number, reached.to_choice(edit, choice)) for number, edit in enumerate(found)]
    return [(number, path) for number, path in paths if path]


def _groups(found: Sequence[Edit], inputs: Sequence[int]) -> list[tuple[str, tuple[int, ...]]]:
    """Edits that are tried at once, each group with its name."""
    if len(inputs) <= MOST:
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


def tried(old: Compiled, chosen: Sequence[Edit]) -> Compiled | None:
    """All of the old side with some edits, judged too; None where it can't be solved with them."""
    solved = _filled_with(old, chosen)
    if solved is None:
        return None
    numbers = {cell: value for edit in chosen for cell, value in edit.cells}
    if numbers:
        solved = Shapes(solved.types, solved.design, solved.name, old.compilation.as_of).at(numbers)
    return None if faults(solved.diagnostics) else Compiled(old.compilation, solved)


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


# ------------------------------------------------------------------------------ from the edit to the count
class _Reached:
    """Ways through the graph of the new side, else through that of the old one, from what is read down to what is edited."""

    def __init__(self, new: Solved, old: Solved) -> None:
        self._sides = new, old
        self._known: dict[tuple[int, object], dict[Cell, Cell | None]] = {}

    def path(self, edit: Edit, count: Wanted) -> tuple[str, ...]:
        if edit.sort == "option":  # what was not taken was not looked up, so no formula leads there
            holder = edit.choice.rpartition(".")[0]
            return (edit.name, edit.choice, count.new) if count.new.startswith(f"{holder}.") else ()
        for side, name in zip(self._sides, (count.new, count.old)):
            starts = [cell for cell in side.solution.values if cell.path == name and cell.form == "count"]
            if found := self._way(side, edit, starts, name):
                return found
        return ()

    def to_rule(self, edit: Edit, rule: str) -> tuple[str, ...]:
        for side in self._sides:
            of = [one for one in side.judged.rules if one.name == rule]
            starts = [cell for one in of if one.rule is not None for cell in reads(one.rule.condition, one.rule.when)]
            starts += [one.of.cell for one in of if one.of is not None]
            if found := self._way(side, edit, starts, f"rule {rule}"):
                return (*found, rule) if found[-1] != rule else found
        return ()

    def to_choice(self, edit: Edit, choice: str) -> tuple[str, ...]:
        if choice in (edit.name, edit.choice):  # an option, or the choice itself
            return (edit.name, choice) if edit.name != choice else (choice,)
        for side in self._sides:
            starts = reads(*[one.objective for one in side.graph.choices if one.name == choice])
            if found := self._way(side, edit, starts, f"choice {choice}"):
                return (*found, choice)
        return ()

    def _way(self, side: Solved, edit: Edit, starts: Sequence[Cell], key: str) -> tuple[str, ...]:
        known = (id(side), key)
        if known not in self._known:
            self._known[known] = _above(side, starts)
        above = self._known[known]
        ids = {cell for cell, _ in edit.cells}
        end = next((cell for cell in above if _is_of(cell, edit, ids)), None)
        if end is None:
            return ()
        bound = f"{end.path}." if edit.sort == "bound" else ""
        several = [name for name in edit.names if name == end.path or (bound and name.startswith(bound))]
        way: list[str] = several[:1] or [edit.name]
        at: Cell | None = end
        while at is not None:
            if at.form in ("input", "let", "count") and at.path not in way and " " not in at.path and not _is_of_file(at):
                way.append(at.path)
            at = above[at]
        return tuple(way)


def _is_of_file(cell: Cell) -> bool:
    return cell.instance is not None and cell.instance.top().kind.form == "file"


def _is_of(cell: Cell, edit: Edit, ids: set[CellId]) -> bool:
    """Whether a quantity is what an edit fills, or belongs to the object that it fills in."""
    names = edit.names or (edit.name,)
    if ids:
        return input_id(cell) in ids or cell.path in names
    if edit.sort == "object":
        holder = cell.instance
        return holder is not None and (cell.path.startswith(f"{edit.name}.") or _fills(holder, edit))
    if edit.sort in ("added", "removed"):
        return cell.path.startswith(f"{edit.name}.")
    return cell.path in names or (edit.sort == "bound" and cell.path in [name.rpartition(".")[0] for name in names])


def _fills(holder: Instance, edit: Edit) -> bool:
    names = edit.after.partition(" with ")[0].strip()
    return bool(names) and (holder.path == names or holder.path.endswith(f".{names}") or holder.original().path == names)


def _above(side: Solved, starts: Iterable[Cell]) -> dict[Cell, Cell | None]:
    """All that some quantities hang on, the nearest first, each with the one that hangs on it: what says nothing decides
    nothing."""
    graph, values = side.graph, side.solution.values
    found: dict[Cell, Cell | None] = dict.fromkeys(starts)
    waiting = list(found)
    decided: set[int] = set()
    for cell in waiting:  # grows while it is read
        below = cell_needs(cell)
        for number in graph.hanging.get(cell, frozenset()) - decided:
            decided.add(number)
            below += reads(*[one.condition for one in graph.decisions if one.number == number])
        for one in below:
            if one not in found and not _is_silent(values.get(one, FAULT)):
                found[one] = cell
                waiting.append(one)
    return found


def _is_silent(value: Value) -> bool:
    return all(one is NOT_STATED for _, one in scalars(value))


__all__ = ["MOST", "Cause", "Causes", "Part", "Wanted", "causes", "reaching", "tried", "turning"]
