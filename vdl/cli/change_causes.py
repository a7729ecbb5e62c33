"""Why something changed: the edits, and the ways from each to what is bought."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from vdl.cli.change_seen import Seen
from vdl.cli.change_sources import Sources
from vdl.cli.change_words import MOST, because, listed, paths, shortened, text
from vdl.cli.differences import Idle
from vdl.query.causes import Cause
from vdl.query.edits import Edit
from vdl.report import model as m
from vdl.semantics.units import Exact, Unit, decimal, divide
from vdl.snapshot.change import Change
from vdl.snapshot.records import Snapshot
from vdl.text.diagnostics import several
from vdl.text.written import readable, spelled
from vdl.values import Value
from vdl.words import values as show

_IDLE: Mapping[Idle, str] = {
    "always": "changes nothing by itself", "alone": "changes nothing by itself, but does with the others",
}  # fmt: skip


def _in_order(seen: Seen) -> list[tuple[int, Edit]]:
    return sorted(enumerate(seen.one.edits), key=lambda pair: (not pair[1].is_input, pair[0] in seen.one.idle))


def shown_edits(seen: Seen) -> list[Edit]:
    """The edits that have a line."""
    return [edit for _, edit in _in_order(seen)[:MOST]]


def because_of(seen: Seen, sources: Sources) -> Iterator[m.Block]:
    """The edits, inputs first, and last of those what changes nothing by itself."""
    edits = _in_order(seen)
    for number, edit in edits[:MOST]:
        source = sources.stayed(edit) if not sources.unchanged(edit) else ""
        said = [f"; {source}"] if source else []
        said += [f"; {anew}"] if (anew := _anew(seen, edit)) else []
        said += [f"; {_IDLE[seen.one.idle[number]]}"] if number in seen.one.idle else []
        yield m.Paragraph((*because(edit), *[m.Text(words) for words in said]))
    if len(edits) > MOST:
        yield m.Paragraph(text(f"and {several(len(edits) - MOST, 'further edit')}"))
    cited: dict[str, list[str]] = {}
    for _, edit in edits[:MOST]:
        if source := sources.unchanged(edit):
            cited.setdefault(source, []).append(edit.name)
    for source, names in cited.items():
        begin = m.Verdict("source unchanged", "neutral"), m.Text(f": {source}; does it state the new ")
        yield m.Paragraph((*begin, *listed(names), m.Text("?")))


def respelled(seen: Seen, where: Callable[[str], str]) -> Iterator[m.Block]:
    """Figures that are written otherwise, and come to the same: one line of a kind may say so of several objects."""
    was, now = map(_written, seen.changes.sides)
    alike: dict[tuple[str, str, str, str], list[str]] = {}
    for path, (value, after) in now.items():
        before = was[path][1] if path in was and was[path][0] == value else after
        if spelled(before) != spelled(after) and before[:1].isdigit() and after[:1].isdigit():
            alike.setdefault((path.rpartition(".")[2], readable(before), readable(after), where(path)), []).append(path)
    for (_, before, after, place), of in list(alike.items())[:MOST]:
        more = f" and {len(of) - 1:,} more of that name" if len(of) > 1 else ""
        said = m.Text(f"{more} {before} -> {after}{place}")
        yield m.Paragraph((m.Text("written otherwise, and the same: "), m.Code(of[0]), said))
    if len(alike) > MOST:
        yield m.Paragraph(text(f"and {several(len(alike) - MOST, 'more figure')} so"))


def _written(found: Snapshot) -> dict[str, tuple[Value, str]]:
    """What is stated on one side: values, and how they are written."""
    figures = {path: (one.value.value, one.written) for (_, path), one in found.figures.items() if one.value is not None}
    return {**figures, **{one.path: (one.value.value, one.written) for one in found.inputs if one.value and not one.computed}}


_FILLED = re.compile(r"([^\W\d][\w.]*)\s*=")


def _anew(seen: Seen, edit: Edit) -> str:
    """ "small has load 20 kg" of `small with { load = 30 kg }`, where that was `small` as well: what it has by itself."""
    (one, _, was), (other, _, now) = edit.before.partition(" with "), edit.after.partition(" with ")
    if edit.sort != "object" or one != other:
        return ""
    known = {path: figure for (_, path), figure in seen.changes.sides[0].figures.items()}
    paths = {name: f"{other}.{name}" for name in dict.fromkeys(_FILLED.findall(f"{now} {was}"))}
    values = {name: known[path].value for name, path in paths.items() if path in known}
    said = [f"{name} {show.text(*value)}" for name, value in values.items() if value is not None]
    return f"{other} has {', '.join(said)}" if said else ""


def ways(seen: Seen) -> Iterator[m.Block]:
    found = seen.one.causes
    shown = {(each.name, each.at) for each in seen.counts}
    causes = [cause for cause in found.causes if (cause.of.new, cause.of.at) in shown] if found is not None else []
    told = [cause for cause in causes if (cause.parts or cause.others or cause.rest is not None) and not _is_edited(cause)]
    units = {(each.name, each.at): each.unit for each in seen.of("counts")}
    plain = all(len(cause.parts) == 1 and cause.together is None and cause.rest is None for cause in told)
    alike: dict[tuple[str, tuple[m.Prose, ...]], list[str]] = {}
    for cause in told:
        parts = tuple(_parts(cause, units[cause.of.new, cause.of.at]))
        cells = (*([] if plain else [parts]), tuple(paths(cause)))
        places = alike.setdefault((cause.of.new, cells), [])
        places += ["/".join([label for _, label in cause.of.at])] if cause.of.at else []
    rows = [m.Row(((m.Code(name), m.Text(f" at {', '.join(places)}" if places else "")), *cells))
            for (name, cells), places in list(alike.items())[: 3 * MOST]]  # fmt: skip
    rows += [m.Row(((m.Code(each.name),), *([] if plain else [()]), tuple(_turned(seen, each)))) for each in seen.chosen()
             if any(len(path) > 1 for _, path in seen.one.hangs.get(each.name, ()))]  # fmt: skip
    if rows:
        columns = m.Column("count" if told else "choice"), *([] if plain else [m.Column("made of")]), m.Column("path")
        yield m.Table("From edit to count", columns, tuple(rows))


def _is_edited(cause: Cause) -> bool:
    """Whether a count is what was edited itself, and nothing else acts on it."""
    ways = [part.path for part in (*cause.parts, *cause.others)]
    return ways == [(cause.of.new,)] and cause.together is None and cause.rest is None


def _turned(seen: Seen, each: Change) -> Iterator[m.Inline]:
    """The ways from edits to what a `choose` takes otherwise."""
    for at, (_, path) in enumerate(seen.one.hangs[each.name][:3]):
        if at:
            yield m.Text("; ")
        yield m.Code(" -> ".join(shortened(path)))


def _parts(cause: Cause, unit: Unit) -> Iterator[m.Inline]:
    """ "+8 `a.load`, -1 `a.limit`, together +1, other lines -2" """
    def signed(number: Exact) -> str:
        return ("+" if number > 0 else "") + decimal(divide(number, unit.factor))

    between = ""
    for part in cause.parts:
        yield m.Text(f"{between}{signed(part.more) if part.more is not None else '?'} ")
        yield m.Code(part.name)
        between = ", "
    if cause.together is not None:
        yield m.Text(f"{between}together {signed(cause.together)}")
        between = ", "
    if cause.rest is not None:
        yield m.Text(f"{between}{signed(cause.rest)} " + ("" if cause.others else "what is no input"))
        yield from listed(dict.fromkeys([part.name for part in cause.others[:3]]))


__all__ = ["because_of", "respelled", "shown_edits", "ways"]
