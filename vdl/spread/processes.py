"""Rows of a sweep, made by several processes of this machine. They come in order, and are the same however many make them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from vdl.query.sweeps import Grid, Request, Row
from vdl.spread.packed import chunks, pack, unpack

_FEW = 60
"""Rows that are sooner made here than handed out."""

_packed = b""
"""What a process makes rows of for another one."""


def workers() -> int:
    """How many processes may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def rows(request: Request, grid: Grid, jobs: int) -> Iterator[Row]:
    """All rows of a sweep, in order; `jobs` is how many processes make them, 0 for as many as may run at once."""
    jobs = jobs or (1 if len(grid) < _FEW else workers())
    stretches = chunks(len(grid))
    jobs = min(jobs, len(stretches))
    if jobs <= 1:
        yield from grid.rows()
        return
    with _nothing_from_here():  # a process that looks after the others begins here
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (pack(request),))
    try:
        with _put_off(), _nothing_from_here():
            results = pool.map(_made, stretches)
        for made in results:
            yield from made
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


def _begin(packed: bytes) -> None:
    global _packed
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _packed = packed


def _made(stretch: tuple[int, int]) -> list[Row]:
    return list(unpack(_packed).rows(*stretch))
