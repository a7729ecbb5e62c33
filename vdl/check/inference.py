"""The types of members; those of derived values and functions that declare none are inferred.

A chain of definitions may be longer than Python's stack is deep, and the order of statements must not decide
whether it is followed. So inference goes down only so far. Then it gives up what it began, infers the member it
came to first, and begins the others anew, the last one first.

It ends: whatever is given up is begun again only after a member that it needs has got its type, and a member that
is waited for already is not inferred again but closes a circle. It costs twice the work at most where members are
of ordinary size: what is given up stays on the trail and is the next to be inferred, so each member is given up
once as part of a chain; and once more, as the last on the trail, for each chain of a full depth that it needs.
"""

from __future__ import annotations

from itertools import islice

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, BOOLEAN, Member, Object, Type

_LEVELS = 230
"""Operations inside each other, over all members that are being inferred, each of which takes up to three frames."""


class _Deeper(Exception):
    """A member is needed that lies too deep to be inferred from here."""

    def __init__(self, member: Member) -> None:
        self.member = member


def type_of(state: CheckState, member: Member) -> Type:
    """What a member declares, or what is inferred for it."""
    if member.type is not None:
        return member.type
    if member.form == "object":
        assert member.kind is not None
        member.type = Object(member.kind)
    elif member.form in ("let", "function"):
        if member in state.position:
            return _cycle(state, member)
        if not state.trail:
            _from_the_bottom(state, member)
        elif state.levels + _size(member) > _LEVELS:
            raise _Deeper(member)
        else:
            _infer(state, member)
        assert member.type is not None
    else:
        member.type = BOOLEAN if member.form in ("rule", "bound") else ANY
    return member.type


def _from_the_bottom(state: CheckState, member: Member) -> None:
    pile = [member]  # what the trail is at depth 0
    while pile:
        said = len(state.diagnostics)
        state.levels = 0
        state.function = None
        try:
            _infer(state, pile[-1])
            pile.pop()
        except _Deeper as deeper:
            del state.diagnostics[said:]
            begun = list(islice(reversed(state.trail), len(state.trail) - len(pile)))
            pile += [*reversed(begun), deeper.member]


def _infer(state: CheckState, member: Member) -> None:
    """Fill in the type of a member. Raises _Deeper, and leaves the members on the trail that wait for it."""
    node = member.node
    assert isinstance(node, (s.Let, s.Function))
    if member not in state.position:
        state.position[member] = len(state.trail)
        state.trail.append(member)
        if member.form == "function":
            state.functions.append(state.position[member])
    size = _size(member)
    state.levels += size
    scope = Scope(member.owner if member.owner.form != "file" else None, member.source, member.name)
    around = state.function
    if isinstance(node, s.Function):
        state.function = member
        scope = scope.with_locals({p.name: state.types[p] for p in node.params})
    assert node.value is not None  # else it declares its type
    member.type = state.expr(node.value, scope)
    state.function = around
    state.levels -= size
    state.trail.pop()
    del state.position[member]
    if member.form == "function":
        state.functions.pop()


def _size(member: Member) -> int:
    """How many levels it takes to infer a member: its own, and those of getting there."""
    node = member.node
    assert isinstance(node, (s.Let, s.Function))
    return (node.value.depth if node.value is not None else 0) + 2


def _cycle(state: CheckState, member: Member) -> Type:
    """A member needs itself."""
    cycle = state.trail[state.position[member] :]
    if state.functions and state.functions[-1] >= state.position[member]:
        state.diagnostics.append(errors.circular_function(member.span(), [*cycle, member]))
    else:
        related = [(m.span(), "needs the next") for m in cycle[1:12]]
        state.diagnostics.append(errors.circular_definition(member.span(), [*cycle, member], related))
    return ANY
