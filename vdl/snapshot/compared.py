"""Designs side by side: a row for each thing that was found of them, a column for each design."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, TypeVar, Union

from vdl.judge.records import Agreement
from vdl.records import NamedTuple
from vdl.semantics.units import ONE, Unit
from vdl.snapshot.records import Input, Point, Rule, ShownValue, Snapshot, Stated
from vdl.snapshot.worded import expected_words, placed_words, point_words, rule_words
from vdl.text.phrases import joined, phrase
from vdl.values import NOT_STATED, Place, Scalar, Value, Varying, at_place, bound_of, is_number, place_text, scalars
from vdl.words import values as show
from vdl.words.verdicts import STANDINGS

Section = Literal["verdict", "open_points", "inputs", "choices", "counts", "products", "bill", "rules", "expectations"]

SECTIONS: Mapping[Section, str] = {
    "verdict": "verdict", "open_points": "open points", "inputs": "inputs", "choices": "choices", "counts": "counts",
    "products": "bill by product", "bill": "bill", "rules": "rules", "expectations": "expectations",
}  # fmt: skip
"""What rows stand under, in the order in which they stand."""

T = TypeVar("T")


class Column(NamedTuple):
    """A design that stands beside others. `bill` is what its bills come to, by name."""

    title: str
    found: Snapshot | None
    """None where it can't be solved: `error` says why."""
    bill: tuple[tuple[str, ShownValue], ...] = ()
    error: str = ""
    wrong: str = ""
    """What else keeps one that can be solved from holding than its rules and figures: "1 waiver accepts nothing"."""
    stated: Stated = Stated((), {})
    """Of one that can't be solved, the inputs as far as they are known without."""
    answers: tuple[tuple[str, str], ...] = ()
    """To the questions that were asked of it, in words, by their names."""
    products: tuple[tuple[str, ShownValue], ...] = ()
    """Of each product how many are bought."""


Cell = Union[ShownValue, str, None]
"""A value, words, or nothing where the design has no such thing."""


class Row(NamedTuple):
    """One thing, in each of the columns; `at` are labels, where it is what it is there.

    Values that can be compared with the first of them are in the unit of the row.
    """

    section: Section
    name: str
    unit: Unit
    cells: tuple[Cell, ...]
    differs: bool
    """Whether it is worth a look: it is not the same in all columns, or fails in one."""
    at: Place = ()
    fails: bool = False
    """Whether a rule fails or a figure differs, in one column at least."""
    accepted: bool = False
    """Whether a rule fails and is accepted in one column at least that is not the first, and not so in the first."""
    open: bool = False
    """Whether a rule is open by a sum that lacks figures in one column at least, and does not compare the same in all."""

    @property
    def label(self) -> str:
        """Its name, and where: "box.carts at winter"."""
        return phrase("{name} at {labels}", name=self.name, labels=place_text(self.at)) if self.at else self.name

    @property
    def in_unit(self) -> str:
        """What is said of its unit behind that: " (carts)"."""
        return joined("", (" (", self.unit.plural, ")")) if self.unit.plural else ""


def rows(columns: Sequence[Column], *, of: Sequence[Column] = (), at_labels: bool = False) -> list[Row]:
    """All rows, section by section, in the order of the text of the first column that has them. The columns may be some `of` more
    that stand in several tables.

    What varies by label is a row for each label where it is not the same in all columns; with `at_labels`, everywhere.
    """
    solved = [_Solved(one.found, dict(one.bill), one.wrong, dict(one.products)) for one in columns if one.found is not None]
    known = [column.found is not None for column in columns]
    found = [
        *[(row, known) for make in (_verdicts, _open_points) for row in make(solved)],
        *_inputs(columns, solved), *_choices(columns, solved),
        *[(row, known) for make in (_counts, _products, _bill, _rules) for row in make(solved)],
        *[(row, known) for row in _expectations(solved, _layers(of or columns))],
    ]  # fmt: skip
    split = [(one, among) for row, among in found for one in (by_labels(row) if at_labels or row.differs else [row])]
    return [_in_all(row, among, columns) for row, among in split]


class _Solved(NamedTuple):
    """A column that can be solved."""

    found: Snapshot
    bill: dict[str, ShownValue]
    wrong: str
    products: dict[str, ShownValue]


