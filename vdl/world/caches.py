"""What need not be made twice. A world has a cache and the compiler has none: where nothing is kept, all is made anew.

A kept file is data. Its first line is a digest over what it was made from (its identity) and
over all that follows, so that one that is stale, cut short or damaged is found out before a byte
of it is looked at. Nobody but the user can have written it: files are kept in the installation
and in the user's own cache folder, and never in a folder that was named or linked to.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from vdl import syntax as s
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source
from vdl.world.reading import read_bytes

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL first, which takes longer than all that is hashed here
except ImportError:
    from hashlib import blake2b

FILES = 1000
"""Files in the user's cache folder; the oldest half goes when there are more."""


def digest(*parts: bytes) -> str:
    """One name for some bytes, in 32 hexadecimal digits; where one part ends and the next begins makes a difference."""
    state = blake2b(digest_size=16)
    for part in parts:
        state.update(len(part).to_bytes(8, "big") + part)
    return state.hexdigest()


def sealed(identity: str, data: bytes) -> bytes:
    """The contents of a file that keeps `data`."""
    return digest(identity.encode(), data).encode() + b"\n" + data


def opened(identity: str, contents: bytes) -> bytes | None:
    """What a file keeps, if it is whole and was sealed under this identity."""
    seal, _, data = contents.partition(b"\n")
    return data if seal == digest(identity.encode(), data).encode() else None


class Parsed(NamedTuple):
    """A text, its tree, and what was wrong with it."""

    source: Source
    tree: s.File
    found: tuple[Diagnostic, ...]


class Cache:
    """In memory what the compilations of one world share, and in files what the next run may use.

    `shipped` is a folder that is only read; "" for none. With `own` the user's cache folder is read
    and written, where there is one.
    """

    def __init__(self, shipped: str = "", *, own: bool = False) -> None:
        self.parsed: dict[str, Parsed] = {}
        """Files of the library by name, as they were parsed last: trees never change, so they can be shared."""
        self._shipped = shipped
        self._own = own

    def get(self, identity: str) -> bytes | None:
        """What was kept under this identity, or None."""
        kept = _kept(os.path.join(self._shipped, identity), identity) if self._shipped else None
        if kept is None and self._own:
            with _own_folder(create=False) as folder:
                if folder is not None:
                    kept = _kept(folder.path(identity), identity, folder.descriptor)
        return kept

    def put(self, identity: str, data: bytes) -> None:
        """Keep some bytes, where that can be done."""
        if not self._own:
            return
        from vdl.world.files import write  # most runs keep nothing that was not kept

        with _own_folder(create=True) as folder:
            if folder is not None:
                try:
                    write(folder.path(identity), sealed(identity, data), mode=0o600, lasting=False,
                          folder=folder.descriptor)  # fmt: skip
                    _leave_out_old(folder)
                except OSError:
                    pass  # a full disk, another run that keeps the same: the next run makes it again


def _kept(path: str, identity: str, folder: int | None = None) -> bytes | None:
    try:
        return opened(identity, read_bytes(path, folder=folder))
    except (OSError, ValueError):
        return None


class _Folder(NamedTuple):
    """The user's cache folder; where the system can, it is held open, so that nobody puts another in its place."""

    name: str
    descriptor: int | None

    def path(self, name: str) -> str:
        return os.path.join(self.name, name) if self.descriptor is None else name


@contextmanager
def _own_folder(*, create: bool) -> Iterator[_Folder | None]:
    """The user's cache folder, if it is a folder of the user's that nobody else may write to."""
    name = own_folder()
    descriptor = None
    try:
        if name and create:
            for folder in (os.path.dirname(name), name):
                if not os.path.lexists(folder):
                    os.mkdir(folder, 0o700)
        if name and hasattr(os, "O_DIRECTORY"):
            descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            status = os.fstat(descriptor)
            if status.st_uid != os.geteuid() or status.st_mode & 0o022:
                name = ""
        elif name and (os.path.islink(name) or not os.path.isdir(name)):
            name = ""
    except (OSError, ValueError):
        name = ""
    try:
        yield _Folder(name, descriptor) if name else None
    finally:
        if descriptor is not None:
            os.close(descriptor)


def own_folder() -> str:
    """Where the user's cache folder is, or would be; "" for a user without one."""
    home, caches = os.environ.get("HOME", ""), os.environ.get("XDG_CACHE_HOME", "")
    if os.name == "nt":
        caches = os.environ.get("LOCALAPPDATA", "")
    elif not os.path.isabs(caches):  # the standard says to ignore such a value
        caches = os.path.join(home, ".cache") if os.path.isabs(home) else ""
    return os.path.join(caches, "vdl") if os.path.isabs(caches) else ""


def _leave_out_old(folder: _Folder) -> None:
    names = os.listdir(folder.name if folder.descriptor is None else folder.descriptor)
    if len(names) <= FILES:
        return

    def age(name: str) -> int:
        return os.stat(folder.path(name), dir_fd=folder.descriptor, follow_symlinks=False).st_mtime_ns

    for name in sorted(names, key=age)[: FILES // 2]:
        os.unlink(folder.path(name), dir_fd=folder.descriptor)
