"""Whether what takes the place of a member of a lower layer is, for those who read it, what that was."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import conforms
from vdl.check.inference import type_of
from vdl.check.scope import function_of
from vdl.check.state import CheckState
from vdl.resolve import may_replace
from vdl.semantics.types import ANY, Kind, Member, Object, Quantity, Type, describe
from vdl.text.diagnostics import several
from vdl.text.phrases import phrase
from vdl.text.source import Span


def check_replaced(state: CheckState, kind: Kind, member: Member) -> None:
    """Say where a member of a kind, or of a layer, is not what the one is whose place it takes."""
    before = member.replaces or (kind.parent.lookup(member.name) if kind.parent is not None else None)
    if before is None or (member.kind is not None and member.kind.refines):
        return
    if member.form != before.form and kind.is_layer and not may_replace(before, member.form, kind.form):
        state.diagnostics.append(errors.name_taken(member.span(), member.name, before.span()))
    elif member.form == before.form:
        _CHECKS.get(member.form, _nothing)(state, member, before)


def check_layer(state: CheckState, layer: Kind) -> None:
    """The same of all members of a layer that stands on others than those it was written for."""
    for member in layer.members.values():
        check_replaced(state, layer, member)
    for refined in layer.refined.values():
        check_layer(state, refined)


def _input(state: CheckState, member: Member, before: Member) -> None:
    declared, wider = type_of(state, member), type_of(state, before)
    fits = declared == wider or wider is ANY or declared is ANY
    if isinstance(declared, Quantity) and isinstance(wider, Quantity):
        fits = declared.dimension == wider.dimension
    if isinstance(declared, Object) and isinstance(wider, Object):
        fits = declared.kind.may_be(wider.kind)
    if not fits:
        _refuse(state, member.span(), declared, wider, before)
    elif member.domain is None or before.domain is None:
        return
    elif len({member.domain.made_of(), before.domain.made_of()} - {None}) > 1:
        pair = member.domain.unit.plural, before.domain.unit.plural
        related = [(before.span(), "with this one")]
        state.diagnostics.append(errors.no_factor(member.span(), *pair, None, "its range can't be compared", related))
    elif member.domain.numbers.widens(before.domain.numbers):
        ranges = member.domain.text(), before.domain.text()
        state.diagnostics.append(errors.range_widened(member.span(), member.name, *ranges, before.span()))


def _let(state: CheckState, member: Member, before: Member) -> None:
    found, expected = type_of(state, member), type_of(state, before)
    if not conforms(state, found, expected):
        node = (member.node.value or member.node.name) if isinstance(member.node, s.Let) else member.node
        _refuse(state, Span(member.source, node.start, node.end), found, expected, before)


def _function(state: CheckState, member: Member, before: Member) -> None:
    params, expected = function_of(member).params, function_of(before).params
    if len(params) != len(expected):
        wanted = phrase("{values}, as the one it takes the place of", values=several(len(expected), "value"))
        state.diagnostics.append(errors.wrong_arguments(member.span(), member.name, wanted, len(params)))
        return
    for param, other in zip(params, expected):
        if not conforms(state, state.types[other], state.types[param]):
            span = Span(member.source, param.start, param.end)
            _refuse(state, span, state.types[param], state.types[other], before)
    if not conforms(state, type_of(state, member), type_of(state, before)):
        _refuse(state, member.span(), type_of(state, member), type_of(state, before), before)


def _bound(state: CheckState, member: Member, before: Member) -> None:
    node, other = member.node, before.node
    if isinstance(node, s.Bound) and isinstance(other, s.Bound) and node.count.names != other.count.names:
        span = Span(member.source, node.count.start, node.count.end)
        state.diagnostics.append(errors.other_count(span, member.name, str(node.count), str(other.count), before.span()))


def _object(state: CheckState, member: Member, before: Member) -> None:
    """What the text of the other object declares must be there: its kind alone does not promise that."""
    if member.kind is None or before.kind is None or member.kind.broken():
        return
    for kind in before.kind.chain():
        if kind.form != "object":
            break
        for name, lost in kind.members.items():
            mine = member.kind.lookup(name)
            if mine is None:
                state.diagnostics.append(errors.lost_member(member.span(), member.name, name, lost.span()))
            elif mine is not lost and mine.form == lost.form:
                _CHECKS.get(mine.form, _nothing)(state, mine, lost)
            elif mine.form != lost.form:
                state.diagnostics.append(errors.name_taken(mine.span(), name, lost.span()))


def _nothing(state: CheckState, member: Member, before: Member) -> None:
    """Of what nobody reads by its name."""


_CHECKS = {"input": _input, "let": _let, "function": _function, "bound": _bound, "object": _object}


def _refuse(state: CheckState, span: Span, found: Type, expected: Type, before: Member) -> None:
    words = describe(found, state.units.name), describe(expected, state.units.name)
    state.diagnostics.append(errors.wrong_type(span, *words, [(before.span(), "declared here")]))


__all__ = ["check_layer", "check_replaced"]
