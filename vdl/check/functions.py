"""Functions that reach themselves through calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import errors
from vdl.check.state import CheckState
from vdl.semantics.types import Member


def check_recursion(state: CheckState) -> None:
    """Report each call that closes a circle: a search in depth, which enters every function once."""
    entered: set[Member] = set()
    for start in _in_order(state.calls):
        if start in entered:
            continue
        entered.add(start)
        trail, rests, position = [start], [_called(state, start)], {start: 0}
        while trail:
            for function in rests[-1]:
                if function in position:
                    cycle = [*trail[position[function] :], function]
                    state.diagnostics.append(errors.circular_function(function.span(), cycle))
                elif function not in entered:
                    entered.add(function)
                    position[function] = len(trail)
                    trail.append(function)
                    rests.append(_called(state, function))
                    break
            else:
                rests.pop()
                del position[trail.pop()]


def _called(state: CheckState, function: Member) -> Iterator[Member]:
    return iter(_in_order(state.calls.get(function, ())))


def _in_order(functions: Iterable[Member]) -> list[Member]:
    return sorted(functions, key=lambda function: function.span().key())
