"""The one page to read first: from the name of a file to a compilation. All passes in a row."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence

from vdl import errors
from vdl.check import Types, check
from vdl.check.dated import not_yet
from vdl.compilation import Compilation, Solved
from vdl.parse.adding import adding
from vdl.parse.load import Program, load
from vdl.report.shown import names as names_of_parts
from vdl.resolve import Names, resolve
from vdl.semantics.types import Kind
from vdl.text.diagnostics import Diagnostic, failed, in_order
from vdl.text.limits import RECURSION
from vdl.variants import Answering, Attempt, Begun, FailingIn, solve_layered, warned, with_scenarios
from vdl.world import World


def compile(
    world: World,
    entry: str,
    *,
    as_of: str,
    scenarios: Sequence[str] = (),
    sets: Sequence[str] = (),
    design: str = "",
    documents: bool = False,
    judging: Collection[str] | None = None,
) -> Compilation:
    """Compile one file. `as_of` is the date against which waivers are judged ("2027-06-30").

    `scenarios` and `sets` ("a.b = 5 boxes") are layers for every design that is compiled; `design` picks one. With
    `documents` those of the library are loaded, too. `judging` are the names of the expectations that are judged though
    they read answers to questions, which may take long; None is all, and others of that sort are left out.
    """
    if sys.getrecursionlimit() < RECURSION:  # what nests as deep as the limits of the language allow
        sys.setrecursionlimit(RECURSION)
    try:
        return _compile(world, entry, as_of, scenarios, sets, design, documents, judging)
    except RecursionError:
        program = Program({}, entry, (), frozenset())
        names = Names.none(program)
        return Compilation(program, names, Types.none(names), (), (errors.too_intricate(entry),), as_of)


def _compile(
    world: World, entry: str, as_of: str, scenarios: Sequence[str], sets: Sequence[str], design: str, documents: bool,
    judging: Collection[str] | None,
) -> Compilation:  # fmt: skip
    program, names, types, diagnostics = _checked(world, entry, as_of, documents=False)
    if documents and not failed(diagnostics):  # what only their imports add is not known to the files of a design
        program, names, types, diagnostics = _checked(world, entry, as_of, documents=True)
    of_files = tuple(diagnostics)
    held = _held(world, program)
    diagnostics += held
    solved: tuple[Solved, ...] = ()
    begun = Begun() if documents else None  # else nobody looks at a scenario again
    if not failed(diagnostics):
        solved, more = _solve(types, entry, as_of, scenarios, sets, design, judging, begun)
        solved = tuple([warned(one, of_files) for one in solved])
        diagnostics += more
    if begun is not None:
        begun.close()
    return Compilation(program, names, types, solved, tuple(in_order(diagnostics)), as_of, of_files, held, begun)


def _checked(
    world: World, entry: str, as_of: str, *, documents: bool
) -> tuple[Program, Names, Types, list[Diagnostic]]:
    """A file with all that it imports, resolved and checked, and what is wrong with it."""
    program, diagnostics = load(world, entry, documents=documents)
    unfinished = _unfinished(diagnostics)
    would_add = adding(world, program)
    names, more = resolve(program, would_add)
    diagnostics += more
    types, more = check(names, shown=names_of_parts, adding=would_add)
    diagnostics += [d for d in more if d.span is None or d.span.where() not in unfinished]
    diagnostics += not_yet(names, as_of)
    if program.broken:
        diagnostics = [d for d in diagnostics if d.slug not in errors.CONSEQUENCES]
    return program, names, types, diagnostics


def _unfinished(found: Sequence[Diagnostic]) -> frozenset[str]:
    """The lines whose statement lacks something, such as a bracket: where it was meant nobody knows, so what is wrong with the
    types of the line may come of it."""
    return frozenset([d.span.where() for d in found if d.span is not None and d.slug == "unfinished-statement"])


def _held(world: World, program: Program) -> tuple[Diagnostic, ...]:
    """What is not as the lock file has it."""
    if program.entry not in program.files or world.lock(program.entry) is None:
        return ()
    from vdl.lock.held import held  # most files are held to no lock

    return tuple(held(world, program))


def _answering(judging: Collection[str] | None) -> Answering:
    """Puts into a design what its questions came to, where its expectations read that."""

    def judged(types: Types, design: Kind, made: Attempt, as_of: str) -> Attempt:
        if not made.graph.answers:
            return made
        from vdl.query.answered import answered  # most designs are checked without

        return answered(types, design, made, as_of, judging)

    return judged


def _solve(
    types: Types, entry: str, as_of: str, scenarios: Sequence[str], sets: Sequence[str], design: str,
    judging: Collection[str] | None, begun: Begun | None,
) -> tuple[tuple[Solved, ...], list[Diagnostic]]:  # fmt: skip
    """The designs of a file, each with its layers."""
    solved: list[Solved] = []
    answering = _answering(judging)
    designs = types.names.designs(entry)
    if design and design not in designs:
        return (), [errors.unknown_option(entry, "design", design, designs)]
    diagnostics: list[Diagnostic] = []
    for kind in [designs[design]] if design else designs.values():
        alone = FailingIn(types, kind, as_of, begun) if not scenarios and not sets else None
        layers = types, kind, scenarios, sets, as_of, answering
        result, wrong = solve_layered(*layers, weigh=True, begun=begun, failing_in=alone)
        diagnostics += wrong
        if result is None or result.contested:
            continue
        if alone is not None:
            result, more = with_scenarios(result, as_of, answering, begun, alone)
            diagnostics += more
        solved.append(result)
    return tuple(solved), diagnostics


__all__ = ["Compilation", "Solved", "compile"]
