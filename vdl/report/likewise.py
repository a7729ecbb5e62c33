"""Steps of a calculation that differ in nothing but their numbers: the first of them whole, of the others what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vdl.report import model as m
from vdl.report.formulas import object_named
from vdl.text.phrases import joined, phrase

_MOST, _WHOLE = 4, 2
"""Of more steps of one formula so many stand whole."""


def likewise(working: m.Working) -> m.Working:
    """A calculation in which very many steps of one formula are told by their results. It still leads to each of them."""
    groups: dict[tuple[str, str], list[int]] = {}
    for at, step in enumerate(working.steps):
        if step.path and step.follows_up and not step.label and step.result and step.formula:
            groups.setdefault((step.path.rpartition(".")[2], step.formula), []).append(at)
    long = [places for places in groups.values() if len(places) > _MOST]
    if not long:
        return working
    last = {places[_WHOLE - 1]: places[_WHOLE:] for places in long}
    gone = {at for places in last.values() for at in places}
    terms = joined("; ", [step.formula for step in working.steps if not step.result])
    steps: list[m.Step] = []
    for at, step in enumerate(working.steps):
        steps += [step] if at not in gone else []
        if at in last:
            steps.append(_told([working.steps[one] for one in last[at]], terms))
    paths = tuple([("", working.steps[at].path) for at in sorted(gone) if working.steps[at].path])
    return replace(working, steps=tuple(steps), also=(*working.also, *paths))


def _told(steps: Sequence[m.Step], terms: str) -> m.Step:
    """What each of these is of, with its result, where the `terms` of a sum have not told that; of what all cite, each source
    once."""
    results = [joined(" ", (object_named(step.name) or step.name, step.result)) for step in steps]
    if all(f"{one};" in f"{terms};" for one in results):
        results = [phrase("{rest} more", rest=len(results))]
    cites = {cite.number: cite for step in reversed(steps) for cite in reversed(step.cites)}
    return m.Step("", joined("; ", results), "", "", note=phrase("in the same way:"), follows_up=True,
                  cites=tuple([cites[number] for number in sorted(cites)]))  # fmt: skip


__all__ = ["likewise"]
