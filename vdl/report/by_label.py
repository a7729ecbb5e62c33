"""Figures that differ from label to label: a column for each label, in place of texts that run on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vdl.graph.cells import Cell
from vdl.records import NamedTuple
from vdl.report import bills
from vdl.report import model as m
from vdl.report.printing import Printed, figure, plain
from vdl.report.titles import spaced
from vdl.text.phrases import is_of_library, joined, of, phrase
from vdl.values import NOT_STATED, Place, Varying, place_text, scalars

MOST = 8
"""Labels that have columns of their own; of more, such as those of a long list, the figures stand in one cell."""


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
    """The labels that have columns where cells differ; none where there is nothing to set apart, or too much."""
    varying = [cell for cell in cells if differs(cell)]
    found = bills.places(varying)
    spoken = [place for place in found if any(bills.part_of(cell, bills.Part(place)).value is not NOT_STATED for cell in varying)]
    return [bills.Part(place) for place in spoken] if len(spoken) <= MOST else []


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
    """What the labels are of: "season"."""
    return joined(phrase(" and "), [of(spaced(name.rpartition(".")[2]), is_of_library(label)) for name, label in parts[0].place])


def label(place: Place) -> str:
    return spaced(place_text(place))


def table(caption: str, before: Sequence[str], what: str, lines: Sequence[Line], parts: Sequence[bills.Part],
          behind: Sequence[str] = ()) -> m.Table:  # fmt: skip
    """A row for each line, with a column for each label. A unit that all lines share stands in the heads."""
    units = {line.cell.unit for line in lines}
    [shared] = units if len(units) == 1 else [None]
    unit = shared.plural if shared is not None else ""
    heads = [*[m.Column(head) for head in before], m.Column(what)]
    heads += [m.Column(label(part.place), unit, numeric=True) for part in parts]
    rows = []
    for line in lines:
        own = line.cell.unit.plural if line.cell.unit is not None and not unit else ""
        figures = [_figure(bills.part_of(line.cell, part)) for part in parts]
        twice = own.casefold() == line.what.casefold()
        words = (m.Text(joined(", ", (line.what, own)) if own and not twice else line.what),)
        rows.append(m.Row((*line.before, words, *figures, *line.behind), group=line.group))
    return m.Table(caption, (*heads, *[m.Column(head) for head in behind]), tuple(rows))


def repeats(lines: Sequence[Line]) -> bool:
    """Whether lines are of several things and in no group, and what stands before each stands before another one, too."""
    names = Counter([plain(line.before[0]) for line in lines])
    return len(names) > 1 and min(names.values()) > 1 and not any(line.group or len(line.before[0]) > 1 for line in lines)


def named_once(lines: Iterable[Line]) -> list[Line]:
    """Lines in groups under what stood before each."""
    return [line._replace(before=(), group=plain(line.before[0])) for line in lines]


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
