"""What only got another name: found where all but the name is equal, and put in its place before two snapshots are compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from vdl.resolve.modules import Declared, called, matched
from vdl.snapshot.change import Renames, objects
from vdl.snapshot.records import Figure, ShownValue, Snapshot
from vdl.text.renamed import renaming, rewording
from vdl.text.written import spelled
from vdl.words import values as show

_PROSE = frozenset(["assumed", "citation", "figures", "margin", "owner", "reason", "text", "title", "why"])
"""Fields that hold sentences, in which a name may be a word like any other."""


def by_files(old: Snapshot, new: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Both sides with what files declare under one name, whatever the files are called, wherever they lie and under which names
    they are imported: that of the new file. What belongs to a file belongs to the new one."""
    fitting = matched(old.files, new.files)
    return _by_files(old, fitting), _by_files(new, {})


def _by_files(found: Snapshot, fitting: Mapping[str, Declared]) -> Snapshot:
    rename = called(found.files, fitting)
    made: Snapshot = _replaced(found._replace(figures={}, sources=(), files=()), rename)

    def file(name: str) -> str:
        return fitting[name].file if name in fitting else name

    figures = [one._replace(file=file(one.file), path=rename(one.path), written=rename(one.written))
               for one in found.figures.values()]  # fmt: skip
    sources = [one._replace(file=file(one.file)) for one in found.sources]
    files = [one._replace(file=fitting[one.file].file, name=fitting[one.file].name) if one.file in fitting else one
             for one in found.files]  # fmt: skip
    return made._replace(figures=_keyed(figures), sources=tuple(sources), files=tuple(files))


def _keyed(figures: Iterable[Figure]) -> dict[tuple[str, str], Figure]:
    return {(one.file, one.path): one for one in figures}


def renamed(found: Snapshot, pairs: Renames) -> Snapshot:
    """A snapshot with paths by their other names, wherever they stand."""
    if not pairs:
        return found
    rename = rewording(pairs)
    changed: Snapshot = _replaced(found._replace(figures={}, sources=(), files=()), rename)
    of_files = _held(found)
    again = renaming([(old, new) for old, new in pairs if old in of_files])
    figures = [one._replace(path=again(one.path)) for one in found.figures.values()]
    return changed._replace(figures=_keyed(figures), sources=found.sources, files=found.files)


def renamed_lines(bill: Mapping[str, ShownValue], pairs: Renames) -> dict[str, ShownValue]:
    """The lines of a bill by other names of the objects that they are of, which stand in them as words: "Spent: costs here"."""
    words = {old.rpartition(".")[2].replace("_", " "): new.rpartition(".")[2].replace("_", " ") for old, new in pairs}

    def name(line: str) -> str:
        return ": ".join([", ".join([words.get(one, one) for one in part.split(", ")]) for part in line.split(": ")])

    return {name(line): one for line, one in bill.items()}


def _held(found: Snapshot) -> frozenset[str]:
    """The paths of the objects of files, of which there are figures."""
    return frozenset([_holder(path) for _, path in found.figures])


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
    return (*found, *_paired(_of_files(old, new), _of_files(new, old)))


def _of_files(found: Snapshot, other: Snapshot) -> dict[str, Hashable]:
    """All that is stated of each object of a file that the other side's file has not, without its name."""
    there = {(one.file, f"{one.name}.{name}") for one in other.files for name, _ in one.objects}
    kinds = {(one.file, f"{one.name}.{name}"): kind for one in found.files for name, kind in one.objects}
    made: dict[tuple[str, str], list[str]] = {}
    for (file, path), one in found.figures.items():
        holder = ".".join(path.split(".")[:2])
        if (file, holder) in kinds and (file, holder) not in there:
            made.setdefault((file, holder), []).append(f"{path.removeprefix(holder)} {spelled(one.written)} {one.citation}")
    return {path: (file, kinds[file, path], tuple(sorted(stated))) for (file, path), stated in made.items()}


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
    return {path: (_holder(path), tuple(sorted(items))) for path, items in sorted(made.items()) if items}


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


__all__ = ["by_files", "renamed", "renamed_lines", "renames"]
