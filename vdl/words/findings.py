"""From verdicts to what is said of them: failed rules, short counts, figures that differ, waivers without use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import around, of_library
from vdl.graph.cells import Cell, Instance, Made, Unstated
from vdl.graph.design import Graph
from vdl.graph.order import reads
from vdl.graph.silent import silent_inputs
from vdl.judge import Expectation, Judged, OpenPoint, Verdict
from vdl.judge.records import WaiverUse
from vdl.judge.standing import asks_for_nothing, limits
from vdl.semantics.types import Kind, Member
from vdl.semantics.units import Exact, size_of
from vdl.solve import CountValue, Evaluation, Solution
from vdl.text.diagnostics import Diagnostic, Severity, enumerated
from vdl.text.source import Span
from vdl.text.written import written as as_written
from vdl.values import FAULT, NOT_STATED, Place, Varying, is_number, low, placed, scalars
from vdl.words.unplaced import placed_together, to_place, waits_for_placing
from vdl.words.verdicts import Words, at
from vdl.words.waivers import meant_by, waiver, with_waivers


def findings(
    graph: Graph, solution: Solution, judged: Judged, words: Words, as_of: str, failing_in: Callable[[str], str] = lambda rule: ""
) -> list[Diagnostic]:
    """Everything that a reader of the design must know of its verdicts. Of a rule by its name, `failing_in` gives a scenario of
    the design in which it fails, or ""."""
    outcomes = {rule.name: rule for rule in judged.rules}
    meant = {use: rule for use in judged.waivers if (rule := meant_by(use, judged.rules, failing_in)) is not None}
    found = [
        d for use in judged.waivers if use not in meant or use.outcome == "expired"
        if (d := waiver(use, as_of, outcomes.get(use.entry.rule), failing_in)) is not None
    ]  # fmt: skip
    for rule, said in failures(graph, solution, judged, words):
        found.append(with_waivers(said, rule, [use for use, other in meant.items() if other is rule]))
    return found + expectation_findings(judged, words)


def failures(graph: Graph, solution: Solution, judged: Judged, words: Words) -> Iterator[tuple[Verdict, Diagnostic]]:
    """What is said of each rule that fails; once of those that one statement would meet."""
    where = _layers(graph.root.kind)
    together = placed_together(graph, judged.rules)
    for rule in judged.rules:
        if rule.outcome not in ("fails", "part"):
            continue
        group = together.get(rule.name, [rule])
        said = _rule(graph, solution, group, words, where) if rule is group[0] else None
        if said is not None:
            yield rule, said


def expectation_findings(judged: Judged, words: Words) -> list[Diagnostic]:
    """What is said of the expectations alone."""
    return [d for one in judged.expectations if (d := _expectation(one, words)) is not None]


def openings(
    graph: Graph, solution: Solution, judged: Judged, found: Iterable[OpenPoint], uses: Iterable[WaiverUse], as_of: str
) -> list[Diagnostic]:
    """What nobody may take for sound and nobody accepted, as far as it is no diagnostic already."""
    outcomes = {rule.name: rule for rule in judged.rules}
    said = [d for use in uses if (d := waiver(use, as_of, outcomes.get(use.entry.rule))) is not None]
    evaluation = Evaluation(solution.values, draw=solution.draw)
    for point in found:
        if point.accepted is not None:
            continue
        if point.sort == "not-sized" and point.of is not None:
            said.append(_not_sized(graph, solution, point.of))
        elif point.sort == "half-stated" and point.of is not None and point.silent is not None:
            said.append(_half_stated(point, point.of))
        elif point.sort == "not-evaluated" and point.rule is not None:
            if _faulty(evaluation, point.rule) or waits_for_placing(graph, judged.rules, point.rule, solution):
                continue  # what is wrong has been said
            said.append(_not_evaluated(solution, point.rule))
        elif point.figure is not None:
            said.append(_undecided(solution, point.figure))
        elif point.sort == "unused":
            silent = silent_inputs(point.needs, solution.values, _NAMED)
            said.append(errors.unused_input(point.span, point.name, point.text, _listed(silent), point.hint))
        elif point.sort == "not-tight":
            said.append(errors.not_tight(point.span, point.name, point.text))
        elif point.sort == "nothing-found":
            said.append(errors.nothing_found(point.span, point.name, point.text, point.hint))
    return said


def _faulty(evaluation: Evaluation, rule: Verdict) -> bool:
    """Whether something is wrong with a rule, which has been told."""
    values = [evaluation.branch(formula)[0] for formula in (rule.rule.when, rule.rule.condition) if formula] if rule.rule else []
    return any(one is FAULT for value in values for _, one in scalars(value))


def _not_sized(graph: Graph, solution: Solution, count: CountValue) -> Diagnostic:
    cell = count.cell
    needs = []
    for bound in limits(count):
        silent = silent_inputs([bound.lacking()], solution.values, _NAMED)
        needs.append(f"`{bound.entry.name}` needs {_listed(silent)}" if silent else f"`{bound.entry.name}` finds nothing")
    demands = {one.demand.path: one.demand for one in graph.placements if cell.instance in (*one.stages, one.target)}
    if demands and asks_for_nothing(count):
        span = around(next(iter(demands.values()))) or cell.span()
        return errors.no_demand(span, cell.path, _listed(list(demands)[:_NAMED]), needs, [(cell.span(), "the count")])
    span = around(cell.instance) or cell.span()
    related = [(cell.span(), "the count")] if span is not cell.span() else []
    return errors.not_sized(span, cell.path, needs, related, given=count.given)


def _half_stated(point: OpenPoint, count: CountValue) -> Diagnostic:
    path = point.silent.path if point.silent is not None else ""
    lacking = [f"`{bound.entry.name}` is without it" for bound in limits(count) if path in bound.without]
    return errors.half_stated(point.span, point.text, count.cell.path, lacking, [(count.cell.span(), "the count")])


def _not_evaluated(solution: Solution, rule: Verdict) -> Diagnostic:
    entry = rule.rule
    span, related = rule.span, []
    silent: list[str] = []
    if entry is not None:
        silent = silent_inputs([entry.when, entry.condition], solution.values, _NAMED)
        author = around(entry.instance)
        if of_library(span) and author is not None:
            span, related = author, [(span, "the rule")]
    places = [at(place) for place, outcome in rule.places if outcome == "not-evaluated" and place]
    return errors.not_evaluated(span, rule.name, rule.text, places, _listed(silent), related)


def _undecided(solution: Solution, found: Expectation) -> Diagnostic:
    entry = found.entry
    formulas = [entry.left, entry.right, entry.within]
    silent = silent_inputs(formulas, solution.values, _NAMED)
    asked = [
        cell.name for cell in dict.fromkeys(reads(*formulas))
        if isinstance(cell.node, s.Ask) and solution.values.get(cell) is NOT_STATED
    ]  # fmt: skip
    span = Span(entry.source, entry.node.condition.start, entry.node.condition.end)
    return errors.expectation_not_evaluated(span, entry.name, _listed(silent), _listed(asked))


def _listed(names: list[str]) -> str:
    return ", ".join([f"`{name}`" for name in names])


_NAMED = 5
"""Inputs that are named of something that is not stated."""

_FIGURES = 3
"""Those that are named of a rule of the author's own."""


