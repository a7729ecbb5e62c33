"""From a checked formula of the design to mathematics: quantities by their names in words, with the values that they have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from vdl import syntax as s
from vdl.graph.cells import COMPARISONS, Cell, Const, Instance, Op
from vdl.graph.cells import Formula as Node
from vdl.graph.details import At, ByLabel, Keys
from vdl.report.formula import (
    Called,
    Chain,
    Either,
    Fenced,
    Formula,
    Fraction,
    Over,
    Power,
    Prefixed,
    Quantity,
    Written,
    in_line,
)
from vdl.report.looked_up import row_met
from vdl.report.page import Page
from vdl.report.titles import quantity, spaced
from vdl.semantics.units import Exact
from vdl.text.phrases import Figures, Marked, Phrase, behind, counted, filled, joined, phrase, spoken
from vdl.values import NOT_STATED, MissingLabel, Place, Value, Varying, broadcast, everywhere, is_exact
from vdl.words import formulas as words
from vdl.words import values as show

_SIGNS = {"*": "×", "-": "−", "<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}

_CHAINS = frozenset(["+", "-", "*", "and", "or", *COMPARISONS])

_FENCES = {"ceil": ("⌈", "⌉"), "floor": ("⌊", "⌋"), "abs": ("|", "|")}

_ROUNDED = {"ceil": "round up", "floor": "round down", "round": "round"}

_OVER_LABELS = {"peak": "max", "lowest": "min"}

_SO_FAR = {"running_sum": phrase("sum so far"), "running_max": phrase("largest so far")}
"""Functions over the labels up to one."""

_FEW = 4
"""So many terms of a sum, or values of a function, are written out."""

_OVER = 60
"""Characters of what a sum runs over; where the names are longer, the first is named, or none."""


def formula_of(page: Page, given: Node, around: Instance | None, place: Place = ()) -> Formula:
    """A formula as it is read beside `around`, whose own quantities go by their bare names, with its values at a place."""
    return _Maker(page, around, place).make(given)


def name_of(page: Page, cell: Cell, around: Instance | None) -> str:
    """What a quantity is called beside an object: "weight", "load weight", "weight of North fleet"."""
    own = quantity(cell)
    if cell.instance is None:
        return own
    led = _relative(cell.instance, cell.name, around) if around is not None else None
    if led is not None:
        return phrase("{led} {name}", led=led, name=own) if led else own
    title = page.titles.instance(cell.instance)
    return phrase("{name} of {object}", name=own, object=title) if title else own


def object_named(name: str) -> str:
    """The object that a quantity is named after in its name: "North fleet" of "weight of North fleet"; "" where none is."""
    return name.given.get("object", "") if isinstance(name, Phrase) else ""


_DEEP = 3
"""So many objects may lie within each other for a quantity to be named after them."""


def _relative(of: Instance, name: str, around: Instance) -> str | None:
    """How an object that has something of that name is called seen from another: "" for itself, or for one around it where the
    name is not its own as well, "load" for what it holds or was given; None from elsewhere."""
    if of is around.owner and of.path and around.kind.lookup(name) is None:
        return ""
    names: list[str] = []
    found: Instance | None = of
    while found is not None and len(names) <= _DEEP:
        if found is around:
            return joined(" ", reversed(names))
        for given, made in around.slots.items():
            if made is found:
                return joined(" ", [_member(around, given), *reversed(names)])
        names.append(_member(found.owner, found.name))
        found = found.owner
    return None


def _member(holder: Instance | None, name: str) -> str:
    member = holder.kind.lookup(name) if holder is not None else None
    return spaced(name, member.source if member is not None else None)


_NAMED = 3
"""Labels that a formula names; the others are counted."""


class _Maker:
    def __init__(self, page: Page, around: Instance | None, place: Place) -> None:
        self.page = page
        self.around = around
        self.numbers = words.Numbers(page.reading.figures, page.units, place, show.told)

    def beside(self, around: Instance | None) -> _Maker:
        """The same, as it is read beside another object."""
        other = _Maker(self.page, around, ())
        other.numbers = self.numbers
        return other

    def make(self, node: Node) -> Formula:
        if isinstance(node, Cell):
            return self._cell(node)
        if isinstance(node, Const):
            return self._constant(node)
        return self._operation(node)

    def written(self, node: Node) -> str:
        """A part as the terminal writes it."""
        text = self.numbers.write(node)[0]
        return text if isinstance(text, Marked) else Figures(text)

    def exact(self, node: Node) -> Exact | None:
        value = self.numbers.here(node)
        return value if is_exact(value) else None

    def _cell(self, cell: Cell) -> Formula:
        if cell.form == "part" and cell.formula is not None and not isinstance(cell.formula, Op):
            return self.make(cell.formula)
        return Quantity(name_of(self.page, cell, self.around), cell.path, self.written(cell), self.exact(cell))

    def _constant(self, const: Const) -> Formula:
        value = self.written(const)
        if const.source is not None and const.source.is_library and self.exact(const) == 0:
            value = "0"  # nothing has no unit, and no currency
        if const.node is None or const.source is None:
            return Written(value)
        if isinstance(const.node, s.Field):
            return Quantity(spaced(const.node.name.name, const.source), "", value, self.exact(const))
        if isinstance(const.node, (s.Name, s.Attribute)):
            name = spaced(words.text_of(const.node, const.source).replace(".", " "), const.source)
            return Quantity(name, "", value, self.exact(const))
        return Written(value, self.exact(const))

    def _operation(self, op: Op) -> Formula:
        sign, args = op.op, op.args
        if sign in _CHAINS:
            return _chained(_SIGNS.get(sign, sign), [self.make(arg) for arg in args])
        match sign:
            case "/":
                return Fraction(self.make(args[0]), self.make(args[1]))
            case "^":
                return Power(self.make(args[0]), self.make(args[1]))
            case "neg" | "not":
                return Prefixed("−" if sign == "neg" else "not", self.make(args[0]), phrase("not") if sign == "not" else "")
            case "as":
                return self.make(args[0])
            case "at":
                return self._at(op)
            case "if" | "else":
                return self._branch(op)
            case "keyed":
                return self._keyed(op)
            case "map":
                return self._map(op)
            case "sum":
                return self._several(op, "Σ")
            case "max" | "min":
                return self._several(op, sign)
            case "ceil" | "floor" | "abs" if len(args) == 1 or (isinstance(args[1], Const) and args[1].node is None):
                left, right = _FENCES[sign]
                return Fenced(left, self.make(args[0]), right)
            case "ceil" | "floor" | "round":
                name = phrase(_ROUNDED[sign])
                bare = isinstance(args[1], Const) and args[1].node is None
                return Called(name, tuple([self.make(arg) for arg in (args[:1] if bare else args)]))
            case "peak" | "lowest":
                return self._over_labels(op, _OVER_LABELS[sign])
            case "running_sum" | "running_max":
                return self._so_far(op, _SO_FAR[sign])
            case _:
                return self._other(op)

    def _at(self, op: Op) -> Formula:
        assert isinstance(op.detail, At)
        outer = self.numbers.at
        self.numbers.at = {**outer, op.detail.axis: op.detail.labels}
        made = self.make(op.args[0])
        self.numbers.at = outer
        labels = op.detail.labels
        if not isinstance(made, Quantity) or (len(labels) > 1 and self.numbers.place.get(op.detail.axis) in labels):
            return made  # the step says at which of them
        few = [spoken(label) for label in labels[:_NAMED]]
        more = [phrase("{rest} more", rest=len(labels) - _NAMED)] if len(labels) > _NAMED else []
        return replace(made, name=phrase("{name} at {labels}", name=made.name, labels=joined(", ", [*few, *more])))

    def _branch(self, op: Op) -> Formula:
        """Only the branch that is taken, where one is."""
        first = self.numbers.here(op.args[0])
        if op.op == "else":
            if first is NOT_STATED:
                return self.make(op.args[1])
            if not isinstance(first, Varying) or NOT_STATED not in first.cells.values():
                return self.make(op.args[0])
            return _otherwise(self.make(op.args[0]), self.make(op.args[1]))
        if (taken := everywhere(first)) is not None:
            return self.make(op.args[1] if taken else op.args[2])
        condition, then, other = [self.make(arg) for arg in op.args]
        named = _otherwise(Chain("if", (then, condition), phrase("if")), other)
        if _same(self.numbers.here(op), self.numbers.here(op.args[1])):
            return Either(named, then)  # where the other is taken this comes to as much
        condition = self._undecided(op.args[0])
        return Either(named, _otherwise(Chain("if", (then, condition), phrase("if")), other))

    def _undecided(self, condition: Node) -> Formula:
        """A condition without the parts that are so, or not so, at all labels."""
        if not isinstance(condition, Op) or condition.op not in ("and", "or"):
            return self.make(condition)
        idle = condition.op == "and"
        left = [arg for arg in condition.args if everywhere(self.numbers.here(arg)) is not idle]
        return _chained(condition.op, [self._undecided(arg) for arg in left or condition.args])

    def _keyed(self, op: Op) -> Formula:
        """What stands at the key that is met: a number that is looked up by a quantity, and the row in which it stands. A row
        that is itself looked up is told with its own key."""
        by: list[Formula] = []
        found: Node = op
        while isinstance(found, Op) and found.op == "keyed":
            assert isinstance(found.detail, Keys)
            key = self.numbers.here(found.args[0])
            at = found.detail.of(key) if is_exact(key) else None
            if at is None:
                return Written(self.written(op))
            by += [self.make(found.args[0]), Written(row_met(found.detail, at))]
            found = found.args[1 + at]
        numbers = self.make(found) if isinstance(found, Op) else Written(self.written(op))
        return Either(Called(phrase("looked up by"), tuple(by)), numbers)

    def _map(self, op: Op) -> Formula:
        assert isinstance(op.detail, ByLabel)
        axis, labels = op.detail
        place = self.numbers.place.get(axis)
        if place in labels:
            return self.make(op.args[labels.index(place)])
        return Written(self.written(op))

    def _over_labels(self, op: Op, name: str) -> Formula:
        inner = op.args[0]
        outer, self.numbers.place = self.numbers.place, {}
        names = self.make(inner)
        self.numbers.place = outer
        return Either(Called(name, (names,)), Called(name, (Written(self.numbers.at_every_label(inner)),)))

    def _so_far(self, op: Op, name: str) -> Formula:
        inner = op.args[0]
        numbers = self.numbers
        (place, at), numbers.place, numbers.at = (numbers.place, numbers.at), {}, {}
        made = self.make(inner)
        numbers.place, numbers.at = place, at
        if isinstance(inner, Op):
            return Called(name, (made,))
        return Either(Called(name, (made,)), Called(name, (Written(self.numbers.at_every_label(inner)),)))

    def _other(self, op: Op) -> Formula:
        """Another built-in function: with its name, and as the terminal writes its numbers."""
        outer, self.numbers.place = self.numbers.place, {}
        few = [self.make(arg) for arg in op.args[:_FEW]]
        self.numbers.place = outer
        more = [Written("…")] if len(op.args) > _FEW else []
        return Either(Called(filled(spaced(op.op), {}, free=True), (*few, *more)), Written(self.written(op)))

    # ------------------------------------------------------------------ several things
    def _several(self, op: Op, sign: str) -> Formula:
        args = op.args
        if op.leaves_out or (sign != "Σ" and op.detail is True):
            args = tuple([arg for arg in args if self.numbers.value_of(arg) is not NOT_STATED])
        if not args:
            return Written("0" if sign == "Σ" else phrase("not stated"))
        missed = [Written(phrase("not stated"))] if op.misses and len(args) < len(op.args) else []
        if len(args) == 1 and not missed:
            return self.make(args[0])
        objects = _objects(op, args) if len(args) > 1 else None
        terms = [self.make(arg) for arg in args]
        if objects is None and len(terms) <= _FEW:
            if sign == "Σ":
                return Either(_chained("+", [*terms, *missed]), _added([*terms, *missed]))
            named = Called(sign, (*terms, *missed))
            return Either(named, told[0]) if len(told := _told([*terms, *missed])) == 1 else named
        parts = _added([*terms, *missed]) if sign == "Σ" else _one_of(sign, [*self._ranked(sign, args, terms), *missed])
        if objects is None:
            return Over(sign, phrase("{number} values", number=len(args)), Written(phrase("each")), parts, tuple(terms))
        each = self.beside(objects[0]).make(args[0])
        titles = self._titles(objects)
        left_out = sign == "Σ" and len({in_line(term, "numbers") for term in terms}) > _FEW
        return Over(sign, _few_of(titles), each, parts, tuple(terms), titles if left_out else ())

    def _ranked(self, sign: str, args: Sequence[Node], terms: list[Formula]) -> list[Formula]:
        """The terms, the one that is taken first: of many only the first ones are shown. Few keep the order of their names."""
        pairs = [(self.exact(arg), term) for arg, term in zip(args, terms)]
        known = [(value, term) for value, term in pairs if value is not None]
        if len(known) < len(pairs) or len(terms) <= _FEW:
            return terms
        return [term for _, term in sorted(known, key=lambda pair: pair[0], reverse=sign == "max")]

    def _titles(self, objects: Sequence[Instance]) -> tuple[str, ...]:
        around = self.page.titles.instance(self.around) + ", " if self.around is not None and self.around.path else ""
        return tuple([behind(self.page.titles.instance(one) or spaced(one.name), around) for one in objects])


def _few_of(titles: Sequence[str]) -> str:
    """What a sum runs over, in few words."""
    named = joined("; ", dict.fromkeys(titles))
    more = phrase("{first} and {rest} more", first=titles[0], rest=len(titles) - 1)
    return named if len(named) <= _OVER else more if len(more) <= _OVER else phrase("{number} values", number=len(titles))


def _otherwise(first: Formula, other: Formula) -> Formula:
    return Chain("otherwise", (first, other), phrase("otherwise"))


def _objects(op: Op, args: Sequence[Node]) -> list[Instance] | None:
    """The objects that the items of a sum, or of `max`, are of: one for each, where they are all of the same sort."""
    of = getattr(op.detail, "of", None)
    cells = [arg for arg in args if isinstance(arg, Cell) and arg.instance is not None and arg.form != "part"]
    if len(cells) == len(args) and len({cell.name for cell in cells}) == 1:
        found = [cell.instance for cell in cells if cell.instance is not None]
    elif of is not None and len(of) == len(op.args):
        found = [one for one, arg in zip(of, op.args) if isinstance(one, Instance) and arg in args]
    else:
        return None
    return found if len(found) == len(args) and len(set(map(id, found))) == len(found) else None


def _same(one: Value, other: Value) -> bool:
    """Whether two values are the same number at each label."""
    try:
        equal = broadcast(lambda a, b: is_exact(a) and a == b, [one, other])
    except MissingLabel:
        return False
    return everywhere(equal) is True


def _chained(sign: str, parts: Iterable[Formula]) -> Formula:
    """Parts with a sign between them; what is chained with the same sign already is not put in brackets, and no zero added."""
    flat: list[Formula] = []
    for at, part in enumerate(parts):
        joins = isinstance(part, Chain) and part.sign == sign and (sign in ("+", "×", "and", "or") or (at == 0 and sign == "−"))
        flat += part.parts if joins and isinstance(part, Chain) else (part,)
    if sign in ("+", "−"):
        rest = [part for at, part in enumerate(flat) if not _is_nothing(part) or (sign == "−" and at == 0)]
        flat = rest or flat[:1]
    return Chain(sign, tuple(flat), phrase(sign) if sign.isalpha() else "") if len(flat) > 1 else flat[0]


def _is_nothing(part: Formula) -> bool:
    """Whether it is a zero that the text itself puts in the place of what nobody stated."""
    part = part.top if isinstance(part, Fraction) else part
    return isinstance(part, Written) and part.text.split(" ")[0] == "0"


def _added(terms: list[Formula]) -> Formula:
    """The terms of a sum: those of which the numbers are the same, once with how many they are."""
    alike: dict[str, list[Formula]] = {}
    for term in terms:
        alike.setdefault(in_line(term, "numbers"), []).append(term)
    if len(alike) == 1 or len(terms) > _FEW:
        counted = [_times(of) for of in alike.values()]
        parts = _told(counted)
        return parts[0] if len(parts) == 1 else Chain("+", tuple(parts))
    return _chained("+", terms)


def _one_of(sign: str, terms: list[Formula]) -> Formula:
    """The largest or the smallest of some terms; of equal numbers one."""
    told = _told(terms)
    return told[0] if len(told) == 1 else Called(sign, tuple(told))


def _times(alike: list[Formula]) -> Formula:
    return alike[0] if len(alike) == 1 else _chained("×", [Written(counted(len(alike))), alike[0]])


def _told(terms: Iterable[Formula]) -> list[Formula]:
    """A few terms, and how many there are; of equal numbers one."""
    one_of_each = list({in_line(term, "numbers"): term for term in terms}.values())
    if len(one_of_each) <= _FEW:
        return one_of_each
    return [*one_of_each[: _FEW - 1], Written(phrase("… ({number} different values)", number=len(one_of_each)))]


__all__ = ["formula_of", "name_of", "object_named"]
