"""What is said of labels without a value and of divisors of zero: at the lines of their authors, the library's as the
reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from vdl import errors
from vdl.graph.blame import authors_line, is_stated, led, nearest, of_library, read_by, stated_beneath
from vdl.graph.cells import BoundEntry, Cell, Const, Formula, Instance, LabelSet, Op
from vdl.graph.figures import in_its_unit, side_by_side
from vdl.graph.order import reads
from vdl.graph.rest import answer_for_all, in_place_of_else
from vdl.graph.room import SMALL_SHARE, held_back, made_of, meant, to_grow, to_shrink
from vdl.semantics.types import PLAIN_NUMBER
from vdl.semantics.units import Unit, decimal, divide
from vdl.solve.inputs import filling
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import cut, joined, phrase
from vdl.text.source import Span
from vdl.values import (
    NOT_STATED,
    MissingLabel,
    Number,
    Place,
    Range,
    Value,
    Varying,
    anywhere,
    at_place,
    high,
    is_number,
    low,
    place_text,
    placed,
    scalars,
)  # fmt: skip

Values = Mapping[Cell, Value]


# ------------------------------------------------------------------------------ labels
def no_label(
    span: Span, sides: Sequence[tuple[Formula, Value | None]], missing: MissingLabel, values: Values,
    order: Iterable[Iterable[Cell]] = (),
) -> Diagnostic:  # fmt: skip
    """Formulas that are combined at `span`, with their values, disagree about a label: the line of the one that lacks it,
    and a line that has it."""
    lacking = _written([f for f, value in sides if lacks(value, missing)], values, lambda v: lacks(v, missing))
    having = _written([f for f, value in sides if _has(value, missing)], values, lambda v: _has(v, missing))
    misspelt = ""
    if lacking is not None and having is not None:
        lacking, having, missing, misspelt = _to_blame(lacking, having, missing, values)
    what = lacking.path if lacking is not None else ""
    rest = answer_for_all([f for f, value in sides if not lacks(value, missing)], values, missing.axis)
    solved = lacking is not None and lacking.form == "count" and lacking.is_solved
    instead = ""
    if having is not None and lacking is not None:
        instead = in_place_of_else(having, lacking, missing.axis, missing.label, values)
    alone = ""
    if having is not None and lacking is not None and having.form == "input" and not of_library(having.span()):
        alone = "" if _others_have(missing, having, values, order) else having.path
    said = errors.missing_label(
        span, what, missing.label, missing.axis, rest=rest, solved=solved, misspelt=misspelt, instead=instead, alone=alone,
        of_else=having.path if having is not None else "", in_scenario=having is not None and having.origin == "scenario",
    )  # fmt: skip
    known = [(cell, words) for cell, words in ((lacking, "has none"), (having, "has one")) if cell is not None]
    places = [(cell.span(), f"`{cell.path}` {words}", cell is lacking or of_library(span)) for cell, words in known]
    places = [place for place in places if place[0].key() != span.key()]
    first = next((place for place in places if place[2] and not of_library(place[0])), None)  # what is to be changed
    if instead and having is not None:
        first = (having.span(), f"its `else` answers for `{missing.label}`, too", True)
        places = [place for place in places if place[0].key() != first[0].key()]
    related = [(place, label) for place, label, _ in places]
    if lacking is not None and of_library(lacking.span()) and (choice := _choice(lacking.formula, lacking.instance)) is not None:
        path, place, several = choice
        help_ = f"name `{missing.label}` there, too" if several else f"choose another label, or add `{missing.label}: ...`"
        others = [(one, label) for one, label in related if one.key() != place.key()]
        return said._replace(span=place, label=f"`{path}` leaves it out", related=(*others, (span, said.label)), help=(help_,))
    if first is None:
        return said._replace(related=tuple(related))
    others = [(place, label) for place, label in related if place is not first[0]]
    return said._replace(span=first[0], label=first[1], related=(*others, (span, said.label)))


def at_the_choice(said: Diagnostic, op: Op, at: Instance | None, value: Value, missing: MissingLabel) -> Diagnostic:
    """What is said of a look-up of the library's, `table at choice`, at the line of the author's that chooses the label, with
    the labels that are there."""
    choice = _choice(op, at) if said.span is not None and of_library(said.span) else None
    if choice is None:
        return said
    path, place, _ = choice
    labels = value.labels(missing.axis) if isinstance(value, Varying) else ()
    said = said._replace(help=(f"there is a value for {' and '.join([f'`{label}`' for label in labels])}",))
    return led(said, place, f"`{path}` chooses it")


def _choice(formula: Formula | None, at: Instance | None) -> tuple[str, Span, bool] | None:
    """The input of an author's that chooses the labels of a look-up, `table at choice`, with its place, and whether it takes
    several of them; None where none does."""
    if not isinstance(formula, Op) or formula.op != "at" or at is None:
        return None
    for path in getattr(formula.node, "labels", ()):
        holder = at.follow(path.names[:-1])
        filled = holder.assigned.get(path.names[-1]) if isinstance(holder, Instance) else None
        if isinstance(holder, Instance) and filled is not None and not of_library(filled.span()):
            several = isinstance(holder.slots.get(path.names[-1]), LabelSet)
            return holder.path_of(path.names[-1]), filled.span(), several
    return None


def _to_blame(lacking: Cell, having: Cell, missing: MissingLabel, values: Values) -> tuple[Cell, Cell, MissingLabel, str]:
    """Of two figures which one lacks a label, which one has it, and that label; and what stands in its place, where that is a
    label that no other figure of an author has, so that it may be misspelt."""

    def labels(cell: Cell) -> Sequence[str]:
        value = values.get(cell)
        return value.labels(missing.axis) if isinstance(value, Varying) and missing.axis in value.axes else ()

    only = next((label for label in labels(lacking) if label not in labels(having)), "")
    if not only:
        return lacking, having, missing, ""
    others = _authors_labels(missing.axis, values, lacking, having)
    if only in others and missing.label not in others:
        return having, lacking, MissingLabel(missing.axis, only), missing.label
    return lacking, having, missing, only if missing.label in others and only not in others else ""


def _authors_labels(axis: str, values: Values, *aside: Cell) -> set[str]:
    """The labels of an axis at which authors state figures, but for some of them."""
    stated = [value for cell, value in values.items() if isinstance(value, Varying) and axis in value.axes
              and cell.form == "input" and cell not in aside and not of_library(cell.span())]  # fmt: skip
    return {label for value in stated for label in value.labels(axis)}


def _others_have(missing: MissingLabel, having: Cell, values: Values, order: Iterable[Iterable[Cell]]) -> bool:
    """Whether any other figure, an author's or one of the library's products, has a label, also one that has no value yet."""
    cells = dict.fromkeys([*values, *[cell for component in order for cell in component]])
    return any(cell.form == "input" and cell is not having and _has(_stated(cell, values), missing) for cell in cells)


def _stated(cell: Cell, values: Values) -> Value | None:
    return values.get(cell, cell.formula.value if isinstance(cell.formula, Const) else None)


def _written(formulas: Iterable[Formula], values: Values, fits: Callable[[Value | None], bool]) -> Cell | None:
    """The quantity in which a label was left out, or has a figure, first of all: an author's before a library's."""

    def below(cell: Cell) -> list[Cell]:
        needed = [*reads(cell.formula), *read_by([bound.value for bound in cell.bounds])]
        return [one for one in needed if fits(values.get(one))]

    def is_authors(cell: Cell) -> bool:
        return not of_library(cell.span())

    cells = [cell for cell in read_by(formulas) if fits(values.get(cell))]
    found = [*nearest(cells, lambda cell: False, below), *nearest(cells, is_authors, below)]
    return next(filter(is_authors, found), found[0] if found else None)


def _has(value: Value | None, missing: MissingLabel) -> bool:
    return isinstance(value, Varying) and missing.axis in value.axes and missing.label in value.labels(missing.axis)


def lacks(value: Value | None, missing: MissingLabel) -> bool:
    """Whether a value varies along the axis and leaves the label out."""
    return isinstance(value, Varying) and missing.axis in value.axes and missing.label not in value.labels(missing.axis)


def at_the_silent(said: Diagnostic, formula: Formula, values: Values) -> Diagnostic:
    """What is said of a bound of the library's that is not stated at some labels, at the line that leaves them out."""

    def is_silent(value: Value | None) -> bool:
        return isinstance(value, Varying) and anywhere(value, NOT_STATED)

    silent = _written([formula], values, is_silent)
    if silent is None or of_library(silent.span()):
        return said
    return led(said, silent.span(), f"`{silent.path}` is not stated at all labels")


