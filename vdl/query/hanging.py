"""What something that is judged hangs on: the inputs and given counts that an author may change, and what can't be changed by a
number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from vdl import syntax as s
from vdl.compilation import Solved
from vdl.graph.cells import Cell, Formula, Instance, Unstated
from vdl.graph.design import CHOICES, Graph
from vdl.graph.identity import CellId, cell_id, input_id, input_of
from vdl.graph.order import cell_needs, reads
from vdl.graph.silent import missed
from vdl.graph.uses import Uses, and_originals
from vdl.judge import Expectation, Verdict
from vdl.records import NamedTuple
from vdl.semantics.types import COUNT, Quantity
from vdl.values import Value, is_number, scalars
from vdl.words.stand_ins import StandIns

Sort = Literal["own", "catalog", "worked-out"]
"""Whose figure an input has: one of the design or of a default, one of a catalog, one that other inputs make."""

_SILENT = 50
"""Inputs without a value that are named."""


class Judged(NamedTuple):
    """A rule, a bound of a given count or an expectation, as it stands."""

    name: str
    found: Verdict | Expectation

    def formulas(self) -> list[Formula]:
        """What it is judged by."""
        found = self.found
        if isinstance(found, Expectation):
            entry = found.entry
            return [one for one in (entry.left, entry.right, entry.within) if one is not None]
        if found.rule is not None:
            return [one for one in (found.rule.when, found.rule.condition) if one is not None]
        assert found.of is not None and found.bound is not None
        bound = found.bound.entry
        return [one for one in (found.of.cell, bound.when, bound.value) if one is not None]


class Input(NamedTuple):
    """A quantity that may be filled, and what it is now."""

    cell: Cell
    id: CellId
    value: Value
    sort: Sort
    uses: tuple[str, ...]
    """The paths under which a design, or `--set`, can fill it: its own; of an object of a file where the design refers to that,
    all of them to be filled alike. None of a copy that a formula makes, and of an option of a `choose`."""

    @property
    def name(self) -> str:
        return " and ".join(self.uses) or self.cell.path


class Hanging(NamedTuple):
    """The inputs that something hangs on; those without a value, and those that are objects, by their names."""

    inputs: tuple[Input, ...]
    silent: tuple[str, ...]
    objects: tuple[str, ...]


def judged(solved: Solved) -> dict[str, Judged]:
    """All that a design is judged by, by name."""
    expected = {entry.name for entry in solved.graph.expects}
    found = [Judged(one.entry.name, one) for one in solved.judged.expectations if one.entry.name in expected]
    return {one.name: one for one in [*found, *[Judged(rule.name, rule) for rule in solved.judged.rules]]}


def hanging(solved: Solved, subject: Judged) -> Hanging:
    """What something hangs on, by way of formulas, of the conditions that chose objects, and of what each `choose` takes."""
    graph, values = solved.graph, solved.solution.values
    formulas = subject.formulas()
    asked = [*formulas, *(missed(*formulas) if subject.found.outcome == "not-evaluated" else ())]
    cells = _beneath(graph, reads(*formulas), graph.hanging.get(subject.name, frozenset()))
    files = {kind.source.path for kind in solved.design.chain() if not kind.source.is_library}
    uses = Uses(graph, files)
    found: dict[CellId, Input] = {}
    for cell in cells:
        value = values.get(cell)
        if value is None or not _may_be_moved(cell, value):
            continue
        id_ = input_id(cell)
        if id_ not in found or cell_id(cell) == id_:
            sort: Sort = "own" if _is_own(cell, graph.root, files) else "catalog"
            original = cell if cell_id(cell) == id_ else _original(cell)
            found[id_] = Input(original, id_, value, sort, tuple(uses.of(original)))
    own = {one.id for one in found.values() if one.sort == "own"}
    inputs = tuple([_worked_out(graph, one, own) for one in found.values()])
    silent = dict.fromkeys([*_asked_for(subject), *StandIns(graph).silent(asked, values, _SILENT)])
    return Hanging(inputs, tuple(silent), tuple(_objects(graph, cells, files)))


def _asked_for(subject: Judged) -> Iterator[str]:
    """The inputs that nobody stated of which a rule asks whether they are stated."""
    rule = subject.found.rule if isinstance(subject.found, Verdict) else None
    for node in s.walk(rule.node.condition) if rule is not None else ():
        if rule is not None and isinstance(node, s.Given) and isinstance(node.operand, s.Name):
            made = rule.instance.slots.get(node.operand.name)
            if isinstance(made, Unstated):
                yield made.path


def _beneath(graph: Graph, cells: Iterable[Cell], numbers: frozenset[int]) -> dict[Cell, None]:
    """Cells and all that they hang on, the nearest first."""
    found = dict.fromkeys(cells)
    waiting = list(found)
    decided: set[int] = set()

    def meet(more: Iterable[Cell]) -> None:
        for cell in more:
            if cell not in found:
                found[cell] = None
                waiting.append(cell)

    def decide(more: frozenset[int]) -> None:
        for number in more - decided:
            decided.add(number)
            if number == CHOICES:
                meet(_compared(graph))
            meet(reads(*[one.condition for one in graph.decisions if one.number == number]))

    decide(numbers)
    for cell in waiting:  # grows while it is read
        meet(cell_needs(cell))
        decide(graph.hanging.get(cell, frozenset()))
    return found


def _compared(graph: Graph) -> list[Cell]:
    """What options are compared by."""
    rules = [one for rule in graph.rules if rule.severity == "error" for one in (rule.condition, rule.when)]
    given = [cell for cell in graph.counts if not cell.is_solved]
    bounds = [one for cell in given for bound in cell.bounds for one in (bound.value, bound.when)]
    return [*reads(*[choice.objective for choice in graph.choices]), *reads(*rules), *given, *reads(*bounds)]


def _may_be_moved(cell: Cell, value: Value) -> bool:
    if cell.form != "input" and not (cell.form == "count" and not cell.is_solved):
        return False
    return (isinstance(cell.type, Quantity) or cell.type is COUNT) and any(is_number(one) for _, one in scalars(value))


def _original(cell: Cell) -> Cell:
    """The input that a copy has from its original, where nobody asks for that itself."""
    made = Cell(input_of(cell), cell.name, cell.form, cell.type, cell.source, cell.node, cell.origin, cell.cites)
    made.formula, made.domain, made.scale = cell.formula, cell.domain, cell.scale
    return made


def _is_own(cell: Cell, design: Instance, files: set[str]) -> bool:
    """Whether an author of the design has the say over an input: it is stated in one of the design's files, or a default of an
    object that stands there. What a kind of the library fills is a fact as the library knows it."""
    if cell.origin in ("option", "scenario"):
        return True
    if cell.origin != "default":
        return cell.source.path in files
    holder = cell.instance.original() if cell.instance is not None else None
    return holder is None or holder.top() is design or holder.top().kind.source.path in files


def _worked_out(graph: Graph, one: Input, own: set[CellId]) -> Input:
    """An input with its sort, which is another one where it is made of inputs that are themselves the design's."""
    if one.sort == "own" and (needs := cell_needs(one.cell)):
        beneath = _beneath(graph, needs, frozenset())
        if any(input_id(cell) in own and input_id(cell) != one.id for cell in beneath):
            return one._replace(sort="worked-out")
    return one


def _objects(graph: Graph, cells: Iterable[Cell], files: set[str]) -> Iterator[str]:
    """The inputs of objects that are read which the author filled with another object, of which something is read, too."""
    read = {one for cell in cells for one in and_originals(cell.instance)}
    for holder in graph.instances:
        if holder.base is None and holder in read:
            for name, made in holder.slots.items():
                member, assigned = holder.kind.lookup(name), holder.assigned.get(name)
                if member is None or member.form != "input" or assigned is None or not isinstance(made, Instance):
                    continue
                if assigned.env.source.path in files and read.intersection(and_originals(made)):
                    yield holder.path_of(name)


__all__ = ["Hanging", "Input", "Judged", "hanging", "judged"]
