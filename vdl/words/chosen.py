"""Objects, lists, texts and dates that an author chose, on which a rule hangs: `lid = oval` where it asks for a shape."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from vdl import syntax as s
from vdl.graph.blame import filled_by_author
from vdl.graph.cells import Assignment, Const, Instance, Made
from vdl.graph.design import RuleEntry
from vdl.graph.items import Items
from vdl.graph.order import reads
from vdl.text.diagnostics import enumerated
from vdl.text.source import Span
from vdl.words.looked_at import chain, looked_at

_NAMED, _LISTED = 3, 12
"""Objects that are named of a rule, and those that might stand in the place of one."""


def chosen(rule: RuleEntry, counted: Collection[Instance]) -> list[tuple[str, Span]]:
    """The inputs that an author fills with an object, a list, a text or a date at which the condition of a rule looks, each with
    its place. Where it reads a quantity, the figures of that are told: then only labels at which it looks something up, and
    objects of the library, whose figures no author changes, and lists in which objects stand that are `counted`."""
    lists = [(path, filled, made) for path, filled, made in _filled(rule) if isinstance(made, Items)] if counted else []
    listed = [(path, filled) for path, filled, made in lists if any(one in counted for one in made)]
    found = dict([*_labels(rule), *_catalogued(rule), *listed] if reads(rule.condition) else _fillings(rule))
    return [(path, one.span()) for path, one in found.items()][:_NAMED]


def _labels(rule: RuleEntry) -> Iterator[tuple[str, Assignment]]:
    """`winter` of `heaviest = winter`, where the condition reads `load at heaviest`."""
    instance = rule.instance
    looked_up = [node for node in looked_at(rule.node.condition, instance.kind) if isinstance(node, s.Select)]
    for name in (str(label) for node in looked_up for label in node.labels):
        filled = filled_by_author(instance, name)
        if filled is not None and isinstance(instance.slots.get(name), str):
            yield instance.path_of(name), filled


def _catalogued(rule: RuleEntry) -> Iterator[tuple[str, Assignment]]:
    """`m.small` of `cart = m.small`, where the condition reads `cart.limit`, which the library states."""
    for path, filled, made in _filled(rule):
        if isinstance(made, Instance) and made.member is not None and made.member.source.is_library:
            yield path, filled


def _fillings(rule: RuleEntry) -> Iterator[tuple[str, Assignment]]:
    """The fillings of an author that chains of names in the condition go through."""
    return ((path, filled) for path, filled, _ in _filled(rule))


def _filled(rule: RuleEntry) -> Iterator[tuple[str, Assignment, Made]]:
    """The same with what they are filled with, also those in the lets that the condition names."""
    instance = rule.instance
    for node in looked_at(rule.node.condition, instance.kind):
        if not isinstance(node, (s.Name, s.Attribute)):
            continue
        around = chain(node.base) if isinstance(node, s.Attribute) else []
        owner = instance.follow(around) if around or isinstance(node, s.Name) else None
        if not isinstance(owner, Instance) or owner.top() is not instance.top():  # of what it chose, not of what that is
            continue
        filled = filled_by_author(owner, node.name)
        made = owner.slots.get(node.name)
        if filled is not None and made is not None and (isinstance(made, (Instance, Items, str)) or _is_date(made)):
            yield owner.path_of(node.name), filled, made


def _is_date(made: Made) -> bool:
    return isinstance(made, Const) and isinstance(made.node, s.Date)


def instead(rule: RuleEntry) -> list[str]:
    """What could be chosen in place of an object that a rule looks for in a list and does not find: what stands there. The author
    chose it by a name, as which the others are called."""
    instance = rule.instance
    fillings = [(path, filled, made) for path, filled, made in _filled(rule) if isinstance(made, Instance)]
    for node in looked_at(rule.node.condition, instance.kind):
        names = chain(node.items) if isinstance(node, s.Loop) else []
        items = instance.follow(names) if names else None
        objects = [one for one in items if isinstance(one, Instance)] if isinstance(items, Items) else []
        for path, filled, made in fillings:
            if not objects or not isinstance(made, Instance) or made in objects or chain(filled.expr)[-1:] != [made.name]:
                continue
            if any(one.kind.named() is not made.kind.named() or not one.name for one in objects):
                continue
            before = chain(filled.expr)[:-1]
            there = [".".join([*before, one.name]) for one in _nearest(made.name, objects)]
            more = f" and {len(objects) - len(there)} more" if len(objects) > len(there) else ""
            listed = ", ".join([f"`{one}`" for one in there]) + more if more else enumerated(there, "or")
            return [f"`{path}` may be {listed}"]
    return []


def _nearest(name: str, objects: Sequence[Instance]) -> list[Instance]:
    """Of many objects those whose names are most like one, in their order."""
    if len(objects) <= _LISTED:
        return list(objects)
    from difflib import SequenceMatcher  # only where many may be meant

    like = sorted(objects, key=lambda one: -SequenceMatcher(None, name, one.name).ratio())[:_LISTED]
    return [one for one in objects if one in like]


__all__ = ["chosen", "instead"]
