"""Every program that we have: the library, the examples and the cases, as they are once they are checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.suite.case import TESTS, TestWorld, cases, library_of
from vdl.check import Types, check
from vdl.parse.load import LoadedFile, load
from vdl.report.shown import names as names_of_parts
from vdl.resolve import resolve
from vdl.text.diagnostics import Diagnostic, failed
from vdl.world import Disk, World


class Checked(NamedTuple):
    """A file of a program without errors."""

    file: LoadedFile
    types: Types

    def __repr__(self) -> str:
        return self.file.name


def checked(world: World, entry: str, *, documents: bool = True) -> Types | None:
    """What is known of a program, None of one with errors; with the `documents` of the library, or without."""
    types, said = as_far_as_known(world, entry, documents=documents)
    return None if failed(said) else types


def as_far_as_known(world: World, entry: str, *, documents: bool = True) -> tuple[Types, list[Diagnostic]]:
    """What is known of a program, and what is wrong with it."""
    program, said = load(world, entry, documents=documents)
    names, more = resolve(program)
    types, last = check(names, shown=names_of_parts)
    return types, [*said, *more, *last]


@cache
def every_file() -> tuple[Checked, ...]:
    """Each file once, of some program that it is part of."""
    return tuple(_files())


def _files() -> Iterator[Checked]:
    library = Disk()
    examples = sorted((TESTS.parent / "examples").rglob("*.vdl"))
    programs: list[tuple[World, str, str]] = [(library, name, "std") for name in (*map(str, examples), *library.library())]
    for path in cases():
        of = library_of(path.read_text(encoding="utf-8"))
        programs.append((TestWorld(of), Path(path).relative_to(TESTS).as_posix(), of))
    seen: set[tuple[str, str]] = set()
    for world, entry, of in programs:
        if (of, entry) in seen:
            continue  # part of what came before
        types = checked(world, entry, documents=world is library)
        for file in types.names.program.files.values() if types is not None else ():
            assert types is not None
            key = (of if file.name.startswith("std:") else "", file.name)
            if key not in seen:
                seen.add(key)
                yield Checked(file, types)
