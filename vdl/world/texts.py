"""Texts that are no sources: files that are named on the command line to be read back."""

from __future__ import annotations

import os

from vdl.world import ReadError
from vdl.world.reading import NoFile, TooLarge, read_bytes

LARGEST = 256 * 1024 * 1024
"""Bytes of such a file."""


def read_text(name: str) -> str | ReadError:
    """The text of a file that is called `name`, or why there is none."""
    try:
        real = os.path.realpath(name)
        if os.path.isdir(real):
            return ReadError("folder-not-file")
        return read_bytes(real, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        return ReadError("not-utf8", fault.start)
    except (ValueError, FileNotFoundError, NotADirectoryError):  # the first for a name that no file can have
        return ReadError("file-not-found")
    except TooLarge:
        return ReadError("file-too-large", LARGEST)
    except NoFile:
        return ReadError("unreadable-file", "it is not a regular file")
    except OSError as fault:
        return ReadError("unreadable-file", (fault.strerror or "unknown reason").lower())
