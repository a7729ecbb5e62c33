"""What puts an entry of elaboration aside, or ends the pass, and what is asked in between."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Formula, Instance
from vdl.graph.order import cell_needs, components, reads, signature
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import SETTLING, WAITING
from vdl.text.source import Span
from vdl.values import FAULT, Value

if TYPE_CHECKING:
    from vdl.elaborate.state import Elaboration

T = TypeVar("T")
U = TypeVar("U")


class Blocked(Exception):
    """An entry needs the value of a formula before it can go on; `via` is the cell that can't be made without it.

    `others` are what further rounds of the same loop need: all is asked before the entry begins anew. `counted` is whether
    it may hang on counts.
    """

    def __init__(self, formula: Formula, span: Span, counted: bool) -> None:
        self.formula = formula
        self.span = span
        self.counted = counted
        self.via: Cell | None = None
        self.others: list[Blocked] = []

    def all(self) -> list[Blocked]:
        return [self, *self.others]


class Deeper(Exception):
    """So many members are open inside each other that this one is settled first, and the others then begun anew."""

    def __init__(self, key: tuple[Instance, str]) -> None:
        self.key = key


class TooMuch(Exception):
    """A design that would make more than a limit of the language allows; carries what to say."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Circling(Exception):
    """What is answered at once waits for itself, or nests too deep: elaboration begins anew, and puts entries aside instead."""


class Question(NamedTuple):
    """What elaboration has to know before it can go on: the value of a formula, whose cells are all made."""

    formula: Formula
    order: tuple[tuple[Cell, ...], ...]
    """The cells it needs that no question before it needed, in the order of computation."""


Answers = Generator[Question, Value, T]
"""Work that asks for values on its way and ends with a result."""

Answering = Callable[[Formula, Iterable[tuple[Cell, ...]]], Value]
"""Answers a question at once."""


class Making(NamedTuple):
    """What is being made: the members that are settled inside each other, or the cell, or the rule or bound; the calls whose
    functions are put in; and what it hangs on so far."""

    settling: list[tuple[Instance, str]]
    cell: Cell | None
    writer: str
    calls: list[s.Node]
    hinges: set[int]


class Known:
    """Cells whose values are there or were asked for: those of a finished graph, and what came since."""

    __slots__ = ("_counts", "asked", "before")

    def __init__(self, before: Container[Cell]) -> None:
        self.before = before
        self.asked: set[Cell] = set()
        self._counts: dict[Cell, Cell] = {}
        """What hangs on a count that is to be solved, and on which, of what was asked for while a design is made."""

    def __contains__(self, cell: object) -> bool:
        return cell in self.asked or cell in self.before

    def take_down(self, order: list[tuple[Cell, ...]]) -> None:
        """Note which of some cells, each behind what it needs, hang on a count."""
        if not self._counts and not any(cell.is_solved for component in order for cell in component):
            return  # as in most designs
        for component in order:
            count = next((cell for cell in component if cell.is_solved), None)
            if count is None:
                needed = (need for cell in component for need in cell_needs(cell))
                count = next((self._counts[need] for need in needed if need in self._counts), None)
            if count is not None:
                self._counts.update(dict.fromkeys(component, count))

    def count_of(self, formula: Formula) -> Cell | None:
        """A count that is to be solved, on which a formula hangs."""
        return next((self._counts[cell] for cell in reads(formula) if cell in self._counts), None) if self._counts else None


def each(items: Iterable[T], make: Callable[[T], U]) -> list[U]:
    """What is made of each of some items. Raises Blocked with all that any of them needs."""
    made: list[U] = []
    blocked: dict[object, Blocked] = {}
    for item in items:
        try:
            made.append(make(item))
        except Blocked as found:
            for one in found.all():
                blocked.setdefault(signature(one.formula), one.with_traceback(None))
    if not blocked:
        return made
    first, *others = blocked.values()
    first.others = others
    try:
        raise first
    finally:
        del first, others, one, blocked  # they hold this frame, which would hold them


