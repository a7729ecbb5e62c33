"""All texts within records, as those of a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass


def texts(given: object, *, but: str = "") -> Iterator[str]:
    """Every text, in order, whatever it is for, `but` for those in fields of a name."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, tuple):
        for one in given:
            yield from texts(one, but=but)
    elif is_dataclass(given):
        for field in fields(given):
            if field.name != but:
                yield from texts(getattr(given, field.name), but=but)


__all__ = ["texts"]
