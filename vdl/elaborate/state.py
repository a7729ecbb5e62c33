"""The state of elaboration, and the two ways to put an entry aside: until a decision is made, or until less is open.

The pass is functions over this state; it calls them through `forms`, so that no file of the room needs another.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TypeVar

from vdl import errors
from vdl import syntax as s
from vdl.check import Types
from vdl.elaborate.aside import Answers, AtOnce, Blocked, Circling, Deeper, Known, Making, TooMuch, asked, on_a_count
from vdl.graph.blame import around, led
from vdl.graph.cells import POISON, BoundEntry, Cell, Const, Env, Formula, Instance, Made, Op
from vdl.graph.design import Choice, Decision, Graph, Hanging, asked_in
from vdl.graph.details import Along, Found
from vdl.graph.items import Items
from vdl.graph.order import components, signature
from vdl.measure import Measure
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Member
from vdl.semantics.units import ONE, Unit
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import SETTLING
from vdl.text.source import Source, Span
from vdl.values import FAULT, Value

T = TypeVar("T")


class Forms(NamedTuple):
    """What the state calls of the pass."""

    expressions: Mapping[type, Callable[..., Made]]
    settle: Callable[[Elaboration, Instance, str], Made]
    bounds: Callable[[Elaboration, Cell], tuple[BoundEntry, ...]]
    stated: Callable[[Elaboration, Items, s.Node, Source], Items | Const]


class Elaboration:
    """One run of the pass over one design; or, over a finished graph, a reading that adds to it and changes nothing.

    `chosen` is the option of each `choose`, by the path of what is chosen. `pending` are cells whose formulas are
    not made yet. `added` are the members that a reading looked at and the graph had not.
    """

    def __init__(
        self, types: Types, forms: Forms, design: Kind, chosen: Mapping[str, int], base: Graph | None = None,
        values: Container[Cell] = (),
    ) -> None:  # fmt: skip
        self.types = types
        self.names = types.names
        self.units = types.names.units
        self.bindings = types.bindings
        self.forms, self._made_by = forms, forms.expressions
        self.chosen = chosen
        self.base = base
        own = design.design() or design  # its layers have names of their own
        self.root = base.root if base is not None else Instance(design, own.name, None, "")
        self.files: dict[str, Instance] = dict(base.files) if base is not None else {}
        self.diagnostics: list[Diagnostic] = []
        self.pending: dict[Cell, tuple[s.Expr, Env]] = {}
        self.asked: Mapping[str, frozenset[str]] = asked_in(one.node for one in base.questions) if base is not None else {}
        """The paths of objects in which questions move something, or on the way there; and the names of what they move."""
        self.added: dict[tuple[Instance, str], Made] = {}
        self.answers: dict[object, Value] = {}
        self.arguments: dict[object, Cell] = {}
        """Formulas that are arguments, each a cell: what hangs on one is asked once, however often the entry begins anew."""
        self.decisions: dict[object, Decision] = {}
        self.choices: dict[str, tuple[Choice, s.Expr, Env]] = {}
        self.known = Known(values)
        self.hinges: set[int] = set()
        """What the member, quantity or rule that is being made hangs on: numbers of decisions, and -1 for choices."""
        self.hanging: dict[Hanging, frozenset[int]] = {}
        """The same of what is made: members, cells, paths of rules."""
        self.numbers: dict[object, int] = {}
        """Those of decisions that were made, by the signatures of their conditions."""
        self.spent = {"objects": 0, "calls of functions": 0, "rounds of loops": 0, "characters in a document": 0}
        self.placing = base is None
        """Whether it is not settled yet what is placed where."""
        self.placements_hang: set[int] = set()
        """What placements hang on: nobody can say of what is placed nowhere now that it would not be placed otherwise."""
        self.printing = False
        """Whether a document is being made: then a list keeps what a condition holds for at some label, or in part."""
        self.unsaid: dict[tuple[Instance, str], Const] = {}  # members that a document for others takes for not stated
        self.unnamed: frozenset[str] = frozenset()  # the sources, as references name them, that it cites nothing from
        self.rows: dict[Instance, str] = {}  # what a document's bills so far call the row of an object
        self.deciders: Callable[[Cell], str] | None = None
        """Which bound decided a count, in words; known when it is solved."""
        self.answering: Callable[[Member], Value] | None = None  # what a question came to, once the design is solved
        self.asked_for: list[Cell] = []  # the answers to questions that were read
        self.called: dict[Member, None] = {}  # the functions put into formulas for which something is cited
        self.outcomes: dict[tuple[Cell, str], Cell] = {}
        """What became of bounds that were read: a count and the name of its bound."""
        self.at_once: AtOnce | None = None
        """Answers what structure hangs on while what hangs on it waits; None where that is put aside."""
        self.calls: list[s.Node] = []
        """The calls whose functions are put into each other at this moment."""
        self.cell: Cell | None = None
        """The cell whose formula is being made."""
        self.writer = ""
        """The path of what is being made, where that is no cell: a rule, a bound."""
        self.written: dict[str, dict[object, str]] = {}
        if base is not None:  # what is made anew has the names it had
            self.written.update((here, dict(known)) for here, known in base.written.items())
        self.constants: dict[s.Node, Const] = {}
        self.below: dict[Instance, tuple[dict[Kind, list[Instance]], set[int]]] = {}
        """Of objects that were searched: all objects below them by their kinds, and what these hang on."""
        self.found: dict[s.Expr, Found] = {}
        self.written_in: set[str] = set(base.written_in) if base is not None else set()
        """The units that figures are written in, and those that are asked for."""
        self.missing: list[Items] = []  # lists that lack what is not stated of them
        self.measured = base is not None and base.measured
        """Whether there may be figures in open units, so that formulas are measured."""
        self.measure = Measure(self.units, self.say)
        self._settling: list[tuple[Instance, str]] = []
        self._said: set[tuple[object, ...]] = set()

    # ------------------------------------------------------------------ what is said and spent
    def say(self, diagnostic: Diagnostic) -> None:
        """Report, once, at a line of the author's: an entry that was put aside says the same again."""
        made = self._made()
        if made is not None:
            diagnostic = led(diagnostic, around(made[0]), "of this object")
        span = diagnostic.span
        key = (diagnostic.slug, diagnostic.message, span and (span.source.path, span.start, span.end))
        if key not in self._said:
            self._said.add(key)
            self.diagnostics.append(diagnostic)

    def spend(self, what: str, limit: int, span: Span, times: int = 1) -> None:
        """Count more objects, calls or rounds. Raises TooMuch beyond the limit."""
        self.spent[what] += times
        if self.spent[what] > limit:
            raise TooMuch(errors.too_much_work(span, what, limit))

    # ------------------------------------------------------------------ expressions
    def expr(self, expr: s.Expr, env: Env) -> Made:
        """What an expression is: a formula, an object, a list, a text or a set of labels."""
        return self._made_by[expr.__class__](self, expr, env)

    def formula(self, expr: s.Expr, env: Env) -> Formula:
        """The formula of a quantity or a condition."""
        made = self._made_by[expr.__class__](self, expr, env)
        if isinstance(made, (Op, Cell, Const)):
            return made
        if isinstance(made, str):
            return Const(made, expr, env.source)
        return POISON

    def unit(self, name: s.UnitName | None) -> Unit:
        """A unit that is written; of a plain number, and of one that is none, the plain one."""
        if name is None:
            return ONE
        found = self.units.read(name.text)
        if isinstance(found, str):
            return ONE
        self.use(found, name.text)
        return found

    def use(self, unit: Unit, name: str) -> None:
        """Take down that a unit is used."""
        self.written_in.add(name)
        self.measured = self.measured or bool(unit.made_of)

    def fits(self, formula: Formula, order: Iterable[tuple[Cell, ...]] = ()) -> bool:
        """Whether what a formula adds and compares is made of the same open units; False where it is not, which is said.

        `order` are cells that it needs and that are not measured yet.
        """
        if not self.measured:
            return True
        self.measure.cells(order)
        outer, self.measure.clashed = self.measure.clashed, False
        self.measure.of(formula)
        fits, self.measure.clashed = not self.measure.clashed, outer
        return fits

    def along(self, call: s.Call) -> Along:
        """The kept axis that a call follows, with its labels in the order of the text."""
        binding = self.bindings.get(call)
        axis = binding[1] if binding is not None and binding[0] == "axis" else ""
        return Along(axis, tuple(self.names.axes[axis].labels) if axis else ())

    def items_of(self, items: Items, node: s.Node, source: Source) -> Items | Const:
        """The items of a list on which structure hangs; of `stated(list)` those that are. Raises Blocked."""
        return self.forms.stated(self, items, node, source) if items.stated else items

    # ------------------------------------------------------------------ members
    def slot(self, instance: Instance, name: str) -> Made:
        """A member of an object: an object, list or text, or the cell of a quantity."""
        found = (self.unsaid and self.unsaid.get((instance, name))) or instance.slots.get(name)
        if found is None and self.base is not None:
            found = self.added.get((instance, name))
        if found is not None:
            if self.hanging and (hinges := self.hanging.get((instance, name))) is not None:
                self.hinges |= hinges
            return found
        if self._settling:
            return self._open(instance, name)
        waiting = [(instance, name)]
        while True:
            try:
                made = self._open(*waiting[-1])
            except Deeper as deeper:
                if deeper.key in waiting:
                    self._keep(*deeper.key, self._circular(waiting[waiting.index(deeper.key) :]))
                    continue
                waiting.append(deeper.key)
                continue
            waiting.pop()
            if not waiting:
                return made

    def _open(self, instance: Instance, name: str) -> Made:
        key = (instance, name)
        if key in self._settling:
            return self._keep(instance, name, self._circular(self._settling[self._settling.index(key) :]))
        if len(self._settling) >= SETTLING:
            raise Deeper(key)
        self._settling.append(key)
        outer, self.cell = self.cell, None
        try:
            made = self.noted(key, lambda: self.forms.settle(self, instance, name))
        finally:
            self._settling.pop()
            self.cell = outer
        return self._keep(instance, name, made)

    def noted(self, key: Hanging, make: Callable[[], T]) -> T:
        """Make something, and keep what it hangs on; whoever asks for it hangs on that, too."""
        outer, self.hinges = self.hinges, set()
        try:
            made = make()
            if self.hinges:
                self.hanging[key] = self.hanging.get(key, frozenset()) | self.hinges
            return made
        finally:
            outer |= self.hinges  # not the other way round: what all of a design hangs on may be much
            self.hinges = outer

    def _keep(self, instance: Instance, name: str, made: Made) -> Made:
        if self.base is None:
            return instance.slots.setdefault(name, made)
        return self.added.setdefault((instance, name), made)

    def _circular(self, ring: Sequence[tuple[Instance, str]]) -> Const:
        if self.at_once is not None:
            raise Circling
        instance, name = ring[0]
        names = [i.path_of(n) for i, n in ring]
        assignment, member = instance.assigned.get(name), instance.kind.lookup(name)
        if assignment is not None:
            span = assignment.span()
        else:
            assert member is not None
            span = member.span()
        self.say(errors.circular_definition(span, [*names, names[0]]))
        return POISON

    def here(self) -> str:
        """The path of what is being made: a quantity, a member, a rule.

        What a changed copy has of its own is named after the place that changes it; the rest is what it is a copy of,
        so that the ranges in it stay the same unknowns.
        """
        made = self._made()
        if made is None:
            return self.writer
        instance, name = made
        if instance is None:
            return name
        own = instance.assigned.get(name)
        path = own.written if own is not None and own.written else instance.original().path
        return f"{path}.{name}".lstrip(".")

    def _made(self) -> tuple[Instance | None, str] | None:
        """The member that is being made: its object and its name."""
        if self.cell is not None:
            return self.cell.instance, self.cell.name
        return self._settling[-1] if self._settling else None

    def numbered(self, thing: object, after: str = "") -> str:
        """A name for one of the things that are written in what is being made: its path, and from the second on a number.

        Objects of two files may have one path, and then what their kind writes is two things.
        """
        made = self._made()
        top = made[0].original().top().kind if made is not None and made[0] is not None else None
        here = f"{self.here()}{after}"
        known = self.written.setdefault(here, {})
        key = (thing, top.source.path if top is not None and top.form == "file" else "")
        return known.setdefault(key, f"{here}~{len(known)}" if known else here)

    def follow(self, instance: Instance, path: Iterable[str]) -> Made:
        """What a path of names leads to from an object."""
        value: Made = instance
        for name in path:
            if not isinstance(value, Instance):
                return POISON
            value = self.slot(value, name)
        return value

    # ------------------------------------------------------------------ cells
    def complete(self, cell: Cell) -> None:
        """Make the formula of a cell, and the bounds of a count. Raises Blocked, and then leaves it as it was."""
        waiting = self.pending.get(cell)
        if waiting is not None:
            outer, self.cell = self.cell, cell
            try:
                cell.formula = self.noted(cell, lambda: self.formula(*waiting))
            finally:
                self.cell = outer
            del self.pending[cell]
        elif cell.is_solved and self._makes(cell):
            self.bound(cell)
        elif self.base is not None and cell in self.base.unasked:
            for diagnostic in self.base.unasked[cell]:
                self.say(diagnostic)

    def bound(self, count: Cell) -> None:
        """Make the bounds of a count, also of a given one: they judge it. Raises Blocked."""
        if not count.bounds:
            count.bounds = self.noted(count, lambda: self.forms.bounds(self, count))

    def _makes(self, cell: Cell) -> bool:
        """Whether a count belongs to this run; those of a finished graph have their bounds."""
        return self.base is None or cell.instance is None or (cell.instance, cell.name) in self.added

    def ordered(self, roots: Iterable[Cell], known: Container[Cell]) -> Answers[list[tuple[Cell, ...]]]:
        """The components of all that the roots need, each cell made; decisions on the way are asked for."""
        wanted = list(roots)
        blocked: list[tuple[Cell, Blocked]] = []

        def complete(cell: Cell) -> None:
            spent = dict(self.spent)
            try:
                self.complete(cell)
            except Blocked as found:
                self.spent = spent
                blocked.append((cell, found.with_traceback(None)))  # which holds this list

        order = components(wanted, complete, known)
        if blocked:
            reached = Known(known)
            reached.asked.update(cell for component in order for cell in component)
            while blocked:  # only what was put aside is begun anew, and what it leads to
                aside = [*blocked]
                blocked.clear()
                for _, entry in aside:
                    yield from asked(self, entry)
                again = [cell for cell, _ in aside]
                reached.asked.difference_update(again)
                reached.asked.update(cell for component in components(again, complete, reached) for cell in component)
            order = components(wanted, lambda cell: None, known)
        if self.measured:
            self.measure.cells(order)
        return order

    # ------------------------------------------------------------------ decisions
    def decided(self, formula: Formula, span: Span, *, late: bool = False) -> Value:
        """The value of a formula on which the structure hangs; `late` where it may hang on counts that are to be solved. Raises
        Blocked where it is not known yet and can't be answered at once."""
        if isinstance(formula, Const):
            return formula.value
        key = signature(formula)
        found = self.answers.get(key)
        if found is None:
            if self.at_once is None:
                raise Blocked(formula, span, late)
            found = self.answers[key] = self.at_once(self, key, formula, span, counted=late)
        self.hinges.add(self.numbers.setdefault(key, len(self.numbers)))
        if not late and (count := self.known.count_of(formula)) is not None:
            self.say(on_a_count(span, count))
            return FAULT
        return found

    @property
    def making(self) -> Making:
        """What is being made at this moment."""
        return Making(self._settling, self.cell, self.writer, self.calls, self.hinges)

    @making.setter
    def making(self, making: Making) -> None:
        self._settling, self.cell, self.writer, self.calls, self.hinges = making

    def decider(self, count: Cell) -> str:
        return self.deciders(count) if self.deciders is not None else ""

    def settled(self, entry: Callable[[], T]) -> Answers[T]:
        """The result of an entry, begun anew after each question that it had to ask."""
        while True:
            spent = dict(self.spent)
            try:
                return entry()
            except Blocked as blocked:
                self.spent = spent
                yield from asked(self, blocked)
