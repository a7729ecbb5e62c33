"""Figures that differ from label to label: a column for each label, in place of texts that run on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from functools import partial
from math import prod

from vdl.graph.cells import Cell
from vdl.records import NamedTuple
from vdl.report import bills
from vdl.report import model as m
from vdl.report.printing import Printed, figure, plain, with_value
from vdl.report.titles import place_in_words, spaced
from vdl.text.phrases import filled, is_of_library, joined, phrase
from vdl.values import NOT_STATED, Place, Varying, at_place, placed, scalars

MOST = 8
"""Labels that have columns of their own; of more, such as those of a long list, the figures stand in one cell."""


_OFTEN = 3
"""Lines of one thing on the mean from which its name stands above them once, even where another has a single line."""


class Line(NamedTuple):
    """A figure that differs from label to label: what stands before it, what it is, itself, and what stands behind it."""

    before: tuple[m.Prose, ...]
    what: str
    cell: Printed
    behind: tuple[m.Prose, ...] = ()
    group: str = ""


def differs(cell: Printed) -> bool:
    """Whether a cell has several figures, and not one for all labels."""
    return isinstance(cell.value, Varying) and len({one for _, one in scalars(cell.value)}) > 1


def places(cells: Iterable[Printed]) -> list[bills.Part]:
    """The labels that have columns where cells differ; none where there is nothing to set apart, or too much. Where too many
    labels are combined these are of one axis, and those of the others have rows (`table`)."""
    varying = [cell for cell in cells if differs(cell)]
    found = _spoken(varying, bills.places(varying))
    return found if len(found) <= MOST else _of_one_axis(varying)


def _spoken(cells: Sequence[Printed], found: Iterable[Place]) -> list[bills.Part]:
    """Places at which some cell states something."""
    stated = [cell.value for cell in cells if cell.value is not None]
    return [bills.Part(place) for place in found if any(at_place(value, place) is not NOT_STATED for value in stated)]


def _of_one_axis(varying: Sequence[Printed]) -> list[bills.Part]:
    """The labels of the axis along which most cells differ, of several the longest; none where others have too many."""
    labels = bills.labels([cell.value for cell in varying])
    fitting = [axis for axis in labels if len(labels[axis]) <= MOST and _combined(labels, axis) <= MOST]
    if not fitting:
        return []
    axis = max(fitting, key=lambda one: (sum(map(partial(_along, axis=one), varying)), len(labels[one])))
    return _spoken(varying, [((axis, label),) for label in labels[axis]])


def _combined(labels: Mapping[str, Sized], axis: str) -> int:
    """How many combinations the labels of the other axes have."""
    return prod([len(found) for other, found in labels.items() if other != axis])


def _along(cell: Printed, axis: str) -> bool:
    return isinstance(cell.value, Varying) and axis in cell.value.axes


def are_whole(cells: Iterable[Printed], parts: Sequence[bills.Part]) -> bool:
    """Whether cells differ along no axis but those whose labels have columns."""
    return not any(_beyond(cell, parts) for cell in cells)


def _beyond(cell: Printed, parts: Sequence[bills.Part]) -> list[str]:
    """The axes along which a cell differs whose labels have no columns."""
    axes = {axis for part in parts for axis, _ in part.place}
    return [axis for axis in cell.value.axes if axis not in axes] if isinstance(cell.value, Varying) else []


def is_zero(cell: Printed) -> bool:
    """Whether nothing is there at any label."""
    return cell.value is not None and all(one == 0 and one is not False for _, one in scalars(cell.value))


def inputs_in(printed: Printed) -> Iterator[Cell]:
    """The input that stands in a cell of which there is a column for each label: these say all of it."""
    of = printed.formula
    while isinstance(of, Cell) and not is_zero(printed) and not printed.rounded:
        if of.form == "input":
            yield of
        of = of.formula


def axis(parts: Sequence[bills.Part]) -> str:
    """What the labels are of: "season". An axis of the library's whose labels are the design's, such as its years, has a name of
    the library's, too; of one of the design's own no catalog need have a translation."""
    said = [filled(spaced(name.rpartition(".")[2]), {}, free=not is_of_library(label)) for name, label in parts[0].place]
    return joined(phrase(" and "), said)


def label(place: Place) -> str:
    return place_in_words(place)


def rows(lines: Iterable[Line], parts: Sequence[bills.Part]) -> Iterator[Line]:
    """Each line, or one for each combination of its labels that have no columns: "boxes, winter"."""
    for line in lines:
        value, beyond = line.cell.value, _beyond(line.cell, parts)
        if value is None or not beyond:
            yield line
            continue
        found = dict.fromkeys(tuple([one for one in place if one[0] in beyond]) for place, _ in placed(value))
        for place in found:
            own = with_value(line.cell, at_place(value, place))
            yield line._replace(what=joined(", ", (line.what, label(place))), cell=own)


def table(caption: str, before: Sequence[str], what: str, lines: Sequence[Line], parts: Sequence[bills.Part],
          behind: Sequence[str] = ()) -> m.Table:  # fmt: skip
    """The rows of lines, with a column for each label. A unit that all share stands in the heads."""
    lines = list(rows(lines, parts))
    units = {line.cell.unit for line in lines}
    [shared] = units if len(units) == 1 else [None]
    unit = shared.plural if shared is not None else ""
    heads = [*[m.Column(head) for head in before], m.Column(what)]
    heads += [m.Column(label(part.place), unit, numeric=True) for part in parts]
    made = []
    for line in lines:
        own = line.cell.unit.plural if line.cell.unit is not None and not unit else ""
        figures = [_figure(bills.part_of(line.cell, part)) for part in parts]
        twice = own.casefold() == line.what.casefold()
        words = (m.Text(joined(", ", (line.what, own)) if own and not twice else line.what),)
        made.append(m.Row((*line.before, words, *figures, *line.behind), group=line.group))
    return m.Table(caption, (*heads, *[m.Column(head) for head in behind]), tuple(made))


def repeats(lines: Sequence[Line]) -> bool:
    """Whether lines are of several things and in no group, and what stands before one stands before others, too."""
    names = Counter(map(_name, lines))
    often = len(names) > 1 and (min(names.values()) > 1 or len(lines) >= _OFTEN * len(names))
    return often and not any(line.group or any(len(cell) > 1 for cell in line.before) for line in lines)


def named_once(lines: Iterable[Line]) -> list[Line]:
    """Lines in groups under what stood before each."""
    return [line._replace(before=(), group=_name(line)) for line in lines]


def _name(line: Line) -> str:
    """What stands before a line."""
    return joined(", ", [plain(cell) for cell in line.before])


def told(lines: Iterable[Line]) -> set[Cell]:
    """The quantities whose figures such a table has, also by way of others that only are them."""
    found: set[Cell] = set()
    for line in lines:
        formula = line.cell.formula
        while isinstance(formula, Cell) and formula not in found:
            found.add(formula)
            formula = formula.formula
    return found


def _figure(cell: Printed) -> m.Prose:
    if cell.unit is None or cell.value is None or cell.value is NOT_STATED:
        return (m.Text("–"),) if plain(cell.prose) else ()
    return (figure(cell.value, cell.unit, bare=True, rounded=cell.rounded, places=cell.places),)
