"""Placements: that each target takes what is placed on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vdl import errors
from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.scope import Scope, text_of
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, Kind, ListOf, Member, Object, Type, describe
from vdl.text.diagnostics import enumerated
from vdl.text.written import written

if TYPE_CHECKING:
    from vdl.check.misplaced import Wrong


def check_place(state: CheckState, member: Member, node: s.Place, scope: Scope) -> None:
    """Say where a target takes nothing, or not what is placed on it, and where a stage is none."""
    inner = Scope(scope.kind, scope.source)

    target: list[Type] = []  # looked at where a name is not known, once

    def is_taken(kind: Kind) -> bool:
        from vdl.check.meant import quietly
        from vdl.check.misplaced import takes

        if not target:
            target.append(quietly(state, node.target, inner))
        return isinstance(target[0], Object) and takes(state, target[0].kind, kind)

    named = inner.wanting(is_taken)
    types = [state.expr(one, named if isinstance(one, (s.Name, s.Attribute)) else inner) for one in node.demands]
    accepted = _accepted(state, node.target, inner, stage=False, demands=list(zip(node.demands, types)))
    for stage in node.stages:
        _accepted(state, stage, inner, stage=True)
    wrong: list[Wrong] = []
    for demand, type_ in zip(node.demands, types):
        items = type_.item if isinstance(type_, ListOf) else type_
        if items is ANY:
            continue
        if not isinstance(items, Object):
            from vdl.check.elsewhere import objects_that  # only where something is wrong

            meant = objects_that(state, is_taken, demand, inner) if isinstance(demand, s.String) else ""
            state.refuse(demand, items, "an object to place", inner, meant)
        elif accepted is not None and not items.kind.may_be(accepted):
            from vdl.check.misplaced import Wrong  # only where something is wrong

            wrong.append(Wrong(demand, items.kind, items is not type_))
    if wrong and accepted is not None:
        _refuse(state, node, wrong, accepted, inner)


def _refuse(state: CheckState, node: s.Place, wrong: list[Wrong], accepted: Kind, scope: Scope) -> None:
    """Say once what of a list the target does not take."""
    from vdl.check.misplaced import what_fits

    found = [describe(Object(one.kind), state.units.name) for one in wrong]
    related = [(scope.span(one.demand), words) for one, words in zip(wrong[1:], found[1:])]
    related.append((scope.span(node.target), f"`{accepted.name}` is what `{text_of(node.target)}` takes"))
    help_ = what_fits(state, node, wrong, accepted, scope)
    expected = f"an object of kind `{accepted.name}`"
    state.diagnostics.append(errors.wrong_kind(scope.span(wrong[0].demand), found[0], expected, related, help_))


def _accepted(
    state: CheckState, node: s.Expr, scope: Scope, *, stage: bool, demands: Sequence[tuple[s.Expr, Type]] = ()
) -> Kind | None:
    """The kind of what a target or a stage takes; None where it takes nothing, which is said."""
    placed = [other.item if isinstance(other, ListOf) else other for _, other in demands]
    known = [other.kind for other in placed if isinstance(other, Object)]

    def carries(kind: Kind) -> bool:
        from vdl.check.misplaced import takes

        return any(takes(state, kind, one) for one in known) if known else kind.lookup("placed") is not None

    named = scope.wanting(carries) if isinstance(node, (s.Name, s.Attribute)) else scope
    found = state.expr(node, named)
    if isinstance(node, s.String):  # a title in place of a name
        from vdl.check.elsewhere import objects_that

        state.refuse(node, found, "an object", scope, objects_that(state, carries, node, scope))
        return None
    type_ = state.object(node, found, scope)
    if type_ is None:
        return None
    if type_.kind.broken():
        return None
    taken = taken_by(state, type_.kind)
    if not isinstance(taken, ListOf):
        from vdl.check.misplaced import parts, takes  # only where something is wrong

        what = f"`{type_.kind.name}` has no `placed : list of ...`, so nothing can be placed on it"
        within = [path for path, kind in parts(state, type_.kind) if isinstance(taken_by(state, kind), ListOf)]
        help_ = "a kind on which things can be placed declares which: `placed : list of KIND`"
        if within and not stage:
            carrying = [f"`on {text_of(node)}.{path}`" for path in within[:_MOST]]
            help_ = f"name the part of it that carries: {' or '.join(carrying)}"
        if text := _on_what_is_made_of(state, node, demands, carries, scope):
            help_ = text
        turned = [one for one, other in demands if isinstance(other, Object) and takes(state, other.kind, type_.kind)]
        if turned:
            help_ = f"what is placed stands first: write `place {scope.span(node).text} on {scope.span(turned[0]).text}`"
        state.diagnostics.append(errors.not_placeable(scope.span(node), what, "not a target", help_))
        return None
    passing = type_.kind.lookup("pass")
    if stage and (passing is None or passing.form != "function"):
        what = f"`{type_.kind.name}` has no function `pass`, so it is no stage on the way"
        help_ = "a stage declares what it passes on: `let pass(d: KIND) = d`"
        state.diagnostics.append(errors.not_placeable(scope.span(node), what, "not a stage", help_))
    return taken.item.kind if isinstance(taken.item, Object) else None


def taken_by(state: CheckState, kind: Kind) -> Type:
    """What can be placed on an object of a kind: a list of some kind; ANY where nothing can."""
    placed = kind.lookup("placed")
    return type_of(state, placed) if placed is not None else ANY


def _on_what_is_made_of(
    state: CheckState, node: s.Expr, demands: Sequence[tuple[s.Expr, Type]], carries: Callable[[Kind], bool], scope: Scope
) -> str:
    """Which objects carry that are made of what a target names by mistake, such as the fleet of a cart; "" where none is."""
    from vdl.check.used import made_of  # only where something is wrong

    names = tuple(text_of(node).split("."))
    entry = state.names.find_path(scope.source.path, s.Path(node.start, node.end, names, ()))
    carrying = made_of(state, scope.kind, entry, carries)[:_MOST] if scope.kind is not None and demands else []
    if not carrying:
        return ""
    placed = ", ".join([written(scope.span(one)) for one, _ in demands])
    statements = enumerated([f"place {placed} on {one}" for one in carrying], "or")
    return f"write {statements}: `{text_of(node)}` is only what that is made of"


_MOST = 3
"""Parts that are named of a target."""
