"""What is shown of a change, and looked at in several places: its rows, and what they are of."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.cli.change_words import sides
from vdl.cli.differences import Difference
from vdl.snapshot.change import Change, Section
from vdl.snapshot.compared import Cell, difference
from vdl.words.verdicts import EXPECTATIONS


def _is_stated(words: Cell) -> bool:
    return isinstance(words, str) and words.startswith(f"{EXPECTATIONS['differs-as-stated'][0]}:")


class Seen:
    """The changes of one design that are not too small to be shown."""

    def __init__(self, one: Difference, found: Sequence[Change]) -> None:
        assert one.changes is not None
        self.one = one
        self.changes = one.changes
        self.found = found
        self.counts = [each for each in self.of("counts") if each.name not in one.passed_on]
        self.stated = [each for each in self.of("expectations") if all(map(_is_stated, each.cells))]

    def of(self, *sections: Section) -> list[Change]:
        return [each for each in self.found if each.section in sections]

    def chosen(self) -> list[Change]:
        """What a `choose` takes otherwise."""
        choices = {choice.path for found in self.changes.sides for choice in found.choices}
        return [each for each in self.of("models") if each.name in choices and all(isinstance(cell, str) for cell in each.cells)]

    def totals(self) -> list[Change]:
        """Sums that changed."""
        return [each for each in self.of("bill") if each.unit.made_of and difference(each.row, 1)]

    def bill(self) -> list[Change]:
        """What bills come to, and the sums of the design that are not the same once more."""
        found = self.of("bill")
        values = {name for found in self.changes.sides for name in found.values}
        told = {(sides(each), each.at) for each in found if each.name not in values}
        return [each for each in found if each.name not in values or (sides(each), each.at) not in told]

    def is_by_choice(self, each: Change) -> bool:
        """Whether a figure of a catalog is read on one side alone since a `choose` takes another option."""
        options = [str(cell).partition(" with ")[0] for chosen in self.chosen() for cell in chosen.cells]
        return each.section == "figures" and each.form != "changed" and any(f".{one}." in f".{each.name}" for one in options)


__all__ = ["Seen"]
