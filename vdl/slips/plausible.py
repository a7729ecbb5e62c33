"""What is likely to be a slip: a unit beside the one that is meant, a figure a thousand times that of its like, a title twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Instance
from vdl.graph.design import Graph
from vdl.graph.items import Items
from vdl.semantics.types import Axis, Kind, Member, Quantity
from vdl.semantics.units import PERCENT, Dimension, Exact, Unit, Units, divide, plain_decimal
from vdl.slips.exchanged import exchanged
from vdl.slips.fallen import fallen
from vdl.slips.stated import Figure, at_label, figures_stated, numbers_by_label, stretch
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.words.said import are_close
from vdl.words.values import literal_unit, text, unit_of_cell

_BYTE = 8
"""Two units so many times apart are one of bits and one of bytes."""

_BITS_AND_BYTES = frozenset(
    of for prefix in (1000, 1024) for power in range(5) for of in (prefix**power * _BYTE, divide(prefix**power, _BYTE))
)
"""So many times apart is a unit of bits from one of bytes, with whatever prefixes."""

_FAR = 500
"""So many times every other figure is far off: a thousand, for figures that differ by half or twice in any case."""

_FAR_BESIDE = 200
"""The same within one value by label: a figure is more like itself at another label than like that of another object."""

_FAR_OF_ONE = 60
"""The same of what each of some counted things has, in objects that the design itself has, where the others are much alike: what
one of them has differs less than what there is, and two digits too many are more than that."""

_ALIKE = 3
"""The others are much alike where the most of them is at most so many times the least."""

_ABOVE_HUNDREDTHS = 20
"""So many times less than one percent, shares at other labels show that it is a slip: 0.85 % beside 60 %."""

_LIKE = 3
"""Figures that it takes to say what is usual."""


def plausible(graph: Graph, solution: Solution, units: Units, axes: Sequence[Axis]) -> list[Diagnostic]:
    """What a design should be asked about the figures that its authors write, once for each place where one stands."""
    figures = list(figures_stated(graph, solution.values))
    return [*_close_units(figures, units), *_far_off(figures, units, graph.root), *_far_off_at_a_label(figures, units),
            *fallen(figures, units, axes), *exchanged(figures, units, axes), *_small_shares(figures, units),
            *_titled_alike(graph), *_named_twice(graph)]


def _close_units(figures: Iterable[Figure], units: Units) -> Iterator[Diagnostic]:
    """Figures in a unit that is close to the one in which their input is shown, or is to that as bytes are to bits."""
    said: set[s.Node | None] = set()
    for figure in sorted(figures, key=lambda figure: figure.name):
        type_ = figure.cell.type
        shown = type_.shown if isinstance(type_, Quantity) else None
        unit = literal_unit(figure.written.node, units)
        wanted = shown or _of_library(figure.cell, units)
        if wanted is None or unit is None or figure.written.node in said:
            continue
        if not (_close(unit, wanted) if shown is not None else _of_bits_and_bytes(unit, wanted, units)):
            continue
        said.add(figure.written.node)
        value = figure.written.value
        span = figure.span()
        instead = _in_unit(span, figure.written.node, wanted)
        now, then = text(value, unit), text(value, wanted)
        yield errors.close_unit(span, figure.name, now, then, wanted.plural, instead, figure.is_named)


def _close(unit: Unit, wanted: Unit) -> bool:
    larger, smaller = max(unit.factor, wanted.factor), min(unit.factor, wanted.factor)
    near = smaller < larger and (are_close(unit, wanted) or larger == _BYTE * smaller)
    return unit.made_of == wanted.made_of and near


def _of_library(cell: Cell, units: Units) -> Unit | None:
    """The unit in which the library shows what one of its inputs is a quantity of, where no file of people chose another."""
    member = cell.instance.kind.lookup(cell.name) if cell.instance is not None else None
    if member is None or not member.source.is_library or not isinstance(cell.type, Quantity):
        return None
    names = {name for name, _ in cell.type.dimension}
    if any(names.issuperset([name for name, _ in one]) for one in units.chosen):
        return None
    return units.shown(cell.type.dimension)


def _of_bits_and_bytes(unit: Unit, wanted: Unit, units: Units) -> bool:
    """Whether one of two units is of bits and the other of bytes; of amounts with whatever prefixes. What is so much in a time
    and has another prefix was chosen."""
    if any(power < 0 and name not in units.counted for name, power in unit.dimension):
        return unit.made_of == wanted.made_of and max(unit.factor, wanted.factor) == _BYTE * min(unit.factor, wanted.factor)
    larger, smaller = max(unit.factor, wanted.factor), min(unit.factor, wanted.factor)
    return unit.made_of == wanted.made_of and divide(larger, smaller) in _BITS_AND_BYTES


def _in_unit(span: Span, node: s.Node | None, wanted: Unit) -> str:
    """The text of a figure in another unit, where one unit stands in it."""
    unit = getattr(node, "unit", None)
    if unit is None:
        return ""
    before, behind = span.source.text[span.start : unit.start], span.source.text[unit.end : span.end]
    return " ".join(f"{before}{wanted.plural}{behind}".split())


def _far_off(figures: Iterable[Figure], units: Units, design: Instance) -> Iterator[Diagnostic]:
    """The one figure of an input that lies far from all others of its kind, or from those of all kinds, one of its own among
    them: of what else costs little nothing follows for what something of another kind costs."""
    groups: dict[tuple[Member, Dimension, Dimension | None, Kind | None], list[Figure]] = {}
    for figure in figures:
        instance = figure.cell.instance
        member = instance.kind.lookup(figure.cell.name) if instance is not None and instance.base is None else None
        if member is not None and instance is not None and figure.low > 0:
            for kind in (instance.kind.named(), None):
                groups.setdefault((member, figure.written.made_of, _counted(figure, units), kind), []).append(figure)
    said: set[Figure] = set()
    for like in groups.values():
        far = [one for one in (_lowest(like), _highest(like, design, units)) if one is not None] if len(like) >= _LIKE else []
        for one in far:
            others = [other for other in like if other is not one]
            if one in said or not any(_of_one_kind(one, other) for other in others):
                continue
            said.add(one)
            least, most = min(others, key=lambda other: other.low), max(others, key=lambda other: other.high)
            ends = [text(least.low, unit_of_cell(least.cell, units)), text(most.high, unit_of_cell(most.cell, units))]
            words = text(one.written.value, unit_of_cell(one.cell, units))
            yield errors.far_off(one.span(), one.name, words, stretch(*ends), len(others), one.is_named)


def _far_off_at_a_label(figures: Iterable[Figure], units: Units) -> Iterator[Diagnostic]:
    """The one label at which a value by label is far below what it is at all others. One far above them is no rarity: what is
    measured without a remedy, and with it."""
    said: set[s.Node] = set()
    for figure in sorted(figures, key=lambda figure: figure.name):
        node = figure.written.node
        if not isinstance(node, s.LabelMap) or node in said or figure.counts_things() or not _measures(figure.cell):
            continue
        said.add(node)
        by_label = sorted(_above_nothing(node, units), key=lambda one: one[0])
        if len(by_label) < _LIKE - 1:
            continue
        far = _FAR if len(by_label) < _LIKE else _FAR_BESIDE
        if by_label[0][0] * far <= by_label[1][0] and not _hundredths(by_label, units):
            yield _below_others(figure, by_label[0], by_label[1:], units)


def _small_shares(figures: Iterable[Figure], units: Units) -> Iterator[Diagnostic]:
    """Less than one percent, where shares at other labels are far more, or it is a part of a whole; that at all labels, too."""
    said: set[s.Node] = set()
    for figure in sorted(figures, key=lambda figure: figure.name):
        node, source = figure.written.node, figure.written.source
        if node is None or node in said or not isinstance(node, (s.LabelMap, s.Number)):
            continue
        said.add(node)
        assert source is not None
        entries = _above_nothing(node, units) if isinstance(node, s.LabelMap) else []
        by_label = sorted(entries, key=lambda one: one[0]) if isinstance(node, s.LabelMap) else [(figure.low, node)]
        if isinstance(node, s.LabelMap) and len(by_label) > 1 and by_label[-1][0] < PERCENT.factor and _of_a_whole(figure.cell):
            if literal_unit(node, units) is PERCENT:
                yield _small_at_all(figure, node, entries)
            continue
        if _hundredths(by_label, units) and (len(by_label) > 1 or _of_a_whole(figure.cell)):
            number, written = by_label[0]
            value = written.value if isinstance(written, s.Entry) else written
            span = Span(source, value.start, value.end)
            share, meant = text(number, PERCENT), text(number * 100, PERCENT)
            yield errors.small_share(span, figure.name, share, meant, plain_decimal(number), is_named=figure.is_named)


def _small_at_all(figure: Figure, node: s.LabelMap, entries: Sequence[tuple[Exact, s.Entry]]) -> Diagnostic:
    """One word on all labels of a value: which share it is at each, and how it is written a hundred times larger, or plain."""
    source, numbers = figure.written.source, {entry: number for number, entry in entries}
    assert source is not None

    def each(write: Callable[[Exact], str]) -> str:
        texts = [
            f"{_label(entry)}: "
            + (write(numbers[entry]) if entry in numbers else Span(source, entry.value.start, entry.value.end).text)
            for entry in node.entries
        ]  # fmt: skip
        return f"{{ {', '.join(texts)} }}"

    ends = min(numbers.values()), max(numbers.values())
    share, meant = (stretch(*[text(end * times, PERCENT) for end in ends]) for times in (1, 100))
    instead = each(lambda number: text(number * 100, PERCENT))
    return errors.small_share(figure.span(), figure.name, share, meant, each(plain_decimal), instead, figure.is_named)


def _hundredths(by_label: Sequence[tuple[Exact, s.Node]], units: Units) -> bool:
    """Whether the least of some numbers is written as less than one percent, and all others are far more; one percent beside
    others that are so, too."""
    if not by_label:
        return False
    least, node = by_label[0]
    written = node.value if isinstance(node, s.Entry) else node
    most = PERCENT.factor
    if literal_unit(written, units) is not PERCENT or not (0 < least < most or (len(by_label) > 1 and least == most)):
        return False
    return all(least * _ABOVE_HUNDREDTHS <= other for other, _ in by_label[1:])


def _measures(cell: Cell) -> bool:
    """Whether an input is no plain number: those are factors, which are asked about where they are small."""
    return isinstance(cell.type, Quantity) and (bool(cell.type.dimension) or cell.type.ratio)


def _of_a_whole(cell: Cell) -> bool:
    """Whether an input is a share of one, as far as is known: it can't be more, or is the design's own and has no range."""
    member = cell.instance.kind.lookup(cell.name) if cell.instance is not None else None
    if member is None or member.domain is None or not isinstance(cell.type, Quantity) or not cell.type.ratio:
        return False
    return member.domain.high == 1 or not (member.domain.declared or member.source.is_library)


def _above_nothing(node: s.LabelMap, units: Units) -> list[tuple[Exact, s.Entry]]:
    """Each plain figure above 0, which is compared with those at other labels."""
    return [(number, entry) for number, entry in numbers_by_label(node, units) if number > 0]


def _label(entry: s.Entry) -> str:
    return str(entry.label) if entry.label is not None else phrase("else")


def _below_others(
    figure: Figure, far: tuple[Exact, s.Entry], others: Sequence[tuple[Exact, s.Entry]], units: Units
) -> Diagnostic:
    unit, source = unit_of_cell(figure.cell, units), figure.written.source
    assert source is not None
    number, entry = far
    usual = stretch(text(others[0][0], unit), text(others[-1][0], unit))
    span = Span(source, entry.value.start, entry.value.end)
    return errors.far_off(span, figure.name, at_label(text(number, unit), _label(entry)), usual, len(others), figure.is_named)


def _of_one_kind(one: Figure, other: Figure) -> bool:
    """Whether two objects are of one kind, or one of them of a kind of the other's."""
    kinds = [figure.cell.instance.kind.named() for figure in (one, other) if figure.cell.instance is not None]
    return any(kinds[0].is_a(kind) or kind.is_a(kinds[0]) for kind in kinds[1:])


