"""What several diagnostics say of one cause, in one."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.text.diagnostics import Diagnostic, enumerated

_NAMED = 8
"""Sums that are named of those that lack a figure of one object."""


def together(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sums that are not stated for want of what one object states are said once, where the first of them is."""
    found: list[Diagnostic] = []
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for said in diagnostics:
        if said.slug != "partly-stated" or said.span is None or not said.subject:
            found.append(said)
            continue
        group = groups.setdefault(said.span.key(), [])
        if not group:
            found.append(said)
        group.append(said)
    merged = {id(group[0]): _merged(group) for group in groups.values() if len(group) > 1}
    return [merged.get(id(said), said) for said in found]


def _merged(group: list[Diagnostic]) -> Diagnostic:
    """The one that needs most, with the names of the others."""
    said = max(group, key=lambda one: sum(note.count("`") for note in one.notes))
    others = sorted({one.subject for one in group} - {said.subject})
    if not others:
        return said
    named = f"`{others[0]}` is" if len(others) == 1 else f"{enumerated(others[:_NAMED], 'and')} are"
    if len(others) > _NAMED:
        named = f"{enumerated(others[:_NAMED], 'and')} and {len(others) - _NAMED:,} more are"
    return said._replace(notes=(*said.notes, f"for the same reason {named} not stated"))


__all__ = ["together"]
