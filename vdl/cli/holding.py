"""The arguments of commands that hold designs to what they were."""

from __future__ import annotations

import argparse
from collections.abc import Callable

_LOCK = """\
examples:
  vdl lock                                    writes vdl.lock at the root
  vdl lock designs/                           pins only what the designs of a folder stand on
  vdl lock --check                            for CI: is it up to date?
"""


def _lock(command: argparse.ArgumentParser) -> None:
    command.add_argument("paths", metavar="PATH", nargs="*",
                         help="files and folders whose designs are pinned (default: all below the root)")  # fmt: skip
    command.add_argument("--check", action="store_true", help="write nothing; exit 1 where the lock file is not up to date")


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {"lock": (_LOCK, _lock)}
"""Examples, and what adds the arguments, of each command."""
