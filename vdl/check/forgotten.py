"""Figures that a design states, and no text of the program reads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.state import Types
from vdl.semantics.types import BOOLEAN, COUNT, Kind, Member, Quantity
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def forgotten(types: Types, design: Kind) -> Iterator[Diagnostic]:
    """What is said of a design's own figures that nothing reads; to be asked of designs in which something is judged.

    Figures are inputs that something states, and lets that are made of numbers alone. A let that works something out of figures
    of the design is told where nothing reads it, and there are such figures that nothing else reads: with it they are lost.
    Other lets are outcomes, at which people look, as they do at growth for a year that the design does not have; so are all
    lets of a design in which nothing is judged, which is there to work them out. What a kind declares is for others, and so is
    what stands at the top of a file; but for an input of a kind beside another one that its like parts read for the same.
    """
    outcomes: dict[Member, str] = {}
    for body, member, path in _declared(design):
        if _is_read(types, body, member):
            continue
        if member.form == "input":
            if _is_stated(design, member):
                yield errors.nothing_reads(member.span(), path, (), _read_twice(types, body, member))
        elif made_of := _made_of(types, member):
            outcomes[member] = path
        elif made_of is not None:
            yield errors.nothing_reads(member.span(), path, ())
    for body, member, path in _of_kinds(design):
        twice = [] if _is_read(types, body, member) else _read_twice(types, body, member)
        if twice and _fill_the_same(body, [place for _, place in twice]):
            yield errors.nothing_reads(member.span(), path, (), twice)
    for member, figures in _lost(types, outcomes):
        yield errors.nothing_reads(member.span(), outcomes[member], [(one.name, one.span()) for one in figures])


def _declared(design: Kind) -> Iterator[tuple[Kind, Member, str]]:
    """The figures that the bodies of a design declare, inputs and lets, each with its body and its path; none that takes the
    place of one of a kind or of another layer."""
    waiting: list[tuple[Kind, str]] = [(design, "")]
    seen: set[Kind] = set()
    for body, above in waiting:  # grows while they are looked at
        for layer in body.chain():
            if layer.form == "kind" or layer.source.is_library:
                break
            if layer.is_layer or layer in seen:
                continue
            seen.add(layer)
            for member in layer.members.values():
                if member.form == "object" and member.kind is not None:
                    waiting.append((member.kind, f"{above}{member.name}."))
                elif _is_figure(member) and (layer.parent is None or layer.parent.lookup(member.name) is None):
                    yield body, member, above + member.name


def _of_kinds(design: Kind) -> Iterator[tuple[Kind, Member, str]]:
    """The inputs of the authors' kinds, each with its kind and the path by which an object of the design has it."""
    waiting: list[tuple[Kind, str]] = [(design, "")]
    seen: set[Kind] = set()
    for body, above in waiting:  # grows while they are looked at
        for layer in body.chain():
            if layer.source.is_library or layer in seen:
                break
            seen.add(layer)
            for member in layer.members.values():
                if member.form == "object" and member.kind is not None:
                    waiting.append((member.kind, f"{above}{member.name}."))
                elif member.form == "input" and layer.form == "kind":
                    yield layer, member, above + member.name


def _fill_the_same(body: Kind, places: Sequence[Span]) -> bool:
    """Whether at each of these places another part of a body, all of one kind, fills the same."""
    found: list[tuple[Kind, str]] = []
    for member in body.members.values():
        if member.form != "object" or member.kind is None or not isinstance(member.node, s.Object):
            continue
        fills = [one for one in member.node.body.statements if isinstance(one, s.Fill)]
        found += [
            (member.kind.named(), str(fill.path)) for fill in fills
            if any(place.source is member.source and fill.value.start <= place.start < fill.value.end for place in places)
        ]  # fmt: skip
    return len(found) == len(places) and len(set(found)) == 1


def _is_figure(member: Member) -> bool:
    """Whether a member is an input or a let that is no text, no date and no object: such tell people something."""
    return member.form in ("input", "let") and (isinstance(member.type, Quantity) or member.type in (BOOLEAN, COUNT))


