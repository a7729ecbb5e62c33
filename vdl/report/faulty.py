"""What keeps documents from being built, for those who build none.

A document is read first: all that its items ask for is made and computed, and nothing is put into words. Only one of which that
says anything is built, which costs more than a check of a small design. So what is read here must be all that building reads, and
may be more; what is not read in the same way is built as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vdl import syntax as s
from vdl.compilation import Compilation, Solved
from vdl.elaborate.aside import TooMuch
from vdl.elaborate.decisions import decides, one_of
from vdl.elaborate.lists import rounds
from vdl.graph.cells import Const, Env, Instance, LabelSet, Made
from vdl.graph.filled import filled
from vdl.graph.items import Items
from vdl.query.reading import Reading
from vdl.report.named import documents
from vdl.semantics.types import DocumentSymbol
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import CALLS, DOCUMENT_SIZE, LOOP_ROUNDS, OBJECTS, PRINTED
from vdl.values import scalars

_SPARE = 10
"""How many times a document must stay below every limit to be taken for one that stays below it when it is built."""

_FIGURE = 10 * PRINTED
"""The characters that one figure counts, with all that is said beside it."""


class _Unread(Exception):
    """Something that is only known once the document is built."""


def faults(compilation: Compilation) -> list[Diagnostic]:
    """The errors of all documents that authors declare, made for each design that is solved."""
    found: list[Diagnostic] = []
    own = [one for one in documents(compilation).values() if not one.source.is_library]
    for solved in compilation.designs:
        for document in own:
            if not _Reader(compilation, solved).is_sound(document):
                from vdl.report.fault_by_fault import errors_of  # most documents have none

                found += errors_of(compilation, solved, document)
    return found


class _Reader:
    """Reads what the items of a document ask for."""

    def __init__(self, compilation: Compilation, solved: Solved) -> None:
        self.compilation = compilation
        self.reading = Reading(compilation, solved, printing=True)
        self.root = solved.graph.root
        self.printed = 0
        self.items: dict[type, Callable[..., None]] = {
            s.Section: self._section, s.Text: lambda item, env: self._words(item.prose, env), s.Table: self._table,
            s.Chart: self._chart, s.Diagram: self._diagram, s.Facts: self._facts, s.DocFor: self._for, s.DocIf: self._if,
            s.Inputs: self._inputs, s.Cover: lambda item, env: self._all(item.items, env), s.Include: self._include,
            s.Show: lambda item, env: None, s.Callout: self._section,
        }  # fmt: skip

    def is_sound(self, document: DocumentSymbol) -> bool:
        """Whether nothing keeps a document from being built. Where that is not plain, it is not."""
        try:
            self._all(document.node.items, Env(self.root, {"design": self.root}, document.source))
        except (TooMuch, _Unread):
            return False
        spent, limits = self.reading.elaboration.spent, (OBJECTS, CALLS, LOOP_ROUNDS, DOCUMENT_SIZE)
        within = self.printed < DOCUMENT_SIZE // _SPARE and max(spent.values()) < min(limits) // _SPARE
        return within and not any(one.severity == "error" for one in self.reading.diagnostics)

    def _all(self, items: Iterable[s.DocItem], env: Env) -> None:
        for item in items:
            read = self.items.get(item.__class__)
            if read is None:
                raise _Unread
            self.printed += PRINTED
            read(item, env)

    # ------------------------------------------------------------------ values
    def _made(self, expr: s.Expr, env: Env) -> Made:
        return self.reading.settled(lambda: self.reading.elaboration.expr(expr, env))

    def _value(self, words: s.Words | None, env: Env) -> None:
        """A value that is printed."""
        taken = self.reading.settled(lambda: one_of(self.reading.elaboration, words, env)) if words is not None else None
        if isinstance(taken, s.Prose):
            self._words(taken, env)
        elif taken is not None:
            self._print(self._made(taken, env))

    def _words(self, words: s.Prose | None, env: Env) -> None:
        for part in words.parts if words is not None else ():
            if isinstance(part, str):
                self.printed += PRINTED + len(part)
            else:
                self._value(part, env)

    def _print(self, made: Made) -> None:
        self.printed += PRINTED
        if isinstance(made, str):
            self.printed += len(made)
        elif isinstance(made, Instance):
            self.printed += len(made.path)
        elif isinstance(made, LabelSet):
            self.printed += sum(map(len, made))
        elif isinstance(made, Items):
            for item in made:
                self._print(item)
        else:
            value = self.reading.value(made)
            self.printed += len(value) if isinstance(value, str) else _FIGURE * len(list(scalars(value)))

    def _rounds(self, loops: tuple[s.Loop, ...], when: s.Expr | None, env: Env) -> list[Env]:
        found = self.reading.settled(lambda: rounds(self.reading.elaboration, loops, when, env))
        return [] if isinstance(found, Const) else found

    # ------------------------------------------------------------------ items
    def _section(self, item: s.Section | s.Callout, env: Env) -> None:
        self._words(item.title, env)
        self._all(item.items, env)

    def _for(self, item: s.DocFor, env: Env) -> None:
        for inner in self._rounds(item.loops, item.when, env):
            self._all(item.items, inner)

    def _if(self, item: s.DocIf, env: Env) -> None:
        holds = self.reading.settled(lambda: decides(self.reading.elaboration, item.condition, env))
        if holds is not None:
            self._all(item.items if holds else item.other, env)

    def _include(self, item: s.Include, env: Env) -> None:
        other = self.compilation.names.find_path(env.source.path, item.document)
        if not isinstance(other, DocumentSymbol) or other.source.is_library:
            return
        items = s.titled(other.node).get(item.section, ()) if item.section else other.node.items
        self._all(items, Env(env.instance, env.locals, other.source))

    def _facts(self, item: s.Facts, env: Env) -> None:
        for row in item.rows:
            self._words(row.head, env)
            self._value(row.value, env)

    def _inputs(self, item: s.Inputs, env: Env) -> None:
        """What is filled in an object; what each is worked out from is computed with it."""
        made = self._made(item.value, env)
        if not isinstance(made, Instance):
            return
        for names, _, _ in filled(made):
            holder = self.reading.within(made, names[:-1])
            if holder is not None and holder.kind.lookup(names[-1]) is not None:
                slot = self.reading.slot(holder, names[-1])
                self._print(slot)
                model = slot.kind.lookup("model") if isinstance(slot, Instance) else None
                if isinstance(slot, Instance) and model is not None:
                    self.reading.slot(slot, "model")

    def _table(self, item: s.Table, env: Env) -> None:
        if item.file is not None or item.merging is not None:
            raise _Unread  # names of files, and rows that are one
        self._words(item.title, env)
        rows = self._rounds(item.loops, item.when, env)
        for row in rows:
            self._value(item.group, row)
        if not any(loop.name == s.ROW for loop in item.loops):
            rows = [_seeing(row, {s.ROW: Const(at, item, row.source)}) for at, row in enumerate(rows, start=1)]
        for column, inner, names in self._columns(item.columns, env, {}) if rows else ():
            if column.value is None and self.reading.elaboration.measured:
                raise _Unread  # units that do not add up
            self._words(column.head, _seeing(inner, names))
            if column.total:
                self._value(column.value, _seeing(env, names))
                continue
            for row in rows:
                self._value(column.value, _seeing(row, names))

    def _columns(
        self, columns: Iterable[s.Column | s.ColumnsFor], env: Env, names: dict[str, Made]
    ) -> Iterator[tuple[s.Column, Env, dict[str, Made]]]:
        """The columns, those that are repeated round by round; with the names of their rounds."""
        for column in columns:
            if isinstance(column, s.Column):
                yield column, env, names
                continue
            for inner in self._rounds(column.loops, column.when, env):
                more = {loop.name: inner.locals[loop.name] for loop in column.loops}
                yield from self._columns(column.columns, inner, {**names, **more})

    def _chart(self, item: s.Chart, env: Env) -> None:
        self._words(item.title, env)
        for inner in self._rounds(item.loops, item.when, env):
            self._drawn(item.columns, inner)

    def _drawn(self, columns: Iterable[s.Drawn | s.DrawnFor], env: Env) -> None:
        for column in columns:
            if isinstance(column, s.Drawn):
                self._words(column.head, env)
                self._value(column.value, env)
                continue
            for inner in self._rounds(column.loops, column.when, env):
                self._drawn(column.columns, inner)

    def _diagram(self, item: s.Diagram, env: Env) -> None:
        self._words(item.title, env)
        self._shapes(item.shapes, env)

    def _shapes(self, shapes: Iterable[s.Box | s.Link | s.ShapesFor], env: Env) -> None:
        for shape in shapes:
            self.printed += PRINTED
            if isinstance(shape, s.ShapesFor):
                for inner in self._rounds(shape.loops, shape.when, env):
                    self._shapes(shape.shapes, inner)
            elif isinstance(shape, s.Link):
                for stop in shape.stops:
                    self._made(stop, env)
            else:
                self._made(shape.about, env)
                self._words(shape.title, env)
                self._words(shape.note, env)
                self._shapes(shape.shapes, env)


def _seeing(env: Env, names: dict[str, Made]) -> Env:
    return Env(env.instance, {**env.locals, **names}, env.source) if names else env


__all__ = ["faults"]
