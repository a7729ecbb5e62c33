"""Imports: from the name of one file to all files of a compilation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.parse import kept_trees, parse
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import LIBRARY, Source, Span, file_of, module_of
from vdl.world import ReadError, World, import_name
from vdl.world.caches import Parsed

PRELUDE = LIBRARY + "prelude/"
DOCUMENTS = LIBRARY + "documents/"

EDITION = "2026"
"""The edition of the language that this compiler knows."""


class LoadedFile(NamedTuple):
    """One file: its text, its tree, and what its imports are called in it (name to file name)."""

    source: Source
    tree: s.File
    imports: dict[str, tuple[str, s.Import]]

    @property
    def name(self) -> str:
        return self.source.path


class Program(NamedTuple):
    """All files of a compilation in a fixed order: prelude, then imports before importers, the entry last."""

    files: dict[str, LoadedFile]
    entry: str
    library: tuple[str, ...]
    """The names of all library files, for suggestions."""
    broken: frozenset[str]
    """Files that could not be read or had syntax errors: what is missing in them is not reported again."""


def load(world: World, entry: str, *, documents: bool = False) -> tuple[Program, list[Diagnostic]]:
    """Read the entry, the prelude and everything imported; with `documents`, the library's documents too."""
    loader = _Loader(world, entry)
    for name in loader.library:
        if name.startswith(PRELUDE) or (documents and name.startswith(DOCUMENTS)):
            loader.file(name, None)
    loader.file(entry, None)
    return Program(loader.files, entry, loader.library, frozenset(loader.broken)), loader.found


def library_trees(world: World) -> Iterator[tuple[str, s.File]]:
    """The texts and the trees of all library files that have no faults."""
    for name in world.library():
        text = world.read(name)
        if isinstance(text, str):
            tree, found = parse(Source(name, text))
            if not found:
                yield text, tree


def library_tree(world: World, name: str, text: str) -> s.File:
    """The tree of a file of the library, of which this is the text."""
    return _Loader(world, name).parsed(name, text).tree


class _Loader:
    def __init__(self, world: World, entry: str) -> None:
        self.world = world
        self.entry = entry
        self.library = tuple(world.library())
        self.files: dict[str, LoadedFile] = {}
        self.found: list[Diagnostic] = []
        self.broken: set[str] = set()
        self.open: list[str] = []

    def file(self, name: str, importer: Span | None, written: s.Import | None = None) -> None:
        if name in self.files or name in self.broken:
            return
        if name in self.open:
            assert importer is not None
            ring = [*self.open[self.open.index(name) :], name]
            self.found.append(errors.import_cycle(importer, ring))
            return
        text = self.world.read(name, self.entry)
        if isinstance(text, ReadError):
            self.broken.add(name)
            self._unread(name, text, importer, written)
            return
        source, tree, found = self.parsed(name, text)
        self.found += found
        if found:
            self.broken.add(name)
        self.open.append(name)
        imports: dict[str, tuple[str, s.Import]] = {}
        for item in tree.items:
            if isinstance(item, s.Import):
                self._import(source, item, imports)
        self.open.pop()
        self._edition(source, tree)
        self.files[name] = LoadedFile(source, tree, imports)

    def parsed(self, name: str, text: str) -> Parsed:
        if not name.startswith(LIBRARY):
            source = Source(name, text)
            tree, found = parse(source)
            return Parsed(source, tree, tuple(found))
        shared = self.world.cache.parsed
        known = shared.get(name)
        if known is None or known.source.text != text:
            known = shared[name] = self._library_file(Source(name, text))
        return known

    def _library_file(self, source: Source) -> Parsed:
        cache = self.world.cache
        tree = kept_trees.kept(cache, source.text)
        if tree is not None:
            return Parsed(source, tree, ())
        tree, found = parse(source)
        if not found:
            kept_trees.keep(cache, source.text, tree)
        return Parsed(source, tree, tuple(found))

    def _import(self, source: Source, item: s.Import, imports: dict[str, tuple[str, s.Import]]) -> None:
        span = Span(source, item.start, item.end)
        if item.path is None:
            target = import_name(source.path, item.file)
            name = item.name.name if item.name else item.file.rsplit("/", 1)[-1].removesuffix(".vdl")
        else:
            names = item.path.names
            name = item.name.name if item.name else names[-1]
            if names[0] == "std":
                target = file_of(str(item.path))
                if target not in self.library:
                    modules = [module_of(file) for file in self.library]
                    self.found.append(errors.unknown_module(_path(source, item.path), str(item.path), modules))
                    self.broken.add(target)
                    return
            else:
                target = import_name(source.path, "/".join(names) + ".vdl")
        if name in imports:
            before = imports[name][1]
            if imports[name][0] != target:
                self.found.append(errors.name_taken(span, name, Span(source, before.start, before.end), imported=True))
        imports[name] = (target, item)
        self.file(target, span, item)

    def _unread(self, name: str, fault: ReadError, importer: Span | None, item: s.Import | None) -> None:
        subject = "" if importer is not None else name
        path = str(item.path) if item is not None and item.path is not None else ""
        if fault.slug == "file-not-found" and file_of(path) in self.library:
            self.found.append(errors.file_not_found(importer, name, library=f"std.{path}"))
            return
        report: Any = errors.CATALOG[fault.slug]
        details = [fault.detail] if fault.detail != "" else []
        self.found.append(report(importer, name, *details, subject=subject))

    def _edition(self, source: Source, tree: s.File) -> None:
        first = tree.items[0] if tree.items else None
        if not isinstance(first, s.Edition):
            if source.path not in self.broken:
                self.found.append(errors.edition_missing(Span(source, 0, min(1, len(source.text)))))
        elif first.text != EDITION:
            self.found.append(errors.edition_unknown(Span(source, first.start, first.end), first.text))


def _path(source: Source, path: s.Path) -> Span:
    return Span(source, path.start, path.end)
