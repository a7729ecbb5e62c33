"""Calculations of a section that say the same of several things, as one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from vdl.report import model as m


def merged(blocks: Iterable[m.Block]) -> list[m.Block]:
    """Blocks in their order; calculations that differ in nothing but what they are of stand once, with all the titles."""
    made: list[m.Block] = []
    places: dict[Hashable, int] = {}
    for block in blocks:
        key = _key(block) if isinstance(block, m.Working) and block.path else None
        first = made[places[key]] if key in places else None
        if isinstance(block, m.Working) and isinstance(first, m.Working):
            made[places[key]] = _with(first, block)
            continue
        if key is not None:
            places[key] = len(made)
        made.append(block)
    return made


def _with(first: m.Working, other: m.Working) -> m.Working:
    """A calculation that is that of another thing, too; it leads to where either has its parts from."""
    more = other.elsewhere if other.elsewhere != first.elsewhere else ()
    between = (m.Text("; "),) if more else ()
    led = [("", step.path) for step in other.steps if step.path]
    return replace(first, also=(*first.also, (other.title, other.path), *led, *other.also),
                   elsewhere=(*first.elsewhere, *between, *more))  # fmt: skip


def _key(working: m.Working) -> Hashable:
    """What is said in a calculation, without the titles of what it is of, and of what that lies in."""
    owner, between, name = working.title.rpartition(": ")

    parts = owner.split(", ")
    owners = [", ".join(parts[:to]) for to in range(len(parts), 0, -1)] if between else []

    def said(text: str) -> str:
        for one in owners:
            text = text.replace(one, "…")
        return text

    steps = [
        (step.label, said(step.formula), step.numbers, step.result, step.decides, step.note, step.cites, said(step.name))
        for step in working.steps
    ]  # fmt: skip
    elsewhere = [said(part.text) for part in working.elsewhere if isinstance(part, m.Text)]
    return (name, tuple(steps), working.outcome, working.doc, working.note, tuple(elsewhere))
