"""What is filled in the wrong body: of the object above, or of one around."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import no_member
from vdl.check.elsewhere import in_others
from vdl.check.inference import type_of
from vdl.check.meant import fitting_fields, instead_of
from vdl.check.paths import owner_of
from vdl.check.scope import VALUES, Scope, kind_words, member_names
from vdl.check.state import CheckState
from vdl.resolve.astray import owner_words
from vdl.semantics.types import Kind, Object
from vdl.text.source import Source, Span

_FIELDS = ("input", "count")


def no_part(
    state: CheckState, owner: Kind, path: s.Path, index: int, source: Source, value: s.Expr | None, scope: Scope | None
) -> None:
    """Say that what a path leads to has no member of the name at an index; the last one may be filled with a value in a scope."""
    part, span = path.names[index], Span(source, *path.span_of(index))
    rest = ".".join(path.names[1:])
    if part == "design" and index == 0 and rest and owner.design() is not None and owner.lookup(path.names[1]) is not None:
        help_ = f"what the design declares is named without it: write `{rest}`"
        state.diagnostics.append(errors.unknown_field(span, part, kind_words(owner), (), instead=[help_]))
        return
    known: Iterable[str] = member_names(owner, "input", "object", "count")
    instead: Callable[[], Sequence[str]] = tuple
    if index < len(path.names) - 1:
        instead = partial(in_others, part, owner.around, ("input", "object"))
    elif value is not None and scope is not None:
        instead = partial(instead_of, state, part, owner, value, scope)
        fitting = fitting_fields(state, part, owner, value, scope)
        known = fitting if fitting is not None else known
    above = partial(of_another_body, state, part, owner, span)
    no_member(state, owner, span, part, kind_words(owner), known, instead=instead, answers=above)


def of_another_body(state: CheckState, name: str, kind: Kind, span: Span) -> list[str]:
    """What is said of a field that a body fills and its object does not have: whose field it is, by where it stands."""
    return of_closed_above(state, name, kind, span) or _of_around(state, name, kind, span)


def _of_around(state: CheckState, name: str, kind: Kind, span: Span) -> list[str]:
    """The same of a field of the object whose body is around, and that the object inside may be a copy of another one."""
    outer = kind.around[1:2] if kind.form == "object" else ()
    field = outer[0].lookup(name) if outer else None
    if not any(body.body.start <= span.start < body.body.end for body in kind.bodies if body.source is span.source):
        return []
    if field is None or field.form not in _FIELDS:
        holders = [one for one in kind.around[1:] if (found := one.lookup(name)) is not None and found.form == "object"]
        here = f"move this line out of `{kind.name}`"
        return [f"`{name}` belongs to {owner_words(one)}: {here}" for one in holders[:1] or _designs_with(state, name, span)]
    said = f"`{name}` is a field of `{outer[0].name}`, whose body is around this one"
    again = next((one.members[kind.name] for one in kind.around[2:] if kind.name in one.members), None)
    if again is None or again.source is not span.source:
        return [f"{said}: move it there"]
    line = span.source.place(again.span().start)[0]
    return [f"{said}, and `{kind.name}` is declared in line {line}: take its line out here, with the `}}` of its body"]


def _designs_with(state: CheckState, name: str, span: Span) -> list[Kind]:
    """The design of the file that declares an object of that name; none where several do, unless one builds on the other."""
    declared = [one for one in state.names.scope(span.source.path).values() if isinstance(one, Kind) and one.form == "design"]
    found = [one for one in declared if (member := one.members.get(name)) is not None and member.form == "object"]
    return found if len(found) == 1 else []


def of_closed_above(state: CheckState, name: str, kind: Kind, span: Span) -> list[str]:
    """What is said of a field that the body does not have: that it is one of the object above, which is closed too early,
    if all that follows its closing brace up to here is indented deeper than that."""
    statements = [one for written in kind.bodies if written.source is span.source for one in written.body.statements]
    above = [one for one in statements if isinstance(one, (s.Object, s.Refine)) and one.body.end <= span.start]
    if not above:
        return []
    nearest = above[-1]
    path = nearest.path if isinstance(nearest, s.Refine) else s.Path(nearest.start, nearest.end, (nearest.name.name,), ())
    owner = owner_of(state, kind, path)
    member = owner.lookup(path.names[-1]) if owner is not None else None
    type_ = type_of(state, member) if member is not None and member.form in VALUES else None
    field = type_.kind.lookup(name) if isinstance(type_, Object) else None
    brace = nearest.body.end - 1
    if field is None or field.form not in _FIELDS or not _is_deeper(span, brace):
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
