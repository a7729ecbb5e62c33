"""Which other member may be meant where one does not take what is written, or where a name is not known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from vdl import errors
from vdl import syntax as s
from vdl.check.elsewhere import GIVE_ANOTHER_NAME, belonging, hidden_by, in_sight
from vdl.check.inference import type_of
from vdl.check.literals import unit_of
from vdl.check.paths import Filled
from vdl.check.scope import LISTED, NAMED, SHARED, Scope
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, Kind, Labels, ListOf, Member, Object, Plain, Quantity, Type, describe
from vdl.semantics.units import Dimension, Unit
from vdl.text.diagnostics import enumerated
from vdl.text.written import written


# ------------------------------------------------------------------------------ fields of an object
def takers(state: CheckState, filled: Filled, unit: Unit) -> list[str]:
    """The fields beside one whose names have a word in common with it, and that take what is in such a unit."""
    found = [m for m in _open(filled.owner) if _is_of(m, unit.dimension) and m is not filled.member]
    common = {member: len(_words(member.name) & _words(filled.member.name)) for member in found}
    most = max(common.values(), default=0)
    return [filled.beside(member) for member in found if most and common[member] == most]


def inside(state: CheckState, filled: Filled, unit: Unit) -> str:
    """The one field of a nested object that takes what is in such a unit; "" where none does, or several."""
    type_ = type_of(state, filled.member)
    if not isinstance(type_, Object):
        return ""
    found = [member.name for member in _fields(type_.kind) if _is_of(member, unit.dimension)]
    return f"{filled.beside(filled.member)}.{found[0]}" if len(found) == 1 else ""


def moved_inside(state: CheckState, path: s.Path, member: Member) -> str:
    """Which numbers of things an object needs, for a question that names the object itself; "" where it needs none."""
    type_ = type_of(state, member)
    if not isinstance(type_, Object):
        return ""
    fields = [
        one.name for one in _fields(type_.kind)
        if _is_required(one) and isinstance(one.type, Quantity) and state.units.counts_things(one.type.dimension)
    ]  # fmt: skip
    return f"did you mean {' or '.join([f'`{path}.{name}`' for name in fields[:NAMED]])}?" if fields else ""


def number_of(filled: Filled, things: Dimension) -> str:
    """The one input of an object that is of a dimension; "" where none is, or several."""
    found = [filled.beside(member) for member in _fields(filled.owner) if member.form == "input" and _is_of(member, things)]
    return found[0] if len(found) == 1 else ""


def number_near(state: CheckState, expr: s.Expr, things: Dimension, scope: Scope, filled: Filled | None) -> str:
    """How many of counted things there are, as far as one input or count says: of the object that is filled, of one whose
    member is read in an expression, or of the bodies around, the nearest first; "" where none does, or several."""
    if not state.units.counts_things(things):
        return ""
    if filled is not None and (number := number_of(filled, things)):
        return number
    for part in islice(s.walk(expr), LISTED):
        if isinstance(part, s.Attribute) and is_for_each(quietly(state, part, scope), things):
            owner = quietly(state, part.base, scope)
            one = _one(state, owner.kind, things) if isinstance(owner, Object) else None
            if one is not None:
                return f"{scope.span(part.base).text}.{one.name}"
    for kind in scope.kinds():
        searched = state.diagnostics.among(scope.source, kind.all_members())
        if searched and any(_is_of(one, things) and one.name != scope.defining for one in _fields(kind)):
            one = _one(state, kind, things, scope.defining)
            return one.name if one is not None else ""
    return ""


def whole_of(state: CheckState, expr: s.Expr, of: Dimension, scope: Scope, filled: Filled | None) -> str:
    """What a quantity that is filled with a share is a share of: the one count beside it that does not hang on it, else the
    number that is near; "" where there is none, or several."""
    if filled is None:
        return number_near(state, expr, of, scope, None)
    return filled.beside(one) if (one := _one(state, filled.owner, of, filled.member.name)) is not None else ""


def ratio_help(state: CheckState, what: str, expr: s.Expr, scope: Scope, expected: Quantity, filled: Filled | None) -> list[str]:
    """`free >= 4 kg` where `free` is a ratio: no amount is one, and what it is a share of is what it is divided by."""
    unit = unit_of(expr)
    if not expected.ratio or unit is None:
        return []
    if filled is None or isinstance(expr, s.LabelMap):
        return [f"{what} is a share, which is written in percent, `... %`"]
    whole = _held(state, filled, unit)
    return [f"a share is wanted here: divide by what it is a share of, `{scope.span(expr).text} / {whole or '...'}`"]


def unit_help(state: CheckState, expr: s.Expr, expected: Quantity) -> list[str]:
    """In what a figure would be written that is in no unit of what is wanted."""
    if unit_of(expr) is None or not expected.dimension:
        return []
    wanted = (expected.shown or state.units.shown(expected.dimension)).plural
    return [f"{state.units.name(expected.dimension)} is written in a unit such as `{wanted}`"]


def _held(state: CheckState, filled: Filled, figure: s.UnitName) -> str:
    """The one field in such a unit of what an object refers to, as it is written beside one that is a share of it, which is
    called after it where there are several; "" where none is, or still several."""
    unit = state.units.read(figure.text)
    found = [
        (filled.beside(member), one.name) for member in _fields(filled.owner) if isinstance(member.type, Object)
        for one in _fields(member.type.kind) if not isinstance(unit, str) and _is_of(one, unit.dimension)
    ]  # fmt: skip
    called = [one for one in found if _words(one[1]) <= _words(filled.member.name)]
    return next((".".join(among[0]) for among in (found, called) if len(among) == 1), "")


def is_for_each(type_: Type, things: Dimension) -> bool:
    """Whether a quantity is so much for each of counted things."""
    return isinstance(type_, Quantity) and dict(type_.dimension).get(things[0][0], 0) < 0


def _one(state: CheckState, kind: Kind, things: Dimension, but: str = "") -> Member | None:
    """The one field of an object that says how many of its things there are: its only one, its only count, or the one that is
    called as what it counts; of those that do not hang on the one that is filled or declared."""
    found = [one for one in _fields(kind) if _is_of(one, things) and not (but and _hangs_on(kind, one, but))]
    counts = [one for one in found if one.form == "count"]
    for among in (found, counts, [one for one in counts if one.name in _called(state, one)]):
        if len(among) == 1:
            return among[0]
    return None


def _hangs_on(kind: Kind, member: Member, name: str) -> bool:
    """Whether a member of a kind is another one, or names it, also by way of what it names."""
    seen = {member.name: None}
    waiting = [member]
    for one in waiting:  # grows while it is read
        nodes = [one.node, *([bound for _, bound in kind.bounds_of(one.name)] if one.form == "count" else [])]
        for part in chain.from_iterable(map(s.walk, nodes)):
            inner = kind.lookup(part.name) if isinstance(part, s.Name) and part.name not in seen else None
            if inner is not None:
                seen[inner.name] = None
                waiting.append(inner)
    return name in seen


def instead_of(state: CheckState, name: str, kind: Kind, value: s.Expr, scope: Scope) -> list[str]:
    """What is said of a field that an object does not have, and that is filled with a value: which field may be meant."""
    own = kind is scope.kind and kind.form in ("design", "object")
    figure = unit_of(value) is not None
    type_ = quietly(state, value, scope)
    if own and (isinstance(value, _WORKED_OUT) or (kind.form == "design" and isinstance(value, NAMED_VALUES))):
        return [f"to name a result, write `let {name} = ...`"]
    if kind.form == "design":
        return [f"to declare an input, write `{name}: {type_words(state, type_)} = ...`"] if own and type_ is not ANY else []
    found = [member.name for member in _open(kind, filled=False) if _takes(member, type_)]
    if len(found) == 1 and (figure or isinstance(type_, Object)):
        return [f"the field that takes it is `{found[0]}`"]
    said = belonging(state, name, kind, value, scope, lambda member: _alike(type_, member.type))
    if said:
        return said
    missing = [f"`{member.name}`" for member in _open(kind, filled=False) if _is_required(member)]
    if 0 < len(missing) <= NAMED and type_ is not ANY:
        return [f"it needs {' and '.join(missing)}, which nothing fills"]
    fields = [f"`{member.name}`" for member in _open(kind, defaults=True)]
    more = [f"and {len(fields) - LISTED:,} more"] if len(fields) > LISTED else []
    return [f"`{kind.name}` takes {', '.join([*fields[:LISTED], *more])}"] if fields else []


def fitting_fields(state: CheckState, name: str, kind: Kind, value: s.Expr, scope: Scope) -> list[str] | None:
    """The fields that a misspelt name may stand for: where the very name is a field of another object that takes the value, only
    those that take it, too; None where all may be."""
    if kind.form == "design" or not state.diagnostics.searches(scope.source):
        return None
    type_ = quietly(state, value, scope)
    if type_ is ANY or not belonging(state, name, kind, value, scope, lambda member: _alike(type_, member.type)):
        return None
    return [member.name for member in _fields(kind) if _alike(type_, member.type)]


_WORKED_OUT = (s.Binary, s.Call, s.Conditional, s.Fallback, s.Select, s.Comprehension)
NAMED_VALUES = (s.Name, s.Attribute, s.ListOf, s.All, s.With)


def type_words(state: CheckState, type_: Type) -> str:
    """A type as it is declared."""
    if not isinstance(type_, Quantity):
        return f"{type_.name}" if isinstance(type_, Plain) else type_.axis if isinstance(type_, Labels) else "TYPE"
    return "Ratio" if type_.ratio else state.units.name(type_.dimension) if type_.dimension else "Number"


def quietly(state: CheckState, expr: s.Expr, scope: Scope) -> Type:
    """The type of an expression that is looked at again where something is said of it."""
    said, later, unimported = len(state.diagnostics), len(state.later), set(state.unimported)
    type_ = state.expr(expr, scope)
    del state.diagnostics[said:]
    del state.later[later:]
    state.unimported = unimported
    return type_


def figure_help(
    state: CheckState, expr: s.Expr, found: Type, scope: Scope, wanted: Quantity, field: Member | None
) -> str:
    """What is said where a quantity is wanted and an object or a text is given, if need be for a field: which of its members
    is meant, or that a figure is."""
    help_ = count_help(state, expr, found, scope, wanted, field)
    if help_ or field is None or not isinstance(found, (Object, Plain)):
        return help_
    what = "a figure without quotes" if isinstance(expr, s.String) else "a figure" if wanted.dimension else "a number"
    unit = "%" if wanted.ratio else (wanted.shown or state.units.shown(wanted.dimension)).plural if wanted.dimension else ""
    return f"write {what}, such as `... {unit}`" if unit and not unit.startswith("1/") else f"write {what}"


def count_help(
    state: CheckState, expr: s.Expr, found: Type, scope: Scope, wanted: Quantity | None = None, field: Member | None = None
) -> str:
    """`f <= 3 carts` for `f.carts`: the count that is meant where an object stands for a quantity, or its one field or count of
    the dimension that is wanted, or that of an object beside it; "" where none is, or where it is called otherwise than the
    field that is filled with it."""
    if not isinstance(found, Object) or not isinstance(expr, (s.Name, s.Attribute)):
        return ""
    text = scope.span(expr).text
    if wanted is None:
        stated = [one.name for one in _fields(found.kind) if _is_required(one) and _called(state, one)]
        count = _count_of(state, found.kind) or (stated[0] if len(stated) == 1 else "")
        return f"did you mean `{text}.{count}`?" if count else ""
    numbers = _numbers(state, found.kind, text, wanted.dimension, scope, field)
    return f"did you mean {enumerated(numbers, 'or')}?" if numbers else ""


def _numbers(
    state: CheckState, kind: Kind, text: str, of: Dimension, scope: Scope, field: Member | None
) -> list[str]:
    """What says how much of a dimension an object has: its one field, but where things are counted, of an input that is called
    otherwise than they are, first the counts of objects around; and none that has a default, which bounds or keeps some back."""
    one = _one(state, kind, of)
    own = [f"{text}.{one.name}"] if one is not None else []
    if not state.units.counts_things(of):
        return own if one is not None and (field is None or _words(one.name) <= _words(field.name)) else []
    if one is not None and (one.form == "count" or one.name in _called(state, one)):
        return own
    for around in scope.kinds():
        found = [
            f"{member.name}.{count.name}" for member in around.all_members().values()
            if member.form == "object" and member.kind not in (None, kind) and (count := _counted(state, member, of)) is not None
        ]  # fmt: skip
        if found:
            return found[:NAMED]
    return own if one is not None and isinstance(one.node, s.Field) and one.node.default is None else []


def _counted(state: CheckState, member: Member, of: Dimension) -> Member | None:
    one = _one(state, member.kind, of) if member.kind is not None else None
    return one if one is not None and one.form == "count" else None


def no_quantity(state: CheckState, expr: s.Expr, found: Type, scope: Scope, wanted: Quantity | None = None) -> None:
    """Say that an expression must be a quantity and is none, or none of a dimension that is wanted."""
    from vdl.check.beside import of_dimension, quantity_beside  # only where something is wrong

    def fits(type_: Type) -> bool:
        return isinstance(type_, Quantity) and (wanted is None or type_.dimension == wanted.dimension)

    hidden = hidden_by(state, expr, scope, lambda member: fits(type_of(state, member)))
    near = of_dimension(state, expr, wanted, scope) if wanted is not None else quantity_beside(state, expr, scope)
    help_ = near or count_help(state, expr, found, scope, wanted) or single_help(state, expr, found, scope)
    said = describe(found, state.units.name), "a quantity", [hidden] if hidden else (), GIVE_ANOTHER_NAME if hidden else help_
    state.diagnostics.append(errors.wrong_type(scope.span(expr), *said))


def single_help(state: CheckState, expr: s.Expr, found: Type, scope: Scope) -> str:
    """How a list stands for one quantity: what it holds is added up or counted; "" of what is none."""
    if not isinstance(found, ListOf):
        return ""
    text = written(scope.span(expr))
    if isinstance(expr, s.ListOf) and expr.items and isinstance(found.item, Quantity):
        return f"one value is wanted here, such as `{written(scope.span(expr.items[-1]))}`; to add them up, write `sum({text})`"
    if isinstance(found.item, Object):
        return f"to count what is in a list, write `size({text})`"
    return f"to add up what is in a list, write `sum({text})`" if isinstance(found.item, Quantity) else ""


def _count_of(state: CheckState, kind: Kind) -> str:
    """The count of an object that says how many it is: its only one, or the one that is called as what it counts."""
    counts = [member for member in kind.all_members().values() if member.form == "count"]
    if len(counts) > 1:
        counts = [member for member in counts if member.name in _called(state, member)]
    return counts[0].name if len(counts) == 1 else ""


def _called(state: CheckState, member: Member) -> tuple[str, ...]:
    type_ = type_of(state, member)
    if not isinstance(type_, Quantity) or not state.units.counts_things(type_.dimension):
        return ()
    unit = state.units.base_units[type_.dimension[0][0]]
    return (unit.singular, unit.plural)


def _fields(kind: Kind) -> Iterator[Member]:
    """What can be filled: inputs and counts, whose types are declared."""
    for name, member in kind.all_members().items():
        if member.form in ("input", "count") and name not in SHARED:
            yield member


def _open(kind: Kind, *, defaults: bool = False, filled: bool = True) -> Iterator[Member]:
    """The inputs that no kind fills already; with `defaults` also those that have one, else `filled` also by an author."""
    before = {x.path[0] for one in kind.chain() if one.form == "kind" or not filled for x in one.fillings if len(x.path) == 1}
    for member in _fields(kind):
        node = member.node
        if isinstance(node, s.Field) and member.name not in before and (defaults or node.default is None):
            yield member


def _is_required(member: Member) -> bool:
    return isinstance(member.node, s.Field) and not member.node.optional and member.node.default is None


def _is_of(member: Member, dimension: Dimension) -> bool:
    return bool(dimension) and isinstance(member.type, Quantity) and member.type.dimension == dimension


def _takes(member: Member, type_: Type) -> bool:
    if isinstance(type_, Object) and isinstance(member.type, Object):
        return type_.kind.is_a(member.type.kind)
    return isinstance(type_, Quantity) and _is_of(member, type_.dimension)


def _alike(type_: Type, other: Type | None) -> bool:
    """Whether two types are of one sort, and quantities of one dimension."""
    if isinstance(type_, Quantity) and isinstance(other, Quantity):
        return type_.dimension == other.dimension
    return type_ is ANY or type(type_) is type(other)


def _words(name: str) -> set[str]:
    return set(name.split("_"))


def lists_of(state: CheckState, wanted: Type, found: Type, expr: s.Expr, scope: Scope) -> str:
    """Which `all` may be meant where a list of one kind is wanted and one of another is given: of the kinds that have a field
    for what is given, and for nothing more general; else of all that fit."""
    if not (isinstance(expr, s.All) and isinstance(wanted, Object) and isinstance(found, Object)):
        return ""
    fitting = {one: path for path, one in in_sight(state, scope.source) if isinstance(one, Kind) and one.is_a(wanted.kind)}
    steps = {kind: step for step, kind in enumerate(found.kind.chain())}
    taken = {one: [m.type.kind for m in _fields(one) if isinstance(m.type, Object)] for one in fitting}
    ranks = {one: min([steps.get(kind, len(steps)) for kind in taken[one]], default=len(steps)) for one in fitting}
    nearest = [one for one in fitting if ranks[one] == min(ranks.values())]
    within = f" in {expr.within}" if expr.within is not None else ""
    lists = [f"all {fitting[one]}{within}" for one in nearest if one.parent not in nearest]
    return f"write {enumerated(lists[:NAMED], 'or')}" if lists else ""


__all__ = [
    "count_help", "figure_help", "fitting_fields", "inside", "instead_of", "is_for_each", "lists_of", "no_quantity",
    "number_near", "number_of", "ratio_help", "single_help", "takers", "type_words", "unit_help", "whole_of",
]  # fmt: skip
