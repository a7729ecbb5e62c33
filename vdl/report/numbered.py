"""The numbers of tables and figures: given once, when all blocks of a report are made, so that every format has the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count

from vdl.report import model as m


def numbered(sections: Iterable[m.Section]) -> tuple[m.Section, ...]:
    """The sections with a number at every table and figure in them. A table without a caption has that of its section."""
    tables, figures = count(1), count(1)

    def blocks(given: Iterable[m.Block], around: str) -> tuple[m.Block, ...]:
        return tuple([block(one, around) for one in given])

    def block(given: m.Block, around: str) -> m.Block:
        match given:
            case m.Section():
                return section(given)
            case m.Table():
                return replace(given, caption=given.caption or around, number=next(tables))
            case m.Chart() | m.Piles() | m.Diagram():
                return replace(given, title=given.title or around, number=next(figures))
            case m.Callout():
                return replace(given, blocks=blocks(given.blocks, given.title))
            case m.Beside():
                return replace(given, before=blocks(given.before, given.title), after=blocks(given.after, given.title))
            case _:
                return given

    def section(given: m.Section) -> m.Section:
        return replace(given, blocks=blocks(given.blocks, given.title))

    return tuple([section(one) for one in sections])
