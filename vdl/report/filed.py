"""`table file "name.csv" for ...`: a table that is also written as a file, exactly as a program is to read it.

What the file holds is printed, too: figures without their thousands set apart, and all columns, also those that are silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.elaborate.decisions import one_of
from vdl.elaborate.lists import rounds
from vdl.graph.cells import Const, Env
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import expression, plain, prose
from vdl.report.tables import merged, numbered, places_of
from vdl.semantics.units import ONE, Unit, divide, plain_decimal
from vdl.text.filenames import one_file, why_not, within
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.spreadsheet import is_formula
from vdl.values import FAULT, Fault, NotStated, Part, Range, Value, Varying, bound_of, scalars
from vdl.words import values as show


class Files:
    """The files that the tables of all documents of one build are written as; `taken` are names that it needs itself."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {one_file(name) for name in taken}
        self._made: dict[str, tuple[m.File, str, Span]] = {}

    def fits(self, file: m.File, report: str, span: Span) -> bool | tuple[str, Span | None, str]:
        """Whether a file of that report is new, or the same once more; else why not, what has its name, and what to do."""
        known = one_file(file.name)
        if known in self._taken:
            return "the documents themselves have a file of this name", None, "give the table another name"
        before, of, where = self._made.setdefault(known, (file, report, span))
        if before is file:
            return True
        if before == file and (report != of or span.key() == where.key()):
            return False
        if span.key() == where.key() and report != of:
            return (f"it differs between `{of}` and `{report}`", None,
                    'write `{design.name}` in the name, or build one of them with `--design`')  # fmt: skip
        if span.key() == where.key():
            return "each round has another one", None, "let the name hold what differs between the rounds"
        return "another table has this name", where, "give each of them a name of its own"


class _Cell(NamedTuple):
    """What stands in a cell of the file; None where nothing is stated. `unit` is that of a figure."""

    text: str | None
    unit: Unit | None = None


def filed(page: Page, item: s.Table, file: s.Prose, env: Env, files: Files) -> list[m.Block]:
    """The table, and with it the file among those of the page."""
    with page.reading.deciding() as sums:
        found = page.reading.settled(lambda: rounds(page.reading.elaboration, item.loops, item.when, env))
    if sums:
        _refuse(page, item.loops[0] if item.when is None else item.when, env, "which rows a file has hangs on what is not stated",
                "not all of it is stated", _IN_FULL)  # fmt: skip
        return []
    if isinstance(found, Const):
        if page.reading.value(found) is not FAULT:
            message, help_ = "the list of a file's rows is not stated", "say with `else` which it is then"
            _refuse(page, item.loops[0], env, message, "no file can be made", help_)
        return []
    found = numbered(merged(page, item, found), item)
    writing = _Writing(page, _name(page, file, env))
    places = list(places_of(page, item.columns, env, {}))
    heads = [writing.words(place.column.head, place.at(env)).text or "" for place in places]
    columns = [[writing.cell(place.column, place.at(row)) for row in found] for place in places]
    nodes = [place.column.head for place in places]
    if not _have_heads(page, heads, nodes, item, env):
        return []
    rows = tuple([tuple([column[at].text for column in columns]) for at in range(len(found))])
    made = m.File(writing.name, tuple(heads) if any(heads) else (), rows)
    if writing.name and _new(page, made, file, env, files):
        page.files.append(made)
    caption = plain(prose(page, item.title, env)) if item.title is not None else ""
    note = (m.Text(phrase("Also written as the file ")), m.Code(writing.name), m.Text("."))
    printed = [m.Row(tuple([_printed(column[at]) for column in columns])) for at in range(len(found))]
    return [m.Table(caption, tuple(map(_head, heads, columns)), tuple(printed), note=note, empty=phrase("No rows."))]


def _name(page: Page, file: s.Prose, env: Env) -> str:
    """What the file of this design is called, with its scenarios; "" after saying why it can't be called so."""
    said = len(page.reading.said)
    name = _Writing(page, "").words(file, env).text or ""
    if len(page.reading.said) > said:
        return ""
    if why := why_not(name):
        page.reading.said.append(errors.not_a_file_name(_span(file, env), name, why, ""))
        return ""
    solved = page.solved
    return within(name, ".".join([*solved.layers, *(["set"] if solved.options else []), *filter(None, [page.without])]))


def _new(page: Page, made: m.File, file: s.Prose, env: Env, files: Files) -> bool:
    """Whether a file is to be written; not where it has been, or where its name is taken, which is said."""
    fits = files.fits(made, page.solved.name, _span(file, env))
    if isinstance(fits, bool):
        return fits
    why, before, help_ = fits
    page.reading.said.append(errors.file_written_twice(_span(file, env), made.name, why, before, help_))
    return False


def _have_heads(page: Page, heads: Sequence[str], nodes: Sequence[s.Prose], item: s.Table, env: Env) -> bool:
    """Whether there are columns, and all of them or none have heads, which differ; else that is said."""
    if not heads:
        _refuse(page, item, env, "a file with no columns", "nothing to write", "write a column that is always there")
        return False
    seen: set[str] = set()
    for head, node in zip(heads, nodes) if any(heads) else ():
        if not head:
            message, help_ = "a column without a head stands beside others with one", "give all columns heads, or none"
            _refuse(page, node, env, message, "no head", help_)
            return False
        if head.casefold() in seen:
            message, help_ = f"two columns of a file have the head `{head}`", "let the head hold what differs between them"
            _refuse(page, node, env, message, "the second one", help_)
            return False
        seen.add(head.casefold())
    return True


