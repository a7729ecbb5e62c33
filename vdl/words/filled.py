"""What authors fill with a formula, by which a rule that fails comes to its figures: the first text of theirs on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vdl.graph.blame import filled_by_author, nearest
from vdl.graph.cells import Cell, Instance
from vdl.graph.order import and_needed, reads
from vdl.words.figures import Way, is_input

_NAMED = 3
"""Of what is filled so, as far as it is named of a rule."""


def with_filled(way: Way, stated: Sequence[Cell], helping: Callable[[list[Cell]], list[Cell]]) -> list[Cell]:
    """The figures that a rule hangs on, and what was filled with a formula, as far as that is `helping`. What the rule reads
    nearer than any of the figures stands first; the rest before the figures that it is made of, else last."""
    rule = way.rule
    found = [cell for cell in nearest(reads(rule.condition), _is_filled, way.below) if _is_filled(cell)]
    filled = helping([cell for cell in found if cell not in stated])
    if not filled:
        return list(stated)
    far = _distances(way)
    read = {*reads(rule.condition), *found}

    def rank(cell: Cell) -> tuple[bool, bool]:
        return cell.instance is not rule.instance, read.isdisjoint(reads(cell.formula))

    filled = sorted(filled, key=rank)[:_NAMED]
    if way.between is None:
        return [*stated, *filled]  # which are those of its own object
    nearest_figure = min([far[cell] for cell in stated if cell in far], default=0)
    first = [cell for cell in filled if not stated or far[cell] <= nearest_figure]
    rest = [cell for cell in filled if cell not in first]
    made_of = {cell: and_needed(reads(cell.formula)) for cell in rest if cell.formula is not None}
    ordered = list(first)
    for figure in stated:
        ordered += [cell for cell in rest if figure in made_of[cell] and cell not in ordered]
        ordered.append(figure)
    return [*ordered, *[cell for cell in rest if cell not in ordered]]


def _is_filled(cell: Cell) -> bool:
    """Whether an author filled it with a formula, and no kind of theirs hands on to a part what is filled of itself."""
    instance, read = cell.instance, reads(cell.formula)
    if instance is None or not read or not is_input(cell):
        return False
    if filled_by_author(instance, cell.name) is None:
        return False
    holders = set(_holders(instance))
    return not all(one.form == "input" and one.instance in holders for one in read)


def _holders(instance: Instance) -> Iterator[Instance]:
    """The objects around an object, without the design."""
    holder = instance.owner
    while holder is not None and holder.owner is not None:
        yield holder
        holder = holder.owner


def _distances(way: Way) -> dict[Cell, int]:
    """How many formulas lie between a rule and each quantity that it hangs on."""
    found = {cell: 0 for cell in reads(way.rule.condition)}
    waiting = list(found)
    for cell in waiting:  # grows while it is read
        for needed in way.below(cell):
            if needed not in found:
                found[needed] = found[cell] + 1
                waiting.append(needed)
    return found


__all__ = ["with_filled"]
