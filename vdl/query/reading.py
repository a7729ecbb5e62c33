"""A reading over a solved design: what is asked of it beyond what it was solved for.

A document, a typed expression or a tree of reasons may need members that nobody looked at before and values that
nobody computed. A reading makes them on the side, and is thrown away: the compilation is only read, so several
readings may be open at once, in any order.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from vdl import syntax as s
from vdl.compilation import Compilation, Solved
from vdl.elaborate.aside import Answers
from vdl.elaborate.design import FORMS
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import Cell, Env, Formula, Instance, Made
from vdl.graph.design import AskEntry
from vdl.graph.identity import cell_id
from vdl.graph.order import cell_needs, reads, signature
from vdl.judge.missed import undecided
from vdl.query.answered import answers_read, certain, question_of
from vdl.query.questions import answer, asked_of
from vdl.semantics.types import Member
from vdl.solve import CountValue, Plan, Solver
from vdl.solve.missed import Missed, hanging, missed, misses
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import of, phrase
from vdl.text.source import Source
from vdl.values import FAULT, NOT_STATED, Value, bound_of, scalars
from vdl.words.verdicts import bound_at

T = TypeVar("T")


class Reading:
    def __init__(self, compilation: Compilation, solved: Solved, *, printing: bool = False) -> None:
        self.compilation = compilation
        self.solved = solved
        self.units = compilation.names.units
        self.values: ChainMap[Cell, Value] = ChainMap({}, dict_of(solved.solution.values))
        chosen = {choice.name: choice.taken for choice in solved.graph.choices}
        self.elaboration = Elaboration(solved.types, FORMS, solved.design, chosen, solved.graph, solved.solution.values)
        self.elaboration.printing = printing
        self.elaboration.deciders = self._decider
        self.elaboration.answering = self._answer
        self.solver = Solver(compilation.kept, values=self.values, draw=solved.solution.draw)
        self._missed: Missed | None = None
        """What hangs on sums that lack what is not stated, where any does."""
        self._unseen: list[Cell] = []
        """The quantities that were made on the side and that it has not seen."""
        self._conditions: dict[object, Formula] = {}
        """What was asked so that something could be made, by signature."""
        self._open: dict[int, tuple[Cell | None, ...]] = {}
        """Of the decisions that were looked at, by number: the sums by which they could come out otherwise."""
        self._deciding: dict[Cell | None, None] = {}
        """What lacks figures and what was made hangs on: None stands for what has no name."""
        self.said: list[Diagnostic] = []
        self.has_asked = False
        """Whether what was made hangs on values: with others it may be something else."""
        self.counts = {count.cell: count for count in solved.judged.counts}
        known = [answer.entry.node for answer in solved.answers]
        self.unanswered = [cell for cell in solved.graph.answers if cell.node not in known]
        """Answers that only expectations read which nobody judged."""
        self._know_decisions()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with what was asked for."""
        return [*self.elaboration.diagnostics, *self.solver.diagnostics, *self.said]

    def made(self, expr: s.Expr, source: Source, **names: Made) -> Made:
        """What an expression in the body of the design stands for; `names` are further names that it may use."""
        return self.settled(lambda: self.elaboration.expr(expr, Env(self.solved.graph.root, names, source)))

    def settled(self, entry: Callable[[], T]) -> T:
        """The result of elaborating something, with the values that it asks for on the way."""
        return self._run(self.elaboration.settled(entry))

    def slot(self, instance: Instance, name: str) -> Made:
        """A member of an object of the design."""
        return self.settled(lambda: self.elaboration.slot(instance, name))

    def follow(self, path: Iterable[str]) -> Instance | None:
        """The object that a path of names leads to from the design; None where it leads to no object."""
        return self.within(self.solved.graph.root, path)

    def within(self, instance: Instance, path: Iterable[str]) -> Instance | None:
        """The object that a path of names leads to from another one; None where it leads to no object."""
        made = self.settled(lambda: self.elaboration.follow(instance, path))
        return made if isinstance(made, Instance) else None

    def value(self, formula: Formula) -> Value:
        """The value of a formula, and of what it needs that the design itself never asked for."""
        self._answer_what_is_read(formula)
        elaboration = self.elaboration
        order = self._run(elaboration.ordered(reads(formula), elaboration.known))
        elaboration.known.asked.update(cell for component in order for cell in component)
        self._look_at(self._hinges_of(formula))
        if not elaboration.fits(formula):
            return FAULT
        return self._answered(formula, order)

    def told(self, formula: Formula) -> Value:
        """The same, as it is told: each number with the side of it on which the whole is, where it leaves something out."""
        return self._told(formula, self.value(formula))

    @property
    def figures(self) -> Mapping[Cell, Value]:
        """The values of all quantities, each as it is told."""
        return _Figures(self.values, self._told) if self._may_lack() else self.values

    def _may_lack(self) -> bool:
        """Whether a sum of the design, or of what was asked of it, may lack something."""
        return bool(self.solved.graph.missing or self.elaboration.missing)

    def _told(self, formula: Formula, value: Value) -> Value:
        if self._missed is None:
            if not self._may_lack():
                return value
            graph, solution = self.solved.graph, self.solved.solution
            cells = hanging(graph).order if misses(graph, solution.values) else ()
            self._missed = Missed(self.values, cells, solution.draw)
        self._missed.add(self._unseen)
        self._unseen.clear()
        return self._missed.told(formula, value)

    def is_lasting(self, formula: Formula) -> bool:
        """Whether a formula that was made stands for the same in each solution of the graph, and reads what all of these hold."""
        solved = self.solved
        fixed = not (self.has_asked or self.elaboration.measured or solved.graph.answers)
        return fixed and all(cell in solved.solution.values for cell in reads(formula))

    def count(self, cell: Cell) -> CountValue | None:
        """What a count was solved from; also one of a copy that only a document or a question made."""
        return self.counts.get(cell) or self.solver.counts.get(cell) or self.solved.solution.counts.get(cell)

    @contextmanager
    def deciding(self) -> Iterator[dict[Cell | None, None]]:
        """Look at what is made meanwhile: the sums that lack figures and by which it was decided, where the rest of them could
        decide otherwise. None stands for such sums without a name."""
        outer, self._deciding = self._deciding, {}
        try:
            yield self._deciding
        finally:
            self._deciding = outer

    @property
    def is_decided_by_sums(self) -> bool:
        """Whether any of what was made so far was."""
        return bool(self._deciding)

    def _know_decisions(self) -> None:
        """Take over the decisions of the design that the rest of a sum could turn, and the members that hang on them."""
        graph, solution = self.solved.graph, self.solved.solution
        lacking = missed(graph, solution.values, solution.draw) if graph.missing and graph.decisions else None
        for one in undecided(lacking, graph.decisions) if lacking is not None else ():
            key = signature(one.condition)
            number = self.elaboration.numbers.setdefault(key, len(self.elaboration.numbers))
            self._conditions[key] = one.condition
            for made, numbers in graph.hanging.items():
                if one.number in numbers:
                    known = self.elaboration.hanging.get(made, frozenset())
                    self.elaboration.hanging[made] = known | {number}

    def _hinges_of(self, formula: Formula) -> set[int]:
        """The decisions on which the quantities hang that a formula reads and that were made on the side."""
        found: set[int] = set()
        hanging = self.elaboration.hanging
        waiting = [cell for cell in reads(formula) if hanging and cell not in self.solved.solution.values]
        seen = set(waiting)
        while waiting:
            cell = waiting.pop()
            found |= hanging.get(cell, frozenset())
            further = [one for one in cell_needs(cell) if one not in seen and one not in self.solved.solution.values]
            seen.update(further)
            waiting += further
        return found

    def _look_at(self, hinges: Collection[int]) -> None:
        """Take down by which sums decisions were made, given by their numbers, that could come out otherwise."""
        numbers = [number for number in hinges if number not in self._open]
        if numbers and self._may_lack():
            keys = {number: key for key, number in self.elaboration.numbers.items()}
            for number in numbers:
                self._open[number] = self._open_by(self._conditions.get(keys.get(number)))
        for number in hinges:
            self._deciding.update(dict.fromkeys(self._open.get(number, ())))

    def _open_by(self, condition: Formula | None) -> tuple[Cell | None, ...]:
        """The sums that lack figures and by which a condition could come out otherwise; none where it could not."""
        if condition is None:
            return ()
        value = self.elaboration.answers.get(signature(condition), NOT_STATED)
        if value is NOT_STATED:
            value = self.value(condition)
        if self._told(condition, value) == value:
            return ()
        named = [cell for cell in reads(condition) if cell.instance is not None and cell in self.values]
        figures = [(cell, self._told(cell, self.values[cell])) for cell in named]
        return tuple([cell for cell, told in figures if any(bound_of(one) for _, one in scalars(told))]) or (None,)

    def _run(self, work: Answers[T]) -> T:
        outer, self.elaboration.hinges = self.elaboration.hinges, set()
        try:
            question = next(work)
            while True:
                self.has_asked = True
                self._conditions[signature(question.formula)] = question.formula
                self._answer_what_is_read(question.formula)
                question = work.send(self._answered(*question))
        except StopIteration as done:
            result: T = done.value
            self._look_at(self.elaboration.hinges)
            return result
        finally:
            self.elaboration.hinges = outer

    def _answered(self, formula: Formula, order: Sequence[tuple[Cell, ...]]) -> Value:
        self._unseen += [cell for component in order for cell in component]
        return self.solver.answer(formula, order)

    def _answer_what_is_read(self, formula: Formula) -> None:
        """Answer the questions that a formula reads, where the design was compiled without."""
        asked = answers_read(reads(formula), self.unanswered) if self.unanswered else []
        if not asked:
            return
        self.unanswered = [cell for cell in self.unanswered if cell not in asked]
        values = {cell: self._answer(cell) for cell in asked}
        plan = Plan(self.solved.graph, self.compilation.kept, self.solved.solution, asked)
        self.values.update({**values, **plan.solve(values).values})
        self.solver.inputs = {**self.solver.inputs, **{cell_id(cell): value for cell, value in values.items()}}

    def _answer(self, question: Member | Cell) -> Value:
        """The value that answers a question of the design, or of one that it is derived from; that is asked of this design."""
        self.has_asked = True
        entry = question_of(self.solved.graph, question.node)
        if entry is not None:
            return certain(answer(self.compilation, self.solved, entry))
        assert isinstance(question.node, s.Ask)
        found, diagnostics = asked_of(self.compilation, self.solved, question.node, question.source)
        self.said += [d for d in diagnostics if d.severity == "error"]
        if found is None:
            return FAULT
        asked, asks = found
        return certain(answer(self.compilation, asked, asks)) if isinstance(asks, AskEntry) else FAULT

    def _decider(self, count: Cell) -> str:
        """The bound that decided a count, in words: "by weight".

        Where that bound only passes on another count ("load and reserve"), the bound that decided that one.
        """
        self.has_asked = True
        seen: set[Cell] = set()
        words = ""
        current: Cell | None = count
        while current is not None and current not in seen:
            seen.add(current)
            solved = self.count(current)
            if solved is None:
                break
            if solved.given:
                return words or phrase("given")
            bound = next((b for b in solved.bounds if b.decides), None)
            if bound is None:
                break
            words = of(bound.entry.name.replace("_", " "), bound.entry.source.is_library)
            words += phrase(" at {labels}", labels=bound_at(bound)) if bound.place else ""
            counts = [c for c in reads(bound.entry.value) if c.form == "count" and c.type == current.type]
            current = counts[0] if len(counts) == 1 else None
        return words


class _Figures(Mapping[Cell, Value]):
    """Values of quantities as they are told: looked at when they are read."""

    def __init__(self, values: Mapping[Cell, Value], told: Callable[[Formula, Value], Value]) -> None:
        self._values, self._told = values, told

    def __getitem__(self, cell: Cell) -> Value:
        return self._told(cell, self._values[cell])

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def dict_of(values: object) -> dict[Cell, Value]:
    """The values of a solution as what a ChainMap takes; it writes to its first map only."""
    assert isinstance(values, dict)
    return values
