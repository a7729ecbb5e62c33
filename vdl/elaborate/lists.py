"""Lists, and loops over them."""

from __future__ import annotations

from vdl import syntax as s
from vdl.elaborate.aside import each
from vdl.elaborate.decisions import keeps
from vdl.elaborate.equal import candidates, key_of
from vdl.elaborate.sharing import shared
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Const, Env, Instance, Label, LabelSet, Made
from vdl.graph.items import Items, Sought
from vdl.semantics.types import ANY, Kind, ListOf
from vdl.text.limits import LOOP_ROUNDS
from vdl.values import NOT_STATED


def list_(el: Elaboration, expr: s.ListOf, env: Env) -> Items:
    return Items([el.expr(item, env) for item in expr.items])


def comprehension(el: Elaboration, expr: s.Comprehension, env: Env) -> Items | Const:
    inner = rounds(el, expr.loops, expr.when, env)
    if isinstance(inner, list) and expr.by is not None:
        inner = _once(el, expr.by, inner)
    if isinstance(inner, Const):
        return inner
    made = Items(each(inner, lambda one: el.expr(expr.item, one)), None if inner else _sought(el, expr, env))
    made.of = [_made_from(expr, one) for one in inner]
    return made


def _once(el: Elaboration, by: s.Expr, found: list[Env]) -> list[Env] | Const:
    """The first of those rounds of which `by` is the same; POISON where it is not known of one. What is not stated is like
    nothing else, so its rounds are all kept."""
    made = each(found, lambda one: el.expr(by, one))
    if any(one is POISON for one in made):
        return POISON
    first: dict[object, Env] = {}
    for at, (one, env) in enumerate(zip(made, found)):
        key = key_of(one)
        first.setdefault(at if key is None else key, env)
    return list(first.values())


def _made_from(expr: s.Comprehension, env: Env) -> Made:
    """The object of a round, of the innermost loop that goes over objects; POISON where none does."""
    objects = [env.locals[loop.name] for loop in expr.loops]
    return next((one for one in reversed(objects) if isinstance(one, Instance)), POISON)


def _sought(el: Elaboration, expr: s.Comprehension, env: Env) -> Sought | None:
    """What a loop without rounds was to go over; None where nobody looked for objects."""
    items = el.expr(expr.loops[0].items, env)
    if not isinstance(items, Items) or not items:
        return items.sought if isinstance(items, Items) else None
    chosen = expr.when is not None and all(isinstance(item, Instance) for item in items)
    return Sought(None, None, len(items)) if chosen else None


def rounds(
    el: Elaboration, loops: tuple[s.Loop, ...], when: s.Expr | None, env: Env, *, of_labels: bool = True
) -> list[Env] | Const:
    """The environments of a loop's rounds; of a list that is not stated, or not known, what stands for it. `of_labels` is whether
    the loops around go over nothing but labels."""
    if not loops:
        kept = when is None or keeps(el, when, env, of_labels=of_labels)
        return POISON if kept is None else [env] if kept else []
    first, rest = loops[0], loops[1:]
    items = el.expr(first.items, env)
    if isinstance(items, LabelSet):
        items = items.each()
    if isinstance(items, Items):
        items = el.items_of(items, first.items, env.source)
    if not isinstance(items, Items):
        return items if isinstance(items, Const) else POISON
    span, locals_ = env.span(first), env.locals
    type_ = el.types.types.get(first.items, ANY)
    of = type_.item if isinstance(type_, ListOf) else ANY

    def round_(item: Made) -> list[Env] | Const:
        el.spend("rounds of loops", LOOP_ROUNDS, span)
        if not isinstance(item, Instance):
            item = shared(el, item, first.name, of, first, env.source)
        inner = Env(env.instance, {**locals_, first.name: item}, env.source)
        return rounds(el, rest, when, inner, of_labels=of_labels and isinstance(item, Label))

    found: list[Env] = []
    missing: Const | None = None
    for inner in each(items if rest else candidates(el, first, items, when, env), round_):
        if isinstance(inner, Const):
            missing = missing if missing is POISON else inner
        else:
            found += inner
    return found if missing is None else missing


def all_(el: Elaboration, expr: s.All, env: Env) -> Made:
    """All objects of a kind below an object; all labels of an axis."""
    binding = el.bindings.get(expr)
    if binding is not None and binding[0] == "axis":
        return LabelSet.of(binding[1], el.names.axes[binding[1]].labels)
    if binding is None or binding[0] != "kind":
        return POISON
    top = env.instance
    if expr.within is not None:
        within = el.bindings.get(expr.within)
        made = el.expr(within[1], env) if within is not None and within[0] == "field" else POISON
        if not isinstance(made, Instance):
            return made if isinstance(made, Const) else POISON
        top = made
    return _below(el, top, binding[1]) if top is not None else Items()


def nearest(el: Elaboration, expr: s.Nearest, env: Env) -> Made:
    """The object of a kind that lies closest around the one in whose body this stands; not stated where none does."""
    binding = el.bindings.get(expr)
    if binding is None or binding[0] != "kind":
        return POISON
    around = env.instance.owner if env.instance is not None else None
    while around is not None and binding[1] not in around.kind.chain():
        around = around.owner
    return around if around is not None else Const(NOT_STATED, expr, env.source)


def _below(el: Elaboration, top: Instance, kind: Kind) -> Items:
    """The objects of a kind below an object, in the order of the text."""
    if top not in el.below:
        outer, el.hinges = el.hinges, set()
        try:
            el.below[top] = _by_kind(el, top), el.hinges
        finally:
            el.hinges = el.hinges | outer
    found, hinges = el.below[top]
    el.hinges |= hinges
    return Items(found.get(kind, ()), Sought(kind, top, 0))


def _by_kind(el: Elaboration, top: Instance) -> dict[Kind, list[Instance]]:
    found: dict[Kind, list[Instance]] = {}
    for instance in objects(el, top)[1:]:
        for kind in instance.kind.chain():
            found.setdefault(kind, []).append(instance)
    return found


def objects(el: Elaboration, top: Instance) -> list[Instance]:
    """An object and all that it holds, in the order of the text."""
    found: list[Instance] = []
    waiting = [top]
    while waiting:
        instance = waiting.pop()
        found.append(instance)
        held = [el.slot(instance, name) for name, m in instance.kind.all_members().items() if m.form == "object"]
        waiting += [child for child in reversed(held) if isinstance(child, Instance)]
    return found
