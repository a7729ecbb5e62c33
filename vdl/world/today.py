"""Which day it is: the one place that reads the clock for it, so that a run far east or at midnight says no other day."""

from __future__ import annotations

import os
import re
import time

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable of the environment that says which moment it is, for what is to be made again with the same bytes."""

_YEAR_10000 = 253_402_300_800


class NoMoment(ValueError):
    """SOURCE_DATE_EPOCH is set, and is no moment from 1970 to the end of the year 9999; the message says so."""


def today() -> str:
    """The day as 2027-06-30, in UTC wherever the machine stands: that of SOURCE_DATE_EPOCH, else that of the clock.

    Raises NoMoment.
    """
    said = os.environ.get(EPOCH, "")
    if not said:
        return day(int(time.time()))
    if re.fullmatch(r"[0-9]{1,12}", said) is None or int(said) >= _YEAR_10000:
        raise NoMoment(f"{EPOCH}: `{said}` is not a number of seconds since 1970")
    return day(int(said))


def day(seconds: int) -> str:
    """The day of a moment that is so many seconds after the beginning of 1970, in UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


def is_day(text: str) -> bool:
    """Whether a text is a day of the calendar, written as 2027-06-30."""
    from datetime import date

    try:
        return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False
