"""The only door to files: a name to its text.

Names of files are as people give them, with forward slashes. Library files are called
`std:prelude/units.vdl`, wherever the library lies, so that results do not depend on it.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from vdl.records import NamedTuple
from vdl.text.limits import FILE_SIZE
from vdl.text.source import LIBRARY
from vdl.world import roots, shipped
from vdl.world.caches import Cache
from vdl.world.reading import NoFile, TooLarge, read_bytes


class ReadError(NamedTuple):
    """Why a name gives no text: `slug` of the diagnostic, and what it needs to be said."""

    slug: str
    detail: str | int = ""


LOCK = "vdl.lock"
"""What the lock file at a root is called."""


class LockFile(NamedTuple):
    """The lock file of a root. Where there is none though nothing may move (`frozen`), its text is None."""

    name: str
    text: str | ReadError | None
    frozen: bool = False


class World(Protocol):
    """What a compilation can see."""

    def read(self, name: str, entry: str = "") -> str | ReadError:
        """The text called `name`, or why there is none; `entry` is the file for whose compilation it is wanted."""

    def library(self) -> Iterable[str]:
        """The names of all library files, sorted."""

    def lock(self, entry: str) -> LockFile | None:
        """The lock file that an entry is held to, if there is one."""

    def pinned_name(self, name: str, entry: str) -> str:
        """What a lock file calls a file: by its path from the root of the entry, or as all call those of the library."""

    @property
    def cache(self) -> Cache:
        """What the compilations of this world share."""


def import_name(importer: str, written: str) -> str:
    """The name of the file that `importer` means by the path `written`."""
    prefix, base = (LIBRARY, importer[len(LIBRARY) :]) if importer.startswith(LIBRARY) else ("", importer)
    return prefix + posixpath.normpath(posixpath.join(posixpath.dirname(base), written))


def unread(fault: OSError | ValueError, largest: int) -> ReadError:
    """Why a file that may have so many bytes gave no text, from what was raised by reading and decoding it."""
    match fault:
        case UnicodeDecodeError():
            return ReadError("not-utf8", fault.start)
        case ValueError() | FileNotFoundError() | NotADirectoryError():  # the first for a name that no file can have
            return ReadError("file-not-found")
        case TooLarge():
            return ReadError("file-too-large", largest)
        case NoFile():
            return ReadError("unreadable-file", "it is not a regular file")
    return ReadError("unreadable-file", (fault.strerror or "unknown reason").lower())


def decode(data: bytes) -> str | ReadError:
    """Bytes of a file to text, under the limits of the language."""
    if len(data) > FILE_SIZE:
        return ReadError("file-too-large", FILE_SIZE)
    if 0 in data:
        return ReadError("nul-byte")
    try:
        text = data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as fault:
        return unread(fault, FILE_SIZE)
    if text.startswith(_POINTER):
        return ReadError("lfs-pointer")
    return text


_BOM = b"\xef\xbb\xbf"
"""What some editors put before a text."""

_POINTER = "version https://git-lfs.github.com/spec/"
"""What stands in the place of a file that git keeps elsewhere, until it is fetched from there."""


class Disk:
    """Files of the machine, and the library that came with the compiler (or another one).

    What a file imports has to lie in its root or in the library, by the real paths of both. The
    root is `root` if that is given; else it is looked up, from the folder of the entry or from the
    one of `folders` that holds it (see `vdl.world.roots`). An entry is the user's own, wherever it
    lies, unless it was found in one of `folders`. `unsaved` are texts of names that are not looked for on the disk, or why
    there is none. With `frozen` nothing may be other than the lock file of a root says.
    """

    def __init__(self, library: str = shipped.LIBRARY, unsaved: Mapping[str, str | ReadError] | None = None, *,
                 root: str | None = None, folders: Sequence[str] = (), frozen: bool = False) -> None:  # fmt: skip
        self._library = library
        self._frozen = frozen
        self._locks: dict[str, LockFile | None] = {}
        self._unsaved = unsaved or {}
        self._listed: list[str] | None = None
        self._roots = roots.Roots(root, folders)
        self.cache = Cache(shipped.TREES, own=True)

    def read(self, name: str, entry: str = "") -> str | ReadError:
        if name in self._unsaved:
            return self._unsaved[name]
        try:
            real = self._library_path(name) if name.startswith(LIBRARY) else self._own_path(name, entry)
            if isinstance(real, ReadError):
                return real
            if os.path.isdir(real):
                return ReadError("folder-not-file")
            return decode(read_bytes(real, FILE_SIZE))
        except (OSError, ValueError) as fault:
            return unread(fault, FILE_SIZE)

    def root(self, entry: str) -> str:
        """The real path of the folder that holds what an entry may import, and the lock file that it is held to."""
        real = self._library_path(entry) if entry.startswith(LIBRARY) else entry
        return self._roots.of(real if isinstance(real, str) else self._library)

    def lock(self, entry: str) -> LockFile | None:
        root = self.root(entry)
        if root not in self._locks:
            self._locks[root] = self._lock(os.path.join(root, LOCK))
        return self._locks[root]

    def _lock(self, path: str) -> LockFile | None:
        """The lock file of that path: one look where there is none."""
        try:
            text: str | ReadError | None = read_bytes(path, FILE_SIZE).decode("utf-8-sig")
        except FileNotFoundError:
            if not self._frozen:
                return None
            text = None
        except (OSError, UnicodeDecodeError) as fault:
            text = unread(fault, FILE_SIZE)
        return LockFile(_from_here(path), text, self._frozen)

    def pinned_name(self, name: str, entry: str) -> str:
        if name.startswith(LIBRARY):
            return name
        real = os.path.realpath(name)
        library = os.path.realpath(self._library)
        for folder, prefix in ((self.root(entry), ""), (library, LIBRARY)):
            if roots.holds(folder, real):
                return prefix + os.path.relpath(real, folder).replace(os.sep, "/")
        return name

    def _library_path(self, name: str) -> str | ReadError:
        """Where a library file really is. The links of an installation are its own affair."""
        below = posixpath.normpath(name[len(LIBRARY) :])
        path = os.path.join(self._library, below)
        if below.startswith("../") or posixpath.isabs(below):
            return ReadError("outside-root")
        real = os.path.realpath(path)
        if self._library != shipped.LIBRARY and not roots.holds(os.path.realpath(self._library), real):
            return ReadError("outside-root")
        return real

    def _own_path(self, name: str, entry: str) -> str | ReadError:
        """Where a file of the user's really is."""
        entry = entry or name
        if roots.on_other_disk(entry, name):
            return ReadError("outside-root")
        real = os.path.realpath(name)
        if name == entry and not self._roots.found_in_folder(entry):
            return real
        root = self._library if entry.startswith(LIBRARY) else self._roots.of(entry)
        if roots.holds(root, real) or roots.holds(os.path.realpath(self._library), real):
            return real
        return ReadError("outside-root", roots.wider(root, name))

    def library(self) -> list[str]:
        """The names of all library files, sorted; looked up once."""
        if self._listed is None:
            listed: list[str] = []
            for folder, _, files in os.walk(self._library):
                below = os.path.relpath(folder, self._library).replace(os.sep, "/")
                names = [posixpath.normpath(posixpath.join(below, file)) for file in files if file.endswith(".vdl")]
                listed += [LIBRARY + name for name in names]
            self._listed = sorted(listed)  # at once: whoever reads meanwhile sees all of it or none
        return self._listed


