"""The figures that a rule hangs on, also by way of the bounds that decide counts."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import partial

from vdl.graph.blame import Below, nearest, of_library, read_by
from vdl.graph.cells import COMPARISONS, Cell, Const, Formula, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.graph.order import reads
from vdl.solve import Evaluation, Solution
from vdl.values import is_exact
from vdl.words.deciding import at_any_label
from vdl.words.weight import beneath, restricted, shortfall, up_to


def stated_for(rule: RuleEntry, solution: Solution) -> list[Cell]:
    """What authors state and a rule of the library hangs on, the nearest first. Of a rule that compares amounts those are all
    figures, also of what its object holds or is made for, and by way of the bounds that decide counts; of others what is stated
    of the object itself, else of what it holds.
    """
    helping = _helping(rule, solution)
    if lesser_first(rule.condition) is not None:
        return _figures(rule, solution, helping)[:_WEIGHED]
    below, present = below_in(rule, solution), asked_for_any(rule, solution)
    found = [cell for cell in nearest(reads(rule.condition), is_input, below) if is_input(cell) and cell not in present]
    own = [cell for cell in found if cell.instance is rule.instance]
    own = own or [cell for cell in found if cell.path.startswith(f"{rule.instance.path}.")]
    return _with_others(own, found, helping)


_WEIGHED = 40
"""Figures of one rule that are weighed."""


def _figures(rule: RuleEntry, solution: Solution, helping: Container[Cell]) -> list[Cell]:
    """What authors state and do not work out, and a rule hangs on, the nearest first."""

    def is_figure(cell: Cell) -> bool:
        return is_input(cell) and not reads(cell.formula)

    below = partial(_below, solution, helping)
    return [cell for cell in nearest(reads(rule.condition), is_figure, below) if is_figure(cell)]


def _with_others(own: list[Cell], found: list[Cell], helping: Iterable[Cell]) -> list[Cell]:
    """The figures of an object, and those of the objects whose counts help, in the order in which they were found."""
    others = {count.instance for count in helping}
    return [cell for cell in found if cell in own or cell.instance in others]


def _helping(rule: RuleEntry, solution: Solution) -> set[Cell]:
    """The counts that a rule reads itself, not by way of the bounds of others, and of which more would help."""
    read = nearest(reads(rule.condition), partial(_is_solved, solution))
    counts = [cell for cell in read if _is_solved(solution, cell)]
    part = restricted(solution, beneath(rule.condition)) if counts else solution  # a whole design would be copied for each
    return {cell for cell in counts if _helps(rule, part, cell)}


def _is_solved(solution: Solution, cell: Cell) -> bool:
    return cell in solution.counts and not solution.counts[cell].given


def _helps(rule: RuleEntry, solution: Solution, count: Cell) -> bool:
    """Whether a comparison that fails would fail by less if there were more of a count, all else as it is."""
    condition, now = rule.condition, solution.values.get(count)
    if lesser_first(condition) is None or not is_exact(now):
        return False
    values = {**solution.values, count: 2 * now + 1}
    evaluation = Evaluation(values, draw=solution.draw)
    for cell in up_to(condition, partial(_is_solved, solution)):
        if cell is not count and any(values.get(one) is not solution.values.get(one) for one in reads(cell.formula)):
            values[cell] = evaluation.evaluate(cell.formula)
    before, after = Evaluation(solution.values, draw=solution.draw), evaluation
    return shortfall(condition, after) < shortfall(condition, before)


def asked_for_any(rule: RuleEntry, solution: Solution) -> set[Cell]:
    """The solved counts and inputs of which a rule that compares no amounts asks, beside something else, alone whether there are
    any (`carts > 0` and ...): what they come of is no reason that it fails."""
    asked: set[Cell] = set()
    compared: set[Cell] = set()
    if lesser_first(rule.condition) is not None:
        return asked
    seen: set[tuple[Cell, bool, bool]] = set()
    waiting: list[tuple[Formula, bool, bool]] = [(rule.condition, False, False)]
    while waiting:
        part, beside, for_any = waiting.pop()
        if isinstance(part, Op):
            if part.op in COMPARISONS:
                beside, for_any = False, beside and any(isinstance(arg, Const) and arg.value == 0 for arg in part.args)
            beside = beside or part.op in ("and", "or", "if")
            waiting += [(arg, beside, for_any) for arg in part.args]
        elif isinstance(part, Cell) and (part, beside, for_any) not in seen:
            seen.add((part, beside, for_any))
            if _is_solved(solution, part) or is_input(part):
                (asked if for_any else compared).add(part)
            if not _is_solved(solution, part) and part.formula is not None:
                waiting.append((part.formula, beside, for_any))
    return asked - compared


def figures_of(rule: RuleEntry, solution: Solution) -> list[Cell]:
    """The figures of authors that a rule of theirs hangs on, not those made of others, the nearest first: of a rule of the design
    all of them; else those of the object that has the rule, where it has any, and of objects of whose counts more would help.
    Of what a count stands on, by way of the bounds that decide it, or of all of them where more of it would help."""
    helping = _helping(rule, solution)
    found = _figures(rule, solution, helping)
    own = [cell for cell in found if cell.instance is rule.instance]
    is_of_design = rule.instance.owner is None  # which judges what its objects come to
    return _with_others(own, found, helping) if own and not is_of_design else found


def below_in(rule: RuleEntry, solution: Solution) -> Below:
    """What a quantity on the way down from a rule is computed from."""
    helping, present = _helping(rule, solution), asked_for_any(rule, solution)
    return lambda cell: [] if cell in present else _below(solution, helping, cell)


def _below(solution: Solution, helping: Container[Cell], cell: Cell) -> list[Cell]:
    """What a quantity is computed from; of a count its bounds that decide, or all of them where more of it would help."""
    if cell in helping:
        return read_by([bound.value for bound in cell.bounds])
    count = solution.counts.get(cell)
    if count is None or count.given:
        return reads(cell.formula)
    return read_by([bound.entry.value for bound in at_any_label(count)])


def is_input(cell: Cell) -> bool:
    """Whether an author gives it."""
    return (cell.form == "input" or (cell.form == "count" and not cell.is_solved)) and not of_library(cell.span())


__all__ = ["asked_for_any", "below_in", "figures_of", "is_input", "stated_for"]
