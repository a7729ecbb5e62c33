"""What puts an entry of elaboration aside, or ends the pass, and what is asked in between."""

from __future__ import annotations

from collections.abc import Container, Generator, Sequence
from typing import TYPE_CHECKING, TypeVar

from vdl import errors
from vdl.graph.cells import Cell, Formula, Instance
from vdl.graph.order import components, reads, signature
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.values import FAULT, Value

if TYPE_CHECKING:
    from vdl.elaborate.state import Elaboration

T = TypeVar("T")


class Blocked(Exception):
    """An entry needs the value of a formula before it can go on; `via` is the cell that can't be made without it.

    `others` are what further rounds of the same loop need: all is asked before the entry begins anew.
    """

    def __init__(self, formula: Formula, span: Span) -> None:
        self.formula = formula
        self.span = span
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


class Question(NamedTuple):
    """What elaboration has to know before it can go on: the value of a formula, whose cells are all made."""

    formula: Formula
    order: tuple[tuple[Cell, ...], ...]
    """The cells it needs that no question before it needed, in the order of computation."""


Answers = Generator[Question, Value, T]
"""Work that asks for values on its way and ends with a result."""


class Known:
    """Cells whose values are there or were asked for: those of a finished graph, and what came since."""

    __slots__ = ("asked", "before")

    def __init__(self, before: Container[Cell]) -> None:
        self.before = before
        self.asked: set[Cell] = set()

    def __contains__(self, cell: object) -> bool:
        return cell in self.asked or cell in self.before


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
    count = None if el.base is not None else next((c for part in order for c in part if c.is_solved), None)
    if count is not None:
        hangs_on = [(count.span(), "declared here")]
        help_ = "ask it in a document, which is made when all counts are known; here compare what the count is sized by"
        el.say(errors.undecided_choice(wanted.span, f"it hangs on the count `{count.path}`", hangs_on, help_))
        return FAULT
    if not el.fits(wanted.formula, order):
        return FAULT
    el.known.asked.update(cell for component in order for cell in component)
    return (yield Question(wanted.formula, tuple(order)))


def _circle(chain: Sequence[Blocked], deeper: Sequence[Blocked]) -> Diagnostic | None:
    """What to say where what is needed next is waited for already; None where it is not."""
    ring = [signature(other.formula) for other in chain]
    closing = next((one for one in deeper if signature(one.formula) in ring), None)
    if closing is None:
        return None
    first, *rest = chain[ring.index(signature(closing.formula)) :]
    names = [name for b in (*rest, closing) for name in (b.via.path if b.via is not None else "", b.span.text)]
    return errors.circular_definition(first.span, [first.span.text, *names])
