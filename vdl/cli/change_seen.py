"""What is shown of a change, and looked at in several places: its rows, and what they are of."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.cli.change_words import sides
from vdl.cli.differences import Difference
from vdl.graph.order import operations
from vdl.snapshot.beside import difference
from vdl.snapshot.change import Change, Section
from vdl.snapshot.compared import Cell
from vdl.snapshot.records import ShownValue
from vdl.words.deciding import listed
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

    def taken(self) -> list[Change]:
        """What is another object: what a `choose` takes, and what an edit put in its place."""
        edited = {edit.name for edit in self.one.edits if edit.sort in ("object", "placement")}
        models = [each for each in self.of("models") if each.name in edited and (
            all(isinstance(cell, str) for cell in each.cells) or each.name.endswith(" placed on"))]  # fmt: skip
        return [*self.chosen(), *[each for each in models if each not in self.chosen()]]

    def settled(self) -> list[Change]:
        """Open points that are open no more since they are accepted in vain, which is told of that."""
        vain = [each.name for each in self.of("verdict") if each.bearing == "worse"]
        points = [each for each in self.of("open_points") if each.bearing != "worse"]
        return [each for each in points if any(f"`{each.name}`" in said or f"`{each.name} at " in said for said in vain)]

    def totals(self) -> list[Change]:
        """Sums that changed."""
        return [each for each in self.of("bill") if each.unit.made_of and difference(each.row, 1)]

    def is_running(self, each: Change) -> bool:
        """Whether a value adds up along its labels: what is said at the last one is all of it."""
        new = self.one.new
        values = new.compiled.solved.solution.values if new is not None and new.compiled is not None else {}
        formulas = [cell.formula for cell in values if cell.path == each.name]
        return any(op.op == "running_sum" for op in operations(formulas))

    def places(self, places: Sequence[str]) -> str:
        """ "at y1", "at y1 and y3", "at y1, y2 and 3 more"; "from y2 on" of labels up to the last one of an axis along which what
        is bought stays."""
        new = self.one.new
        axes = new.compiled.compilation.names.axes.values() if new is not None and new.compiled is not None else ()
        if len(places) > 1 and any(axis.kept and axis.labels[-len(places) :] == [*places] for axis in axes):
            return f"from {places[0]} on"
        return f"at {listed(places, 2 if len(places) > 3 else 3)}"

    def bill(self) -> list[Change]:
        """What bills come to, each sum of one row of theirs once, and the sums of the design that are not the same once more."""
        found = self.of("bill")
        values = {name for found in self.changes.sides for name in found.values}
        told = {(sides(each), each.at) for each in found if each.name not in values}
        found = [each for each in found if each.name not in values or (sides(each), each.at) not in told]
        names = [each.name for each in found]
        once: dict[object, Change] = {}
        for each in found:
            of = each.name.split(": ")[-2:-1] if each.unit.made_of else [each.name]
            at = each.at if names.count(each.name) > 1 else ()  # what is paid at one label alone is all there is
            once.setdefault((*(of or [each.name]), sides(each), at), each)
        return list(once.values())

    def is_nothing(self, each: Change) -> bool:
        """Whether a row says no more than that there is nothing of something new, or what the row of its count says, too."""
        values = [cell.value for cell in each.cells if isinstance(cell, ShownValue)]
        if each.section == "bill" and None in each.cells:
            return values == [0]
        if each.section != "new":
            return False
        counts = [one for one in self.counts if (one.name, one.at) == (each.name, each.at)]
        return values == [0] or None in each.cells or any(difference(one.row, 1) == difference(each.row, 1) for one in counts)

    def is_by_choice(self, each: Change) -> bool:
        """Whether a figure of a catalog is read on one side alone since a `choose` takes another option."""
        options = [str(cell).partition(" with ")[0] for chosen in self.chosen() for cell in chosen.cells]
        return each.section == "figures" and each.form != "changed" and any(f".{one}." in f".{each.name}" for one in options)


__all__ = ["Seen"]
