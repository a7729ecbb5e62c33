"""The day of a command, from its option, the environment or the clock."""

from __future__ import annotations

import argparse

from vdl.world.today import NoMoment, is_day, today


def as_of(arguments: argparse.Namespace) -> str:
    """The day against which waivers are judged, and that documents bear."""
    parser: argparse.ArgumentParser = arguments.parser
    given: str | None = arguments.as_of
    try:
        if given is None or is_day(given):
            return given or today()
    except NoMoment as wrong:
        parser.error(str(wrong))
    parser.error(f"argument --as-of: `{given}` is not a day; write it as 2027-06-30")
