"""`vdl ask DESIGN --mend RULE`: which single input would mend a rule, and by how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from vdl.cli.terminal import Screen
from vdl.compilation import Compilation, Solved
from vdl.judge import Expectation, Outcome
from vdl.query.mending import Change, Mending, Unmended, holds
from vdl.query.moves import Move, filling
from vdl.semantics.units import PERCENT, Exact, divide, nearest, size_of
from vdl.text.diagnostics import enumerated, several
from vdl.text.limits import ASK_REACH
from vdl.text.machine import Json
from vdl.text.painted import Painted, Piece
from vdl.values import Value, Varying, is_exact
from vdl.words import values as show
from vdl.words.verdicts import EXPECTATIONS, POINTS, RULES, Words

_HEADS = ("input", "now", "mends it", "change", "share", "step", "stated", "then")
_FIGURES = range(1, 6)

_NAMED = 5
"""Inputs that mend nothing which are named where not all are wanted."""

_BROKEN: Mapping[Outcome, str] = {"part": "holds for part only", "not-evaluated": "can't be judged"}
"""What becomes of what holds now, where it does not simply fail."""

_STANDS: Mapping[Outcome, str] = {"waived": "is waived, which is set aside here", "not-evaluated": "is not evaluated"}
"""How it stands, where one word does not say it."""

_SEVERAL = {"fails": "fail", "holds for part only": "hold for part only"}


def tell(screen: Screen, compilation: Compilation, solved: Solved, found: Mending, *, everything: bool) -> None:
    """Write what would mend it, for people; with `everything` each input that does not, by name."""
    stands, detail = _stands(compilation, solved, found)
    colour = "good" if holds(found.subject) else "bad"
    screen.tell(f"`{found.subject.name}` ", Painted(stands, colour), f": {detail}" if detail else "", hanging=2)
    if holds(found.subject):
        return
    for title, breaks in (("", False), ("These mend it, and something else fails:", True)):
        rows = [_row(change, compilation.program.entry) for change in found.changes if bool(change.breaks) == breaks]
        if rows:
            screen.say()
            if title:
                screen.say(title)
            screen.table(_HEADS, rows, _FIGURES)
    rest = list(_rest(found, None if everything else _NAMED))
    if rest:
        screen.say()
    for line in rest:
        screen.tell(line, hanging=2)


def _stands(compilation: Compilation, solved: Solved, found: Mending) -> tuple[str, str]:
    """How it stands, and the figures: "fails", "9 buses <= 8 buses, 1 bus short (12.5 %)"."""
    words, judged = Words(solved.types.types, compilation.names.units), found.subject.found
    if isinstance(judged, Expectation):
        figures = words.expectation(judged)
        stands, detail = EXPECTATIONS[judged.outcome][0], f"computed {figures.computed}, published {figures.published}"
    else:
        stands = _STANDS.get(judged.outcome) or RULES[judged.outcome][0]
        detail = ", ".join(filter(None, [words.detail(judged), words.margin(judged) or words.missing(judged)]))
    return stands, detail


def _row(change: Change, entry: str) -> tuple[Piece, ...]:
    move = change.move
    now, value, _ = show.together([move.now, change.value, move.part(move.value(_before(change)))], move.unit)
    then = Painted(_then(change), "bad" if change.breaks else "weak")
    return _name(move), now, value, _change(change), _share(change), _step(move), _place(move, entry), then


def _before(change: Change) -> int:
    """The step before, which does not mend it."""
    return change.steps - (1 if change.steps > 0 else -1)


def _name(move: Move) -> str:
    several_labels = isinstance(move.input.value, Varying) and move.labels is None
    at = f" at {'/'.join(move.labels)}" if move.labels is not None else " at all labels" if several_labels else ""
    return move.input.name + at


def _place(move: Move, entry: str) -> str:
    cell = move.input.cell
    if cell.origin in ("option", "default"):
        return {"option": "--set"}.get(cell.origin, cell.origin)
    place = cell.span().where()
    return f"line {place.rpartition(':')[2]}" if cell.source.path == entry else place


def _change(change: Change) -> str:
    """In the unit that stands beside it: "-30"; "+2 each" of several numbers."""
    if change.move.by == "share":
        return ""
    each = "" if is_exact(change.move.now) else " each"
    return f"{_sign(change)}{_amount(size_of(change.steps * change.move.step), change.move)}{each}"


def _share(change: Change) -> str:
    """A change as a part of what there is now: "-9.7 %"."""
    if change.share is None:
        return ""
    share = size_of(change.share)
    tenths = nearest(share * 1_000)
    return _sign(change) + show.scalar(divide(tenths, 1_000) if tenths else share, PERCENT)


def _sign(change: Change) -> str:
    return "+" if change.steps > 0 else "-"


def _step(move: Move) -> str:
    return "1 % of it" if move.by == "share" else _amount(move.step, move)


def _amount(value: Exact, move: Move) -> str:
    return show.scalar(value, POINTS if move.unit == PERCENT else move.unit.unnamed())


def _then(change: Change) -> str:
    """ "`farm.box` takes `small`; but then `fleet.roomy` fails; `fleet.new` still fails" """
    said = [f"`{name}` takes `{option}`" for name, option in change.options]
    said += ["it does not apply there"] if change.outcome == "not-applicable" else []
    said += ["by what is stated, and what is not may break it"] if change.missed else []
    broken: dict[str, list[str]] = {}
    for name, outcome in change.breaks:
        broken.setdefault(_BROKEN.get(outcome, "fails"), []).append(name)
    said += [f"but then {enumerated(names, 'and')} {_plural(word, names)}" for word, names in broken.items()]
    if change.still:
        said.append(f"{enumerated(change.still, 'and')} still {_plural('fails', change.still)}")
    if change.unsearched is not None:
        said.append(f"not every step from {_between(change.move, change.unsearched)} was tried")
    return "; ".join(said)


def _plural(word: str, names: Sequence[str]) -> str:
    return _SEVERAL.get(word, word) if len(names) > 1 else word


def _between(move: Move, ends: tuple[Value, Value]) -> str:
    low, high = show.together(list(ends), move.unit)
    return f"{low} to {high}"


def _rest(found: Mending, most: int | None) -> Iterator[str]:
    """What mends nothing, and what was not walked."""
    if found.to_count:
        yield f"no figure mends it: {found.to_count}"
    if found.unmended:
        walked = [_name(one.move) for one in found.unmended if not one.unsearched]
        far = f"each was walked as far as it may go, at most {ASK_REACH:,} steps"
        if walked:
            yield f"no value of {_few(walked, 'or', most)} mends it by itself; {far}"
    leapt = [_name(one.move) for one in found.unmended if one.unsearched]
    if leapt:
        yield f"not every step of {_few(leapt, 'and', most)} was tried, and none that was mends it by itself"
    if found.silent:
        yield f"not stated: {enumerated(found.silent, 'and')}; stating {'it' if len(found.silent) == 1 else 'one'} may mend it"
    if found.objects:
        yield f"objects are not walked: {enumerated(found.objects, 'and')}"
    if found.left_out:
        left_out = several(found.left_out, "figure is", "figures are")
        yield f"{left_out} left out, of catalogs or made of other inputs (--all)"
    if not (found.to_count or found.changes or found.unmended or found.silent or found.objects or found.left_out):
        yield "it hangs on no input"


def _few(names: Sequence[str], word: Literal["and", "or"], most: int | None) -> str:
    """ "`a`, `b` and `c`"; of many the first ones, and how many more there are."""
    if most is None or len(names) <= most + 1:
        return enumerated(names, word)
    return f"{', '.join([f'`{name}`' for name in names[:most]])} {word} {len(names) - most:,} more (--all)"


# ------------------------------------------------------------------------------ for programs
def as_object(compilation: Compilation, solved: Solved, found: Mending) -> Mapping[str, Json]:
    """What would mend it, for machines."""
    judged = found.subject.found
    stands, detail = _stands(compilation, solved, found)
    return {
        "name": found.subject.name,
        "verdict": judged.outcome,
        "text": f"{stands}: {detail}" if detail else stands,
        "holds": holds(found.subject),
        "changes": [_changed(change) for change in found.changes],
        "unmended": [_unmended(one) for one in found.unmended],
        "not_stated": list(found.silent),
        "objects": list(found.objects),
        "left_out": found.left_out,
    }


def _input(move: Move) -> dict[str, Json]:
    cell, value = move.input.cell, move.input.value
    axes = value.axes if isinstance(value, Varying) else ()
    return {
        "input": move.input.name,
        "at": dict(zip(axes, move.labels)) if move.labels is not None else {},
        "now": show.as_object(move.now, move.unit),
        "origin": cell.origin,
        "file": cell.source.path,
        "line": cell.source.place(cell.node.start)[0],
        "by": move.by,
        "step": show.as_object(move.step, PERCENT if move.by == "share" else move.unit),
    }


def _changed(change: Change) -> dict[str, Json]:
    move = change.move
    return {
        **_input(move),
        "mends": show.as_object(change.value, move.unit),
        "steps": change.steps,
        "change": show.as_object(change.change, move.unit) if change.change is not None else None,
        "share": show.as_object(change.share, PERCENT) if change.share is not None else None,
        "set": filling(move, change.steps),
        "verdict": change.outcome,
        "missed": change.missed,
        "breaks": [{"name": name, "verdict": outcome} for name, outcome in change.breaks],
        "still_fails": list(change.still),
        "options": dict(change.options),
        "unsearched": _ends(move, change.unsearched) if change.unsearched is not None else None,
    }


def _unmended(one: Unmended) -> dict[str, Json]:
    return {
        **_input(one.move),
        "from": show.as_object(one.least, one.move.unit) if one.least is not None else None,
        "to": show.as_object(one.most, one.move.unit) if one.most is not None else None,
        "unsearched": [_ends(one.move, gap) for gap in one.unsearched],
    }


def _ends(move: Move, gap: tuple[Value, Value]) -> list[Json]:
    return [show.as_object(end, move.unit) for end in gap]


__all__ = ["as_object", "tell"]
