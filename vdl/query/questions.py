"""Inverse questions: the largest or smallest value of an input at which a condition and all rules still hold.

A question asks about the design as it would be with another value: with the objects that conditions would choose then,
and the options that each `choose` would take.
"""

from __future__ import annotations

from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.check import check_kind
from vdl.compilation import Compilation, Solved
from vdl.graph.design import AskEntry, SweepEntry
from vdl.judge import Answer, Met
from vdl.query.walk import Walk
from vdl.query.what_if import WhatIf
from vdl.resolve import layer_of
from vdl.semantics.units import Exact, divide
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.limits import ASK_REACH
from vdl.text.phrases import phrase
from vdl.text.source import Source
from vdl.values import FAULT, is_exact
from vdl.variants import solve_design


def answers(compilation: Compilation, solved: Solved) -> tuple[Answer, ...]:
    """The answers to the questions of a design."""
    return tuple([answer(compilation, solved, entry) for entry in solved.graph.asks])


def answer(compilation: Compilation, solved: Solved, entry: AskEntry) -> Answer:
    """The answer to one question. See `walk` for how far it looks."""
    known = next((found for found in solved.answers if found.entry is entry), None)
    if known is not None:
        return known
    start = solved.solution.values.get(entry.cell, FAULT)
    if not is_exact(start):
        return Answer(entry, start, False, None, (phrase("a present value that is not a single number"),))
    assert isinstance(start, (int, Fraction))
    what_if = WhatIf(compilation, solved, entry.moved, start, entry.step)
    found, steps = _found(what_if, entry, start)
    may_lack = solved.graph.missing or solved.graph.choices  # another option may be what lacks figures
    return found._replace(missed=any(map(what_if.lacks, steps))) if may_lack else found


def _found(what_if: WhatIf, entry: AskEntry, start: Exact) -> tuple[Answer, tuple[int, ...]]:
    """The answer by what is stated, and the steps on which it hangs."""
    least, most = what_if.domain.low, what_if.domain.high
    down = ASK_REACH if least is None else (start - least) // entry.step
    up = ASK_REACH if most is None else (most - start) // entry.step + 1
    if least is not None and what_if.domain.declared:
        down += 1  # to the step that its range stops; where nobody wrote one, zero is simply the end
    walk = Walk(what_if.step, what_if.stretch, down, up, lambda: what_if.work, lambda: what_if.lost)
    now = walk.at(0).stopped_by
    way = 1 if entry.largest else -1
    found = walk.first(way, stops=True) if not now else walk.first(-way, stops=False)
    unsearched = None
    if walk.unsearched is not None:
        ends = [start + k * entry.step for k in walk.unsearched]
        unsearched = (min(ends), max(ends))
    if not now:
        if found is None:
            if walk.is_void(way):
                return Answer(entry, start, True, start, walk.at(way).stopped_by, unsearched), (0,)
            last = walk.back(-down - 1) if way < 0 and least is not None else None
            value = start + last * entry.step if last is not None else None
            return Answer(entry, start, True, value, (), unsearched), (last or 0,)
        good = walk.back(found)
        passed = walk.at(found - way).stopped_by if good != found - way else ()
        answered = Answer(entry, start, True, start + good * entry.step, walk.at(found).stopped_by, unsearched, passed)
        return answered, (good, found)
    if found is None:
        answered = Answer(entry, start, False, None, now, unsearched)
        if not (walk.at(0).void or walk.at(0).broken):
            answered = _obstacle(answered, what_if, start, -way, down, up)
        at = divide(answered.value - start, entry.step) if answered.value is not None else 0
        return answered, (int(at),)
    bad = walk.back(found)
    passed = walk.at(found + way).stopped_by if bad != found + way else ()
    answered = Answer(entry, start, False, start + found * entry.step, walk.at(bad).stopped_by, unsearched, passed)
    return answered, (found, bad)


def _obstacle(answered: Answer, what_if: WhatIf, start: Exact, way: int, down: int, up: int) -> Answer:
    """An answer that there is none on a way, with what is in its way: of what fails now, that which never holds; where each of it
    holds somewhere, what fails there."""
    step, begun, lost = answered.entry.step, what_if.work, what_if.lost
    never: list[str] = []
    met: list[tuple[Met, int]] = []
    for name in answered.stopped_by:
        what_if.only = name
        walk = Walk(what_if.step, what_if.stretch, down, up, lambda: what_if.work - begun, lambda: what_if.lost - lost)
        k = walk.first(way, stops=False)
        if k is None:
            never.append(name)
        else:
            met.append((Met(name, start + k * step, walk.unsearched is None), k))
    what_if.only = None
    if not never:
        there, k = met[0]
        stops = what_if.step(k).stopped_by
        if stops:
            return answered._replace(stopped_by=stops, met=there)
        return answered._replace(value=there.value, stopped_by=what_if.step(k - way).stopped_by)  # it was leapt over
    return answered._replace(stopped_by=tuple(never))


def asked_of(
    compilation: Compilation, solved: Solved, statement: s.Ask | s.Sweep, source: Source, *, unsolved: bool = False
) -> tuple[tuple[Solved, AskEntry | SweepEntry] | None, list[Diagnostic]]:
    """A design with a question that it does not ask itself, as if it did; with `unsolved` also one that can't be solved as it
    stands, of which the question is known all the same."""
    layer = layer_of(solved.design, statement, source)
    types, diagnostics = check_kind(solved.types, layer)
    if failed(diagnostics):
        return None, diagnostics
    asked = solve_design(types, layer, solved.name, compilation.as_of)
    entry = next((entry for entry in asked.graph.questions if entry.node is statement), None)
    wrong = [d for d in asked.diagnostics if d.severity == "error" and d.slug not in errors.FINDINGS]
    if entry is None or (wrong and not unsolved):
        return None, [*diagnostics, *(wrong or asked.diagnostics)]
    return (asked, entry), diagnostics


__all__ = ["answer", "answers", "asked_of"]