def _is_read(types: Types, body: Kind, member: Member) -> bool:
    """Whether some text reads a member, or what takes its place in a layer above."""
    places = [layer.members[member.name] for layer in body.chain() if member.name in layer.members]
    return any(one in types.read or one.replaces in types.read for one in places)


def _is_stated(design: Kind, member: Member) -> bool:
    """Whether an input has a figure where it is declared, or the design fills something of its name."""
    if isinstance(member.node, s.Field) and member.node.default is not None:
        return True
    layers = [layer for layer in design.chain() if not layer.is_layer]
    return any(filling.path[-1] == member.name for layer in layers for filling, _ in layer.all_fillings())


def _read_twice(types: Types, body: Kind, member: Member) -> list[tuple[str, Span]]:
    """Where another input of a body is read that measures the same as one that nothing reads, if just one is read at two places:
    at one of them it may stand for that."""
    found: list[list[tuple[str, Span]]] = []
    for other in body.all_members().values():
        if other is member or other.form != "input" or not isinstance(other.type, Quantity) or other.source is not member.source:
            continue
        if not isinstance(member.type, Quantity) or other.type.dimension != member.type.dimension:
            continue
        places = [Span(other.source, node.start, node.end) for node in types.read.get(other, ())]
        places = [place for place in places if place.text.split(".")[-1] == other.name]
        if len(places) > 1:
            found.append([(other.name, place) for place in places])
    return found[0] if len(found) == 1 and len(found[0]) == 2 else []


def _made_of(types: Types, let: Member) -> dict[s.Node, Member] | None:
    """The names in a let, with the figures of the design for which they stand; None where it is made of anything else, such as
    what objects come to."""
    node = let.node
    if not isinstance(node, s.Let) or node.value is None:
        return None
    found: dict[s.Node, Member] = {}
    parts = list(s.walk(node.value))
    for part in parts:  # grows while they are looked at
        if isinstance(part, (s.All, s.Nearest, s.Choose)):
            return None
        match types.bindings.get(part):
            case ("field", s.Expr() as read):  # what stands behind `at`
                parts += s.walk(read)
            case ("member", int(level)) if isinstance(part, s.Name):
                member = let.owner.around[level].lookup(part.name)
                if member is None or member.form not in ("input", "let") or member.owner.form not in ("design", "object"):
                    return None
                found[part] = member
            case ("design", _):
                return None
            case None if isinstance(part, s.Attribute):  # what an object has
                return None
            case _:  # labels, loops, what stands at the top of files, and words that are built in
                pass
    return found


def _lost(types: Types, lets: Collection[Member]) -> Iterator[tuple[Member, Sequence[Member]]]:
    """Of lets that nothing reads those that are made of figures alone, with what is lost with each: figures of which every name
    that reads them stands in such a let, or in one that only such lets read."""
    left: dict[Member, int] = {}
    known: dict[Member, bool] = {}
    for let in [one for one in lets if _of_figures(types, one, known)]:
        waiting, figures = [let], list[Member]()
        while waiting:
            for member in (_made_of(types, waiting.pop()) or {}).values():
                left[member] = left.get(member, len(types.read[member])) - 1
                if left[member] == 0 and member.form == "let" and _made_of(types, member):
                    waiting.append(member)
                elif left[member] == 0:
                    figures.append(member)
        if figures:
            yield let, figures


def _of_figures(types: Types, let: Member, known: dict[Member, bool]) -> bool:
    """Whether a let is made of figures alone, through lets as well; what was found out is `known` then."""
    pile, begun = [let], set[Member]()
    while pile:
        last = pile[-1]
        made_of = _made_of(types, last)
        below = [one for one in (made_of or {}).values() if one.form == "let"]
        unknown = [one for one in below if one not in known and one not in begun]
        if made_of is not None and unknown and last not in known:
            begun.add(last)
            pile += unknown
            continue
        known.setdefault(last, made_of is not None and all(known.get(one, False) for one in below))  # none of a circle is
        pile.pop()
    return known[let]


__all__ = ["forgotten"]
