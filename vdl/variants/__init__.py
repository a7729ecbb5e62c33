"""Variants of a design: with scenarios and options on top, with each option of its `choose`s, with its scenarios on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from vdl import errors
from vdl import syntax as s
from vdl.check import Types, check_kind, check_layer
from vdl.check.dated import later
from vdl.check.forgotten import forgotten
from vdl.check.unnamed import unnamed
from vdl.compilation import Chosen, Solved
from vdl.graph.design import WaiverEntry
from vdl.judge import Expectation, OpenPoint
from vdl.judge.assumptions import Assumption, assumptions
from vdl.judge.overdue import overdue
from vdl.judge.records import FAILING
from vdl.judge.standing import accept_open, of_warning, undecided
from vdl.judge.waivers import expired
from vdl.parse import parse_statement
from vdl.resolve import layer_of, scenario_on
from vdl.semantics.types import Kind
from vdl.solve import Evaluation
from vdl.solve.begun import Begun
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.limits import CHOICE_WORK, CHOICES
from vdl.text.source import Source, Span
from vdl.values import FAULT, NOT_STATED, anywhere
from vdl.variants.attempt import Attempt, attempt
from vdl.variants.choices import TooManyChoices, best_of, chosen, doubts, every_attempt, open_choices, tried
from vdl.words.commands import commands_of
from vdl.words.findings import expectation_findings, failures, findings, openings, told_elsewhere, with_inputs
from vdl.words.of_many import of_many
from vdl.words.together import together, told_once
from vdl.words.unjudged import is_judged, unjudged
from vdl.words.unplaced import with_unplaced
from vdl.words.vanishing import vanishing
from vdl.words.verdicts import Words

Making = Callable[[Mapping[str, int]], Attempt]
"""Makes a design with some options."""

Answering = Callable[[Types, Kind, Attempt, str], Attempt]
"""Judges the expectations of a design that read answers to its questions: `query.answered`, which is built on this room."""


_FITS_NOWHERE = "fits-nowhere"
"""What another option may mend."""

_JUDGED_BESIDE = frozenset(["required-input", "placed-twice"])
"""Slugs of errors beside which rules are judged: what is missing leaves open what hangs on it, and what is placed a second time
is where it was placed first."""


def solve_design(
    types: Types, design: Kind, name: str, as_of: str, answering: Answering | None = None, make: Making | None = None,
    failing_in: FailingIn | None = None, *, weigh: bool = False, briefly: bool = False, begun: Begun | None = None,
) -> Solved:  # fmt: skip
    """One design with its layers: the best of its options, with what is wrong with it and its verdicts said.

    `make` makes it with some options, and `failing_in` knows its scenarios, where that is not to be done from the start; `begun`
    has what was made before. With
    `weigh` the figures behind a rule that fails are put in order by how much they have to say, which takes a while; `briefly`
    it is said of a rule only that it fails.
    """
    best, outcomes, diagnostics = _best(types, design, as_of, _Work(), make, begun)
    best = answering(types, design, best, as_of) if answering is not None else best
    if not failed([*diagnostics, *best.said]):
        diagnostics += _without_reason(best)
    commands = commands_of(design, types.names.designs)
    kept = types.names.kept_axes() if weigh else None
    open_points: tuple[OpenPoint, ...] = ()
    idle: tuple[WaiverEntry, ...] = ()
    if not failed(diagnostics):  # else the verdicts are consequences
        diagnostics += [*best.said, *_doubtful(best), *best.slips(types.names.units, types.names.axes.values())]
        diagnostics += vanishing(best.solution, types.names.kept_axes())
        diagnostics += unjudged(best.graph)
        diagnostics += later(types.names, design)
        if is_judged(best.graph, best.judged):
            diagnostics += [*forgotten(types, design), *unnamed(types, design)]
        found = [*best.judged.open_points, *best.left_over()]
        found += undecided(best.judged.expectations) if not failed(best.said) else []
        found += open_choices(outcomes)
        found += overdue(_assumed(types, best), as_of)
        found += filter(None, map(of_warning, diagnostics))
        open_points, uses = accept_open(found, best.graph.waivers, as_of)
        accepted = {id(point.span) for point in open_points if point.accepted is not None}
        diagnostics = [d for d in diagnostics if id(d.span) not in accepted]
        if any(d.slug == "partly-stated" for d in diagnostics):
            elsewhere = told_elsewhere(best.graph, best.solution, open_points)
            told = [d for d in diagnostics if d.slug != "partly-stated" or d.subject not in elsewhere]
            lacking = partial(with_inputs, best.graph, best.solution)
            diagnostics = [lacking(d) if d.slug == "partly-stated" else d for d in together(told)]
        failing_in = failing_in or FailingIn(types, design, as_of, begun)
        verdicts = best.graph, best.solution, best.judged, _words(types), as_of
        diagnostics += findings(*verdicts, commands, failing_in, kept, briefly=briefly)
        diagnostics += openings(best.graph, best.solution, best.judged, open_points, uses, as_of)
        idle = tuple([
            use.entry for use in (*best.judged.waivers, *uses)
            if use.outcome in ("unused", "repeated") and use.entry.rank == "below"
        ])  # fmt: skip
    else:
        accepted_names = {one.rule for one in best.graph.waivers if one.node.silence and not expired(one, as_of)}
        diagnostics = told_once([d for d in diagnostics if d.severity == "error" or d.subject not in accepted_names])
        if all(d.slug in _JUDGED_BESIDE for d in diagnostics if d.severity == "error"):  # what fails does so without it
            diagnostics = [with_unplaced(best.graph, best.judged.rules, d) for d in diagnostics]
            said = failures(best.graph, best.solution, best.judged, _words(types), commands, kept, briefly=briefly)
            diagnostics += [one for _, one in said]
    diagnostics = of_many(best.graph, diagnostics)
    return Solved(
        design, name, types, best.graph, best.solution, best.judged, outcomes, tuple(diagnostics), open_points,
        answers=best.answers, idle=idle,
    )  # fmt: skip


def warned(solved: Solved, diagnostics: Sequence[Diagnostic]) -> Solved:
    """A design with what the warnings about its files leave open, but for those within other designs."""
    return solved._replace(open_points=(*solved.open_points, *of_files(solved.types, solved.design, diagnostics)))


def of_files(types: Types, design: Kind, diagnostics: Sequence[Diagnostic]) -> list[OpenPoint]:
    """What the warnings about its files leave open of a design, but for those within other designs."""
    mine = set(design.chain())
    others = [kind for kind in types.names.kinds if kind.form == "design" and kind not in mine]
    about = [d for d in diagnostics if not any(_within(d.span, kind) for kind in others)]
    return list(filter(None, map(of_warning, about)))


def _within(span: Span | None, kind: Kind) -> bool:
    return span is not None and span.source is kind.source and kind.node.start <= span.start < kind.node.end


def _assumed(types: Types, made: Attempt) -> Iterator[Assumption]:
    units = types.names.cited_units(made.graph.written_in)
    return assumptions(made.graph, made.solution.values, made.judged, units)


def _without_reason(made: Attempt) -> list[Diagnostic]:
    """What could not be computed though nothing was said of it: better an odd error than a count that nobody knows."""
    values = made.solution.values
    for cell in made.known.moved if made.known is not None else values:
        if anywhere(values.get(cell, NOT_STATED), FAULT):
            return [errors.without_reason(cell.span(), cell.path)]
    evaluation = Evaluation(made.solution.values, draw=made.solution.draw)
    for rule in made.judged.rules:
        if rule.outcome == "not-evaluated" and rule.rule is not None and evaluation.evaluate(rule.rule.condition) is FAULT:
            return [errors.without_reason(rule.span, rule.name)]
    return []


def _doubtful(made: Attempt) -> list[Diagnostic]:
    """What is said of questions, whether or not anyone answers them."""
    if not made.graph.asks:
        return []
    from vdl.variants.asked import doubtful  # only of a design that asks

    return list(doubtful(made))


def with_scenarios(
    solved: Solved, as_of: str, answering: Answering, begun: Begun | None = None, failing_in: FailingIn | None = None
) -> tuple[Solved, list[Diagnostic]]:
    """A design as it is written with the expectations that stand in its scenarios, each judged with its scenario on, and what
    is open of them. `failing_in` has those that were made before."""
    types, design = solved.types, solved.design
    expectations: list[Expectation] = []
    open_points: list[OpenPoint] = []
    diagnostics: list[Diagnostic] = []
    work = _Work()
    for member in design.members.values():
        if member.form != "scenario" or member.kind is None:
            continue
        from vdl.slips.flattened import flattened  # only of scenarios

        flat = list(flattened(solved.graph.root, solved.solution, member.kind, types.names.units))
        diagnostics += flat
        open_points += filter(None, map(of_warning, flat))
        if all(m.form != "expect" for m in member.kind.members.values()):
            unsolved = _unsolved(solved, member.kind, as_of, begun)
            diagnostics += unsolved
            open_points += [OpenPoint("warning", member.name, one.message, one.span) for one in unsolved if one.span is not None]
        else:
            layer = scenario_on(member.kind, design)
            made = failing_in.made.get(member.kind) if failing_in is not None else None
            best, outcomes, wrong = made or _best(types, layer, as_of, work, begun=begun)
            best = answering(types, layer, best, as_of)
            expectations += best.judged.expectations
            diagnostics += wrong
            if not failed(wrong):
                silent = undecided(best.judged.expectations) if not failed(best.said) else []
                known = [point.name for point in solved.open_points]
                silent += [point for point in open_choices(outcomes) if point.name not in known]
                found, _ = accept_open(silent, best.graph.waivers, as_of)
                open_points += found
                commands = commands_of(layer, types.names.designs)
                diagnostics += [*best.said, *expectation_findings(best.judged, _words(types), commands)]
                diagnostics += openings(best.graph, best.solution, best.judged, found, (), as_of)
    open_points = [*solved.open_points, *open_points]
    return solved._replace(of_scenarios=tuple(expectations), open_points=tuple(open_points)), diagnostics


def _unsolved(solved: Solved, scenario: Kind, as_of: str, begun: Begun | None) -> list[Diagnostic]:
    """What keeps a scenario of a design from being solved, where the design alone is: of it nothing would be judged."""
    if any(d.severity == "error" and d.slug not in errors.FINDINGS for d in solved.diagnostics):
        return []
    if begun is None:  # else its documents look at it again, as it is made here
        from vdl.variants.same_shape import is_solved  # only of scenarios

        if is_solved(solved, scenario, as_of):
            return []
    options = {one.name: one.outcomes.index(one.taken) for one in solved.choices}
    kept = solved.types.names.kept_axes()
    made = attempt(solved.types, scenario_on(scenario, solved.design), as_of, kept, options, asked="", begun=begun)
    known = {d.key() for d in solved.diagnostics}
    wrong = [d for d in (*made.faults, *made.said) if d.severity == "error" and d.key() not in known]
    return [d._replace(notes=(*d.notes, f"in scenario `{scenario.name}`")) for d in wrong]


class FailingIn:
    """In which scenarios of a design, as it is written, rules fail. Each is solved once, when somebody asks."""

    def __init__(self, types: Types, design: Kind, as_of: str, begun: Begun | None = None) -> None:
        self.made: dict[Kind, _Made] = {}
        """By scenario: those that have no options, as they were made."""
        self._begun = begun
        self._failing: list[tuple[str, frozenset[str]]] = []
        """Of the scenarios that were solved: the rules that fail there, waived or not."""
        self._further = self._each(types, design, as_of)

    def __call__(self, rule: str) -> str:
        """The first scenario in which a rule fails; "" where there is none."""
        for name, failing in self._failing:
            if rule in failing:
                return name
        for name, failing in self._further:
            self._failing.append((name, failing))
            if rule in failing:
                return name
        return ""

    def _each(self, types: Types, design: Kind, as_of: str) -> Iterator[tuple[str, frozenset[str]]]:
        work = _Work()
        for name, member in design.all_members().items() if not design.is_layer else ():
            if member.form == "scenario" and member.kind is not None:
                made = _best(types, scenario_on(member.kind, design), as_of, work, begun=self._begun)
                if not made[0].choices:  # else it counts for the limit of options where it is made again
                    self.made[member.kind] = made
                yield name, frozenset([one.name for one in made[0].judged.rules if one.outcome in FAILING])


class _Work:
    """How many quantities the combinations had that were tried so far."""

    def __init__(self) -> None:
        self.left = CHOICE_WORK

    def spend(self, made: Attempt) -> Attempt:
        """Count one combination. Raises TooManyChoices beyond the limit."""
        if made.choices:
            self.left -= sum(map(len, made.graph.order))
            if self.left < 0:
                raise TooManyChoices
        return made


_Made = tuple[Attempt, tuple[Chosen, ...], list[Diagnostic]]
"""The best of a design's options, what each came to, and what keeps it from being sized."""


