"""Files that are written: whole or not at all, one by one and as a set.

Nothing is written in place. A file is written under a name of its own beside its target and renamed; whoever reads,
and whenever the process ends, finds the old file or the new one. For a set of files `write_set` promises more:

- Until all files of a set are on the disk, none of the old ones is touched.
- Then a note is left that says which is to replace which, and only after that the renaming begins. A reader finds all
  old files or all new ones, unless the process was killed in the middle of the renaming: then the note is still there,
  and the next `write_set` or `repair` in that folder completes the set from it before it does anything else.
- An exception (Ctrl-C, a signal, a full disk) leaves nothing behind but the old set or the new one.
- What a killed process left behind is removed by the next `write_set` or `repair`; what a living one is at, never.
- Of several processes that write sets into one folder, one goes after the other, where the file system has locks.

The one thing that can split a set is a file that the system refuses to replace after it let all others be written
(an immutable one, say): the others are new then, and the OSError names it.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

NOTE = ".vdl-set"
"""The file that says how a set is to be completed: part, target, part, target ... with NUL between them."""

_LONGEST = 1_000_000
"""Bytes of a note that are read, and so of one that is written."""

_PART = r"\.vdl-(set|one)-(\d{1,9})-[0-9a-f]+\.part"


def write(path: str, data: bytes, *, mode: int = 0o666, rights: int | None = None, lasting: bool = True,
          folder: int | None = None) -> None:  # fmt: skip
    """Write one file. `mode` is what its rights are before the umask, `rights` what they are whatever the umask; without
    `lasting` it may be lost with the power; `folder` is a descriptor of what `path` starts from.

    Raises OSError. A link at `path` is replaced, not followed.
    """
    part = os.path.join(os.path.dirname(path), f".vdl-one-{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        _write_new(part, data, mode if rights is None else rights & mode, lasting, folder)
        if rights is not None:
            os.chmod(part, rights)
        os.replace(part, path, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        _remove(part, folder)
        raise


def write_set(folder: str, files: Mapping[str, bytes]) -> None:
    """Write files of one folder, by their names, as the set that the head of this module describes.

    Raises OSError, whose `filename` is the file that could not be written.
    """
    with _alone(folder):
        _repair(folder)
        try:
            _decide(folder, files)
            _complete(folder)
        except BaseException:
            if _noted(folder):
                _complete(folder)  # it has been decided, and what came in between does not take that back
            else:
                _clear(folder)
            raise


def repair(folder: str) -> None:
    """Complete the set that a killed process was about to write, and clear away what killed processes left.

    Whatever can't be done is left for the one who writes there next.
    """
    try:
        with _alone(folder):
            _repair(folder)
    except (OSError, ValueError):
        pass


def _repair(folder: str) -> None:
    _complete(folder)
    _clear(folder)


def _decide(folder: str, files: Mapping[str, bytes]) -> None:
    """Write all files under names of their own, and then the note that makes them the new set."""
    parts = {name: f".vdl-set-{os.getpid()}-{number:x}.part" for number, name in enumerate(files)}
    note = os.fsencode("\0".join([word for name, part in parts.items() for word in (part, name)]))
    if len(note) > _LONGEST:
        raise OSError(errno.EFBIG, "too many files for one set", folder)
    for name, data in files.items():
        with _about(os.path.join(folder, name)):
            if os.path.isdir(os.path.join(folder, name)):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            _write_new(os.path.join(folder, parts[name]), data)
    with _about(folder):
        write(os.path.join(folder, NOTE), note)
        _sync(folder)


def _noted(folder: str) -> bool:
    note = os.path.join(folder, NOTE)
    return os.path.isfile(note) and not os.path.islink(note)


def _complete(folder: str) -> None:
    """Do what the note says, as far as it is not done; then the note goes. Raises OSError."""
    if not _noted(folder):
        return
    with open(os.path.join(folder, NOTE), "rb") as file:
        words = os.fsdecode(file.read(_LONGEST)).split("\0")
    refused: OSError | None = None
    for part, name in zip(words[::2], words[1::2]):
        if not re.fullmatch(_PART, part) or name in ("", ".", "..") or os.path.basename(name) != name:
            continue  # no note of ours
        try:
            with _about(os.path.join(folder, name)):
                os.replace(os.path.join(folder, part), os.path.join(folder, name))
        except FileNotFoundError:
            pass  # has been done
        except OSError as fault:
            refused = refused or fault
            _remove(os.path.join(folder, part))
    _sync(folder)
    os.remove(os.path.join(folder, NOTE))
    if refused is not None:
        raise refused


def _clear(folder: str) -> None:
    """Remove what processes that live no more, and earlier sets of this one, left in a folder."""
    for name in os.listdir(folder):
        part = re.fullmatch(_PART, name)
        if part is None:
            continue
        sort, owner = part[1], int(part[2])
        # What is started alone in a container always has the same number: under the lock, a set of ours is an old one.
        if not _lives(owner) or (sort == "set" and owner == os.getpid()):
            _remove(os.path.join(folder, name))


@contextmanager
def _alone(folder: str) -> Iterator[None]:
    """Keeps other processes that write sets out of a folder. The lock ends with its process, however that ends."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):  # a system without such locks; a folder that may be written to and not read
        yield
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError:
            pass  # a file system without locks
        yield
    finally:
        os.close(handle)


@contextmanager
def _about(path: str) -> Iterator[None]:
    """Faults in here are faults of this file, whatever the name was that it had for the moment."""
    try:
        yield
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, path) from fault


def _write_new(path: str, data: bytes, mode: int = 0o666, lasting: bool = True, folder: int | None = None) -> None:
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode, dir_fd=folder)) as file:
        file.write(data)
        file.flush()
        if lasting:
            os.fsync(file.fileno())


def _sync(folder: str) -> None:
    """Names that were given last, too, where folders can be written out."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def _remove(path: str, folder: int | None = None) -> None:
    try:
        os.remove(path, dir_fd=folder)
    except OSError:
        pass


def _lives(process: int) -> bool:
    if os.name != "posix":
        return True  # asking would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
