"""What an author changed between two texts of a design: inputs with their fillings, and the lines that are no inputs.

Both sides are looked at as they were made concrete, so that what stands in another place, order or format is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from vdl import syntax as s
from vdl.compilation import Solved
from vdl.graph.cells import BoundEntry, Cell, Instance
from vdl.graph.design import RuleEntry
from vdl.graph.filled import expression, filled, filling
from vdl.graph.identity import CellId, cell_id, input_id
from vdl.graph.order import reads
from vdl.query.edit import Compiled, Edit, Sort, merged
from vdl.records import NamedTuple
from vdl.resolve.modules import called, declared, is_words, matched, object_named, stated_of
from vdl.semantics.types import COUNT, TEXT, Quantity
from vdl.text.renamed import renaming, rewording
from vdl.text.source import Source, Span, stem_of
from vdl.text.written import spelled, written
from vdl.values import FAULT, NOT_STATED, Value, Varying, scalars
from vdl.words import values as show


class _Alike:
    """What the old side's names are on the new one: of paths, and of what stands in texts."""

    def __init__(self, old: Compiled, new: Compiled, renames: Iterable[tuple[str, str]]) -> None:
        self._pairs = tuple(renames)
        self.forth = renaming(self._pairs)
        self.back = renaming([(b, a) for a, b in self._pairs])
        of_old, of_new = declared(old.compilation.names), declared(new.compilation.names)
        self._files = matched(of_old, of_new)
        self._old_words, self._new_words = called(of_old, self._files), called(of_new, {})

    def cell(self, id_: CellId) -> CellId:
        """What a quantity of the old side is called on the new one."""
        file, path = id_
        if file in self._files:
            path = f"{self._files[file].name}.{path.partition('.')[2]}"
            file = self._files[file].file
        return file, self.forth(path)

    def words(self, old: str, new: str) -> tuple[str, str]:
        """Both texts without the names that only their files have."""
        return self._old_words(old), self._new_words(new)

    def are(self, name: str, old: str, new: str) -> bool:
        """Whether two texts say the same, in the place of something of the new side's: of other names, and of numbers that are
        spelled otherwise."""
        return old == new or spelled(rewording(self._pairs_in(name))(old)) == spelled(new)

    def _pairs_in(self, name: str) -> list[tuple[str, str]]:
        """Other names as they are written in the objects around something."""
        holders = [f"{name[:at]}." for at, sign in enumerate(name) if sign == "."]
        near = [(old[len(one) :], new[len(one) :]) for old, new in self._pairs for one in holders
                if old.startswith(one) and new.startswith(one)]  # fmt: skip
        return [*self._pairs, *near]


def edits(old: Compiled, new: Compiled, renames: Iterable[tuple[str, str]] = ()) -> list[Edit]:
    """All edits that may change what the design comes to: inputs first, in the order of the new text."""
    alike = _Alike(old, new, renames)
    found = [*_objects(old, new, alike)]
    around = {one.name for one in found}
    found = [*_inputs(old, new, alike, around), *_assigned(old, new, alike, around), *found, *_lines(old, new, alike, around)]
    told = {one.where for one in found}
    found += [one for one in (*_of_files(old, new, alike), *_options(old, new, alike)) if one.where not in told]
    found = [one._replace(before=before, after=after) for one in found for before, after in [alike.words(one.before, one.after)]]
    filled = {one.name for one in found if one.sort == "object"}
    return list(merged([one for one in found if not (one.before and alike.are(one.name, one.before, one.after))
                         and not (one.sort == "choice" and one.name in filled)]))  # fmt: skip


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


