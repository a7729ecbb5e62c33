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

_SNAPSHOT = """\
examples:
  vdl snapshot trips.vdl -o approved.json --approved-by "J. Roe" --approved-on 2027-06-30
  vdl check trips.vdl --against approved.json
  vdl build trips.vdl --against approved.json
"""


_WATCH = """\
examples:
  vdl watch trips.vdl
  vdl watch trips.vdl --scenario growth
"""


def _lock(command: argparse.ArgumentParser) -> None:
    command.add_argument("paths", metavar="PATH", nargs="*",
                         help="files and folders whose designs are pinned (default: all below the root)")  # fmt: skip
    command.add_argument("--check", action="store_true", help="write nothing; exit 1 where the lock file is not up to date")


def _snapshot(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("-o", "--out", metavar="FILE", default="-", help="the file that is written (default: standard output)")
    command.add_argument("--document", metavar="NAME", default="",
                         help="keep the bills of another document than the design's own, such as company.board")  # fmt: skip
    _approval(command)


def _watch(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="DESIGN", help="a design file")


def _approval(command: argparse.ArgumentParser) -> None:
    command.add_argument("--approved-by", metavar="NAME", type=_name, help="who approved it")
    command.add_argument("--approved-on", metavar="DATE", type=_day, help="the day on which it was approved, as 2027-06-30")


def against(command: argparse.ArgumentParser, *, documents: bool = False) -> None:
    """The options of a command that holds designs to a snapshot; with `documents` also who approved it."""
    from vdl.cli.arguments import share

    command.add_argument("--against", metavar="FILE", help="a snapshot: what matters and is not as in it is an error")
    command.add_argument("--min-change", metavar="SHARE", type=share, default=0,
                         help="with --against: figures that moved by no more are only counted, such as 1%%")  # fmt: skip
    if documents:
        _approval(command)


def _name(text: str) -> str:
    if not text.strip() or len(text) > 200:
        raise argparse.ArgumentTypeError("a name of 1 to 200 characters is wanted")
    return " ".join(text.split())


def _day(text: str) -> str:
    from vdl.world.today import is_day

    if not is_day(text):
        raise argparse.ArgumentTypeError(f"`{text}` is not a day; write it as 2027-06-30")
    return text


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "lock": (_LOCK, _lock), "snapshot": (_SNAPSHOT, _snapshot), "watch": (_WATCH, _watch),
}  # fmt: skip
"""Examples, and what adds the arguments, of each command."""
