"""The order of computation: components of cells, each after everything it needs.

Plain adjacency and Tarjan's algorithm without recursion; `vdl.views` shows the same graph through
networkx, and a test holds both to the same components.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Iterator

from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.items import Items
from vdl.values import Range, scalars


def needs(formula: Formula | None, into: list[Cell]) -> None:
    """The cells a formula reads, in the order of its text."""
    stack = [formula]
    while stack:
        part = stack.pop()
        if part.__class__ is Cell:
            into.append(part)
        elif part.__class__ is Op:
            stack += part.args[::-1]


def formulas_of(cell: Cell) -> list[Formula]:
    """The formulas that a cell is computed from."""
    if cell.formula is not None:
        return [cell.formula]
    bounds = cell.bounds if cell.is_solved else ()
    return [formula for bound in bounds for formula in (bound.value, bound.when) if formula is not None]


def cell_needs(cell: Cell) -> tuple[Cell, ...]:
    """The cells that a cell is computed from. They are looked for once for what it is made of: many walks ask."""
    known = cell.needed
    if known is not None and known[0] is cell.formula and known[1] is cell.bounds:
        return known[2]
    needed = tuple(reads(*formulas_of(cell)))
    cell.needed = cell.formula, cell.bounds, needed
    return needed


def cost(cells: Iterable[Cell]) -> int:
    """How much there is to compute: quantities, and the places where one is read."""
    return sum(1 + len(cell_needs(cell)) for cell in cells)


def parts(
    formulas: Iterable[Formula | None], enters: Callable[[Cell], bool], opens: Callable[[Op], bool] | None = None
) -> Iterator[Formula]:
    """Formulas and all that they are made of, in the order of their text, each cell once; also what the cells are made of
    that the walk `enters`, and without what operations are made of that it does not open (it opens all, if not told)."""
    stack = [formula for formula in formulas if formula is not None][::-1]
    seen: set[Cell] = set()
    while stack:
        part = stack.pop()
        if part.__class__ is Op:
            yield part
            if opens is None or opens(part):
                stack += part.args[::-1]
        elif part.__class__ is not Cell:
            yield part
        elif part not in seen:
            seen.add(part)
            yield part
            if part.formula is not None and enters(part):
                stack.append(part.formula)


def operations(formulas: Iterable[Formula | None]) -> list[Op]:
    """All operations of formulas, in the order of their text."""
    found: list[Op] = []
    stack = [*formulas][::-1]
    while stack:
        part = stack.pop()
        if part.__class__ is Op:
            found.append(part)
            stack += part.args[::-1]
    return found


def lasting(formulas: Iterable[Formula | None], moved: Container[Cell], *, drawn: bool) -> list[Op]:
    """The operations of formulas that hang on nothing that is moved, and where ranges are `drawn` on none of these."""
    moving: set[Op] = set()
    found: list[Op] = []

    def is_moved(part: Formula) -> bool:
        if isinstance(part, Cell):
            return part in moved
        return part in moving if isinstance(part, Op) else drawn and has_range(part)

    for op in reversed(operations(formulas)):  # what an operation is made of stands behind it
        if any(map(is_moved, op.args)):
            moving.add(op)
        else:
            found.append(op)
    return found


def reads(*formulas: Formula | None) -> list[Cell]:
    """The cells that formulas read, in the order of their text."""
    found: list[Cell] = []
    for formula in formulas:
        needs(formula, found)
    return found


def and_needed(cells: Iterable[Cell]) -> set[Cell]:
    """Cells, and all that they are computed from, in any number of steps."""
    waiting = list(cells)
    found = set(waiting)
    while waiting:
        more = [need for need in cell_needs(waiting.pop()) if need not in found]
        found.update(more)
        waiting += more
    return found


def has_range(*formulas: Formula | None) -> bool:
    """Whether a range is written in formulas, not in the cells that they read."""
    return any(
        isinstance(part, Const) and any(isinstance(one, Range) for _, one in scalars(part.value))
        for part in parts(formulas, lambda cell: False)
    )


def signature(formula: Formula) -> object:
    """A key that formulas share if they are the same operations on the same cells and numbers."""
    if isinstance(formula, Op):
        detail = formula.detail.stated + formula.detail.least if isinstance(formula.detail, Items) else formula.detail
        return (formula.op, detail, *map(signature, formula.args))
    return formula if isinstance(formula, Cell) else (formula.value, formula.made_of)


def components(
    roots: Iterable[Cell], complete: Callable[[Cell], None], known: Container[Cell] = frozenset(),
    needed: Callable[[Cell], Iterable[Cell]] = cell_needs,
) -> list[tuple[Cell, ...]]:  # fmt: skip
    """Strongly connected components of all cells that the roots need, in order of computation.

    `complete` is called once for each cell before its needs are read. Cells in `known` and what only
    they need are left out. `needed` are the cells that one is computed from.
    """
    low: dict[Cell, int] = {}  # the lowest place on the stack that a cell is known to lead to
    stack: list[Cell] = []
    found: list[tuple[Cell, ...]] = []
    for root in roots:
        if root in low or root in known:
            continue
        complete(root)
        low[root] = at = len(stack)
        stack.append(root)
        work: list[tuple[Cell, int, Iterator[Cell]]] = [(root, at, iter(needed(root)))]
        while work:
            cell, place, below = work[-1]
            for other in below:
                reached = low.get(other)
                if reached is None:
                    if other in known:
                        low[other] = _DONE
                        continue
                    complete(other)
                    low[other] = at = len(stack)
                    stack.append(other)
                    work.append((other, at, iter(needed(other))))
                    break
                if reached < low[cell]:
                    low[cell] = reached
            else:
                work.pop()
                if low[cell] == place:
                    component = tuple(stack[place:])
                    del stack[place:]
                    low.update(dict.fromkeys(component, _DONE))
                    found.append(component)
                else:
                    above = work[-1][0]
                    if low[cell] < low[above]:
                        low[above] = low[cell]
    return found


_DONE = sys.maxsize
"""More than any place on the stack."""
