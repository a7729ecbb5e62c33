"""A design at every combination of the values of some inputs: one row each, as `vdl check` would find it there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from vdl import errors
from vdl import syntax as s
from vdl.check import Types, check_expression
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import POISON, Cell, Const, Formula, Op
from vdl.graph.design import Graph, SweepEntry
from vdl.graph.identity import cell_id
from vdl.judge import OpenPoint, Outcome, Point, Swept
from vdl.judge.standing import Standing
from vdl.parse import parse_expression
from vdl.query.beside import faults, judged
from vdl.query.evaluate import quantity
from vdl.query.reading import Reading
from vdl.query.varied import Setting, Varied, in_question
from vdl.query.what_if import asked_of
from vdl.records import NamedTuple
from vdl.semantics.types import ANY, BOOLEAN, COUNT, Kind, Quantity, Type, describe
from vdl.semantics.units import Exact, Unit
from vdl.solve import Evaluation, complaint, first_violation
from vdl.solve.missed import missed
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.limits import ASK_WORK, SWEEP_POINTS
from vdl.text.source import Source, Span
from vdl.text.written import written
from vdl.values import FAULT, Value
from vdl.variants import layered, of_files, solve_design, with_scenarios
from vdl.variants.shapes import Shapes
from vdl.words import values as show


class Shown(NamedTuple):
    """What is looked at in each row."""

    text: str
    expr: s.Expr
    source: Source
    type: Type


class Found(NamedTuple):
    """The value of what is looked at, and the unit it is shown in."""

    value: Value
    unit: Unit


class Drawn(NamedTuple):
    """What a draw came to besides what is looked at."""

    counts: tuple[tuple[str, Value, Unit], ...]
    """Those that were solved, by their paths."""
    missed: frozenset[str]
    """The paths of those that are sized by what is stated of a sum."""
    rules: tuple[tuple[str, str, Outcome], ...]
    """Each rule, how severe it is, and its outcome; one that is silent and accepted as such is waived."""


class Fault(NamedTuple):
    """What keeps a design from being solved: the slug and words of an error, and its place, counted from 1."""

    slug: str
    message: str
    file: str
    line: int
    column: int

    @property
    def where(self) -> str:
        """ "file:line:column", as people write it."""
        return f"{self.file}:{self.line}:{self.column}"


class Row(NamedTuple):
    """The design at one combination of values. `failing` are rules, published figures, and what else is wrong, in words."""

    settings: tuple[Setting, ...]
    shown: tuple[Found, ...]
    verdict: Standing
    failing: tuple[str, ...]
    open_points: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    """Each `choose`, and the option that was taken."""
    drawn: Drawn | None = None
    """Of a draw that was solved."""
    fault: Fault | None = None
    """The first one, where the design can't be solved there."""


class Request(NamedTuple):
    """All that a sweep needs, so that any process can make any of its rows."""

    compilation: Compilation
    design: str
    scenarios: tuple[str, ...]
    sets: tuple[str, ...]
    varied: tuple[Varied, ...]
    shown: tuple[str, ...]

    def grid(self) -> Grid:
        """The rows. What is varied and shown is known to be there."""
        compilation = self.compilation
        kind = compilation.names.designs(compilation.program.entry)[self.design]
        top, types, _ = layered(compilation.types, kind, self.scenarios, self.sets)
        found = [shown(types, top, text)[0] for text in self.shown]
        below, types, _ = layered(compilation.types, kind, self.scenarios, ())
        compilation = compilation._replace(types=types)
        return Grid(compilation, below, self.design, self.varied, [one for one in found if one is not None], self.sets)


class _Base(NamedTuple):
    """The design with all that is no number in its place, what the numbers are called in it, and the tables with what is looked
    at."""

    shapes: Shapes | None
    inputs: tuple[Cell, ...]
    types: Types
    said: tuple[Diagnostic, ...]
    solved: Solved | None = None
    """The design itself, where no number is moved: with all that `vdl check` judges of it."""
    of_files: Sequence[OpenPoint] = ()
    """What the warnings about its files leave open."""


def shown(types: Types, design: Kind, text: str) -> tuple[Shown | None, list[Diagnostic]]:
    """What a text looks at in a design."""
    source = Source("--show", text)
    expr, diagnostics = parse_expression(source)
    if expr is None:
        return None, diagnostics
    type_, _, diagnostics = check_expression(types, expr, design, source)
    if failed(diagnostics):
        return None, diagnostics
    if not isinstance(type_, Quantity) and type_ not in (ANY, BOOLEAN, COUNT):
        words = describe(type_, types.names.units.name)
        return None, [errors.wrong_type(Span(source, 0, len(text)), words, "a quantity, or a condition")]
    return Shown(text, expr, source, type_), []


