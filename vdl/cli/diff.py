"""`vdl diff`: what changed between two texts of designs, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from vdl import errors as catalog
from vdl.cli import FINDINGS, OK
from vdl.cli.between import Between, Pair, Side, between
from vdl.cli.change_documents import told_otherwise
from vdl.cli.changes_shown import FORMATS
from vdl.cli.differences import Design, Difference, Idle, State, Told
from vdl.cli.from_arguments import no_document
from vdl.cli.terminal import errors, output
from vdl.compilation import Compilation, Solved
from vdl.elaborate.aside import TooMuch
from vdl.judge import Expectation
from vdl.lock.held import opened
from vdl.lock.records import Lock
from vdl.pipeline import compile
from vdl.query.beside import beside, faults, scenarios_of
from vdl.query.causes import MOST, Causes, Tried, Wanted, causes
from vdl.query.edits import Compiled, Edit, edits
from vdl.query.questions import answers
from vdl.query.unread import unread
from vdl.query.ways import reaching, turning
from vdl.report.named import NoDocument, document_with_bills
from vdl.report.totals import totals
from vdl.snapshot.change import Renames, Section, names
from vdl.snapshot.changes import changes
from vdl.snapshot.changes_judged import waiver_name
from vdl.snapshot.compared import Column
from vdl.snapshot.records import ShownValue, Snapshot
from vdl.snapshot.take import snapshot
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.text.renamed import renaming, rewording
from vdl.text.source import Span
from vdl.text.written import written
from vdl.words import answers as answered
from vdl.words.deciding import beneath, standing_on


def run(arguments: argparse.Namespace) -> int:
    found = between(arguments)
    if not isinstance(found, Between):
        errors().diagnostics(found)
        return FINDINGS
    try:
        compared = _Compared(arguments, found)
        made = [one for pair in found.pairs for one in compared.pair(pair)]
    finally:
        if found.repository is not None:
            found.repository.close()
    compared.unfit += compared.unknown(made)
    if compared.unfit or not made:
        errors().diagnostics(compared.unfit or [_nothing(arguments, compared.known)])
        return FINDINGS
    errors().diagnostics(in_order(compared.said))
    folds = arguments.all or arguments.format in ("md", "html")
    told = Told(found, tuple(made), arguments.as_of, arguments.min_change, arguments.all, folds, arguments.document)
    FORMATS[arguments.format](output(), told)
    if any(one.new is not None and one.new.wrong for one in made if one.state != "same"):
        return FINDINGS
    return FINDINGS if arguments.exit_code and any(one.has_effect for one in made) else OK


def _nothing(arguments: argparse.Namespace, known: Iterable[str]) -> Diagnostic:
    if arguments.design:
        return catalog.unknown_option(f"--design {arguments.design}", "design", arguments.design, known)
    return catalog.no_design(arguments.sides[-1])


class _Compared:
    """Compiles files of both sides and compares their designs."""

    def __init__(self, arguments: argparse.Namespace, found: Between) -> None:
        self.arguments = arguments
        self.between = found
        self.renamed: Renames = tuple(arguments.renamed)
        self.said: list[Diagnostic] = []
        """What is wrong on the new side."""
        self.known: dict[str, None] = {}
        """The names of all designs."""
        self.unfit: list[Diagnostic] = []
        """What is wrong with the options."""

    def pair(self, pair: Pair) -> list[Difference]:
        """The designs of a file, in the order of the new text."""
        old = self._compiled(self.between.old, pair.old)
        if old is not None and pair.old == pair.new and self._is_same(old):
            return [Difference("same", one, one) for one in self._designs(old).values()]
        new = self._compiled(self.between.new, pair.new)
        if new is not None:
            self.said += [d for d in new.of_files if d.severity == "error"]
        return list(self._matched(old, new))

    def _compiled(self, side: Side, file: str | None) -> Compilation | None:
        if file is None:
            return None
        return compile(side.world, file, as_of=self.arguments.as_of, documents=True)

    def _is_same(self, old: Compilation) -> bool:
        """Whether the new side has the same texts for all that a file is compiled from."""
        world, entry = self.between.new.world, old.program.entry
        lock = world.lock(entry)
        if lock is not None and (lock.frozen or not isinstance(opened(lock), Lock)):
            return False  # what it is held to says whether it is sound
        return not old.program.broken and set(world.library()) == set(self.between.old.world.library()) and all(
            world.read(name, entry) == file.source.text for name, file in old.program.files.items()
        )

    def _designs(self, compilation: Compilation) -> dict[str, Design]:
        file = compilation.program.entry
        solved = {one.name: one for one in compilation.designs}
        of_files = tuple([d for d in compilation.of_files if d.severity == "error"])
        self.known |= dict.fromkeys(compilation.names.designs(file))
        names = [name for name in compilation.names.designs(file) if self.arguments.design in ("", name)]
        if of_files and not names:
            return {"": Design(None, "", file, None, of_files)}
        return {name: self._design(compilation, name, solved.get(name), of_files) for name in names}

    @staticmethod
    def _design(compilation: Compilation, name: str, solved: Solved | None, of_files: tuple[Diagnostic, ...]) -> Design:
        file = compilation.program.entry
        if solved is None:
            wrong = of_files or tuple([d for d in compilation.diagnostics if d.severity == "error"])
            return Design(None, name, file, None, wrong)
        side = Compiled(compilation, solved)
        return Design(side, name, file, snapshot(*side), tuple(faults(solved.diagnostics)))

    def unknown(self, made: Iterable[Difference]) -> Iterator[Diagnostic]:
        """Names that are said to be others, and that no design of their side has."""
        for at, (side, of) in enumerate([("before", [one.old for one in made]), ("after", [one.new for one in made])]):
            found = [one.found for one in of if one is not None and one.found is not None] if self.renamed else []
            known = {one.name for one in found}.union(*map(names, found))
            for pair in self.renamed if found else ():
                if pair[at] not in known:
                    yield catalog.unknown_option(f"--renamed {'='.join(pair)}", f"name {side} the change", pair[at], known)

    # -- which design is which
    def _matched(self, old: Compilation | None, new: Compilation | None) -> Iterator[Difference]:
        was = self._designs(old) if old is not None else {}
        now = self._designs(new) if new is not None else {}
        forth = dict(self.renamed)
        pairs = {forth.get(name, name): name for name in was if forth.get(name, name) in now}
        gone, come = [name for name in was if name not in pairs.values()], [name for name in now if name not in pairs]
        for name in list(come):
            fitting = [other for other in gone if _is_only_renamed(was[other], now[name])]
            if len(fitting) == 1 or (self.between.named and len(was) == len(now) == 1):
                other = fitting[0] if fitting else gone[0]
                pairs[name] = other
                gone.remove(other)
                come.remove(name)
        for name, design in now.items():
            if name in pairs:
                one = self._difference(was[pairs[name]], design)
                yield one
                yield from self._scenarios(was[pairs[name]], design, one.changes.renamed if one.changes is not None else ())
            elif name == "" or ("" in was and was[""].wrong):
                yield Difference("broken", was.get("") or next(iter(was.values()), None), design)
            else:
                yield Difference("added", None, design)
        for name in gone:
            if "" not in now and name:
                yield Difference("removed", was[name], None)

    def _scenarios(self, old: Design, new: Design, renames: Renames) -> Iterator[Difference]:
        """The scenarios whose own texts changed, each on top of its design."""
        if old.compiled is None or new.compiled is None or old.wrong or new.wrong:
            return
        was, now = _scenario_texts(old.compiled), _scenario_texts(new.compiled)
        again = rewording((*self.renamed, *renames))
        for name in dict.fromkeys([*now, *was]):
            if name not in was or name not in now:
                one, other = (self._with(side, name) if name in texts else None for side, texts in ((old, was), (new, now)))
                yield Difference("added" if one is None else "removed", one, other)
            elif again(was[name]) != now[name]:
                yield self._difference(self._with(old, name), self._with(new, name))

    def _with(self, design: Design, scenario: str) -> Design:
        """A design with one of its scenarios on."""
        assert design.compiled is not None
        compilation = design.compiled.compilation
        solved, said = beside(compilation, design.name, [scenario], [])
        name = f"{design.name}, scenario {scenario}"
        if solved is None:
            return Design(None, name, design.file, None, tuple(faults(said)))
        side = Compiled(compilation, solved)
        return Design(side, name, design.file, snapshot(*side), tuple(faults(said)))

    # -- what changed in one
    def _difference(self, old: Design, new: Design) -> Difference:
        if old.compiled is None or new.compiled is None or old.found is None or new.found is None:
            return Difference("broken", old, new)
        broken = bool(old.wrong or new.wrong)
        sides = Column("", old.found), Column("", new.found)
        differs = old.found != new.found or _questions(old.compiled) != _questions(new.compiled)
        if differs and not broken:
            sides = self._column(old.compiled, old.found), self._column(new.compiled, new.found)
        found = changes(*sides, self.renamed)
        if found.changes and not broken:
            sides = _with_unread(old.compiled, sides[0]), _with_unread(new.compiled, sides[1])
            found = changes(*sides, self.renamed)
        edited = edits(old.compiled, new.compiled, found.renamed) if differs else []
        forth = {b: a for a, b in found.renamed}
        back = renaming(forth.items())
        wanted = [Wanted(back(one.name), one.name, one.at) for one in found.of("counts") if one.form == "changed"]
        behind = None if broken or not edited else causes(old.compiled, new.compiled, edited, wanted)
        judged = [one.name for one in found.of("rules", "open_points")]
        hangs = {} if broken else {name: reaching(old.compiled, new.compiled, edited, name) for name in judged}
        choices = {choice.path for side in found.sides for choice in side.choices}
        for one in found.of("models") if not broken else ():
            if one.name in choices:
                hangs[one.name] = turning(old.compiled, new.compiled, edited, one.name)
        places = {one.name: one.span.where() for one in new.compiled.solved.judged.rules}
        places = {one.name: one.span.where() for one in old.compiled.solved.judged.rules} | places
        places |= {_full_name(one): one.entry.span().where() for one in new.compiled.solved.expectations}
        places |= {f"waive {waiver_name(one)}": Span(entry.source, entry.node.start, entry.node.end).where()
                   for side in (old, new) if side.compiled is not None and side.found is not None
                   for one, entry in zip(side.found.waivers, side.compiled.solved.graph.waivers)}  # fmt: skip
        places |= {d.message: d.span.where() for side in (old.compiled, new.compiled) for d in side.solved.diagnostics if d.span}
        state: State = "broken" if broken else "changed"
        passed_on = _passed_on(old.compiled.solved) | _passed_on(new.compiled.solved)
        quiet = not (broken or found.changes)
        document = told_otherwise(
            old.compiled, new.compiled, self.arguments.document, found.renamed, asks=self.arguments.asks
        ) if quiet else ()  # fmt: skip
        moved = behind is not None and any(each.section in _MOVED for each in found.changes)
        idle = self._idle(old.compiled, sides[0], edited, behind) if behind is not None and moved else {}
        return Difference(state, old, new, found, tuple(edited), behind, hangs, passed_on, places, _beneath(new.compiled.solved),
                          document, idle, _summed(new.compiled, sides))  # fmt: skip

    def _idle(self, old: Compiled, before: Column, edited: Sequence[Edit], behind: Causes) -> dict[int, Idle]:
        """The edited inputs that by themselves change no count, verdict or sum of the old side, by their numbers."""
        inputs = [number for number, edit in enumerate(edited) if edit.is_input]
        acting = {number for cause in behind.causes for part in cause.parts if part.more != 0 for number in part.edits}
        if len(inputs) > MOST or len(edited) < 2 or acting >= {*inputs}:
            return {}

        tried = Tried(old, [edited[number] for number in inputs])

        @cache
        def made(*numbers: int) -> tuple[Compiled, Snapshot] | None:
            side = tried.at([edited[number] for number in numbers])
            return (side, snapshot(*side)) if side is not None else None

        @cache
        def column(*numbers: int) -> Column | None:
            side = made(*numbers)
            return self._column(*side) if side is not None else None

        def moves(one: Sequence[int], other: Sequence[int]) -> bool:
            """Whether something that is bought, judged or paid is not the same with some edits as with others."""
            sides = made(*one) if one else (old, before.found), made(*other)
            if sides[0] is None or sides[1] is None or _counted(sides[0][1]) != _counted(sides[1][1]):
                return True
            columns = column(*one) if one else before, column(*other)
            return columns[0] is None or columns[1] is None or _moves(columns[0], columns[1])

        found: dict[int, Idle] = {}
        for number in [one for one in inputs if one not in acting]:
            if made(number) is None or moves((), [number]):
                continue
            others = [one for one in inputs if one != number]
            found[number] = "alone" if others and moves(others, inputs) else "always"
        return found

    def _column(self, side: Compiled, found: Snapshot) -> Column:
        """A design with what its bills come to, and its questions or what they are answered."""
        compilation, solved = side
        units = compilation.names.units
        asked = _questions(side)
        if self.arguments.asks:
            asked = tuple([(one.entry.name, answered.text(one, units)) for one in answers(compilation, solved)])
        try:
            document = document_with_bills(compilation, self.arguments.document)
            bill, _ = totals(compilation, solved, document)
        except NoDocument as missing:
            if self.arguments.document:
                wrong = no_document(missing, self.arguments, compilation.program.entry)
                self.unfit += [wrong] if wrong not in self.unfit else []
            bill = []
        except TooMuch as much:
            self.said.append(much.diagnostic)
            bill = []
        return Column("", found, tuple(bill), answers=asked)


_MOVED: frozenset[Section] = frozenset(["verdict", "rules", "open_points", "models", "counts", "new", "bill", "expectations"])


def _counted(found: Snapshot | None) -> object:
    """What is soon compared of a design: its counts, and which rules fail."""
    if found is None:
        return None
    failing = [one.path for one in found.rules if one.severity == "error" and one.outcome in ("fails", "part")]
    return [(one.path, one.value.value) for one in found.counts], failing


def _moves(one: Column, other: Column) -> bool:
    """Whether something that is bought, judged or paid is not the same."""
    return any(each.section in _MOVED for each in changes(one, other).changes)


def _summed(side: Compiled, columns: Sequence[Column]) -> str:
    """What bills, or values on top of the design, come to in units without factors between them, as that dimension is called."""
    own = [one for column in columns if column.found is not None for path, one in column.found.values.items() if "." not in path]
    values = [*own, *[one for column in columns for _, one in column.bill]]
    found = {one.unit.dimension for one in values if one is not None and one.unit.made_of}
    called = [name for name, dimension in side.compilation.names.units.dimensions.items() if dimension in found]
    return called[0].lower() if called else ""


def _scenario_texts(side: Compiled) -> dict[str, str]:
    """What the scenarios of a design say, without what does not matter."""
    design = side.solved.design
    kinds = [member.kind for name in scenarios_of(design) if (member := design.lookup(name)) is not None]
    return {kind.name: written(Span(kind.source, kind.node.start, kind.node.end)) for kind in kinds if kind is not None}


def _questions(side: Compiled) -> tuple[tuple[str, str], ...]:
    """The questions of a design, by their names."""
    entries = side.solved.graph.questions
    return tuple([(one.name, written(Span(one.source, one.node.start, one.node.end))) for one in entries])


def _passed_on(solved: Solved) -> frozenset[str]:
    """The counts that others of their sort stand on."""
    counts = solved.judged.counts
    found = [standing_on(bound, count, solved.solution) for count in counts for bound in count.bounds]
    return frozenset([one.cell.path for one in found if one is not None])


def _with_unread(side: Compiled, column: Column) -> Column:
    """A design with what it derives for people alone: what changed of it is nowhere else."""
    assert column.found is not None
    more = {path: ShownValue(*one) for path, one in unread(*side).items()}
    return column._replace(found=column.found._replace(values={**column.found.values, **more}))


def _full_name(one: Expectation) -> str:
    return f"{one.entry.scenario}.{one.entry.name}" if one.entry.scenario else one.entry.name


def _beneath(solved: Solved) -> dict[str, str]:
    """By counts what decides the one that each stands on, where that is a number of its own."""
    found: dict[str, str] = {}
    for count in solved.judged.counts:
        names = [name for bound in count.bounds if bound.decides for name in beneath(bound, count, solved.solution, bound.place)]
        if names:
            found[count.cell.path] = " and ".join(dict.fromkeys(names))
    return found


def _is_only_renamed(old: Design, new: Design) -> bool:
    """Whether two designs are the same but for their names."""
    if old.found is None or new.found is None:
        return False
    one, other = [design.found._replace(name="", file="") for design in (old, new) if design.found is not None]
    return not changes(Column("", one), Column("", other)).changes


__all__ = ["run"]
