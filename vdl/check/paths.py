"""What the paths of statements lead to: members that are filled, asked about or moved, and rules that are waived."""

from __future__ import annotations

from functools import partial

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import no_member
from vdl.check.inference import type_of
from vdl.check.scope import FORM_WORDS, VALUES, Scope, kind_words, member_names
from vdl.check.state import CheckState
from vdl.records import NamedTuple
from vdl.semantics.types import ANY, Kind, Member, Module, Object, Type
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


def member_at(
    state: CheckState, kind: Kind, path: s.Path, source: Source, *, through: bool = True, value: s.Expr | None = None,
    scope: Scope | None = None,
) -> tuple[Member | None, Type]:  # fmt: skip
    """The member that a path below a body leads to, and that a value in a scope fills; None where there is none, which is
    said.

    It goes through objects that the body owns, and where a body may change them also `through` objects that inputs refer to.
    """
    owner = kind
    if _leads_to_a_file(state, kind, path, source):
        from vdl.check.used import made_of, where_used  # only where something is wrong

        span, field = Span(source, path.start, path.end), path.names[-1]
        entry = state.names.find_path(source.path, path.first(len(path.names) - 1))
        owners: list[str] = []
        if isinstance(entry, Member) and entry.kind is not None and entry.kind.lookup(field) is None:
            owners = made_of(state, kind, entry, lambda one: one.lookup(field) is not None)
        state.diagnostics.append(errors.not_of_the_design(span, path.names, where_used(state, kind, entry), owners))
        return None, ANY
    for depth, part in enumerate(path.names[:-1], 1):
        member = _part(state, owner, path, depth - 1, source)
        if member is None:
            return None, ANY
        type_ = type_of(state, member) if member.form in VALUES else None
        refers = member.form == "input" and isinstance(type_, Object)
        if isinstance(type_, Object) and (member.form == "object" or (refers and through)):
            owner = type_.kind
            continue
        if type_ is not ANY:
            what, help_ = FORM_WORDS[member.form] if member.form not in VALUES else "not an object of this design", ""
            if member.form == "rule":
                help_ = _of_a_rule(path, depth)
            if refers:
                what = "an object that this kind does not know yet"
                whole, rest = ".".join(path.names[:depth]), ".".join(path.names[depth:])
                help_ = f"fill it as a whole: `{whole} = ... with {{ {rest} = ... }}`"
            span = Span(source, *path.span_of(depth - 1))
            state.diagnostics.append(errors.not_fillable(span, part, what, member.span(), help_))
        return None, ANY
    member = _part(state, owner, path, len(path.names) - 1, source, value, scope)
    return member, ANY if member is None else type_of(state, member)


def _of_a_rule(path: s.Path, depth: int) -> str:
    """What is said of a rule in which something is filled: what waivers say, else how another one takes its place."""
    rule = ".".join(path.names[:depth])
    if path.names[depth] in _OF_WAIVERS:
        return f'a waiver says that: `waive {rule} "why" owner "who" until 2027-06-30`'
    return f"write it anew as a whole: `require {rule}: ...`" if depth == 1 else ""


_OF_WAIVERS = frozenset(["until", "owner", "reason"])


def _leads_to_a_file(state: CheckState, kind: Kind, path: s.Path, source: Source) -> bool:
    """Whether a path begins with an object of a file, or with a file, and not with something of the body."""
    symbol = state.names.find(source.path, path.names[0]) if len(path.names) > 1 and kind.lookup(path.names[0]) is None else None
    return isinstance(symbol, Module) or (isinstance(symbol, Member) and symbol.form == "object")


def _part(
    state: CheckState, owner: Kind, path: s.Path, index: int, source: Source, value: s.Expr | None = None,
    scope: Scope | None = None,
) -> Member | None:  # fmt: skip
    """The member that one name of a path leads to; None where there is none, which is said."""
    member = owner.lookup(path.names[index])
    if member is None:
        from vdl.check.misfilled import no_part  # only where something is wrong

        no_part(state, owner, path, index, source, value, scope)
    return member


def rule_at(state: CheckState, kind: Kind, path: s.Path, source: Source, *, silence: bool = False) -> None:
    """Say where a path is neither `object.rule` nor `object.count.bound` of a given count; for what is silent, no member
    of an object."""
    owner = kind
    for index, part in enumerate(path.names):
        span = Span(source, *path.span_of(index))
        member = owner.lookup(part)
        if member is None:
            around = kind.lookup(part) if 0 < index == len(path.names) - 1 else None
            if around is not None and around.form == "rule":
                help_ = f"the rule `{part}` stands around it: write `{part}`"
                state.diagnostics.append(errors.unknown_field(span, part, f"`{owner.name}`", (), instead=[help_]))
            else:
                what = "rule " if index == len(path.names) - 1 and not silence else ""
                from vdl.check.elsewhere import with_rule

                answers = partial(with_rule, state, part, kind, owner)
                rules = member_names(owner, "rule", "object", "count")
                no_member(state, owner, span, part, kind_words(owner), rules, what, answers=answers)
            return
        rest = path.names[index + 1 :]
        if not rest:
            if member.form != "rule" and not silence:
                help_ = _read_by(kind, path)
                state.diagnostics.append(errors.wrong_type(span, FORM_WORDS[member.form], "a rule", help=help_))
            return
        if member.form == "count" and len(rest) == 1:
            bounds = [bound.name for bound, _ in owner.bounds_of(part)]
            if rest[0] not in bounds:
                known = state.diagnostics.among(source, bounds)
                span = Span(source, *path.span_of(-1))
                state.diagnostics.append(errors.unknown_field(span, rest[0], f"count `{part}`", known))
            return
        type_ = type_of(state, member)
        if not isinstance(type_, Object):
            state.diagnostics.append(errors.wrong_type(span, FORM_WORDS[member.form], "an object with rules"))
            return
        owner = type_.kind


def _read_by(kind: Kind, path: s.Path) -> str:
    """How the rules of a body are waived that read what a path names, as what fails is a rule and not a quantity."""
    named = [
        member.name for member in kind.all_members().values()
        if isinstance(member.node, s.Require) and any(
            isinstance(part, (s.Name, s.Attribute)) and Span(member.source, part.start, part.end).text == str(path)
            for part in s.walk(member.node.condition)
        )
    ]  # fmt: skip
    if not named or len(named) > _MOST:
        return ""
    return f"a waiver names the rule that fails: write {' or '.join([f'`waive {name}`' for name in named])}"


_MOST = 3
"""Rules that are named of what they read."""
