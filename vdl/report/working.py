"""Worked calculations: how a count or a derived value came about, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from vdl.graph.cells import Cell, Cites, Const, Formula, Instance, Op
from vdl.graph.order import parts, reads
from vdl.judge import Verdict
from vdl.judge.records import Sides
from vdl.report import model as m
from vdl.report.formula import Quantity, in_line, quantities
from vdl.report.formulas import formula_of, name_of
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.reckoned import reckoned
from vdl.report.summed import with_terms
from vdl.report.titles import quantity, spaced
from vdl.semantics.units import Exact, Unit, divide
from vdl.solve import BoundValue, CountValue
from vdl.text.phrases import joined, phrase
from vdl.text.source import Source
from vdl.values import FAULT, NOT_STATED, Place, Value, anywhere, at_place, bound_of, exactly, high, is_number, low
from vdl.words import formulas as written
from vdl.words import values as show
from vdl.words.rounded import in_use
from vdl.words.verdicts import DEMANDED, asked, at, bound_at, first_at


def working(page: Page, cell: Cell) -> m.Working | None:
    """The worked calculation of a cell; None where there is nothing to work out, or where the document has it already."""
    reading = page.reading
    value = reading.value(cell)
    while cell.form != "count" and isinstance(cell.formula, Cell):
        cell = cell.formula
    if cell in page.worked:
        return None
    if cell.form == "count":
        count = reading.count(cell)
        return _count(page, count) if count is not None else None
    if cell.formula is None or value is FAULT:
        return None
    page.worked[cell] = cell.path
    step = derivation(page, cell, "")
    follow = _Where(page, cell.path)
    steps = (step, *follow.steps(step, cell.formula, cell.instance, (), _DEEP))
    return m.Working(page.titles.member(cell.path), with_terms(steps), (), cell.doc(), "", cell.path, follow.elsewhere())


def working_of_rule(page: Page, rule: Verdict) -> m.Working | None:
    """How both sides of a rule came about, where they are farthest apart of where it fails; None where it compares no numbers, or
    nothing that is worked out."""
    compare, entry, sides = rule.compare, rule.rule, rule.sides
    if compare is None or entry is None or sides is None or not any(_is_made(arg) for arg in compare.args[:2]):
        return None
    place = max(rule.failing, key=lambda one: _beyond(sides, one), default=())
    unit, follow = page.words.unit(rule), _Where(page, rule.name)
    steps: list[m.Step] = []
    for node, side, label in zip(compare.args, (sides.left, sides.right), (phrase("there is"), DEMANDED[sides.op])):
        value = at_place(side, place)
        if not is_number(value):
            return None
        steps.append(_step(page, node, entry.instance, place, value, unit, result=show.told(value, unit), label=label,
                           cites=_cites(page, node, ())))  # fmt: skip
        steps += follow.steps(steps[-1], node, entry.instance, place, _DEEP)
    where = phrase("at {labels}", labels=at(place, ", ")) if place else ""
    outcome = joined(": ", filter(None, (where, page.words.margin(rule))))
    return m.Working(page.titles.rule(rule.name), with_terms(steps), (m.Text(outcome),) if outcome else (), "", "", rule.name,
                     follow.elsewhere())  # fmt: skip


def _is_made(formula: Formula) -> bool:
    """Whether something is computed; counts have workings of their own."""
    return isinstance(formula, Op) or (isinstance(formula, Cell) and formula.form != "count" and _derived(formula))


def _beyond(sides: Sides, place: Place) -> Exact:
    """How far a limit is passed at a place, by the ends that are farthest apart; 0 where that is no number."""
    left, right = at_place(sides.left, place), at_place(sides.right, place)
    if not is_number(left) or not is_number(right):
        return 0
    over, under = high(left) - low(right), high(right) - low(left)
    return over if sides.op in ("<", "<=") else under if sides.op in (">", ">=") else max(over, under)


def derivation(page: Page, cell: Cell, name: str, place: Place = ()) -> m.Step:
    """One step: a quantity by its formula, with what that comes to."""
    assert cell.formula is not None
    value, unit = at_place(page.reading.value(cell), place), show.unit_of_cell(cell, page.units)
    told = show.told(at_place(page.reading.told(cell), place), unit)
    return _step(page, cell.formula, cell.instance, place, value, unit, result=told, name=name,
                 path=_path(cell) if name else "", cites=_cites(page, cell.formula, cell.cites),
                 follows_up=bool(name))  # fmt: skip


def _step(
    page: Page, formula: Formula, around: Instance | None, place: Place, value: Value, unit: Unit, *, result: str,
    label: str = "", decides: bool = False, note: str = "", cites: tuple[m.Cite, ...] = (), follows_up: bool = False,
    name: str = "", path: str = "",
) -> m.Step:  # fmt: skip
    tree = reckoned(formula_of(page, formula, around, place), value, unit, page.units)
    numbers = in_line(tree, "numbers")
    return m.Step(label, in_line(tree, "names"), numbers, result, decides, note, cites, follows_up, tree, name, path)


def _count(page: Page, count: CountValue) -> m.Working:
    cell = count.cell
    page.worked[cell] = cell.path
    unit = show.unit_of_cell(count.cell, page.units)
    steps: list[m.Step] = []
    silent: list[str] = []
    follow = _Where(page, cell.path)
    needed = {one for bound in count.bounds if bound.decides for one in _derived_in(page, bound.entry.value)}
    for bound in () if count.value == 0 and not count.given else count.bounds:
        if bound.value is None:
            if not bound.entry.source.is_library:  # of all that a library kind has, what does not apply is no part of this
                steps.append(_idle(page, bound))
            continue
        if bound.required is None:
            silent.append(_unchecked(page, bound))
            continue
        steps.append(_bound(page, bound, count))
        deep = _DEEP if bound.decides or not needed.isdisjoint(_derived_in(page, bound.entry.value)) else _FEW
        steps += follow.steps(steps[-1], bound.entry.value, cell.instance, bound.place, deep)
    words: list[m.Inline] = [*_rounded(count, unit), figure(count.value, unit, strong=True)]
    if count.given:
        words.append(m.Text(phrase(", given")))
        words += page.references.cite(cell.cites)
    elif count.value == 0:
        words.append(m.Text(phrase(", since nothing is asked for")))
    else:
        words += [m.Text(joined("", (", ", _label(bound)))) for bound in count.bounds if bound.decides]
    words += _in_use(count)
    words += [m.Text(joined("", ("; ", first_at(first, unit)))) for first in count.firsts[:_FEW]]
    rounds = page.solved.solution.rounds.get(cell)
    if rounds is not None and rounds > 1:
        words.append(m.Text(phrase("; depends on its own result, found in {rounds} rounds", rounds=rounds)))
    if len(steps) == 1 and len(words) == 2 and steps[0].decides:
        words = []  # the one step says it all
    listed = page.unchecked or not silent
    note = "" if listed else phrase("Not checked, since no figure is stated: {limits}.", limits=joined("; ", silent))
    told = with_terms(steps)
    return m.Working(page.titles.member(cell.path), told, tuple(words), cell.doc(), note, cell.path, follow.elsewhere())


def _rounded(count: CountValue, unit: Unit) -> list[m.Inline]:
    """ "⌈0.98 carts⌉ = ", where what decides asks for no whole number."""
    for bound in count.bounds:
        asks = bound.asks() if bound.decides else None
        if isinstance(asks, Fraction) and not count.given and bound.entry.op == ">=" and divide(asks, unit.factor) % 1:
            return [m.Text(joined("", ("⌈", show.scalar(asks, unit), "⌉ = ")))]
    return []


def _unchecked(page: Page, bound: BoundValue) -> str:
    """ "by weight (cart room)": a limit that nobody stated, with the figures that it lacks."""
    figures = lacking(page, bound)
    name = spaced(bound.entry.name, bound.entry.source)
    return joined("", (name, " (", joined(", ", figures), ")")) if figures else name


def lacking(page: Page, bound: BoundValue) -> list[str]:
    """The figures in words whose silence keeps a limit from being looked at; a few of them."""
    return [spaced(name, source) for name, source in _silent(page, bound.lacking()).items()]


def _in_use(count: CountValue) -> list[m.Inline]:
    """How much of what is bought is in use, and what it would be with one fewer; nothing where no more is asked for than that."""
    numbers = [b.required for b in count.bounds if isinstance(b.required, (int, Fraction))]
    if not numbers or not isinstance(count.value, int) or count.value <= 0 or max(numbers) <= 0:
        return []
    most = max(numbers)
    shares = [in_use(exactly(divide(most, n), bound_of(most))) for n in (count.value, count.value - 1) if n > 0]
    if most == count.value:
        return []
    if len(shares) == 1:
        return [m.Text(phrase("; {share} in use", share=shares[0]))]
    return [m.Text(phrase("; {share} in use, {fewer} with one fewer", share=shares[0], fewer=shares[1]))]


def _label(bound: BoundValue) -> str:
    name = spaced(bound.entry.name, bound.entry.source)
    return name + phrase(" at {labels}", labels=bound_at(bound)) if bound.place else name


def _bound(page: Page, bound: BoundValue, count: CountValue) -> m.Step:
    entry = bound.entry
    unit = show.unit_of_cell(count.cell, page.units)
    result = asked(bound, unit, show.told, page.titles.object)
    note = phrase("at {labels}", labels=bound_at(bound)) if bound.place else ""
    value = bound.required if bound.required is not None else FAULT
    return _step(page, entry.value, count.cell.instance, bound.place, value, unit, result=result,
                 label=spaced(entry.name, entry.source), decides=bound.decides, note=note,
                 cites=_cites(page, entry.value, entry.cites))  # fmt: skip


def _idle(page: Page, bound: BoundValue) -> m.Step:
    """A bound of the design's own that does not apply."""
    entry = bound.entry
    return m.Step(spaced(entry.name), written.names(entry.value), "", phrase("does not apply"),
                  note=phrase("its condition does not hold"), cites=_cites(page, entry.value, entry.cites))  # fmt: skip


