"""The only door to files: a name to its text.

Names of files are as people give them, with forward slashes. Library files are called
`std:prelude/units.vdl`, wherever the library lies, so that results do not depend on it.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from vdl.text.limits import FILE_SIZE
from vdl.text.source import LIBRARY
from vdl.world import shipped
from vdl.world.caches import Cache


class Fault(NamedTuple):
    """Why a name gives no text: `slug` of the diagnostic, and what it needs to be said."""

    slug: str
    detail: str | int = ""


class World(Protocol):
    """What a compilation can see."""

    def read(self, name: str) -> str | Fault:
        """The text called `name`, or why there is none."""

    def library(self) -> Iterable[str]:
        """The names of all library files, sorted."""

    @property
    def cache(self) -> Cache:
        """What the compilations of this world share."""


def import_name(importer: str, written: str) -> str:
    """The name of the file that `importer` means by the path `written`."""
    prefix, base = (LIBRARY, importer[len(LIBRARY) :]) if importer.startswith(LIBRARY) else ("", importer)
    return prefix + posixpath.normpath(posixpath.join(posixpath.dirname(base), written))


def decode(data: bytes) -> str | Fault:
    """Bytes of a file to text, under the limits of the language."""
    if len(data) > FILE_SIZE:
        return Fault("file-too-large", FILE_SIZE)
    if 0 in data:
        return Fault("nul-byte")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        return Fault("not-utf8", fault.start)


class Disk:
    """Files of the machine, and the library that came with the compiler (or another one)."""

    def __init__(self, library: str = shipped.LIBRARY, unsaved: Mapping[str, str] | None = None) -> None:
        self._library = library
        self._unsaved = unsaved or {}
        self._listed: list[str] | None = None
        self.cache = Cache(shipped.TREES, own=True)

    def read(self, name: str) -> str | Fault:
        if name in self._unsaved:
            return self._unsaved[name]
        path = os.path.join(self._library, name[len(LIBRARY) :]) if name.startswith(LIBRARY) else name
        try:
            if os.path.isdir(path):
                return Fault("folder-not-file")
            if not os.path.exists(path):
                return Fault("file-not-found")
            if not os.path.isfile(path):
                return Fault("unreadable-file", "it is not a regular file")
            with open(path, "rb") as file:
                return decode(file.read(FILE_SIZE + 1))
        except ValueError:  # a name that no file can have
            return Fault("file-not-found")
        except OSError as fault:
            return Fault("unreadable-file", (fault.strerror or "unknown reason").lower())

    def library(self) -> list[str]:
        """The names of all library files, sorted; looked up once."""
        if self._listed is None:
            self._listed = []
            for folder, _, files in os.walk(self._library):
                below = os.path.relpath(folder, self._library).replace(os.sep, "/")
                names = [posixpath.normpath(posixpath.join(below, file)) for file in files if file.endswith(".vdl")]
                self._listed += [LIBRARY + name for name in names]
            self._listed.sort()
        return self._listed


class Memory:
    """Texts by name, for tests and unsaved buffers; library files are called `std:...`."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)
        self.cache = Cache()

    def read(self, name: str) -> str | Fault:
        text = self._texts.get(name)
        return Fault("file-not-found") if text is None else decode(text.encode("utf-8", "surrogatepass"))

    def library(self) -> list[str]:
        return sorted(name for name in self._texts if name.startswith(LIBRARY))


def design_files(path: str) -> list[str]:
    """The `*.vdl` files below a folder, sorted; hidden folders are left out."""
    found = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        found += [posixpath.join(folder.replace(os.sep, "/"), f) for f in files if f.endswith(".vdl")]
    return sorted(found)
