"""The objects of a design that are products, and what is said in the place of all that they are called by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from vdl.elaborate.names import of_file
from vdl.graph.cells import Cell, Instance
from vdl.graph.items import Items
from vdl.query.reading import Reading
from vdl.report import model as m
from vdl.report.names import Letters, Name
from vdl.report.page import Page
from vdl.report.titles import spaced
from vdl.semantics.types import Kind
from vdl.text.phrases import joined, phrase
from vdl.text.source import LIBRARY
from vdl.values import FAULT, NOT_STATED
from vdl.words import values as show

GONE = phrase("(left out)")


def of_products(
    page: Page, members: Sequence[str], text: str, products: list[m.Row], silent: frozenset[str]
) -> Iterator[Name]:
    """The texts of these members of all objects, and what those objects of files are called that have one. The first member names
    a maker, the second an object; others are left out. Objects are told apart in the order in which they stand in the text. Adds
    what each one is to `products` that stands there, but for quantities that have to do with what is `silent`."""
    letters, reading = Letters(), aside(page)
    called: dict[str, Name] = {}
    of_whom: dict[str, str] = {}
    top = _of_files(page, reading)
    every = objects_of(page, reading)
    objects = [(one, {name: said for name in members if (said := _text(reading, one, name))}) for one in every]
    first = {id(one): text.find(texts.get([*members, "", ""][1], "\0")) for one, texts in objects}
    named = {id(one) for one in top}
    declared = [(one, one.member.source) for one in top if one.member is not None]
    catalogs = frozenset(source.path for one, source in declared if _text(reading, one, [*members, ""][0]))
    of_library = {id(one) for one, source in declared if source.is_library}
    rank = {at: (place < 0, place, at in of_library) for at, place in first.items()}
    for instance, texts in sorted(objects, key=lambda each: rank[id(each[0])]):
        maker, model = [texts.get(name, "") for name in [*members, "", ""][:2]]
        if maker and maker not in of_whom:
            of_whom[maker] = letters.next(phrase("maker"))
            yield Name(maker, of_whom[maker], "who")
        if model and model not in called:
            sort = _kind(instance.kind, catalogs, frozenset(model.lower().split()))
            called[model] = Name(model, letters.next(sort), "what", sort)
            if first[id(instance)] >= 0 and (figures := _figures(page, reading, instance, silent)):
                products.append(m.Row(((m.Text(called[model].instead),), (m.Text(figures),))))
            yield called[model]
        if maker and model:
            yield Name(f"{maker} {model}", called[model].instead)
        if (maker or model) and id(instance) in named:
            like = called.get(model) or Name("", phrase("product"))
            yield from (like._replace(text=instance.path, telling=""), like._replace(text=instance.name, telling="which"))
        yield from [Name(said, GONE) for name, said in texts.items() if name not in members[:2]]


def _figures(page: Page, reading: Reading, instance: Instance, silent: frozenset[str]) -> str:
    """What is stated of an object in figures."""
    found = []
    for member in instance.kind.all_members().values():
        made = reading.slot(instance, member.name) if member.form == "input" else None
        if isinstance(made, Cell):
            value, unit = reading.value(made), show.unit_of_cell(made, page.units)
            told = silent.isdisjoint([name for name, _ in unit.dimension])
            if told and value not in (NOT_STATED, FAULT) and not isinstance(value, (bool, str)):
                found.append(joined(" ", (spaced(member.name, member.source), show.told(value, unit))))
    return joined("; ", found)


def aside(page: Page) -> Reading:
    """A reading for objects that neither the design nor its document looks at: what is wrong with those is not told."""
    return Reading(page.compilation, page.solved, printing=True)


def objects_of(page: Page, reading: Reading) -> list[Instance]:
    """All objects: those of the design, and those of the files that it imports, looked at or not."""
    graph = page.solved.graph
    waiting = [graph.root, *graph.instances, *_of_files(page, reading)]
    found: dict[int, Instance] = {}
    for one in waiting:  # the list grows
        if id(one) not in found:
            found[id(one)] = one
            for slot in list(one.slots.values()):
                held = slot if isinstance(slot, Items) else (slot,)
                waiting += [each for each in held if isinstance(each, Instance)]
    return list(found.values())


def _of_files(page: Page, reading: Reading) -> list[Instance]:
    """The objects that stand at the top of files."""
    members = [one for file in page.compilation.names.files.values() for one in file.all_members().values()]
    made = [reading.settled(partial(of_file, reading.elaboration, one)) for one in members if one.form == "object"]
    return [one for one in made if isinstance(one, Instance)]


def _text(reading: Reading, instance: Instance, name: str) -> str:
    if instance.kind.lookup(name) is None:
        return ""
    made = reading.slot(instance, name)
    return made.strip() if isinstance(made, str) else ""


def _kind(kind: Kind, catalogs: frozenset[str], words: frozenset[str]) -> str:
    """The name of the nearest kind that an object is of and that stands in no catalog, which is a file with objects of one. A
    kind that is called by one of the `words` of the name is made for one product, but for those of the prelude."""
    found: Kind | None = kind
    while found is not None:
        general = found.source.path.startswith(LIBRARY + "prelude/") or found.name not in words
        if found.form == "kind" and general and found.source.path not in catalogs:
            return spaced(found.name, found.source)
        found = found.parent
    return phrase("product")


__all__ = ["GONE", "aside", "objects_of", "of_products"]