# ------------------------------------------------------------------------------ zero
def zero_at(formulas: Iterable[Formula], values: Values, places: Sequence[Place]) -> list[Cell]:
    """The figures of authors that formulas come of, also by way of the bounds of counts, which are 0 at one of some places and
    not elsewhere."""

    def below(cell: Cell) -> list[Cell]:
        return [*reads(cell.formula), *read_by([bound.value for bound in cell.bounds])]

    def is_zero_there(cell: Cell) -> bool:
        value = values.get(cell)
        if of_library(cell.span()) or cell.form != "input" or not isinstance(value, Varying) or reads(cell.formula):
            return False
        there = [one for place in places for _, one in scalars(at_place(value, place))]
        return 0 in there and any(is_number(one) and high(one) > 0 for _, one in scalars(value))

    return [cell for cell in nearest(read_by(formulas), is_zero_there, below) if is_zero_there(cell)][:_NAMED]


def over_zero(
    op: Op, evaluate: Callable[[Formula], Value], values: Values, bound: tuple[Cell, BoundEntry] | None, by: Number
) -> Diagnostic:
    """A division by zero, or by a range that holds it: which quantity is zero, and of which figures that authors wrote it
    comes."""
    node = getattr(op.node, "right", op.node)
    span = Span(op.source, node.start, node.end)

    def parts(formula: Formula | None) -> list[Cell]:
        """What makes a formula zero: of a product the factors that are, else all that it reads."""
        if isinstance(formula, Op) and formula.op == "*":
            zero = [arg for arg in formula.args if _is_zero(evaluate(arg))]
            return [cell for arg in zero for cell in parts(arg)]
        return reads(formula)

    zeros = list(dict.fromkeys(parts(op.args[1])))
    ends = nearest(zeros, is_stated, lambda cell: parts(cell.formula))
    stated = [cell for cell in ends if is_stated(cell)]
    alone = isinstance(op.args[1], Cell) or (isinstance(op.args[1], Op) and op.args[1].op == "*")
    top = zeros[0] if alone and zeros and _is_zero(values.get(zeros[0])) else None
    too_large = _too_large(top if top is not None else op.args[1], evaluate, values)
    if too_large is not None:
        return too_large
    if top is not None:
        stated.sort(key=lambda cell: (of_library(cell.span()), cell.instance is not top.instance))
    related = [(cell.span(), f"`{cell.path}`") for cell in [*stated, *zeros] if cell.span().key() != span.key()]
    related = list({place.key(): (place, label) for place, label in related}.values())[:_NAMED]
    zero = _zero_words(named(top), values.get(top)) if top is not None else ""
    causes = [figure(cell, values) for cell in stated[:_NAMED] if cell is not top]
    may_be = _extent(op.args[1], by) if isinstance(by, Range) else None
    if bound is not None:
        cell, entry = bound
        said = errors.impossible_bound(span, cell.path, entry.name, zero, causes, may_be, related)
    else:
        said = errors.division_by_zero(span, zero, causes, may_be, related)
    first = next((cell for cell in stated if not of_library(cell.span())), None)
    if first is None:
        return said
    return led(said, first.span(), said.label if first is top else f"the zero comes of `{first.path}`")


