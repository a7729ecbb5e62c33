"""Variants of a design: with scenarios and options on top, with each option of its `choose`s, with its scenarios on."""

from __future__ import annotations

from collections.abc import Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check import Types, check_kind
from vdl.compilation import Solved
from vdl.judge import Expectation
from vdl.parse import parse_statement
from vdl.resolve import layer_of, scenario_on
from vdl.semantics.types import Kind
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import CHOICES
from vdl.text.source import Source, Span
from vdl.variants.attempt import attempt
from vdl.variants.choices import TooManyChoices, best_of, chosen, every_attempt, not_compared
from vdl.words.findings import findings
from vdl.words.verdicts import Words


def solve_design(types: Types, design: Kind, name: str, as_of: str) -> Solved:
    """One design with its layers: the best of its options, with what is wrong with it and its verdicts said."""
    kept = types.names.kept_axes()
    more: list[Diagnostic] = []
    try:
        made = every_attempt(lambda options: attempt(types, design, as_of, kept, options))
    except TooManyChoices:
        made = {(): attempt(types, design, as_of, kept, {})}
        more = [errors.too_many_choices(design.span(), CHOICES)]
    best = best_of(made)
    outcomes = chosen(best, made) if not more else ()
    diagnostics = [*best.faults, *more, *(d for choice in outcomes for d in not_compared(choice))]
    if not any(d.severity == "error" for d in diagnostics):  # else the verdicts are consequences
        diagnostics += best.said
        diagnostics += findings(best.graph, best.judged, Words(types.types, types.names.units), as_of)
    return Solved(design, name, types, best.graph, best.solution, best.judged, outcomes, tuple(diagnostics))


def solve_scenarios(types: Types, design: Kind, as_of: str) -> tuple[tuple[Expectation, ...], list[Diagnostic]]:
    """Expectations that stand in scenarios of a design, each judged with its scenario on."""
    expectations: list[Expectation] = []
    diagnostics: list[Diagnostic] = []
    verdicts = frozenset(slug for slug in errors.FINDINGS if not slug.startswith("expectation-"))
    for member in design.members.values():
        if member.form != "scenario" or member.kind is None:
            continue
        if any(m.form == "expect" for m in member.kind.members.values()):
            solved = solve_design(types, scenario_on(member.kind, design), design.name, as_of)
            expectations += solved.judged.expectations
            diagnostics += [d for d in solved.diagnostics if d.slug not in verdicts]
    return tuple(expectations), diagnostics


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


__all__ = ["layered", "solve_design", "solve_scenarios"]
