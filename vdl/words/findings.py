"""From verdicts to what is said of them: failed rules, short counts, figures that differ, waivers without use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import around, nearest, of_library, read_by
from vdl.graph.cells import Cell, Instance, Op
from vdl.graph.design import Graph
from vdl.graph.order import and_needed, has_range, parts, reads
from vdl.graph.uses import Uses
from vdl.judge import Expectation, Judged, OpenPoint, Verdict
from vdl.judge.records import WaiverUse
from vdl.judge.standing import limits, states_no_figure
from vdl.semantics.types import Kind
from vdl.semantics.units import Exact, size_of
from vdl.solve import CountValue, Evaluation, Solution
from vdl.text.diagnostics import Diagnostic, Severity, enumerated
from vdl.text.source import Span
from vdl.text.written import written as as_written
from vdl.values import FAULT, NOT_STATED, Place, Varying, is_number, low, placed, scalars
from vdl.words.commands import Commands
from vdl.words.merged import merged
from vdl.words.needed import Needed
from vdl.words.nothing_by_nothing import nothing_by_nothing
from vdl.words.stand_ins import StandIns
from vdl.words.together import of_each_line
from vdl.words.unplaced import emptied, placed_together, reads_of, waits_for_placing
from vdl.words.unstated import unstated
from vdl.words.verdicts import Words, at
from vdl.words.waivers import meant_by, waiver, with_waivers


def findings(
    graph: Graph, solution: Solution, judged: Judged, words: Words, as_of: str, commands: Commands,
    failing_in: Callable[[str], str] = lambda rule: "", kept: Collection[str] | None = None, *, briefly: bool = False,
) -> list[Diagnostic]:  # fmt: skip
    """Everything that a reader of the design must know of its verdicts. Of a rule by its name, `failing_in` gives a scenario of
    the design in which it fails, or ""."""
    idle = [use for use in judged.waivers if use.outcome != "accepts"]
    outcomes = {rule.name: rule for rule in judged.rules} if idle else {}
    meant = {use: rule for use in idle if (rule := meant_by(use, judged.rules, failing_in)) is not None}
    found = [
        d for use in idle if use not in meant or use.outcome == "expired"
        if (d := waiver(use, as_of, outcomes.get(use.entry.rule), failing_in, judged.rules, words, commands)) is not None
    ]  # fmt: skip
    for rule, said in merged(failures(graph, solution, judged, words, commands, kept, briefly=briefly)):
        found.append(with_waivers(said, rule, [use for use, other in meant.items() if other is rule]))
    return found + expectation_findings(judged, words, commands)


def failures(
    graph: Graph, solution: Solution, judged: Judged, words: Words, commands: Commands, kept: Collection[str] | None = None,
    *, briefly: bool = False,
) -> Iterator[tuple[Verdict, Diagnostic]]:  # fmt: skip
    """What is said of each rule that fails; once of those that one statement would meet. With the `kept` axes the figures that
    it hangs on are put in order by what they have to say; `briefly` nothing is said of any."""
    failing = [rule for rule in judged.rules if _is_said(rule)]
    if briefly:
        for rule in [one for one in failing if one.severity != "info"]:
            yield rule, errors.rule_failed(rule.span, rule.name, rule.text, "", (), (), (), _severity(rule))
        return
    if not failing:
        return
    from vdl.solve.missed import figures
    from vdl.words.failing import Failing, of_rule  # only where a rule fails
    from vdl.words.weight import Scales

    scales = Scales(graph, solution, kept) if kept is not None else None
    files = {kind.source.path for kind in graph.root.kind.chain() if not kind.source.is_library}
    where = _layers(graph.root.kind)
    told = figures(graph, solution.values, solution.draw)
    known = Failing(graph, solution, words, commands, where, scales, Uses(graph, files), StandIns(graph), told)
    together = placed_together(graph, judged.rules)
    # Rules that hang on little come first: what all of them may compute ends, and costs hang on nearly all of a design.
    hanging = [len(and_needed(reads(rule.rule.condition))) if rule.rule is not None else 0 for rule in failing]
    said: dict[int, Diagnostic] = {}
    for number in sorted(range(len(failing)), key=lambda number: hanging[number]):
        rule = failing[number]
        group = together.get(rule.name, [rule])
        made = of_rule(known, group) if rule is group[0] else None
        if made is not None:
            said[number] = made
    yield from [(failing[number], said[number]) for number in sorted(said)]


def _is_said(rule: Verdict) -> bool:
    """Whether a rule fails; of those that are only noted, whether it is missed by far."""
    return rule.outcome in ("fails", "part") and (rule.severity != "info" or rule.missed_far)


def _severity(rule: Verdict) -> Severity:
    return "warning" if rule.severity == "warning" else "error"


def expectation_findings(judged: Judged, words: Words, commands: Commands) -> list[Diagnostic]:
    """What is said of the expectations alone."""
    return [d for one in judged.expectations if (d := _expectation(one, words, commands)) is not None]


def openings(
    graph: Graph, solution: Solution, judged: Judged, found: Iterable[OpenPoint], uses: Iterable[WaiverUse], as_of: str
) -> list[Diagnostic]:
    """What nobody may take for sound and nobody accepted, as far as it is no diagnostic already."""
    idle = [use for use in uses if use.outcome != "accepts"]
    outcomes = {rule.name: rule for rule in judged.rules} if idle else {}
    found = list(found)
    silent = [point.name for point in found if point.accepted is None and point.sort != "warning-rule"] if idle else []
    said = [d for use in idle if (d := waiver(use, as_of, outcomes.get(use.entry.rule), silent=silent)) is not None]
    evaluation = Evaluation(solution.values, draw=solution.draw)
    empty = emptied(judged.counts, found)
    told = {instance for instance, point in empty.items() if point.accepted is None}
    stand_ins = StandIns(graph)
    for point in found:
        if point.accepted is not None:
            continue
        if point.sort == "not-sized" and point.of is not None:
            said.append(_not_sized(graph, solution, point.of))
        elif point.sort == "half-stated" and point.silent is not None and point.of is not None:
            said.append(_left_out(graph, solution, point.of, point.silent, point))
        elif point.sort == "half-stated" and (point.of is not None or point.needs):
            needs = _listed(unstated(stand_ins, point, solution.values, _COUNTED))
            said.append(errors.half_stated(point.span, point.text, point.name, needs, [], [], label="not all of it is stated"))
        elif point.sort == "not-evaluated" and point.rule is not None:
            if _faulty(evaluation, point.rule) or waits_for_placing(graph, judged.rules, point.rule, solution, told):
                continue  # what is wrong has been said
            silent = unstated(stand_ins, point, solution.values, _COUNTED)
            said.append(_not_evaluated(silent, solution, point.rule, [one.path for one in reads_of(point.rule, empty.keys())]))
        elif point.figure is not None:
            said.append(_undecided(unstated(stand_ins, point, solution.values, _COUNTED), solution, point.figure))
        elif point.sort == "unused":
            silent = unstated(stand_ins, point, solution.values, _COUNTED)
            said.append(errors.unused_input(point.span, point.name, point.text, _listed(silent), point.hint))
        elif point.sort == "not-tight" and point.rule is not None:
            said.append(_not_known(point.rule))
        elif point.sort == "not-tight":
            said.append(errors.not_tight(point.span, point.name, point.text))
        elif point.sort == "nothing-found":
            said.append(errors.nothing_found(point.span, point.name, point.text, point.hint, point.related))
        elif point.sort == "counted-nowhere":
            said.append(errors.counted_nowhere(point.span, point.name, point.text, point.hint))
        elif point.sort == "never-fails":
            said.append(errors.never_fails(point.span, point.name, point.text))
        elif point.sort == "overdue":
            said.append(errors.assumption_overdue(point.span, point.name, point.text, as_of))
    return of_each_line(said)


def told_elsewhere(graph: Graph, solution: Solution, found: Iterable[OpenPoint]) -> set[str]:
    """The bounds of which it is said what they need, where it is said that their counts are not sized."""
    counts = [point.of for point in found if point.sort == "not-sized" and point.of is not None and point.accepted is None]
    needed = Needed(graph, solution)
    return {f"{count.cell.path}.{bound.entry.name}" for count in counts for bound in limits(count) if needed.told(bound)}


def with_inputs(graph: Graph, solution: Solution, said: Diagnostic) -> Diagnostic:
    """What is said of a sum that lacks something, with the inputs that what it lacks is worked out from."""
    sums = [cell.formula for cell in solution.values if said.subject and cell.path == said.subject]
    ops = [part for part in parts(sums, lambda cell: False) if isinstance(part, Op) and part.op == "sum"]
    args = [arg for op in ops[:1] for arg in op.args if isinstance(arg, Cell)]
    lacking = [cell for cell in args if solution.values.get(cell) is NOT_STATED]
    told = Needed(graph, solution).told_of(lacking)
    return said._replace(help=tuple([line.replace("state it", f"state {told}", 1) for line in said.help])) if told else said


def _faulty(evaluation: Evaluation, rule: Verdict) -> bool:
    """Whether something is wrong with a rule, which has been told."""
    values = [evaluation.branch(formula)[0] for formula in (rule.rule.when, rule.rule.condition) if formula] if rule.rule else []
    return any(one is FAULT for value in values for _, one in scalars(value))


def _not_sized(graph: Graph, solution: Solution, count: CountValue) -> Diagnostic:
    cell = count.cell
    needs = Needed(graph, solution).words(limits(count))
    demands = {one.demand.path: one.demand for one in graph.placements if cell.instance in (*one.stages, one.target)}
    if demands and states_no_figure(count):
        span = around(next(iter(demands.values()))) or cell.span()
        return errors.no_demand(span, cell.path, _listed(list(demands)), needs, [(cell.span(), "the count")])
    span = around(cell.instance) or cell.span()
    related = [(cell.span(), "the count")] if span is not cell.span() else []
    related += [] if needs else nothing_by_nothing([bound.entry.value for bound in limits(count)], solution)
    return errors.not_sized(span, cell.path, needs, related, given=count.given)


def _left_out(graph: Graph, solution: Solution, count: CountValue, silent: Instance, point: OpenPoint) -> Diagnostic:
    """What is said of an object that is in no limit of a count."""
    lacking = [f"`{bound.entry.name}` is without it" for bound in limits(count) if silent.path in bound.without]
    needs = Needed(graph, solution).told_by(silent, count.cell, limits(count))
    return errors.half_stated(point.span, point.text, count.cell.path, needs, lacking, [(count.cell.span(), "the count")])


def _not_evaluated(silent: list[str], solution: Solution, rule: Verdict, empty: list[str]) -> Diagnostic:
    """What is said of a rule that could not be judged, with what nobody stated of it, and the objects that it reads and on which
    nothing is placed."""
    entry = rule.rule
    span, related = rule.span, []
    if entry is not None:
        author = around(entry.instance)
        if of_library(span) and author is not None:
            span, related = author, [(span, "the rule")]
    places = [at(place) for place, outcome in rule.places if outcome == "not-evaluated" and place]
    zero = nothing_by_nothing([entry.when, entry.condition], solution) if entry is not None and not silent else []
    return errors.not_evaluated(span, rule.name, rule.text, places, _listed(silent), [*related, *(zero[:1] if empty else zero)],
                                divided=bool(zero), empty=_listed(empty), missed=rule.missed)  # fmt: skip


def _not_known(rule: Verdict) -> Diagnostic:
    """What is said of a rule that may hold, or fail for a part of a range, with the ranges that it hangs on."""
    entry = rule.rule
    assert entry is not None
    written = [cell for cell in nearest(read_by([entry.condition]), _is_range) if _is_range(cell)]
    author = around(entry.instance)
    led = author is not None and of_library(rule.span)
    places = [(rule.span, "the rule")] if led else [] if author is None else [(author, "of this object")]
    related = [*places, *[(cell.span(), "this range") for cell in written[:_NAMED]]]
    ranges = enumerated([cell.path for cell in written[:_NAMED]], "or")
    words = f": {rule.text}" if rule.text else ""
    message = f"whether rule `{rule.name}` holds for all of the range is not known{words}"
    span = author if led and author is not None else rule.span
    return errors.not_tight(span, rule.name, message, ranges or "what it hangs on", related)


def _is_range(cell: Cell) -> bool:
    return has_range(cell.formula)


def _undecided(silent: list[str], solution: Solution, found: Expectation) -> Diagnostic:
    entry = found.entry
    asked = [
        cell.name for cell in dict.fromkeys(reads(entry.left, entry.right, entry.within))
        if isinstance(cell.node, s.Ask) and solution.values.get(cell) is NOT_STATED
    ]  # fmt: skip
    span = Span(entry.source, entry.node.condition.start, entry.node.condition.end)
    return errors.expectation_not_evaluated(span, entry.name, _listed(silent), _listed(asked))


def _listed(names: list[str]) -> str:
    """Names, of which the first are said and the others counted: "`a`, `b` and 4 more"."""
    said = ", ".join([f"`{name}`" for name in names[:_NAMED]])
    more = "more" if len(names) >= _COUNTED else f"{len(names) - _NAMED} more"
    return f"{said} and {more}" if len(names) > _NAMED else said


_NAMED = 5
"""Inputs that are named of something that is not stated."""

_COUNTED = 100
"""So many are looked for at most."""


def _expectation(found: Expectation, words: Words, commands: Commands) -> Diagnostic | None:
    entry = found.entry
    if found.outcome not in ("differs", "no-longer-differs"):
        return None
    span = Span(entry.source, entry.node.condition.start, entry.node.condition.end)
    figures = words.expectation(found)
    detail = f"computed {figures.computed}, published {'' if entry.op == '==' else entry.op + ' '}{figures.published}"
    notes = [f"in scenario `{entry.scenario}`"] if entry.scenario else []
    if found.outcome == "no-longer-differs":
        return errors.expectation_agrees_now(span, entry.name, detail, notes)
    return errors.expectation_differs(span, entry.name, detail, _at_a_label(found), notes, commands.line("explain", entry.name))


def _at_a_label(found: Expectation) -> list[str]:
    """The label to name where a published figure is one number, and what is computed has one for each label: the one at which
    they are nearest."""
    computed, published, written = found.computed, found.published, found.entry.node.condition
    if not isinstance(computed, Varying) or not is_number(published) or not isinstance(written, s.Compare):
        return []
    figures = [(place, one) for place, one in placed(computed) if is_number(one) and len(place) == 1]
    gaps: dict[Place, Exact] = {place: size_of(low(one) - low(published)) for place, one in figures}
    if len(gaps) < 2 or len(gaps) < len(computed.cells):
        return []
    ((axis, label),) = min(gaps, key=lambda place: gaps[place])
    left = as_written(Span(found.entry.source, written.left.start, written.left.end))
    left = f"({left})" if isinstance(written.left, s.Binary) else left
    return [f"if the figure is for one of the labels of `{axis}`, say which: `{left} at {label}`"]


def _layers(kind: Kind) -> str:
    """ "design `farm`, scenario `nfs`" """
    layers: list[str] = []
    for layer in kind.chain():
        if layer.form == "design":
            return ", ".join([f"design `{layer.name}`", *reversed(layers)])
        if layer.form == "option":
            layers.append("options given with --set")
        elif layer.form == "scenario":
            layers.append(f"scenario `{layer.name}`")
    return f"design `{kind.name}`"


__all__ = ["expectation_findings", "failures", "findings", "openings"]
