"""Questions that can't be answered as they are asked, or hardly mean what they ask."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import named_beneath, nearest, read_by, stated_beneath
from vdl.graph.design import AskEntry, Graph
from vdl.graph.order import reads
from vdl.solve import Evaluation, moved_by, touched
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import joined, phrase
from vdl.text.source import Span
from vdl.text.written import on_one_line
from vdl.values import FAULT, NOT_STATED, Value, Varying, anywhere, is_exact, scalars
from vdl.variants.attempt import Attempt


def hangs(graph: Graph, ask: AskEntry) -> bool:
    """Whether the condition of a question hangs on what that moves."""
    moved = touched(graph, moved_by(graph, [ask.cell]))
    return any(cell in moved for cell in reads(ask.condition))


def doubtful(made: Attempt) -> Iterator[Diagnostic]:
    """What is said of them: they have nothing to start from, or their condition does not hang on what they move."""
    for ask in made.graph.asks:
        value = made.solution.values.get(ask.cell, FAULT)
        if is_exact(value):
            yield from _unmoved(made, ask)
        elif not anywhere(value, FAULT):
            yield _unanswerable(ask, value)


def _unanswerable(ask: AskEntry, value: Value) -> Diagnostic:
    present = phrase("is not stated" if value is NOT_STATED else "is a range")
    if isinstance(value, Varying):
        present = phrase("differs by {axes}", axes=joined(phrase(" and "), value.axes))
    made_of = named_beneath(ask.cell.formula) if ask.cell.formula is not None and value is not NOT_STATED else []
    span = Span(ask.source, ask.node.path.start, ask.node.path.end)
    solved = _is_solved(ask) and value is not NOT_STATED
    by_label = isinstance(value, Varying) and not made_of
    instead = _at_figures(ask) if solved else _at_each(ask) if by_label else ""
    return errors.unanswerable(span, ask.name, ask.cell.path, present, made_of, instead, solved=solved)


def _unmoved(made: Attempt, ask: AskEntry) -> Iterator[Diagnostic]:
    """What is said where a condition is no answer or hardly the one that was wanted: it does not hold, or what is moved is
    worked out, and it hangs on nothing that is moved."""
    solved = _is_solved(ask)
    if not reads(ask.condition):  # `where true`: the rules alone decide
        return
    found = Evaluation(made.solution.values, draw=made.solution.draw).evaluate(ask.condition)
    if anywhere(found, FAULT) or (not solved and all(one is True for _, one in scalars(found))):
        return
    if not (made.known.hangs(ask) if made.known is not None else hangs(made.graph, ask)):
        span = Span(ask.source, ask.node.condition.start, ask.node.condition.end)
        way = "largest" if ask.largest else "smallest"
        form = _at_figures(ask) if solved else f"ask {ask.name}: {way} {_of_the_condition(ask)} where ..."
        given = next(_given(made, ask), None)
        yield errors.unmoved_condition(span, ask.name, ask.cell.path, form, solved=solved, given=given)


def _given(made: Attempt, ask: AskEntry) -> Iterator[tuple[str, Span]]:
    """The counts that a condition comes of, that are given, and that would hang on what is moved if they were not; each with the
    line that gives it."""
    moved = touched(made.graph, moved_by(made.graph, [ask.cell]))
    counts = {cell for cell, count in made.solution.counts.items() if count.given and cell is not ask.cell}
    for cell in nearest(reads(ask.condition), counts.__contains__):
        if cell in counts and not moved.isdisjoint(read_by([bound.value for bound in cell.bounds])):
            yield cell.path, cell.figure()


def _is_solved(ask: AskEntry) -> bool:
    return ask.cell.form == "count" and ask.cell.is_solved


def _at_figures(ask: AskEntry) -> str:
    """The question that asks what a count comes to."""
    return f"ask {ask.name}: {ask.cell.path} for {_of_the_condition(ask)} in [...]"


def _at_each(ask: AskEntry) -> str:
    """The question that asks what its condition compares at some figures of what it moves."""
    left = ask.node.condition.left if isinstance(ask.node.condition, s.Compare) else None
    what = on_one_line(ask.source.text[left.start : left.end]) if left is not None else "QUANTITY"
    return f"ask {ask.name}: {what} for {ask.node.path} in [...]"


def _of_the_condition(ask: AskEntry) -> str:
    """The first input that a condition comes of, by its path."""
    found = [cell for cell in stated_beneath(ask.condition) if cell.form == "input" and cell is not ask.cell]
    return found[0].path if found else "INPUT"
