"""What two reports of a design do not say alike: the old and the new text of each section, to stand side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from vdl.report import model as m
from vdl.report.shown.provenance import FILES


def changed(old: m.Report, new: m.Report) -> tuple[m.Beside, ...]:
    """The sections that differ, in the order of the new report, then those that are gone; without what only has another number.

    The list of references is left out, since its numbers follow from the rest, and the digests of files, which say nothing of a
    design.
    """
    return tuple(_changed(_sections(old.sections), _sections(new.sections), ""))


_Sections = dict[str, m.Section]


def _sections(blocks: tuple[m.Block, ...]) -> _Sections:
    return {block.anchor: block for block in blocks if isinstance(block, m.Section)}


def _changed(old: _Sections, new: _Sections, within: str) -> Iterator[m.Beside]:
    moved = _moved(old, new)
    for anchor in dict.fromkeys([*new, *[one for one in old if one not in moved.values()]]):
        sides = old.get(moved.get(anchor, anchor)), new.get(anchor)
        title = within + next(one.title for one in sides[::-1] if one is not None)
        before, after = (_own(one) for one in sides)
        if _plain(before) != _plain(after):
            yield m.Beside(title, before, after)
        was, now = (_sections(one.blocks) if one is not None else {} for one in sides)
        yield from _changed(was, now, title + ": ")


def _moved(old: _Sections, new: _Sections) -> dict[str, str]:
    """Sections whose titles tell a figure that changed ("Pool: 2 boxes"), with what they were: those that begin alike."""
    gone, come = [{anchor: one.title.partition(":")[0] for anchor, one in mine.items() if anchor not in others}
                  for mine, others in ((old, new), (new, old))]  # fmt: skip
    found = {}
    for anchor, begin in come.items():
        fitting = [other for other, its in gone.items() if its == begin]
        if len(fitting) == 1 and list(come.values()).count(begin) == 1:
            found[anchor] = fitting[0]
    return found


def _own(section: m.Section | None) -> tuple[m.Block, ...]:
    """What stands in a section itself."""
    blocks = section.blocks if section is not None else ()
    return tuple([block for block in blocks if not isinstance(block, (m.Section, m.References)) and not _is_of_files(block)])


def _is_of_files(block: m.Block) -> bool:
    return isinstance(block, m.Table) and block.columns == FILES


def _plain(value: object) -> object:
    """A piece of a report without the numbers of its citations, which move with those before them."""
    if isinstance(value, m.Cite):
        return value.where
    if isinstance(value, tuple):
        return tuple([_plain(one) for one in value])
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return type(value), tuple([_plain(getattr(value, field.name)) for field in dataclasses.fields(value)])
    return value


__all__ = ["changed"]
