"""`vdl graph DESIGN [NAME]`: what depends on what."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from vdl import views
from vdl.cli.from_arguments import single, status
from vdl.cli.terminal import errors, output
from vdl.graph.cells import Cell
from vdl.query.evaluate import quantity
from vdl.text.machine import Json
from vdl.values import Value
from vdl.words import values as show


def run(arguments: argparse.Namespace) -> int:
    if arguments.name is None and (arguments.ancestors or arguments.descendants):
        arguments.parser.error("argument --ancestors, --descendants: need the NAME of a quantity")
    complaints = errors()
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, code = design
    values: Mapping[Cell, Value] = solved.solution.values
    if arguments.name is None:
        part = whole = views.to_networkx(solved.graph)
    else:
        reading, cell, diagnostics = quantity(compilation, solved, arguments.name)
        complaints.diagnostics(diagnostics)
        if cell is None:
            return max(code, status(diagnostics))
        values = reading.values
        whole = views.to_networkx(solved.graph, [cell])
        both = arguments.ancestors == arguments.descendants
        part = views.around(whole, cell, ancestors=both or arguments.ancestors, descendants=both or arguments.descendants)
    units = compilation.names.units

    def text(cell: Cell) -> str:
        return show.text(values[cell], show.unit_of_cell(cell, units))

    def value(cell: Cell) -> Mapping[str, Json]:
        return show.as_object(values[cell], show.unit_of_cell(cell, units))

    picture = views.Picture(part, whole, solved.name, text, value)
    output().text(views.every_view()[arguments.format].render(picture))
    return code