def asked(el: Elaboration, blocked: Blocked) -> Answers[None]:
    """Ask for the values that an entry needs, and before that for those on which their own cells hang."""
    waiting = [blocked.all()[::-1]]
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            continue
        top = waiting[-1][-1]
        key = signature(top.formula)
        if key in el.answers:
            waiting[-1].pop()
            continue
        deeper: list[Blocked] = []

        def complete(cell: Cell, deeper: list[Blocked] = deeper) -> None:
            try:
                el.complete(cell)
            except Blocked as found:
                for one in found.all():
                    one.via = cell
                    deeper.append(one.with_traceback(None))  # which holds this list

        order = components(reads(top.formula), complete, el.known)
        if not deeper:
            el.answers[key] = yield from _value(el, top, order)
            waiting[-1].pop()
        elif (circle := _circle([level[-1] for level in waiting], deeper)) is not None:
            el.say(circle)
            el.answers[key] = FAULT
            waiting[-1].pop()
        else:
            waiting.append(deeper[0].all()[::-1])


def _value(el: Elaboration, wanted: Blocked, order: list[tuple[Cell, ...]]) -> Answers[Value]:
    """The value of a formula whose cells are made; FAULT where it can't be computed yet, or at all, which is said."""
    if not _may_be_asked(el, wanted.formula, wanted.span, order, counted=wanted.counted):
        return FAULT
    return (yield Question(wanted.formula, tuple(order)))


def _may_be_asked(el: Elaboration, formula: Formula, span: Span, order: list[tuple[Cell, ...]], *, counted: bool) -> bool:
    """Whether the value of a formula can be computed now, whose cells are made, which are taken down then; else says why not."""
    if el.base is None:
        el.known.take_down(order)
        count = el.known.count_of(formula)
        if count is not None and (el.placing or not counted):
            el.say(on_a_count(span, count))
            return False
    if not el.fits(formula, order):
        return False
    el.known.asked.update(cell for component in order for cell in component)
    return True


class AtOnce:
    """Answers what an entry needs while that waits, with what it hangs on in turn: most of it waits for nothing."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._waiting: set[object] = set()
        """What is being answered, each for the one before."""
        self._open = 0
        """How many members and calls were open where these were asked for."""

    def __call__(self, el: Elaboration, key: object, formula: Formula, span: Span, *, counted: bool) -> Value:
        """The value of a formula, by its signature. Raises Circling."""
        outer = el.making
        inside = len(outer.settling) + len(outer.calls)
        if key in self._waiting or len(self._waiting) >= WAITING or self._open + inside > SETTLING:
            raise Circling
        self._waiting.add(key)
        self._open += inside
        el.making = Making([], None, "", [], set())
        try:
            order = components(reads(formula), el.complete, el.known)
            if not _may_be_asked(el, formula, span, order, counted=counted):
                return FAULT
            return self._answering(formula, order)
        finally:
            el.making = outer
            self._open -= inside
            self._waiting.discard(key)


def on_a_count(span: Span, count: Cell) -> Diagnostic:
    """What is said of a condition that is wanted before the counts are known, and hangs on one."""
    help_ = "ask it in a document, which is made when all counts are known; here compare what the count is sized by"
    return errors.undecided_choice(span, f"it hangs on the count `{count.path}`", [(count.span(), "declared here")], help_)


def _circle(chain: Sequence[Blocked], deeper: Sequence[Blocked]) -> Diagnostic | None:
    """What to say where what is needed next is waited for already; None where it is not."""
    ring = [signature(other.formula) for other in chain]
    closing = next((one for one in deeper if signature(one.formula) in ring), None)
    if closing is None:
        return None
    first, *rest = chain[ring.index(signature(closing.formula)) :]
    names = [name for b in (*rest, closing) for name in (b.via.path if b.via is not None else "", b.span.text)]
    return errors.circular_definition(first.span, [first.span.text, *names])