def _extent(formula: Formula, by: Range) -> str:
    """The ends of a range, "0 to 5 kg", where the unit is known that they are in; else ""."""
    (first, unit), (last, _) = [in_its_unit(formula, end) for end in (by.low, by.high)]
    plain = isinstance(formula, Cell) and formula.type == PLAIN_NUMBER
    return f"{decimal(first)} to {decimal(last)} {unit}".rstrip() if unit or plain else ""


def _too_large(zero: Formula, evaluate: Callable[[Formula], Value], values: Values) -> Diagnostic | None:
    """That a thing is larger than what it goes into, where what is zero says how many do: `floor(room / size)`."""
    floor = zero.formula if isinstance(zero, Cell) else zero
    if not (isinstance(floor, Op) and floor.op == "floor" and isinstance(floor.detail, Unit)):
        return None
    shares, (thing, _, container) = floor.args[0], floor.detail.singular.partition("/")
    if not (isinstance(shares, Op) and shares.op == "/" and isinstance(shares.args[1], Cell) and thing.isidentifier()):
        return None
    place = next(place for place, number in placed(evaluate(zero)) if _is_zero(number))
    room, size = [at_place(evaluate(part), place) for part in shares.args]
    if not (is_number(room) and is_number(size)) or not 0 <= low(room) < high(size):
        return None
    words = side_by_side(shares.args[1], high(size), low(room), thing)
    if words is None:
        return None
    parts = [stated_beneath(part)[:_NAMED] for part in reversed(shares.args)]
    cells = list(dict.fromkeys([*parts[0], *parts[1], *([zero] if isinstance(zero, Cell) else [])]))
    if not cells:
        return None
    first = next((cell for cell in cells if not of_library(cell.span())), cells[-1])
    places = [(cell.span(), f"`{cell.path}`") for cell in cells if cell is not first]
    grow = to_grow(shares.args[0], values, divide(high(size), low(room)) if low(room) > 0 else 1)
    label = "larger than its container" if first in parts[0] else "smaller than what it is to hold"
    large, holds = words
    if place:
        holds = phrase("{name} at {labels}", name=holds, labels=place_text(place))
    shrink, instead = to_shrink(shares.args[1]) if low(room) > 0 else [], ""
    wrong = held_back(shares.args[0], values, evaluate, high(size) - low(room)) if not place else []
    if wrong:
        places = [(first.span(), f"`{first.path}`"), *[one for one in places if one[0].key() != wrong[0].span().key()]]
        first, label, shrink, instead = wrong[0], SMALL_SHARE, [], meant(values[wrong[0]])
        grow = grow._replace(raise_=[f"`{cell.path}`" for cell in wrong], models=[], lower=[])
    said = errors.fits_nowhere(
        first.span(), thing, large, container or phrase("room"), holds, places, shrink, *grow, label=label,
        made_of=made_of(shares.args[0], values) if not place else "", instead=instead,
    )  # fmt: skip
    return led(said, authors_line(first), f"`{first.path}` is worked out from this")