def _inputs(old: Compiled, new: Compiled, alike: _Alike, around: set[str]) -> Iterator[Edit]:
    was = {alike.cell(id_): (id_, cell) for id_, cell in cells_of(old.solved).items()}
    now = cells_of(new.solved)
    texts = {alike.forth(path): one for path, one in _filled(old)}, dict(_filled(new))
    for id_ in dict.fromkeys([*now, *was]):
        file, path = id_
        cell, one = was.get(id_, (id_, None))
        other = now.get(id_)
        if _within(path, around) or (file and (one is None or other is None)):
            continue
        if one is None or other is None:
            sides = [text.get(path) for text in texts]
            if not any(sides) or (all(sides) and not _is_quantity(one or other)):
                continue  # one side did not look at it
            words = [_words(one, old) if one is not None else "", _words(other, new) if other is not None else ""]
            said = [word or (side[0] if side is not None else "not stated") for word, side in zip(words, sides)]
            if sides[0] is not None and sides[1] is not None:
                if alike.are(path, *alike.words(sides[0][0], sides[1][0])):
                    continue  # one side did not look at it
                said = [side[0] for side in sides if side is not None]
            line = sides[1] or sides[0]
            assert line is not None
            fills = f"{alike.back(path)} = {sides[1][0]}" if sides[1] is not None else ""
            yield Edit("input", path, said[0], said[1], line[1].where(), fills=fills)
            continue
        before, after = old.solved.solution.values[one], new.solved.solution.values[other]
        computed = bool(reads(one.formula)) or bool(reads(other.formula))
        same = _is_written_alike(one, other) if computed else _alike(before, after)
        if same or (file and not _is_quantity(other)):
            continue  # words of files are told of elsewhere
        if not _is_quantity(other):
            fillings = filling(one), filling(other)
            if not alike.are(path, *alike.words(*fillings)):
                fills = "" if other.type is TEXT else f"{cell[1]} = {fillings[1]}"
                yield Edit("input" if fills else "words", path, *fillings, other.span().where(), fills=fills)
        elif not computed:
            numbers = _words(one, old, after), _words(other, new, before)
            yield Edit("input", path, *numbers, other.span().where(), cells=((cell, after),))
        else:
            yield Edit("input", path, filling(one), filling(other), other.span().where(),
                       fills="" if file else f"{cell[1]} = {filling(other)}")  # fmt: skip


def _is_quantity(cell: Cell | None) -> bool:
    return cell is not None and (isinstance(cell.type, Quantity) or cell.type is COUNT)


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


def _is_written_alike(one: Cell, other: Cell) -> bool:
    nodes = expression(one.node), expression(other.node)
    raw = [cell.source.text[node.start : node.end] if node is not None else "" for cell, node in zip((one, other), nodes)]
    return raw[0] == raw[1] or filling(one) == filling(other)


def _text(node: s.Node | None, source: Source) -> str:
    return written(Span(source, node.start, node.end)) if node is not None else ""


def _filled(side: Compiled) -> Iterator[tuple[str, tuple[str, Span, bool]]]:
    """All that is filled in objects of the design: its path, the text, the line, and whether it is an object."""
    for instance in side.solved.graph.instances:
        for names, one, made in filled(instance):
            span = Span(one.env.source, one.expr.start, one.expr.end)
            yield instance.path_of(".".join(names)), (written(span), span, isinstance(made, Instance))


def _assigned(old: Compiled, new: Compiled, alike: _Alike, around: set[str]) -> Iterator[Edit]:
    """Inputs that are objects and are filled with others, and what is no quantity that was computed: words, labels, and figures
    that nobody reads."""
    computed = {path for side, rename in ((old, alike.forth), (new, str)) for file, path in cells_of(side.solved) if not file
                for path in [rename(path)]}  # fmt: skip
    was = {alike.forth(path): one for path, one in _filled(old)}
    now = dict(_filled(new))
    for path in dict.fromkeys([*now, *was]):
        one, other = was.get(path), now.get(path)
        is_object = bool((one and one[2]) or (other and other[2]))
        if _within(path, around) or (path in computed and not is_object):
            continue
        texts = one[0] if one is not None else "not stated", other[0] if other is not None else "not stated"
        if texts[0] == texts[1]:
            continue
        line = (other or one or ("", Span(Source("", ""), 0, 0), False))[1]
        quoted = any(text.startswith('"') for text in texts)
        fills = f"{alike.back(path)} = {texts[1]}" if other is not None and not quoted else ""
        if is_object or not alike.are(path, *alike.words(*texts)):
            yield Edit("object" if is_object else "words" if quoted else "input", path, *texts, line.where(), fills=fills)


# ------------------------------------------------------------------------------ what is no input
def _objects(old: Compiled, new: Compiled, alike: _Alike) -> Iterator[Edit]:
    """Objects on one side only, without those within them."""
    was, now = [{rename(one.path): one for one in side.solved.graph.instances if one.path}
                for side, rename in ((old, alike.forth), (new, lambda path: path))]  # fmt: skip
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