def _in_all(row: Row, among: Sequence[bool], columns: Sequence[Column]) -> Row:
    """A row of some of the columns with cells for the others, too, which can't be solved."""
    if all(among):
        return row
    cells = iter(row.cells)
    verdict = row.section == "verdict" and row.name == "verdict"
    silent = [phrase("not solved: {error}", error=column.error) if verdict else None for column in columns]
    made = tuple([next(cells) if there else words for there, words in zip(among, silent)])
    return row._replace(cells=made, differs=row.differs or verdict)


ALWAYS: frozenset[Section] = frozenset(["verdict", "counts", "bill"])
"""What is shown though it is the same everywhere."""


def worth_showing(found: Iterable[Row], always: frozenset[Section] = ALWAYS) -> list[Row]:
    """Rows that differ or fail, and all of some sections."""
    return [row for row in found if row.differs or row.section in always]


# ------------------------------------------------------------------------------ rows
def _verdicts(columns: Sequence[_Solved]) -> Iterator[Row]:
    standings = [[phrase(STANDINGS[one.found.standing][0]), one.wrong] for one in columns]
    yield row_of("verdict", "verdict", [joined(": ", filter(None, words)) for words in standings])
    yield _number("verdict", "open points", columns, lambda found: sum(point.state == "open" for point in found.open_points))
    accepted = _number("verdict", "accepted exceptions", columns, lambda found: found.accepted)
    if any(isinstance(cell, ShownValue) and cell.value for cell in accepted.cells):
        yield accepted


def _number(section: Section, name: str, columns: Sequence[_Solved], of: Callable[[Snapshot], int]) -> Row:
    return row_of(section, name, [ShownValue(of(one.found), ONE) for one in columns])


def _open_points(columns: Sequence[_Solved]) -> Iterator[Row]:
    for name, cells in _aligned([_grouped(column.found.open_points) for column in columns]):
        words = [joined("; ", dict.fromkeys(map(point_words, cell))) if cell else None for cell in cells]
        yield row_of("open_points", name, words)


_Among = Iterator[tuple[Row, list[bool]]]
"""Rows, each with the columns that say something of it; those that can't be solved say what they state."""


def _inputs(columns: Sequence[Column], solved: Sequence[_Solved]) -> _Among:
    elsewhere = {count.path for column in solved for count in column.found.counts}
    elsewhere |= {one.path for column in solved for one in column.found.inputs if _is_chosen(one)}
    stated = [column.found or column.stated for column in columns]
    for path, found in _aligned([{one.path: one for one in side.inputs if one.path not in elsewhere} for side in stated]):
        among = [bool(column.found or one or path in column.stated.values) for column, one in zip(columns, found)]
        said = [(side, one) for side, one, there in zip(stated, found, among) if there]
        row = row_of("inputs", path, [_filled(side, path, one) for side, one in said])
        yield row._replace(differs=row.differs and _is_filled_otherwise([one for _, one in said])), among
    known = [column.found is not None for column in columns]
    for path, placed in _aligned([{one.path: one for one in column.found.placements} for column in solved]):
        yield row_of("inputs", f"{path} placed on", [placed_words(one) if one is not None else None for one in placed]), known


def _is_chosen(one: Input | None) -> bool:
    """Whether what fills an input is a `choose` and nothing around it."""
    return one is not None and one.written.startswith("choose ")


def _filled(side: Snapshot | Stated, path: str, found: Input | None) -> Cell:
    """What an input is in a column, also where nothing fills it."""
    return found.value or found.words if found is not None else side.values.get(path)


def _is_filled_otherwise(found: Sequence[Input | None]) -> bool:
    """Whether an input that differs does so for what fills it, and not only for what that is computed from."""
    stated = [one for one in found if one is not None]
    fillings = {(one.written, one.origin) for one in stated}
    return len(fillings) > 1 or len(stated) < len(found) or any(not one.computed for one in stated)


