"""What a document for others leaves out: quantities of some dimensions, and names, as a document of the library lists them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from vdl import syntax as s
from vdl.compilation import Compilation
from vdl.graph.cells import Cell, Const, Env
from vdl.graph.order import parts
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.report.assumed import assumed
from vdl.report.named import WITHOUT, choose_document
from vdl.report.names import Letters, Name, ordinary, stands_within, telling_words
from vdl.report.page import Page
from vdl.report.printing import expression, plain, prose
from vdl.report.products import aside, objects_of, of_products
from vdl.semantics.types import DocumentSymbol, SourceSymbol
from vdl.semantics.units import NUMBER, Dimension
from vdl.text.phrases import phrase
from vdl.text.source import LIBRARY
from vdl.values import NOT_STATED
from vdl.words import values as show

MEMBERS, ORDINARY, PARTS, QUANTITIES, UNITS = "Members", "Ordinary words", "Parts", "Quantities", "Words for units"
UNSAID = "Unsaid"
"""Facts that say what sort of thing is left out; the label of any other one is what stands in the place of its text."""

class Withheld(NamedTuple):
    """`units` of quantities that are left out, as they are written; `names`, of which the first that has a word says whose it is;
    `ordinary` words identify nothing."""

    units: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    ordinary: frozenset[str] = frozenset()
    products: tuple[m.Row, ...] = ()
    """What the things are that are called otherwise: by that name, their figures."""
    measures: tuple[str, ...] = ()
    """All units, as they are written: a number with one of them is no version."""
    rules: tuple[str, ...] = ()
    """The sentences of rules that hold such quantities against each other."""
    offers: tuple[Name, ...] = ()
    """What the sources are called that such quantities are from."""
    designs: tuple[str, ...] = ()
    """The names of all designs, after which files are called."""


def document_of(compilation: Compilation, name: str) -> DocumentSymbol:
    """The document that lists what `--without NAME` leaves out. Raises NoDocument."""
    return choose_document(compilation, WITHOUT + name)


def known(names: Iterable[str]) -> list[str]:
    """What can be left out, by the names of all documents."""
    short = [name.rpartition(".")[2] for name in names]
    return sorted({name.removeprefix(WITHOUT) for name in short if name.startswith(WITHOUT)})


def parts_of(page: Page, listed: Iterable[DocumentSymbol]) -> frozenset[str]:
    """What can't be shown in a document, since all that it says is left out."""
    found = [value for document in listed for label, value, _ in _facts(page, document) if label == PARTS]
    return frozenset(word for value in found for word in _listed(value))


def silence(page: Page, listed: Iterable[DocumentSymbol]) -> None:
    """Keeps a page from reading what these documents list as unsaid, and from naming the sources that state quantities which are
    left out: offers of bidders."""
    facts = [fact for document in listed for fact in _facts(page, document)]
    silent = _bases(of for _, _, of in facts if of is not None)
    paths = [path.split(".") for label, value, _ in facts if label == UNSAID for path in _listed(value)]
    for *owner, name in paths:
        of = page.reading.follow(owner)
        member = of.kind.lookup(name) if of is not None else None
        if of is not None and member is not None:
            page.reading.elaboration.unsaid[of, name] = Const(NOT_STATED, member.node, member.source)
    page.references.unnamed = page.reading.elaboration.unnamed = frozenset(_stating(page, silent)) if silent else frozenset()


def _bases(dimensions: Iterable[Dimension]) -> frozenset[str]:
    return frozenset(name for one in dimensions for name, _ in one)


def _stating(page: Page, silent: frozenset[str]) -> Iterator[str]:
    """The sources of stated quantities that have to do with what is `silent`, as references name them."""
    reading = aside(page)
    for instance in objects_of(page, reading):
        for member in instance.kind.all_members().values():
            made = reading.slot(instance, member.name) if member.form == "input" else None
            if isinstance(made, Cell) and made.cites and _has_to_do(page, made, silent):
                symbols = [page.compilation.names.source_of(source.path, cite) for cite, source in made.cites]
                yield from [symbol.reference for symbol in symbols if symbol is not None]


def _has_to_do(page: Page, cell: Cell, silent: frozenset[str]) -> bool:
    return not silent.isdisjoint([name for name, _ in show.unit_of_cell(cell, page.units).dimension])


def _listed(value: str) -> list[str]:
    return [word for word in re.split(r"[,\s]+", value) if word]


def withheld(page: Page, listed: Iterable[DocumentSymbol], text: str) -> Withheld:
    """What all these documents list, read for the design of the page. `text` is all that its document says: things are told
    apart in the order in which they stand there."""
    dimensions: list[Dimension] = []
    members: list[str] = []
    plain_words: list[str] = []
    said_units: list[str] = []
    names: dict[str, str] = {}
    for document in listed:
        for label, value, of in _facts(page, document):
            if of is not None:
                dimensions.append(of)
            elif label == MEMBERS:
                members += _listed(value)
            elif label == ORDINARY:
                plain_words += _listed(value)
            elif label == UNITS:
                said_units += _listed(value)
            elif value and label not in (PARTS, UNSAID):
                names.setdefault(value, label)
    found = [Name(text, instead, "who") for text, instead in names.items()]
    products: list[m.Row] = []
    if names or members:
        found += _of_people(page, names)
        found += of_products(page, members, text, products, _bases(dimensions))
        found += _of_sources(page.compilation, text)
    offers = tuple([Name(text, phrase("an offer")) for text in _of_offers(page)])
    first: dict[str, Name] = {}
    for one in found:
        first.setdefault(one.text, one._replace(instead=_of_whom(one, first.values())))
    common = ordinary(page, members or ["-"]) | frozenset(plain_words) if first else frozenset()
    ordered = tuple([one for one in first.values() if one.telling != "which" or telling_words(one, common)])
    measures = _units(page, [unit.dimension for unit in page.units.names.values()]) if ordered else ()
    units = _longest_first([*_units(page, dimensions), *(said_units if dimensions else [])])
    rules = tuple(_rules(page, _bases(dimensions)))
    designs = tuple(dict.fromkeys([solved.name for solved in page.compilation.designs]))
    return Withheld(units, ordered, common, tuple(products), measures, rules, offers, designs)


