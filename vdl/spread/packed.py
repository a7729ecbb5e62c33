"""A sweep on its way to other processes: what it needs as bytes, and the stretches of rows that are handed out."""

from __future__ import annotations

import pickle
import sys
from functools import lru_cache

from vdl.query.sweeps import Grid, Request
from vdl.text.limits import RECURSION

_CHUNK = 25
"""Rows that a process makes at a time."""


def chunks(number: int) -> list[tuple[int, int]]:
    """The stretches of rows that are handed out."""
    return [(first, min(first + _CHUNK, number)) for first in range(0, number, _CHUNK)]


def pack(request: Request) -> bytes:
    return pickle.dumps(request)


@lru_cache(maxsize=2)
def unpack(packed: bytes) -> Grid:
    """The rows of a sweep in the process that makes some of them, kept from one stretch to the next."""
    sys.setrecursionlimit(max(RECURSION, sys.getrecursionlimit()))
    request = pickle.loads(packed)
    assert isinstance(request, Request)
    return request.grid()
