"""What an author changed between two texts of a design: inputs with their fillings, and the lines that are no inputs.

Both sides are looked at as they were made concrete, so that what stands in another place, order or format is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal

from vdl import syntax as s
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import BoundEntry, Cell, Instance
from vdl.graph.design import RuleEntry
from vdl.graph.filled import filled
from vdl.graph.identity import CellId, cell_id, input_id
from vdl.graph.order import reads
from vdl.records import NamedTuple
from vdl.semantics.types import COUNT, Member, Quantity
from vdl.text.renamed import rewording
from vdl.text.source import Source, Span
from vdl.text.written import written
from vdl.values import FAULT, NOT_STATED, Value, Varying, scalars
from vdl.words import values as show

Sort = Literal["input", "object", "formula", "bound", "rule", "placement", "choice", "option", "added", "removed"]


class Compiled(NamedTuple):
    """One side of a comparison."""

    compilation: Compilation
    solved: Solved


class Edit(NamedTuple):
    """Something that is written otherwise, or on one side only. `where` is "design.vdl:9", of the new side if it is there.

    `cells` are the quantities that it fills, as the old side calls them, each with its new value; `fills` is what would fill it
    on top of the old side, for what is no number there. Both are empty of what is no input.
    """

    sort: Sort
    name: str
    before: str
    after: str
    where: str
    cells: tuple[tuple[CellId, Value], ...] = ()
    fills: str = ""
    also: int = 0
    """How many more of that name the same line fills."""
    choice: str = ""
    """The `choose` among whose options it is, for a figure that neither side has looked up for what it took."""

    @property
    def is_input(self) -> bool:
        return bool(self.cells or self.fills)


Rename = Callable[[str], str]
"""From a path of the old side to that of the new one, and back."""


def renaming(pairs: Iterable[tuple[str, str]]) -> Rename:
    """Puts other names in the place of paths, and of what lies below them."""
    known = tuple(pairs)

    def rename(path: str) -> str:
        for old, new in known:
            if path == old or path.startswith(f"{old}."):
                return new + path[len(old) :]
        return path

    return rename


def edits(old: Compiled, new: Compiled, renames: Iterable[tuple[str, str]] = ()) -> list[Edit]:
    """All edits that may change what the design comes to: inputs first, in the order of the new text."""
    pairs = tuple(renames)
    forth, back, again = renaming(pairs), renaming([(b, a) for a, b in pairs]), rewording(pairs)
    found = [*_objects(old, new, forth)]
    around = {one.name for one in found}
    found = [*_inputs(old, new, forth, back, around), *_assigned(old, new, forth, back, around), *found,
             *_lines(old, new, forth, around)]  # fmt: skip
    told = {one.where for one in found}
    found += [one for one in _options(old, new, forth) if one.where not in told]
    return list(_merged([one for one in found if not one.before or again(one.before) != one.after]))


def _merged(found: Iterable[Edit]) -> Iterator[Edit]:
    """Edits by their lines: one line may say the same of several objects."""
    groups: dict[tuple[object, ...], list[Edit]] = {}
    for one in found:
        own = one.name if one.sort in ("object", "added", "removed", "placement") else one.name.rpartition(".")[2]
        groups.setdefault((one.sort, own, one.before, one.after, one.where), []).append(one)
    for group in groups.values():
        cells = {cell: value for one in group for cell, value in one.cells}
        fills = group[0].fills if len(group) == 1 else ""
        yield group[0]._replace(cells=tuple(cells.items()), fills=fills, also=len(group) - 1)


def _within(path: str, objects: Iterable[str]) -> bool:
    return any(path == one or path.startswith(f"{one}.") for one in objects)


# ------------------------------------------------------------------------------ inputs
def cells_of(solved: Solved) -> dict[CellId, Cell]:
    """The inputs and given counts that were computed, by what they are called."""
    found: dict[CellId, Cell] = {}
    for cell in solved.solution.values:
        if cell.form == "input" or (cell.form == "count" and not cell.is_solved):
            id_ = input_id(cell)
            if id_ not in found or cell_id(cell) == id_:
                found[id_] = cell
    return found


def _inputs(old: Compiled, new: Compiled, forth: Rename, back: Rename, around: set[str]) -> Iterator[Edit]:
    was = {(file, forth(path) if not file else path): cell for (file, path), cell in cells_of(old.solved).items()}
    now = cells_of(new.solved)
    silent = {path for path, _ in _filled(new)} | {forth(path) for path, _ in _filled(old)}
    for id_ in dict.fromkeys([*now, *was]):
        file, path = id_
        one, other = was.get(id_), now.get(id_)
        if _within(path, around) or (file and (one is None or other is None)):
            continue
        if one is None or other is None:
            if path not in silent:
                continue  # one side did not look at it
            stated = other or one
            assert stated is not None
            side = new if other is not None else old
            words = _words(stated, side)
            sides = ("not stated", words) if other is not None else (words, "not stated")
            fills = f"{back(path)} = {_filling(stated)}" if other is not None else ""
            yield Edit("input", path, *sides, stated.span().where(), fills=fills)
            continue
        before, after = old.solved.solution.values[one], new.solved.solution.values[other]
        computed = bool(reads(one.formula)) or bool(reads(other.formula))
        same = _is_written_alike(one, other) if computed else _alike(before, after)
        if same or not _is_quantity(other):
            continue
        cell = (file, back(path) if not file else path)
        if not computed:
            sides = _words(one, old, after), _words(other, new, before)
            yield Edit("input", path, *sides, other.span().where(), cells=((cell, after),))
        else:
            yield Edit("input", path, _filling(one), _filling(other), other.span().where(),
                       fills="" if file else f"{back(path)} = {_filling(other)}")  # fmt: skip


def _is_quantity(cell: Cell) -> bool:
    return isinstance(cell.type, Quantity) or cell.type is COUNT


def _alike(one: Value, other: Value) -> bool:
    """Whether two values are the same numbers."""
    if one == other:
        return True
    ends = [[(place, getattr(v, "low", v), getattr(v, "high", v), getattr(v, "likely", None)) for place, v in scalars(value)]
            for value in (one, other)]  # fmt: skip
    return ends[0] == ends[1]


def _words(cell: Cell, side: Compiled, beside: Value = NOT_STATED) -> str:
    """What an input is, at the labels alone at which it is not what it is beside."""
    value = side.solved.solution.values.get(cell, FAULT)
    if isinstance(value, Varying) and isinstance(beside, Varying) and value.axes == beside.axes:
        other = {key: one for key, one in value.cells.items() if not _alike(one, beside.cells.get(key, FAULT))}
        value = Varying(value.axes, other) if other else value
    return show.text(value, show.unit_of_cell(cell, side.compilation.names.units)) if value is not NOT_STATED else "not stated"


def _expression(node: object) -> s.Expr | None:
    found = getattr(node, "value", None)
    return found if found is not None else getattr(node, "default", None)


def _filling(cell: Cell) -> str:
    """What fills an input, as it is written."""
    expr = _expression(cell.node)
    return _text(expr, cell.source) if expr is not None else ""


def _is_written_alike(one: Cell, other: Cell) -> bool:
    nodes = _expression(one.node), _expression(other.node)
    raw = [cell.source.text[node.start : node.end] if node is not None else "" for cell, node in zip((one, other), nodes)]
    return raw[0] == raw[1] or _filling(one) == _filling(other)


def _text(node: s.Node | None, source: Source) -> str:
    return written(Span(source, node.start, node.end)) if node is not None else ""


def _filled(side: Compiled) -> Iterator[tuple[str, tuple[str, Span, bool]]]:
    """All that is filled in objects of the design: its path, the text, the line, and whether it is an object."""
    for instance in side.solved.graph.instances:
        for names, one, made in filled(instance):
            span = Span(one.env.source, one.expr.start, one.expr.end)
            yield instance.path_of(".".join(names)), (written(span), span, isinstance(made, Instance))


def _assigned(old: Compiled, new: Compiled, forth: Rename, back: Rename, around: set[str]) -> Iterator[Edit]:
    """Inputs that are objects, and are filled with others."""
    was = {forth(path): one for path, one in _filled(old)}
    now = dict(_filled(new))
    for path in dict.fromkeys([*now, *was]):
        one, other = was.get(path), now.get(path)
        if _within(path, around) or not ((one and one[2]) or (other and other[2])):
            continue
        texts = one[0] if one is not None else "not stated", other[0] if other is not None else "not stated"
        if texts[0] == texts[1]:
            continue
        line = (other or one or ("", Span(Source("", ""), 0, 0), False))[1]
        fills = f"{back(path)} = {texts[1]}" if other is not None else ""
        yield Edit("object", path, *texts, line.where(), fills=fills)


# ------------------------------------------------------------------------------ what is no input
def _objects(old: Compiled, new: Compiled, forth: Rename) -> Iterator[Edit]:
    """Objects on one side only, without those within them."""
    was, now = [{rename(one.path): one for one in side.solved.graph.instances if one.path}
                for side, rename in ((old, forth), (new, lambda path: path))]  # fmt: skip
    for sort, mine, others in (("added", now, was), ("removed", was, now)):
        for path, one in mine.items():
            holder = path.rpartition(".")[0]
            if path not in others and (not holder or holder in others):
                span = one.member.span() if one.member is not None else one.kind.span()
                kind = one.kind.named().name
                if sort == "added":
                    yield Edit("added", path, "", kind, span.where())
                else:
                    yield Edit("removed", path, kind, "", span.where())


class _Line(NamedTuple):
    """A line that is no input: its words, which are worked out where its text is not the same, and where it stands."""

    span: Span
    words: Callable[[], str]
    plain: str
    """What of it may change though its text does not."""

    def is_alike(self, other: _Line) -> bool:
        return (self.span.text, self.plain) == (other.span.text, other.plain) or self.words() == other.words()


def _lines(old: Compiled, new: Compiled, forth: Rename, around: set[str]) -> Iterator[Edit]:
    was = {(sort, forth(path)): line for sort, path, line in _texts(old)}
    now = {(sort, path): line for sort, path, line in _texts(new)}
    for key in dict.fromkeys([*now, *was]):
        one, other = was.get(key), now.get(key)
        if one is not None and other is not None and one.is_alike(other):
            continue
        if _within(key[1].removesuffix(" placed on"), around):
            continue
        if key[0] == "formula" and (one is None or other is None):
            continue  # one side did not look at it
        line = other or one
        assert line is not None
        words = one.words() if one is not None else "", other.words() if other is not None else ""
        yield Edit(key[0], key[1], *words, line.span.where())


def _texts(side: Compiled) -> Iterator[tuple[Sort, str, _Line]]:
    graph = side.solved.graph
    for cell in side.solved.solution.values:
        if cell.form == "let" and cell.instance is not None:
            yield "formula", cell.path, _Line(cell.span(), partial(_filling, cell), "")
        if cell.form == "count":
            for bound in cell.bounds:
                yield "bound", f"{cell.path}.{bound.name}", _Line(bound.span(), partial(_bound, bound), "")
    for rule in graph.rules:
        yield "rule", rule.path, _Line(Span(rule.source, rule.node.start, rule.node.end), partial(_rule, rule), "")
    for one in graph.placements:
        words = " via ".join([one.target.path, *[stage.path for stage in one.stages]])
        span = Span(one.source, one.node.start, one.node.end)
        yield "placement", f"{one.demand.path} placed on", _Line(span, partial(str, words), words)
    for choice in graph.choices:
        options = ", ".join([written(option) for option in choice.options])
        words = f"{options} minimizing {written(choice.objective_span)}"
        yield "choice", choice.name, _Line(choice.span, partial(str, words), words)


def _options(old: Compiled, new: Compiled, forth: Rename) -> Iterator[Edit]:
    """What is filled otherwise in the options of a `choose`, also in those that were not taken: of objects that files hold."""
    was = {(forth(choice), name): (filling, span) for choice, name, filling, span in _of_options(old)}
    now = {(choice, name): (filling, span) for choice, name, filling, span in _of_options(new)}
    chosen = {choice for choice, _ in was} & {choice for choice, _ in now}
    for choice, name in dict.fromkeys([*now, *was]):
        one, other = was.get((choice, name)), now.get((choice, name))
        if choice not in chosen or (one is not None and other is not None and one[0] == other[0]):
            continue
        stated = other or one
        assert stated is not None
        yield Edit("option", name, one[0] if one is not None else "not stated", other[0] if other is not None else "not stated",
                   stated[1].where(), choice=choice)  # fmt: skip


def _of_options(side: Compiled) -> Iterator[tuple[str, str, str, Span]]:
    """Of each `choose` what fills the objects that it chooses among: its path, the figure, the text and the line."""
    for choice in side.solved.graph.choices:
        for option in choice.options:
            names = option.text.partition(" with ")[0].strip().split(".")
            path = s.Path(option.start, option.end, tuple(names), ())
            member = side.compilation.names.find_path(option.source.path, path)
            if not isinstance(member, Member) or member.kind is None:
                continue
            for kind in member.kind.chain():
                for filling in kind.fillings if kind.form == "object" else ():
                    yield choice.name, ".".join([*names, *filling.path]), filling.value_text(), filling.span()


def _rule(rule: RuleEntry) -> str:
    texts = [_text(part, rule.source) for part in (rule.node.condition, rule.node.when)]
    return " ".join(filter(None, [rule.severity if rule.severity != "error" else "", *texts]))


def _bound(bound: BoundEntry) -> str:
    texts = [_text(node, bound.source) for node in (bound.node.value, bound.node.when)]
    return " ".join(filter(None, [bound.severity if bound.severity != "error" else "", bound.op, *texts]))


__all__ = ["Compiled", "Edit", "Rename", "Sort", "cells_of", "edits", "renaming"]
