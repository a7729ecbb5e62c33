"""Where the files of a command come from: the disk, and standard input in the place of one."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vdl.world import Disk, ReadError

STDIN = "<stdin>"
"""What standard input is called in messages; on the command line it is `-`."""


def name_standard_input(arguments: argparse.Namespace) -> None:
    """Put a name that messages can have in the place of `-`, and remember that it stands for what has no name."""
    arguments.reads_input = False
    for name in ("file", "subject"):
        if getattr(arguments, name, None) == "-":
            setattr(arguments, name, STDIN)
            arguments.reads_input = True
    for name in ("paths", "files"):
        if "-" in getattr(arguments, name, ()):
            setattr(arguments, name, [STDIN if path == "-" else path for path in getattr(arguments, name)])
            arguments.reads_input = True


def world(arguments: argparse.Namespace) -> Disk:
    """The files of the machine with the library that was asked for."""
    from vdl.world import Disk, shipped

    folders = [path for path in getattr(arguments, "paths", []) if os.path.isdir(path)]
    unsaved = {STDIN: _standard_input()} if arguments.reads_input else None
    return Disk(arguments.library or shipped.LIBRARY, unsaved, root=arguments.root, folders=folders,
                frozen=arguments.frozen)  # fmt: skip


def _standard_input() -> str | ReadError:
    from vdl.text.limits import FILE_SIZE
    from vdl.world import ReadError, decode

    try:
        return decode(sys.stdin.buffer.read(FILE_SIZE + 1))
    except (OSError, AttributeError, ValueError):  # the caller closed it
        return ReadError("unreadable-file", "nothing can be read from standard input")