def _choices(columns: Sequence[Column], solved: Sequence[_Solved]) -> _Among:
    """What each `choose` took, or what is filled in its place; and what it minimized, where no bill has the figure."""
    known = [column.found is not None for column in columns]
    for path in [path for path, _ in _aligned([{one.path: one for one in column.found.choices} for column in solved])]:
        among = [bool(column.found or any(one.path == path for one in column.stated.inputs)) for column in columns]
        said = [column.found or column.stated for column, there in zip(columns, among) if there]
        yield row_of("choices", path, [_option(side, path) for side in said]), among
        chosen = [next((one for one in column.found.choices if one.path == path), None) for column in solved]
        came_to = [one.taken.objective if one is not None else None for one in chosen]
        if not _is_in_a_bill(solved, came_to):
            objectives = {one.objective for one in chosen if one is not None}
            name = objectives.pop() if len(objectives) == 1 else "what is minimized"
            yield row_of("choices", f"{path}: {name}", came_to), known


def _option(side: Snapshot | Stated, path: str) -> Cell:
    """The option that a `choose` took in a column, or what is filled there without it."""
    filled = next((one for one in side.inputs if one.path == path), None)
    chosen = next((one for one in side.choices if one.path == path), None) if isinstance(side, Snapshot) else None
    return chosen.taken.words if chosen is not None and not _is_chosen(filled) else _filled(side, path, filled)


def _is_in_a_bill(columns: Sequence[_Solved], came_to: Sequence[ShownValue | None]) -> bool:
    """Whether one line of the bills is the same figure in all columns that have it."""
    return any(
        all(one is None or (name in column.bill and same(column.bill[name], one)) for column, one in zip(columns, came_to))
        for name in {name for column in columns for name in column.bill}
    )


def _counts(columns: Sequence[_Solved]) -> Iterator[Row]:
    for path, found in _aligned([{one.path: one.value for one in column.found.counts} for column in columns]):
        yield row_of("counts", path, found)


def _products(columns: Sequence[_Solved]) -> Iterator[Row]:
    """How many are bought of each product; of one that is not on a bill, none."""
    for name in dict.fromkeys([name for column in columns for name in column.products]):
        yield row_of("products", name, [column.products.get(name, ShownValue(0, ONE)) for column in columns])


def _bill(columns: Sequence[_Solved]) -> Iterator[Row]:
    for name in dict.fromkeys([name for column in columns for name in column.bill]):
        yield row_of("bill", name, [column.bill.get(name) for column in columns])


def _rules(columns: Sequence[_Solved]) -> Iterator[Row]:
    """What is open of them is said there, and here where what it compares differs; what applies in no column is left out."""
    open_points = {point.name for column in columns for point in column.found.open_points}
    for path, found in _aligned([{one.path: one for one in column.found.rules} for column in columns]):
        if all(one is None or one.outcome == "not-applicable" for one in found):
            continue
        outcomes = {_sound.get(one.outcome, one.outcome) for one in found if one is not None}
        fails = any(one is not None and one.severity == "error" and one.outcome in ("fails", "part") for one in found)
        waived = [one.detail if one is not None and one.outcome == "waived" else None for one in found]
        accepted = any(one not in (None, waived[0]) for one in waived[1:])
        details = {one.detail for one in found if one is not None}
        is_open = len(details) > 1 and any(one is not None and one.outcome == "not-evaluated" and _lacks(one) for one in found)
        differs = fails or accepted or is_open or (len(outcomes) > 1 and path not in open_points)
        cells = tuple([rule_words(one, found[0] if at else None) if one is not None else None for at, one in enumerate(found)])
        yield Row("rules", path, ONE, cells, differs, fails=fails, accepted=accepted, open=is_open)


def _lacks(rule: Rule) -> bool:
    """Whether a side of what a rule compares leaves something out."""
    sides = [side.value for side in (rule.left, rule.right) if side is not None]
    return any(bound_of(one) is not None for side in sides for _, one in scalars(side))


_sound = {"not-applicable": "holds"}


def _layers(columns: Sequence[Column]) -> set[tuple[str, str, str]]:
    """The file, the design and the scenario of each column that has one."""
    return {(one.file, one.name, layer) for one in [one.found for one in columns if one.found] for layer in one.layers}


