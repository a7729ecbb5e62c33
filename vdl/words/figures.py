"""The figures that a rule hangs on, also by way of the bounds that decide counts."""

from __future__ import annotations

from vdl.graph.blame import nearest, of_library, read_by
from vdl.graph.cells import COMPARISONS, Cell, Const, Formula, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.graph.order import reads
from vdl.solve import Solution
from vdl.values import is_exact
from vdl.words.between import Between
from vdl.words.deciding import at_any_label


class Way:
    """The way down from a rule to the figures that it hangs on, also through the bounds that decide counts."""

    def __init__(self, rule: RuleEntry, solution: Solution) -> None:
        self.rule = rule
        self.solution = solution
        sides = lesser_first(rule.condition)
        self.between = Between(rule.condition, sides, solution) if sides is not None else None
        """What lies between its sides and the counts that are solved, where it compares amounts."""
        self.helping = _helping(self.between, solution) if self.between is not None else frozenset()
        """The counts that it reads itself, not by way of the bounds of others, and of which more would help."""
        self.present = _asked_for_any(rule, solution) if self.between is None else frozenset()
        """Of what it asks alone whether there are any."""
        self._known: dict[Cell, list[Cell]] = {}

    def below(self, cell: Cell) -> list[Cell]:
        """What a quantity on the way is computed from; nothing of what need only be present."""
        return [] if cell in self.present else self._below(cell)

    def _below(self, cell: Cell) -> list[Cell]:
        """What a quantity is computed from; of a count its bounds that decide, or all of them where more of it would help."""
        found = self._known.get(cell)
        if found is None:
            found = self._known[cell] = self._looked_up(cell)
        return found

    def _looked_up(self, cell: Cell) -> list[Cell]:
        if cell in self.helping:
            return read_by([bound.value for bound in cell.bounds])
        count = self.solution.counts.get(cell)
        if count is None or count.given:
            return reads(cell.formula)
        return read_by([bound.entry.value for bound in at_any_label(count)])

    def figures(self) -> list[Cell]:
        """What authors state and do not work out, and the rule hangs on, the nearest first."""

        def is_figure(cell: Cell) -> bool:
            return is_input(cell) and not reads(cell.formula)

        return [cell for cell in nearest(reads(self.rule.condition), is_figure, self._below) if is_figure(cell)]

    def with_others(self, own: list[Cell], found: list[Cell]) -> list[Cell]:
        """The figures of an object, and those of the objects whose counts help, in the order in which they were found."""
        others = {count.instance for count in self.helping}
        return [cell for cell in found if cell in own or cell.instance in others]


def _helping(between: Between, solution: Solution) -> frozenset[Cell]:
    """The counts of which twice as many and one more would make a comparison fail by less, all else as it is."""
    values = solution.values
    numbers = {count: now for count in between.counts if is_exact(now := values.get(count))}
    short = between.shortfall(values) if numbers else 0
    return frozenset([
        count for count, now in numbers.items() if between.shortfall(between.at(values, {count: 2 * now + 1})) < short
    ])  # fmt: skip


def stated_for(way: Way) -> list[Cell]:
    """What authors state and a rule of the library hangs on, the nearest first. Of a rule that compares amounts those are all
    figures, also of what its object holds or is made for, and by way of the bounds that decide counts; of others what is stated
    of the object itself, else of what it holds.
    """
    if way.between is not None:
        return way.figures()[:_WEIGHED]
    rule, present = way.rule, way.present
    found = [cell for cell in nearest(reads(rule.condition), is_input, way.below) if is_input(cell) and cell not in present]
    own = [cell for cell in found if cell.instance is rule.instance]
    own = own or [cell for cell in found if cell.path.startswith(f"{rule.instance.path}.")]
    return way.with_others(own, found)


_WEIGHED = 40
"""Figures of one rule that are weighed."""


def figures_of(way: Way) -> list[Cell]:
    """The figures of authors that a rule of theirs hangs on, not those made of others, the nearest first: of a rule of the design
    all of them; else those of the object that has the rule, where it has any, and of objects of whose counts more would help.
    Of what a count stands on, by way of the bounds that decide it, or of all of them where more of it would help."""
    found = way.figures()
    own = [cell for cell in found if cell.instance is way.rule.instance]
    is_of_design = way.rule.instance.owner is None  # which judges what its objects come to
    return way.with_others(own, found) if own and not is_of_design else found


def _asked_for_any(rule: RuleEntry, solution: Solution) -> frozenset[Cell]:
    """The solved counts and inputs of which a rule that compares no amounts asks, beside something else, alone whether there are
    any (`carts > 0` and ...): what they come of is no reason that it fails."""
    asked: set[Cell] = set()
    compared: set[Cell] = set()
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
    return frozenset(asked - compared)


def _is_solved(solution: Solution, cell: Cell) -> bool:
    return cell in solution.counts and not solution.counts[cell].given


def is_input(cell: Cell) -> bool:
    """Whether an author gives it."""
    return (cell.form == "input" or (cell.form == "count" and not cell.is_solved)) and not of_library(cell.span())


__all__ = ["Way", "figures_of", "is_input", "stated_for"]
