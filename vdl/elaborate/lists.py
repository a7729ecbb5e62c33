"""Lists, loops over them, and values by label."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from vdl import syntax as s
from vdl.elaborate import names
from vdl.elaborate.decisions import keeps
from vdl.elaborate.sharing import shared
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Const, Env, Formula, Instance, Items, LabelSet, Made, Op, Sought
from vdl.graph.details import ByLabel, Keys
from vdl.measure import no_factor
from vdl.semantics.intervals import interval_of
from vdl.semantics.types import ANY, Kind, ListOf, Quantity
from vdl.semantics.units import NUMBER, ONE, Unit, combine, whole
from vdl.text.limits import LOOP_ROUNDS
from vdl.values import Scalar, Varying, is_exact, make_range


def number(el: Elaboration, expr: s.Number, env: Env) -> Const:
    found = el.constants.get(expr)
    if found is None:
        unit = el.unit(expr.unit)
        found = el.constants[expr] = Const(whole(expr.value * unit.factor), expr, env.source, unit.made_of)
    return found


def range_(el: Elaboration, expr: s.Range, env: Env) -> Const:
    return _written(expr, el.unit(expr.unit), el.numbered(expr), env)


def _written(expr: s.Range, unit: Unit, unknown: str, env: Env) -> Const:
    low, high = whole(expr.low * unit.factor), whole(expr.high * unit.factor)
    likely = None if expr.likely is None else whole(expr.likely * unit.factor)
    return Const(make_range(low, high, unknown, likely), expr, env.source, unit.made_of)


def list_(el: Elaboration, expr: s.ListOf, env: Env) -> Items:
    return Items([el.expr(item, env) for item in expr.items])


def comprehension(el: Elaboration, expr: s.Comprehension, env: Env) -> Items | Const:
    inner = rounds(el, expr.loops, expr.when, env)
    if isinstance(inner, Const):
        return inner
    made = Items(el.each(inner, lambda each: el.expr(expr.item, each)), None if inner else _sought(el, expr, env))
    made.of = [_made_from(expr, each) for each in inner]
    return made


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


def rounds(el: Elaboration, loops: tuple[s.Loop, ...], when: s.Expr | None, env: Env) -> list[Env] | Const:
    """The environments of a loop's rounds; of a list that is not stated, or not known, what stands for it."""
    if not loops:
        kept = when is None or keeps(el, when, env)
        return POISON if kept is None else [env] if kept else []
    first, rest = loops[0], loops[1:]
    items = el.expr(first.items, env)
    if isinstance(items, LabelSet):
        items = items.each()
    if isinstance(items, Items):
        items = el.left(items, first.items, env.source)
    if not isinstance(items, Items):
        return items if isinstance(items, Const) else POISON
    span = env.span(first)
    type_ = el.types.types.get(first.items, ANY)
    of = type_.item if isinstance(type_, ListOf) else ANY

    def round_(item: Made) -> list[Env] | Const:
        el.spend("rounds of loops", LOOP_ROUNDS, span)
        item = shared(el, item, first.name, of, first, env.source)
        return rounds(el, rest, when, Env(env.instance, {**env.locals, first.name: item}, env.source))

    found: list[Env] = []
    missing: Const | None = None
    for inner in el.each(items, round_):
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


def by_label(el: Elaboration, expr: s.LabelMap, env: Env) -> Made:
    """`{ winter: 16..18, else: 7 } kg`: a value where all entries are, else an operation. The ranges in it are one unknown."""
    binding = el.bindings.get(expr)
    unit = el.unit(expr.unit)
    unknown = el.numbered(expr)
    parts: dict[str, Formula] = {}
    rest: Formula | None = None
    for entry in expr.entries:
        made = _entry(el, entry.value, unit, unknown, env)
        if entry.label is None:
            rest = made
        else:
            parts[entry.label.names[-1]] = made
    if binding is None or binding[0] != "axis":
        return rest if rest is not None else POISON
    axis = binding[1]
    if rest is not None:
        for label in el.names.axes[axis].labels:
            parts.setdefault(label, rest)
    ordered = {label: parts[label] for label in el.names.axes[axis].labels if label in parts}
    cells: dict[tuple[str, ...], Scalar] = {}
    first = next(iter(ordered.values()))
    made_of = first.made_of if isinstance(first, Const) else NUMBER
    for label, part in ordered.items():
        if not isinstance(part, Const) or isinstance(part.value, Varying) or part.made_of != made_of:
            return Op("map", tuple(ordered.values()), expr, env.source, ByLabel(axis, tuple(ordered)))
        cells[label,] = part.value
    return Const(Varying((axis,), cells), expr, env.source, made_of)


def select(el: Elaboration, expr: s.Select, env: Env) -> Made:
    """`x at labels`; `{ 3..5 kg: 1.5 } at load`."""
    base = expr.base
    if not isinstance(base, s.LabelMap) or all(entry.key is None for entry in base.entries):
        return names.select(el, expr, env)
    binding = el.bindings.get(expr.labels[0])
    if binding is None or binding[0] != "field":
        return POISON
    by = el.formula(binding[1], env)
    unit = el.unit(base.unit)
    unknown = el.numbered(base)
    values = {entry: _entry(el, entry.value, unit, unknown, env) for entry in base.entries}
    keyed = {entry.key: value for entry, value in values.items() if entry.key is not None}
    rest = [value for entry, value in values.items() if entry.key is None]
    of_keys = _unit_of_keys(el, keyed, env)
    if of_keys is None:
        return POISON
    type_ = el.types.types.get(expr.labels[0])
    whole_ones = isinstance(type_, Quantity) and el.units.counts_things(type_.dimension)
    keys = Keys(tuple([interval_of(key, el.unit(key.unit).factor) for key in keyed]), whole_ones, bool(rest), of_keys)
    return Op("keyed", (by, *keyed.values(), *rest), expr, env.source, keys)


def _unit_of_keys(el: Elaboration, keys: Iterable[s.Extent], env: Env) -> Unit | None:
    """The unit that keys are written in; None where no factor joins those of two of them, which is said."""
    first: Unit | None = None
    for key in keys:
        unit = el.unit(key.unit)
        if key.unit is None:
            continue
        if first is not None and unit.made_of != first.made_of:
            el.say(no_factor(el.units, env.span(key), first.made_of, unit.made_of))
            return None
        first = first or unit
    return first or ONE


def _entry(el: Elaboration, value: s.Expr, unit: Unit, unknown: str, env: Env) -> Formula:
    if isinstance(value, s.Range):
        own = el.unit(value.unit)
        both = unit._replace(factor=own.factor * unit.factor, made_of=combine(own.made_of, unit.made_of))
        return _written(value, both, unknown, env)
    made = el.formula(value, env)
    if unit.factor == 1 and not unit.made_of:
        return made
    if isinstance(made, Const) and is_exact(made.value):
        assert isinstance(made.value, (int, Fraction))
        made_of = combine(made.made_of, unit.made_of)
        return Const(whole(made.value * unit.factor), made.node, made.source, made_of)
    return Op("*", (made, Const(unit.factor, made_of=unit.made_of)), value, env.source)
