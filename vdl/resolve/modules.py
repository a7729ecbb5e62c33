"""What the files of a program declare, and which file of another program is which: whatever they are called, and wherever they
lie, what they declare is the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from vdl import syntax as s
from vdl.records import NamedTuple
from vdl.resolve.names import Names
from vdl.semantics.types import Filling, Kind, Member, Module, Quantity, Symbol
from vdl.text.source import Span, stem_of
from vdl.text.written import written


class Declared(NamedTuple):
    """What a file declares. Paths of its objects begin with `name`: "crates" of "stock/crates.vdl". Texts write some of the
    `aliases` in its place. `path` leads to it from the folder of the entry."""

    file: str
    name: str
    path: str
    aliases: tuple[str, ...]
    objects: tuple[tuple[str, str], ...]
    """What stands at its top by name, each with the kind of an object, and "" of anything else."""


def declared(names: Names) -> tuple[Declared, ...]:
    """The files that an author has written, in a fixed order; the entry is the last."""
    program = names.program
    aliases: dict[str, set[str]] = {}
    meant: dict[str, set[str]] = {}
    for file, scope in names.scopes.items():
        for name, symbol in scope.items() if not program.files[file].source.is_library else ():
            if isinstance(symbol, Module):
                aliases.setdefault(symbol.file, set()).add(name)
                meant.setdefault(name, set()).add(symbol.file)
    found = []
    for file, loaded in program.files.items():
        own = stem_of(file)
        others = tuple(sorted([name for name in aliases.get(file, ()) if name != own and len(meant[name]) == 1]))
        if not loaded.source.is_library or others:
            scope = names.scopes.get(file, {})
            objects = tuple([(name, _kind(one)) for name, one in scope.items() if not isinstance(one, Module)])
            found.append(Declared(file, own, _from(program.entry, file), others, objects))
    return tuple(found)


def _kind(symbol: Symbol) -> str:
    kind = symbol.kind if isinstance(symbol, Member) and symbol.form == "object" else None
    return kind.named().name if kind is not None else ""


def _from(entry: str, file: str) -> str:
    """The way to a file from the folder of the entry; "" to the entry itself."""
    if file == entry:
        return ""
    here, there = entry.split("/")[:-1], file.split("/")
    same = next((at for at, (one, other) in enumerate(zip(here, there)) if one != other), min(len(here), len(there)))
    return "/".join([*[".."] * (len(here) - same), *there[same:]])


def object_named(names: Names, span: Span) -> Member | None:
    """The object that a piece of text names, such as an option of a `choose`."""
    parts = tuple(written(span).partition(" with ")[0].strip("() ").split("."))
    found = names.find_path(span.source.path, s.Path(span.start, span.end, parts, ()))
    return found if isinstance(found, Member) else None


def stated_of(kind: Kind) -> Iterator[Filling]:
    """What an object of a file is filled with where it stands, and in what is put on it elsewhere."""
    known: set[tuple[str, ...]] = set()
    for layer in kind.chain():
        for one in layer.fillings if layer.form == "object" else ():
            if one.path not in known:
                known.add(one.path)
                yield one


def is_words(kind: Kind, one: Filling) -> bool:
    """Whether it is no figure: that counts where it is read, and not where it is stated."""
    member = kind.lookup(one.path[0])
    return len(one.path) == 1 and member is not None and not isinstance(member.type, Quantity)


def matched(old: Iterable[Declared], new: Iterable[Declared]) -> dict[str, Declared]:
    """By the old files the new ones that they are: at the same place, else alone of that name, else alone with such objects."""
    gone, come = list(old), list(new)
    found: dict[str, Declared] = {}
    alike: tuple[Callable[[Declared], Hashable], ...] = (
        lambda one: one.path, lambda one: one.file, lambda one: (one.name, one.objects), lambda one: one.objects,
        lambda one: one.name,
    )  # fmt: skip
    for sign in alike:
        for one in list(gone):
            fitting = [other for other in come if sign(other) == sign(one) and _share(one, other)]
            if len(fitting) == 1 and sum(sign(other) == sign(one) for other in gone) == 1:
                found[one.file] = fitting[0]
                gone.remove(one)
                come.remove(fitting[0])
    return found


def _share(one: Declared, other: Declared) -> bool:
    """Whether two files may be one: not where each declares something, and nothing of the other's."""
    names = [{name for name, _ in side.objects} for side in (one, other)]
    return one.path == other.path or not all(names) or bool(names[0] & names[1])


def called(side: Sequence[Declared], others: Mapping[str, Declared]) -> Callable[[str], str]:
    """Puts in the place of what files declare what it is called without aliases, and of files that are `others` by the names of
    these; what is quoted stays."""
    known = dict(_called(side, others))
    if not known:
        return lambda text: text
    holders = "|".join(map(re.escape, sorted({name.partition(".")[0] for name in known}, key=lambda name: (-len(name), name))))
    pattern = re.compile(rf'"(?:[^"\\]|\\.)*"|(?<![\w.])(?:{holders})\.\w+')
    return lambda text: pattern.sub(lambda match: known.get(match[0], match[0]), text)


def _called(side: Sequence[Declared], others: Mapping[str, Declared]) -> Iterator[tuple[str, str]]:
    for one in side:
        name = others[one.file].name if one.file in others else one.name
        for holder in (one.name, *one.aliases):
            if holder != name:
                yield from [(f"{holder}.{inner}", f"{name}.{inner}") for inner, _ in one.objects]


__all__ = ["Declared", "called", "declared", "is_words", "matched", "object_named", "stated_of"]
