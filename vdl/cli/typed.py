"""Words of a command line as they are typed. What reads a value raises ArgumentTypeError, which says what is wrong."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence


def seconds(text: str) -> int:
    """A limit of time."""
    if re.fullmatch("[1-9][0-9]{0,5}", text) is None:
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number of seconds")
    return int(_limit(text))


def size(text: str) -> int:
    """A limit of memory, in bytes."""
    written = re.fullmatch("([1-9][0-9]{0,5}) ?([MG]i?B)", text)
    if written is None:
        raise argparse.ArgumentTypeError(f"`{text}` is not a size, such as 500 MB or 2 GiB")
    return int(_limit(written[1])) * {"MB": 10**6, "GB": 10**9, "MiB": 2**20, "GiB": 2**30}[written[2]]


def _limit(text: str) -> str:
    if os.name != "posix":
        raise argparse.ArgumentTypeError("this system has no such limits")
    return text


def web(text: str) -> str:
    """The address of a site, without a query."""
    if re.fullmatch(r"https?://[!-;=?-~]+", text) is None or any(sign in text for sign in "#?"):
        raise argparse.ArgumentTypeError(f"`{text}` is not the address of a web site")
    return text


_NO_OPTION = "\0"
"""What stands before a word that is no option; no word of a command line has it."""


def marked(words: Sequence[str]) -> list[str]:
    """The words of a command line, those after `--` marked: a file of any name can stand there."""
    at = words.index("--") if "--" in words else len(words)
    return [*words[:at], *[_NO_OPTION + word for word in words[at + 1 :]]]


def unmarked(arguments: argparse.Namespace) -> argparse.Namespace:
    """Arguments without these marks."""
    for name, value in vars(arguments).items():
        if isinstance(value, str):
            setattr(arguments, name, value.removeprefix(_NO_OPTION))
        elif isinstance(value, list):
            setattr(arguments, name, [one.removeprefix(_NO_OPTION) if isinstance(one, str) else one for one in value])
    return arguments


__all__ = ["marked", "seconds", "size", "unmarked", "web"]