class _Writing:
    """Writes values out for one file. What can't be written is said, and leaves a cell empty."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self._warned: set[s.Node] = set()

    def cell(self, column: s.Column, env: Env) -> _Cell:
        value = column.value
        assert value is not None  # it is no total
        with self.page.reading.deciding() as sums:
            taken = self.page.reading.settled(lambda: one_of(self.page.reading.elaboration, value, env))
        if isinstance(taken, s.Prose) and not sums:
            made = self.words(taken, env)
        else:
            made = _Cell("") if taken is None else self._figure(value if sums else taken, env)
        return self._checked(made, column, env)

    def words(self, words: s.Prose, env: Env) -> _Cell:
        """A text with values in it; nothing is stated of one that is nothing but what is not stated."""
        parts: list[str] = []
        for part in words.parts:
            if isinstance(part, str):
                self.page.count(len(part), _span(words, env))
                parts.append(part)
                continue
            found = self._figure(part, env).text
            if found is None and len(words.parts) == 1:
                return _Cell(None)
            if found is None:
                text = env.source.text[part.start : part.end]
                _refuse(self.page, part, env, f"`{text}` is not stated, and stands among words of a file", "not stated",
                        f"state it, or say what stands there instead, as in `{text} else ...`")  # fmt: skip
            parts.append(found or "")
        return _Cell("".join(parts))

    def _figure(self, expr: s.Words, env: Env) -> _Cell:
        printed = expression(self.page, expr, env)
        lacking = printed.value is not None and any(bound_of(one) for _, one in scalars(printed.value))
        if printed.may_be_another or lacking:
            here = f"a cell of a file holds what is so, and here is {plain(printed.prose)}"
            _refuse(self.page, expr, env, here, "not all of it is stated", _IN_FULL)
            return _Cell("")
        if printed.value is None:
            return _Cell(plain(printed.prose))
        value = _alike(printed.value)
        if isinstance(value, (Fault, NotStated)):
            return _Cell("" if isinstance(value, Fault) else None)
        if isinstance(value, bool):
            return _Cell("true" if value else "false")
        if isinstance(value, str):
            return _Cell(value)
        unit = printed.unit if isinstance(expr, s.Convert) and printed.unit is not None else ONE
        if isinstance(value, (Varying, Range, Part)):
            text = show.text(value, printed.unit or unit)
            what, help_ = _instead(value)
            _refuse(self.page, expr, env, f"a cell of a file holds one value, and here is {text}", what, help_)
            return _Cell("")
        return _Cell(plain_decimal(divide(value, unit.factor)), unit)

    def _checked(self, cell: _Cell, column: s.Column, env: Env) -> _Cell:
        text = cell.text or ""
        if self.name.lower().endswith(".tsv") and any(mark in text for mark in "\t\r\n"):
            _refuse(self.page, column, env, "a text with a tab or the end of a line can't be written between tabs", "such a text",
                    "call the file `.csv`, which has quotes for it")  # fmt: skip
        elif not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            _refuse(self.page, column, env, "this text can't be written as UTF-8", "no Unicode", "write it anew")
        elif is_formula(text) and column not in self._warned:
            self._warned.add(column)
            self.page.reading.said.append(errors.formula_in_file(_span(column, env), text, self.name))
        return cell


_IN_FULL = "state the rest, or write `stated(...)` in the place of `at_least(...)`: then what is left out is no matter"


def _alike(value: Value) -> Value:
    """What varies by label and is the same at all of them, as that; else the value itself."""
    found = [one for _, one in scalars(value)]
    return found[0] if all(one == found[0] and type(one) is type(found[0]) for one in found) else value


def _instead(value: Varying | Range | Part) -> tuple[str, str]:
    if isinstance(value, Varying):
        return "differs by label", "take the largest with `peak(...)`, one with `at`, or have a column for each"
    return "a range", "give the design one number there, or write the ends as values of their own"


def _head(head: str, cells: Sequence[_Cell]) -> m.Column:
    units = {cell.unit for cell in cells if cell.unit is not None}
    figures = bool(units) and all(cell.unit is not None or cell.text is None for cell in cells)
    return m.Column(head, next(iter(units)).plural if figures and len(units) == 1 else "", figures)


def _printed(cell: _Cell) -> m.Prose:
    if cell.text is None:
        return (m.Text("–"),)
    if cell.unit is None:
        return (m.Text(cell.text),) if cell.text else ()
    return (m.Value(cell.text, decimal=cell.text),)


def _refuse(page: Page, node: s.Node, env: Env, message: str, label: str, help_: str) -> None:
    page.reading.said.append(errors.not_for_a_file(_span(node, env), message, label, help_))


def _span(node: s.Node, env: Env) -> Span:
    return Span(env.source, node.start, node.end)


__all__ = ["Files", "filed"]
