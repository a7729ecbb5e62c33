"""`vdl graph DESIGN [NAME]`: what depends on what."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from vdl import views
from vdl.cli.from_arguments import single, status
from vdl.cli.terminal import errors, output
from vdl.graph.cells import Cell, Op
from vdl.graph.design import RuleEntry
from vdl.judge import Verdict
from vdl.query.evaluate import quantity
from vdl.query.reading import Reading
from vdl.semantics.types import BOOLEAN
from vdl.semantics.units import ONE
from vdl.text.machine import Json
from vdl.words import values as show
from vdl.words.verdicts import RULES


def run(arguments: argparse.Namespace) -> int:
    if arguments.name is None and (arguments.ancestors or arguments.descendants):
        arguments.parser.error("argument --ancestors, --descendants: need the NAME of a quantity or rule")
    complaints = errors()
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, code = design
    values = Reading(compilation, solved).figures
    rules = {rule.name: rule for rule in solved.judged.rules if rule.rule is not None}
    verdicts: dict[Cell, Verdict] = {}
    if arguments.name is None:
        part = whole = views.to_networkx(solved.graph)
    elif (rule := rules.get(arguments.name)) is not None and rule.rule is not None:
        drawn = _drawn(rule.rule, rule.name)
        verdicts[drawn] = rule
        whole = views.to_networkx(solved.graph, [drawn])
        part = views.around(whole, drawn, ancestors=not arguments.descendants)
    else:
        reading, cell, diagnostics = quantity(compilation, solved, arguments.name)
        complaints.diagnostics(diagnostics)
        if cell is None:
            return max(code, status(diagnostics))
        values = reading.figures
        whole = views.to_networkx(solved.graph, [cell])
        both = arguments.ancestors == arguments.descendants
        part = views.around(whole, cell, ancestors=both or arguments.ancestors, descendants=both or arguments.descendants)
    units = compilation.names.units

    def text(cell: Cell) -> str:
        if cell in verdicts:
            return RULES[verdicts[cell].outcome][0]
        return show.text(values[cell], show.unit_of_cell(cell, units))

    def value(cell: Cell) -> Mapping[str, Json]:
        if cell in verdicts:
            return show.as_object(None, ONE, text(cell))
        return show.as_object(values[cell], show.unit_of_cell(cell, units))

    picture = views.Picture(part, whole, solved.name, text, value)
    output().text(views.every_view()[arguments.format].render(picture))
    return code


def _drawn(rule: RuleEntry, name: str) -> Cell:
    """A rule as one more node behind what its condition hangs on, and what says whether it applies."""
    cell = Cell(None, name, "rule", BOOLEAN, rule.source, rule.node)
    formulas = tuple([formula for formula in (rule.when, rule.condition) if formula is not None])
    cell.formula = Op("and", formulas, rule.node, rule.source)
    return cell
