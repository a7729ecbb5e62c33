"""A design of a compilation once more, with other scenarios and options on top: as `vdl check` finds it with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl import errors
from vdl.check import Types
from vdl.compilation import Compilation, Solved
from vdl.parse import pieces
from vdl.query.answered import answered
from vdl.semantics.types import Kind
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.variants import Attempt, solve_layered, warned


def beside(
    compilation: Compilation, design: str, scenarios: Sequence[str], sets: Sequence[str]
) -> tuple[Solved | None, list[Diagnostic]]:
    """The design of that name with these layers, and all that is wrong with it; None where they can't lie on it."""
    kind = compilation.names.designs(compilation.program.entry)[design]
    below = next((one for one in compilation.designs if one.design is kind), None)
    solved, diagnostics = solve_layered(
        compilation.types, kind, scenarios, sets, compilation.as_of, judged, below=below, begun=compilation.begun
    )
    return warned(solved, compilation.of_files) if solved is not None else None, diagnostics


def faults(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What keeps a design from being solved: errors that are no verdicts, in order."""
    return in_order([d for d in diagnostics if d.severity == "error" and d.slug not in errors.FINDINGS])


def judged(types: Types, design: Kind, made: Attempt, as_of: str) -> Attempt:
    """A design with all its expectations judged, also those that read answers."""
    return answered(types, design, made, as_of, None) if made.graph.answers else made


def scenarios_of(design: Kind) -> list[str]:
    """The names of the scenarios of a design, and of those that it is derived from."""
    return [name for name, member in design.all_members().items() if member.form == "scenario" and member.kind is not None]


def fillings(text: str) -> list[str]:
    """What fills one input each, of a text that fills several as a body does: "a = 1 kg, b = 2 kg"."""
    found = [text[start:end].strip() for start, end in pieces(text)]
    return found[:-1] if len(found) > 1 and not found[-1] else found
