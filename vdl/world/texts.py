"""Texts that are no sources: files that are named on the command line to be read back."""

from __future__ import annotations

import os

from vdl.world import ReadError, unread
from vdl.world.reading import read_bytes

LARGEST = 256 * 1024 * 1024
"""Bytes of such a file."""


def read_text(name: str) -> str | ReadError:
    """The text of a file that is called `name`, or why there is none."""
    try:
        real = os.path.realpath(name)
        if os.path.isdir(real):
            return ReadError("folder-not-file")
        return read_bytes(real, LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as fault:
        return unread(fault, LARGEST)
