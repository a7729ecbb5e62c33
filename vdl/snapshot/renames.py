"""What only got another name: found where all but the name is equal, and put in its place before two snapshots are compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from vdl.snapshot.change import Renames, objects
from vdl.snapshot.records import Snapshot
from vdl.text.renamed import rewording
from vdl.words import values as show

_PROSE = frozenset(["assumed", "citation", "figures", "margin", "owner", "reason", "text", "title", "why"])
"""Fields that hold sentences, in which a name may be a word like any other."""


def renamed(found: Snapshot, pairs: Renames) -> Snapshot:
    """A snapshot with paths by their other names, wherever they stand."""
    if not pairs:
        return found
    rename = rewording(pairs)
    changed: Snapshot = _replaced(found._replace(figures={}), rename)
    return changed._replace(figures=found.figures)


def _replaced(item: Any, rename: Callable[[str], str]) -> Any:
    """Records, tuples and tables with all texts in them renamed; values stay as they are."""
    if isinstance(item, str):
        return rename(item)
    if isinstance(item, dict):
        return {rename(key): value for key, value in item.items()}
    if isinstance(item, tuple):
        fields: tuple[str, ...] = getattr(item, "_fields", ())
        if not fields:
            return tuple([_replaced(one, rename) for one in item])
        if "factor" in fields:  # a unit
            return item
        return item._replace(**{  # type: ignore[attr-defined]
            name: _replaced(one, rename) for name, one in zip(fields, item) if name not in _PROSE
        })  # fmt: skip
    return item


def renames(old: Snapshot, new: Snapshot) -> Renames:
    """Objects, quantities, rules and published figures that are gone on one side and new on the other, and equal but for the
    name; of several that are equal, none."""
    held = objects(old), objects(new)
    alone = [_alone(mine, theirs) for mine, theirs in (held, held[::-1])]
    found = list(_paired(_signatures(old, alone[0]), _signatures(new, alone[1]))) if all(alone) else []
    moved = renamed(old, tuple(found))
    for names, of in ((_quantity_names, _quantities), (_rule_names, _rules), (_expectation_names, _expectations)):
        was, now = names(moved), names(new)
        if was - now and now - was:
            found += _paired(of(moved, was - now), of(new, now - was))
    return tuple(found)


Signatures = Mapping[str, Hashable]


def _paired(gone: Signatures, come: Signatures) -> Iterable[tuple[str, str]]:
    for name, sign in gone.items():
        fitting = [other for other, one in come.items() if one == sign]
        if len(fitting) == 1 and sum(one == sign for one in gone.values()) == 1:
            yield name, fitting[0]


def _alone(paths: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """The topmost objects that the other side has not."""
    return frozenset([path for path in paths - others if not _holder(path) or _holder(path) in others])


def _holder(path: str) -> str:
    return path.rpartition(".")[0]


def _signatures(found: Snapshot, paths: frozenset[str]) -> dict[str, Hashable]:
    """All that is known of each object, without its name."""
    made: dict[str, list[tuple[str, str]]] = {path: [] for path in paths}

    def put(path: str, words: str) -> None:
        parts = path.split(".")
        for depth in range(1, len(parts)):
            holder = ".".join(parts[:depth])
            if holder in made:
                inner = re.sub(rf"(?<![\w.]){re.escape(holder)}(?!\w)", "", words)
                made[holder].append((".".join(parts[depth:]), inner))

    for name, one in found.values.items():
        put(name, show.text(*one))
    for filled in found.inputs:
        put(filled.path, filled.words or "")
    for rule in found.rules:
        put(rule.path, rule.outcome)
    for placed in found.placements:
        put(f"{placed.path}. placed on", placed.on)
    return {path: (_holder(path), tuple(sorted(items))) for path, items in made.items() if items}


def _quantity_names(found: Snapshot) -> frozenset[str]:
    return frozenset(found.values)


def _quantities(found: Snapshot, names: frozenset[str]) -> dict[str, Hashable]:
    """Quantities with what fills them, each in its object."""
    filled = {one.path: (one.written, one.citation) for one in found.inputs if one.path in names}
    return {path: (_holder(path), show.text(*found.values[path]), filled.get(path)) for path in sorted(names)}


def _rule_names(found: Snapshot) -> frozenset[str]:
    return frozenset([one.path for one in found.rules])


def _rules(found: Snapshot, names: frozenset[str]) -> dict[str, Hashable]:
    rules = [one for one in found.rules if one.path in names]
    return {one.path: (_holder(one.path), one.severity, one.outcome, one.text, one.detail) for one in rules}


def _expectation_names(found: Snapshot) -> frozenset[str]:
    return frozenset([one.name for one in found.expectations])


def _expectations(found: Snapshot, names: frozenset[str]) -> dict[str, Hashable]:
    figures = [one for one in found.expectations if one.name in names]
    return {one.name: (one.scenario, one.title, one.expression, one.outcome, one.why) for one in figures}


__all__ = ["renamed", "renames"]
