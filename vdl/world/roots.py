"""The folder that imports may not leave: a stranger's file reads and quotes nothing beyond it."""

from __future__ import annotations

import os
from collections.abc import Sequence


class Roots:
    """The roots of entries: the one that was given; else the nearest folder above that holds `.git`, else where it began."""

    def __init__(self, given: str | None, folders: Sequence[str]) -> None:
        self._given = os.path.realpath(given) if given is not None else None
        self._folders = [os.path.realpath(folder) for folder in folders]
        self._known: dict[str, str] = {}

    def of(self, entry: str) -> str:
        """The real path of the root of an entry."""
        if self._given is not None:
            return self._given
        start = self._folder(entry)
        if start not in self._known:
            self._known[start] = _above(start)
        return self._known[start]

    def found_in_folder(self, entry: str) -> bool:
        """Whether the entry was not named itself, but is in a folder that was."""
        here = os.path.realpath(os.path.dirname(entry))
        return any(holds(folder, here) for folder in self._folders)

    def _folder(self, entry: str) -> str:
        """Where the search for the root of an entry begins."""
        here = os.path.realpath(os.path.dirname(entry))
        return next((folder for folder in self._folders if holds(folder, here)), here)


def holds(folder: str, path: str) -> bool:
    """Whether a path is in a folder or is the folder; both are real paths."""
    return path == folder or path.startswith(os.path.join(folder, ""))


def on_other_disk(entry: str, name: str) -> bool:
    """Whether a name leads to another disk or machine than the entry and the working folder: asking what is there would call it.

    Only Windows has letters for them.
    """
    return _disk(name) not in ("", *map(_disk, (entry, os.getcwd())))


def _disk(path: str) -> str:
    return os.path.splitdrive(path)[0].lower()


def wider(root: str, name: str) -> str:
    """The nearest root that would hold the file called `name` as well; "" where the name does not tell.

    It says nothing of what is there: the name alone tells.
    """
    path = os.path.normpath(os.path.join(os.path.realpath(os.curdir), name))
    if holds(root, path):
        return ""  # a link leads out of the root
    try:
        both = os.path.commonpath([root, os.path.dirname(path)])
        here = os.path.relpath(both)
    except ValueError:  # nothing holds both
        return ""
    return both if os.path.dirname(both) == both else here.replace(os.sep, "/")


def _above(start: str) -> str:
    folder = start
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return start
        folder = above
    return folder
