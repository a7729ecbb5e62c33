"""From arguments to a compilation, and from a compilation to an exit code."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from vdl import errors
from vdl.cli import FINDINGS, OK
from vdl.cli.inputs import STDIN, world
from vdl.cli.terminal import Screen
from vdl.compilation import Compilation, Solved
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic, failed, several

if TYPE_CHECKING:
    from vdl.report.named import NoDocument
    from vdl.world import World


def compiled(
    arguments: argparse.Namespace, file: str, *, documents: bool = False, judging: Collection[str] | None = None
) -> tuple[Compilation, list[Diagnostic]]:
    """The file's designs, and all diagnostics; that there is no design is one of them."""
    return compiled_in(world(arguments), arguments, file, documents=documents, judging=judging)


def compiled_in(
    files: World, arguments: argparse.Namespace, file: str, *, documents: bool = False, judging: Collection[str] | None = None
) -> tuple[Compilation, list[Diagnostic]]:
    """The same, with files from somewhere."""
    compilation = compile(
        files, file, as_of=arguments.as_of, scenarios=arguments.scenario, sets=arguments.set,
        design=arguments.design, documents=documents, judging=judging,
    )  # fmt: skip
    diagnostics = list(compilation.diagnostics)
    if not compilation.failed and not compilation.names.designs(file):
        diagnostics.append(errors.no_design(file))
    return compilation, diagnostics


def single(
    arguments: argparse.Namespace, screen: Screen, judging: Collection[str] = (), *,
    elsewhere: Callable[[Diagnostic], bool] = lambda fault: False,
) -> tuple[Compilation, Solved, int] | None:  # fmt: skip
    """The one design that is meant, and the exit code so far; None after saying why there is none.

    Of expectations that read answers only those of `judging` are judged. A design that can't be solved as it stands is given
    where each of its faults may be gone `elsewhere`: at other values.
    """
    compilation, diagnostics = compiled(arguments, arguments.file, judging=judging)
    names = list(compilation.names.designs(arguments.file))
    if len(names) > 1 and not arguments.design:
        broken = [d for d in diagnostics if d.slug not in errors.FINDINGS and d.severity == "error"]
        screen.diagnostics(broken or [errors.several_designs(arguments.file, names)])
        return None
    wrong = [d for d in diagnostics if unsolved([d])]
    if not compilation.designs or not all(map(elsewhere, wrong)):
        screen.diagnostics(diagnostics)
        return None
    screen.diagnostics([d for d in diagnostics if d.slug not in errors.FINDINGS and d not in wrong])
    failing = sum(d.severity == "error" and d.slug in errors.FINDINGS for d in diagnostics)
    if failing or wrong:
        file = "-" if arguments.file == STDIN else arguments.file
        said = f"{several(failing, 'verdict')} over this design {'is an error' if failing == 1 else 'are errors'}"
        if wrong:
            itself = unsolved(compilation.designs[0].diagnostics)
            said = f"{'as it stands the design' if itself else 'a scenario of this design'} can't be solved"
        screen.tell(f"note: {said}, which `vdl check {' '.join([file, *_layers(arguments)])}` shows", hanging=2)
    return compilation, compilation.designs[0], status(diagnostics)


def _layers(arguments: argparse.Namespace) -> list[str]:
    """The options that put layers on top of a design, as they would be typed again."""
    import shlex

    given = [("--design", [arguments.design] if arguments.design else []), ("--scenario", arguments.scenario),
             ("--set", arguments.set)]  # fmt: skip
    return [word for option, values in given for value in values for word in (option, shlex.quote(value))]


def no_document(missing: NoDocument, arguments: argparse.Namespace, file: str) -> Diagnostic:
    """That there is no such document, or that several are called so."""
    subject = f"--document {missing.name}" if arguments.document else file
    if missing.several:
        return errors.several_documents(subject, missing.name, missing.several)
    return errors.unknown_option(subject, "document", missing.name, missing.known, missing.whole)


def unsolved(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there are errors other than verdicts."""
    return failed(d for d in diagnostics if d.slug not in errors.FINDINGS)


def status(diagnostics: Iterable[Diagnostic]) -> int:
    return FINDINGS if failed(diagnostics) else OK