def _best(
    types: Types, design: Kind, as_of: str, work: _Work, make: Making | None = None, begun: Begun | None = None
) -> _Made:
    """The design with the best of its options, what each of them came to, and what keeps the design from being sized."""
    make = make or partial(attempt, types, design, as_of, types.names.kept_axes(), begun=begun)
    try:
        made = every_attempt(lambda options: work.spend(make(options)))
    except TooManyChoices:
        first = make({})
        return first, (), [*first.faults, errors.too_many_choices(design.span(), CHOICES, CHOICE_WORK)]
    best = best_of(made)
    outcomes = chosen(best, made)
    faults = [tried(best, made, d) if d.slug == _FITS_NOWHERE and best.choices else d for d in best.faults]
    return best, outcomes, [*faults, *[d for choice in outcomes for d in doubts(choice, types.names.units)]]


def _words(types: Types) -> Words:
    return Words(types.types, types.names.units)


def layered(
    types: Types, design: Kind, scenarios: Sequence[str], sets: Sequence[str]
) -> tuple[Kind, Types, list[Diagnostic]]:
    """The design with scenarios and options on top, each one more anonymous kind, and the tables with these."""
    diagnostics: list[Diagnostic] = []
    top = design
    for name in scenarios:
        member = design.lookup(name)
        if member is None or member.form != "scenario" or member.kind is None:
            known = [n for n, m in design.all_members().items() if m.form == "scenario"]
            subject = f"--scenario {name} (design `{design.name}`)"
            diagnostics.append(errors.unknown_option(subject, "scenario", name, known))
            continue
        top = scenario_on(member.kind, top)
        if top is not member.kind:
            diagnostics += check_layer(types, top)
    for text in sets:
        source = Source(f"--set {text}", text)
        statement, wrong = parse_statement(source)
        diagnostics += wrong
        if isinstance(statement, s.Fill):
            top = layer_of(top, statement, source)
            types, more = check_kind(types, top)
            diagnostics += more
        elif not wrong:
            diagnostics.append(errors.not_here(Span(source, 0, len(text)), "this", "--set, which takes `name = value`"))
    return top, types, diagnostics


