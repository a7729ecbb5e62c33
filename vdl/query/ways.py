"""Ways through a design: from what is edited to the counts, verdicts and choices that hang on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from vdl.compilation import Solved
from vdl.graph.cells import Cell, Instance
from vdl.graph.identity import CellId, cell_id, input_id
from vdl.graph.order import cell_needs, reads
from vdl.query.edits import Compiled, Edit
from vdl.values import FAULT, NOT_STATED, Value, scalars

_Steps = Literal["decide", "either", "move", "any"]
"""What a way may lead through: what is another value, and by the bounds that decide, on this side or on either; what is another
value; or all there is."""


def reaching(old: Compiled, new: Compiled, found: Sequence[Edit], rule: str) -> list[tuple[int, tuple[str, ...]]]:
    """The edits that a rule of the new side hangs on, by their numbers, each with the path to it."""
    reached = Reached(new.solved, old.solved)
    made = []
    for number, edit in enumerate(found):
        path = (rule,) if edit.sort == "rule" and rule in (edit.name, *edit.names) else reached.to_rule(edit, rule)
        if path:
            made.append((number, path))
    return made


def turning(old: Compiled, new: Compiled, found: Sequence[Edit], choice: str) -> list[tuple[int, tuple[str, ...]]]:
    """The edits that what a `choose` is to make small hangs on, by their numbers, each with the path to the choice."""
    reached = Reached(new.solved, old.solved)
    paths = [(number, reached.to_choice(edit, choice)) for number, edit in enumerate(found)]
    return [(number, path) for number, path in paths if path]


class Reached:
    """Ways through the graph of the new side, else through that of the old one, from what is read down to what is edited."""

    def __init__(self, new: Solved, old: Solved) -> None:
        self._sides = new, old
        self._known: dict[tuple[int, object, _Steps], dict[Cell, Cell | None]] = {}
        self._values = {id(side): {cell_id(cell): value for cell, value in side.solution.values.items()} for side in self._sides}
        """By sides all that is known there."""
        self._deciding = {
            id(side): {(count.cell.path, bound.entry.name) for count in side.solution.counts.values()
                       for bound in count.bounds if bound.decides} for side in self._sides
        }  # fmt: skip

    def path(self, edit: Edit, old: str, new: str) -> tuple[str, ...]:
        """The way from an edit to a count, by its names on both sides."""
        if edit.sort == "option":  # what was not taken was not looked up, so no formula leads there
            holder = edit.choice.rpartition(".")[0]
            return (edit.name, edit.choice, new) if new.startswith(f"{holder}.") else ()
        if any(choice.name == edit.name for side in self._sides for choice in side.graph.choices):  # it is chosen otherwise
            return (edit.name, new) if new.startswith(f"{edit.name.rpartition('.')[0]}.") else ()
        for side, name in zip(self._sides, (new, old)):
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
        ids = {cell for cell, _ in edit.cells}
        end, above = None, dict[Cell, Cell | None]()
        steps: _Steps
        for steps in ("decide", "either", "move", "any"):  # what decides and is another number carries it
            known = (id(side), key, steps)
            if known not in self._known:
                self._known[known] = self._above(side, starts, steps)
            above = self._known[known]
            end = next((cell for cell in above if _is_of(cell, edit, ids)), None)
            if end is not None:
                break
        if end is None:
            return ()
        bound = f"{end.path}." if edit.sort == "bound" else ""
        several = [name for name in edit.names if name == end.path or (bound and name.startswith(bound))
                   or (edit.sort in ("added", "removed") and end.path.startswith(f"{name}."))]  # fmt: skip
        way: list[str] = several[:1] or [edit.name]
        at: Cell | None = end
        while at is not None:
            if at.form in ("input", "let", "count") and at.path not in way and " " not in at.path and not _is_of_file(at):
                way.append(at.path)
            at = above[at]
        return tuple(way)


    def _above(self, side: Solved, starts: Iterable[Cell], steps: _Steps) -> dict[Cell, Cell | None]:
        """All that some quantities hang on, the nearest first, each with the one that hangs on it: what says nothing decides
        nothing. With `move` only what is another value on the other side, with `decide` also only by bounds that decide there."""
        graph, values = side.graph, side.solution.values
        other = self._values[id(next((one for one in self._sides if one is not side), side))]
        found: dict[Cell, Cell | None] = dict.fromkeys(starts)
        waiting = list(found)
        decided: set[int] = set()
        for cell in waiting:  # grows while it is read
            below = self._needs(cell, side, steps) if steps in ("decide", "either") else [*cell_needs(cell)]
            for number in graph.hanging.get(cell, frozenset()) - decided:
                decided.add(number)
                below += reads(*[one.condition for one in graph.decisions if one.number == number])
            for one in below:
                value = values.get(one, FAULT)
                if one in found or _is_silent(value) or (steps != "any" and other.get(cell_id(one)) == value):
                    continue
                found[one] = cell
                waiting.append(one)
        return found

    def _needs(self, cell: Cell, side: Solved, steps: _Steps) -> list[Cell]:
        """What a quantity is computed from; of a count by the bounds that decide on this side, or on either."""
        known = self._deciding[id(side)] if steps == "decide" else set().union(*self._deciding.values())
        deciding = [one for one in cell.bounds if (cell.path, one.name) in known] if cell.is_solved else []
        return reads(*[formula for one in deciding for formula in (one.value, one.when)]) if deciding else [*cell_needs(cell)]

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
        return cell.path.startswith(tuple([f"{name}." for name in names]))
    return cell.path in names or (edit.sort == "bound" and cell.path in [name.rpartition(".")[0] for name in names])


def _fills(holder: Instance, edit: Edit) -> bool:
    names = edit.after.partition(" with ")[0].strip()
    return bool(names) and (holder.path == names or holder.path.endswith(f".{names}") or holder.original().path == names)


def _is_silent(value: Value) -> bool:
    return all(one is NOT_STATED for _, one in scalars(value))


__all__ = ["Reached", "reaching", "turning"]
