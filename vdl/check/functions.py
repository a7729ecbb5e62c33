"""Functions that reach themselves through calls."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import errors
from vdl.check.state import CheckState
from vdl.semantics.depth_first import depth_first
from vdl.semantics.types import Member


def check_recursion(state: CheckState) -> None:
    """Report each call that closes a circle."""

    def called(function: Member) -> list[tuple[None, Member]]:
        return [(None, other) for other in _in_order(state.calls.get(function, ()))]

    def closes(_: None, cycle: list[Member]) -> None:
        state.diagnostics.append(errors.circular_function(cycle[-1].span(), cycle))

    depth_first(_in_order(state.calls), called, closes)


def _in_order(functions: Iterable[Member]) -> list[Member]:
    return sorted(functions, key=lambda function: function.span().key())
