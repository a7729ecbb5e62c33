"""On which of several objects a rule falls that reads the least or the most of them, or how many of them are something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vdl.graph.blame import nearest, of_library
from vdl.graph.cells import Cell, Formula, Instance, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.graph.items import Items
from vdl.graph.order import operations, reads
from vdl.graph.silent import silent_inputs
from vdl.records import NamedTuple
from vdl.semantics.types import ANY
from vdl.solve import Evaluation, Solution
from vdl.text.diagnostics import enumerated
from vdl.text.source import Span
from vdl.values import NOT_STATED, Value, Varying, is_exact, scalars
from vdl.words import values as show
from vdl.words.formulas import names
from vdl.words.stand_ins import StandIns
from vdl.words.verdicts import Words

_PATH = r"\w+(?:\.\w+)*"
"""What is called by a path, and no piece of a formula."""

_NAMED = 3
"""Objects that are named."""


class Falling(NamedTuple):
    """The least or the most that a rule reads: what is called so ("" of a formula of the library, which says nothing to authors),
    its value in words, the objects that it is of, and what it is of them."""

    what: str
    value: str
    objects: tuple[Instance, ...]
    formulas: tuple[Formula, ...]
    counts: bool = False
    """Whether it is the number of these objects."""
    least: bool = False

    def words(self) -> str:
        """ "`f.fewest` is 1 cart, that of `f.north`", "`f.empty` is 2, which are `f.north` and `f.south`"; of a formula of the
        library "the most that it reads is 5 kg, that of `f.north`", "it falls on `f.north` and `f.south`" """
        paths = [one.path for one in self.objects]
        more = f" and {len(paths) - _NAMED:,} more" if len(paths) > _NAMED else ""
        of = ", ".join([f"`{path}`" for path in paths[:_NAMED]]) + more if more else enumerated(paths, "and")
        if not self.what and self.counts:
            return f"it falls on {of}"
        if not self.what:
            return f"the {'least' if self.least else 'most'} that it reads is {self.value}, that of {of}"
        which = ("which is" if len(paths) == 1 else "which are") if self.counts else "that of"
        return f"`{self.what}` is {self.value}, {which} {of}"

    def places(self) -> list[tuple[Span, str]]:
        """Where authors declare these objects; what several objects of one kind say in one place, once."""
        declared = [one.member.span() for one in self.objects[:_NAMED] if one.member is not None]
        spans = {span.key(): span for span in declared}.values()
        name = self.what.rpartition(".")[2] if re.fullmatch(_PATH, self.what) else ""
        words = f"one of `{name}`" if self.counts else f"`{name}` is that of this"
        if not name:  # what has no name of its own stands in the note, which is too long for a label
            words = "one of these" if self.counts else "the figure is that of this"
        return [(span, words) for span in spans if not of_library(span)]


def falling(rule: RuleEntry, solution: Solution, words: Words) -> list[Falling]:
    """What a rule reads of its own object that is the least or the most of several objects, and not of all of them; of one that
    compares no amounts also how many of them are something."""
    evaluation = Evaluation(solution.values, draw=solution.draw)
    found = [_of(op, cell, evaluation, words) for op, cell in _extremes(rule)]
    return [one for one in found if one is not None]


def _extremes(rule: RuleEntry) -> Iterator[tuple[Op, Cell | None]]:
    """Each least and most of objects, and the quantity that is that."""
    waiting: list[tuple[Formula, Cell | None]] = [(rule.condition, None)]
    seen: set[Cell] = set()
    while waiting:
        part, of = waiting.pop()
        if isinstance(part, Cell):
            if part not in seen and part.instance is rule.instance and part.form == "let" and part.formula is not None:
                waiting.append((part.formula, part))
            seen.add(part)
        elif isinstance(part, Op):
            looked_at = ("min", "max") if lesser_first(rule.condition) is not None else ("min", "max", "sum")
            if part.op in looked_at and isinstance(part.detail, Items) and part.detail.of:
                yield part, of if of is not None and of.formula is part else None
            else:
                waiting += [(arg, of) for arg in part.args]


def _of(op: Op, cell: Cell | None, evaluation: Evaluation, words: Words) -> Falling | None:
    counts = op.op == "sum"
    items = op.detail
    of: Sequence[object] = items.of or [] if isinstance(items, Items) else []
    if len(of) != len(op.args):
        return None
    values = [_at_any(evaluation.evaluate(arg)) if counts else evaluation.evaluate(arg) for arg in op.args]
    value = _in_all(values) if counts else evaluation.evaluate(op)
    if not is_exact(value):
        return None
    if counts and (not value or any(one not in (0, 1, NOT_STATED) for one in values)):
        return None
    deciding = [(one, arg) for one, arg, amount in zip(of, op.args, values) if amount == (1 if counts else value)]
    objects = {one: None for one, _ in deciding if isinstance(one, Instance)}
    if not objects or (not counts and len(objects) == len(dict.fromkeys(map(id, of))) > 1):
        return None
    type_ = words.types.get(op.node, ANY) if op.node is not None else ANY
    unit = show.unit_of_cell(cell, words.units) if cell is not None else show.unit_of(op, type_, words.units)
    figure = show.text(value, unit)
    unsaid = cell is None and op.source is not None and op.source.is_library
    what = cell.path if cell is not None else "" if unsaid else names(op)
    return Falling(what, figure, tuple(objects), tuple([arg for _, arg in deciding]), counts, op.op == "min")


def _at_any(value: Value) -> Value:
    """Of something that is or is not, whether it is so at any label."""
    parts = {one for _, one in scalars(value)} if isinstance(value, Varying) else set()
    return max(1 if one == 1 else 0 for one in parts) if parts and parts <= {0, 1, NOT_STATED} else value


def _in_all(values: Sequence[Value]) -> Value:
    """How many are so; not stated where some of them are no matter of that."""
    return sum(one == 1 for one in values) if all(one in (0, 1, NOT_STATED) for one in values) else NOT_STATED


def silent_of(stand_ins: StandIns, found: Sequence[Falling], solution: Solution) -> list[str]:
    """What objects that a rule counts do not state, where they are counted for that: the paths of these inputs, and of what
    stands for something that they name not those that would name it; or none where one is counted for something else."""
    silent: dict[str, None] = {}
    objects = [each for one in found for each in one.objects]
    for formula in [formula for one in found for formula in one.formulas]:
        asked = [op.args[0] for op in operations([formula]) if op.op == "given"]
        paths = silent_inputs(asked, solution.values, _NAMED)
        if not paths:
            paths = stand_ins.named_by(objects) if asked else []
        if not paths:
            return []
        silent.update(dict.fromkeys(paths))
    return stand_ins.to_name(silent, objects) if all(one.counts for one in found) else []


def stated_alike(found: Sequence[Falling], rule: RuleEntry, own: Sequence[Cell]) -> list[Cell]:
    """What the objects that a rule counts state as its own object does: the same figures, which could be changed as well."""
    names = {cell.name for cell in own if cell.instance is rule.instance}
    return [cell for cell in stated_there(found) if cell.instance is not rule.instance and cell.name in names]


def stated_there(found: Sequence[Falling]) -> list[Cell]:
    """What authors state of the objects that a rule counts, where they are counted for that."""
    of = [one for each in found if each.counts for one in each.objects[:_NAMED]]
    beneath = nearest(read_there([each for each in found if each.counts]), lambda cell: cell.form == "input")
    return [cell for cell in beneath if cell.form == "input" and cell.instance in of and not of_library(cell.span())]


def read_there(found: Sequence[Falling]) -> list[Cell]:
    """What is read of the objects on which a rule falls."""
    return reads(*[formula for one in found for formula in one.formulas])


__all__ = ["Falling", "falling", "read_there", "silent_of", "stated_alike", "stated_there"]
