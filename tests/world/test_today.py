"""Which day it is: that of SOURCE_DATE_EPOCH, else that of the clock, and in UTC wherever the machine stands."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from vdl.world.today import NoMoment, today

MIDNIGHT = 1_780_272_000
"""The first second of 2026-06-01 in UTC."""


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def somewhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where the machine stands: 14 hours before UTC, 11 behind it."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


AROUND = [(MIDNIGHT - 1, "2026-05-31"), (MIDNIGHT, "2026-06-01"), (MIDNIGHT + 86_399, "2026-06-01")]


@pytest.mark.parametrize(("moment", "day"), AROUND)
def test_the_day_of_the_clock(somewhere: None, monkeypatch: pytest.MonkeyPatch, moment: int, day: str) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(time, "time", lambda: moment + 0.75)
    assert today() == day


@pytest.mark.parametrize(("moment", "day"), [*AROUND, (0, "1970-01-01"), (253_402_300_799, "9999-12-31")])
def test_the_day_that_is_said(somewhere: None, monkeypatch: pytest.MonkeyPatch, moment: int, day: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(moment))
    assert today() == day


def test_what_is_empty_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    monkeypatch.setattr(time, "time", lambda: MIDNIGHT)
    assert today() == "2026-06-01"


@pytest.mark.parametrize("said", ["soon", "-1", "1.5", "1e9", " 1", "1 ", "0x10", "253402300800", "9" * 13, "2026-06-01", "١"])
def test_what_is_no_moment(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", said)
    with pytest.raises(NoMoment, match="SOURCE_DATE_EPOCH"):
        today()