def _lines(old: Compiled, new: Compiled, alike: _Alike, around: set[str]) -> Iterator[Edit]:
    was = {(sort, alike.forth(path)): line for sort, path, line in _texts(old)}
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
            yield "formula", cell.path, _Line(cell.span(), partial(filling, cell), "")
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


def _of_files(old: Compiled, new: Compiled, alike: _Alike) -> Iterator[Edit]:
    """What objects of files are filled with otherwise, of those that both sides read: words, and figures of one side alone."""
    read = {alike.cell(id_) for id_ in cells_of(old.solved)}, set(cells_of(new.solved))
    was = {alike.cell(id_): one for id_, one in _stated_in_files(old)}
    now = dict(_stated_in_files(new))
    holders = [{_holder(id_) for id_ in (*stated, *cells)} for stated, cells in zip((was, now), read)]
    for id_ in dict.fromkeys([*now, *was]):
        one, other = was.get(id_), now.get(id_)
        stated = other or one
        if stated is None or any(_holder(id_) not in of for of in holders):
            continue
        looked_up = [id_ in cells for cells in read]
        if all(looked_up) or not (stated.is_words or any(looked_up)):
            continue  # what is read on both sides says so itself, and what is read on none matters nowhere
        texts = one.text if one is not None else "not stated", other.text if other is not None else "not stated"
        if texts[0] != texts[1]:
            yield Edit("words" if stated.is_words else "figure", id_[1], *texts, stated.span.where())


def _holder(id_: CellId) -> CellId:
    return id_[0], id_[1].rpartition(".")[0]


class _InFile(NamedTuple):
    """What an object of a file is filled with; `is_words` where it is no figure."""

    text: str
    span: Span
    is_words: bool


def _stated_in_files(side: Compiled) -> Iterator[tuple[CellId, _InFile]]:
    for file, top in side.solved.graph.files.items():
        for one in [made for made in top.slots.values() if isinstance(made, Instance)]:
            for stated in stated_of(one.kind):
                found = _InFile(stated.value_text(), stated.span(), is_words(one.kind, stated))
                yield (file, one.path_of(".".join(stated.path))), found


def _options(old: Compiled, new: Compiled, alike: _Alike) -> Iterator[Edit]:
    """What is filled otherwise in the options of a `choose`, also in those that were not taken: of objects that files hold."""
    was = {(alike.forth(choice), alike.cell(option)): fillings for choice, option, fillings in _of_options(old)}
    for choice, option, now in _of_options(new):
        before = was.get((choice, option))
        for name in dict.fromkeys([*now, *before]) if before is not None else ():
            one, other = before.get(name) if before is not None else None, now.get(name)
            stated = other or one
            if stated is None or (one is not None and other is not None and one[0] == other[0]):
                continue
            texts = one[0] if one is not None else "not stated", other[0] if other is not None else "not stated"
            yield Edit("option", f"{option[1]}.{name}", *texts, stated[1].where(), choice=choice)


def _of_options(side: Compiled) -> Iterator[tuple[str, CellId, dict[str, tuple[str, Span]]]]:
    """Of each `choose` the objects that it chooses among: its path, theirs, and by name what fills them, and the line."""
    for choice in side.solved.graph.choices:
        for option in choice.options:
            member = object_named(side.compilation.names, option)
            if member is not None and member.kind is not None:
                file = member.source.path if member.owner.form == "file" else ""
                path = f"{stem_of(file)}.{member.name}" if file else member.name
                stated = {".".join(one.path): (one.value_text(), one.span()) for one in stated_of(member.kind)}
                yield choice.name, (file, path), stated


def _rule(rule: RuleEntry) -> str:
    severity = rule.severity if rule.severity != "error" else ""
    return " ".join(filter(None, [severity, *_when(rule.node.condition, rule.node.when, rule.source)]))


def _bound(bound: BoundEntry) -> str:
    severity = bound.severity if bound.severity != "error" else ""
    return " ".join(filter(None, [severity, bound.op, *_when(bound.node.value, bound.node.when, bound.source)]))


def _when(what: s.Node, when: s.Node | None, source: Source) -> list[str]:
    return [_text(what, source), *([f"when {_text(when, source)}"] if when is not None else [])]


__all__ = ["Compiled", "Edit", "Sort", "cells_of", "edits"]
