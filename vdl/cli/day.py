"""The day of a command, from its option, the environment or the clock."""

from __future__ import annotations

import argparse
import os
import re
import time


def as_of(arguments: argparse.Namespace) -> str:
    """The day against which waivers are judged. The only place that reads the clock."""
    given: str | None = arguments.as_of
    if given is not None:
        if not _is_day(given):
            arguments.parser.error(f"argument --as-of: `{given}` is not a day; write it as 2027-06-30")
        return given
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch:
        if re.fullmatch(r"[0-9]{1,12}", epoch) and int(epoch) < _YEAR_10000:
            return time.strftime("%Y-%m-%d", time.gmtime(int(epoch)))
        arguments.parser.error(f"SOURCE_DATE_EPOCH: `{epoch}` is not a number of seconds since 1970")
    return time.strftime("%Y-%m-%d")


_YEAR_10000 = 253_402_300_800


def _is_day(text: str) -> bool:
    from datetime import date

    try:
        return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False