def sweeps(compilation: Compilation, solved: Solved) -> tuple[Swept, ...]:
    """The answers to the questions of a design that look at several values; those that look at the same ones, together."""
    together: list[tuple[Varied, list[SweepEntry]]] = []
    for entry in solved.graph.sweeps:
        varied = in_question(entry, compilation.names.units)
        same = next((entries for one, entries in together if one == varied), None)
        if same is None:
            together.append((varied, [entry]))
        else:
            same.append(entry)
    made = {one.entry.name: one for varied, entries in together for one in _swept(compilation, solved, varied, entries)}
    return tuple([made[entry.name] for entry in solved.graph.sweeps])


def sweep(compilation: Compilation, solved: Solved, entry: SweepEntry) -> Swept:
    """A quantity at several values of an input, as far as the limits of a question go."""
    return _swept(compilation, solved, in_question(entry, compilation.names.units), [entry])[0]


def _swept(compilation: Compilation, solved: Solved, varied: Varied, entries: Sequence[SweepEntry]) -> list[Swept]:
    looked_at = [Shown(varied.name, entry.node.value, entry.source, entry.type) for entry in entries]
    grid = Grid(compilation._replace(types=solved.types), solved.design, solved.name, [varied], looked_at, alone=True)
    rows: list[Row] = []
    for row in grid.rows(0, min(varied.size, SWEEP_POINTS)):
        rows.append(row)
        if grid.work > ASK_WORK:
            break
    return [
        Swept(entry, tuple([
            Point(entry.at(at), row.shown[which].value if row.shown else FAULT, row.verdict, row.failing, row.options,
                  row.open_points)
            for at, row in enumerate(rows)
        ]), entry.number - len(rows))
        for which, entry in enumerate(entries)
    ]  # fmt: skip


class Grid:
    """All combinations of what is varied, the last of it first. Rows are made one by one, in any order. `sets` are the fillings
    of `--set`, which lie on top of scenarios that are varied; `alone` is the design without what expectations and questions read.
    """

    def __init__(
        self, compilation: Compilation, design: Kind, name: str, varied: Sequence[Varied], shown: Sequence[Shown],
        sets: Sequence[str] = (), *, alone: bool = False,
    ) -> None:  # fmt: skip
        self.compilation = compilation
        self.design = design
        self.name = name
        self.varied = tuple(varied)
        self.shown = tuple(shown)
        self.sets = tuple(sets)
        self.alone = alone
        self.work = 0
        """How many quantities there were in the rows so far."""
        self._bases: dict[tuple[Setting, ...], _Base] = {}
        self._looking = _Looking(compilation, self.shown)

    def __len__(self) -> int:
        return prod([one.size for one in self.varied])

    def rows(self, first: int = 0, last: int | None = None) -> Iterator[Row]:
        """The rows from one on, up to another."""
        for at in range(first, len(self) if last is None else last):
            yield self.row(at)

    def settings(self, at: int) -> tuple[Setting, ...]:
        """The combination with this number."""
        found: list[Setting] = []
        for one in reversed(self.varied):
            at, index = divmod(at, one.size)
            found.append(one.setting(index))
        return tuple(reversed(found))

    def row(self, at: int) -> Row:
        settings = self.settings(at)
        solved, wrong = self._at(settings)
        if solved is None:
            return Row(settings, (), "fails", tuple(dict.fromkeys([d.message for d in wrong])), (), fault=_first(wrong))
        self.work += len(solved.solution.values)
        row = row_of(solved, settings, self._looking.at(solved))
        return row if solved.solution.draw is None or row.fault else row._replace(drawn=_drawn(self.compilation, solved))

    def first(self) -> Solved | None:
        """The design at the first combination; None where it can't be that."""
        return self._at(self.settings(0))[0]

    def _at(self, settings: Sequence[Setting]) -> tuple[Solved | None, Sequence[Diagnostic]]:
        """The design at a combination, with the tables that know what is shown; else what is wrong with the values."""
        base = self._base(settings)
        if base.shapes is None:
            return None, base.said
        numbers = [one.at for one in settings if one.at is not None]
        wrong = [how for cell, number in zip(base.inputs, numbers, strict=True) if (how := _not_allowed(cell, number))]
        if wrong:
            return None, wrong
        values = {cell_id(cell): number for cell, number in zip(base.inputs, numbers)}
        draw = next((one.draw for one in settings if one.draw is not None), None)
        made = base.solved if base.solved is not None else base.shapes.at(values, draw)
        return made._replace(types=base.types, open_points=(*made.open_points, *base.of_files)), ()

    def _base(self, settings: Sequence[Setting]) -> _Base:
        """What rows have in common that differ in numbers only."""
        key = tuple([one for one in settings if not one.moves_numbers])
        if key not in self._bases:
            first = [one.setting(0) if settings[i].moves_numbers else settings[i] for i, one in enumerate(self.varied)]
            self._bases[key] = self._made(first)
        return self._bases[key]

    def _made(self, settings: Sequence[Setting]) -> _Base:
        compilation = self.compilation
        scenarios = [one.scenario for one in settings if one.scenario]
        fills = [*self.sets, *[one.fill for one in settings if one.fill]]
        top, types, said = layered(compilation.types, self.design, scenarios, fills)
        if failed(said):
            return _Base(None, (), types, tuple(said))
        moves = self.alone or any(one.moves_numbers for one in settings)
        begun = compilation.begun
        shapes = Shapes(types, top, self.name, compilation.as_of, alone=self.alone, briefly=True, begun=begun)
        made = shapes.first() if moves else solve_design(types, top, self.name, compilation.as_of, judged, begun=begun)
        if not moves and not top.is_layer:
            made, _ = with_scenarios(made, compilation.as_of, judged)
        names = [one.name for one, setting in zip(self.varied, settings) if setting.at is not None]
        cells = [quantity(compilation, made, name)[1] for name in names]
        inputs = tuple([cell for cell in cells if cell is not None])
        read = types
        for one in self.shown:
            _, read, said = check_expression(read, one.expr, top, one.source)
            if failed(said):
                return _Base(None, (), types, tuple(said))
        return _Base(shapes, inputs, read, (), None if moves else made, of_files(types, top, compilation.of_files))


