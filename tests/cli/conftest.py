"""A small library and designs of a trade of its own, on disk, and `vdl` run in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from vdl.cli import main

LIBRARY = """edition 2026
dimension Length: m
unit km = 1000 m
counted Bus: bus, buses
counted Pupil: pupil, pupils
axis season { summer, winter }
source maker "Data sheet" { publisher = "The maker", date = 2023-05 }
kind fleet {
  /// Pupils to carry.
  pupils: Pupil
  seats: Pupil/Bus = 50 pupils/bus @ maker "page 1"
  trips: Number?, way: Length?
  /// Buses to buy.
  count buses: Bus
  bound by_seats: buses >= pupils / seats
  bound by_trips: buses >= trips * 1 bus
  let carried = seats * buses
  require few: buses <= 2 buses "at most two buses"
  require warning roomy: carried >= pupils + 10 pupils
}
"""
TRIPS = """edition 2026
source town "Timetable" { publisher = "Town", date = 2024-01 }
design north "North" {
  fleet: fleet { pupils = 90 pupils @ town "page 2", way = walk }
  walk: Length = { summer: 1..2, winter: 0.5 } km @ assumed "as the crow flies"
  expect buses: fleet.buses == 2 buses @ town "page 3"
  ask fits: largest fleet.pupils where fleet.buses <= 4 buses
  ask apart: largest fleet.pupils where fleet.buses <= 4 buses ignoring fleet.few and fleet.roomy
  scenario growth "Growth" { fleet.pupils = 900 pupils }
}
design south "South" from north {
  fleet.pupils = 60 pupils
}
"""
EAST = """edition 2026
design east "East" {
  fleet: fleet { pupils = 200 pupils }
  expect buses: fleet.buses == 3 buses @ assumed "a guess"
}
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: `lib/`, `trips.vdl` with two designs, `east.vdl` with a failing one."""
    prelude = tmp_path / "lib" / "prelude"
    prelude.mkdir(parents=True)
    (prelude / "units.vdl").write_text(LIBRARY)
    designs = tmp_path / "designs"
    designs.mkdir()
    (designs / "trips.vdl").write_text(TRIPS)
    (designs / "east.vdl").write_text(EAST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.delenv("VDL_DEBUG", raising=False)
    return tmp_path


Vdl = Callable[..., Ran]


@pytest.fixture
def vdl(town: Path, capsys: pytest.CaptureFixture[str]) -> Vdl:
    """Runs `vdl` with the small library, as of a day before the waiver ends."""

    def run(command: str, *arguments: str, day: str = "2026-01-01") -> Ran:
        extra = ["--library", "lib"] + (["--as-of", day] if day else [])
        code = main([command, *arguments, *extra])
        taken = capsys.readouterr()
        return Ran(code, taken.out, taken.err)

    return run