def _counted(figure: Figure, units: Units) -> Dimension | None:
    """Of what a figure is, as it is written: an input that takes any counted thing holds a plain number of it."""
    unit = literal_unit(figure.written.node, units)
    return None if unit is None else unit.dimension


def _lowest(like: Sequence[Figure]) -> Figure | None:
    """The figure that is far below all others."""
    first, second = sorted(like, key=lambda figure: figure.low)[:2]
    return first if first.high * _FAR <= second.low else None


def _highest(like: Sequence[Figure], design: Instance, units: Units) -> Figure | None:
    """The figure that is far above all others; of what each of counted things has, where the others are much alike, sooner."""
    *others, last = sorted(like, key=lambda figure: figure.high)
    alike = others[-1].high <= _ALIKE * min(figure.low for figure in others)
    far = _FAR_OF_ONE if alike and all(_is_of_one(figure, design, units) for figure in like) else _FAR
    return last if last.low >= others[-1].high * far else None


def _is_of_one(figure: Figure, design: Instance, units: Units) -> bool:
    """Whether a figure is of an object of the design, and says how much of something measured each counted thing has."""
    instance, type_ = figure.cell.instance, figure.cell.type
    if instance is None or instance.top() is not design or not isinstance(type_, Quantity):
        return False
    measured = any(power > 0 and name not in units.counted for name, power in type_.dimension)
    return measured and any(power < 0 and name in units.counted for name, power in type_.dimension)


