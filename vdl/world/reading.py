"""Files that are read: without waiting, and without following what should not be followed."""

from __future__ import annotations

import os
import stat

_BINARY = getattr(os, "O_BINARY", 0)
_CAREFUL = _BINARY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class NoFile(OSError):
    """What is there is no regular file."""


def read_bytes(path: str, limit: int = -1, *, folder: int | None = None) -> bytes:
    """The bytes of a regular file, or one more than `limit` of them; `folder` is a descriptor of what `path` starts from.

    A link in the last place is not followed. A file that says it is empty is not read: what the
    system makes up while it is read says so, and may keep a reader waiting for ever. Raises
    OSError, and ValueError for a name that no file can have.
    """
    if not stat.S_ISREG(os.stat(path, dir_fd=folder, follow_symlinks=False).st_mode):
        raise NoFile("it is not a regular file")
    descriptor = os.open(path, os.O_RDONLY | _CAREFUL | _NO_LINK, dir_fd=folder)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NoFile("it is not a regular file")
        if status.st_size == 0:
            return b""
        return file.read(limit + 1 if limit >= 0 else -1)