def _rule(graph: Graph, solution: Solution, group: Sequence[Verdict], words: Words, where: str) -> Diagnostic | None:
    """What is said of a rule that fails, or of several that one statement would meet."""
    rule = group[0]
    if rule.severity == "info":
        return None
    severity: Severity = "warning" if rule.severity == "warning" else "error"
    notes = [f"in {where}"]
    margin = words.margin(rule) or words.missing(rule)
    if margin:
        notes.append(margin)
    if rule.waivers:
        notes.append("the waiver covers other labels only")
    detail = words.detail(rule)
    if rule.of is not None and rule.bound is not None:
        from vdl.words.beneath import beneath  # only where a count is short

        notes += beneath(rule.bound, solution, words.units)
        return errors.given_count_short(rule.span, rule.of.cell.path, rule.bound.entry.name, detail, notes, severity)
    instance = rule.rule.instance if rule.rule is not None else None
    author = around(instance) if of_library(rule.span) else None
    help_ = to_place(graph, [one.rule for one in group if one.rule is not None]) or _to_state(rule, solution)
    if len(group) > 1 and author is not None:
        places = {around(one.rule.instance): "and this one" for one in group[1:] if one.rule is not None}
        related = [(place, label) for place, label in places.items() if place is not None and place.key() != author.key()]
        related, also = [*related, (rule.span, "the rule")], [one.name for one in group[1:]]
        return errors.rule_failed(author, rule.name, rule.text, detail, related, notes, help_, severity, also)
    say = errors.rule_partly if rule.outcome == "part" else errors.rule_failed
    stated: list[Cell] = []
    if rule.rule is not None and not help_:
        from vdl.words.beneath import figures_of, stated_for  # only where a rule fails

        stated = stated_for(rule.rule, solution)[:_NAMED] if author is not None else figures_of(rule.rule, solution)
        help_ = _hangs_on(rule.name, stated, _NAMED if author is not None else _FIGURES)
        if author is None and not stated and reads(rule.rule.condition):
            help_ = [f"`vdl explain FILE {rule.name}` shows what it comes of"]
    if author is not None:
        related = [(rule.span, "the rule"), *[(cell.span(), "stated here") for cell in stated]]
        return say(author, rule.name, rule.text, detail, related, notes, help_, severity)
    owner = instance.member if instance is not None else None
    related = [(owner.span(), "of this object")] if owner is not None and not _around(owner, rule.span) else []
    return say(rule.span, rule.name, rule.text, detail, related, notes, help_, severity)