def _titled_alike(graph: Graph) -> Iterator[Diagnostic]:
    """Objects of one kind that stand beside each other and have one title: documents can't tell them apart."""
    known: dict[tuple[Instance | None, Kind, str], Instance] = {}
    for instance in graph.instances:
        member = instance.member
        node = member.node if member is not None else None
        if member is None or member.source.is_library or not isinstance(node, s.Object) or not node.title.strip():
            continue
        first = known.setdefault((instance.owner, instance.kind.named(), node.title.strip()), instance)
        if first is not instance and first.member is not None:
            yield errors.same_title(member.span(), instance.path, first.path, first.member.span())


def _named_twice(graph: Graph) -> Iterator[Diagnostic]:
    """Objects of the design that an author's list names twice: there is one of each, however often it is named."""
    for instance in graph.instances:
        for name, filled in instance.assigned.items():
            items = instance.slots.get(name)
            if not isinstance(items, Items) or not isinstance(filled.expr, s.ListOf) or filled.env.source.is_library:
                continue
            if len(items) != len(filled.expr.items):
                continue
            first: dict[int, s.Expr] = {}
            for item, expr in zip(items, filled.expr.items):
                known = first.setdefault(id(item), expr)
                if known is expr or not isinstance(item, Instance) or item.top() is not graph.root:
                    continue
                span, before = [Span(filled.env.source, one.start, one.end) for one in (expr, known)]
                yield errors.named_twice(span, instance.path_of(name), span.text, before)


__all__ = ["plausible"]
