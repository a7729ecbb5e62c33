"""Files that are no designs and go into documents: themes, pictures, fonts, templates; all in one root, by their real paths."""

from __future__ import annotations

import os

from vdl.world import ReadError, decode, unread
from vdl.world.reading import read_bytes
from vdl.world.roots import Roots, holds


class House:
    """The files of one root: that of the design where the theme lies in it, else that of the theme itself."""

    def __init__(self, theme: str, root: str = "") -> None:
        real = os.path.realpath(theme)
        self._root = root if root and holds(root, real) else Roots(None, []).of(real)

    def data(self, name: str, largest: int) -> bytes | ReadError:
        """The bytes of a file in the root, or why there are none."""
        try:
            real = os.path.realpath(name)
            if not holds(self._root, real):
                return ReadError("outside-root")
            if os.path.isdir(real):
                return ReadError("folder-not-file")
            return read_bytes(real, largest)
        except (OSError, ValueError) as fault:
            return unread(fault, largest)

    def names(self, folder: str) -> list[str] | ReadError:
        """The names of what lies in a folder in the root, sorted; hidden ones left out."""
        try:
            real = os.path.realpath(folder)
            if not holds(self._root, real):
                return ReadError("outside-root")
            return sorted(name for name in os.listdir(real) if not name.startswith("."))
        except (OSError, ValueError) as fault:
            return unread(fault, 0)


def named(name: str, largest: int) -> bytes | ReadError:
    """The bytes of a file that stands on the command line, wherever it lies."""
    try:
        return read_bytes(os.path.realpath(name), largest)
    except (OSError, ValueError) as fault:
        return unread(fault, largest)


def beside(entry: str, name: str) -> str:
    """A file of that name in the folder of a design; "" where there is none."""
    path = os.path.join(os.path.dirname(entry), name).replace(os.sep, "/")
    return path if os.path.lexists(path) else ""


def within(theme: str, name: str) -> str:
    """What a theme means by a name: the path from the folder of the theme."""
    return os.path.normpath(os.path.join(os.path.dirname(theme), name)).replace(os.sep, "/")


__all__ = ["House", "beside", "decode", "named", "within"]
