"""A theme file as TOML, and where in its text each key stands: the reader of the standard library does not say."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from vdl import errors
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span

_AT = re.compile(r" ?\(at line (\d+), column (\d+)\)$| ?\(at end of document\)$")
_HEAD = re.compile(r"[ \t]*\[\[?[ \t]*([^\]\n]*?)[ \t]*\]\]?[ \t]*(?:#.*)?")


def loaded(source: Source) -> dict[str, Any] | Diagnostic:
    """What stands in the file, or what is wrong with it and where."""
    try:
        return tomllib.loads(source.text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        said = str(fault)
        found = _AT.search(said)
        at = len(source.text)
        if found is not None and found[1]:
            lines = source.text.split("\n")
            at = sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1
        why = _AT.sub("", said)
        return errors.damaged_theme(Span(source, at, at), why[:1].lower() + why[1:])


def place(source: Source, table: str, key: str) -> Span:
    """Where a key stands; `table` is "" of those at the top."""
    wanted = re.compile(rf"""[ \t]*(["']?){re.escape(key)}\1[ \t]*[=.].*""")
    offset, now = 0, ""
    anywhere: Span | None = None
    for line in source.text.split("\n"):
        if head := _HEAD.fullmatch(line.rstrip("\r")):
            now = head[1].replace('"', "").replace("'", "")
            if not table and now.split(".")[0] == key:
                return Span(source, offset, offset + len(line.rstrip()))
        elif wanted.fullmatch(line.rstrip("\r")) and now == table:
            begin = offset + len(line) - len(line.lstrip())
            return Span(source, begin, offset + len(line.rstrip()))
        elif anywhere is None and (found := re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", line)):
            anywhere = Span(source, offset + found.start(), offset + found.end())
        offset += len(line) + 1
    return anywhere or Span(source, 0, 0)


__all__ = ["loaded", "place"]
