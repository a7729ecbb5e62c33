"""Values of expressions as a document prints them."""

from __future__ import annotations

from collections import Counter

from vdl import syntax as s
from vdl.elaborate.decisions import one_of
from vdl.graph.cells import Cell, Const, Env, Formula, Instance, LabelSet, Made
from vdl.graph.items import Items
from vdl.graph.order import cell_needs
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import marked, spaced
from vdl.semantics.types import ANY, DATE, TEXT, Labels, ListOf, Type
from vdl.semantics.units import Unit
from vdl.text.bounds import BOUNDS
from vdl.text.phrases import Day, filled, joined, of, phrase
from vdl.text.source import Source, Span
from vdl.values import NOT_STATED, Value, Varying, bound_of, by_what_is_stated
from vdl.words import amounts
from vdl.words import values as show
from vdl.words.rounded import is_written
from vdl.words.rounded import rounded as with_few_digits


class Printed(NamedTuple):
    """How something is printed; of a quantity its value and its unit, too."""

    prose: m.Prose
    value: Value | None = None
    unit: Unit | None = None
    formula: Formula | None = None
    rounded: bool = False
    """Whether it is printed with no more digits than it carries."""
    places: int | None = None
    """How many digits stand behind the point, where that is as in what stands beside it."""
    may_be_another: bool = False
    """Whether sums that lack figures have decided what it is."""

    @property
    def says_nothing(self) -> bool:
        """Whether nothing is printed, or only that nothing was stated."""
        return self.value is NOT_STATED or not plain(self.prose)


def prose(page: Page, words: s.Prose, env: Env, context: str = "") -> m.Prose:
    """Words with values in them; those of the library under a key, in a `context`, and with what is worked out in few digits: an
    author's own may be there to show more."""
    found: list[m.Prose] = []
    values: list[Printed] = []
    for part in words.parts:
        if isinstance(part, str):
            page.count(len(part), Span(env.source, words.start, words.end))
            found.append((m.Text(part),))
        else:
            values.append((short if env.source.is_library else expression)(page, part, env))
            found.append(values[-1].prose)
    page.spelled |= _spelled(values)
    if not env.source.is_library:
        return sum(found, ())
    return _of_library(words, env.source, found, context)


def _spelled(values: list[Printed]) -> set[Cell]:
    """The figures of which several parts stand in one text: that says them in another way, such as "10.20" for one of 2,580."""
    parts = {value.formula for value in values if isinstance(value.formula, Cell) and value.formula.form != "input"}
    if len(parts) < _PARTS:
        return set()
    alone = Counter([inputs.pop() for part in parts if len(inputs := _inputs(part)) == 1])
    return {cell for cell, number in alone.items() if number >= _PARTS}


_PARTS = 2


def _inputs(cell: Cell) -> set[Cell]:
    """The inputs that a figure is made of."""
    found: set[Cell] = set()
    seen = {cell}
    waiting = [cell]
    while waiting:
        one = waiting.pop()
        if one.form == "input":
            found.add(one)
            continue
        waiting += [new for new in cell_needs(one) if new not in seen]
        seen.update(waiting)
    return found


def _of_library(words: s.Prose, source: Source, found: list[m.Prose], context: str) -> m.Prose:
    """Words of the library, marked as such: alone, or as a sentence with places."""
    key, names = key_of(words, source)
    if not any(letter.isalpha() for part in words.parts if isinstance(part, str) for letter in part):
        return sum(found, ())
    if not names:
        return (m.Text(of(key, True, context)),)
    made = m.Sentence(sum(found, ()))
    values = [printed for part, printed in zip(words.parts, found) if not isinstance(part, str)]
    made.key, made.context, made.given = key, context, dict(zip(names, values))
    return made


def key_of(words: s.Prose, source: Source) -> tuple[str, list[str]]:
    """The key of words of the library in a catalog, and the names of the places in it: a path as it is written, of what is
    more than that which of the values it is."""
    names: list[str] = []
    parts: list[str] = []
    for part in words.parts:
        if not isinstance(part, str):
            name = source.text[part.start : part.end]
            names.append(name if all(one.isidentifier() for one in name.split(".")) else f"{len(names) + 1}")
            part = f"{{{names[-1]}}}"
        parts.append(part)
    return "".join(parts), names


def expression(page: Page, words: s.Words, env: Env) -> Printed:
    with page.reading.deciding() as sums:
        expr = page.reading.settled(lambda: one_of(page.reading.elaboration, words, env))
        if expr is None:
            return Printed(())
        printed = _worded(page, expr, env) if isinstance(expr, s.Prose) else _valued(page, expr, env)
    return _by_what_is_stated(printed) if sums else printed


def _worded(page: Page, words: s.Prose, env: Env) -> Printed:
    return Printed((m.Text(plain(prose(page, words, env)).strip()),))


def _valued(page: Page, expr: s.Expr, env: Env) -> Printed:
    made = page.reading.settled(lambda: page.reading.elaboration.expr(expr, env))
    printed = _printed(page, made, page.compilation.types.types.get(expr, ANY), expr)
    page.count(len(plain(printed.prose)), Span(env.source, expr.start, expr.end))
    path = _decided(page, expr, env) if isinstance(made, str) else ""
    return printed._replace(prose=(m.Link(made, path),)) if path and isinstance(made, str) else printed


def _by_what_is_stated(printed: Printed) -> Printed:
    """What is decided by sums that lack figures, and says so."""
    printed = printed._replace(may_be_another=True)
    if printed.value is not None:
        value = by_what_is_stated(printed.value)
        return with_value(printed, value) if printed.unit is not None else printed._replace(
            prose=(m.Text(phrase("not stated")),), value=value)  # fmt: skip
    words = plain(printed.prose)
    return printed._replace(prose=(m.Text(phrase(BOUNDS["neither"], figure=words)),)) if words else printed


