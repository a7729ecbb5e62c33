"""`vdl compare FILE...`: designs side by side, each as it is written, with its scenarios, and with other inputs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from vdl import errors as catalog
from vdl.cli import FINDINGS
from vdl.cli.from_arguments import no_document, status
from vdl.cli.inputs import world
from vdl.cli.side_by_side import FORMATS, Side
from vdl.cli.terminal import errors, output
from vdl.compilation import Compilation, Solved
from vdl.elaborate.aside import TooMuch
from vdl.pipeline import compile
from vdl.query import evaluate
from vdl.query.beside import beside, fillings, scenarios_of
from vdl.records import NamedTuple
from vdl.report.columns import column
from vdl.report.named import NoDocument, document_with_bills
from vdl.semantics.types import DocumentSymbol
from vdl.snapshot.records import Input, ShownValue, Stated
from vdl.snapshot.take import stated
from vdl.text.diagnostics import Diagnostic, failed, in_order
from vdl.values import NOT_STATED

AS_WRITTEN = "none"

T = TypeVar("T")


class _Layers(NamedTuple):
    """What lies on a design in one column: nothing where it stands as it is written."""

    scenarios: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return " + ".join(self.scenarios) or ", ".join(self.sets)


class _Design(NamedTuple):
    """A design of one of the files. `solved` is None where its file has errors, which are `said`."""

    compilation: Compilation
    name: str
    solved: Solved | None
    said: tuple[Diagnostic, ...]
    document: DocumentSymbol | None

    @property
    def file(self) -> str:
        return self.compilation.program.entry

    @property
    def scenarios(self) -> list[str]:
        return scenarios_of(self.compilation.names.designs(self.file)[self.name])


class _Made(NamedTuple):
    """A design with layers on it, None where they can't lie on it, and all that is wrong with that."""

    design: _Design
    layers: _Layers
    solved: Solved | None
    said: Sequence[Diagnostic]

    @property
    def is_known(self) -> bool:
        """Whether the design has the scenarios and inputs at all; what is wrong with a value is said in its column."""
        if self.layers.scenarios:
            return set(self.layers.scenarios) <= set(self.design.scenarios)
        return self.solved is not None or not any(map(_names_nothing, self.said))


def run(arguments: argparse.Namespace) -> int:
    wanted = _wanted(arguments)
    designs, diagnostics, unfit = _designs(arguments)
    made = [one for design in designs for one in _made(design, wanted, every=not arguments.scenario)]
    made, more = _fitting(made, wanted)
    if unfit := [*unfit, *more]:
        errors().diagnostics(unfit)
        return FINDINGS
    sides: list[Side] = []
    for one, title in zip(made, _titles(made)):
        side, more = _side(one, title)
        sides.append(side)
        diagnostics += more
    sides = [_with_others(side, one, sides) for side, one in zip(sides, made)]
    errors().diagnostics(in_order(dict.fromkeys(diagnostics)))
    if any(side.column.found is not None for side in sides):
        FORMATS[arguments.format](output(), sides, arguments.all)
    return status(diagnostics)


def _wanted(arguments: argparse.Namespace) -> list[_Layers]:
    """What was asked for beside each design as it is written: scenarios, several at once between plus signs, and inputs."""
    found: list[_Layers] = []
    for text in arguments.scenario:
        for part in text.split(","):
            names = tuple(dict.fromkeys([name.strip() for name in part.split("+")]))
            if not all(names):
                wanted = "a name is missing; `a,b` are two scenarios, `a+b` both at once"
                arguments.parser.error(f"argument --scenario: `{text}`: {wanted}")
            if AS_WRITTEN in names and len(names) > 1:
                others = "+".join([name for name in names if name != AS_WRITTEN])
                wanted = f"`none` is the design as it is written, which stands beside all scenarios anyway; write `{others}`"
                arguments.parser.error(f"argument --scenario: `{part.strip()}`: {wanted}")
            if names != (AS_WRITTEN,):
                found.append(_Layers(scenarios=names))
    sets = _once([tuple(fillings(text)) for text in arguments.set], lambda texts: tuple(map(_path_and_value, texts)))
    return [*dict.fromkeys(found), *[_Layers(sets=texts) for texts in sets]]


def _once(items: Iterable[T], key: Callable[[T], object]) -> list[T]:
    """The items, those that are alike once, as they first stand."""
    found: dict[object, T] = {}
    for item in items:
        found.setdefault(key(item), item)
    return list(found.values())


def _path_and_value(text: str) -> tuple[str, str]:
    """What fills an input as it is written: its path, and the value; "" without one where it fills nothing."""
    path, _, value = text.partition("=")
    return path.strip(), value.strip()


def _designs(arguments: argparse.Namespace) -> tuple[list[_Design], list[Diagnostic], list[Diagnostic]]:
    """The designs of the files, what is wrong with the files themselves, and what is wrong with the options."""
    disk = world(arguments)
    found: list[_Design] = []
    diagnostics: list[Diagnostic] = []
    unknown: list[Diagnostic] = []
    unfit: list[Diagnostic] = []
    for file in _once(arguments.files, os.path.normpath):
        compilation = compile(disk, file, as_of=arguments.as_of, design=arguments.design, documents=True)
        names = [name for name in compilation.names.designs(file) if arguments.design in ("", name)]
        of_files = [d for d in (*compilation.of_files, *compilation.held) if d.severity == "error"]
        diagnostics += [*of_files, *[d for d in compilation.held if d.severity != "error"]]
        if not of_files and not compilation.names.designs(file):
            diagnostics.append(catalog.no_design(file))
        elif not names:
            unknown += [d for d in compilation.diagnostics if d.slug == "unknown-option"]
        document, wrong = _document(arguments, compilation, file) if names and not of_files else (None, [])
        unfit += wrong
        solved = {one.name: one for one in compilation.designs}
        found += [_Design(compilation, name, solved.get(name), compilation.diagnostics, document) for name in names]
    return found, diagnostics, unfit if found else unknown


