"""What every output for machines is: one JSON object that begins with the schema it follows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from vdl.text.safe import escaped

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | bool | None"

SCHEMA = 2
"""Raised when a reader of any output would have to change; new members do not raise it."""


def document(**members: Json) -> str:
    """The text of an output, indented, members in the order given, without a newline at its end; safe to show."""
    return escaped(json.dumps({"schema": SCHEMA, **members}, ensure_ascii=False, indent=2))


__all__ = ["SCHEMA", "Json", "document"]