class _Looking:
    """Looks at quantities of one design after the other. What stands for them is made once for all solutions of a graph, unless
    it hangs on values."""

    def __init__(self, compilation: Compilation, shown: Sequence[Shown]) -> None:
        self._compilation, self._shown = compilation, shown
        self._made: dict[int, tuple[Graph, list[tuple[Formula, Unit]]]] = {}
        """By the identity of their graphs, which are kept with them."""

    def at(self, solved: Solved) -> list[Found]:
        """What is looked at, in a design the tables of which know it."""
        if not self._shown:
            return []
        if id(solved.graph) in self._made:
            formulas = self._made[id(solved.graph)][1]
            evaluation = Evaluation(solved.solution.values, draw=solved.solution.draw)
            lacking = missed(solved.graph, solved.solution.values, solved.solution.draw)
            values = [(formula, evaluation.evaluate(formula), unit) for formula, unit in formulas]
            return [Found(lacking.told(formula, value) if lacking else value, unit) for formula, value, unit in values]
        reading = Reading(self._compilation, solved)
        found: list[tuple[Formula, Found]] = []
        for one in self._shown:
            made = reading.made(one.expr, one.source)
            formula = made if isinstance(made, (Cell, Op, Const)) else POISON
            found.append((formula, Found(reading.told(formula), show.unit_of(formula, one.type, reading.units))))
        if all(reading.is_lasting(formula) for formula, _ in found):
            self._made[id(solved.graph)] = solved.graph, [(formula, one.unit) for formula, one in found]
        return [one for _, one in found]


def row_of(solved: Solved, settings: Sequence[Setting], found: Sequence[Found]) -> Row:
    """What a design came to, as a row, with what is looked at."""
    options = tuple([(choice.name, written(choice.taken.option)) for choice in solved.choices])
    row = Row(tuple(settings), tuple(found), solved.standing, tuple(_failing(solved)), tuple(_open(solved)), options)
    return row._replace(fault=_first(solved.diagnostics))


def _first(diagnostics: Iterable[Diagnostic]) -> Fault | None:
    """The first error of some that is no verdict."""
    for one in faults(diagnostics):
        if one.span is None:
            return Fault(one.slug, one.message, one.subject, 0, 0)
        return Fault(one.slug, one.message, one.span.source.path, *one.span.source.place(one.span.start))
    return None


def _drawn(compilation: Compilation, solved: Solved) -> Drawn:
    units = compilation.names.units
    counts = [(c.cell.path, c.value, show.unit_of_cell(c.cell, units)) for c in solved.judged.counts if not c.given]
    accepted = {point.name for point in solved.open_points if point.accepted is not None}
    rules: list[tuple[str, str, Outcome]] = [
        (one.name, one.severity, "waived" if one.outcome == "not-evaluated" and one.name in accepted else one.outcome)
        for one in solved.judged.rules
    ]
    missed = [one.name for one in solved.open_points if one.sort == "half-stated" and one.of is not None and one.silent is None]
    return Drawn(tuple(counts), frozenset(missed), tuple(rules))


def _not_allowed(cell: Cell, number: Exact) -> Diagnostic | None:
    """What is wrong with a number for an input or a count; None where it may be that."""
    violation = first_violation(asked_of(cell), number)
    return complaint(cell, asked_of(cell), violation, {}) if violation is not None else None


def _failing(solved: Solved) -> Iterator[str]:
    for rule in solved.judged.rules:
        if rule.severity == "error" and rule.outcome in ("fails", "part"):
            yield rule.name
    for one in solved.expectations:
        if one.outcome in ("differs", "no-longer-differs"):
            yield one.entry.full_name
    yield from dict.fromkeys([d.message for d in faults(solved.diagnostics)])


def _open(solved: Solved) -> Iterator[str]:
    return (point.name for point in solved.open_points if point.accepted is None)
