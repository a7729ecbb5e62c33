"""What the numbers of a design stand on: which sources and assumptions moved, are new, or stayed though the number changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vdl.cli.differences import Difference
from vdl.query.edits import Edit
from vdl.snapshot.change import Change
from vdl.snapshot.records import Input, ShownValue, Snapshot
from vdl.words import values as show

_CITED = ("input", "object", "option", "figure", "words")
"""What a citation can stand behind."""


class Sources:
    """The inputs and figures of both sides, by the paths of the new one."""

    def __init__(self, one: Difference) -> None:
        assert one.changes is not None
        old, new = one.changes.sides
        self.old, self.new = _inputs(old), _inputs(new)
        self.cited = [_citations(old), _citations(new)]

    @staticmethod
    def is_number(each: Change) -> bool:
        """Whether it is a number that changed, and not what it stands on."""
        words = [cell for cell in each.cells if isinstance(cell, str)] if each.note else []  # of files, where nobody looked
        return any(isinstance(cell, ShownValue) for cell in each.cells) or any(one[:1].isdigit() for one in words)

    def is_cited(self, each: Change) -> bool:
        return bool(self.cited[1].get(each.name))

    def stayed(self, edit: Edit) -> str:
        """The source of what was edited, where that is the same on both sides; else ""."""
        before, after = [cited.get(edit.name, "") for cited in self.cited]
        return after if edit.sort in _CITED and before == after else ""

    def begun(self) -> Iterator[Change]:
        """What the author states on the new side alone, and says where it is from; what is assumed first."""
        for path, one in sorted(self.new.items(), key=lambda pair: not pair[1].assumed):
            if path not in self.old and one.citation and one.origin != "library":
                words = show.text(*one.value) if one.value is not None else one.words
                yield Change("assumptions", path, (None, f"{words}, {one.citation}"))

    def is_typed(self, path: str) -> bool:
        """Whether a number was written as one, and not worked out from others."""
        one = self.new.get(path) or self.old.get(path)
        return one is not None and not one.computed and one.origin != "default"


def _inputs(found: Snapshot) -> Mapping[str, Input]:
    return {one.path: one for one in found.inputs}


def _citations(found: Snapshot) -> Mapping[str, str]:
    read = {path: one.citation for (_, path), one in found.figures.items()}
    return {**read, **{one.path: one.citation for one in found.inputs}}


__all__ = ["Sources"]
