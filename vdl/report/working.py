"""Worked calculations: how a count or a derived value came about, step by step."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from vdl.compilation import Solved
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.order import needs
from vdl.report import model as m
from vdl.report.references import References
from vdl.semantics.units import PERCENT, Units, divide
from vdl.solve import BoundValue, CountValue
from vdl.values import FAULT, NOT_STATED, Varying, scalars
from vdl.words import formulas as written
from vdl.words import values as show

Evaluate = Callable[[Formula], Any]


def working(cell: Cell, solved: Solved, units: Units, references: References, evaluate: Evaluate) -> m.Working | None:
    """The worked calculation of a cell; None where there is nothing to work out."""
    while cell.form != "count" and isinstance(cell.formula, Cell):
        cell = cell.formula
    if cell.form == "count":
        count = next((c for c in solved.judged.counts if c.cell is cell), None)
        return _count(count, solved, units, references) if count is not None else None
    value = evaluate(cell)
    if cell.formula is None or value is FAULT:
        return None
    unit = show.unit_of_cell(cell, units)
    values = solved.elaborator.decide.solver.values if solved.elaborator.decide is not None else solved.solution.values  # type: ignore[attr-defined]
    step = m.Step("", written.names(cell.formula), written.numbers(cell.formula, values, units), show.text(value, unit),
                  cites=_cites(cell.formula, cell.cites, references))  # fmt: skip
    outcome = (m.Value(show.text(value, unit), strong=True),)
    return m.Working(cell.path, (step,), outcome, _doc(cell))


def _count(count: CountValue, solved: Solved, units: Units, references: References) -> m.Working:
    cell = count.cell
    unit = show.unit_of_cell(cell, units)
    steps: list[m.Step] = []
    for bound in count.bounds:
        steps.append(_bound(bound, count, solved, units, references))
        if bound.binding:
            steps += _where(bound.entry.value, bound.label, solved, units, references)
    words: list[m.Inline] = [m.Value(show.text(count.value, unit), strong=True)]
    if count.given:
        words.append(m.Text(", given"))
        words += references.cite(cell.cites)
    else:
        deciding = [b for b in count.bounds if b.binding]
        if deciding:
            words.append(m.Text(f", {_label(deciding[0])}"))
    words += _in_use(count)
    rounds = solved.solution.rounds.get(cell)
    if rounds is not None and rounds > 1:
        words.append(m.Text(f"; solved together with what depends on it, in {rounds} rounds"))
    return m.Working(cell.path, tuple(steps), tuple(words), _doc(cell))


def _in_use(count: CountValue) -> list[m.Inline]:
    """How much of what is bought is in use, and what it would be with one fewer."""
    asked = [b.most for b in count.bounds if isinstance(b.most, (int, Fraction))]
    if not asked or not isinstance(count.value, int) or count.value <= 0 or max(asked) <= 0:
        return []
    shares = [show.scalar(divide(max(asked), n), PERCENT) for n in (count.value, count.value - 1) if n > 0]
    more = f", {shares[1]} with one fewer" if len(shares) > 1 else ""
    return [m.Text(f"; {shares[0]} in use{more}")]


def _label(bound: BoundValue) -> str:
    return bound.entry.name.replace("_", " ") + (f" at {bound.label}" if bound.label else "")


def _bound(bound: BoundValue, count: CountValue, solved: Solved, units: Units, references: References) -> m.Step:
    entry = bound.entry
    cell = count.cell
    unit = show.unit_of_cell(cell, units)
    name = entry.name.replace("_", " ")
    formula = written.names(entry.value)
    cites = _cites(entry.value, entry.cites, references)
    if bound.value is None:
        return m.Step(name, formula, "", "does not apply", note="its condition does not hold", cites=cites)
    if bound.most is None:
        silent = _silent(entry.value, solved)
        note = f"not stated: {', '.join(silent)}" if silent else "not stated"
        return m.Step(name, formula, "", "not stated", note=note, cites=cites)
    numbers = written.numbers(entry.value, solved.solution.values, units, bound.label)
    result = show.text(bound.most, unit)
    return m.Step(name, formula, numbers, result, bound.binding, f"at {bound.label}" if bound.label else "", cites)


def _where(formula: Formula, label: str, solved: Solved, units: Units, references: References) -> list[m.Step]:
    """How the derived values that a deciding formula reads came about, nearest first, a few of them."""
    steps: list[m.Step] = []
    seen: set[Cell] = set()
    waiting: list[Cell] = []
    needs(formula, waiting)
    while waiting and len(steps) < _FEW:
        cell = waiting.pop(0)
        if cell in seen or cell.form in ("count", "part") or not isinstance(cell.formula, Op):
            continue
        seen.add(cell)
        value = solved.solution.values.get(cell)
        if value is None or value is FAULT or value is NOT_STATED:
            continue
        unit = show.unit_of_cell(cell, units)
        numbers = written.numbers(cell.formula, solved.solution.values, units, label)
        shown = show.text(_at(value, label), unit)
        steps.append(m.Step("", f"{cell.path} = {written.names(cell.formula)}", numbers, shown, note="where",
                            cites=_cites(cell.formula, cell.cites, references)))  # fmt: skip
        below: list[Cell] = []
        needs(cell.formula, below)
        waiting += below
    return steps


_FEW = 4


def _at(value: object, label: str) -> object:
    """The value at the label that decides, where it varies."""
    if not isinstance(value, Varying) or not label:
        return value
    wanted = set(label.split(", "))
    found = [v for k, v in value.cells.items() if wanted & set(k)]
    return found[0] if len(found) == 1 else value


def _cites(formula: Formula, own: Any, references: References) -> tuple[m.Cite, ...]:
    """The citations of a formula, then those of the given figures it reads."""
    cites = list(own)
    read: list[Cell] = []
    needs(formula, read)
    for cell in read:
        cites += cell.cites
    return references.cite(cites)[:6]


def _silent(formula: Formula, solved: Solved) -> list[str]:
    """The inputs whose silence keeps a formula from having a value."""
    found: dict[str, None] = {}
    stack = [formula]
    seen: set[Cell] = set()
    while stack and len(found) < 4:
        part = stack.pop()
        if isinstance(part, Const):
            if part.value is NOT_STATED and part.node is not None:
                name = getattr(getattr(part.node, "name", None), "name", "")
                if name:
                    found.setdefault(name)
        elif isinstance(part, Cell):
            if part in seen:
                continue
            seen.add(part)
            value = solved.solution.values.get(part)
            if any(v is NOT_STATED for _, v in scalars(value)) and part.formula is not None:
                stack.append(part.formula)
        else:
            stack.extend(reversed(part.args))
    return list(found)


def _doc(cell: Cell) -> str:
    if cell.instance is None:
        return ""
    member = cell.instance.kind.lookup(cell.name)
    return member.source.doc(member.node.start) if member is not None else ""
