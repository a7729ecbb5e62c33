"""Placements: that each target takes what is placed on it, and what would be taken where it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.scope import Scope, text_of
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, Kind, ListOf, Member, Object, Type, describe


def check_place(state: CheckState, member: Member, node: s.Place, scope: Scope) -> None:
    """Say where a target takes nothing, or not what is placed on it, and where a stage is none."""
    inner = Scope(scope.kind, scope.source)
    types = [state.expr(demand, inner) for demand in node.demands]
    accepted = _accepted(state, node.target, inner, stage=False, demands=list(zip(node.demands, types)))
    for stage in node.stages:
        _accepted(state, stage, inner, stage=True)
    for demand, type_ in zip(node.demands, types):
        items = type_.item if isinstance(type_, ListOf) else type_
        if items is ANY:
            continue
        if not isinstance(items, Object):
            state.refuse(demand, items, "an object to place", inner)
        elif accepted is not None and not items.kind.may_be(accepted):
            takes = f"`{accepted.name}` is what `{text_of(node.target)}` takes"
            words = describe(items, state.units.name), f"an object of kind `{accepted.name}`"
            related = [(inner.span(node.target), takes)]
            help_ = _what_fits(state, node, demand, items.kind, accepted, inner)
            state.diagnostics.append(errors.wrong_kind(inner.span(demand), *words, related, help_))


def _accepted(
    state: CheckState, node: s.Expr, scope: Scope, *, stage: bool, demands: Sequence[tuple[s.Expr, Type]] = ()
) -> Kind | None:
    """The kind of what a target or a stage takes; None where it takes nothing, which is said."""
    type_ = state.object(node, state.expr(node, scope), scope)
    if type_ is None:
        return None
    if type_.kind.broken():
        return None
    taken = _taken(state, type_.kind)
    if not isinstance(taken, ListOf):
        what = f"`{type_.kind.name}` has no `placed : list of ...`, so nothing can be placed on it"
        within = [path for path, kind in _parts(state, type_.kind) if isinstance(_taken(state, kind), ListOf)]
        help_ = "a kind on which things can be placed declares which: `placed : list of KIND`"
        if within and not stage:
            carrying = [f"`on {text_of(node)}.{path}`" for path in within[:_MOST]]
            help_ = f"name the part of it that carries: {' or '.join(carrying)}"
        turned = [one for one, other in demands if isinstance(other, Object) and _takes(state, other.kind, type_.kind)]
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


def _taken(state: CheckState, kind: Kind) -> Type:
    placed = kind.lookup("placed")
    return type_of(state, placed) if placed is not None else ANY


# ------------------------------------------------------------------------------ what was meant
def _what_fits(
    state: CheckState, node: s.Place, demand: s.Expr, found: Kind, accepted: Kind, scope: Scope
) -> list[str]:
    """What of a demand the target takes: its parts, or what it is a part of; and what takes the demand itself."""
    target, whole = scope.span(node.target).text, scope.span(demand).text
    base = whole if isinstance(demand, (s.Name, s.Attribute)) else f"({whole})"
    parts = [f"{base}.{path}" for path, kind in _parts(state, found) if kind.is_a(accepted)]
    if parts:
        listed = _with(node, demand, ", ".join(parts), scope)
        return [f"`{target}` takes what `{whole}` holds: write `place {listed} on {target}`"]
    if isinstance(demand, s.Attribute):
        around = state.expr(demand.base, scope)
        if isinstance(around, Object) and around.kind.is_a(accepted):
            base = scope.span(demand.base).text
            return [f"`{target}` takes `{base}` itself: write `place {_with(node, demand, base, scope)} on {target}`"]
    takers = [path for path, kind in _parts(state, scope.kind, 1) if _takes(state, kind, found)]
    return [f"`{whole}` is what `{takers[0]}` takes: write `place {whole} on {takers[0]}`"] if takers else []


def _with(node: s.Place, demand: s.Expr, instead: str, scope: Scope) -> str:
    """What a statement places, with something else in the place of one demand."""
    return ", ".join([instead if one is demand else scope.span(one).text for one in node.demands])


def _takes(state: CheckState, kind: Kind, found: Kind) -> bool:
    taken = _taken(state, kind)
    return isinstance(taken, ListOf) and isinstance(taken.item, Object) and found.is_a(taken.item.kind)


def _parts(state: CheckState, kind: Kind | None, deep: int = 2) -> Iterator[tuple[str, Kind]]:
    """The objects that one of a kind holds, with their paths from there; those of an object right behind it."""
    if kind is None or not deep:
        return
    for name, member in kind.all_members().items():
        type_ = type_of(state, member) if member.form == "object" else ANY
        if isinstance(type_, Object):
            yield name, type_.kind
            for path, inner in _parts(state, type_.kind, deep - 1):
                yield f"{name}.{path}", inner


_MOST = 3
"""Parts that are named of a target."""
