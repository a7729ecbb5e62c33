"""Holding a program to the lock of its root: what it stands on, and what of that has moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import vdl
from vdl import errors
from vdl.lock.records import Change, Lock, Pins, Section, digest, short
from vdl.lock.text import read
from vdl.parse.load import EDITION, LoadedFile, Program
from vdl.text.diagnostics import Diagnostic, Severity
from vdl.text.source import LIBRARY, Source, Span
from vdl.world import LockFile, ReadError, World

COMPILER: Mapping[str, str] = {"edition": EDITION, "vdl": vdl.__version__}


def pins(world: World, programs: Iterable[Program], layout: Mapping[str, str], themes: Mapping[str, str]) -> Pins:
    """All that some programs stand on, and the files of `themes`. An entry is what its author works on, and is pinned only where
    another imports it."""
    found: dict[Section, dict[str, str]] = {"compiler": dict(COMPILER), "layout": dict(layout), "library": {}, "files": {}}
    found["files"].update(themes)
    for program in programs:
        for file in _stood_on(program):
            name = world.pinned_name(file.name, program.entry)
            found[_section(name)][name] = digest(file.source.text)
    return found


def held(world: World, program: Program) -> list[Diagnostic]:
    """What is not as the lock of its root has it: warnings, or errors where nothing may move; nothing without a lock."""
    file = world.lock(program.entry)
    if file is None or program.entry not in program.files:
        return []
    lock = opened(file)
    if not isinstance(lock, Lock):
        return [lock]
    severity: Severity = "error" if file.frozen else "warning"
    said = list(_versions(lock, "compiler", COMPILER, severity))
    moved: list[LoadedFile] = []
    missing: list[LoadedFile] = []
    for one in _stood_on(program):
        name = world.pinned_name(one.name, program.entry)
        pinned = lock.pins.get(_section(name), {}).get(name)
        now = digest(one.source.text)
        if pinned is None:
            missing.append(one)
        elif pinned != now and name.startswith(LIBRARY):
            moved.append(one)
        elif pinned != now:
            said.append(errors.file_moved(lock.places["files", name], one.name, short(pinned), short(now), severity))
    imported = [errors.not_in_lock(span, one.name, severity) for one in missing if (span := _import(program, one)) is not None]
    unseen = [one for one in missing if one.source.is_library] if not imported else []
    if moved or unseen:
        said.append(_library(world, lock, moved, unseen, file.name, severity))
    return said + imported


def held_layout(file: LockFile, layout: Mapping[str, str]) -> list[Diagnostic]:
    """What lays pages out, and is not as the lock has it. A lock that can't be read has been told of."""
    lock = opened(file)
    if not isinstance(lock, Lock):
        return []
    return list(_versions(lock, "layout", layout, "error" if file.frozen else "warning"))


def held_files(file: LockFile, now: Iterable[tuple[str, str, str]]) -> list[Diagnostic]:
    """Files of a theme that are not as the lock has them: what it calls each, what people call it, and its digest."""
    lock = opened(file)
    if not isinstance(lock, Lock):
        return []
    severity: Severity = "error" if file.frozen else "warning"
    said = []
    for name, shown, pin in now:
        pinned = lock.pins.get("files", {}).get(name)
        if pinned is None:
            said.append(errors.not_in_lock(Span(lock.source, 0, 0), shown, severity))
        elif pinned != pin:
            said.append(errors.file_moved(lock.places["files", name], shown, short(pinned), short(pin), severity))
    return said


def opened(file: LockFile) -> Lock | Diagnostic:
    """A lock file that was read, or what is wrong with it."""
    if file.text is None:
        return errors.no_lock(file.name)
    if isinstance(file.text, ReadError):
        return errors.unreadable_lock(file.name, _REASONS.get(file.text.slug) or str(file.text.detail))
    return read(Source(file.name, file.text))


_REASONS = {"not-utf8": "it is not UTF-8 text", "file-too-large": "it is too large"}


def _stood_on(program: Program) -> Iterator[LoadedFile]:
    return (file for name, file in program.files.items() if name != program.entry)


def _section(name: str) -> Section:
    return "library" if name.startswith(LIBRARY) else "files"


def _versions(lock: Lock, section: Section, now: Mapping[str, str], severity: Severity) -> Iterator[Diagnostic]:
    pinned = lock.pins.get(section, {})
    for name in sorted(now):
        if pinned.get(name) != now[name]:
            span = lock.places.get((section, name)) or Span(lock.source, 0, 0)
            yield errors.version_moved(span, name, short(pinned.get(name, "")), short(now[name]), severity)


def _import(program: Program, file: LoadedFile) -> Span | None:
    """Where a file that is no library file imports it."""
    for importer in program.files.values():
        for target, node in importer.imports.values():
            if target == file.name and not importer.source.is_library:
                return Span(importer.source, node.start, node.end)
    return None


def _library(
    world: World, lock: Lock, moved: Iterable[LoadedFile], unseen: Iterable[LoadedFile], name: str, severity: Severity
) -> Diagnostic:
    """That the library is another: told of all its files that are pinned, so that many designs say it once."""
    now = {one.name: digest(one.source.text) for one in moved}
    for file in lock.pins.get("library", {}):
        text = world.read(file)
        now[file] = digest(text) if isinstance(text, str) else ""
    changed = [
        Change("library", file, short(pinned), short(now[file]))
        for file, pinned in lock.pins.get("library", {}).items() if now[file] != pinned
    ]  # fmt: skip
    changed += [Change("library", one.name, "", short(digest(one.source.text))) for one in unseen]
    first = next((lock.places["library", one.name] for one in changed if ("library", one.name) in lock.places), None)
    return errors.library_moved(first, name, [(one.name, one.before, one.after) for one in changed], severity)


__all__ = ["COMPILER", "held", "held_files", "held_layout", "opened", "pins"]
