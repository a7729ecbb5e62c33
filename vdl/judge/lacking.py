"""Where a sum is held against what says nothing of some of what it adds up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from vdl.graph.blame import authored
from vdl.graph.cells import Cell, Formula, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.graph.order import reads
from vdl.records import NamedTuple
from vdl.values import Value, high, is_number, scalars

Reading = Callable[[Formula], Iterable[Formula]]
"""What a formula reads."""


class Lacking(NamedTuple):
    """A sum, those of its items of which the other side has nothing, though it has something of the rest; the figures of authors
    that the other side comes of, one for each object there; and of these the first two that are the same."""

    total: Cell
    lost: tuple[Cell, ...]
    holders: tuple[Cell, ...]
    alike: tuple[Cell, ...]


def lacking(rule: RuleEntry, values: Mapping[Cell, Value], read: Reading) -> Lacking | None:
    """What is lacking where a sum is more than it may be; None where no sum is compared, or nothing is."""
    found = compared(rule)
    if found is None:
        return None
    total, held = found
    assert total.formula is not None
    added = [cell for cell in read(total.formula) if isinstance(cell, Cell)]
    known = _beneath([held], read) if len(added) > 1 else set()
    lost = [cell for cell in added if not known & {cell, *_namesakes(cell, read)} and _is_something(cell, values)]
    if not lost or len(lost) == len(added):
        return None
    holders = _holders(held, read)
    return Lacking(total, tuple(lost), tuple(holders), tuple(_alike(holders)))


def compared(rule: RuleEntry) -> tuple[Cell, Formula] | None:
    """The sum of which a rule says that it may not be more than something, and that; None where it says no such thing."""
    sides = lesser_first(rule.condition)
    if sides is None:
        return None
    total, held = sides
    return (total, held) if isinstance(total, Cell) and _adds_up(total) else None


def _adds_up(total: Cell) -> bool:
    """Whether it is the sum of some list, whatever it is called."""
    made = total.formula
    return made is not None and (total.form == "sum" or (isinstance(made, Op) and made.op == "sum"))


def _holders(held: Formula, read: Reading) -> list[Cell]:
    """The figures that authors wrote of each of what is added up there, or of what stands there alone."""
    own = [cell for cell in read(held) if isinstance(cell, Cell)]
    return list(dict.fromkeys(written[0] for cell in own if (written := authored([cell]))))


def _alike(holders: Sequence[Cell]) -> Sequence[Cell]:
    """The first two that are made of the same."""
    met: dict[tuple[Cell, ...], Cell] = {}
    for cell in holders:
        made_of = tuple(reads(cell.formula))
        first = met.setdefault(made_of, cell)
        if made_of and first is not cell and first.instance is not cell.instance and first.name == cell.name:
            return (first, cell)
    return ()


def _is_something(cell: Cell, values: Mapping[Cell, Value]) -> bool:
    value = values.get(cell)
    return value is not None and any(is_number(one) and high(one) > 0 for _, one in scalars(value))


def _namesakes(cell: Cell, read: Reading) -> set[Cell]:
    """What it was before it was passed on, once or several times. What it merely comes of may be called the same by chance."""
    found = {cell}
    waiting = [cell]
    for part in waiting:  # grows while it is read
        below = read(part.formula) if part.formula is not None else ()
        passed = [one for one in below if isinstance(one, Cell) and one.name == cell.name]
        waiting += [one for one in passed if one not in found]
        found |= {*passed}
    return found


def _beneath(formulas: Iterable[Formula], read: Reading) -> set[Cell]:
    """What formulas come of, and all bounds of counts."""
    found: set[Cell] = set()
    waiting = list(formulas)
    while waiting:
        part = waiting.pop()
        if isinstance(part, Cell):
            if part in found:
                continue
            found.add(part)
            waiting += [part.formula] if part.formula is not None else []
            waiting += [bound.value for bound in part.bounds]
        else:
            waiting += [cell for cell in read(part) if isinstance(cell, Cell)]
    return found


__all__ = ["Lacking", "compared", "lacking"]
