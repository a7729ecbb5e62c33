"""Texts of rules against the figures that their conditions read by name: "6 kg are left" of `<= crate.left`, which is 9 kg."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import of_library
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.design import RuleEntry
from vdl.graph.order import operations, parts, reads
from vdl.semantics.types import Quantity
from vdl.semantics.units import NUMBER, Dimension, Exact, Units
from vdl.solve import Evaluation, Solution
from vdl.text.diagnostics import STATED, Diagnostic
from vdl.text.phrases import joined, phrase
from vdl.text.source import Span
from vdl.text.spelt import Said, numbers_said
from vdl.values import high, is_number, low, scalars
from vdl.words.said import Literal, SaidUnits, as_written, literals, written

Says = Callable[[str, Sequence[Said], Literal, SaidUnits], bool]


def reference_otherwise(entry: RuleEntry, solution: Solution, units: SaidUnits, says: Says) -> Iterator[Diagnostic]:
    """A rule that compares what is worked out with a figure that stands elsewhere, where its text says another one of that sort,
    with its unit. Nothing is said where anything in the design is as much: the text may speak of that."""
    text, condition = str(entry.text), entry.node.condition
    said = numbers_said(text)
    if not said or not isinstance(condition, s.Compare) or any(isinstance(one, s.Number) for one in s.walk(condition)):
        return
    compared = next((op for op in operations([entry.condition]) if op.node is condition), None)
    limits = [at for at, side in enumerate(compared.args) if _is_stated(side)] if compared is not None else []
    if compared is None or len(compared.args) != 2 or len(limits) != 1:
        return
    side = condition.right if limits[0] else condition.left
    for cell in reads(compared.args[limits[0]]):
        assert isinstance(cell.formula, Const) and isinstance(cell.formula.node, s.Expr)
        for literal in literals(cell.formula.node, "", units.units):
            asked = [one for one in said if _is_of_that_sort(text, one, literal, units)]
            if not asked or says(text, said, literal, units):
                continue
            amounts = {one * literal.unit.factor for each in asked for one in as_written(text, each, literal, units)}
            if amounts.isdisjoint(_known(compared, literal.unit.dimension, solution, units.units)):
                span = Span(entry.source, side.start, side.end)
                figure = phrase("is held against `{name}`, which is {figure}", name=cell.path, figure=written(_node_of(cell)))
                words = joined(phrase(" and "), [f"`{units.with_unit(text, one)}`" for one in asked])
                its_text = phrase("its text says {words}", words=words)
                yield errors.said_otherwise(span, entry.path, figure, its_text, place=[(cell.figure(), STATED)])
                return


def _is_stated(side: Formula) -> bool:
    """Whether it is a figure of the author's, or a product of some."""
    cells = reads(side)
    joined = all(not isinstance(part, Op) or part.op in ("*", "as") for part in parts([side], lambda cell: False))
    return joined and bool(cells) and all(
        isinstance(cell.formula, Const) and isinstance(cell.formula.node, (s.Number, s.LabelMap)) and not of_library(cell.span())
        for cell in cells
    )  # fmt: skip


def _is_of_that_sort(text: str, said: Said, literal: Literal, units: SaidUnits) -> bool:
    """Whether a number of a text has a unit of its own, that of a figure or of as much of it."""
    if said.sort != "number" or said.is_one or literal.unit.dimension == NUMBER:
        return False
    unit = units.behind(text, said) or units.near(text, said)
    return unit is not None and any(unit.dimension == one.dimension for one in units.numerators(literal.name))


def _known(compared: Op, dimension: Dimension, solution: Solution, units: Units) -> set[Exact]:
    """All amounts of a sort in a design, and both sides of a comparison."""
    wanted = _of_what(dimension, units)
    evaluation = Evaluation(solution.values, draw=solution.draw)
    values = [evaluation.evaluate(side) for side in compared.args]
    values += [
        value for cell, value in solution.values.items()
        if isinstance(cell.type, Quantity) and _of_what(cell.type.dimension, units) == wanted
    ]  # fmt: skip
    return {end for value in values for _, one in scalars(value) if is_number(one) for end in (low(one), high(one))}


def _of_what(dimension: Dimension, units: Units) -> Dimension:
    """A sort without the counted things of which each has so much."""
    return tuple([(name, power) for name, power in dimension if power > 0 or name not in units.counted])


def _node_of(cell: Cell) -> Span:
    assert isinstance(cell.formula, Const) and cell.formula.node is not None and cell.formula.source is not None
    return Span(cell.formula.source, cell.formula.node.start, cell.formula.node.end)


__all__ = ["reference_otherwise"]
