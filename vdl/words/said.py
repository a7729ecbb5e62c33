"""Numbers in texts with the units that stand behind them, and numbers of the language to compare them with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vdl import syntax as s
from vdl.records import NamedTuple
from vdl.semantics.units import NUMBER, ONE, PERCENT, Exact, Unit, Units, divide
from vdl.text.source import Span
from vdl.text.spelt import Said
from vdl.words.values import literal_unit

_CLOSE = divide(115, 100)
"""Units whose factors are less than so many times apart are written for each other: GB and GiB, TB and TiB."""

_THOUSANDS = r"[ \u00a0]?(?:[kKT](?:\u20ac|\$|\u00a3|[A-Z]{3}\b)|Tsd\b)"
_MILLIONS = r"[ \u00a0]?(?:[mM](?:\u20ac|\$|\u00a3|[A-Z]{3}\b|n\b|io\b)|m\b)"
"""Behind a number: it is of so many."""

BEHIND = r"(?:[ \u00a0-]?([A-Za-z%]+(?:/[A-Za-z]+)*))(?:[ -]([A-Za-z]+))?(?:[ -]([A-Za-z]+))?"
"""A word directly behind a number, and two more."""

_OF = r"(?: of)?(?: an?)?(?= )"
_OF_ONE = r"(?: of(?: an?)?)?(?= )"
"""Between a number and what it counts, "half a box", and "ten of a box"; "ten a year" are so many in each."""
_BEFORE = r"([\w\u00a7]+)\.?[ \u00a0]\Z"
_INDEXED = frozenset(
    "policy section sections page pages line lines table figure chapter paragraph clause rule item number no nr version release "
    "edition revision generation level type stage step part building floor room row hall "
    "block site day week option \u00a7".split()
)
"""Behind these words a number counts nothing: it says which one is meant."""

_KNOWN = frozenset(("the", "these", "those", "both", "all"))
"""Behind these words a number says how many there are anyway."""

_CALENDAR = range(1900, 2101)
"""What is most likely a date, where it stands without a sign between its digits."""

_JOINING = frozenset("of in on at for from to per by and or with within is are a an each every the that which".split())
"""Behind these words something else is spoken of."""

FROM_ELSEWHERE = r"(?i)\b(?:after|before|beyond|until|till|since|than|by)[ \u00a0]\Z"
"""Before a label in a text: what is said is of others."""


class Literal(NamedTuple):
    """A number that stands alone: what a rule compares with, or an input is filled with. `name` is how its unit is written."""

    value: Exact
    unit: Unit
    name: s.UnitName | None
    node: s.Node


class SaidUnits:
    """The units of a program, by how texts write them."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self._counted: dict[str, Unit] = {}

    def named(self, word: str | None) -> Unit | None:
        """What a word is a unit of; counted things also with capitals."""
        if not word:
            return None
        parts = word.split("/")
        for end in range(len(parts), 0, -1):
            unit = self.units.read("/".join(parts[:end]))
            if isinstance(unit, Unit):
                return unit
        unit = self.units.read(word.lower())
        return unit if isinstance(unit, Unit) and self.units.counts_things(unit.dimension) else None

    def spelt_out(self, first: str | None, second: str | None) -> Unit | None:
        """The counted thing of which two words are the long name: a `CU` is a "crate unit", an `lbox` a "long box"."""
        if not first or not second or first.endswith("s") or self.named(second) is not None:
            return None
        one = second.removesuffix("s")
        short = first[0] + (one if sum(letter.isupper() for letter in one) > 1 else one[:1])
        if not self._counted:
            self._counted = {
                name.lower(): unit for name, unit in self.units.names.items() if self.units.counts_things(unit.dimension)
            }
        return self._counted.get(short.lower())

    def behind(self, text: str, said: Said) -> Unit | None:
        """The unit directly behind a number."""
        place = self.place_behind(text, said)
        return place[0] if place is not None else None

    def place_behind(self, text: str, said: Said) -> tuple[Unit, int] | None:
        """The unit directly behind a number, of one word or of two, and where it ends."""
        found = re.compile(BEHIND).match(text, said.end) if said.sort != "percent" else None
        if found is None:
            return None
        unit = self.named(found.group(1))
        if unit is not None:
            return unit, found.end(1)
        unit = self.spelt_out(found.group(1), found.group(2))
        return (unit, found.end(2)) if unit is not None else None

    def with_unit(self, text: str, said: Said) -> str:
        """A number as it stands in a text, with the unit directly behind it."""
        place = self.place_behind(text, said)
        return text[said.start : place[1] if place is not None else said.end]

    def is_one_of(self, word: str) -> bool:
        """Whether a word is one counted thing: a number behind it says which."""
        unit = self.units.names.get(word.lower())
        return unit is not None and self.units.counts_things(unit.dimension) and unit.singular == word.lower() != unit.plural

    def near(self, text: str, said: Said) -> Unit | None:
        """What a number counts: the word behind it, with "of a" between them or a word or two that say what sort of it."""
        place = self.place_near(text, said)
        return place[0] if place is not None else None

    def place_near(self, text: str, said: Said) -> tuple[Unit, int] | None:
        """What a number counts, as `near` says, and where the word for it ends."""
        of = re.compile(_OF_ONE if said.sort == "number" and said.in_digits else _OF).match(text, said.end)
        found = re.compile(BEHIND).match(text, of.end() if of is not None else said.end)
        for group in range(1, 4) if found is not None else ():
            word = found.group(group) if found is not None else None
            unit = self.named(word)
            if unit is not None and found is not None:
                return unit, found.end(group)
            unit = self.spelt_out(word, found.group(group + 1)) if found is not None and group < 3 else None
            if unit is not None and found is not None:
                return unit, found.end(group + 1)
            if word is None or word in _JOINING:
                return None
        return None

    def counts(self, text: str, said: Said) -> bool:
        """Whether a number without a unit counts something: it is no year, none of a name, and not how many there are anyway."""
        before = re.compile(_BEFORE).search(text, 0, said.start)
        word = before.group(1) if before is not None else ""
        if said.glued or said.is_one or word.lower() in _INDEXED or word.lower() in _KNOWN:
            return False
        if said.in_digits and self.is_one_of(word):
            return False
        if said.in_digits and said.readings[0] in _CALENDAR and text[said.start : said.end].isdigit():
            return False
        begins = before is not None and before.start() == 0 and not said.in_digits  # "Only ten", and not "Model 10"
        return begins or not word[:1].isupper() or self.named(word) is not None  # "XYZ 900" is so much

    def is_of_time(self, unit: Unit) -> bool:
        """Whether a unit is one of time, as the second is."""
        second = self.units.names.get("s")
        return second is not None and unit.dimension == second.dimension

    def meant(self, unit: Unit) -> set[Exact]:
        """The factors of a unit and of those that it is written for."""
        alike = [one for one in self.units.names.values() if one.dimension == unit.dimension]
        return {unit.factor, *[one.factor for one in alike if are_close(one, unit)]}

    def numerators(self, literal: s.UnitName | None) -> Iterator[Unit]:
        """A unit, and what is left of it without the counted things of which it is so much each: GiB of `GiB/vm`."""
        parts = literal.text.split("/") if literal is not None else []
        for end in range(len(parts), 0, -1):
            unit = self.units.read("/".join(parts[:end]))
            if isinstance(unit, Unit):
                yield unit
            below = self.named(parts[end - 1])
            if end > 1 and (below is None or not self.units.counts_things(below.dimension)):
                return


