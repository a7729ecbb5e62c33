"""What a bound stands on, in words: its formula with numbers, and the counts in it with the bounds that decided them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial

from vdl.graph.blame import nearest, of_library, read_by
from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.design import RuleEntry
from vdl.graph.order import parts, reads
from vdl.semantics.units import Exact, Units
from vdl.solve import BoundValue, CountValue, Evaluation, Solution
from vdl.values import broadcast, high, is_exact, low, on_numbers, scalars
from vdl.words import values as show
from vdl.words.formulas import names, numbers
from vdl.words.verdicts import bound_at

MOST = 3
"""Counts that are followed, one below the other."""


def beneath(bound: BoundValue, solution: Solution, units: Units) -> list[str]:
    """Lines such as "`with_spare` is needed + spare, that is 9 carts + 1 cart", "`f.needed` is 9 carts by `by_weight`"."""
    entry = bound.entry
    written, counted = names(entry.value), numbers(entry.value, solution.values, units, bound.place)
    lines = [f"`{entry.name}` is {written}, that is {counted}"] if written not in ("", counted) else []
    formula: Formula | None = entry.value
    for _ in range(MOST):
        count = _first_count(formula, solution)
        if count is None:
            break
        decided = next((one for one in count.bounds if one.decides), None)
        value = show.text(count.value, show.unit_of_cell(count.cell, units))
        at = f" at {bound_at(decided)}" if decided is not None and decided.place else ""
        how = "given" if count.given else f"by `{decided.entry.name}`{at}" if decided is not None else "asked for by nothing"
        lines.append(f"`{count.cell.path}` is {value}, {how}")
        formula = decided.entry.value if decided is not None and not count.given else None
    return lines


def _first_count(formula: Formula | None, solution: Solution) -> CountValue | None:
    """The first count, in the order of the text, that a formula is made of."""
    cells = parts([formula], lambda cell: cell not in solution.counts)
    return next((solution.counts[part] for part in cells if isinstance(part, Cell) and part in solution.counts), None)


def stated_for(rule: RuleEntry, solution: Solution) -> list[Cell]:
    """What the author of an object states of it and a rule hangs on, the nearest first, else of what it holds: also by way of
    the bounds that decide counts. Where more of a count would help, what is stated in any of its bounds may mend the rule, also
    of another object.
    """
    helping = _helping(rule, solution)
    below = partial(_below, solution, helping)
    found = [cell for cell in nearest(reads(rule.condition), _is_input, below) if _is_input(cell)]
    own = [cell for cell in found if cell.instance is rule.instance]
    own = own or [cell for cell in found if cell.path.startswith(f"{rule.instance.path}.")]
    return _with_others(own, found, helping)


def _with_others(own: list[Cell], found: list[Cell], helping: Iterable[Cell]) -> list[Cell]:
    """The figures of an object, and those of the objects whose counts help, in the order in which they were found."""
    others = {count.instance for count in helping}
    return [cell for cell in found if cell in own or cell.instance in others]


def _helping(rule: RuleEntry, solution: Solution) -> set[Cell]:
    """The counts that a rule reads itself, not by way of the bounds of others, and of which more would help."""
    read = nearest(reads(rule.condition), partial(_is_solved, solution))
    return {cell for cell in read if _is_solved(solution, cell) and _helps(rule, solution, cell)}


def _is_solved(solution: Solution, cell: Cell) -> bool:
    return cell in solution.counts and not solution.counts[cell].given


def _helps(rule: RuleEntry, solution: Solution, count: Cell) -> bool:
    """Whether a comparison that fails would fail by less if there were more of a count, all else as it is."""
    condition, now = rule.condition, solution.values.get(count)
    if not isinstance(condition, Op) or condition.op not in ("<=", "<", ">=", ">") or not is_exact(now):
        return False
    values = {**solution.values, count: 2 * now + 1}
    evaluation = Evaluation(values, draw=solution.draw)
    for cell in _up_to(condition, partial(_is_solved, solution)):
        if cell is not count and any(values.get(one) is not solution.values.get(one) for one in reads(cell.formula)):
            values[cell] = evaluation.evaluate(cell.formula)
    before, after = Evaluation(solution.values, draw=solution.draw), evaluation
    return _short(condition, after) < _short(condition, before)


def _up_to(formula: Formula, ends: Callable[[Cell], bool]) -> list[Cell]:
    """What a formula is computed from, beginning with what others are computed from, down to where it ends."""
    found: dict[Cell, None] = {}
    waiting = [(cell, False) for cell in reads(formula)]
    while waiting:
        cell, is_read = waiting.pop()
        if is_read:
            found[cell] = None
        elif cell not in found and not ends(cell):
            waiting += [(cell, True), *[(one, False) for one in reads(cell.formula) if one not in found]]
    return list(found)


def _short(condition: Op, evaluation: Evaluation) -> Exact:
    """How far a comparison is from holding, at the label where it is farthest."""
    sides = [evaluation.evaluate(side) for side in condition.args]
    less, more = sides if condition.op in ("<=", "<") else reversed(sides)
    found = [one for _, one in scalars(broadcast(on_numbers(lambda a, b: high(a) - low(b)), [less, more])) if is_exact(one)]
    return max(found, default=0)


def figures_of(rule: RuleEntry, solution: Solution) -> list[Cell]:
    """The figures of authors that a rule of theirs hangs on, not those made of others: those of the object that has the rule
    where it has any, and of objects of whose counts more would help, else the nearest first. Of what a count stands on, by way
    of the bounds that decide it, or of all of them where more of it would help."""

    def is_figure(cell: Cell) -> bool:
        return _is_input(cell) and not reads(cell.formula)

    helping = _helping(rule, solution)
    below = partial(_below, solution, helping)
    found = [cell for cell in nearest(reads(rule.condition), is_figure, below) if is_figure(cell)]
    own = [cell for cell in found if cell.instance is rule.instance]
    return _with_others(own, found, helping) if own else found


def _below(solution: Solution, helping: Container[Cell], cell: Cell) -> list[Cell]:
    """What a quantity is computed from; of a count its bounds that decide, or all of them where more of it would help."""
    if cell in helping:
        return read_by([bound.value for bound in cell.bounds])
    count = solution.counts.get(cell)
    if count is None or count.given:
        return reads(cell.formula)
    return read_by([bound.entry.value for bound in count.bounds if bound.decides])


def _is_input(cell: Cell) -> bool:
    return (cell.form == "input" or (cell.form == "count" and not cell.is_solved)) and not of_library(cell.span())


__all__ = ["beneath", "figures_of", "stated_for"]