def solve_layered(
    types: Types, design: Kind, scenarios: Sequence[str], sets: Sequence[str], as_of: str, answering: Answering,
    *, weigh: bool = False, below: Solved | None = None, begun: Begun | None = None, failing_in: FailingIn | None = None,
) -> tuple[Solved | None, list[Diagnostic]]:  # fmt: skip
    """A design with scenarios and options on top, and all that is wrong with it; None where they can't lie on it. `below` is the
    design without them, where it was solved before, `begun` has what was made before, and `failing_in` knows its scenarios."""
    top, types, diagnostics = layered(types, design, scenarios, sets)
    if failed(diagnostics):
        return None, diagnostics
    solved = solve_design(types, top, design.name, as_of, answering, None, failing_in, weigh=weigh, begun=begun)
    flat = _flattened(types, design, top, as_of, below) if scenarios else []
    if flat:
        points = filter(None, map(of_warning, flat))
        solved = solved._replace(diagnostics=(*solved.diagnostics, *flat), open_points=(*solved.open_points, *points))
    return solved, [*diagnostics, *solved.diagnostics]


def _flattened(types: Types, design: Kind, top: Kind, as_of: str, below: Solved | None) -> list[Diagnostic]:
    """What is asked about the scenarios on top of a design that state one figure for what differs by label without them."""
    from vdl.slips.flattened import flattened, plain_figures  # only of scenarios

    layers = [kind for kind in top.chain() if kind.form == "scenario" and plain_figures(kind)]
    if not layers:
        return []
    made = below or attempt(types, design, as_of, types.names.kept_axes(), {})
    return [one for kind in layers for one in flattened(made.graph.root, made.solution, kind, types.names.units)]


__all__ = [
    "Answering", "Attempt", "Begun", "FailingIn", "Making", "layered", "of_files", "solve_design", "solve_layered", "warned",
    "with_scenarios",
]  # fmt: skip