def _of_whom(one: Name, before: Iterable[Name]) -> str:
    """What stands in the place of a name: that of somebody with a longer one of which it is a part, so that who makes
    something is called as everywhere."""
    longer = [each.instead for each in before if each.telling == "who" and stands_within(one.text, each.text)]
    return longer[0] if longer and one.telling == "who" else one.instead


def _facts(page: Page, document: DocumentSymbol) -> Iterator[tuple[str, str, Dimension | None]]:
    env = Env(page.solved.graph.root, {"design": page.solved.graph.root}, document.source)
    for item in document.node.items:
        for row in item.rows if isinstance(item, s.Facts) else ():
            if row.value is not None:
                made = expression(page, row.value, env)
                label, of = plain(prose(page, row.head, env)), made.unit.dimension if made.unit is not None else None
                if label == QUANTITIES or not made.says_nothing:
                    yield label, plain(made.prose), of if of != NUMBER else None


def _units(page: Page, dimensions: list[Dimension]) -> tuple[str, ...]:
    """How the units of these dimensions are written, the longest first."""
    found: set[str] = set()
    for name, unit in page.units.names.items():
        if unit.dimension in dimensions:
            found |= {name, unit.singular, unit.plural}
    return _longest_first(found)


def _longest_first(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(None, words), key=lambda one: (-len(one), one)))


def _rules(page: Page, silent: frozenset[str]) -> Iterator[str]:
    """The sentences of rules whose two sides have to do with what is `silent`, or read what is unsaid."""
    unsaid = {id(instance.slots.get(name)) for instance, name in page.reading.elaboration.unsaid}  # a date is no cell
    for rule in page.judged.rules:
        if rule.text and rule.sides is not None and rule.compare is not None:
            of_both = [name for name, _ in page.words.unit(rule).dimension]
            if not silent.isdisjoint(of_both) or any(id(one) in unsaid for one in parts([rule.compare], lambda _: False)):
                yield rule.text


def _of_people(page: Page, known: Container[str]) -> Iterator[Name]:
    """Who accepted something, who is to confirm what is assumed, and who approved it. Of the first two those that are not `known`
    by what else they are, such as the author, are told apart: first those that the document tells, then all that the files of the
    design name, since a title or a reason may tell of somebody whose scenario or figure is not in use."""
    accepted = [waiver.node.owner for rule in page.judged.rules for waiver in rule.waivers]
    accepted += [point.accepted.node.owner for point in page.solved.open_points if point.accepted is not None]
    figures, _ = assumed(page)
    written = [node.owner for node in _written(page.compilation) if isinstance(node, (s.Cite, s.Waive))]
    letters, sort = Letters(), phrase("owner")
    for owner in dict.fromkeys(filter(None, [*accepted, *[one.owner for one in figures], *written])):
        if owner not in known:
            yield Name(owner, letters.next(sort), "who", sort)
    if page.approved is not None and page.approved.approval is not None:
        yield Name(page.approved.approval.by, phrase("who approved it"), "who")


def _written(compilation: Compilation) -> Iterator[s.Node]:
    """All that is written in the design's own files."""
    for name, file in compilation.program.files.items():
        if not name.startswith(LIBRARY):
            yield from s.walk(file.tree)


def _of_sources(compilation: Compilation, text: str) -> Iterator[Name]:
    """What sources are called, who wrote and who published them, and where they are. Those that the text names as references do
    are told apart there."""
    every = [(file, one) for file, scope in compilation.names.scopes.items() for one in scope.values()]
    symbols = [(file, one) for file, one in every if isinstance(one, SourceSymbol)]
    letters = Letters()
    named = sorted([one.reference for _, one in symbols if one.reference in text], key=text.find)
    yield from [Name(one, letters.next(phrase("source"))) for one in dict.fromkeys(named)]
    for file, symbol in symbols:
        own = {} if file.startswith(LIBRARY + "prelude/") else symbol.facts
        told = [symbol.title, *[own[key] for key in ("author", "publisher", "address", "file") if own.get(key)]]
        yield from [Name(one, phrase("a source")) for one in told]


def _of_offers(page: Page) -> Iterator[str]:
    """What the sources are called that the page names nowhere, and where they are, the longest of it first."""
    unnamed = page.references.unnamed
    symbols = [one for scope in page.compilation.names.scopes.values() for one in scope.values() if isinstance(one, SourceSymbol)]
    for symbol in symbols if unnamed else ():
        if symbol.reference in unnamed:
            yield from (symbol.reference, symbol.title)
            yield from (symbol.facts[key] for key in ("address", "file") if key in symbol.facts)


__all__ = ["Withheld", "document_of", "known", "parts_of", "silence", "withheld"]
