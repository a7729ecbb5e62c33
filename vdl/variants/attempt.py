"""A design made with one combination of options, solved and judged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from vdl import errors
from vdl.check import Types
from vdl.elaborate.aside import Answers, Circling
from vdl.elaborate.design import elaborate
from vdl.graph.cells import Cell
from vdl.graph.design import AskEntry, Choice, Graph
from vdl.graph.identity import CellId
from vdl.judge import Answer, Judged, OpenPoint, judge
from vdl.judge.nothing import nothing_found
from vdl.judge.standing import silence
from vdl.judge.unused import unused
from vdl.records import NamedTuple
from vdl.semantics.types import Axis, Kind
from vdl.semantics.units import Exact, Units
from vdl.slips import slips
from vdl.solve import Evaluation, Solution, Solver
from vdl.solve.begun import Begun, Made
from vdl.text.diagnostics import Diagnostic
from vdl.values import Number, Value, Varying, bound_of, high, is_number
from vdl.words.lacking import counted_nowhere
from vdl.words.never import never_failing

if TYPE_CHECKING:
    from vdl.solve.missed import Missed
    from vdl.values.draws import Draw

Merit = tuple[int, int, int, tuple[tuple[bool, Exact], ...]]
"""What options are compared by, the smallest best: faults, failed rules, what is silent, then each objective: whether it is
missing, and its worst end."""


def worth(value: Value, end: Callable[[Number], Exact]) -> tuple[bool, Exact]:
    """What one objective adds to a merit, at one end of a range."""
    return (False, end(value)) if is_number(value) else (True, 0)


class Objective(NamedTuple):
    """What a `choose` makes smallest, as it is told, and how many inputs that nobody stated it leaves out: an option is as
    silent as that, so that none comes to less by what it does not state."""

    value: Value
    lacks: int = 0


def objectives_of(
    graph: Graph, values: Mapping[Cell, Value], evaluation: Evaluation, missing: Missed | None
) -> tuple[Objective, ...]:  # fmt: skip
    """What each `choose` makes smallest, beside what is `missing` with these values."""
    found = [(choice.objective, _objective(choice, evaluation)) for choice in graph.choices]
    if not found or missing is None:
        return tuple([Objective(value) for _, value in found])
    from vdl.graph.silent import missed, silent_inputs  # most designs lack nothing

    told = [(formula, missing.told(formula, value)) for formula, value in found]
    return tuple([
        Objective(value, max(1, len(silent_inputs(missed(formula), values))) if bound_of(value) is not None else 0)
        for formula, value in told
    ])  # fmt: skip


def missed_in_choosing(graph: Graph, values: Mapping[Cell, Value], draw: Draw | None) -> Missed | None:
    """What hangs on what is missed in a solved design that chooses something; None where nothing is, or nothing is chosen."""
    if not graph.choices or not graph.missing:
        return None
    from vdl.solve.missed import missed  # most designs lack nothing

    return missed(graph, values, draw)


def lacking(objectives: Iterable[Objective]) -> int:
    """How much objectives leave out, which is a silence of what they are of."""
    return sum(one.lacks for one in objectives)


def looked_around(graph: Graph, solution: Solution, judged: Judged) -> list[OpenPoint]:
    """What a design states and nothing uses, where nothing was found, and which rules can never fail."""
    never = never_failing(judged.rules, solution.values)
    return [*unused(graph, solution, judged), *nothing_found(graph, judged), *never]


class Known(NamedTuple):
    """What is known of a design that was made before with other numbers."""

    moved: Collection[Cell]
    """What has another value."""
    slips: tuple[Diagnostic, ...]
    """What it should be asked about the figures that are written."""
    looking: Callable[[Graph, Solution, Judged], list[OpenPoint]]
    """Finds what the design states and nothing uses, and where nothing was found."""
    hangs: Callable[[AskEntry], bool]
    """Whether the condition of a question hangs on what that moves."""


class Attempt(NamedTuple):
    """A design made with one combination of options, solved and judged."""

    graph: Graph
    solution: Solution
    judged: Judged
    faults: tuple[Diagnostic, ...]
    """What is wrong with the design itself, and keeps it from being sized."""
    said: tuple[Diagnostic, ...]
    """What is wrong with formulas that only judge it; verdicts are not among it."""
    objectives: tuple[Objective, ...]
    answers: tuple[Answer, ...] = ()
    """To the questions of which its expectations read what they came to."""
    said_by_elaboration: tuple[Diagnostic, ...] = ()
    """Those of the faults that were found before anything was solved."""
    known: Known | None = None
    """Of a design that was made before with other numbers."""

    def left_over(self) -> list[OpenPoint]:
        """What the design states and nothing uses, where nothing was found, and what is held against nothing."""
        look = self.known.looking if self.known is not None else looked_around
        found = look(self.graph, self.solution, self.judged)
        return [*found, *counted_nowhere(self.judged.rules, self.solution)]

    def slips(self, units: Units, axes: Iterable[Axis]) -> tuple[Diagnostic, ...]:
        """What a design should be asked about the figures that its authors write, and about the words beside them."""
        return slips(self.graph, self.solution, units, axes) if self.known is None else self.known.slips

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.graph.choices

    @property
    def broken(self) -> bool:
        return any(d.severity == "error" for d in self.faults)

    @property
    def errors(self) -> int:
        return sum(d.severity == "error" for d in (*self.faults, *self.said))

    @property
    def failing(self) -> tuple[str, ...]:
        """The names of the rules that fail."""
        return tuple([r.name for r in self.judged.rules if r.outcome in ("fails", "part") and r.severity == "error"])

    @property
    def failed(self) -> int:
        """How many rules fail."""
        return len(self.failing)

    @property
    def silent(self) -> int:
        """How much of it is not sized or not judged, or left out of an objective."""
        return silence(self.judged.open_points) + lacking(self.objectives)

    def merit(self) -> Merit:
        objectives = tuple([worth(one.value, high) for one in self.objectives])
        return self.errors, self.failed, self.silent, objectives


def attempt(
    types: Types, design: Kind, as_of: str, kept: frozenset[str], chosen: Mapping[str, int],
    inputs: Mapping[CellId, Value] | None = None, asked: str | None = None, draw: Draw | None = None, expected: str = "",
    begun: Begun | None = None,
) -> Attempt:  # fmt: skip
    """Elaborate, solve and judge; elaboration asks for the values on which the structure hangs, and goes on with them.

    `inputs` take the place of what the quantities have, and what is drawn that of the ranges. Of a question, `asked` by its
    name, only what it looks at is computed beside the design, and nothing that expectations (but the one that is named) or
    other questions read; for "" none of that is. What is made of the design is kept in `begun`, and taken from there.
    """
    if begun is None or chosen or inputs or draw is not None:
        graph, diagnostics, solver = _made(types, design, kept, chosen, inputs, draw)
    else:
        known = begun.find(design, types)
        graph, diagnostics, solver = known if known is not None else _made(types, design, kept, chosen, inputs, draw)
        begun.keep(design, types, Made(graph, diagnostics, solver))
    if asked is not None:
        from vdl.graph.apart import for_question  # most designs are made without a question

        graph = for_question(graph, asked, expected)
    solution = solver.solve(graph)
    evaluation = Evaluation(solution.values, draw=draw)
    objectives = objectives_of(graph, solution.values, evaluation, missed_in_choosing(graph, solution.values, draw))
    judged, said = judge(graph, solution, kept, as_of)
    faults = (*diagnostics, *solver.diagnostics, *evaluation.diagnostics)
    return Attempt(graph, solution, judged, faults, tuple(said), objectives, said_by_elaboration=tuple(diagnostics))


def _made(
    types: Types, design: Kind, kept: frozenset[str], chosen: Mapping[str, int], inputs: Mapping[CellId, Value] | None,
    draw: Draw | None,
) -> Made:  # fmt: skip
    """The graph of a design, and the solver that knows what was asked for it."""
    solver = Solver(kept, inputs, draw=draw)
    try:
        return Made(*_answered(elaborate(types, design, chosen, solver.answer), solver), solver)
    except Circling:
        solver = Solver(kept, inputs, draw=draw)
        return Made(*_answered(elaborate(types, design, chosen), solver), solver)


def _answered(making: Answers[tuple[Graph, list[Diagnostic]]], solver: Solver) -> tuple[Graph, list[Diagnostic]]:
    """What elaboration ends with, once all that it asks is answered."""
    try:
        question = next(making)
        while True:
            question = making.send(solver.answer(*question))
    except StopIteration as done:
        made: tuple[Graph, list[Diagnostic]] = done.value
        return made


def _objective(choice: Choice, evaluation: Evaluation) -> Value:
    """What a `choose` wants to be small: one number, or a range, of which the worst end counts; anything else is said."""
    value = evaluation.evaluate(choice.objective)
    if isinstance(value, Varying):
        evaluation.say(errors.objective_varies(choice.objective_span, value.axes))
    return value