def named(cell: Cell) -> str:
    """A quantity, and what the line above it says of it: "`hall.rows` (rows that fit between the walls)"."""
    said = cell.doc()
    doc = said.rstrip(".")
    if not doc or len(doc) > _LONG or ". " in doc:
        return f"`{cell.path}`"
    words = cut(said, doc if doc[1:2].isupper() else doc[0].lower() + doc[1:], str)
    return joined("", (f"`{cell.path}` (", words, ")"))


def _zero_words(name: str, value: Value | None) -> str:
    """ "`hall.rows` is 0", "`hall.rows` may be 0 at winter" """
    place, number = next((p, n) for p, n in placed(value if value is not None else 0) if _is_zero(n))
    words = phrase("{name} may be 0" if isinstance(number, Range) else "{name} is 0", name=name)
    return phrase("{name} at {labels}", name=words, labels=place_text(place)) if place else words


def _is_zero(value: Value | None) -> bool:
    """Whether it is zero somewhere, or may be."""
    return value is not None and any(is_number(one) and low(one) <= 0 <= high(one) for _, one in scalars(value))


def figure(cell: Cell, values: Values) -> str:
    """What a quantity is, in words: "`hall.length` = 3 m"."""
    text = filling(cell)
    numbers = [one for _, one in placed(values.get(cell, 0)) if is_number(one)]
    if not text[:1].isdigit() and cell.domain is not None and len(numbers) == 1:
        text = cell.domain.shown(*dict.fromkeys((low(numbers[0]), high(numbers[0]))))
    return joined("", (f"`{cell.path}` = ", text)) if text and len(text) <= _LONG else f"`{cell.path}`"


_NAMED = 3
"""Figures that are named of what is zero."""

_LONG = 80
"""Characters of a figure, or of what is said of one, that are written out."""


__all__ = ["at_the_silent", "lacks", "no_label", "over_zero", "zero_at"]
