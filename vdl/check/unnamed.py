"""Objects that a file with a design declares, and that no text names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.state import Types
from vdl.semantics.types import Kind, Member
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def unnamed(types: Types, design: Kind) -> Iterator[Diagnostic]:
    """What is said of objects that nothing can come to: those at the top of the design's own file, which no list finds, where
    the text names another one of their kind, which may stand where this one is meant; and of
    the stages in the bodies of that file those on no way of a placement. To be asked of designs in which something is judged.

    Files that are imported hold what others may take.
    """
    program = types.names.program
    file = program.files.get(design.source.path)
    if file is None or file.source.is_library:
        return
    tops = [item for item in file.tree.items if isinstance(item, s.Object)]
    bodies = [design, *[kind for kind in types.names.kinds if kind.form == "kind" and kind.source is design.source]]
    objects = [member for body in bodies for member in body.members.values() if member.form == "object"]
    stages = [member for member in objects if _is_stage(member.kind)]
    if not tops and not stages:
        return
    words: dict[str, list[Span]] = {}
    for one in program.files.values():
        for word, node in _words(one.tree) if not one.source.is_library else ():
            words.setdefault(word, []).append(Span(one.source, node.start, node.end))
    used = {item.kind.names for item in tops if item.name.name in words}
    for item in tops:
        if item.name.name not in words and item.kind.names in used:
            like = [other.name.name for other in tops if other.kind.names == item.kind.names]
            span = Span(file.source, item.name.start, item.name.end)
            yield errors.nothing_names(span, item.name.name, stage=False, twice=_twice(like, words))
    for member in stages:
        if member.name not in words:
            like = [one.name for one in stages if one is not member and _kind(one) is _kind(member)]
            yield errors.nothing_names(member.span(), member.name, stage=True, twice=_twice(like, words))


def _kind(member: Member) -> Kind | None:
    return member.kind.named() if member.kind is not None else None


def _twice(like: Sequence[str], words: Mapping[str, Sequence[Span]]) -> list[tuple[str, Span]]:
    """Where objects stand that are named at several places, in whose stead at one of these another one may be meant; none where
    that is so of many."""
    named = [(name, words[name]) for name in like if len(words.get(name, ())) > 1]
    found = [(name, span) for name, spans in named for span in spans]
    return found if len(found) <= _MARKED else []


_MARKED = 4
"""Places that are marked at most: of more nobody could say which is wrong."""


def _is_stage(kind: Kind | None) -> bool:
    """Whether demands pass through an object of a kind, and that is all that it is for: nothing is counted of it."""
    return kind is not None and kind.lookup("pass") is not None and not any(
        member.form == "count" for member in kind.all_members().values()
    )  # fmt: skip


def _words(tree: s.File) -> Iterator[tuple[str, s.Node]]:
    """The names by which a text comes to something, and where; not those that it declares, fills or says more about, nor those of
    kinds."""
    declaring: set[int] = set()
    for node in s.walk(tree):
        if isinstance(node, (s.Fill, s.Extension)):
            declaring.add(id(node.path))
        elif isinstance(node, s.Object):
            declaring.add(id(node.kind))
        elif isinstance(node, (s.Name, s.Attribute)):
            yield node.name, node
        elif isinstance(node, s.SlashName):
            yield from [(name, node) for name in node.text.split("/")]
        elif isinstance(node, s.Path) and id(node) not in declaring:
            yield from [(name, node) for name in node.names]


__all__ = ["unnamed"]
