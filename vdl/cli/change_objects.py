"""Objects that stand on one side only: what they refer to, and what is stated of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vdl.cli.change_seen import Seen
from vdl.cli.change_sources import Sources
from vdl.cli.change_words import MOST, code, text
from vdl.query.edits import Edit
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.snapshot.changes_bought import is_object
from vdl.snapshot.records import Input
from vdl.text.diagnostics import several
from vdl.words import values as show

_TOLD = 4
"""Objects of which that is told."""

_COLUMNS = (m.Column(""), m.Column("is"), m.Column("source"))


class _Row(NamedTuple):
    path: str
    words: str
    source: str
    more: int = 0
    """How many others of that name refer to the same."""


class Objects:
    """What is told of objects that are new or gone. `told` are the paths of their inputs that are told of, `begun` is how those
    of new objects begin."""

    def __init__(self, seen: Seen, sources: Sources) -> None:
        self._seen = seen
        self._sources = sources
        self._edits = [edit for edit in seen.one.edits if edit.sort in ("added", "removed")]
        self.begun = tuple([f"{name}." for edit in self._edits if edit.sort == "added" for name in edit.all_names])
        self._tables = [(edit, *self._rows(edit)) for edit in self._edits[:_TOLD]]
        self.told = {row.path for _, rows, _, _ in self._tables for row in rows[:MOST]}

    def blocks(self, where: Callable[[str], str]) -> Iterator[m.Block]:
        """A table for each object; `where` says at which line an input of the new side stands: " (box.vdl:3)"."""
        for edit, rows, alike, other in self._tables:
            made = [m.Row((self._name(row, where if edit.sort == "added" else None), text(row.words), text(row.source)))
                    for row in rows[:MOST]]  # fmt: skip
            left = len(rows) - len(made)
            rest = [f"and {several(left, 'more figure')}"] if left else []
            rest += [f"{several(alike, 'figure')} as {other} has {'it' if alike == 1 else 'them'}"] if alike else []
            made += [m.Row((text("; ".join(rest)), (), ()))] if rest else []
            if rows:
                kind = edit.after or edit.before
                more = f" and {edit.also:,} more of that name" if edit.also else ""
                name = f"{edit.name}{more} ({kind})"
                caption = f"The new {name}" if edit.sort == "added" else f"What is gone with {name}"
                yield m.Table(caption, _COLUMNS, tuple(made))

    @staticmethod
    def _name(row: _Row, where: Callable[[str], str] | None) -> m.Prose:
        more = f" and {row.more:,} more of that name" if row.more else ""
        place = where(row.path) if where is not None and " " not in row.path else ""
        return (*code(row.path), m.Text(f"{more}{place}"))

    def _rows(self, edit: Edit) -> tuple[list[_Row], int, str]:
        """What it refers to, then its figures, those first that no other object of its kind has; how many figures another one has
        too, and which."""
        side = 0 if edit.sort == "removed" else 1
        inputs = (self._sources.old, self._sources.new)[side]
        begin = f"{edit.name}."
        own = [one for path, one in inputs.items() if path.startswith(begin) and one.origin not in ("library", "default")]
        rows: dict[tuple[str, str], _Row] = {}
        for one in [one for one in own if _refers(one) and not f"{one.words}.".startswith(begin)]:
            key = one.path.rpartition(".")[2], one.words
            row = _Row(one.path, one.words, one.citation)
            rows[key] = rows[key]._replace(more=rows[key].more + 1) if key in rows else row
        for placed in self._seen.changes.sides[side].placements:
            if f"{placed.path}.".startswith(begin) and not placed.on.startswith(begin):
                key = "placed on", placed.on
                row = _Row(f"{placed.path} placed on", " via ".join([placed.on, *placed.through]), "")
                rows[key] = rows[key]._replace(more=rows[key].more + 1) if key in rows else row
        numbers = [one for one in own if one.value is not None and (not one.computed or one.path.count(".") == begin.count("."))]
        numbers += [one for one in own if is_object(one) and not _refers(one)]  # labels
        other = self._like(edit, numbers, side)
        alike = {one.path for one in numbers if _same(one, inputs.get(f"{other}{one.path[len(edit.name):]}"))} if other else set()
        numbers = sorted([one for one in numbers if one.path not in alike], key=lambda one: not one.assumed)
        figures = [_Row(one.path, show.text(*one.value) if one.value is not None else one.words, one.citation) for one in numbers]
        return [*rows.values(), *figures], len(alike), other

    def _like(self, edit: Edit, numbers: list[Input], side: int) -> str:
        """The object of the same kind that stays, and has the most of its figures; "" where there is none."""
        design = (self._seen.one.old, self._seen.one.new)[side]
        if design is None or design.compiled is None:
            return ""
        inputs = (self._sources.old, self._sources.new)[side]
        kinds = {one.path: one.kind.named() for one in design.compiled.solved.graph.instances}
        around = {name for one in self._edits for name in one.all_names}
        best, found = 0, ""
        for path, kind in kinds.items():
            if path not in around and kind is kinds.get(edit.name):
                alike = sum(_same(one, inputs.get(f"{path}{one.path[len(edit.name):]}")) for one in numbers)
                best, found = max((best, found), (alike, path), key=lambda pair: pair[0])
        return found


def _refers(one: Input) -> bool:
    """Whether something is an object that stands elsewhere: of those of files the words begin with the file."""
    return is_object(one) and "." in one.words


def _same(one: Input, other: Input | None) -> bool:
    return other is not None and one._replace(path="") == other._replace(path="")


__all__ = ["Objects"]
