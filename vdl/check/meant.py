"""Which other member may be meant where one does not take what is written, or where a name is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.literals import unit_of
from vdl.check.scope import SHARED, VALUES, Scope
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, Kind, Labels, Member, MemberForm, Module, Object, Plain, Quantity, Type
from vdl.semantics.units import Dimension, Unit
from vdl.text.source import Source, Span


class Filled(NamedTuple):
    """What a statement fills: the member, the object that it is a member of, and the path from the body to that object."""

    member: Member
    owner: Kind
    around: tuple[str, ...]

    def beside(self, member: Member) -> str:
        """The path of another member of the same object."""
        return ".".join([*self.around, member.name])


def owner_of(state: CheckState, kind: Kind, path: s.Path) -> Kind | None:
    """The object that the last name of a path is a member of; None where the path leads through something else."""
    for name in path.names[:-1]:
        member = kind.lookup(name)
        type_ = type_of(state, member) if member is not None and member.form in VALUES else None
        if not isinstance(type_, Object):
            return None
        kind = type_.kind
    return kind


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
    return f"did you mean {' or '.join([f'`{path}.{name}`' for name in fields[:_NAMED]])}?" if fields else ""


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
    for part in islice(s.walk(expr), _LISTED):
        if isinstance(part, s.Attribute) and is_for_each(quietly(state, part, scope), things):
            owner = quietly(state, part.base, scope)
            number = _one(state, owner.kind, things) if isinstance(owner, Object) else None
            if number is not None:
                return f"{scope.span(part.base).text}.{number.name}"
    for kind in scope.kinds():
        searched = state.diagnostics.among(scope.source, kind.all_members())
        if searched and any(_is_of(one, things) and one.name != scope.defining for one in _fields(kind)):
            number = _one(state, kind, things, scope.defining)
            return number.name if number is not None else ""
    return ""


def whole_of(state: CheckState, expr: s.Expr, of: Dimension, scope: Scope, filled: Filled | None) -> str:
    """What a quantity that is filled with a share is a share of: the one count beside it that does not hang on it, else the
    number that is near; "" where there is none, or several."""
    if filled is None:
        return number_near(state, expr, of, scope, None)
    return filled.beside(one) if (one := _one(state, filled.owner, of, filled.member.name)) is not None else ""


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
    if own and (isinstance(value, _WORKED_OUT) or (kind.form == "design" and isinstance(value, _NAMED_VALUES))):
        return [f"to name a result, write `let {name} = ...`"]
    if kind.form == "design":
        return [f"to declare an input, write `{name}: {type_words(state, type_)} = ...`"] if own and type_ is not ANY else []
    found = [member.name for member in _open(kind, filled=False) if _takes(member, type_)]
    if len(found) == 1 and (figure or isinstance(type_, Object)):
        return [f"the field that takes it is `{found[0]}`"]
    missing = [f"`{member.name}`" for member in _open(kind, filled=False) if _is_required(member)]
    if 0 < len(missing) <= _NAMED and type_ is not ANY:
        return [f"it needs {' and '.join(missing)}, which nothing fills"]
    others = [f"`{other}`" for other in _having(name, kind)][:_NAMED]
    said = [f"{' and '.join(others)} {'has' if len(others) == 1 else 'have'} a field of that name"] if others else []
    fields = [f"`{member.name}`" for member in _open(kind, defaults=True)]
    more = [f"and {len(fields) - _LISTED:,} more"] if len(fields) > _LISTED else []
    return [*said, f"`{kind.name}` takes {', '.join([*fields[:_LISTED], *more])}"] if fields else said


def of_closed_above(state: CheckState, name: str, kind: Kind, span: Span) -> list[str]:
    """What is said of a field that the body does not have: that it is one of the object above, which is closed too early,
    if all that follows its closing brace up to here is indented deeper than that."""
    statements = [one for written in kind.bodies if written.source is span.source for one in written.body.statements]
    above = [one for one in statements if isinstance(one, (s.Object, s.Refine)) and one.body.end <= span.start]
    if not above:
        return []
    nearest = above[-1]
    path = nearest.path if isinstance(nearest, s.Refine) else s.Path(nearest.start, nearest.end, (nearest.name.name,))
    owner = owner_of(state, kind, path)
    member = owner.lookup(path.names[-1]) if owner is not None else None
    type_ = type_of(state, member) if member is not None and member.form in VALUES else None
    field = type_.kind.lookup(name) if isinstance(type_, Object) else None
    brace = nearest.body.end - 1
    if field is None or field.form not in ("input", "count") or not _is_deeper(span, brace):
        return []
    line = span.source.place(brace)[0]
    return [f"it is a field of `{path}`, which is closed in line {line}: move that `}}` down behind its fields"]


def _is_deeper(span: Span, brace: int) -> bool:
    """Whether a brace begins its line, and the lines behind it up to the one of a place are indented deeper."""
    text = span.source.text
    start = text.rfind("\n", 0, brace) + 1
    first, *others = text[start : span.end].expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in others if line.strip() and not line.lstrip().startswith("//")]
    return first.lstrip().startswith("}") and bool(others) and min(margins) > len(first) - len(first.lstrip())


_WORKED_OUT = (s.Binary, s.Call, s.Conditional, s.Fallback, s.Select, s.Comprehension)
_NAMED_VALUES = (s.Name, s.Attribute, s.ListOf, s.All, s.With)
_NAMED, _LISTED = 3, 12


def type_words(state: CheckState, type_: Type) -> str:
    """A type as it is declared."""
    if not isinstance(type_, Quantity):
        return f"{type_.name}" if isinstance(type_, Plain) else type_.axis if isinstance(type_, Labels) else "TYPE"
    return "Ratio" if type_.ratio else state.units.name(type_.dimension) if type_.dimension else "Number"


def quietly(state: CheckState, expr: s.Expr, scope: Scope) -> Type:
    """The type of an expression that is looked at again where something is said of it."""
    said, unimported = len(state.diagnostics), set(state.unimported)
    type_ = state.expr(expr, scope)
    del state.diagnostics[said:]
    state.unimported = unimported
    return type_


def count_help(state: CheckState, expr: s.Expr, found: Type, scope: Scope, wanted: Quantity | None = None) -> str:
    """`f <= 3 carts` for `f.carts`: the count that is meant where an object stands for a quantity, or its one field of the
    dimension that is wanted; "" where none is."""
    if not isinstance(found, Object) or not isinstance(expr, (s.Name, s.Attribute)):
        return ""
    fields = [m.name for m in _fields(found.kind) if wanted is not None and _is_of(m, wanted.dimension)]
    count = fields[0] if len(fields) == 1 else _count_of(state, found.kind)
    return f"did you mean `{scope.span(expr).text}.{count}`?" if count else ""


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


def _words(name: str) -> set[str]:
    return set(name.split("_"))


# ------------------------------------------------------------------------------ objects that are wanted
def objects_of(state: CheckState, kind: Kind, value: s.Expr, scope: Scope) -> str:
    """Which objects may be meant by a value that is none, where one of a kind is wanted: those that are called so, or whose
    texts say so; else all that there are."""
    members = [(path, one) for path, one in _objects(state, scope) if one.kind is not None and one.kind.is_a(kind)]
    if not members:
        return f"none is in sight: declare one, `NAME: {kind.named().name} {{ ... }}`, and write its name"
    wanted = value.text.lower() if isinstance(value, s.String) else ""
    texts = {path: [path, one.name, *_texts(one)] for path, one in members}
    called = [path for path, own in texts.items() if wanted and wanted in map(str.lower, own)]
    words = set(wanted.split())
    called = called or [path for path, own in texts.items() if words and words <= set(" ".join(own).lower().split())]
    if called:
        return f"did you mean {' or '.join([f'`{path}`' for path in called[:_NAMED]])}?"
    paths = [f"`{path}`" for path, _ in members]
    return f"write the name of one: {', '.join(paths[:_LISTED])}" + (" or another" if len(paths) > _LISTED else "")


def _objects(state: CheckState, scope: Scope) -> Iterator[tuple[str, Member]]:
    """The objects in sight, with how each is written: of the bodies around, of the file and of what it imports."""
    if not list(state.diagnostics.among(scope.source, state.names.visible(scope.source.path))):
        return
    for kind in scope.kinds():
        for name, member in kind.all_members().items():
            if member.form == "object" and member.kind not in scope.kinds():
                yield name, member
    for name in state.names.visible(scope.source.path):
        symbol = state.names.find(scope.source.path, name)
        held = state.names.scopes.get(symbol.file, {}) if isinstance(symbol, Module) else {}
        for path, one in [(name, symbol), *[(f"{name}.{inner}", other) for inner, other in held.items()]]:
            if isinstance(one, Member) and one.form == "object":
                yield path, one


def _texts(member: Member) -> Iterator[str]:
    """What an object is called: its title, and the texts that it is filled with."""
    if isinstance(member.node, s.Object) and member.node.title:
        yield member.node.title
    for kind in member.kind.chain() if member.kind is not None else ():
        if kind.form == "object":
            yield from [one.node.value.text for one in kind.fillings if isinstance(one.node.value, s.String)]


# ------------------------------------------------------------------------------ what has a name elsewhere
def elsewhere(state: CheckState, name: str, scope: Scope, forms: tuple[MemberForm, ...] = VALUES) -> list[str]:
    """Where a name stands that is not in sight: in an imported file, else in objects of the bodies around, the nearest first."""
    if not state.diagnostics.searches(scope.source):
        return []
    found = list(_imported(state, name, scope.source, forms)) or list(_in_objects(name, scope.kinds(), forms))
    return found[:_NAMED]


def _imported(state: CheckState, name: str, source: Source, forms: tuple[MemberForm, ...]) -> Iterator[str]:
    for module, symbol in state.names.scope(source.path).items():
        declared = state.names.scopes.get(symbol.file, {}).get(name) if isinstance(symbol, Module) else None
        if isinstance(declared, Member) and declared.form in forms:
            yield f"{module}.{name}"


def _in_objects(name: str, kinds: Iterable[Kind], forms: tuple[MemberForm, ...]) -> Iterator[str]:
    for kind in kinds:
        if kind.form == "kind":
            continue
        for member in kind.all_members().values():
            inner = member.kind if member.form == "object" else None
            found = inner.lookup(name) if inner is not None and inner not in kinds else None
            if found is not None and found.form in forms:
                yield f"{member.name}.{name}"


def _having(name: str, kind: Kind) -> list[str]:
    """The objects of the bodies around one that have a field of that name."""
    return [path.rpartition(".")[0] for path in _in_objects(name, kind.around, ("input", "count"))]


def is_filled(name: str, scope: Scope) -> bool:
    """Whether a body in sight fills a name that it does not have, which is said there."""
    return any(
        filling.path == (name,) for kind in scope.kinds() if kind.lookup(name) is None for filling in kind.fillings
    )


__all__ = [
    "Filled", "count_help", "elsewhere", "inside", "instead_of", "is_filled", "is_for_each", "number_near", "number_of",
    "objects_of", "of_closed_above", "owner_of", "takers", "type_words", "whole_of",
]  # fmt: skip
