"""The files of a revision, read from git's objects without a checkout."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence

from vdl.text.limits import FILE_SIZE
from vdl.text.source import LIBRARY
from vdl.world import LOCK, Disk, LockFile, ReadError, decode
from vdl.world.git import FOLDER, LINK, SUBMODULE, Entry, Fault, Repository
from vdl.world.roots import holds

_LINKS = 40
"""Links that are followed one after the other."""


class Revision:
    """What a commit holds, by the names that its files have from where the command runs.

    Imports may reach all of the repository, or `root`. The library is `disk`'s, but for one that is a folder of the repository
    (`library`): that one is read at its revision, too. Links are followed as git stores them, within the repository only.
    Where it is `held` to the lock file that it has itself, that is `frozen` or not.
    """

    def __init__(
        self, repository: Repository, commit: str, disk: Disk, *, library: str | None = None, root: str | None = None,
        held: bool = False, frozen: bool = False,
    ) -> None:  # fmt: skip
        self.repository = repository
        self.commit = commit
        self.cache = disk.cache
        self._disk = disk
        self._here = os.path.realpath(os.curdir)
        real = os.path.realpath(library) if library is not None else None
        self._library = self._below(real) if real is not None and holds(repository.top, real) else None
        self._root = os.path.realpath(root) if root is not None else None
        self._listed: list[str] | None = None
        self._held = held
        self._frozen = frozen

    @property
    def holds_library(self) -> bool:
        """Whether the library is the repository's own."""
        return self._library is not None

    def read(self, name: str, entry: str = "") -> str | ReadError:
        path = self._path(name, entry)
        if path is None:
            return self._disk.read(name, entry)
        if isinstance(path, ReadError):
            return path
        found = self._found(path)
        if isinstance(found, ReadError):
            return found
        if found.sort == FOLDER:
            return ReadError("folder-not-file")
        data = self.repository.blob(found.object)
        if isinstance(data, Fault):
            return ReadError("file-too-large", FILE_SIZE) if data.slug == "file-too-large" else ReadError(data.slug)
        return decode(data)

    def _path(self, name: str, entry: str) -> bytes | ReadError | None:
        """Where a file is in the repository; None for one of the library that is none of its files."""
        if name.startswith(LIBRARY):
            below = posixpath.normpath(name[len(LIBRARY) :])
            if self._library is None:
                return None
            if below.startswith("../") or posixpath.isabs(below):
                return ReadError("outside-root")
            return posixpath.join(self._library, os.fsencode(below))
        if "\0" in name:
            return ReadError("file-not-found")
        path = os.path.normpath(os.path.join(self._here, name))
        if not holds(self.repository.top, path):
            return ReadError("outside-root")
        if self._root is not None and name != (entry or name) and not holds(self._root, path):
            return ReadError("outside-root")
        return self._below(path)

    def _below(self, path: str) -> bytes:
        below = os.path.relpath(path, self.repository.top).replace(os.sep, "/")
        return b"" if below == "." else os.fsencode(below)

    def _found(self, path: bytes) -> Entry | ReadError:
        """What lies at a path, through links."""
        waiting = path.split(b"/")[::-1]
        trees = [self.commit]
        links = 0
        while waiting:
            part = waiting.pop()
            if part in (b"", b"."):
                continue
            if part == b"..":
                if len(trees) == 1:
                    return ReadError("outside-root")
                trees.pop()
                continue
            entry = self.repository.tree(trees[-1]).get(part)
            if entry is None:
                return ReadError("file-not-found")
            if entry.sort == SUBMODULE:
                return ReadError("in-submodule")
            if entry.sort == FOLDER:
                trees.append(entry.object)
            elif entry.sort == LINK:
                links += 1
                target = self.repository.blob(entry.object)
                if isinstance(target, Fault) or links > _LINKS:
                    return ReadError("unreadable-file", "its links lead nowhere")
                if target.startswith(b"/"):
                    return ReadError("outside-root")
                waiting += target.split(b"/")[::-1]
            else:
                return entry if not any(waiting) else ReadError("file-not-found")
        return Entry(FOLDER, trees[-1])

    def library(self) -> Sequence[str]:
        if self._library is None:
            return self._disk.library()
        if self._listed is None:
            below = self._found(self._library)
            found = self._files(below.object) if isinstance(below, Entry) and below.sort == FOLDER else ()
            self._listed = sorted([LIBRARY + os.fsdecode(name) for name in found if name.endswith(b".vdl")])
        return self._listed

    def lock(self, entry: str) -> LockFile | None:
        """The lock file of the revision, where it is held to that: what was pinned says nothing of what came before it."""
        if not self._held:
            return None
        path = os.path.join(self._top(), LOCK)
        found = self._found(self._below(path))
        if isinstance(found, ReadError) and not self._frozen:
            return None
        text: str | ReadError | None = None
        if isinstance(found, Entry):
            data = self.repository.blob(found.object)
            text = ReadError(data.slug, FILE_SIZE) if isinstance(data, Fault) else decode(data)
        return LockFile(os.path.relpath(path).replace(os.sep, "/"), text, self._frozen)

    def _top(self) -> str:
        """The real path of the folder below which imports may lie."""
        return self._root if self._root is not None else self.repository.top

    def pinned_name(self, name: str, entry: str) -> str:
        path = None if name.startswith(LIBRARY) else self._path(name, entry)
        if not isinstance(path, bytes):
            return name
        return os.path.relpath(os.path.join(self.repository.top, os.fsdecode(path)), self._top()).replace(os.sep, "/")

    def sort(self, name: str) -> str:
        """What a name stands for here: "file", "folder", "submodule" or "" for nothing."""
        path = self._path(name, "")
        found = self._found(path) if isinstance(path, bytes) else ReadError("file-not-found")
        if isinstance(found, ReadError):
            return "submodule" if found.slug == "in-submodule" else ""
        return "folder" if found.sort == FOLDER else "file"

    def design_files(self, folder: str) -> list[str]:
        """The `*.vdl` files below a folder, sorted; hidden folders are left out, as `vdl.world.design_files` leaves them out."""
        path = self._path(folder, "")
        found = self._found(path) if isinstance(path, bytes) else None
        if not isinstance(found, Entry) or found.sort != FOLDER:
            return []
        names = [os.fsdecode(name) for name in self._files(found.object, hidden=False) if name.endswith(b".vdl")]
        return sorted([posixpath.join(folder.replace(os.sep, "/"), name) for name in names])

    def _files(self, tree: str, *, hidden: bool = True) -> Iterator[bytes]:
        """The names of all files below a tree."""
        waiting = [(b"", tree)]
        while waiting:
            above, object = waiting.pop()
            for name, entry in self.repository.tree(object).items():
                path = above + name
                if entry.sort == FOLDER:
                    if hidden or not name.startswith(b"."):
                        waiting.append((path + b"/", entry.object))
                elif entry.sort != SUBMODULE:
                    yield path


__all__ = ["Revision"]
