"""What an author changed between two texts of a design, as a record, and the lines that say so of several objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from vdl.compilation import Compilation, Solved
from vdl.graph.identity import CellId
from vdl.records import NamedTuple
from vdl.values import Value

Sort = Literal[
    "input", "object", "formula", "bound", "rule", "placement", "choice", "option", "words", "figure", "added", "removed",
]  # fmt: skip


class Compiled(NamedTuple):
    """One side of a comparison."""

    compilation: Compilation
    solved: Solved


class Edit(NamedTuple):
    """Something that is written otherwise, or on one side only. `where` is "design.vdl:9", of the new side if it is there.

    `cells` are the quantities that it fills, as the old side calls them, each with its new value; `fills` is what would fill it
    on top of the old side, for what is no number there. Both are empty of what is no input.
    """

    sort: Sort
    name: str
    before: str
    after: str
    where: str
    cells: tuple[tuple[CellId, Value], ...] = ()
    fills: str = ""
    also: int = 0
    """How many more of that name the same line fills."""
    names: tuple[str, ...] = ()
    """All that the line fills or says, one for each object, where they are several."""
    choice: str = ""
    """The `choose` among whose options it is, for a figure that neither side has looked up for what it took."""

    @property
    def is_input(self) -> bool:
        return bool(self.cells or self.fills)

    @property
    def all_names(self) -> tuple[str, ...]:
        return self.names or (self.name,)


def merged(found: Iterable[Edit]) -> Iterator[Edit]:
    """Edits by their lines: one line may say the same of several objects."""
    groups: dict[tuple[str, ...], list[Edit]] = {}
    for one in found:
        groups.setdefault((one.sort, *_said(one), one.where), []).append(one)
    for group in groups.values():
        cells = {cell: value for one in group for cell, value in one.cells}
        fills = group[0].fills if len(group) == 1 else ""
        names = tuple([one.name for one in group]) if len(group) > 1 else ()
        yield group[0]._replace(cells=tuple(cells.items()), fills=fills, also=len(group) - 1, names=names)


def _said(one: Edit) -> tuple[str, ...]:
    """What an edit says, without the object that it says it of: what is put in the place of another says it of that alone."""
    if one.sort == "object":
        return one.name, one.before, one.after
    if one.sort == "placement":  # what stands in an object may be placed on what stands beside it
        texts = one.name, one.before, one.after
        holders = [one.name[: at + 1] for at, sign in enumerate(one.name) if sign == "."]
        begin = max([holder for holder in holders if all(text.startswith(holder) for text in texts if text)], key=len, default="")
        return tuple([text.removeprefix(begin) for text in texts])
    return one.name.rpartition(".")[2], one.before, one.after


__all__ = ["Compiled", "Edit", "Sort", "merged"]
