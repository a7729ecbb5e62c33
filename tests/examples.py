"""The examples: each compiled once in a process, and each of their documents built once in a whole run of the tests.

To build a document is to answer its questions and to solve its scenarios, seconds for the large ones. Whatever runs the tests
gives them a folder (`kept`), in which one process finds what another has built.
"""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from vdl.compilation import Compilation, Solved
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.report.model import Report
from vdl.text.machine import Json
from vdl.world import Disk

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*/design.vdl"))
NAMES = [path.parent.name for path in EXAMPLES]
PUBLISHED = [path for path in EXAMPLES if path.parent.name != "lakeside-hospital"]
"""Those of a published system, each in one file: for what takes long, and would find no more in another example."""
SMALLER = [path for path in PUBLISHED if path.parent.name in ("ilio-xenapp", "intellicache-xendesktop")]
"""The two that take least: for what hangs on no size, and is held against designs made by chance as well."""
AS_OF = "2026-06-01"

folder: list[Path] = []
"""Where what is built is kept, of a run of the tests."""


class Found(NamedTuple):
    """What a report finds when it is asked; the report asks a compilation, which is not kept."""

    findings: Mapping[str, Json]

    def __call__(self) -> Mapping[str, Json]:
        return self.findings


@cache
def compiled(path: Path) -> Compilation:
    """An example with its documents. It is only read."""
    return compile(Disk(), str(path), as_of=AS_OF, documents=True)


def designs(path: Path) -> list[str]:
    return [one.name for one in compiled(path).designs]


def solved(path: Path, design: str) -> Solved:
    [found] = [one for one in compiled(path).designs if one.name == design]
    return found


@cache
def report(path: Path, design: str) -> Report:
    """The reference document of a design of an example, with its summary."""
    file = folder[0] / f"{path.parent.name}.{design}"
    with file.open("ab+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # who comes second waits for what the first is building
        held.seek(0)
        text = held.read()
        if text:
            before: Report = pickle.loads(text)
            return before
        made, _ = build(compiled(path), solved(path, design), summary=True)
        found = Found(made.findings())
        made = replace(made, findings=found, summary=made.summary and replace(made.summary, findings=found))
        held.write(pickle.dumps(made))
        return made


def reports(*paths: Path) -> Iterator[Report]:
    """That of each design of these examples; of all, if none is named."""
    for path in paths or EXAMPLES:
        for design in designs(path):
            yield report(path, design)
