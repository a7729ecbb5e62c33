"""The numbers of tables and figures: given once, when all blocks of a report are made, so that every format has the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
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


def with_numbers(sections: Sequence[m.Section], appendices: Collection[str]) -> list[m.Section]:
    """The sections with their numbers, and behind them the appendices with their letters."""
    body = [one for one in sections if one.anchor not in appendices]
    behind = [one for one in sections if one.anchor in appendices]
    numbers = [*[f"{at}" for at in range(1, len(body) + 1)], *map(_letter, range(len(behind)))]
    behind = [replace(one, appendix=True) for one in behind]
    return [_with_number(one, number) for one, number in zip([*body, *behind], numbers)]


def with_content(blocks: Iterable[m.Block]) -> list[m.Block]:
    """The blocks without those in which nothing stands: a heading promises something below it."""
    made: list[m.Block] = []
    for block in blocks:
        if isinstance(block, m.Section):
            inner = with_content(block.blocks)
            made += [replace(block, blocks=tuple(inner))] if inner else []
        elif not (isinstance(block, m.Facts) and not block.items) and not (isinstance(block, m.References) and not block.entries):
            made.append(block)
    return made


def _letter(at: int) -> str:
    """ "A" to "Z", then "AA" """
    return (_letter(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def _with_number(section: m.Section, number: str) -> m.Section:
    blocks: list[m.Block] = []
    found = 0
    for block in section.blocks:
        if isinstance(block, m.Section):
            found += 1
            block = _with_number(block, f"{number}.{found}")
        blocks.append(block)
    return replace(section, number=number, blocks=tuple(blocks))
