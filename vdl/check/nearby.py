"""Which object may be meant by a name that is not known: one of the kind that is wanted, in the nearest place, likest in what it
is filled with and in its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from vdl import syntax as s
from vdl.check.elsewhere import called_in, has
from vdl.check.misplaced import parts
from vdl.check.scope import NAMED, SHARED, VALUES, Scope, text_of
from vdl.check.state import CheckState
from vdl.semantics.types import Kind, Member, MemberForm, Object
from vdl.text.diagnostics import enumerated
from vdl.text.written import on_one_line

_DEEP = 2
"""Objects in objects that are looked into."""

_NAMED = 5
"""Objects that may be meant, as far as they are named."""


def nearer(state: CheckState, expr: s.Name, then: str, scope: Scope, elsewhere: Iterable[str]) -> list[str]:
    """What is said of a name that is not known where objects that fit stand nearer than all that are called so, which stand
    `elsewhere`: which these are, and that the others are further off. Nothing where none stands nearer."""
    kinds, wanted = scope.kinds(), scope.wanted or scope.behind
    if not state.diagnostics.searches(scope.source) or not (then or wanted):
        return []
    of_that_name = {kind: [one for one in called_in(expr.name, kind, kinds) if not then or has(one, then)] for kind in kinds}
    called = {kind: found for kind, found in of_that_name.items() if found}
    fits = wanted or _of_their_sort(then, [one for found in called.values() for one in found])
    farthest = next((level for level, kind in enumerate(kinds) if kind in called), len(kinds))
    for kind in kinds[:farthest]:
        found = {path: one for path, one in parts(state, kind, _DEEP if wanted else 1) if one not in kinds and fits(one)}
        if found:
            meant = next(iter(called.values()))[0] if called else None
            written = f"{expr.name}.{then}" if then and wanted else expr.name
            paths = list(found) if wanted else _worked_out(found, then)
            ranks = {path: (_filled_alike(kind, path, meant, then), _likeness(path, written)) for path in paths}
            nearest = sorted(ranks, key=lambda path: ranks[path], reverse=True)[:_NAMED]
            meant_by, others = enumerated(nearest, "or"), list(elsewhere)[:NAMED]
            verb = "does" if len(others) == 1 else "do"
            far = f"{'it stands' if len(nearest) == 1 else 'these stand'} in `{kind.name}`, as this does"
            also = [f"{far}; {enumerated(others, 'and')} {verb} not"] if others else []
            return [f"did you mean {meant_by}?" if called else f"what fits here is {meant_by}", *also]
    return []


def at_hand(expr: s.Attribute, owner: Kind, scope: Scope) -> list[str]:
    """What is said of an object that is read of another one, which has none of that name, and that is in sight by its own."""
    for kind in scope.kinds():
        member = kind.lookup(expr.name)
        if member is not None and member.form == "object" and kind is not owner:
            return [f"`{expr.name}` stands in `{kind.name}`, and is read without `{text_of(expr.base)}.`"]
    return []


def value_at_hand(expr: s.Attribute, owner: Kind, scope: Scope) -> list[str]:
    """What is said of a value that is read of an object which has none of that name: what the object refers to or holds and that
    has it; else the body around that has it by itself."""
    for member in owner.all_members().values():
        refers = member.type.kind if member.form == "input" and isinstance(member.type, Object) else None
        inner = member.kind if member.form == "object" else refers
        if inner is not None and member.name not in SHARED and not inner.broken() and has(inner, expr.name):
            path = f"{text_of(expr.base)}.{member.name}.{expr.name}"
            return [f"`{expr.name}` is a field of what `{member.name}` is: write `{path}`"]
    for kind in scope.kinds():
        found = kind.lookup(expr.name)
        if found is not None and found.form in VALUES and kind is not owner and expr.name != scope.defining:
            return [f"`{expr.name}` stands in `{kind.name}`, and is read without `{text_of(expr.base)}.`"]
    return []


def at_hand_in_file(state: CheckState, expr: s.Attribute, scope: Scope) -> list[str]:
    """The same of what is read of an imported file, and what this one declares under that name."""
    found = state.names.find(scope.source.path, expr.name)
    if not isinstance(found, Member) or found.form not in ("object", "let"):
        return []
    where = "in this file" if found.source is scope.source else "in the library"
    return [f"`{expr.name}` stands {where}, and is read without `{text_of(expr.base)}.`"]


def _worked_out(found: Mapping[str, Kind], then: str) -> list[str]:
    """Those objects of which what is read is a count, else derived, else filled: what works a number out is what others read."""
    read = {path: one.lookup(then) for path, one in found.items()}
    ranks = {path: _FORMS.index(one.form) for path, one in read.items() if one is not None and one.form in _FORMS}
    return [path for path in found if not ranks or ranks.get(path) == min(ranks.values())]


_FORMS: tuple[MemberForm, ...] = ("count", "let", "input")


def _of_their_sort(then: str, called: Sequence[Kind]) -> Callable[[Kind], bool]:
    """Whether an object has what is read of one that is called otherwise, and is of the sort of those that are called so."""
    sorts = [one.named() for one in called]
    return lambda kind: has(kind, then) and (not sorts or any(kind.is_a(sort) for sort in sorts))


def _filled_alike(kind: Kind, path: str, meant: Kind | None, then: str) -> int:
    """How many fields of the objects on a path are filled as those of the one that is called as what is written, and of its
    member behind the dot: what is copied from another block differs in few."""
    alike = 0
    for name, other in zip(path.split("."), (meant, _held(meant, then))):
        one = _held(kind, name)
        if one is None or other is None:
            break
        alike += len(_fillings(one) & _fillings(other))
        kind = one
    return alike


def _held(kind: Kind | None, name: str) -> Kind | None:
    member = kind.lookup(name) if kind is not None else None
    return member.kind if member is not None else None


def _fillings(kind: Kind) -> set[tuple[str, ...]]:
    own = [one for body in kind.chain() if body.form == "object" for one in body.fillings]
    return {(*one.path, on_one_line(one.value_text())) for one in own}


def _likeness(path: str, written: str) -> int:
    """How many letters in a thousand two texts have in common."""
    from difflib import SequenceMatcher  # only where something is wrong

    common = sum([block.size for block in SequenceMatcher(None, path, written).get_matching_blocks()])
    return 2000 * common // max(len(path) + len(written), 1)


__all__ = ["at_hand", "nearer"]
