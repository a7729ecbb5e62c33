"""What a check found, in the formats of other programs: a file for each, with a function `text`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from vdl.records import NamedTuple
from vdl.snapshot.records import Snapshot
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import LIBRARY, Span


class Addresses:
    """Names of files as others find them: relative to the root, with forward slashes."""

    def __init__(self, root: str, library: str, files: Iterable[str]) -> None:
        self._root = root
        self._library = os.path.realpath(library)
        self._files = frozenset(files)
        """The names of all files that were asked for or read; other sources stood on the command line."""

    def of(self, name: str) -> str:
        """The address of a file; "" of what is no file. A library that lies elsewhere keeps its `std:`."""
        if name not in self._files:
            return ""
        path = name
        if name.startswith(LIBRARY):
            path = os.path.join(self._library, name[len(LIBRARY) :])
        try:
            real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
            address = os.path.relpath(real, self._root)
        except ValueError:  # a name that no file can have
            return name
        if name.startswith(LIBRARY) and address.startswith(os.pardir):
            return name
        return address.replace(os.sep, "/")


class Checked(NamedTuple):
    """What a check found; `designs` are there for the formats that show them."""

    diagnostics: tuple[Diagnostic, ...]
    files: tuple[str, ...]
    """Those that were checked, by their names."""
    designs: tuple[Snapshot, ...]
    addresses: Addresses
    last: str
    """How many there are of what."""
    strict: bool
    """Whether an open point counts as a failure."""
    manual: str
    """Where the manual is published; "" for nowhere."""

    def place(self, found: Diagnostic) -> tuple[str, Span | None]:
        """The address of the file that a diagnostic is about, and the place in it. Either may be missing."""
        if found.span is None:
            return self.addresses.of(found.subject), None
        address = self.addresses.of(found.span.source.path)
        return address, found.span if address else None


def told(found: Diagnostic) -> Iterator[str]:
    """All that a diagnostic says, line by line, but for its places. The lines are not made safe."""
    yield found.message
    if found.span is not None and found.label:
        yield found.label
    elif found.span is None and found.subject:
        yield found.subject
    yield from found.notes
    for text in found.help:
        yield f"help: {text}"


__all__ = ["Addresses", "Checked", "told"]