def _expectations(columns: Sequence[_Solved], beside: Container[tuple[str, str, str]]) -> Iterator[Row]:
    """A figure of a scenario is computed with that on: it stands in the column of the scenario, if there is one."""
    for name, found in _aligned([{one.full_name: one for one in column.found.expectations} for column in columns]):
        cells: list[Cell] = []
        outcomes: set[Agreement] = set()
        for column, one in zip(columns, found):
            elsewhere = one is not None and bool(one.scenario) and one.scenario not in column.found.layers
            if one is None or (elsewhere and (column.found.file, column.found.name, one.scenario) in beside):
                cells.append(None)
                continue
            outcomes.add(one.outcome)
            said = expected_words(one)
            cells.append(phrase("in {scenario}: {words}", scenario=one.scenario, words=said) if elsewhere else said)
        if not outcomes:
            continue
        fails = bool(outcomes & _BAD)
        differs = fails or "differs-as-stated" in outcomes or len(outcomes) > 1
        yield Row("expectations", name, ONE, tuple(cells), differs, fails=fails)


_BAD: frozenset[Agreement] = frozenset(["differs", "no-longer-differs"])


# ------------------------------------------------------------------------------ what they are made of
def _aligned(found: Sequence[Mapping[str, T]]) -> Iterator[tuple[str, list[T | None]]]:
    """What each column has under a name, for all names that any of them has; a name that only a later one has stands behind the
    one that it follows there."""
    behind: dict[str | None, str | None] = {None: None}  # what stands behind each name, and at the head
    for one in found:
        last: str | None = None
        for name in one:
            if name not in behind:
                behind[name], behind[last] = behind[last], name
            last = name
    at = behind[None]
    while at is not None:
        yield at, [one.get(at) for one in found]
        at = behind[at]


def _grouped(points: Iterable[Point]) -> dict[str, list[Point]]:
    found: dict[str, list[Point]] = {}
    for point in points:
        found.setdefault(point.name or point.text, []).append(point)
    return found


def row_of(section: Section, name: str, cells: Sequence[Cell]) -> Row:
    """A row of values in one unit, where they can be compared."""
    values = [cell for cell in cells if isinstance(cell, ShownValue)]
    stated = [cell for cell in values if any(is_number(one) for _, one in scalars(cell.value))]
    unit = (stated or values)[0].unit if values else ONE
    return _in_unit(section, name, unit, cells)


def _in_unit(section: Section, name: str, unit: Unit, cells: Sequence[Cell], at: Place = ()) -> Row:
    made: list[Cell] = []
    for cell in cells:
        alike = isinstance(cell, ShownValue) and (cell.unit.dimension, cell.unit.made_of) == (unit.dimension, unit.made_of)
        made.append(cell._replace(unit=unit) if isinstance(cell, ShownValue) and alike else cell)
    return Row(section, name, unit, tuple(made), any(not same(cell, made[0]) for cell in made[1:]), at)


def same(one: Cell, other: Cell) -> bool:
    """Whether two cells say the same; what moves the ends of a range does not matter here."""
    if one == other or not (isinstance(one, ShownValue) and isinstance(other, ShownValue)):
        return one == other
    return show.as_object(*one) == show.as_object(*other)


def by_labels(row: Row) -> list[Row]:
    """A row for each label, where a value varies, and none is told in words."""
    varying = [cell.value for cell in row.cells if isinstance(cell, ShownValue) and isinstance(cell.value, Varying)]
    if not varying or any(isinstance(cell, str) for cell in row.cells):
        return [row]
    labels: dict[str, dict[str, None]] = {}
    for value in varying:
        for axis in value.axes:
            labels.setdefault(axis, {}).update(dict.fromkeys(value.labels(axis)))
    found = []
    for key in product(*labels.values()):
        place = tuple(zip(labels, key))
        cells = [cell._replace(value=_there(cell.value, place)) if isinstance(cell, ShownValue) else cell for cell in row.cells]
        one = _in_unit(row.section, row.name, row.unit, cells, place)
        found.append(one._replace(differs=one.differs and row.differs))
    return found


def _there(value: Value, place: Place) -> Scalar:
    """The value at a label of each axis; nothing is stated where it has no such label."""
    found = at_place(value, place)
    return NOT_STATED if isinstance(found, Varying) else found


__all__ = [
    "ALWAYS", "SECTIONS", "Cell", "Column", "Row", "Section", "by_labels", "row_of", "rows", "same", "worth_showing",
]  # fmt: skip
