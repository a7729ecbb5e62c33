"""Limits of time and memory for texts of strangers: what is reached ends the command, with a word on where it was."""

from __future__ import annotations

import argparse
import io
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import TextIO

from vdl import errors
from vdl.cli.from_arguments import status
from vdl.cli.terminal import OutputLost, Screen
from vdl.text.diagnostics import Diagnostic


class Reached(BaseException):
    """The command takes more than it may. As with Ctrl-C, what has been begun is cleared up on the way out."""

    def __init__(self, of: str) -> None:
        super().__init__(of)
        self.of = of


def limited(arguments: argparse.Namespace) -> int:
    """Run a command within its limits; the exit code. Where one is reached nothing is printed but that it was."""
    real, held = sys.stdout, _Held(sys.stdout)
    sys.stdout = held
    found: list[Diagnostic] = []
    code = 0
    try:
        _set(arguments)
        with said(arguments, found):
            code = arguments.run(arguments)
    finally:
        _lift(arguments)
        sys.stdout = real
        if not found:
            _written(real, held.getvalue())
    Screen(sys.stderr).diagnostics(found)
    return status(found) or code


@contextmanager
def said(arguments: argparse.Namespace, found: list[Diagnostic]) -> Iterator[None]:
    """Puts to `found` that a limit was reached within, and lifts the limits then: what is to be said must be said."""
    try:
        yield
    except (Reached, MemoryError) as fault:
        of = fault.of if isinstance(fault, Reached) else "memory"
        if arguments.limit_memory is None and of == "memory":
            raise
        _lift(arguments)
        limit = f"{arguments.limit_time} s" if of == "time" else _size(arguments.limit_memory)
        doing, file = _where(fault.__traceback__)
        found.append(errors.limit_reached(file, of, limit, doing))


def _size(limit: int) -> str:
    for unit, size in (("GB", 10**9), ("GiB", 2**30), ("MB", 10**6), ("MiB", 2**20)):
        if limit % size == 0:
            return f"{limit // size:,} {unit}"
    return f"{limit:,} bytes"


# ------------------------------------------------------------------------------ the limits themselves
_OFTEN = 0.05
"""Seconds between two looks at the memory. It grows a few megabytes meanwhile."""

_AGAIN = 1.0
"""Seconds until a limit is raised again: the first may have fallen where nothing can be raised."""


def _set(arguments: argparse.Namespace) -> None:
    """Look at the clock and the memory now and then.

    That no memory is given at all comes later: it can end the interpreter anywhere.
    """
    ends = None if arguments.limit_time is None else time.monotonic() + arguments.limit_time
    most = arguments.limit_memory
    if most is not None:
        arguments.memory_before = before = resource.getrlimit(resource.RLIMIT_AS)
        wide = min([3 * most + 2**30, *[one for one in before if one != resource.RLIM_INFINITY]])
        resource.setrlimit(resource.RLIMIT_AS, (wide, before[1]))
    raised = [0.0]

    def look(number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        late = ends is not None and now >= ends
        if not late and (most is None or _memory() <= most):
            return
        if now < raised[0] + _AGAIN or _is_writing(frame):
            return  # a set of files is written as a whole, and that does not take long
        raised[0] = now
        processes = sys.modules.get("multiprocessing")
        threading.excepthook = _unheard
        for child in processes.active_children() if processes is not None else ():
            child.kill()  # else they would be waited for
        raise Reached("time" if late else "memory")

    signal.signal(signal.SIGALRM, look)
    first = arguments.limit_time if most is None else _OFTEN
    signal.setitimer(signal.ITIMER_REAL, first, _OFTEN)


def _unheard(fault: object) -> None:
    """What is said of waiting for processes that were killed: it is no news."""


def _lift(arguments: argparse.Namespace) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    if arguments.limit_memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, arguments.memory_before)


def _memory() -> int:
    """Bytes of memory that this process has in use; where the system does not say so, the most that it had."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _is_writing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__") == "vdl.world.files":
            return True
        frame = frame.f_back
    return False


class _Held(io.StringIO):
    """What is printed, kept until it is known to be all of it; to whoever asks it is the stream that it will go to."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def isatty(self) -> bool:
        return bool(getattr(self._stream, "isatty", bool)())

    def fileno(self) -> int:
        return self._stream.fileno()


def _written(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise OutputLost(fault) from fault


# ------------------------------------------------------------------------------ where it was
_DOING = {
    "parse": "reading", "resolve": "finding out what names mean", "check": "checking types", "elaborate": "building the design",
    "solve": "solving", "judge": "judging", "words": "wording what was found", "query": "answering questions",
    "snapshot": "gathering values", "report": "making the document", "render": "writing the document", "spread": "making rows",
    "views": "drawing the graph",
}  # fmt: skip


def _where(trace: TracebackType | None) -> tuple[str, str]:
    """What was being done, and of which file; "" where that is not known."""
    doing, file, design = "", "", ""
    while trace is not None:
        frame = trace.tb_frame
        module = str(frame.f_globals.get("__name__", "")).split(".")
        if module[0] == "vdl" and len(module) > 1:
            doing = doing or _DOING.get(module[1], "")
            if module[1] == "pipeline":
                file = str(frame.f_locals.get("entry") or file)
            elif module[1:] == ["parse"] and "source" in frame.f_locals:
                file = frame.f_locals["source"].path
            elif module[1] == "variants":
                design = str(getattr(frame.f_locals.get("design"), "name", "")) or design
        trace = trace.tb_next
    return f"{doing} (design `{design}`)" if doing and design else doing, file


__all__ = ["Reached", "limited", "said"]
