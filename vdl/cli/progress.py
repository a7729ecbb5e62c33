"""How far a long command is, on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from vdl.cli.terminal import errors

T = TypeVar("T")

_PATIENCE = 1
"""Seconds before anything is shown."""


def counted(items: Iterable[T], number: int, what: str) -> Iterator[T]:
    """The items, with a bar on standard error for what takes longer than a moment; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    begun = time.monotonic()
    waiting = iter(items)
    done = 0
    for item in waiting:
        done += 1
        yield item
        if time.monotonic() - begun > _PATIENCE and done < number:
            break
    else:
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True, no_color=not errors().colour), transient=True) as progress:
        task = progress.add_task(what, total=number, completed=done)
        for item in waiting:
            yield item
            progress.advance(task)
