"""Whether what a run has read is still what is there, by looking now and then: that works on every file system."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence

from vdl.records import NamedTuple
from vdl.text.source import LIBRARY
from vdl.world import LOCK, Disk, LockFile, ReadError

RECENT = 3
"""Seconds in which a file may be written again without another time of change: some file systems count in twos."""

Text = str | ReadError | None


class _Read(NamedTuple):
    """What was read, where from, and how it is read again. `was` is what the system said of the file when it was still that."""

    text: Text
    again: Callable[[], Text]
    was: object = ()


class RecordingDisk(Disk):
    """A disk that remembers what was read from it, also where there was nothing."""

    def __init__(self, library: str, unsaved: Mapping[str, str | ReadError] | None = None, *, root: str | None = None,
                 folders: Sequence[str] = (), frozen: bool = False) -> None:  # fmt: skip
        super().__init__(library, unsaved, root=root, folders=folders, frozen=frozen)
        self._read: dict[str, _Read] = {}

    def read(self, name: str, entry: str = "") -> str | ReadError:
        found = super().read(name, entry)
        below = name.startswith(LIBRARY)
        path = os.path.join(self._library, name[len(LIBRARY) :]) if below else os.path.abspath(name) if "\0" not in name else ""
        if path:
            self._read.setdefault(path, _Read(found, lambda: Disk.read(self, name, entry)))
        return found

    def lock(self, entry: str) -> LockFile | None:
        found = super().lock(entry)
        path = os.path.join(self.root(entry), LOCK)
        self._read.setdefault(path, _Read(_text(found), lambda: _text(self._lock(path))))
        return found

    def changed(self) -> list[str]:
        """The paths of what is other than it was when it was read. What looks untouched is not opened."""
        found = []
        for path, one in self._read.items():
            now = _look(path)
            if now == one.was and not _is_recent(now):
                continue
            if one.again() == one.text:
                self._read[path] = one._replace(was=now)
            else:
                found.append(path)
        return found

    def looks(self) -> dict[str, object]:
        """What the system says of each file that was read, None where there is none."""
        return {path: _look(path) for path in self._read}

    def is_whole(self) -> bool:
        """Whether all that could be read is still there: some editors save by taking a file away first."""
        return all(_look(path) is not None for path, one in self._read.items() if isinstance(one.text, str))


def _text(found: LockFile | None) -> Text:
    return found.text if found is not None else None


def _look(path: str) -> tuple[int, ...] | None:
    """When a file was written and changed, its size, and which one it is: another one, where it was saved by renaming."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def _is_recent(looked: tuple[int, ...] | None) -> bool:
    return looked is not None and abs(time.time_ns() - looked[0]) < RECENT * 1_000_000_000
