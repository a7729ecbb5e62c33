"""Texts of strangers within Markdown: nothing in them is a mark of the format."""

from __future__ import annotations

from vdl.text.safe import shown

_MARKS = frozenset("\\`*_{}[]<>#|~$&")
_PARTED = "@\u200b"
"""An `@` that calls nobody: where a comment is read, `@name` would."""


def in_cell(words: str, most: int = 1_000) -> str:
    """Words on one line, such as a cell of a table has them; `most` counts characters that are shown."""
    safe = "".join([f"\\{sign}" if sign in _MARKS else sign for sign in shown(words, most)])
    return safe.replace("@", _PARTED)


__all__ = ["in_cell"]
