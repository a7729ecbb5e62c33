"""Objects that nothing carries: which of them one `place` would place, and what comes of it that they are not placed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from vdl.graph.blame import nearest, of_library, read_by
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.silent import silent_inputs
from vdl.judge import OpenPoint, Verdict
from vdl.solve import CountValue, Solution
from vdl.text.diagnostics import Diagnostic, enumerated


def placed_together(graph: Graph, rules: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    """By the name of each rule that fails as its object is not placed: the rules that one `place` would meet, by
    name, whatever their order in the text. Where several things might take them, those that one object holds; of what the
    kind of several objects declares, all that stands in its body."""
    groups: dict[tuple[object, ...], list[Verdict]] = {}
    for rule in _unplaced(rules):
        if rule.rule is None or not of_library(rule.span):
            continue
        (home, takers), owner = _where(graph, rule.rule), rule.rule.instance.owner
        if home is not None:
            one = takers[0] if len(takers) == 1 else owner
            within = (home.kind.named(), _path(one, home) if one is not None else "")
            groups.setdefault((id(rule.rule.node), *within), []).append(rule)
        elif len(takers) == 1 or (owner is not None and owner.owner is not None):
            groups.setdefault((id(rule.rule.node), takers[0] if len(takers) == 1 else owner), []).append(rule)
    several = [sorted(group, key=lambda rule: rule.name) for group in groups.values() if len(group) > 1]
    return {rule.name: group for group in several for rule in group}


def to_place(graph: Graph, rules: Sequence[RuleEntry]) -> list[str]:
    """How to place objects of which rules ask that they are, and what of the design's own takes them."""
    if not rules or not rules[0].is_met_by_placing():
        return []
    home, found = _where(graph, rules[0])
    beside = rules[0].instance.path.split(".")
    waiting = {_path(one, home) for one in found if not one.placed}
    near = sorted(found, key=lambda one: (-_shared(beside, one.path.split(".")), bool(one.placed)))
    takers = [_path(one, home) for one in near]
    what = ", ".join(dict.fromkeys([_path(rule.instance, _where(graph, rule)[0]) for rule in rules]))
    where = f" in `kind {home.kind.named().name}`" if home is not None else ""
    if len(takers) == 1:
        return [f"add{where} `place {what} on {takers[0]}`"]
    empty = " (nothing is placed there)" if 0 < len(waiting) < len(found) else ""
    listed = ", ".join([f"`{taker}`{empty if taker in waiting else ''}" for taker in takers[:_NAMED]])
    return [f"add{where} `place {what} on ...`" + (f", such as on {listed}" if takers else "")]


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many names two paths have in common from the first on: what is in one object stands nearer than what is not."""
    return next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def _home(instance: Instance) -> Instance | None:
    """The object in the body of whose kind, one of the author's, something is declared, so that it is placed there; None of
    what stands in a design."""
    one: Instance | None = instance
    while one is not None and (one.member is None or of_library(one.member.span())):
        one = one.owner
    return one.owner if one is not None and one.member is not None and one.member.owner.form == "kind" else None


def _path(instance: Instance, home: Instance | None) -> str:
    return instance.path if home is None else instance.path.removeprefix(f"{home.path}.")


def _where(graph: Graph, rule: RuleEntry) -> tuple[Instance | None, list[Instance]]:
    """Where the object of a rule is to be placed, and on what: in the body of a kind on what stands there, too; else in the
    design, on anything."""
    found, home = takers(graph, rule.instance), _home(rule.instance)
    beside = [one for one in found if home is not None and one.path.startswith(f"{home.path}.")]
    return (home, beside) if beside else (None, found)


_NAMED = 5
"""What takes an object, as far as it is named."""


def with_unplaced(graph: Graph, rules: Iterable[Verdict], said: Diagnostic) -> Diagnostic:
    """What is said of an object that is placed twice, of which it is not known what is meant by one of the two: with those that
    are placed nowhere though rules ask for it, and that the same things take."""
    placed = next((one for one in graph.placements if one.demand.path == said.subject), None)
    if said.slug != "placed-twice" or placed is None:
        return said
    unplaced = [rule.rule.instance for rule in _unplaced(rules) if rule.rule is not None]
    kinds = {one: one.kind.carrier() for one in unplaced}
    nowhere = [one.path for one, kind in kinds.items() if kind is not None and placed.target.kind.is_a(kind)][:_NAMED]
    if not nowhere:
        return said
    names = f"{enumerated(nowhere, 'and')} {'is' if len(nowhere) == 1 else 'are'} placed nowhere"
    return said._replace(help=(f"{names}: write that in one of these two places, or take one of them out",))


def waits_for_placing(graph: Graph, rules: Iterable[Verdict], rule: Verdict, solution: Solution, empty: Set[Instance]) -> bool:
    """Whether a rule can't be evaluated as nothing is placed on an object on which something should be, or that is `empty`
    and so told."""
    if rule.rule is None or rule.missed or silent_inputs([rule.rule.when, rule.rule.condition], solution.values, 1):
        return False
    unplaced = [one.rule for one in _unplaced(rules) if one.rule is not None]
    waiting = {taker for one in unplaced for taker in takers(graph, one.instance) if not taker.placed}
    return bool(reads_of(rule, waiting | empty))


def reads_of(rule: Verdict, empty: Set[Instance]) -> list[Instance]:
    """Which of some objects a rule hangs on by what it reads of them."""
    if rule.rule is None or not empty:
        return []
    cells = read_by([formula for formula in (rule.rule.when, rule.rule.condition) if formula is not None])
    found = [cell.instance for cell in nearest(cells, lambda cell: cell.instance in empty)]
    return [one for one in dict.fromkeys(found) if one is not None and one in empty]


def emptied(counts: Iterable[CountValue], found: Iterable[OpenPoint]) -> dict[Instance, OpenPoint]:
    """The objects on which nothing is placed, each with what is open of that."""
    points = {point.name: point for point in found if point.sort == "nothing-found"}
    of = [(count.cell.instance, points.get(count.cell.path)) for count in counts] if points else []
    return {instance: point for instance, point in of if instance is not None and point is not None}


def _unplaced(rules: Iterable[Verdict]) -> Iterable[Verdict]:
    """Of some rules those that fail as an object is not placed, and are no mere warnings."""
    for rule in rules:
        fails = rule.outcome == "fails" and rule.severity == "error" and not rule.waivers
        if fails and rule.rule is not None and rule.rule.is_met_by_placing():
            yield rule


def takers(graph: Graph, demand: Instance) -> list[Instance]:
    """What of the design's own takes an object."""
    kind = demand.kind.carrier()
    own = [one for one in graph.instances if one.base is None and one.member and not of_library(one.member.span())]
    return [one for one in own if kind is not None and one.kind.is_a(kind)]


__all__ = ["emptied", "placed_together", "reads_of", "takers", "to_place", "waits_for_placing", "with_unplaced"]
