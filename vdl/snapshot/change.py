"""A change between two snapshots, as a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeVar

from vdl.records import NamedTuple
from vdl.semantics.units import ONE, Exact, Unit, divide, size_of
from vdl.snapshot.beside import difference
from vdl.snapshot.compared import Cell, Row, by_labels, row_of, same
from vdl.snapshot.records import Input, ShownValue, Snapshot, Waiver
from vdl.text.phrases import phrase
from vdl.values import Place, Range, is_number, place_text

Section = Literal[
    "verdict", "rules", "open_points", "models", "counts", "new", "bill", "headroom", "assumptions", "waivers", "expectations",
    "asks", "inputs", "figures", "values", "details",
]  # fmt: skip

SECTIONS: Mapping[Section, str] = {
    "verdict": "verdict", "rules": "rules", "open_points": "open points", "models": "models", "counts": "counts",
    "new": "new at a label", "bill": "bill", "headroom": "headroom", "assumptions": "assumptions and sources",
    "waivers": "waivers", "expectations": "expectations", "asks": "questions", "inputs": "inputs",
    "figures": "figures of catalogs", "values": "other values", "details": "what else is judged",
}  # fmt: skip
"""What changes stand under, in the order in which a reviewer wants them; the last three follow from the others."""

FOLLOWS: frozenset[Section] = frozenset(["figures", "values", "details"])

NEAR = 90
"""Days before the end of a waiver from which on it is near."""

T = TypeVar("T")
C = TypeVar("C")
K = TypeVar("K")
Bearing = Literal["worse", "better", ""]
Renames = tuple[tuple[str, str], ...]
"""Paths on the old side, each with what it is called on the new one."""


class Change(NamedTuple):
    """One thing that is not the same: a value, words, or nothing where there is no such thing on that side.

    Values that can be compared are in the unit of the change. `bearing` says whether it is for the worse, of what is judged.
    """

    section: Section
    name: str
    cells: tuple[Cell, Cell]
    unit: Unit = ONE
    at: Place = ()
    bearing: Bearing = ""
    note: str = ""

    @property
    def before(self) -> Cell:
        return self.cells[0]

    @property
    def after(self) -> Cell:
        return self.cells[1]

    @property
    def form(self) -> Literal["added", "removed", "changed"]:
        return "added" if self.before is None else "removed" if self.after is None else "changed"

    @property
    def label(self) -> str:
        """Its name, and where: "box.carts at winter"."""
        return phrase("{name} at {labels}", name=self.name, labels=place_text(self.at)) if self.at else self.name

    @property
    def row(self) -> Row:
        """The two sides as a row of a comparison, whose words are made elsewhere."""
        return Row("counts", self.name, self.unit, self.cells, True, self.at)

    @property
    def share(self) -> Exact | None:
        """How much it changed, as a share of what it was; None where there is no such number."""
        ends = difference(self.row, 1)
        was = self.before.value if isinstance(self.before, ShownValue) else None
        if ends is None or was is None or not is_number(was):
            return None
        most = max(map(size_of, ends))
        base = min(size_of(one) for one in ((was.low, was.high) if isinstance(was, Range) else (was,)))
        return divide(most, base) if base else None


class Due(NamedTuple):
    """A waiver whose last day is near, or past: so many days are left."""

    waiver: Waiver
    days: int


class Changes(NamedTuple):
    """All that changed of a design; `compared` is how many things were looked at, `renamed` what only has another name. `sides`
    are what was found, with the names of the new side."""

    changes: tuple[Change, ...]
    compared: int
    renamed: Renames
    due: tuple[Due, ...]
    sides: tuple[Snapshot, Snapshot]

    def of(self, *sections: Section) -> list[Change]:
        return [one for one in self.changes if one.section in sections]


class Sides(NamedTuple):
    """Two designs, each with what its bills come to and what its questions are answered, by name."""

    old: Snapshot
    new: Snapshot
    old_bill: dict[str, ShownValue]
    new_bill: dict[str, ShownValue]
    old_answers: dict[str, str]
    new_answers: dict[str, str]

    def objects(self) -> tuple[frozenset[str], frozenset[str]]:
        return objects(self.old), objects(self.new)


def by_path(found: Snapshot) -> dict[str, Input]:
    return {one.path: one for one in found.inputs}


def objects(found: Snapshot) -> frozenset[str]:
    """The paths of the objects of a design that have quantities, inputs or rules."""
    paths = [*found.values, *[one.path for one in found.inputs], *[one.path for one in found.rules]]
    held = {path.rpartition(".")[0] for path in paths}
    return frozenset([".".join(path.split(".")[:depth]) for path in held if path for depth in range(1, path.count(".") + 2)])


def names(found: Snapshot) -> frozenset[str]:
    """The paths of all that has a name of its own: objects, quantities, what is judged, and what files declare."""
    judged = [*[one.path for one in found.rules], *[one.full_name for one in found.expectations]]
    paths = [*found.values, *[one.path for one in found.inputs], *judged]
    return objects(found) | {*paths, *[f"{file.name}.{name}" for file in found.files for name, _ in file.objects]}


def aligned(old: Mapping[K, T], new: Mapping[K, T]) -> Iterator[tuple[K, T | None, T | None]]:
    """What both sides have under each name: those of the new one in its order, then what is gone."""
    for name in dict.fromkeys([*new, *old]):
        yield name, old.get(name), new.get(name)


def two(of: Callable[[T], C], old: T, new: T) -> tuple[C, C]:
    """The same of both sides."""
    return of(old), of(new)


def quantities(
    section: Section, name: str, cells: tuple[ShownValue | None, ShownValue | None], note: str = ""
) -> Iterator[Change]:
    """A value that is not the same: once, or at each label where it is not."""
    old, new = cells
    if old is not None and new is not None and same(old, new):
        return
    for row in by_labels(row_of("counts", name, cells)):
        if row.differs:
            yield Change(section, name, (row.cells[0], row.cells[1]), row.unit, row.at, note=note)


__all__ = [
    "FOLLOWS", "NEAR", "SECTIONS", "Bearing", "Change", "Changes", "Due", "Renames", "Section", "Sides", "aligned",
    "by_path", "names", "objects", "quantities", "two",
]  # fmt: skip