class _Where:
    """How the derived values came about that a calculation reads: each once in the document, where it is first read."""

    def __init__(self, page: Page, path: str) -> None:
        self.page = page
        self.path = path
        self.others: dict[str, list[str]] = {}
        """The names of what is worked out elsewhere, by the calculation that it stands in."""

    def steps(self, step: m.Step, formula: Formula, around: Instance | None, place: Place, most: int) -> list[m.Step]:
        """The derived values that a step names, nearest first, and what these are made of; no more than so many of them."""
        page = self.page
        values = page.reading.values
        found: dict[tuple[str, str, str], list[tuple[Cell, m.Step]]] = {}
        waiting = self._named(step, formula)
        while waiting:
            cell = waiting.pop(0)
            path = page.worked.get(cell)
            if path is not None or cell.form == "count":
                self._elsewhere(cell, path, around)
                continue
            if not _derived(cell) or values.get(cell, FAULT) in (FAULT, NOT_STATED) or len(found) >= most:
                continue
            made, inner = self._worked(cell, name_of(page, cell, around), place)
            if values[cell] == 0 and not made.cites:
                continue  # of what nothing is asked
            if inner or made.cites:
                found.setdefault((cell.name, f"{made.formula} = {made.numbers}", made.result), []).append((cell, made))
            waiting += inner
        return [self._one(alike) for alike in found.values()]

    def _worked(self, cell: Cell, name: str, place: Place) -> tuple[m.Step, list[Cell]]:
        """The step of a derived value, and the quantities that it names: of one that only is another one, the step of that."""
        page = self.page
        of = cell
        while True:
            page.worked[of] = self.path
            assert of.formula is not None
            made = derivation(page, of, name, place)
            inner = self._named(made, of.formula)
            only = inner[0] if isinstance(made.tree, Quantity) and len(inner) == 1 else None
            if only is None or not _derived(only) or only in page.worked or only.form == "count":
                return replace(made, path=_path(cell)), inner
            of = only

    def _named(self, step: m.Step, formula: Formula) -> list[Cell]:
        """The quantities that a step names, in its order."""
        cells = {one.path: one for one in written.reads(formula, self.page.reading.values) if isinstance(one, Cell)}
        return [cells[one.path] for one in dict.fromkeys(quantities(step.tree)) if one.path in cells]

    def _one(self, alike: list[tuple[Cell, m.Step]]) -> m.Step:
        """Values that come about in the same way, as one step."""
        cell, step = alike[0]
        if len(alike) == 1:
            return step
        cites = tuple(dict.fromkeys(cite for _, one in alike for cite in one.cites))
        titles = self.page.titles.objects_named([one.instance.path for one, _ in alike if one.instance is not None])
        return m.Step(step.label, step.formula, step.numbers, step.result, note=step.note, cites=cites[:_MOST_CITES],
                      follows_up=True, tree=step.tree, path=step.path,
                      name=phrase("{name} of {objects}, each", name=quantity(cell), objects=titles))  # fmt: skip

    def _elsewhere(self, cell: Cell, path: str | None, around: Instance | None) -> None:
        """What is worked out in another calculation, or will be."""
        path = path or cell.path
        if path != self.path:
            names = self.others.setdefault(path, [])
            name = name_of(self.page, cell, around)
            if name not in names:
                names.append(name)

    def elsewhere(self) -> m.Prose:
        """ "load weight: see North fleet: carts" """
        words: list[m.Inline] = []
        for path, names in self.others.items():
            told = joined("", ("; " if words else "", joined(", ", names), phrase(": see ")))
            words += [m.Text(told), m.Link(self.page.titles.member(path), path)]
        return tuple(words)


