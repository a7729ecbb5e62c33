"""`vdl eval DESIGN EXPR...`: the values of expressions, read in the body of a design."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from vdl.cli.from_arguments import single, status
from vdl.cli.terminal import errors, output
from vdl.query import Evaluated, evaluate
from vdl.text.machine import Json, document
from vdl.words import values as show


def run(arguments: argparse.Namespace) -> int:
    complaints = errors()
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, code = design
    values: list[Evaluated] = []
    several = len(arguments.expressions) > 1
    for index, text in enumerate(arguments.expressions, 1):
        value, diagnostics = evaluate(compilation, solved, text, f"expression {index}" if several else "expression")
        complaints.diagnostics(diagnostics)
        code = max(code, status(diagnostics))
        if value is not None:
            values.append(value)
    if arguments.format == "json":
        output().text(document(values=[as_object(value) for value in values]))
    else:
        screen = output()
        for value in values:
            screen.tell(f"{value.expression} = {value.words}" if several else value.words, hanging=2)
    return code


def as_object(value: Evaluated) -> Mapping[str, Json]:
    """The value object with its expression; a list has its items."""
    made: dict[str, Json] = {"expression": value.expression, **show.as_object(value.value, value.unit, value.words)}
    if value.items is not None:
        made["items"] = [as_object(item) for item in value.items]
    return made
