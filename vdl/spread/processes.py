"""What several processes of this machine make. It comes in order, and is the same however many make it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from vdl.query.sweeps import Grid, Request, Row
from vdl.spread.packed import chunks, pack, unpack

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Made = TypeVar("Made")

_FEW = 60
"""Rows that are sooner made here than handed out."""

_making: tuple[Callable[..., Any], Any]
"""What a process makes for another one, and what all of that shares."""


def workers() -> int:
    """How many processes may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def rows(request: Request, grid: Grid, jobs: int) -> Iterator[Row]:
    """All rows of a sweep, in order; `jobs` is how many processes make them, 0 for as many as may run at once."""
    jobs = jobs or (1 if len(grid) < _FEW else workers())
    stretches = chunks(len(grid))
    if min(jobs, len(stretches)) <= 1:
        yield from grid.rows()
        return
    for made in handed_out(_rows, pack(request), stretches, jobs):
        yield from made


def handed_out(
    make: Callable[[Shared, Part], Made], shared: Shared, parts: Sequence[Part], jobs: int
) -> Iterator[Made]:
    """What is made of each part and of what they share, in the order of the parts, by so many processes.

    Each process is given what is shared once, and may keep something in it from one part to the next.
    """
    jobs = min(jobs, len(parts))
    with _nothing_from_here():  # a process that looks after the others begins here
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (make, shared))
    try:
        with _put_off(), _nothing_from_here():
            results = pool.map(_make, parts)
        yield from results
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _put_off() -> Iterator[None]:
    """Let Ctrl-C wait. Processes that are begun meanwhile never hear it: whoever waits for the rows says what becomes of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _nothing_from_here() -> Iterator[None]:
    """Let processes that are begun meanwhile load nothing from the working folder, which may be a stranger's: they look there
    for `multiprocessing` before they hear where this one looks."""
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE]
        else:
            os.environ[_SAFE] = before


_SAFE = "PYTHONSAFEPATH"


def _begin(make: Callable[[Shared, Part], Made], shared: Shared) -> None:
    global _making
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _making = make, shared


def _make(part: Any) -> Any:
    make, shared = _making
    return make(shared, part)


def _rows(packed: bytes, stretch: tuple[int, int]) -> list[Row]:
    return list(unpack(packed).rows(*stretch))
