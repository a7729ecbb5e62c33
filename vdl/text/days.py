"""Dates as designs write them: a day, a month or a year of the calendar."""

from __future__ import annotations

import re

_DATE = r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?)?"
_MONTHS = 12


def is_written_as_date(text: str) -> bool:
    """Whether a text has the form of a date, as 2027, 2027-06 and 2027-06-31 have."""
    return re.fullmatch(_DATE, text) is not None


def is_date(text: str) -> bool:
    """Whether a text is a date of the calendar, as 2027, 2027-06 and 2027-06-30 are."""
    return is_written_as_date(text) and never(text) == ("", "")


def never(text: str) -> tuple[str, str]:
    """Why a text that has the form of a date is none, and the date that it is with its day and month the other way round, if any;
    ("", "") of one that is in the calendar."""
    year, month, day = _parts(text)
    if year == 0:
        return "there is no year 0000", ""
    if month is None:
        return "", ""
    if not 1 <= month <= _MONTHS:
        turns = day is not None and 1 <= day <= _MONTHS and 1 <= month <= _length(year, day)
        return f"there is no month {month:02}", f"{year:04}-{day:02}-{month:02}" if turns else ""
    if day is not None and not 1 <= day <= _length(year, month):
        return f"{year:04}-{month:02} has {_length(year, month)} days", ""
    return "", ""


def last_day(text: str) -> str:
    """The day with which a date ends: 2027-02-28 of 2027-02. The text is a date of the calendar."""
    year, month, day = _parts(text)
    month = month or _MONTHS
    return f"{year:04}-{month:02}-{day or _length(year, month):02}"


def _parts(text: str) -> tuple[int, int | None, int | None]:
    found = re.fullmatch(_DATE, text)
    assert found is not None
    month, day = found["month"], found["day"]
    return int(found["year"]), int(month) if month else None, int(day) if day else None


def _length(year: int, month: int) -> int:
    """Days of a month."""
    from calendar import monthrange  # no other part of a check needs it

    return monthrange(year, month)[1]
