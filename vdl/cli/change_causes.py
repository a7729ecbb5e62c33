"""Why something changed: the edits, and the ways from each to what is bought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vdl.cli.change_seen import Seen
from vdl.cli.change_sources import Sources
from vdl.cli.change_words import MOST, because, listed, paths, shortened, text
from vdl.cli.differences import Idle
from vdl.query.causes import Cause
from vdl.report import model as m
from vdl.semantics.units import Exact, Unit, decimal, divide
from vdl.snapshot.change import Change
from vdl.text.diagnostics import several

_IDLE: Mapping[Idle, str] = {
    "always": "changes nothing by itself", "alone": "changes nothing by itself, but does with the others",
}  # fmt: skip


def because_of(seen: Seen, sources: Sources) -> Iterator[m.Block]:
    """The edits, inputs first, and last of those what changes nothing by itself."""
    edits = sorted(enumerate(seen.one.edits), key=lambda pair: (not pair[1].is_input, pair[0] in seen.one.idle))
    for number, edit in edits[:MOST]:
        source = sources.stayed(edit)
        said = [f"; source unchanged: {source}"] if source else []
        said += [f"; {_IDLE[seen.one.idle[number]]}"] if number in seen.one.idle else []
        yield m.Paragraph((*because(edit), *[m.Text(words) for words in said]))
    if len(edits) > MOST:
        yield m.Paragraph(text(f"and {several(len(edits) - MOST, 'further edit')}"))


def ways(seen: Seen) -> Iterator[m.Block]:
    found = seen.one.causes
    shown = {(each.name, each.at) for each in seen.counts}
    causes = [cause for cause in found.causes if (cause.of.new, cause.of.at) in shown] if found is not None else []
    told = [cause for cause in causes if cause.parts or cause.others or cause.rest is not None]
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
             if seen.one.hangs.get(each.name)]  # fmt: skip
    if rows:
        columns = m.Column("count" if told else "choice"), *([] if plain else [m.Column("made of")]), m.Column("path")
        yield m.Table("From edit to count", columns, tuple(rows))


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


__all__ = ["because_of", "ways"]