def _hangs_on(rule: str, cells: Sequence[Cell], most: int) -> list[str]:
    """What a rule hangs on that may be changed: "it hangs on `w.load` and `w.margin`: change that, or accept it ..."."""
    if not cells:
        return []
    names = enumerated([cell.path for cell in cells[:most]], "and")
    more = ", and on more" if len(cells) > most else ""
    return [f'it hangs on {names}{more}: change that, or accept it with `waive {rule} "why"`']


def _to_state(rule: Verdict, solution: Solution) -> list[str]:
    """What to state where a rule asks whether something is, and how to leave it open on purpose."""
    if rule.rule is None:
        return []
    instance = rule.rule.instance
    asked = [node.operand for node in s.walk(rule.rule.node.condition) if isinstance(node, s.Given)]
    silent = [path for operand in asked for path in _silent(operand, instance, solution)]
    names = list(dict.fromkeys(silent))[:_NAMED]
    asked_for = enumerated(names, "or") if names else ""
    return [f'state {asked_for}; or accept it with `waive {rule.name} "why"`'] if names else []


def _silent(operand: s.Expr, instance: Instance, solution: Solution) -> list[str]:
    """The paths of what nobody stated of something that an object names: `weight`, `cart.load`."""
    names: list[str] = []
    while isinstance(operand, s.Attribute):
        names.insert(0, operand.name)
        operand = operand.base
    if not isinstance(operand, s.Name):
        return []
    made: Made | None = instance.slots.get(operand.name)
    for name in names:
        made = made.slots.get(name) if isinstance(made, Instance) else None
    if isinstance(made, Unstated):
        return [instance.path_of(".".join([operand.name, *names]))]
    if not isinstance(made, Cell):
        return []
    found = [path for path in silent_inputs([made], solution.values, _NAMED) if not path.endswith(".placed_on")]
    # What has a formula may be stated in its place.
    return [*found, made.path] if made.form == "input" else found


def _expectation(found: Expectation, words: Words) -> Diagnostic | None:
    entry = found.entry
    if found.outcome not in ("differs", "no-longer-differs"):
        return None
    span = Span(entry.source, entry.node.condition.start, entry.node.condition.end)
    figures = words.expectation(found)
    detail = f"computed {figures.computed}, published {'' if entry.op == '==' else entry.op + ' '}{figures.published}"
    notes = [f"in scenario `{entry.scenario}`"] if entry.scenario else []
    if found.outcome == "no-longer-differs":
        return errors.expectation_agrees_now(span, entry.name, detail, notes)
    return errors.expectation_differs(span, entry.name, detail, _at_a_label(found), notes)


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


def _around(owner: Member, span: Span) -> bool:
    """Whether a place lies in the text of a member."""
    return owner.source is span.source and owner.node.start <= span.start and span.end <= owner.node.end


__all__ = ["expectation_findings", "failures", "findings", "openings"]