def _document(
    arguments: argparse.Namespace, compilation: Compilation, file: str
) -> tuple[DocumentSymbol | None, list[Diagnostic]]:
    """The document whose bills are compared; none where nothing says which."""
    try:
        return document_with_bills(compilation, arguments.document), []
    except NoDocument as missing:
        return None, [no_document(missing, arguments, file)] if arguments.document else []


def _made(design: _Design, wanted: Sequence[_Layers], *, every: bool) -> Iterator[_Made]:
    """The columns of a design: as it is written, and with layers on it. Of one whose file has errors there is only the first."""
    of_design = design.solved.diagnostics if design.solved is not None else design.said
    yield _Made(design, _Layers(), design.solved, of_design)
    if design.solved is None:
        return
    own = [_Layers(scenarios=(name,)) for name in design.scenarios] if every else []
    for layers in [*own, *wanted]:
        solved, said = beside(design.compilation, design.name, layers.scenarios, layers.sets)
        yield _Made(design, layers, solved, said)


def _fitting(made: Sequence[_Made], wanted: Sequence[_Layers]) -> tuple[list[_Made], list[Diagnostic]]:
    """The columns without those of designs that simply have no such scenario; and what is wrong with layers that can lie on no
    design at all."""
    unfit: list[Diagnostic] = []
    for layers in wanted:
        found = [one for one in made if one.layers == layers]
        if found and not any(one.is_known for one in found):
            unfit += found[0].said
    return [one for one in made if one.is_known or one.layers.sets], unfit


def _names_nothing(said: Diagnostic) -> bool:
    """Whether it is about what an option would fill, which is before its equals sign, and not about the value."""
    if said.severity != "error" or said.span is None or not said.span.source.path.startswith("--set "):
        return False
    return "=" not in said.span.source.text[: said.span.start]


def _titles(made: Sequence[_Made]) -> Iterator[str]:
    """What the columns are called: after the design, the file where it takes that, and what lies on it."""
    designs = dict.fromkeys([(one.design.file, one.design.name) for one in made])
    names = [name for _, name in designs]
    for one in made:
        name = one.design.name + (f" ({one.design.file})" if names.count(one.design.name) > 1 else "")
        yield ", ".join(filter(None, [name, one.layers.title])) if len(designs) > 1 else one.layers.title or name


def _side(one: _Made, title: str) -> tuple[Side, list[Diagnostic]]:
    """A column with where it comes from, and the errors in it."""
    try:
        made, wrong = column(one.design.compilation, title, one.solved, one.said, one.design.document)
    except TooMuch as much:
        made, wrong = column(one.design.compilation, title, one.solved, one.said, None)
        wrong = [*wrong, much.diagnostic]
    if one.solved is None and one.design.solved is not None and one.layers.sets:
        made = made._replace(stated=_stated(one.design.compilation, one.design.solved, one.layers.sets))
    return Side(made, one.design.file, one.design.name, one.layers.scenarios, one.layers.sets, tuple(wrong)), wrong


def _stated(compilation: Compilation, design: Solved, sets: Sequence[str]) -> Stated:
    """What a column states that can't be made: the inputs of the design as it is written, and in the place of those that are
    filled otherwise what is written there."""
    below = stated(compilation, design)
    anew = [_path_and_value(text) for text in sets]
    paths = [path for path, _ in anew]
    written = {path: Input(path, None, value, "option", "", (), value, False) for path, value in anew if paths.count(path) == 1}
    kept = [one for one in below.inputs if not _is_within(one.path, paths)]
    values = {path: value for path, value in below.values.items() if not _is_within(path, paths)}
    return Stated((*kept, *written.values()), values)


def _with_others(side: Side, made: _Made, sides: Sequence[Side]) -> Side:
    """A column with the figures that it has where another one fills an input: those of an object of a file, such as an entry of a
    catalog, are no quantities of the design."""
    found = side.column.found
    if found is None or made.solved is None:
        return side
    known = {one.path for one in found.inputs} | {*found.values}
    alike = [other.column for other in sides if (other.file, other.design) == (side.file, side.design)]
    values: dict[str, ShownValue] = {}
    for path in dict.fromkeys([one.path for other in alike for one in (other.found or other.stated).inputs]):
        read, wrong = evaluate(made.design.compilation, made.solved, path) if path not in known else (None, [])
        if read is not None and read.value is not None and read.value is not NOT_STATED and not failed(wrong):
            values[path] = ShownValue(read.value, read.unit)
    if not values:
        return side
    return side._replace(column=side.column._replace(found=found._replace(values={**found.values, **values})))


def _is_within(path: str, others: Iterable[str]) -> bool:
    """Whether an input is one of several, or one of an object that is one of them."""
    return any(f"{path}.".startswith(f"{other}.") for other in others)