class Memory:
    """Texts by name, for tests and unsaved buffers; library files are called `std:...`."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)
        self.cache = Cache()

    def read(self, name: str, entry: str = "") -> str | ReadError:
        text = self._texts.get(name)
        return ReadError("file-not-found") if text is None else decode(text.encode("utf-8", "surrogatepass"))

    def library(self) -> list[str]:
        return sorted(name for name in self._texts if name.startswith(LIBRARY))

    def lock(self, entry: str) -> LockFile | None:
        text = self._texts.get(LOCK)
        return None if text is None else LockFile(LOCK, text)

    def pinned_name(self, name: str, entry: str) -> str:
        return name


def _from_here(path: str) -> str:
    """A path as messages show it: from the working folder."""
    try:
        path = os.path.relpath(path)
    except ValueError:  # nothing holds both
        pass
    return path.replace(os.sep, "/")


def design_files(path: str, refused: Callable[[OSError], None] | None = None) -> list[str]:
    """The `*.vdl` files below a folder, sorted; hidden folders are left out. `refused` hears of those that can't be searched."""
    found = []
    for folder, folders, files in os.walk(path, onerror=refused):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        found += [posixpath.join(folder.replace(os.sep, "/"), f) for f in files if f.endswith(".vdl")]
    return sorted(found)
