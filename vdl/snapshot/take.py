"""From a solved design to its snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from vdl.compilation import Chosen, Compilation, Solved
from vdl.graph.cells import Assignment, Cell, Cites, Instance, Made
from vdl.graph.design import WaiverEntry
from vdl.graph.filled import by_default, filled, filling
from vdl.graph.identity import cell_id
from vdl.graph.order import reads
from vdl.judge import Expectation, OpenPoint, Verdict
from vdl.resolve import Names
from vdl.resolve.modules import declared, is_words, object_named, stated_of
from vdl.semantics.types import Kind, SourceSymbol
from vdl.snapshot.records import (
    Bound,
    Choice,
    Count,
    Decided,
    Expected,
    Factor,
    Figure,
    Input,
    Option,
    Placement,
    Point,
    Published,
    Rule,
    ShownValue,
    Snapshot,
    Stated,
    Waived,
    Waiver,
)
from vdl.solve import BoundValue, CountValue
from vdl.solve.missed import missed
from vdl.text.source import Span, stem_of
from vdl.text.written import written
from vdl.values import FAULT, NOT_STATED, anywhere
from vdl.words import values as show
from vdl.words.choices import unit_of
from vdl.words.formulas import text_of
from vdl.words.limits import limits
from vdl.words.verdicts import Words


def snapshot(compilation: Compilation, solved: Solved) -> Snapshot:
    """Everything that was found of a design."""
    return _Taking(compilation, solved).snapshot()


def stated(compilation: Compilation, solved: Solved) -> Stated:
    """The inputs of a design that could not be solved, as far as they are known without: not those that are worked out, that a
    `choose` fills, or that two layers fill differently."""
    open_ = {choice.name for choice in solved.graph.choices}
    contested = {
        (span.source.path, span.start)
        for one in solved.contested if one.span is not None
        for span in [one.span, *[span for span, _ in one.related]]
    }  # fmt: skip
    found: list[Input] = []
    taking = _Taking(compilation, solved)
    for one, span in taking.filled():
        if one.path not in open_ and not one.computed and (span is None or (span.source.path, span.start) not in contested):
            silent = one.value is not None and anywhere(one.value.value, FAULT)
            found.append(one._replace(value=None, words=one.written) if silent else one)
    return Stated(tuple(found), taking.defaults())


def citation(cites: Cites, names: Names) -> str:
    """Citations in words: the titles of the sources, each with the place in it."""
    words = []
    for cite, source in cites:
        if cite.source.names == ("assumed",):
            words.append(", ".join(filter(None, [f"assumed: {cite.where}", cite.owner, cite.until and f"until {cite.until}"])))
            continue
        symbol = names.source_of(source.path, cite)
        title = symbol.title if symbol is not None else str(cite.source)
        words.append(f"{title}, {cite.where}" if cite.where else title)
    return "; ".join(words)


_OF_WAIVERS = frozenset(["waiver-unused", "waiver-expired", "waiver-repeated"])


class _Taking:
    def __init__(self, compilation: Compilation, solved: Solved) -> None:
        self.compilation = compilation
        self.solved = solved
        self.names = solved.types.names
        self.units = compilation.names.units
        self.words = Words(solved.types.types, self.units)
        self.missed = missed(solved.graph, solved.solution.values, solved.solution.draw)
        self.cited: dict[tuple[str, int, int], SourceSymbol] = {}
        """The sources that were met, by where they stand."""

    def snapshot(self) -> Snapshot:
        solved, judged = self.solved, self.solved.judged
        return Snapshot(
            name=solved.name, title=solved.title, file=self.compilation.program.entry,
            layers=(*solved.layers, *[f"--set {text}" for text in solved.options]),
            as_of=self.compilation.as_of, standing=solved.standing,
            accepted=solved.accepted,
            open_points=tuple([self._point(point) for point in solved.open_points]),
            inputs=tuple([one for one, _ in self.filled()]), placements=tuple(self._placements()), values=self._values(),
            counts=tuple([self._count(c) for c in judged.counts]),
            rules=tuple([self._rule(rule) for rule in judged.rules]),
            expectations=tuple([self._expected(e) for e in solved.expectations]),
            choices=tuple([self._choice(chosen) for chosen in solved.choices]),
            decisions=tuple([
                Decided(written(d.span), d.taken) for d in solved.graph.decisions if isinstance(d.taken, bool)
            ]),
            factors=tuple([
                Factor(stated.unit, stated.value, self._citation(cites), stated.span.source.path)
                for stated, cites in self.names.factors_in_use(solved.graph.written_in)
            ]),
            left_out=solved.left_out, limits=tuple(limits(solved, self.units)),
            complaints=tuple([d.message for d in solved.diagnostics if d.severity == "error" and d.slug in _OF_WAIVERS]),
            waivers=tuple([Waiver(one.rule, one.node.silence, self._waived(one)) for one in solved.graph.waivers]),
            figures=self._figures(), sources=tuple(self._sources()), files=declared(self.compilation.names),
        )  # fmt: skip

    def _quantity(self, cell: Cell) -> ShownValue:
        value = self.solved.solution.values.get(cell, NOT_STATED)
        return ShownValue(self.missed.told(cell, value) if self.missed else value, show.unit_of_cell(cell, self.units))

    def filled(self) -> Iterable[tuple[Input, Span | None]]:
        """What is filled in the objects of the design, object by object, with its place, and the defaults that its own text gives
        them."""
        for instance in self.solved.graph.instances:
            for names, one, made in filled(instance):
                cites = tuple([(cite, one.env.source) for cite in one.cites])
                yield self._input(instance.path_of(".".join(names)), made, _written(one), one.layer, cites), one.span()
            for name, default, made in by_default(instance):
                cites = made.cites if isinstance(made, Cell) else ()
                yield self._input(instance.path_of(name), made, written(default), "default", cites), None

    def defaults(self) -> dict[str, ShownValue]:
        """What inputs are that nothing fills, as far as that is worked out from nothing else."""
        return {
            cell.path: self._quantity(cell) for cell in self.solved.solution.values
            if cell.form == "input" and cell.instance and cell.name not in cell.instance.assigned and not reads(cell.formula)
        }  # fmt: skip

    def _input(self, path: str, made: Made | None, filling: str, origin: str, cites: Cites) -> Input:
        assumed = tuple([cite.where for cite, _ in cites if cite.source.names == ("assumed",)])
        value = self._quantity(made) if isinstance(made, Cell) and made in self.solved.solution.values else None
        words = "" if value is not None else (_words(made, path) if made is not None else "") or filling
        computed = bool(reads(made.formula)) if isinstance(made, Cell) else origin == "library"
        return Input(path, value, words, origin, self._citation(cites), assumed, filling, computed)

    def _placements(self) -> Iterable[Placement]:
        for one in self.solved.graph.placements:
            yield Placement(one.demand.path, tuple([stage.path for stage in one.stages]), one.target.path)

    def _values(self) -> dict[str, ShownValue]:
        """The quantities of the objects that the design owns, by path, in the order of the text."""
        found: dict[str, ShownValue] = {}
        for instance in self.solved.graph.instances:
            for name in instance.kind.all_members():
                made = instance.slots.get(name)
                if isinstance(made, Cell) and made.instance is instance and made in self.solved.solution.values:
                    found[made.path] = self._quantity(made)
        return found

    def _figures(self) -> dict[tuple[str, str], Figure]:
        """What is stated of objects that files hold: of those that are read, and of all among which a `choose` takes one."""
        found: dict[tuple[str, str], Figure] = {}
        for cell in self.solved.solution.values:
            if cell.form != "input" or cell.instance is None or reads(cell.formula):
                continue
            file, path = cell_id(cell)
            if file:
                said = self._citation(cell.cites)
                found[file, path] = Figure(file, path, self._quantity(cell), filling(cell), said)
        for path, kind, wanted in (*self._of_files(), *self._chosen_among()):
            for one in stated_of(kind):
                key = kind.source.path, f"{path}.{'.'.join(one.path)}"
                if key not in found and (wanted == "all" or is_words(kind, one)):
                    said = self._citation(tuple([(cite, one.source) for cite in one.cites]))
                    found[key] = Figure(*key, None, one.value_text(), said)
        return found

    def _of_files(self) -> Iterator[tuple[str, Kind, Literal["words"]]]:
        """The objects of files that are looked at: a figure of theirs counts where it is read, and words always."""
        for top in self.solved.graph.files.values():
            for one in top.slots.values():
                if isinstance(one, Instance):
                    yield one.path, one.kind, "words"

    def _chosen_among(self) -> Iterator[tuple[str, Kind, Literal["all"]]]:
        """The objects of files among which something is chosen, but for what was taken: of that is known what is read."""
        taken = {one.path for top in self.solved.graph.files.values() for one in top.slots.values() if isinstance(one, Instance)}
        for choice in self.solved.graph.choices:
            for option in choice.options:
                member = object_named(self.compilation.names, option)
                if member is not None and member.kind is not None and member.owner.form == "file":
                    path = f"{stem_of(member.source.path)}.{member.name}"
                    if path not in taken:
                        yield path, member.kind, "all"

    def _citation(self, cites: Cites) -> str:
        for cite, source in cites:
            symbol = self.names.source_of(source.path, cite)
            if symbol is not None:
                self.cited[symbol.span.key()] = symbol
        return citation(cites, self.names)

    def _sources(self) -> Iterator[Published]:
        for one in self.cited.values():
            yield Published(one.span.source.path, one.name, one.title, one.facts)

    def _count(self, count: CountValue) -> Count:
        unit = show.unit_of_cell(count.cell, self.units)
        bounds = tuple([self._bound(bound, ShownValue(NOT_STATED, unit)) for bound in count.bounds])
        return Count(count.cell.path, ShownValue(count.value, unit), count.given, bounds)

    @staticmethod
    def _bound(bound: BoundValue, silent: ShownValue) -> Bound:
        asks = silent if (asked := bound.asks()) is None else silent._replace(value=asked)
        return Bound(
            bound.entry.name, bound.entry.op, bound.value is not None, asks, bound.place, bound.decides, bound.without
        )

    def _rule(self, rule: Verdict) -> Rule:
        unit = self.words.unit(rule)
        left, op, right = rule.sides[:3] if rule.sides is not None else (None, "", None)
        room = ShownValue(rule.margin.room, unit) if rule.margin is not None else None
        return Rule(
            rule.name, rule.severity, rule.outcome, rule.text, rule.failing,
            ShownValue(left, unit) if left is not None else None, op,
            ShownValue(right, unit) if right is not None else None, room,
            rule.margin.share if rule.margin is not None else None, self.words.detail(rule), self.words.margin(rule),
            tuple([self._waived(waiver) for waiver in rule.waivers]), self._citation(rule.cites),
        )  # fmt: skip

    def _waived(self, waiver: WaiverEntry) -> Waived:
        node = waiver.node
        return Waived(node.reason, node.owner, node.until, waiver.labels, waiver.source.path, self._citation(waiver.cites))

    def _expected(self, found: Expectation) -> Expected:
        entry = found.entry
        figures = self.words.expectation(found)
        return Expected(
            entry.name, entry.node.title, entry.scenario, text_of(entry.node.condition, entry.source), found.outcome,
            ShownValue(found.computed, figures.unit), figures.computed, ShownValue(found.published, figures.unit),
            figures.published, entry.node.differs or entry.node.restates or "", self._citation(entry.cites),
            text_of(entry.node.within, entry.source) if entry.node.within is not None else "",
        )  # fmt: skip

    def _point(self, point: OpenPoint) -> Point:
        state: Literal["open", "accepted"] = "open" if point.accepted is None else "accepted"
        return Point(point.sort, point.name, point.text, state, point.span.source.path)

    def _choice(self, chosen: Chosen) -> Choice:
        options = []
        for one in chosen.outcomes:
            objective = ShownValue(one.objective, unit_of(one, self.units))
            options.append(Option(written(one.option), one.taken, one.faults, one.failed, one.silent, objective))
        return Choice(chosen.name, written(chosen.objective), tuple(options))


def _words(made: Made, path: str) -> str:
    """What fills an input that is no quantity: the path of an object, a text, a list of them."""
    if isinstance(made, Instance):
        return _object(made, path)
    if isinstance(made, (list, tuple)):
        return ", ".join([str(getattr(item, "path", item)) for item in made])
    return made if isinstance(made, str) else ""


def _object(made: Instance, path: str) -> str:
    """An object by its path, a copy by that of its original and what it fills anew; what is filled by way of the input itself is
    an input of its own."""
    if made.base is None:
        return made.path or made.name
    base = _object(made.base, path)
    if made.path == path:
        return base
    anew = [f"{name} = {_written(one)}" for name, one in made.assigned.items() if name in made.anew]
    for name, fills in (made.nested or {}).items():
        anew += [f"{'.'.join([name, *rest])} = {_written(one)}" for rest, one in fills]
    return f"{base} with {{ {', '.join(anew)} }}" if anew else made.path


def _written(assignment: Assignment) -> str:
    return written(Span(assignment.env.source, assignment.expr.start, assignment.expr.end))


__all__ = ["citation", "snapshot", "stated"]
