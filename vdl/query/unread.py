"""What a design works out of its objects though nothing in it reads that: figures that only people look at."""

from __future__ import annotations

from vdl.compilation import Compilation, Solved
from vdl.elaborate.aside import TooMuch
from vdl.graph.cells import Cell
from vdl.query.reading import Reading
from vdl.semantics.types import Quantity
from vdl.semantics.units import Unit
from vdl.values import FAULT, Value, anywhere
from vdl.words import values as show


def unread(compilation: Compilation, solved: Solved) -> dict[str, tuple[Value, Unit]]:
    """The quantities that the objects of a design derive, and that it was solved without, by their paths; without those in which
    something is wrong, and where all of them would go beyond a limit of the language, as many as fit."""
    reading = Reading(compilation, solved)
    found: dict[str, tuple[Value, Unit]] = {}
    try:
        for instance in solved.graph.instances:
            for name, member in instance.kind.all_members().items():
                made = instance.slots.get(name)
                known = isinstance(made, Cell) and made in solved.solution.values
                if member.form != "let" or known or not isinstance(member.type, Quantity):
                    continue
                cell = reading.slot(instance, name)
                if isinstance(cell, Cell) and cell.instance is instance:
                    value = reading.told(cell)
                    if not anywhere(value, FAULT):
                        found[cell.path] = value, show.unit_of_cell(cell, reading.units)
    except TooMuch:
        pass  # they are told of beside what was asked for, and nothing hangs on them
    return found


__all__ = ["unread"]
