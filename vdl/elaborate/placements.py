"""What is placed where: each demand goes through the stages on its way, which may change it, to its target."""

from __future__ import annotations

from collections.abc import Callable, Collection

from vdl import errors
from vdl import syntax as s
from vdl.elaborate.aside import Answers
from vdl.elaborate.calls import inline
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import NO_LOCALS, Const, Env, Instance, Made
from vdl.graph.design import PlacementEntry
from vdl.graph.items import Items
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Source, Span
from vdl.values import NOT_STATED


def place_all(el: Elaboration, instances: list[Instance]) -> Answers[tuple[PlacementEntry, ...]]:
    """All placements in the order of the text. What is placed can be read only when this is done."""
    resolved: list[tuple[s.Place, Source, list[Instance], list[Instance], Instance]] = []
    for instance in instances:
        for member in instance.kind.all_members().values():
            node = member.node
            if isinstance(node, s.Place):
                el.hinges = set()
                found = yield from el.settled(_resolving(el, node, member.source, instance))
                el.placements_hang |= el.hinges
                if found is not None:
                    resolved.append((node, member.source, *found))
    _outside(el, instances, [(node, source, [*demands, *stages, target]) for node, source, demands, stages, target in resolved])
    entries: dict[Instance, PlacementEntry] = {}
    carried: dict[Instance, list[Instance]] = {}
    twice: list[tuple[PlacementEntry, PlacementEntry]] = []
    for node, source, demands, stages, target in resolved:
        for demand in demands:
            before = entries.get(demand)
            span = Span(source, node.start, node.end)
            if before is not None:
                twice.append((before, PlacementEntry(demand, tuple(stages), target, node, source)))
                continue
            demand.placed_on = target
            demand.via = tuple(stages)
            entries[demand] = PlacementEntry(demand, tuple(stages), target, node, source)
            if len({id(stage) for stage in (*stages, target)}) <= len(stages):
                el.say(errors.not_placeable(span, phrase("`{name}` meets the same object twice on its way", name=demand.path)))
                continue
            passed: Instance | None = demand
            for stage in stages:
                assert passed is not None
                carried.setdefault(stage, []).append(passed)
                el.hinges = set()
                passed = yield from el.settled(_passing(el, passed, stage, node, source))
                el.placements_hang |= el.hinges
                if passed is None:
                    break
            else:
                assert passed is not None
                carried.setdefault(target, []).append(passed)
    for before, again in twice:
        el.say(_placed_twice(before, again, instances, entries))
    for carrier, items in carried.items():
        carrier.placed = tuple(items)
    el.placing = False
    return tuple(entries.values())


def _outside(el: Elaboration, owned: list[Instance], placed: list[tuple[s.Place, Source, list[Instance]]]) -> None:
    """Say which objects that take part in placements stand outside of the design: what has a count or is placed there would be
    neither bought nor judged. What only passes a demand on may stand anywhere."""
    inside = {id(one) for one in owned}
    told: set[int] = set()
    for node, source, objects in placed:
        for one in objects:
            counted = any(member.form == "count" for member in one.kind.all_members().values())
            if id(one) in inside or not (counted or one.kind.lookup("placed_on") is not None):
                continue
            whole = one
            while whole.owner is not None and whole.owner.member is not None:
                whole = whole.owner
            if id(whole) not in told:
                told.add(id(whole))
                design = (el.root.kind.design() or el.root.kind).name
                declared = whole.member.span() if whole.member is not None else None
                el.say(errors.placed_outside(Span(source, node.start, node.end), whole.name, design, declared))


def _placed_twice(
    before: PlacementEntry, again: PlacementEntry, instances: list[Instance], placed: Collection[Instance]
) -> Diagnostic:
    """What is said of a demand that is placed twice, at the name that stands there again; in one statement, or in one that places
    what stands beside it, with what of its sort is placed nowhere, which may be meant."""
    demand = again.demand
    span, other = [Span(one.source, one.node.start, one.node.end) for one in (again, before)]
    forgotten = [
        one.path for one in instances
        if one.kind.named() is demand.kind.named() and one.name == demand.name and one not in placed
    ]  # fmt: skip
    if before.node is again.node:
        named = _naming(again)
        again_at, first = (named[1], named[0]) if len(named) > 1 else (span, span)
        return errors.placed_twice(again_at, demand.path, first, forgotten[:_NAMED])
    twice = (before, again) if again.source is not before.source or other.start < span.start else (again, before)
    copied = [one for one in twice for path in forgotten if len(forgotten) == 1 and _names_beside(one, path)]
    if len(copied) == 1:
        twice = twice if copied[0] is twice[1] else twice[::-1]
    first, again_at = [(_naming(one) or [Span(one.source, one.node.start, one.node.end)])[0] for one in twice]
    return errors.placed_twice(again_at, demand.path, first, forgotten if len(copied) == 1 else ())


def _naming(entry: PlacementEntry) -> list[Span]:
    """Where a statement names what it places; nowhere where a list or a loop does."""
    named = [Span(entry.source, expr.start, expr.end) for expr in entry.node.demands]
    return [one for one in named if f".{entry.demand.path}".endswith(f".{one.text}")]


def _names_beside(entry: PlacementEntry, forgotten: str) -> bool:
    """Whether a statement names other parts of the object whose part is placed nowhere, and none of the one that is placed
    twice: one part was copied with the name of its object."""
    named = [Span(entry.source, expr.start, expr.end).text for expr in entry.node.demands]
    others = [name for name in named if not f".{entry.demand.path}".endswith(f".{name}")]
    own, lacking = entry.demand.path.rpartition(".")[0], forgotten.rpartition(".")[0]

    def is_of(name: str, owner: str) -> bool:
        return "." in name and f".{owner}".endswith(f".{name.rpartition('.')[0]}")

    return any(is_of(name, lacking) for name in others) and not any(is_of(name, own) for name in others)


_NAMED = 3
"""Objects that are named of those that may be meant."""

_Ends = tuple[list[Instance], list[Instance], Instance]
"""The demands, the stages and the target of one statement."""


def _resolving(el: Elaboration, node: s.Place, source: Source, instance: Instance) -> Callable[[], _Ends | None]:
    def resolve() -> _Ends | None:
        env = Env(instance, NO_LOCALS, source)
        el.writer = instance.path_of(node.name.name if node.name is not None else "place")
        *stages, target = [_object(el, el.expr(expr, env), expr, source) for expr in (*node.stages, node.target)]
        demands: list[Instance | None] = []
        for expr in node.demands:
            made = el.expr(expr, env)
            demands += [_object(el, one, expr, source) for one in (made if isinstance(made, Items) else [made])]
        objects = [stage for stage in stages if stage is not None]
        if target is None or len(objects) < len(stages):
            return None
        return [demand for demand in demands if demand is not None], objects, target

    return resolve


def _object(el: Elaboration, made: Made, expr: s.Expr, source: Source) -> Instance | None:
    """What a name in a placement stands for; None, and said, where there is nothing."""
    if isinstance(made, Const) and made.value is NOT_STATED:
        el.say(errors.no_such_item(Span(source, expr.start, expr.end)))
    return made if isinstance(made, Instance) else None


def _passing(
    el: Elaboration, passed: Instance, stage: Instance, node: s.Place, source: Source
) -> Callable[[], Instance | None]:
    def pass_on() -> Instance | None:
        function = stage.kind.lookup("pass")
        made = inline(el, function, stage, [passed], node, source) if function is not None else None
        return made if isinstance(made, Instance) else None

    return pass_on
