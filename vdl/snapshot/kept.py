"""Snapshots that are kept: what was found of the designs of a file, with who approved it, as a text that is read back whole."""

from __future__ import annotations

import json
from typing import Any

from vdl.records import NamedTuple
from vdl.snapshot.coded import Damaged, UnitTable, decoded, encoded, units_from
from vdl.snapshot.compared import Column
from vdl.text.machine import SCHEMA, document
from vdl.text.source import Source, Span

KEPT = 5
"""The schema of kept snapshots. Raised whenever a record in them has another field."""


class Approval(NamedTuple):
    """Who approved a snapshot, and on which day."""

    by: str
    on: str


class Kept(NamedTuple):
    """The designs of a file as they were found, with the compiler that found it and the digests of all texts it stands on.

    `document` is the one whose bills they have; "" is that of each design.
    """

    vdl: str
    edition: str
    approved: Approval | None
    files: dict[str, str]
    document: str
    designs: tuple[Column, ...]


class Unreadable(NamedTuple):
    """Why a text is no snapshot that can be read. `schema` is that of one that another version wrote."""

    span: Span | None
    reason: str
    schema: str = ""


def written(kept: Kept) -> str:
    """The text of a kept snapshot; the same snapshot gives the same text."""
    units = UnitTable()
    made = encoded(kept, Kept, units)
    assert isinstance(made, dict)
    return document(snapshot=KEPT, **{**made, "units": units.as_object()}) + "\n"


def read(source: Source) -> Kept | Unreadable:
    """A kept snapshot from its text, or why it is none."""
    try:
        found: Any = json.loads(source.text)
    except json.JSONDecodeError as fault:
        return Unreadable(Span(source, fault.pos, min(fault.pos + 1, len(source.text))), f"it is not JSON: {fault.msg.lower()}")
    except (ValueError, RecursionError):
        return Unreadable(None, "it is not JSON that can be read")
    if not isinstance(found, dict) or "snapshot" not in found:
        return Unreadable(None, "it is no snapshot: `vdl snapshot` writes one")
    schema = found.get("schema"), found["snapshot"]
    if schema != (SCHEMA, KEPT):
        return Unreadable(None, "", f"{schema[0]}.{schema[1]}")
    try:
        kept: Kept = decoded(found, Kept, units_from(found.get("units")))
    except Damaged as fault:
        return Unreadable(None, str(fault))
    return kept


__all__ = ["KEPT", "Approval", "Kept", "Unreadable", "read", "written"]
