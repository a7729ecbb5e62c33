"""What is bought otherwise: models, counts, sums, and how much of each limit is left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vdl.semantics.units import PERCENT, Exact
from vdl.snapshot.change import Bearing, Change, Sides, aligned, by_path, quantities, two
from vdl.snapshot.records import Choice, Input, ShownValue, Snapshot
from vdl.snapshot.worded import placed_words
from vdl.text.written import spelled
from vdl.values import Labels, Place, Scalar, Varying, is_exact
from vdl.words.limits import Limit

_PATH = re.compile(r"[^\W\d][\w.]*( with .*)?", re.DOTALL)


def models(sides: Sides) -> Iterator[Change]:
    """Which objects are taken: by hand, by a `choose`, and what stands on what."""
    old_inputs, new_inputs = by_path(sides.old), by_path(sides.new)
    choices = {choice.path for found in (sides.old, sides.new) for choice in found.choices}
    for path, old, new in aligned(old_inputs, new_inputs):
        words = two(lambda one: one.words if one is not None and one.value is None else None, old, new)
        if path not in choices and words[0] != words[1] and is_object(old or new) and is_object(new or old):
            yield Change("models", path, words)
    for path, one, other in aligned({c.path: c for c in sides.old.choices}, {c.path: c for c in sides.new.choices}):
        taken = _taken(one, old_inputs.get(path)), _taken(other, new_inputs.get(path))
        if taken[0] != taken[1]:
            note = other.objective if other is not None else ""
            yield Change("models", path, taken, note=f"minimizing {note}" if note else "")
        options = two(lambda c: ", ".join([each.words for each in c.options]) if c is not None else None, one, other)
        if options[0] != options[1] and (None not in options or taken[0] == taken[1]):
            yield Change("details", f"{path} chosen among", options)
        if one is not None and other is not None and spelled(one.objective) != spelled(other.objective):
            yield Change("details", f"{path} chosen by", (f"minimizing {one.objective}", f"minimizing {other.objective}"))
    placed = [{one.path: placed_words(one) for one in found.placements} for found in (sides.old, sides.new)]
    for path, before, after in aligned(*placed):
        if before != after:
            yield Change("models", f"{path} placed on", (before, after))


def _taken(choice: Choice | None, filled: Input | None) -> str | None:
    """What a `choose` took, or what is filled in its place."""
    return choice.taken.words if choice is not None else filled.words if filled is not None else None


def is_object(one: Input | None) -> bool:
    if one is None or one.value is not None:
        return False
    return _PATH.fullmatch(one.words) is not None and _PATH.match(one.written) is not None


def counts(sides: Sides) -> Iterator[Change]:
    counts = [{one.path: one.value for one in found.counts} for found in (sides.old, sides.new)]
    for path, old, new in aligned(*counts):
        yield from quantities("counts", path, (old, new))
        grown = two(lambda one: _new(one) if one is not None else None, old, new)
        firsts = [place for one in (old, new) if one is not None for place in _first(one)]
        yield from [change for change in quantities("new", path, grown) if change.at and change.at not in firsts]


def _first(found: ShownValue) -> list[Place]:
    """The first label, where all there is is new."""
    axes = found.value.axes if isinstance(found.value, Varying) else ()
    return [((axis, found.value.labels(axis)[0]),) for axis in axes if isinstance(found.value, Varying)]


def _new(found: ShownValue) -> ShownValue | None:
    """Of a count by the labels of one axis, how many more it is at each than at the one before; at the first, all of them."""
    value = found.value
    if not isinstance(value, Varying) or len(value.axes) != 1:
        return None
    before: Exact = 0
    cells: dict[Labels, Scalar] = {}
    for key, one in value.cells.items():
        if not is_exact(one):
            return None
        cells[key] = max(one - before, 0)
        before = one
    return found._replace(value=Varying(value.axes, cells))


def bill(sides: Sides) -> Iterator[Change]:
    """What the bills come to; and the sums that stand on top of the design. Sums first."""
    found = [change for name, old, new in aligned(sides.old_bill, sides.new_bill)
             for change in quantities("bill", name, (old, new))]  # fmt: skip
    for path, one, other in aligned(sides.old.values, sides.new.values):
        if "." not in path and any(v is not None and v.unit.made_of for v in (one, other)):
            found += quantities("bill", path, (one, other))
    yield from sorted(found, key=lambda change: not change.unit.made_of)


def headroom(sides: Sides) -> Iterator[Change]:
    """How much of each limit is left on both sides, the nearest first; of what is new on the new side alone."""

    def named(found: Snapshot) -> dict[str, Limit]:
        return {one.name: one for one in found.limits}

    known = {name.partition(" at ")[0] for name in named(sides.old)}
    made: list[tuple[Exact, Change]] = []
    for name, old, new in aligned(named(sides.old), named(sides.new)):
        if new is None or (old is not None and old.use == new.use) or (old is None and name.partition(" at ")[0] in known):
            continue
        if new.use > 1:
            continue  # what does not suffice is judged, and told as a verdict
        cells = ShownValue(1 - old.use, PERCENT) if old is not None else None, ShownValue(1 - new.use, PERCENT)
        by = f"{new.by}: " if new.by else ""
        bearing: Bearing = "" if old is None else "worse" if new.use > old.use else "better"
        change = Change("headroom", name, cells, PERCENT, bearing=bearing, note=by + new.figures)
        made.append((-new.use, change))
    yield from [change for _, change in sorted(made, key=lambda pair: pair[0])]


__all__ = ["bill", "counts", "headroom", "is_object", "models"]
