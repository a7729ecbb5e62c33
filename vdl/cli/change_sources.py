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


_UNCHANGED = "source unchanged"


class Sources:
    """The inputs and figures of both sides, by the paths of the new one."""

    def __init__(self, one: Difference) -> None:
        assert one.changes is not None
        old, new = one.changes.sides
        self.old, self.new = _inputs(old), _inputs(new)
        self.cited = [_citations(old), _citations(new)]
        self.moved = {each.note: each.cells for each in one.changes.of("assumptions") if each.name.startswith("source ")}
        """What is said otherwise of sources, by their titles."""

    @staticmethod
    def is_number(each: Change) -> bool:
        """Whether it is a number that changed, and not what it stands on."""
        words = [cell for cell in each.cells if isinstance(cell, str)] if each.note else []  # of files, where nobody looked
        return any(isinstance(cell, ShownValue) for cell in each.cells) or any(one[:1].isdigit() for one in words)

    def is_cited(self, each: Change) -> bool:
        return bool(self.cited[1].get(each.name))

    def stayed(self, edit: Edit) -> str:
        """ "source unchanged: Data sheet, page 1" of what was edited, where that is so; of a source of which something is said
        otherwise "source: Data sheet, page 1 (date 2026-04 -> date 2026-09)"; else ""."""
        before, after = [cited.get(edit.name, "") for cited in self.cited]
        if edit.sort not in _CITED or before != after or not after:
            return ""
        moved = next((cells for title, cells in self.moved.items() if after.startswith(title)), None)
        if moved is not None:
            return f"source: {after} ({' -> '.join([str(cell or 'not stated') for cell in moved])})"
        why = after.removeprefix("assumed: ")
        return f"{_UNCHANGED}: {after}" if why == after else f"assumed as before: {why}"

    def unchanged(self, edit: Edit) -> str:
        """The source of what was edited, where nothing of that is another: one of both figures it may not have."""
        begin, _, source = self.stayed(edit).partition(": ")
        return source if begin == _UNCHANGED else ""

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
