"""The order of computation: components of cells, each after everything it needs.

Plain adjacency and Tarjan's algorithm without recursion; `vdl.views` shows the same graph through
networkx, and a test holds both to the same components.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from vdl.graph.cells import Cell, Const, Formula, Items, Op
from vdl.values import Range, scalars


def needs(formula: Formula | None, into: list[Cell]) -> None:
    """The cells a formula reads, in the order of its text."""
    if formula is None:
        return
    stack = [formula]
    while stack:
        part = stack.pop()
        if isinstance(part, Cell):
            into.append(part)
        elif isinstance(part, Op):
            stack.extend(reversed(part.args))


def formulas_of(cell: Cell) -> list[Formula]:
    """The formulas that a cell is computed from."""
    bounds = cell.bounds if cell.is_solved else ()
    own = [cell.formula, *[part for bound in bounds for part in (bound.value, bound.when)]]
    return [formula for formula in own if formula is not None]


def cell_needs(cell: Cell) -> list[Cell]:
    """The cells that a cell is computed from."""
    return reads(*formulas_of(cell))


def cost(cells: Iterable[Cell]) -> int:
    """How much there is to compute: quantities, and the places where one is read."""
    return sum(1 + len(cell_needs(cell)) for cell in cells)


def parts(
    formulas: Iterable[Formula | None], enters: Callable[[Cell], bool], opens: Callable[[Op], bool] = lambda op: True
) -> Iterator[Formula]:
    """Formulas and all that they are made of, in the order of their text, each cell once; also what the cells are made of
    that the walk `enters`, and without what operations are made of that it does not open."""
    stack = [formula for formula in formulas if formula is not None][::-1]
    seen: set[Cell] = set()
    while stack:
        part = stack.pop()
        if isinstance(part, Cell):
            if part in seen:
                continue
            seen.add(part)
            yield part
            if part.formula is not None and enters(part):
                stack.append(part.formula)
        else:
            yield part
            if isinstance(part, Op) and opens(part):
                stack.extend(reversed(part.args))


def operations(formulas: Iterable[Formula | None]) -> Iterator[Op]:
    """All operations of formulas, in the order of their text."""
    return (part for part in parts(formulas, lambda cell: False) if isinstance(part, Op))


def reads(*formulas: Formula | None) -> list[Cell]:
    """The cells that formulas read, in the order of their text."""
    found: list[Cell] = []
    for formula in formulas:
        needs(formula, found)
    return found


def has_range(*formulas: Formula | None) -> bool:
    """Whether a range is written in formulas, not in the cells that they read."""
    return any(
        isinstance(part, Const) and any(isinstance(one, Range) for _, one in scalars(part.value))
        for part in parts(formulas, lambda cell: False)
    )


def signature(formula: Formula) -> object:
    """A key that formulas share if they are the same operations on the same cells and numbers."""
    if isinstance(formula, Cell):
        return formula
    if isinstance(formula, Const):
        return (formula.value, formula.made_of)
    detail = formula.detail.stated if isinstance(formula.detail, Items) else formula.detail
    return (formula.op, detail, *[signature(arg) for arg in formula.args])


def components(
    roots: Iterable[Cell], complete: Callable[[Cell], None], known: Container[Cell] = frozenset(),
    needed: Callable[[Cell], Sequence[Cell]] = cell_needs,
) -> list[tuple[Cell, ...]]:  # fmt: skip
    """Strongly connected components of all cells that the roots need, in order of computation.

    `complete` is called once for each cell before its needs are read. Cells in `known` and what only
    they need are left out. `needed` are the cells that one is computed from.
    """
    index: dict[Cell, int] = {}
    low: dict[Cell, int] = {}
    stack: list[Cell] = []
    done: set[Cell] = set()
    found: list[tuple[Cell, ...]] = []
    counter = 0
    for root in roots:
        if root in done or root in known:
            continue
        complete(root)
        index[root] = low[root] = counter
        counter += 1
        stack.append(root)
        work: list[tuple[Cell, Sequence[Cell], int]] = [(root, needed(root), 0)]
        while work:
            cell, below, at = work.pop()
            descended = False
            while at < len(below):
                other = below[at]
                at += 1
                if other in known or other in done:
                    continue
                if other not in index:
                    complete(other)
                    index[other] = low[other] = counter
                    counter += 1
                    stack.append(other)
                    work.append((cell, below, at))
                    work.append((other, needed(other), 0))
                    descended = True
                    break
                if index[other] < low[cell]:
                    low[cell] = index[other]
            if descended:
                continue
            if low[cell] == index[cell]:
                at = len(stack) - 1
                while stack[at] is not cell:
                    at -= 1
                component = tuple(stack[at:])
                del stack[at:]
                for member in component:  # what is done needs no numbers any more
                    del index[member], low[member]
                done.update(component)
                found.append(component)
            elif work:
                above = work[-1][0]
                if low[cell] < low[above]:
                    low[above] = low[cell]
    return found
