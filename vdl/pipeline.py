"""The one page to read first: from the name of a file to a compilation. All passes in a row."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check import Types, check, check_kind
from vdl.compilation import Compilation, Solved
from vdl.elaborate.design import Elaborator
from vdl.elaborate.settled import TooMuch
from vdl.judge import judge
from vdl.parse import parse_statement
from vdl.parse.load import Program, load
from vdl.resolve import Names, resolve
from vdl.semantics.types import Filling, Kind
from vdl.solve import Evaluator, Solver, solve
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.text.limits import CHOICES, RECURSION
from vdl.text.source import Source, Span
from vdl.values import Range, high
from vdl.world import World


def compile(
    world: World,
    entry: str,
    *,
    as_of: str,
    scenarios: Sequence[str] = (),
    sets: Sequence[str] = (),
    design: str = "",
    documents: bool = False,
    asks: bool = True,
) -> Compilation:
    """Compile one file. `as_of` is the date against which waivers are judged ("2027-06-30").

    `scenarios` and `sets` ("a.b = 5 boxes") are layers for every design that is compiled; `design` picks one.
    """
    enabled = gc.isenabled()
    depth = sys.getrecursionlimit()
    gc.disable()  # the trees of a large design are not garbage, and looking through them costs more than parsing
    sys.setrecursionlimit(max(depth, RECURSION))
    try:
        return _compile(world, entry, as_of, scenarios, sets, design, documents, asks)
    except RecursionError:
        program = Program({}, entry, (), frozenset())
        names = Names(program)
        return Compilation(program, names, Types(names), (), (errors.too_intricate(entry),), as_of)
    finally:
        sys.setrecursionlimit(depth)
        if enabled:
            gc.enable()


def _compile(
    world: World, entry: str, as_of: str, scenarios: Sequence[str], sets: Sequence[str], design: str,
    documents: bool, asks: bool,
) -> Compilation:  # fmt: skip
    program, found = load(world, entry, documents=documents)
    names, more = resolve(program)
    found += more
    types, more = check(names)
    found += more
    if program.broken:
        found = [d for d in found if d.slug not in _CONSEQUENCES]
    solved: list[Solved] = []
    if not any(d.severity == "error" for d in found):
        for kind in _designs(names, entry, design, found):
            layered, more = _layers(names, types, kind, scenarios, sets)
            found += more
            if any(d.severity == "error" for d in more):
                continue
            result = solve_design(names, types, layered, kind.name, as_of, asks=asks)
            found += result.found
            solved.append(result)
            if not scenarios and not sets:
                found += _scenario_expectations(names, types, kind, as_of, solved)
    return Compilation(program, names, types, tuple(solved), tuple(in_order(found)), as_of)


_CONSEQUENCES = frozenset(
    "unknown-name unknown-field unknown-kind unknown-type unknown-unit unknown-source unknown-axis unknown-label "
    "unknown-design required-input circular-unit not-placeable waiver-unused edition-missing".split()
)
"""What a file that could not be understood in full makes appear elsewhere."""


def _designs(names: Names, entry: str, design: str, found: list[Diagnostic]) -> list[Kind]:
    known = names.designs(entry)
    if not design:
        return list(known.values())
    if design not in known:
        found.append(errors.unknown_option(entry, "design", design, known))
        return []
    return [known[design]]


def _layers(
    names: Names, types: Types, design: Kind, scenarios: Sequence[str], sets: Sequence[str]
) -> tuple[Kind, list[Diagnostic]]:
    """The design with scenarios and options on top, each one more anonymous kind."""
    found: list[Diagnostic] = []
    top = design
    for name in scenarios:
        member = design.lookup(name)
        if member is None or member.form != "scenario" or member.kind is None:
            known = [n for n, m in design.all_members().items() if m.form == "scenario"]
            subject = f"--scenario {name} (design `{design.name}`)"
            found.append(errors.unknown_option(subject, "scenario", name, known))
            continue
        top = _on_top(member.kind, top)
    for text in sets:
        source = Source(f"--set {text}", text)
        statement, wrong = parse_statement(source)
        found += wrong
        if isinstance(statement, s.Fill):
            layer = Kind("--set", "scenario", statement, source, None)
            layer.parent = top
            layer.fillings.append(Filling(statement.path.names, statement, source, False))
            layer.state = 2
            names.scopes[source.path] = names.scopes[design.source.path]
            found += check_kind(types, layer)
            top = layer
        elif not wrong:
            found.append(errors.not_here(Span(source, 0, len(text)), "this", "--set, which takes `name = value`"))
    return top, found


def _on_top(scenario: Kind, below: Kind) -> Kind:
    """A scenario as a layer above others; above its own design it is what the resolver made of it."""
    if scenario.parent is below:
        return scenario
    copy = Kind(scenario.name, "scenario", scenario.node, scenario.source, scenario.scope)
    copy.title = scenario.title
    copy.parent = below
    copy.members = scenario.members
    if not any(kind is scenario.parent for kind in (below, *_layers_of(below))):
        # Expectations and questions belong to the design they were written for, and are not inherited.
        copy.members = {n: m for n, m in scenario.members.items() if m.form not in ("expect", "ask")}
    copy.fillings = scenario.fillings
    copy.waivers = scenario.waivers
    copy.state = 2
    return copy


def _layers_of(kind: Kind) -> Iterable[Kind]:
    """The layers on top of a design, and the design itself."""
    for layer in kind.chain():
        yield layer
        if layer.form == "design":
            return


def solve_design(names: Names, types: Types, design: Kind, name: str, as_of: str, *, asks: bool = True) -> Solved:
    """Elaborate, solve and judge one design; where it has `choose`, the best option of each."""
    kept = frozenset(axis.name for axis in names.axes.values() if axis.kept)
    first = _attempt(names, types, design, name, as_of, kept, {}, asks)
    choices = first.graph.choices
    if not choices or any(d.severity == "error" and d.slug not in _FINDINGS for d in first.found):
        return first
    total = 1
    for count in choices.values():
        total *= count
    if total > CHOICES:
        return first._replace(found=(*first.found, errors.too_many_choices(design.span(), CHOICES)))
    best = first
    best_key = _merit(first)
    for index in range(1, total):
        chosen = {}
        rest = index
        for key in sorted(choices):
            chosen[key] = rest % choices[key]
            rest //= choices[key]
        attempt = _attempt(names, types, design, name, as_of, kept, chosen, asks)
        merit = _merit(attempt)
        if merit < best_key:
            best, best_key = attempt, merit
    return best


_FINDINGS = frozenset(
    "rule-failed rule-partly given-count-short expectation-differs expectation-agrees-now waiver-unused waiver-expired".split()
)


def _merit(solved: Solved) -> tuple[int, int, tuple[object, ...]]:
    """Fewest faults, then fewest failed rules, then the objective; earlier options win by being tried first."""
    faults = sum(d.severity == "error" and d.slug not in _FINDINGS for d in solved.found)
    fails = sum(r.verdict in ("fails", "part") and r.severity == "error" for r in solved.judged.rules)
    solver = Solver(solved.graph, frozenset(), {})
    solver.values = solved.solution.values
    values = []
    for key in sorted(solved.graph.objectives):
        value = solver.evaluate(solved.graph.objectives[key])
        number = high(value) if isinstance(value, (int, Range)) or hasattr(value, "numerator") else None
        values.append((number is None, number or 0))
    return faults, fails, tuple(values)


def _attempt(
    names: Names, types: Types, design: Kind, name: str, as_of: str, kept: frozenset[str], chosen: dict[str, int], asks: bool
) -> Solved:
    elaborator = Elaborator(types, design, chosen, None)
    elaborator.decide = Evaluator(elaborator.graph, elaborator.complete, kept)
    try:
        elaborator.run()
    except TooMuch as much:
        elaborator.found.append(much.diagnostic)
        elaborator.graph.order.clear()
    graph, found = elaborator.graph, list(elaborator.found)
    solution, more = solve(graph, kept)
    found += more
    elaborator.decide = Evaluator(graph, elaborator.complete, kept, solution)
    broken = any(d.severity == "error" for d in found)
    judged, more = judge(graph, solution, names.units, kept, types, as_of, asks=asks and not broken)
    if not broken:
        found += more
    return Solved(design, name, graph, solution, judged, tuple(found), elaborator, chosen)


def _scenario_expectations(
    names: Names, types: Types, design: Kind, as_of: str, solved: list[Solved]
) -> Iterable[Diagnostic]:
    """Scenarios that state expectations are solved too, and their expectations judged with the design's."""
    found: list[Diagnostic] = []
    base = solved[-1]
    extra = []
    for member in design.members.values():
        if member.form != "scenario" or member.kind is None:
            continue
        if not any(m.form == "expect" for m in member.kind.members.values()):
            continue
        kind = _on_top(member.kind, design)
        result = solve_design(names, types, kind, design.name, as_of, asks=False)
        extra += list(result.judged.expectations)
        found += [d for d in result.found if d.slug not in _FINDINGS or d.slug.startswith("expectation")]
    if extra:
        judged = base.judged._replace(expectations=(*base.judged.expectations, *extra))
        solved[-1] = base._replace(judged=judged)
    return found


__all__ = ["Compilation", "Solved", "compile", "solve_design"]