def literals(side: s.Expr, op: str, units: Units) -> Iterator[Literal]:
    """The numbers that a side of a comparison (or a filled value) is, by label or not; `op` stands before it."""
    while isinstance(side, (s.Convert, s.Select)):
        side = side.base if isinstance(side, s.Select) else side.operand
    if isinstance(side, s.LabelMap):
        for entry in side.entries:
            for one in literals(entry.value, op, units):
                whole = literal_unit(side, units) if side.unit is not None else None
                yield one if whole is None else one._replace(unit=whole, name=side.unit)
        return
    unit, name = literal_unit(side, units) or ONE, getattr(side, "unit", None)
    if isinstance(side, s.Number):
        yield Literal(side.value, unit, name, side)
        if op in ("<", ">") and units.countable(unit.dimension):  # fewer than 13 are at most 12
            yield Literal(side.value + (-1 if op == "<" else 1), unit, name, side)
    elif isinstance(side, s.Range):
        yield from (Literal(value, unit, name, side) for value in (side.low, side.high))


def as_written(text: str, said: Said, literal: Literal, units: SaidUnits) -> set[Exact]:
    """What a number of a text is in the unit of a comparison, as far as that is known."""
    if said.sort != "number" and literal.unit.dimension == NUMBER:
        return {divide(one, literal.unit.factor) for one in said.readings}
    unit = units.behind(text, said) or units.near(text, said)
    wanted = [one for one in units.numerators(literal.name) if unit is not None and one.dimension == unit.dimension]
    if unit is not None and wanted and unit.made_of != wanted[0].made_of:
        return set()  # another currency
    if unit is not None and wanted and not are_close(unit, wanted[0]):
        return {one * divide(unit.factor, wanted[0].factor) for one in said.readings}
    values: set[Exact] = {one * scale_behind(text, said.end) for one in said.readings}
    if literal.unit is PERCENT:  # "0.2" is 20 %, and "20" beside a share may be one
        values |= {divide(one, PERCENT.factor) for one in said.readings}
    return values


def scale_behind(text: str, end: int) -> int:
    """Of how many a number that ends there is: "20 k\u20ac" and "3 Mio" are of thousands and of millions, others of 1."""
    return 1000 if re.compile(_THOUSANDS).match(text, end) else 10**6 if re.compile(_MILLIONS).match(text, end) else 1


def are_close(one: Unit, other: Unit) -> bool:
    """Whether one of two units is often written where the other is meant."""
    larger, smaller = max(one.factor, other.factor), min(one.factor, other.factor)
    return larger < _CLOSE * smaller


def label_in(text: str, label: str) -> re.Match[str] | None:
    """Where a text names a label, by its name or by its digits: 2027 of `y2027`, and of `FY27`."""
    digits = re.sub(r"\A\D+", "", label)
    year = f"|{digits}" if re.fullmatch(r"\d{4}", digits) else f"|20{digits}" if re.fullmatch(r"\d\d", digits) else ""
    for found in re.finditer(rf"(?<![\w.,])(?:{re.escape(label)}{year})(?![\w]|[.,]\d)", text):
        if not re.compile(FROM_ELSEWHERE).search(text, 0, found.start()):
            return found
    return None


def written(span: Span) -> str:
    """A piece of a source on one line."""
    return " ".join(span.text.split())


__all__ = [
    "BEHIND", "FROM_ELSEWHERE", "Literal", "SaidUnits", "are_close", "as_written", "label_in",
    "literals", "scale_behind", "written",
]  # fmt: skip
