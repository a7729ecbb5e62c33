"""The lists of tables and figures behind the contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from vdl.records import NamedTuple
from vdl.render.wording import wording
from vdl.report.model import Chart, Diagram, Piles, Report, Section, Table, every_block

Numbered = Table | Chart | Piles | Diagram

Entries = list[tuple[int, str, str]]
"""The number, the title and the id of each."""


class _Found(NamedTuple):
    block: Numbered
    section: Section
    """The innermost section that it stands in."""
    top: Section


def lists_of(report: Report, *, on_paper: bool = False) -> list[tuple[str, Entries]]:
    """What stands in each list, under its name; what is called alike in one list names its section, where that tells it from the
    others.

    The tables of an appendix are one entry on paper, as its sections are none in the contents there: they are called as it is, or
    as its sections are.
    """
    words = wording(report)
    found = [_Found(block, section, top) for top in report.sections for block, section in _with_sections(top)]
    tables = [one for one in found if isinstance(one.block, Table)]
    figures = [one for one in found if not isinstance(one.block, Table)]
    lists = {words.tables: _tables(tables, on_paper=on_paper), words.figures: _each(figures)}
    return [(name, entries) for name, entries in lists.items() if entries]


def _tables(found: list[_Found], *, on_paper: bool) -> Entries:
    if not on_paper:
        return _each(found)
    chapters = _each([one for one in found if not one.top.appendix])
    appendices = groupby([one for one in found if one.top.appendix], key=lambda one: one.top.number)
    return [*chapters, *[_together(list(of)) for _, of in appendices]]


def _each(found: list[_Found]) -> Entries:
    places = {(_title(one.block), one.section.number) for one in found}
    alike = Counter([title for title, _ in places])
    return [(one.block.number, _told(one, alike), _id(one.block)) for one in found]


def _told(one: _Found, alike: Counter[str]) -> str:
    title, number = _title(one.block), one.section.number
    return f"{title} ({number})" if alike[title] > 1 and number else title


def _together(found: list[_Found]) -> tuple[int, str, str]:
    """The tables of an appendix: the first, and up to which number they go."""
    first, last = found[0], found[-1]
    title = f"{first.top.number} {first.top.title}".strip()
    upto = f" ({first.block.number}–{last.block.number})" if len(found) > 1 else ""
    return first.block.number, f"{title}{upto}", _id(first.block)


def _with_sections(section: Section) -> Iterator[tuple[Numbered, Section]]:
    """The numbered blocks of a section, each with the innermost section that it stands in."""
    for block in section.blocks:
        if isinstance(block, Section):
            yield from _with_sections(block)
        else:
            for inner in every_block([block]):
                if isinstance(inner, Numbered) and inner.number:
                    yield inner, section


def _title(block: Numbered) -> str:
    return block.caption if isinstance(block, Table) else block.title


def _id(block: Numbered) -> str:
    return f"{'table' if isinstance(block, Table) else 'figure'}-{block.number}"
