"""What a design stands on otherwise: inputs, assumptions, sources, and figures of catalogs."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.snapshot.change import Change, Sides, aligned, by_path, quantities, two
from vdl.snapshot.changes_bought import is_object
from vdl.snapshot.records import Figure, Input, Published, ShownValue, Snapshot
from vdl.text.written import readable, spelled
from vdl.words import values as show


def assumptions(sides: Sides) -> Iterator[Change]:
    """Inputs whose standing changed (a default that became a decision, a figure that got a source), and assumed ones whose value
    did."""
    old_inputs, new_inputs = by_path(sides.old), by_path(sides.new)
    old_objects, new_objects = sides.objects()
    for path, old, new in aligned(old_inputs, new_inputs):
        owner = path.rpartition(".")[0]
        if owner and (owner not in old_objects or owner not in new_objects):
            continue  # it comes and goes with its object
        stood = [_stands_on(one, found.values.get(path)) for one, found in ((old, sides.old), (new, sides.new))]
        values = [_value_words(one, found.values.get(path)) for one, found in ((old, sides.old), (new, sides.new))]
        follows = old is not None and new is not None and old.computed and new.computed and old.written == new.written
        moved = stood[0] != stood[1] or (new is not None and new.assumed and values[0] != values[1] and not follows)
        if not moved or None in stood:
            continue
        cells = two(lambda side: ", ".join(filter(None, side)), (values[0], stood[0]), (values[1], stood[1]))
        yield Change("assumptions", path, cells)
    for one, was, now in aligned({f.unit: f for f in sides.old.factors}, {f.unit: f for f in sides.new.factors}):
        if (was and was[1:3]) != (now and now[1:3]):
            words = two(lambda stated: ", ".join(filter(None, stated[1:3])) if stated is not None else None, was, now)
            yield Change("assumptions", one, words)


def _stands_on(one: Input | None, value: ShownValue | None) -> str | None:
    """Who says what an input is: "assumed: why", "a default", a citation; None where there is no such input."""
    if one is None:
        return "a default" if value is not None else None
    if one.citation:
        return one.citation
    return {"default": "a default", "library": "worked out by the library"}.get(
        one.origin, "" if one.value is None or one.computed else "without a source"
    )


def _value_words(one: Input | None, value: ShownValue | None) -> str:
    shown = one.value if one is not None and one.value is not None else value
    return show.text(*shown) if shown is not None else one.words if one is not None else ""


def inputs(sides: Sides) -> Iterator[Change]:
    """What is filled otherwise: values, and words that are no objects; what is computed from others changes with them."""
    counts = {one.path for found in (sides.old, sides.new) for one in found.counts if not one.given}
    for path, old, new in aligned(by_path(sides.old), by_path(sides.new)):
        if path in counts:
            continue
        both = old is not None and new is not None
        values = (_value(old, sides.old, path), _value(new, sides.new, path))
        stated = [one for one in (old, new) if one is not None]
        if any(values):
            alike = both and len({(one.written, one.origin) for one in stated}) == 1 and all(one.computed for one in stated)
            if not alike:
                yield from quantities("inputs", path, values)
            continue
        words = two(lambda one: one.words if one is not None else None, old, new)
        if words[0] != words[1] and not (is_object(old or new) and is_object(new or old)):
            yield Change("inputs", path, words)


def _value(one: Input | None, found: Snapshot, path: str) -> ShownValue | None:
    return one.value if one is not None else found.values.get(path)


def figures(sides: Sides) -> Iterator[Change]:
    """What is stated otherwise of objects of files: figures and words, of what is read and of what is chosen among; which ones
    are read changes with the models."""
    for (file, name), old, new in aligned(sides.old.figures, sides.new.figures):
        if old is not None and new is not None:
            if old.value is not None and new.value is not None:
                moved = list(quantities("assumptions", name, (old.value, new.value), file))
            else:
                alike = spelled(old.written) == spelled(new.written)
                moved = [] if alike else [Change("assumptions", name, two(_figure_words, old, new), note=file)]
            yield from moved
            if old.citation != new.citation and not moved:
                cells = two(lambda one: one.citation or "without a source", old, new)
                yield Change("assumptions", name, cells, note=file)
        else:
            one = old or new
            assert one is not None
            if one.value is not None:
                yield from quantities("figures", name, two(lambda one: one.value if one is not None else None, old, new))


def _figure_words(one: Figure) -> str:
    return show.text(*one.value) if one.value is not None else readable(one.written)


def published(sides: Sides) -> Iterator[Change]:
    """Sources that are cited on both sides, of which something else is said, such as their dates."""
    def keyed(found: Snapshot) -> dict[tuple[str, str], Published]:
        return {(one.file, one.name): one for one in found.sources}

    for (_, name), old, new in aligned(keyed(sides.old), keyed(sides.new)):
        if old is None or new is None:
            continue  # what is cited there says so
        for fact, was, now in aligned(old.facts, new.facts):
            if was != now:
                yield Change("assumptions", f"source {name}", (_fact(fact, was), _fact(fact, now)), note=new.title)


def _fact(name: str, words: str | None) -> str | None:
    return f"{name} {words}" if words else None


__all__ = ["assumptions", "figures", "inputs", "published"]