def _decided(page: Page, expr: s.Expr, env: Env) -> str:
    """The path of the count of which `decided_by(count)` tells, so that the words lead to its calculation; else ""."""
    if not isinstance(expr, s.Call) or not isinstance(expr.function, s.Name) or expr.function.name != "decided_by":
        return ""
    argument = expr.arguments[0]
    found = page.reading.settled(lambda: page.reading.elaboration.formula(argument, env))
    while isinstance(found, Cell) and found.form != "count" and isinstance(found.formula, Cell):
        found = found.formula
    return found.path if isinstance(found, Cell) and found.form == "count" else ""


def _printed(page: Page, made: Made, type_: Type, expr: s.Expr) -> Printed:
    if isinstance(made, str):
        words = (m.Text(spaced(made)),) if isinstance(type_, Labels) else marked(made)
        return Printed(words or (m.Text(""),))
    if isinstance(made, Instance):
        return Printed((m.Text(made.path or made.name),))
    if isinstance(made, LabelSet):
        return Printed(_listed([(m.Text(spaced(label)),) for label in made]))
    if isinstance(made, Items):
        inner = type_.item if isinstance(type_, ListOf) else ANY
        items = [_printed(page, item, inner, expr) for item in made]
        return Printed(_listed([one.prose for one in items if not (made.stated and one.value is NOT_STATED)]))
    value = page.reading.told(made)
    if value is NOT_STATED:
        of_words = type_ is TEXT or (isinstance(type_, ListOf) and type_.item is TEXT)
        return Printed((m.Text("" if of_words else phrase("not stated")),), value)
    if isinstance(value, str):
        return Printed((m.Text(Day(value) if type_ is DATE else value),), value)
    if isinstance(value, bool):
        return Printed((m.Text(phrase("yes") if value else phrase("no")),), value)
    unit = _unit(page, expr, made, type_)
    places = None if is_written(made) else amounts.places([value], unit)
    return Printed(_figures(value, unit, places=places), value, unit, made, places=places)


def figure(
    value: Value, unit: Unit, text: str = "", *, bare: bool = False, strong: bool = False, rounded: bool = False,
    places: int | None = None,
) -> m.Value:  # fmt: skip
    """A value with its exact number for machines. `text` is how it is printed, where that is not how values are; `bare`
    where its unit stands elsewhere, as in the head of a column; `rounded` with no more digits than it carries, `places` with so
    many behind the point."""
    said = unit.unnamed() if bare else unit
    text = text or _words(value, unit, said, rounded, places)
    number = show.as_object(value, unit, text)
    exact, decimal = str(number["exact"] or ""), str(number["decimal"] or "")
    return m.Value(text, exact, decimal, said.plural, strong, bound_of(value))


def short(page: Page, expr: s.Words, env: Env) -> Printed:
    """The same as `expression`, of what is worked out with no more digits than it carries: for tables and lists of facts,
    behind which a worked calculation has all of them."""
    printed = expression(page, expr, env)
    if printed.value is None or printed.unit is None or is_written(printed.formula) or printed.says_nothing:
        return printed
    return with_value(printed._replace(rounded=True), printed.value)


def with_value(cell: Printed, value: Value, unit: Unit | None = None) -> Printed:
    """A cell of another value, or in another unit."""
    unit = unit or cell.unit
    return cell if unit is None else cell._replace(
        prose=_figures(value, unit, rounded=cell.rounded, places=cell.places), value=value, unit=unit)  # fmt: skip


def _figures(value: Value, unit: Unit, *, rounded: bool = False, places: int | None = None) -> m.Prose:
    if isinstance(value, Varying):  # a list of figures, which may be set over several lines
        return (m.Text(_words(value, unit, unit, rounded, places)),)
    return (figure(value, unit, rounded=rounded, places=places),)


def listed_without_unit(value: Value, unit: Unit, cell: Printed) -> m.Prose:
    """A list of figures without the unit behind the last of them; other words as they are."""
    if not isinstance(value, Varying) or cell.prose != _figures(
        value, unit, rounded=cell.rounded, places=cell.places
    ):  # fmt: skip
        return cell.prose
    return (m.Text(_words(value, unit, unit.unnamed(), cell.rounded, cell.places)),)


def _words(value: Value, unit: Unit, said: Unit, rounded: bool, places: int | None) -> str:
    """A value of a unit, written with the words of `said`."""
    return show.told(with_few_digits(value, unit) if rounded else value, said, places)


def _listed(parts: list[m.Prose]) -> m.Prose:
    """One after the other: with a semicolon between them where one of them has a comma of its own."""
    between = "; " if any(", " in plain(part) for part in parts) else ", "
    joined: list[m.Inline] = []
    for part in parts:
        joined += [*([m.Text(between)] if joined else []), *part]
    return tuple(joined) if parts else (m.Text(phrase("none")),)


def _unit(page: Page, expr: s.Expr, formula: Formula, type_: Type) -> Unit:
    if isinstance(expr, s.Convert):
        found = page.units.read(expr.unit.text)
        if not isinstance(found, str):
            return found
    if isinstance(formula, (Cell, Const)) or formula.op == "at":
        return show.unit_of(formula, type_, page.units)
    return show.unit_of_type(type_, page.units, show.made_of(formula, page.units))


def plain(words: m.Prose) -> str:
    if isinstance(words, m.Sentence):
        return filled(words.key, {name: plain(one) for name, one in words.given.items()}, context=words.context)
    return joined("", [p.text for p in words if isinstance(p, (m.Text, m.Value, m.Code))])


__all__ = ["Printed", "expression", "figure", "key_of", "plain", "prose", "short", "with_value"]
