"""Search in depth over what needs what, without recursion: long chains are common, and circles are to be told of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

N = TypeVar("N")
A = TypeVar("A")


def depth_first(
    starts: Iterable[N], needs: Callable[[N], Iterable[tuple[A, N]]], closes: Callable[[A, list[N]], None]
) -> list[N]:
    """The nodes that the starts reach, each after what it needs.

    `needs` gives the arrows of a node and where they lead. An arrow to a node that is still entered closes a circle:
    `closes` is called with it and the nodes of the circle, the first one again at the end. Every node is entered once,
    so this ends; without the arrows that closed a circle none would be left.
    """
    order: list[N] = []
    entered: set[N] = set()
    for start in starts:
        if start in entered:
            continue
        entered.add(start)
        trail, rests, position = [start], [iter(needs(start))], {start: 0}
        while trail:
            for arrow, node in rests[-1]:
                if node in position:
                    closes(arrow, [*trail[position[node] :], node])
                elif node not in entered:
                    entered.add(node)
                    position[node] = len(trail)
                    trail.append(node)
                    rests.append(iter(needs(node)))
                    break
            else:
                rests.pop()
                done = trail.pop()
                del position[done]
                order.append(done)
    return order
