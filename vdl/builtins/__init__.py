"""The built-in functions, by name. To add one: a record in a file of this room, among the `RECORDS` of that file."""

from __future__ import annotations

from vdl.builtins.record import Builtin
from vdl.world.shipped import modules_in


def _records() -> dict[str, Builtin]:
    found: dict[str, Builtin] = {}
    for name in modules_in(__path__):
        records: tuple[Builtin, ...] = getattr(__import__(f"{__name__}.{name}", fromlist=[name]), "RECORDS", ())
        found.update({record.name: record for record in records})
    return found


BUILTINS: dict[str, Builtin] = _records()

__all__ = ["BUILTINS", "Builtin"]
