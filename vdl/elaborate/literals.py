"""Values that are written: numbers, ranges, values by label and by a quantity."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from vdl import syntax as s
from vdl.elaborate import names
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Const, Env, Formula, Made, Op
from vdl.graph.details import ByLabel, Keys
from vdl.measure import no_factor
from vdl.semantics.intervals import interval_of
from vdl.semantics.types import Quantity
from vdl.semantics.units import NUMBER, ONE, Unit, combine, whole
from vdl.text.phrases import filled
from vdl.values import Scalar, Varying, is_exact, make_range


def number(el: Elaboration, expr: s.Number, env: Env) -> Const:
    found = el.constants.get(expr)
    if found is None:
        unit = el.unit(expr.unit)
        found = el.constants[expr] = Const(whole(expr.value * unit.factor), expr, env.source, unit.made_of)
    return found


def text(el: Elaboration, expr: s.String, env: Env) -> str:
    """A text; one of the library may have a translation, and need have none, since names of products are texts, too."""
    return filled(expr.text, {}, free=True) if expr.text and env.source.is_library else expr.text


def range_(el: Elaboration, expr: s.Range, env: Env) -> Const:
    return _written(expr, el.unit(expr.unit), el.numbered(expr), env)


def _written(expr: s.Range, unit: Unit, unknown: str, env: Env) -> Const:
    low, high = whole(expr.low * unit.factor), whole(expr.high * unit.factor)
    likely = None if expr.likely is None else whole(expr.likely * unit.factor)
    return Const(make_range(low, high, unknown, likely), expr, env.source, unit.made_of)


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
    if isinstance(expr.base, s.LabelMap) and expr.base.is_keyed:
        return _by_quantity(el, expr, expr.base, env)
    return names.select(el, expr, env)


def _by_quantity(el: Elaboration, expr: s.Select, base: s.LabelMap, env: Env) -> Made:
    binding = el.bindings.get(expr)
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
    type_ = el.types.types.get(binding[1])
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