_FEW, _DEEP = 4, 24
"""Derived values that are worked out below a bound, and below one that decides or that this one is made of."""

_MOST_CITES = 6


def _path(cell: Cell) -> str:
    """What something is called in the design; "" of what a formula gave to a function, called as another thing may be."""
    return cell.path if cell.form != "part" else ""


def _derived(cell: Cell) -> bool:
    """Whether something is computed: by a formula of its own, or by that of the one quantity that it is."""
    while cell.form != "count" and isinstance(cell.formula, Cell):
        cell = cell.formula
    return cell.form != "count" and isinstance(cell.formula, Op)


def _derived_in(page: Page, formula: Formula) -> set[Cell]:
    """The derived values that a formula reads, and those that these are made of at once."""
    values = page.reading.values
    first = {one for one in written.reads(formula, values) if isinstance(one, Cell) and _derived(one)}
    return first.union(*[
        [one for one in written.reads(cell.formula, values) if isinstance(one, Cell) and _derived(one)]
        for cell in first if cell.formula is not None
    ])  # fmt: skip


def _cites(page: Page, formula: Formula, own: Cites) -> tuple[m.Cite, ...]:
    """The citations of a formula, then those of the given figures it reads."""
    cites = list(own)
    for cell in reads(formula):
        cites += _of_passed_on(cell).cites
    return page.references.cite(cites)[:_MOST_CITES]


def _of_passed_on(cell: Cell) -> Cell:
    """An input, or the figure that it only passes on because the library says so, for which something is cited."""
    made = cell
    while made.form == "input" and made.origin == "library" and not made.cites and isinstance(made.formula, Cell):
        made = made.formula
    return made if made.cites else cell


def _silent(page: Page, formula: Iterable[Formula] | Formula) -> dict[str, Source | None]:
    """The inputs whose silence keeps a formula from having a value, and where they are read."""
    found: dict[str, Source | None] = {}
    given = [formula] if isinstance(formula, (Cell, Const, Op)) else formula
    for part in parts(given, lambda cell: anywhere(page.reading.values.get(cell, FAULT), NOT_STATED)):
        name = getattr(getattr(part.node, "name", None), "name", "")
        if isinstance(part, Const) and part.value is NOT_STATED and name:
            found.setdefault(name, part.source)
            if len(found) == _FEW:
                break
    return found


__all__ = ["derivation", "lacking", "working", "working_of_rule"]
