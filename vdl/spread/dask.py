"""Rows of a sweep, made by Dask: a scheduler hands them out to its workers, and again where a worker is lost. They come in order,
and are the same wherever they are made.

Needs the extra `vdl[distributed]` here, and vdl itself on the workers, in the same version.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import TYPE_CHECKING

import vdl
from vdl.query.sweeps import Request, Row
from vdl.spread.packed import chunks, pack, unpack

if TYPE_CHECKING:
    from distributed import Client, Future

_PATIENCE = 10
"""Seconds that a scheduler may take to answer, and between two looks whether it has workers."""

_AHEAD = 400
"""Stretches of rows that wait at the scheduler."""

_one_at_a_time = threading.Lock()
"""A worker may run several tasks at once, and the rows of one design are made one after the other."""


class SchedulerFault(Exception):
    """The scheduler can't be reached, or can't make the rows; says why."""


def rows(request: Request, number: int, scheduler: str) -> Iterator[Row]:
    """All rows of a sweep, in order. Raises SchedulerFault."""
    try:
        from distributed import Client
    except ImportError:
        raise SchedulerFault("it needs the extra `distributed`: pip install 'vdl[distributed]'") from None
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).disabled = True  # what becomes of the rows is said here
    try:
        client: Client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise SchedulerFault(f"no answer from `{scheduler}`") from None
    with contextlib.closing(client):
        with _faults():
            # A task of its own: it is made again where the worker that has it is lost.
            packed = client.submit(bytes, pack(request))
        stretches = iter(chunks(number))
        waiting: deque[Future[list[Row]]] = deque()

        def submit(stretch: tuple[int, int]) -> None:
            with _faults():
                waiting.append(client.submit(_made, packed, vdl.__version__, *stretch))

        for stretch in islice(stretches, _AHEAD):
            submit(stretch)
        while waiting:
            with _faults():
                made = _result(client, waiting.popleft())
            yield from made
            for stretch in islice(stretches, 1):
                submit(stretch)


def _result(client: Client, stretch: Future[list[Row]]) -> list[Row]:
    while True:
        try:
            return stretch.result(timeout=_PATIENCE)
        except TimeoutError:
            if not client.scheduler_info()["workers"]:
                raise SchedulerFault("it has no workers") from None


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    """What may go wrong between here and the scheduler, which may be lost at any step, raised as SchedulerFault."""
    try:
        yield
    except SchedulerFault:
        raise
    except (CancelledError, asyncio.CancelledError):
        raise SchedulerFault("its scheduler is lost") from None
    except Exception as fault:  # whatever a worker raises, or the client that has lost its scheduler
        raise SchedulerFault(str(fault).partition("\n")[0] or type(fault).__name__) from None


def _made(packed: bytes, version: str, first: int, last: int) -> list[Row]:
    if version != vdl.__version__:
        raise RuntimeError(f"a worker has vdl {vdl.__version__}, and the sweep is one of vdl {version}")
    with _one_at_a_time:
        return list(unpack(packed).rows(first, last))
