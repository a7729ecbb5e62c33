"""From arguments to a compilation, and from a compilation to an exit code."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from vdl import errors
from vdl.cli import FINDINGS, OK
from vdl.cli.arguments import world
from vdl.cli.terminal import Screen, number
from vdl.compilation import Compilation, Solved
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic

VERDICTS = frozenset(
    "rule-failed rule-partly given-count-short expectation-differs expectation-agrees-now waiver-unused waiver-expired".split()
)
"""Verdicts over a design that could be solved. `check` and `size` print them; to others they are no answer."""


def compiled(
    arguments: argparse.Namespace, file: str, *, documents: bool = False, asks: bool = False
) -> tuple[Compilation, list[Diagnostic]]:
    """The file's designs, and all diagnostics; that there is no design is one of them."""
    compilation = compile(
        world(arguments), file, as_of=arguments.as_of, scenarios=arguments.scenario, sets=arguments.set,
        design=arguments.design, documents=documents, asks=asks,
    )  # fmt: skip
    found = list(compilation.diagnostics)
    if not compilation.failed and not compilation.names.designs(file):
        found.append(errors.no_design(file))
    return compilation, found


def single(
    arguments: argparse.Namespace, screen: Screen, *, asks: bool = False
) -> tuple[Compilation, Solved, int] | None:
    """The one design that is meant, and the exit code so far; None after saying why there is none."""
    compilation, found = compiled(arguments, arguments.file, asks=asks)
    names = list(compilation.names.designs(arguments.file))
    if len(names) > 1 and not arguments.design:
        broken = [d for d in found if d.slug not in VERDICTS and d.severity == "error"]
        screen.diagnostics(broken or [errors.several_designs(arguments.file, names)])
        return None
    if not compilation.designs or unsolved(found):
        screen.diagnostics(found)
        return None
    screen.diagnostics([d for d in found if d.slug not in VERDICTS])
    failing = sum(d.severity == "error" and d.slug in VERDICTS for d in found)
    if failing:
        screen.say(f"note: {number(failing, 'verdict')} over this design {'is an error' if failing == 1 else 'are errors'}, "
                   f"which `vdl check {arguments.file}` shows")  # fmt: skip
    return compilation, compilation.designs[0], status(found)


def unsolved(found: Iterable[Diagnostic]) -> bool:
    """Whether there are errors other than verdicts."""
    return any(d.severity == "error" and d.slug not in VERDICTS for d in found)


def status(found: Iterable[Diagnostic]) -> int:
    return FINDINGS if any(d.severity == "error" for d in found) else OK

