"""What keeps a design from being solved at another value of one of its quantities, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl.graph.cells import Cell
from vdl.semantics.domains import Domain
from vdl.solve import How, Solver
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import joined, phrase
from vdl.values import FAULT, NOT_STATED, Value, place_text, placed


def stopping(cell: Cell, domain: Domain, how: How) -> str:
    """What keeps an input from being what it would be, in words."""
    if how == "not whole":
        return phrase("{name}, which would not be whole", name=cell.path)
    if domain.declared:
        return phrase("the range of {name}, {range}", name=cell.path, range=domain.text())
    return phrase("{name}, which would be negative", name=cell.path)


def unsolved(solver: Solver, order: Iterable[tuple[Cell, ...]]) -> tuple[str, ...]:
    """What keeps a design from being solved: ranges that inputs would leave, or something else."""
    names = [stopping(cell, cell.domain, how) for cell, how in solver.outside.items() if cell.domain is not None]
    return tuple(dict.fromkeys(names)) or (unsolvable(solver.diagnostics, order, solver.values),)


UNSOLVED = phrase("a design that can't be solved")


def unsolvable(said: Iterable[Diagnostic], order: Iterable[tuple[Cell, ...]], values: Mapping[Cell, Value]) -> str:
    """A design that can't be solved, with the first reason, and the first quantity that has no value for it: "a design that
    can't be solved: division by zero (`a.rate` at y2)"."""
    first = next((d.message for d in said if d.severity == "error"), "")
    said_first = [UNSOLVED, *([first] if first else [])]
    for cell in (cell for component in order for cell in component if cell.form != "part"):
        for place, one in placed(values.get(cell, NOT_STATED)):
            if one is FAULT:
                names, at = "" if f"`{cell.path}`" in first else f"`{cell.path}`", place_text(place)
                where = phrase("{name} at {labels}", name=names, labels=at) if names and at else names or at
                return joined("", (joined(": ", said_first), *([" (", where, ")"] if where else [])))
    return joined(": ", said_first)
