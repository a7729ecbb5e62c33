"""Files that are read: without waiting, and without following what should not be followed."""

from __future__ import annotations

import os
import stat

_BINARY = getattr(os, "O_BINARY", 0)
_CAREFUL = _BINARY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class NoFile(OSError):
    """What is there is no regular file."""


class TooLarge(OSError):
    """The file is larger than it may be."""


def read_bytes(path: str, limit: int | None = None, *, folder: int | None = None) -> bytes:
    """The bytes of a regular file of at most `limit`; `folder` is a descriptor of what `path` starts from.

    A link in the last place is not followed. A file that says it is empty is not read: what the
    system makes up while it is read says so, and may keep a reader waiting for ever. Raises
    NoFile, TooLarge and other OSErrors, and ValueError for a name that no file can have.
    """
    if not stat.S_ISREG(os.stat(path, dir_fd=folder, follow_symlinks=False).st_mode):
        raise NoFile
    descriptor = os.open(path, os.O_RDONLY | _CAREFUL | _NO_LINK, dir_fd=folder)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NoFile
        if limit is not None and status.st_size > limit:
            raise TooLarge
        return file.read(status.st_size)
