"""The command line: an adapter around `vdl.pipeline.compile`.

This module loads nothing but what every call needs; each command has its own, which is loaded
when it is called.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

OK, FINDINGS, USAGE, INTERNAL = 0, 1, 2, 3
"""Exit codes. Those below are what a shell shows for the three signals."""
INTERRUPTED, BROKEN_PIPE, TERMINATED = 130, 141, 143


class Terminated(BaseException):
    """Somebody asks the process to end (SIGTERM): like Ctrl-C, what has been begun is cleared up on the way out."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller closed it: nobody listens
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except SystemExit as end:  # argparse, after it has said what is wrong
        return end.code if isinstance(end.code, int) else USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Terminated:
        return TERMINATED
    except BrokenPipeError:
        _close_output()
        return BROKEN_PIPE
    except RecursionError:
        sys.stderr.write("error[too-intricate]: files, kinds or expressions are nested too deep to follow\n")
        return FINDINGS
    except Exception as fault:
        if os.environ.get("VDL_DEBUG"):
            raise
        return _internal(fault)


def entry() -> None:
    """The installed command. Ends the process without taking a large design apart, which the system does faster."""
    gc.disable()  # one command leaves nothing behind that would be worth looking for
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # else somebody wants it to be ignored
        signal.signal(signal.SIGTERM, _terminated)
    status = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        pass  # has been reported, or nobody listens
    os._exit(status)


def _terminated(number: int, frame: object) -> None:
    raise Terminated


def _run(argv: Sequence[str]) -> int:
    from vdl.cli.terminal import OutputLost, prepare, written

    prepare()
    try:
        from vdl.cli.arguments import parse

        arguments = parse(argv)
        status = _within_limits(arguments) if _is_limited(arguments) else arguments.run(arguments)
        written(sys.stdout.flush)
        return status
    except OutputLost as lost:
        _close_output()
        sys.stderr.write(f"error[not-written]: can't be written: {lost.reason}\n --> standard output\n")
        return FINDINGS


def _is_limited(arguments: argparse.Namespace) -> bool:
    return any(getattr(arguments, name, None) is not None for name in ("limit_time", "limit_memory"))  # not all compile


def _within_limits(arguments: argparse.Namespace) -> int:
    from vdl.cli.limits import limited

    return limited(arguments)


def _close_output() -> None:
    """Nobody reads any more: what is still buffered would make the interpreter complain at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass


def _internal(fault: Exception) -> int:
    import vdl
    from vdl.text.safe import shown

    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        file = os.path.basename(os.path.dirname(trace.tb_frame.f_code.co_filename))
        where = f" in {file}/{os.path.basename(trace.tb_frame.f_code.co_filename)}, line {trace.tb_lineno}"
    said = shown(" ".join(str(fault).split()), 300)
    sys.stderr.write(
        f"internal error: {type(fault).__name__}{where}{': ' + said if said else ''}\n"
        f" = this is a fault of vdl {vdl.__version__}, not of the design\n"
        " = please report it with the command, the design and this message; VDL_DEBUG=1 shows the whole trace\n"
    )
    return INTERNAL
